import FeatureABI
import FeatureContract

/// A check of the texts that a feature passes: reads them as the host does, and reports text that is not UTF-8 or could
/// harm a terminal.
enum WatchedText {
    /// - Parameter what: The text's name in a message: `a reason`.
    static func read(_ string: sy_string, _ what: String) throws(ABIMalformed) -> String {
        let repairs = RepairedText.count
        let text = try String(abi: string)
        if RepairedText.count != repairs { Reporter.broken(.text, "\(what) is no valid UTF-8: \(quoted(text))") }
        examine(text, what)
        return text
    }

    /// Reports text that is too long, or that contains a harmful character.
    static func examine(_ text: String, _ what: String) {
        if text.utf8.count > EveryHost.stringSize {
            Reporter.broken(
                .limits,
                "\(what) has \(text.utf8.count) bytes, and a host need not take more than \(EveryHost.stringSize)")
        }
        if let found = text.unicodeScalars.first(where: isHarmful) {
            let number = String(found.value, radix: 16, uppercase: true)
            let name = "U+" + String(repeating: "0", count: max(0, 4 - number.count)) + number
            Reporter.broken(.text, "\(what) holds the control character \(name): \(quoted(text))")
        }
    }

    /// Whether a character is a control character, except U+0000, which may occur, tabs and line breaks; or reverses
    /// the direction of all text that follows (U+202D, U+202E of the Unicode Bidirectional Algorithm, UAX #9).
    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0, 0x09, 0x0A, 0x0D: false
        case 0x01...0x1F, 0x7F...0x9F, 0x202D, 0x202E: true
        default: false
        }
    }

    /// The beginning of the text, with escapes.
    private static func quoted(_ text: String) -> String {
        let escaped = text.prefix(40).unicodeScalars.map { $0.escaped(asASCII: false) }.joined()
        return "\"\(escaped)\(text.count > 40 ? "…" : "")\""
    }
}
