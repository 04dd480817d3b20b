extension StringProtocol {
    /// The number of cells that the text takes in one line.
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

    /// Returns the text with spaces after it up to that many cells.
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
    /// Breaks one line between words. If the width is one cell, a wide character gets a line of its own.
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
