extension UInt8 {
    /// Whether the byte is `0` to `9`.
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// Whether the byte is an ASCII letter, a digit or `_`.
    var isWord: Bool {
        let lowercase = self | 0x20
        return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercase) || isDigit || self == UInt8(ascii: "_")
    }

    /// The value of the byte as a hexadecimal digit, in either case; nil if it is not one.
    var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
