import FeatureContract

/// The series of numbers in a chart, as many labels as values.
///
/// - SeeAlso: `SY_NODE_CHART` in FeatureABI.h
public struct ChartSeries: Hashable, Sendable {
    /// How each value is drawn. Bars begin at 0.
    public enum Mark: String, Sendable {
        case bar, horizontalBar, line, point

        fileprivate var words: String {
            switch self {
            case .bar, .horizontalBar: "bar chart"
            case .line: "line chart"
            case .point: "point chart"
            }
        }
    }

    /// How the values are drawn.
    public let mark: Mark
    /// The name of the axis with the labels, such as `Month`; empty if the feature gives none.
    public let labelName: String
    /// The name of the axis with the values, such as `Sales`; empty if the feature gives none.
    public let valueName: String
    /// The label of each value, such as `January`.
    public let labels: [String]
    /// The finite numbers, as many as labels, at least one.
    public let values: [Double]
    /// The place of each value along the axis of the labels, from 0 to 1. Nil if the values are evenly spaced.
    let positions: [Double]?
    /// The ends of the axis of values. Bars begin at 0, which is between them.
    public let domain: ClosedRange<Double>

    /// The series of a node. Nil if the node is not a chart, or its value cannot be drawn.
    package init?(_ node: ViewNode) {
        guard node.kind == .chart, case .record(let fields) = node.value, case .string(let mark) = fields["mark"],
            let mark = Mark(rawValue: mark), let labels = fields["labels"]?.texts,
            let values = fields["values"]?.numbers, labels.count == values.count,
            let lowest = values.min(), let highest = values.max()
        else { return nil }
        self.mark = mark
        self.labels = labels
        self.values = values
        labelName = fields["labelName"]?.scalarText ?? ""
        valueName = fields["valueName"]?.scalarText ?? ""
        if let places = fields["positions"]?.numbers, places.count == values.count, let first = places.min(),
            let last = places.max(), first < last, (last - first).isFinite
        {
            positions = places.map { ($0 - first) / (last - first) }
        } else {
            positions = nil
        }
        let isBar = mark == .bar || mark == .horizontalBar
        let ends = isBar ? min(0, lowest)...max(0, highest) : lowest...highest
        guard (ends.upperBound - ends.lowerBound).isFinite else { return nil }
        // A single height is in the middle, and empty bars are at the lower end.
        domain =
            ends.lowerBound < ends.upperBound
            ? ends : isBar ? 0...1 : ends.lowerBound - 1...ends.lowerBound + 1
    }

    /// The place of a number between the ends of the axis of values, from 0 to 1.
    public func fraction(of value: Double) -> Double {
        (value - domain.lowerBound) / (domain.upperBound - domain.lowerBound)
    }

    /// The place of a value along the axis of labels, from 0 to 1.
    public func position(_ index: Int) -> Double {
        positions.map { $0[index] } ?? (values.count > 1 ? Double(index) / Double(values.count - 1) : 0.5)
    }

    /// The chart in a sentence: `bar chart, Steps by Day, 7 values from 3 (Sun) to 12 (Mon)`.
    var summary: String {
        let names = [valueName, labelName].filter { !$0.isEmpty }.joined(separator: " by ")
        let low = values.indices.min { values[$0] < values[$1] } ?? 0
        let high = values.indices.max { values[$0] < values[$1] } ?? 0
        let count = values.count == 1 ? "1 value" : "\(values.count) values"
        let ends =
            "from \(Self.text(of: values[low])) (\(labels[low])) to \(Self.text(of: values[high])) (\(labels[high]))"
        return [mark.words, names, "\(count) \(ends)"].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// A number for an axis, with at most three decimal places.
    package static func text(of value: Double) -> String {
        guard abs(value) < 1e12 else { return "\(value)" }
        let thousandths = (value * 1000).rounded() / 1000
        return thousandths == thousandths.rounded() ? "\(Int(thousandths))" : "\(thousandths)"
    }
}

extension Value {
    fileprivate var numbers: [Double]? {
        guard case .list(let items) = self else { return nil }
        let numbers: [Double] = items.compactMap {
            if case .double(let number) = $0, number.isFinite { number } else { nil }
        }
        return numbers.count == items.count ? numbers : nil
    }

    fileprivate var texts: [String]? {
        guard case .list(let items) = self else { return nil }
        let texts: [String] = items.compactMap { if case .string(let text) = $0 { text } else { nil } }
        return texts.count == items.count ? texts : nil
    }
}
