/// The number of terminal cells that text takes.
package enum CellWidth {
    /// Returns 0, 1 or 2. A character here is what a user sees as one: a letter with its marks, an emoji made of
    /// several.
    ///
    /// A character that ``PrintableText`` replaces is as wide as its replacement.
    package static func of(_ character: Character) -> Int {
        // Every ASCII character takes a cell, or is replaced by a character that does.
        if character.isASCII { return 1 }
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        if PrintableText.replacement(of: first) != nil { return 1 }
        // U+FE0F asks for the picture, which is wide, where the text would be narrow: ☎️, 1️⃣.
        if first.properties.isEmoji, scalars.contains("\u{FE0F}") { return 2 }
        // Marks and joiners take no cell, the two letters of a flag a cell each, the parts of an emoji together the
        // cells of one.
        return min(2, scalars.reduce(0) { $0 + of($1) })
    }

    /// Returns the number of cells that a text takes in one line.
    package static func of(_ text: some StringProtocol) -> Int {
        text.reduce(0) { $0 + of($1) }
    }

    /// Whether terminals agree about the width of a character. They do not for characters of several scalars, nor for
    /// pictures, of which each version of Unicode brings more.
    static func isCertain(_ character: Character) -> Bool {
        if character.isASCII { return true }
        let scalars = character.unicodeScalars
        guard let first = scalars.first, scalars.count == 1 else { return false }
        return first.value < 0x1F000 && !first.properties.isEmoji
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        if let width = SystemWidths.width(scalar) { return width }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        // Scalars of planes 2 and 3 that the C library does not know yet are ideographs, which are wide: Unicode
        // Standard Annex #11.
        let isWide = properties.isEmojiPresentation || (0x2_0000...0x3_FFFD).contains(scalar.value)
        return isWide ? 2 : 1
    }
}
