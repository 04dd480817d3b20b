/// The reason why a text is not JSON, or why a value in it does not suit its reader.
///
/// For a text that is not JSON, the message contains no control character, so that it can be shown on a terminal.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the value; nil if the text is not JSON.
    package let path: JSONPath?
    /// The location of the value, or of the place at which the text stops being valid.
    package let location: JSONLocation?
    /// The expected and the found text, for the user who edits the file.
    package let message: String

    package init(path: JSONPath? = nil, location: JSONLocation?, message: String) {
        self.path = path
        self.location = location
        self.message = message
    }

    /// Whether the text is not JSON.
    package var isSyntax: Bool { path == nil }

    /// The message after the path of the value: `tabs[0].name: expected a string, found a number`
    package var located: String {
        guard let path, path != .root else { return message }
        return "\(path): \(message)"
    }

    /// The text for a message: `line 4, column 11: tabs[0].name: expected a string, found a number`
    package var description: String { (location.map { "\($0): " } ?? "") + located }
}

extension JSONParser {
    func location(_ offset: Int) -> JSONLocation { JSONLocation(offset: offset, in: bytes) }

    func error(_ problem: JSONProblem, at offset: Int? = nil) -> JSONError {
        JSONError(location: location(offset ?? position), message: problem.message)
    }

    func unexpected(_ expected: String, note: String? = nil) -> JSONError {
        error(.unexpected(expected: expected, found: found, note: note))
    }

    func noValue(_ expected: String, note: String? = nil) -> JSONError {
        unexpected(expected, note: note ?? valueNote)
    }

    private var found: JSONFound {
        guard position < bytes.count else { return .endOfText }
        // The longest scalar has four bytes; a cut after the first one does not matter.
        let text = String(decoding: bytes[position..<min(position + 4, bytes.count)], as: UTF8.self)
        return text.unicodeScalars.first.map(JSONFound.scalar) ?? .endOfText
    }

    /// Returns a note on the start of the open array or object, if the position is at the end of the text.
    func openNote(_ container: String, _ opening: Int) -> String? {
        peek == nil ? "the \(container) starts at \(location(opening))" : nil
    }

    /// Returns a note on a trailing comma, if the position is at the closing bracket.
    func trailingCommaNote(_ closing: UInt8, after count: Int) -> String? {
        guard count > 0, peek == closing, !options.allowsTrailingCommas else { return nil }
        return "a trailing comma is not allowed here"
    }

    /// The note on a value that starts as in a different notation.
    private var valueNote: String? {
        switch peek {
        case UInt8(ascii: "'"): "a string takes double quotes"
        case UInt8(ascii: "+"): "a number takes no plus sign"
        case UInt8(ascii: "."): "a number takes a digit before its '.'"
        default: nil
        }
    }
}

/// A problem in a text: the only place with messages for ``JSONError``.
enum JSONProblem {
    case empty
    case tooLarge(size: Int, maximum: Int)
    case tooDeep(maximum: Int)
    case utf16
    case invalidUTF8(byte: UInt8, kind: UTF8.ValidationError.Kind)
    case commentNotAllowed
    case commentWithoutEnd
    case unexpected(expected: String, found: JSONFound, note: String?)
    case duplicateKey(String, first: JSONLocation)
    case loneSurrogate(escape: String)
    case leadingZero
    case integerOutOfRange(String)
    case numberOutOfRange(String)

    var message: String {
        switch self {
        case .empty:
            "the text is empty; expected a value"
        case .tooLarge(let size, let maximum):
            "the text has \(size) bytes; expected at most \(maximum)"
        case .tooDeep(let maximum):
            "arrays and objects are nested too deep; expected at most \(maximum) inside one another"
        case .utf16:
            "the text is UTF-16; expected UTF-8"
        case .invalidUTF8(let byte, let kind):
            "expected UTF-8, found byte \(JSONFound.hexadecimal(byte)), \(Self.reason(kind))"
        case .commentNotAllowed:
            "comments are not allowed here"
        case .commentWithoutEnd:
            "the comment that starts here has no end; expected '*/'"
        case .unexpected(let expected, let found, let note):
            "expected \(expected), found \(found)" + (note.map { "; \($0)" } ?? "")
        case .duplicateKey(let key, let first):
            "the key \(JSONFound.quoted(key)) is in this object already, at \(first)"
        case .loneSurrogate(let escape):
            "the escape \(escape) is half of a surrogate pair; expected a high (\\ud800 to \\udbff) and a low one "
                + "(\\udc00 to \\udfff) together"
        case .leadingZero:
            "a number may not start with a zero and go on with a digit"
        case .integerOutOfRange(let text):
            "the integer \(text.shortened(to: JSONFound.longest)) is out of range; expected one of 64 bits, or a number with "
                + "a fraction or an exponent"
        case .numberOutOfRange(let text):
            "the number \(text.shortened(to: JSONFound.longest)) is out of range; expected one between -1.8e308 and 1.8e308"
        }
    }

    private static func reason(_ kind: UTF8.ValidationError.Kind) -> String {
        switch kind {
        case .unexpectedContinuationByte: "which continues no character"
        case .surrogateCodePointByte: "which starts a surrogate"
        case .invalidNonSurrogateCodePointByte: "which starts no character (the last one is U+10FFFF)"
        case .overlongEncodingByte: "which starts a character in more bytes than it takes"
        case .truncatedScalar: "which starts a character that is cut off"
        default: "which is not valid there"
        }
    }
}

/// Unexpected text, in words that are safe on a terminal.
enum JSONFound: CustomStringConvertible {
    case endOfText
    case scalar(Unicode.Scalar)
    /// Letters that are not a value, such as `True`.
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
        case .scalar(let scalar): Self.isPrintable(scalar) ? "'\(scalar)'" : scalar.codePoint
        }
    }

    /// A byte as `0x0A`.
    static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0x0" : "0x") + String(byte, radix: 16, uppercase: true)
    }

    /// A key as a JSON string, shortened for a message if it is too long.
    static func quoted(_ key: String) -> String {
        JSONWriter.quoted(key.shortened(to: longest))
    }

    /// The most scalars of the found text in a message.
    static let longest = 60

    /// Whether the scalar is visible alone: not a control, an invisible or a combining one.
    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return (0x20...0x7E).contains(scalar.value) }
        return switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
            .spaceSeparator, .nonspacingMark, .spacingMark, .enclosingMark:
            false
        default: true
        }
    }
}
