/// The text found where something else was expected, in words that are safe on a terminal.
enum JSONFound: CustomStringConvertible {
    case endOfText
    case scalar(Unicode.Scalar)
    /// Letters that are no value, such as `True`.
    case word(String)

    var description: String {
        switch self {
        case .endOfText: "end of text"
        case .word(let word): "'\(word.shortened(to: Self.longest))'"
        case .scalar("'"): "a single quote (')"
        case .scalar("\n"): "a line break (byte 0x0A)"
        case .scalar("\r"): "a line break (byte 0x0D)"
        case .scalar(let scalar) where scalar.isASCII && !Self.isPrintable(scalar):
            "byte \(Self.hexadecimal(UInt8(truncatingIfNeeded: scalar.value)))"
        case .scalar(let scalar): Self.isPrintable(scalar) ? "'\(scalar)'" : Self.codePoint(scalar)
        }
    }

    /// A byte as `0x0A`.
    static func hexadecimal(_ byte: UInt8) -> String {
        "0x" + padded(UInt32(byte), to: 2)
    }

    /// A key as a JSON string, shortened when it is too long for a message.
    static func quoted(_ key: String) -> String {
        JSONWriter.quoted(key.shortened(to: longest))
    }

    /// The maximum number of scalars that a message shows of the found text.
    static let longest = 60

    /// Whether the scalar is visible by itself: it is not a control, an invisible or a combining one.
    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return (0x20...0x7E).contains(scalar.value) }
        return switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
            .spaceSeparator, .nonspacingMark, .spacingMark, .enclosingMark:
            false
        default: true
        }
    }

    private static func codePoint(_ scalar: Unicode.Scalar) -> String {
        "U+" + padded(scalar.value, to: 4)
    }

    private static func padded(_ value: UInt32, to width: Int) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
