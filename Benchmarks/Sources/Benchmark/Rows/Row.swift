/// A row of the table: the work that is measured, its baseline, and its goal.
struct Row: Sendable {
    let number: String
    /// The case, such as "1,000 features"; empty for a row that has one.
    var variant = ""
    let ours: String
    let baseline: String
    let goal: Goal

    enum Goal: Sendable {
        /// At most this many times the baseline.
        case ratio(Double)
        /// At most this many bytes, where the baseline is nothing.
        case bytes(Double)
    }

    enum Outcome {
        case measured(Pair)
        case skipped(why: String)
    }

    /// Returns the number that is compared with the goal.
    func figure(_ pair: Pair) -> Double {
        switch goal {
        case .ratio: pair.ratio
        case .bytes: pair.ours.median
        }
    }

    func isMet(_ pair: Pair) -> Bool {
        switch goal {
        case .ratio(let most), .bytes(let most): figure(pair) <= most
        }
    }
}

/// A row with the way to measure it.
struct Measurement: Sendable {
    let row: Row
    let measure: @Sendable (Setting) throws -> Row.Outcome
}
