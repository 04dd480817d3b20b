/// Columns of text under a heading. The last column is not padded.
package struct TextTable {
    private var rows: [[Cell]] = []

    private struct Cell {
        let text: String
        let width: Int

        init(_ text: String) {
            self.text = DisplayText.safe(text)
            width = DisplayText.width(self.text)
        }
    }

    package init(_ heading: [String]) {
        append(heading)
    }

    package mutating func append(_ row: [String]) {
        rows.append(row.map(Cell.init))
    }

    package var text: String {
        let widths = rows[0].indices.map { column in
            rows.reduce(0) { min(max($0, $1[column].width), DisplayText.widestColumn) }
        }
        // Built from bytes: a string would look for characters that join wherever text is appended.
        var text: [UInt8] = []
        for row in rows {
            for (column, cell) in row.enumerated() {
                text += cell.text.utf8
                guard column < row.count - 1 else { continue }
                text += repeatElement(UInt8(ascii: " "), count: max(0, widths[column] - cell.width) + 2)
            }
            text.append(UInt8(ascii: "\n"))
        }
        return String(decoding: text, as: UTF8.self)
    }
}
