/// Bytes as text (RFC 4648, section 4), since JSON has no form for them.
///
///     Base64.text(of: [102, 111])   // "Zm8="
///     Base64.bytes(of: "Zm8=")      // [102, 111]
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    package static func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for index in 0..<4 {
                text.append(index <= group.count ? alphabet[bits >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of a text in the form of ``text(of:)``, padded and without line breaks; nil for any other text.
    package static func bytes(of text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 4 * 3)
        var (bits, count) = (0, 0)
        let digits = text.utf8.reversed().drop { $0 == UInt8(ascii: "=") }.reversed()
        let padding = text.utf8.count - digits.count
        guard text.utf8.count.isMultiple(of: 4), padding <= 2 else { return nil }
        for digit in digits {
            guard let value = values[Int(digit)] else { return nil }
            bits = bits << 6 | value
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
                bits &= (1 << count) - 1
            }
        }
        return bits == 0 ? bytes : nil
    }

    private static let values: [Int?] = {
        var values = [Int?](repeating: nil, count: 256)
        for (value, digit) in alphabet.enumerated() { values[Int(digit)] = value }
        return values
    }()
}
