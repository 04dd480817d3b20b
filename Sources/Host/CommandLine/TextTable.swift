import HostCore

/// Columns of text under a heading. The last column is not padded.
struct TextTable {
    private var rows: [[Cell]] = []

    private struct Cell {
        let text: String
        let width: Int

        init(_ text: String) {
            self.text = DisplayText.safe(text)
            width = DisplayText.width(self.text)
        }
    }

    init(_ heading: [String]) {
        append(heading)
    }

    mutating func append(_ row: [String]) {
        rows.append(row.map(Cell.init))
    }

    var text: String {
        let widths = rows[0].indices.map { column in
            rows.reduce(0) { min(max($0, $1[column].width), DisplayText.widestColumn) }
        }
        var text = ""
        for row in rows {
            for (cell, width) in zip(row, widths).dropLast() {
                text += cell.text
                for _ in cell.width..<max(cell.width, width) + 2 { text += " " }
            }
            text += row.last?.text ?? ""
            text += "\n"
        }
        return text
    }
}
