/// The characters that may occur in a cell.
///
/// A character with an effect on a terminal never gets into a cell, from any text: a control character becomes a
/// picture of itself.
package enum PrintableText {
    static func printable(_ character: Character) -> Character {
        if let value = character.asciiValue, (0x20..<0x7F).contains(value), character != "\r\n" { return character }
        let scalars = character.unicodeScalars
        // Only the first scalar of a character can need a replacement, except in CR LF: Unicode Standard Annex #29.
        if let first = scalars.first, let replacement = replacement(of: first) { return replacement }
        guard scalars.count > maximumScalars else { return character }
        var shorter = String.UnicodeScalarView()
        shorter.append(contentsOf: scalars.prefix(maximumScalars))
        return String(shorter).first ?? "\u{FFFD}"
    }

    /// Returns the replacement of a scalar that has an effect on a terminal or changes the direction of the text; nil
    /// for any other.
    static func replacement(of scalar: Unicode.Scalar) -> Character? {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: " "
        // Control Pictures: U+2400 and on for U+0000 and on.
        case 0x00...0x1F: Unicode.Scalar(0x2400 + scalar.value).map(Character.init) ?? "\u{FFFD}"
        case 0x7F: "\u{2421}"
        // The second set of control characters; separators of lines; marks, embeddings, overrides and isolates of
        // directions.
        case 0x80...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C: "\u{FFFD}"
        default: nil
        }
    }

    /// The most scalars in a character. A letter with more marks than any language uses would fill a screen, and a
    /// terminal's memory.
    private static let maximumScalars = 32
}
