/// A row's two sides, measured in the same run.
struct Pair {
    var ours = Samples()
    var baseline = Samples()
    var unit: Unit
    /// The instructions of each side, which do not depend on how busy the machine is.
    var instructions: (ours: Int, baseline: Int)?
    /// The memory allocations of our side for one time.
    var allocations: Double?

    enum Unit: String {
        case nanoseconds = "ns"
        case bytes = "B"
        /// A number that a program counts.
        case count = "count"
    }

    init(unit: Unit) {
        self.unit = unit
    }

    var ratio: Double { ours.median / baseline.median }

    /// Measures both sides in turn, beginning with the other one in each round, so that a disturbance of the machine
    /// affects both alike.
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
