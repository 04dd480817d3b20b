extension StringProtocol {
    /// How many cells it takes in one line.
    package var cells: Int { CellWidth.of(self) }

    /// Its beginning, as much as fits into that many cells. A wide character that would be cut is left out.
    package func prefix(cells: Int) -> SubSequence {
        var rest = cells
        return prefix { character in
            rest -= CellWidth.of(character)
            return rest >= 0
        }
    }

    /// The text where it fits into that many cells; else its beginning with `…` at the end.
    package func truncated(cells: Int) -> String {
        guard cells > 0 else { return "" }
        // Most texts are short: nothing is measured to its end that is long.
        return prefix(cells: cells).endIndex == endIndex ? String(self) : prefix(cells: cells - 1) + "…"
    }

    /// The text with spaces after it up to that many cells.
    package func padded(cells: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, cells - self.cells))
    }

    /// Lines of at most that many cells: those of the text, and longer ones broken between words. A word that is longer
    /// is cut. An empty text is one empty line.
    package func wrapped(cells: Int) -> [String] {
        let cells = Swift.max(1, cells)
        return split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .flatMap { String($0).wrappedLine(cells: cells) }
    }
}

extension String {
    /// A wide character stands in a line of its own where the width is one cell.
    fileprivate func wrappedLine(cells: Int) -> [String] {
        var lines: [String] = []
        var line = self[...]
        repeat {
            let fitting = line.prefix(cells: cells)
            if fitting.endIndex == line.endIndex { return lines + [String(line)] }
            // What follows a line that ends with a word is the space between the two.
            let isWhole = line[fitting.endIndex] == " "
            if let space = isWhole ? fitting.endIndex : fitting.lastIndex(of: " "),
                let lastOfWord = line[..<space].lastIndex(where: { $0 != " " })
            {
                lines.append(String(line[...lastOfWord]))
                line = line[space...].drop { $0 == " " }
            } else if line.first == " " {
                // There is no room for the word after them.
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
