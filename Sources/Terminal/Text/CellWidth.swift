import Glibc

/// The number of terminal cells for text.
package enum CellWidth {
    /// Returns 0, 1 or 2. A character here is one for the user: a letter with its marks, an emoji made of several. A
    /// character that ``PrintableText`` replaces is as wide as its replacement.
    package static func of(_ character: Character) -> Int {
        // Every ASCII character has one cell, or is replaced by a character that does.
        if character.isASCII { return 1 }
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        if PrintableText.replacement(of: first) != nil { return 1 }
        // U+FE0F asks for the picture, which is wide, instead of the narrow text: ☎️, 1️⃣.
        if first.properties.isEmoji, scalars.contains("\u{FE0F}") { return 2 }
        // Marks and joiners have no cell, the two letters of a flag a cell each, the parts of an emoji together the
        // cells of one.
        return min(2, scalars.reduce(0) { $0 + of($1) })
    }

    /// Returns the number of cells for a text in one line.
    package static func of(_ text: some StringProtocol) -> Int {
        plainCells(text) ?? text.reduce(0) { $0 + of($1) }
    }

    /// The number of cells for a text of printable ASCII, as most are; nil for any other.
    private static func plainCells(_ text: some StringProtocol) -> Int? {
        text.utf8.withContiguousStorageIfAvailable { bytes in
            bytes.allSatisfy { 0x20...0x7E ~= $0 } ? bytes.count : nil
        } ?? nil
    }

    /// Whether terminals agree about the width of a character. They do not for characters of several scalars, nor for
    /// pictures, which each version of Unicode adds.
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

/// The cell widths of the C library: wcwidth(3), which is kept up to date with Unicode.
enum SystemWidths {
    /// - Returns: 0, 1 or 2; nil if the C library knows no such character, or lacks UTF-8.
    static func width(_ scalar: Unicode.Scalar) -> Int? {
        guard let wcwidth, let locale = locale.pointer else { return nil }
        // Only for this thread and this call: the user's locale may lack UTF-8, and belongs to the whole process.
        let previous = uselocale(locale)
        defer { uselocale(previous) }
        let width = Int(wcwidth(Int32(bitPattern: scalar.value)))
        return width < 0 ? nil : min(width, 2)
    }

    private typealias Width = @convention(c) (Int32) -> Int32
    /// The C function, looked up by name: Glibc's module leaves it out.
    private static let wcwidth: Width? = dlsym(nil, "wcwidth").map { unsafeBitCast($0, to: Width.self) }

    /// A locale that is never changed and never freed.
    private struct Locale: @unchecked Sendable {
        let pointer: locale_t?
    }

    /// The locale for UTF-8, by newlocale(3): `LC_CTYPE_MASK` is 1 in every version of the C library. `C.UTF-8` has
    /// been built into it since 2.35.
    private static let locale = Locale(pointer: newlocale(1, "C.UTF-8", nil))
}

extension StringProtocol {
    /// The number of cells for the text in one line.
    package var cells: Int { CellWidth.of(self) }

    /// Returns the beginning that fits into that many cells. A wide character that would be cut is left out.
    package func prefix(cells: Int) -> SubSequence {
        var rest = cells
        return prefix { character in
            rest -= CellWidth.of(character)
            return rest >= 0
        }
    }

    /// Returns the text if it fits into that many cells, else its beginning with `…` at the end.
    package func truncated(cells: Int) -> String {
        guard cells > 0 else { return "" }
        // Measures a long text no further than to its cut.
        return prefix(cells: cells).endIndex == endIndex ? String(self) : prefix(cells: cells - 1) + "…"
    }

    /// Returns the text, padded with spaces to that many cells.
    package func padded(cells: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, cells - self.cells))
    }

    /// Returns lines of at most that many cells: the lines of the text, longer ones broken between words. A longer word
    /// is cut. An empty text is one empty line.
    package func wrapped(cells: Int) -> [String] {
        let cells = Swift.max(1, cells)
        return split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .flatMap { String($0).wrappedLine(cells: cells) }
    }
}

extension String {
    /// Breaks one line between words. If the width is one cell, a wide character gets a separate line.
    fileprivate func wrappedLine(cells: Int) -> [String] {
        var lines: [String] = []
        var line = self[...]
        repeat {
            let fitting = line.prefix(cells: cells)
            if fitting.endIndex == line.endIndex { return lines + [String(line)] }
            // If a space follows, the line ends with a whole word.
            let isWhole = line[fitting.endIndex] == " "
            if let space = isWhole ? fitting.endIndex : fitting.lastIndex(of: " "),
                let lastOfWord = line[..<space].lastIndex(where: { $0 != " " })
            {
                lines.append(String(line[...lastOfWord]))
                line = line[space...].drop { $0 == " " }
            } else if line.first == " " {
                // The line has no room for the word after these spaces.
                line = line.drop { $0 == " " }
            } else {
                let cut = fitting.isEmpty ? line.prefix(1) : fitting
                lines.append(String(cut))
                line = line[cut.endIndex...]
            }
        } while !line.isEmpty
        return lines.isEmpty ? [""] : lines
    }
}
