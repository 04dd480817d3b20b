/// The measurements of one side, one number a round.
struct Samples {
    var values: [Double] = []

    /// The median, which one disturbed round does not move.
    var median: Double { quantile(0.5) }

    /// The range of the middle half of the numbers, as a part of the median.
    var spread: Double { median == 0 ? 0 : (quantile(0.75) - quantile(0.25)) / median }

    private func quantile(_ part: Double) -> Double {
        guard !values.isEmpty else { return .nan }
        let sorted = values.sorted()
        let place = part * Double(sorted.count - 1)
        let below = Int(place)
        let above = min(below + 1, sorted.count - 1)
        return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
    }
}
