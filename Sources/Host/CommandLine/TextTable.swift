import HostCore

/// Columns of text under a heading. The last column is not padded.
struct TextTable {
    private var rows: [[String]]

    init(_ heading: [String]) {
        rows = [heading]
    }

    mutating func append(_ row: [String]) {
        rows.append(row.map { DisplayText.safe($0) })
    }

    var text: String {
        let widths = rows[0].indices.map { column in
            min(rows.map { DisplayText.width($0[column]) }.max() ?? 0, DisplayText.widestColumn)
        }
        return rows.map { row in
            row.enumerated().map { index, cell in
                index == row.count - 1 ? cell : DisplayText.padded(cell, to: widths[index])
            }.joined(separator: "  ") + "\n"
        }.joined()
    }
}
