/// A problem in a text: the one place where the messages of ``JSONSyntaxError`` are written.
enum JSONProblem {
    case empty
    case tooLarge(size: Int, maximum: Int)
    case tooDeep(maximum: Int)
    case byteOrderMark
    case utf16
    case invalidUTF8(byte: UInt8, kind: UTF8.ValidationError.Kind)
    case commentNotAllowed
    case commentWithoutEnd
    case unexpected(expected: String, found: JSONFound, note: String?)
    case duplicateKey(String, first: JSONLocation)
    case loneSurrogate(escape: String)
    case leadingZero
    case numberOutOfRange(String)

    var message: String {
        switch self {
        case .empty:
            "the text is empty; expected a value"
        case .tooLarge(let size, let maximum):
            "the text has \(size) bytes; expected at most \(maximum)"
        case .tooDeep(let maximum):
            "arrays and objects are nested too deep; expected at most \(maximum) inside one another"
        case .byteOrderMark:
            "the text starts with a byte order mark; expected UTF-8 without one"
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
