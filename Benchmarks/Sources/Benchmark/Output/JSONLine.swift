/// A row as one line of JSON, with every sample.
struct JSONLine: Encodable {
    let row: String
    let variant: String
    let ours: String
    let baseline: String
    var unit: String?
    var oursMedian: Double?
    var baselineMedian: Double?
    var ratio: Double?
    let goal: Double
    var met: Bool?
    var skipped: String?
    var oursInstructions: Int?
    var baselineInstructions: Int?
    var allocations: Double?
    var oursSamples: [Double]?
    var baselineSamples: [Double]?

    private enum CodingKeys: String, CodingKey {
        case row, ours, baseline, unit, oursMedian, baselineMedian, ratio, goal, met, skipped, oursInstructions
        case baselineInstructions, allocations, oursSamples, baselineSamples
        case variant = "case"
    }

    init(_ row: Row, _ outcome: Row.Outcome) {
        self.row = row.number
        variant = row.variant
        ours = row.ours
        baseline = row.baseline
        switch row.goal {
        case .ratio(let most), .bytes(let most): goal = most
        }
        switch outcome {
        case .skipped(let why): skipped = why
        case .measured(let pair):
            unit = pair.unit.rawValue
            oursMedian = pair.ours.median
            baselineMedian = pair.baseline.median
            if case .ratio = row.goal { ratio = pair.ratio }
            met = row.isMet(pair)
            oursInstructions = pair.instructions?.ours
            baselineInstructions = pair.instructions?.baseline
            allocations = pair.allocations
            oursSamples = pair.ours.values
            baselineSamples = pair.baseline.values
        }
    }
}
