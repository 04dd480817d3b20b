internal import FeatureContract

/// A chart of one series of numbers.
///
/// ```swift
/// Chart(days) { day in
///     BarMark(x: .value("Day", day.name), y: .value("Steps", day.steps))
/// }
/// ```
///
/// The host draws it: by blocks in a terminal, as a picture in a page, in words for a screen reader. A front end that
/// draws no charts shows a table of the same numbers.
///
/// One axis has numbers, the other one names, numbers or dates. Bars of one name are added up. A ``LineMark`` and a
/// ``PointMark`` for each element are one line.
public struct Chart<Content: ChartContent>: PrimitiveView {
    private let content: Content

    /// Makes a chart of the marks that the closure lists.
    public init(@ChartContentBuilder content: () -> Content) { self.content = content() }

    /// Makes a chart with marks for each element.
    public init<Data: RandomAccessCollection, Mark: ChartContent>(
        _ data: Data, @ChartContentBuilder content: @escaping (Data.Element) -> Mark
    ) where Content == ForEach<Data, Data.Element.ID, Mark>, Data.Element: Identifiable {
        self.content = ForEach(data, content: content)
    }

    /// Makes a chart with marks for each element, which `id` identifies.
    public init<Data: RandomAccessCollection, ID: Hashable, Mark: ChartContent>(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ChartContentBuilder content: @escaping (Data.Element) -> Mark
    ) where Content == ForEach<Data, ID, Mark> {
        self.content = ForEach(data, id: id, content: content)
    }

    public func render(in renderer: ViewRenderer) {
        let marks = ChartMarks()
        content.add(to: marks)
        marks.render(in: renderer)
    }
}

/// What a ``Chart`` shows: marks, or `ForEach` of them.
@MainActor
public protocol ChartContent {
    /// Adds the marks to a chart. FeatureKit calls it.
    func add(to marks: ChartMarks)
}

/// Combines the marks of a ``Chart``.
@MainActor
@resultBuilder
public enum ChartContentBuilder {
    /// No marks.
    public static func buildBlock() -> ChartGroup { ChartGroup([]) }
    /// A mark, or several.
    public static func buildExpression<Content: ChartContent>(_ content: Content) -> Content { content }
    /// The first content.
    public static func buildPartialBlock<Content: ChartContent>(first: Content) -> Content { first }
    /// One more content.
    public static func buildPartialBlock(
        accumulated: some ChartContent, next: some ChartContent
    ) -> ChartGroup { ChartGroup([accumulated, next]) }
    /// The content of an `if`.
    public static func buildOptional(_ content: (some ChartContent)?) -> ChartGroup {
        ChartGroup(content.map { [$0] } ?? [])
    }
    /// The content of an `if` with an `else`.
    public static func buildEither(first content: some ChartContent) -> ChartGroup { ChartGroup([content]) }
    /// The content of an `else`.
    public static func buildEither(second content: some ChartContent) -> ChartGroup { ChartGroup([content]) }
}

/// Several marks. Made by ``ChartContentBuilder``.
public struct ChartGroup: ChartContent {
    private let contents: [any ChartContent]

    init(_ contents: [any ChartContent]) { self.contents = contents }

    public func add(to marks: ChartMarks) {
        for content in contents { content.add(to: marks) }
    }
}

extension ForEach: ChartContent where Content: ChartContent {
    /// Marks for each element, which `id` identifies.
    public init(
        _ data: Data, id: KeyPath<Data.Element, ID>,
        @ChartContentBuilder content: @escaping (Data.Element) -> Content
    ) {
        self.init(data: data, makingID: { $0[keyPath: id] }, content: content)
    }

    /// Marks for each element.
    public init(
        _ data: Data, @ChartContentBuilder content: @escaping (Data.Element) -> Content
    ) where Data.Element: Identifiable, ID == Data.Element.ID {
        self.init(data: data, makingID: { $0.id }, content: content)
    }

    /// Marks for each number.
    public init(
        _ data: Range<Int>, @ChartContentBuilder content: @escaping (Int) -> Content
    ) where Data == Range<Int>, ID == Int {
        self.init(data: data, makingID: { $0 }, content: content)
    }

    public func add(to marks: ChartMarks) {
        for element in data { content(element).add(to: marks) }
    }
}

/// A value of a mark, with the name of its axis: `.value("Steps", day.steps)`.
public struct PlottableValue: Sendable {
    enum Content: Sendable {
        case text(String)
        case number(Double)
        /// A date in seconds since 1970, and the parts of it that are shown.
        case moment(Double, ChartDateUnit)
    }

    let name: LocalizedStringKey
    let content: Content

    /// A name.
    public static func value(_ labelKey: LocalizedStringKey, _ value: some StringProtocol) -> PlottableValue {
        PlottableValue(name: labelKey, content: .text(String(value)))
    }

    /// A number.
    public static func value(_ labelKey: LocalizedStringKey, _ value: some BinaryInteger) -> PlottableValue {
        PlottableValue(name: labelKey, content: .number(Double(value)))
    }

    /// A number. One that is not finite is left out.
    public static func value(_ labelKey: LocalizedStringKey, _ value: some BinaryFloatingPoint) -> PlottableValue {
        PlottableValue(name: labelKey, content: .number(Double(value)))
    }

    /// A date, Foundation's `Date`, in the time zone of the process.
    @_disfavoredOverload
    public static func value<Moment: Codable>(
        _ labelKey: LocalizedStringKey, _ date: Moment, unit: ChartDateUnit = .minute
    ) -> PlottableValue {
        guard let seconds = LocalTime.seconds(of: date) else {
            return PlottableValue(name: labelKey, content: .text("\(date)"))
        }
        return PlottableValue(name: labelKey, content: .moment(seconds, unit))
    }

    var text: String {
        switch content {
        case .text(let text): text
        case .number(let number): TextFormat.number.text(of: number)
        case .moment(let seconds, let unit): unit.text(of: LocalTime(seconds: seconds))
        }
    }

    /// The place along an axis. Nil for a name.
    var number: Double? {
        switch content {
        case .text: nil
        case .number(let number), .moment(let number, _): number
        }
    }
}

/// The part of a date that the marks of a ``Chart`` show.
public enum ChartDateUnit: Hashable, Sendable {
    case year, month, day, hour, minute

    func text(of time: LocalTime) -> String {
        switch self {
        case .year: String(time.text([.date]).prefix(4))
        case .month: String(time.text([.date]).prefix(7))
        case .day: time.text([.date])
        case .hour: String(ChartDateUnit.minute.text(of: time).prefix(13)) + ":00"
        case .minute: time.text([.date, .hourAndMinute]).split(separator: "T").joined(separator: " ")
        }
    }
}

/// A bar of a ``Chart``: upright with the number at `y`, lying with the number at `x`.
public struct BarMark: ChartContent {
    private let x, y: PlottableValue

    /// Makes a bar from 0 to a number.
    public init(x: PlottableValue, y: PlottableValue) { (self.x, self.y) = (x, y) }

    public func add(to marks: ChartMarks) { marks.add(.bar, x: x, y: y) }
}

/// A point that a line of a ``Chart`` leads through.
public struct LineMark: ChartContent {
    private let x, y: PlottableValue

    /// Makes a point that the line leads through.
    public init(x: PlottableValue, y: PlottableValue) { (self.x, self.y) = (x, y) }

    public func add(to marks: ChartMarks) { marks.add(.line, x: x, y: y) }
}

/// A point of a ``Chart``.
public struct PointMark: ChartContent {
    private let x, y: PlottableValue

    /// Makes a point.
    public init(x: PlottableValue, y: PlottableValue) { (self.x, self.y) = (x, y) }

    public func add(to marks: ChartMarks) { marks.add(.point, x: x, y: y) }
}

/// The marks of a ``Chart``, in their order.
@MainActor
public final class ChartMarks {
    enum Kind: CaseIterable {
        case line, bar, point
    }

    private var marks: [Kind: [(x: PlottableValue, y: PlottableValue)]] = [:]

    func add(_ kind: Kind, x: PlottableValue, y: PlottableValue) { marks[kind, default: []].append((x, y)) }

    /// Passes the chart on, with a table of its numbers.
    func render(in renderer: ViewRenderer) {
        guard let kind = Kind.allCases.first(where: { marks[$0] != nil }), let drawn = marks[kind] else {
            return renderer.node(Node(.chart))
        }
        // A line and its points are one series.
        let others = marks.filter {
            $0.key != kind && !(kind == .line && $0.key == .point && $0.value.count == drawn.count)
        }
        if !others.isEmpty { renderer.reportError("a chart shows one series of numbers: make a Chart for each") }
        let isHorizontal = kind == .bar && drawn.allSatisfy { $0.y.number == nil }
        var series: [(label: String, place: Double?, value: Double)] = []
        var places: [String: Int] = [:]
        for mark in drawn {
            let (label, value) = isHorizontal ? (mark.y, mark.x) : (mark.x, mark.y)
            guard let number = value.number else {
                renderer.reportError("a chart shows numbers, and '\(value.text)' is none")
                continue
            }
            guard number.isFinite, label.number?.isFinite != false else { continue }
            let text = label.text
            if kind == .bar, let place = places[text] {
                series[place].value += number
            } else {
                places[text] = series.count
                series.append((text, label.number, number))
            }
        }
        let names = isHorizontal ? (drawn[0].y.name, drawn[0].x.name) : (drawn[0].x.name, drawn[0].y.name)
        render(series, kind, isHorizontal, (renderer.text(of: names.0), renderer.text(of: names.1)), in: renderer)
    }

    private func render(
        _ series: [(label: String, place: Double?, value: Double)], _ kind: Kind, _ isHorizontal: Bool,
        _ names: (label: String, value: String), in renderer: ViewRenderer
    ) {
        let mark = kind == .line ? "line" : kind == .point ? "point" : isHorizontal ? "horizontalBar" : "bar"
        var fields: [String: Value] = [
            "mark": .string(mark), "labelName": .string(names.label), "valueName": .string(names.value),
            "labels": .list(series.map { .string($0.label) }), "values": .list(series.map { .double($0.value) }),
        ]
        let places = series.compactMap(\.place)
        if kind != .bar, places.count == series.count { fields["positions"] = .list(places.map { .double($0) }) }
        renderer.node(Node(.chart, value: .record(fields))) {
            renderer.node(Node(.table)) {
                renderer.node(Node(.row, flags: .header)) {
                    renderer.node(Node(.text, text: names.label))
                    renderer.node(Node(.text, text: names.value))
                }
                for row in series {
                    renderer.node(Node(.row)) {
                        renderer.node(Node(.text, text: row.label))
                        renderer.node(Node(.text, text: TextFormat.number.text(of: row.value)))
                    }
                }
            }
        }
    }
}
