/// The results as a table in Markdown, which can stand in a document as it is.
struct Table {
    private static let titles = ["Row", "Ours", "Baseline", "", "", "Ratio", "Goal", "", "Instructions", "Allocations"]
    private var lines: [[String]] = []

    mutating func append(_ row: Row, _ outcome: Row.Outcome) {
        let ours = row.variant.isEmpty ? row.ours : "\(row.ours), \(row.variant)"
        switch outcome {
        case .measured(let pair):
            lines.append([
                row.number, ours, row.baseline, Self.text(pair.ours, pair.unit), Self.text(pair.baseline, pair.unit),
                Self.figure(row, pair), Self.goal(row), row.isMet(pair) ? "met" : "missed",
                pair.instructions.map { Self.decimal(Double($0.ours) / Double($0.baseline)) } ?? "",
                pair.allocations.map(Self.decimal) ?? "",
            ])
        case .skipped(let why):
            lines.append([row.number, ours, row.baseline, "", "", "", Self.goal(row), "skipped: \(why)", "", ""])
        }
    }

    var text: String {
        let all = [Self.titles] + lines
        let widths = Self.titles.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        func line(_ cells: [String]) -> String {
            let padded = zip(cells, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return "| " + padded.joined(separator: " | ") + " |\n"
        }
        return line(Self.titles) + line(widths.map { String(repeating: "-", count: $0) })
            + lines.map(line).joined()
    }

    private static func figure(_ row: Row, _ pair: Pair) -> String {
        switch row.goal {
        case .ratio: decimal(pair.ratio)
        case .bytes: ""
        }
    }

    private static func goal(_ row: Row) -> String {
        switch row.goal {
        case .ratio(let most): "<= " + decimal(most)
        case .bytes(let most): "<= " + text(most, .bytes)
        }
    }

    /// Returns the median, and half the range of the middle half of the rounds in percent of it.
    private static func text(_ samples: Samples, _ unit: Pair.Unit) -> String {
        text(samples.median, unit) + " ±\(Int((samples.spread * 50).rounded()))%"
    }

    private static func text(_ value: Double, _ unit: Pair.Unit) -> String {
        switch unit {
        case .nanoseconds where value >= 1e9: decimal(value / 1e9) + " s"
        case .nanoseconds where value >= 1e6: decimal(value / 1e6) + " ms"
        case .nanoseconds where value >= 1e3: decimal(value / 1e3) + " µs"
        case .nanoseconds: decimal(value) + " ns"
        case .bytes where value >= 1024: decimal(value / 1024) + " KiB"
        case .bytes: decimal(value) + " B"
        case .count: decimal(value)
        }
    }

    /// Returns a number with three significant digits.
    private static func decimal(_ value: Double) -> String {
        guard value.isFinite else { return "-" }
        var scale = 1.0
        var places = 0
        while abs(value) * scale < 100 && places < 4 {
            scale *= 10
            places += 1
        }
        let whole = Int((abs(value) * scale).rounded())
        var text = String(whole / Int(scale))
        if places > 0 {
            let part = String(whole % Int(scale))
            text += "." + String(repeating: "0", count: places - part.count) + part
            while text.hasSuffix("0") { text.removeLast() }
            if text.hasSuffix(".") { text.removeLast() }
        }
        return value < 0 ? "-" + text : text
    }
}
