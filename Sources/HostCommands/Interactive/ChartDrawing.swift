import HostCore
import Terminal

/// Draws a chart by blocks: bars by eighths of a cell, lines by braille, points by dots.
struct ChartDrawing {
    private let series: ChartSeries

    private static let height = 8

    init(_ series: ChartSeries) { self.series = series }

    func lines(width: Int) -> [StyledText] {
        series.mark == .horizontalBar ? lyingBars(width: width) : upright(width: width)
    }

    // MARK: Lying bars

    private func lyingBars(width: Int) -> [StyledText] {
        let values = series.values.map { ChartSeries.text(of: $0) }
        let labelWidth = min(series.labels.map(\.cells).max() ?? 0, max(1, width / 3))
        let room = max(1, width - labelWidth - 2 - (values.map(\.cells).max() ?? 0) - 2)
        let zero = Int((series.fraction(of: 0) * Double(room)).rounded())
        return series.values.indices.map { index in
            let label = series.labels[index].truncated(cells: labelWidth).padded(cells: labelWidth)
            let value = series.values[index]
            let length = abs(series.fraction(of: value) - series.fraction(of: 0)) * Double(room)
            var bar: String
            if value < 0 {
                // There are no characters for eighths at the right of a cell.
                let full = min(zero, Int(length.rounded()))
                bar = String(repeating: " ", count: zero - full) + String(repeating: "█", count: full)
            } else {
                let eighths = min((room - zero) * 8, Int((length * 8).rounded()))
                bar = String(repeating: " ", count: zero) + String(repeating: "█", count: eighths / 8)
                if eighths % 8 > 0 { bar.append(Self.left[eighths % 8 - 1]) }
            }
            return StyledText(label + "  ").appending(bar, Theme.accent).appending(
                "  " + values[index], Theme.secondary)
        }
    }

    private static let left: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    private static let lower: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇"]

    // MARK: Upright charts

    private func upright(width: Int) -> [StyledText] {
        let (low, high) = (
            ChartSeries.text(of: series.domain.lowerBound), ChartSeries.text(of: series.domain.upperBound)
        )
        let axisWidth = min(max(low.cells, high.cells), width / 3)
        let room = max(1, width - axisWidth - 2)
        let (rows, columns) = series.mark == .bar ? bars(room) : (series.mark == .line ? line(room) : points(room))
        var lines = rows.enumerated().map { index, row in
            let name = index == 0 ? high : index == rows.count - 1 ? low : ""
            let space = String(repeating: " ", count: max(0, axisWidth - name.cells))
            return StyledText(space + name.truncated(cells: axisWidth) + " │", Theme.secondary)
                .appending(row, Theme.accent)
        }
        lines.append(
            StyledText(String(repeating: " ", count: axisWidth + 2) + labels(at: columns, room), Theme.secondary))
        return lines
    }

    /// Returns the rows of bars, and the middle of each bar. With more bars than columns, each column shows the
    /// largest.
    private func bars(_ room: Int) -> (rows: [String], columns: [Int]) {
        let count = series.values.count
        let slot = max(1, min(12, room / count))
        let width = slot > 2 ? slot - 1 : slot
        func column(_ index: Int) -> Int { count <= room ? index * slot : index * room / count }
        var tallest: [Int: Double] = [:]
        for (index, value) in series.values.enumerated() where abs(value) >= abs(tallest[column(index)] ?? 0) {
            tallest[column(index)] = value
        }
        var cells = Self.empty(room)
        let zero = Int((series.fraction(of: 0) * Double(Self.height * 8)).rounded())
        for (start, value) in tallest {
            let end = Int((series.fraction(of: value) * Double(Self.height * 8)).rounded())
            // A bar begins at the border of a cell.
            let base = zero / 8 * 8
            for row in 0..<Self.height {
                let filled = end >= base ? min(8, end - row * 8) : 8
                guard end >= base ? row * 8 >= base && filled > 0 : row * 8 < base && row * 8 + 4 >= end else {
                    continue
                }
                let sign: Character = filled == 8 ? "█" : Self.lower[filled - 1]
                for column in start..<min(room, start + width) { cells[Self.height - 1 - row][column] = sign }
            }
        }
        return (cells.map { String($0) }, series.values.indices.map { column($0) + width / 2 })
    }

    private func points(_ room: Int) -> (rows: [String], columns: [Int]) {
        var cells = Self.empty(room)
        let columns = series.values.indices.map { Int((series.position($0) * Double(room - 1)).rounded()) }
        for (column, value) in zip(columns, series.values) {
            let row = Int((series.fraction(of: value) * Double(Self.height - 1)).rounded())
            cells[Self.height - 1 - row][column] = "●"
        }
        return (cells.map { String($0) }, columns)
    }

    /// Returns a line through the values in braille: two dots across and four down in a cell.
    private func line(_ room: Int) -> (rows: [String], columns: [Int]) {
        let order = series.values.indices.sorted { series.position($0) < series.position($1) }
        let dots = order.map { index in
            (
                x: Int((series.position(index) * Double(room * 2 - 1)).rounded()),
                y: Int(((1 - series.fraction(of: series.values[index])) * Double(Self.height * 4 - 1)).rounded())
            )
        }
        var bits = Array(repeating: Array(repeating: UInt32(0), count: room), count: Self.height)
        func set(_ x: Int, _ y: Int) {
            bits[y / 4][x / 2] |= Self.braille[y % 4][x % 2]
        }
        if let first = dots.first { set(first.x, first.y) }
        for (start, end) in zip(dots, dots.dropFirst()) {
            let steps = max(abs(end.x - start.x), abs(end.y - start.y), 1)
            for step in 0...steps {
                let part = Double(step) / Double(steps)
                set(
                    start.x + Int((Double(end.x - start.x) * part).rounded()),
                    start.y + Int((Double(end.y - start.y) * part).rounded()))
            }
        }
        let rows = bits.map { row in
            String(row.map { $0 == 0 ? " " : Unicode.Scalar(0x2800 + $0).map(Character.init) ?? " " })
        }
        return (rows, series.values.indices.map { Int((series.position($0) * Double(room - 1)).rounded()) })
    }

    private static let braille: [[UInt32]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]

    private static func empty(_ room: Int) -> [[Character]] {
        Array(repeating: Array(repeating: " ", count: room), count: height)
    }

    /// Returns the line of labels, each centred below its column. A label that does not fit is left out.
    private func labels(at columns: [Int], _ room: Int) -> String {
        var line = ""
        var free = 0
        for index in columns.indices.sorted(by: { columns[$0] < columns[$1] }) {
            let label = series.labels[index].truncated(cells: room)
            let start = max(0, min(columns[index] - label.cells / 2, room - label.cells))
            guard start >= free else { continue }
            line += String(repeating: " ", count: start - line.cells) + label
            free = start + label.cells + 1
        }
        return line
    }
}
