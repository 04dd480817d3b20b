import Foundation

/// The rows that the program InProcess measures within one process.
enum InProcessRows {
    /// A line of the program's output: one pair of a row.
    private struct Line: Decodable {
        let row: String
        let variant: String?
        let unit: String
        let allocations: Double
        let ours: [Double]
        let baseline: [Double]

        private enum CodingKeys: String, CodingKey {
            case row, unit, allocations, ours, baseline
            case variant = "case"
        }

        var pair: Pair {
            var pair = Pair(unit: Pair.Unit(rawValue: unit) ?? .count)
            pair.allocations = allocations
            pair.ours.values = ours
            pair.baseline.values = baseline
            return pair
        }
    }

    /// The texts and goals of the program's rows. One with a variant is for that case alone, any other for every case.
    private static let rows = [
        row("9", "an outgoing destination to its screen and back, with 1,000 features", "ours with 10", 1.2),
        row("13", "a screen of 20 nodes through a worker", "its bytes over a pair of sockets", 2),
        row("16", "private memory of an active worker of a small feature in C", "a worker that was only forked", 1.5),
        row("17", "start of a confined worker, until its first answer", "the same without confinement", 1.15),
        row("18", "a list of which one row differs, through a worker", "the same list unchanged", 1.2),
        row("19", "a part of a long list, through a worker", "a list of that length", 1.5),
        row("23", "a step of a feature, with 64 active ones", "with one active feature", 1.2),
        row("24", "a step of a feature, beside one that is busy", "beside one that does nothing", 1.2),
        row("15", "pushing and popping on one stack", "ours at 100", 1.1),
    ]

    private static func row(
        _ number: String, _ ours: String, _ baseline: String, _ goal: Double, _ variant: String = ""
    ) -> Row {
        Row(number: number, variant: variant, ours: ours, baseline: baseline, goal: .ratio(goal))
    }

    /// Returns the numbers of the program's rows, each of which prints one or several pairs.
    static func numbers(_ setting: Setting) throws -> [String] {
        try setting.program(setting.inProcess, ["--list"]).output().split(whereSeparator: \.isWhitespace).map(
            String.init)
    }

    static func measure(_ number: String, _ setting: Setting) throws -> [(Row, Row.Outcome)] {
        let lines = try setting.program(setting.inProcess, [number]).output().split(separator: "\n")
        return try lines.map { text in
            let line = try JSONDecoder().decode(Line.self, from: Data(text.utf8))
            let variant = line.variant ?? ""
            let digits = String(line.row.prefix { $0.isNumber })
            let known =
                rows.first { $0.number == line.row && $0.variant == variant }
                ?? rows.first { $0.number == line.row } ?? rows.first { $0.number == digits }
            guard let known else { throw MeasuringError("row \(line.row) has no goal") }
            let row = Row(
                number: line.row, variant: variant, ours: known.ours, baseline: known.baseline, goal: known.goal)
            return (row, .measured(line.pair))
        }
    }
}
