import FeatureABI
import FeatureContract

/// Text that a feature passes: taken as the host takes it, and told of where it is none or would harm a terminal.
enum WatchedText {
    /// - Parameter what: For a person: `a reason`.
    static func read(_ string: sy_string, _ what: String) throws(ABIMalformed) -> String {
        let repairs = RepairedText.count
        let text = try String(abi: string)
        if RepairedText.count != repairs { Reporter.broken(.text, "\(what) is no valid UTF-8: \(quoted(text))") }
        examine(text, what)
        return text
    }

    /// Tells of text that is too long, or that holds what no text holds for.
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

    /// Control characters but for U+0000, which may occur, and those that break lines; and what reverses the direction
    /// of all that follows (U+202D, U+202E of the Unicode Bidirectional Algorithm, UAX #9).
    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0, 0x09, 0x0A, 0x0D: false
        case 0x01...0x1F, 0x7F...0x9F, 0x202D, 0x202E: true
        default: false
        }
    }

    /// Its beginning, with escapes.
    private static func quoted(_ text: String) -> String {
        let escaped = text.prefix(40).unicodeScalars.map { $0.escaped(asASCII: false) }.joined()
        return "\"\(escaped)\(text.count > 40 ? "…" : "")\""
    }
}
