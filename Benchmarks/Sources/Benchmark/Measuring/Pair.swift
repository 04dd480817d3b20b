/// A row's two sides, measured in the same run.
struct Pair {
    var ours = Samples()
    var baseline = Samples()
    var unit: Unit
    /// How many instructions each side took: they do not depend on how busy the machine is.
    var instructions: (ours: Int, baseline: Int)?

    enum Unit: String {
        case nanoseconds = "ns"
        case bytes = "B"
        /// Whatever a program counts.
        case count = "count"
    }

    init(unit: Unit) {
        self.unit = unit
    }

    var ratio: Double { ours.median / baseline.median }

    /// Takes both sides in turn, beginning with another one in each round, so that what disturbs the machine for a while
    /// disturbs both alike.
    static func measured(
        rounds: Int, unit: Unit = .nanoseconds, ours: () throws -> Double, baseline: () throws -> Double
    ) rethrows -> Pair {
        var pair = Pair(unit: unit)
        for round in 0..<rounds {
            if round.isMultiple(of: 2) {
                pair.ours.values.append(try ours())
                pair.baseline.values.append(try baseline())
            } else {
                pair.baseline.values.append(try baseline())
                pair.ours.values.append(try ours())
            }
        }
        return pair
    }
}
