import FeatureContract
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@Suite("A chart")
struct ChartTests {
    private static let value: Value = .record([
        "mark": .string("bar"), "labelName": .string("Day"), "valueName": .string("Steps"),
        "labels": .list([.string("Mon"), .string("Tue"), .string("Wed")]),
        "values": .list([.double(20), .double(-10), .double(5)]),
    ])

    /// The chart with its table, and with other fields of its value.
    private static func chart(_ changes: [String: Value] = [:]) -> ViewNode {
        guard case .record(let fields) = value else { return node(.chart) }
        let rows = [("Mon", "20"), ("Tue", "-10"), ("Wed", "5")].map {
            node(.row, "", [node(.text, $0.0), node(.text, $0.1)])
        }
        let header = node(.row, "", [node(.text, "Day"), node(.text, "Steps")]) { $0.flags = .header }
        return node(.chart, "Walks", [node(.table, "", [header] + rows)]) {
            $0.value = .record(fields.merging(changes) { $1 })
        }
    }

    private static func text(_ chart: ViewNode) -> String {
        TextRenderer.text(of: RenderedScreen(nodes: [chart]))
    }

    @Test("its table has a column with the bars")
    func text() {
        #expect(
            Self.text(Self.chart()) == """
                Walks
                Day  Steps
                ---  -----
                Mon  20            #############
                Tue  -10    #######
                Wed  5             ###

                """)
    }

    @Test("it is told in a sentence, with its lowest and its highest value")
    func summary() {
        #expect(
            ChartSeries(Self.chart())?.summary == "bar chart, Steps by Day, 3 values from -10 (Tue) to 20 (Mon)")
    }

    @Test(
        "one whose value cannot be drawn is shown as its table",
        arguments: [
            ["mark": Value.string("pie")], ["mark": .null], ["labels": .list([.string("Mon")])],
            ["labels": .list([.string("Mon"), .integer(1), .string("Wed")])],
            ["values": .list([.double(1), .string("2"), .double(3)])], ["labels": .list([]), "values": .list([])],
            ["values": .list([.double(-1e308), .double(1e308), .double(0)])],
        ])
    func broken(changes: [String: Value]) {
        let chart = Self.chart(changes)
        #expect(ChartSeries(chart) == nil)
        #expect(Self.text(chart) == "Walks\nDay  Steps\n---  -----\nMon  20\nTue  -10\nWed  5\n")
    }

    @Test("its values stand by their positions, and at equal distances without any that make sense")
    func positions() {
        func places(_ positions: Value) -> [Double]? {
            ChartSeries(Self.chart(["mark": .string("line"), "positions": positions])).map { series in
                series.values.indices.map { series.position($0) }
            }
        }
        #expect(places(.list([.double(10), .double(11), .double(14)])) == [0, 0.25, 1])
        #expect(places(.list([.double(1), .double(1), .double(1)])) == [0, 0.5, 1])
        #expect(places(.list([.double(1)])) == [0, 0.5, 1])
        #expect(places(.string("left")) == [0, 0.5, 1])
    }

    @Test(
        "the axis of bars begins at 0, that of lines at the lowest value, and neither has no length",
        arguments: [
            ("bar", [2.0, 3, 5], 0.0...5.0), ("bar", [-2, -1, -5], -5...0), ("bar", [0, 0, 0], 0...1),
            ("line", [2, 3, 5], 2...5), ("point", [4, 4, 4], 3...5),
        ])
    func axis(mark: String, values: [Double], domain: ClosedRange<Double>) {
        let chart = Self.chart(["mark": .string(mark), "values": .list(values.map { .double($0) })])
        #expect(ChartSeries(chart)?.domain == domain)
    }
}
