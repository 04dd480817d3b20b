import FeatureKit
import FeatureTesting
import Foundation
import Testing

@Suite("A chart of a feature")
struct ChartTests {
    private struct Day: Identifiable {
        let id: Int
        let name: String
        let steps: Int
    }

    private static let days = [
        Day(id: 1, name: "Mon", steps: 4), Day(id: 2, name: "Tue", steps: 2), Day(id: 3, name: "Mon", steps: 1),
    ]

    /// The value of the chart, which is all that the screen shows besides its table.
    private func value(@ChartContentBuilder _ content: @escaping @MainActor () -> some ChartContent) throws -> String {
        let outline = try screen { Chart(content: content) }.outline
        return String(outline.prefix { $0 != "\n" })
    }

    @Test("bars of one name are added up, and stand in a table too")
    func bars() throws {
        let screen = try screen {
            Chart(Self.days) { BarMark(x: .value("Day", $0.name), y: .value("Steps", $0.steps)) }
        }
        #expect(
            try screen.outline == """
                chart value:{"labelName":"Day","labels":["Mon","Tue"],"mark":"bar","valueName":"Steps","values":[5.0,2.0]}
                  table
                    row header
                      text text:Day
                      text text:Steps
                    row
                      text text:Mon
                      text text:5
                    row
                      text text:Tue
                      text text:2
                """)
    }

    @Test("bars with a name at y lie")
    func lying() throws {
        #expect(
            try value { BarMark(x: .value("Steps", 1.5), y: .value("Day", "Mon")) }
                == #"chart value:{"labelName":"Day","labels":["Mon"],"mark":"horizontalBar","valueName":"Steps","values":[1.5]}"#
        )
    }

    @Test("a line and points in the same places are one line, which stands by its numbers")
    func line() throws {
        let value = try value {
            ForEach([0, 6, 9], id: \.self) { hour in
                LineMark(x: .value("Hour", hour), y: .value("Load", hour * 2))
                PointMark(x: .value("Hour", hour), y: .value("Load", hour * 2))
            }
        }
        #expect(
            value == #"chart value:{"labelName":"Hour","labels":["0","6","9"],"mark":"line","positions":[0.0,6.0,9.0],"#
                + #""valueName":"Load","values":[0.0,12.0,18.0]}"#)
    }

    @Test("a date is shown by its part, and a case by its name")
    func labels() throws {
        enum Size: String { case small, large }
        let day = Date(timeIntervalSince1970: 86_400 * 365.5)
        #expect(
            try value { PointMark(x: .value("Year", day, unit: .year), y: .value("Count", 1)) }
                .contains(#""labels":["1971"]"#))
        #expect(
            try value { BarMark(x: .value("Size", Size.large), y: .value("Count", 1)) }.contains(#""labels":["large"]"#)
        )
    }

    @Test("what is no finite number is left out")
    func infinite() throws {
        let value = try value {
            BarMark(x: .value("A", "a"), y: .value("B", Double.nan))
            BarMark(x: .value("A", "b"), y: .value("B", 2))
        }
        #expect(value.contains(#""labels":["b"],"#))
    }

    @Test("a second series and a chart of names alone are reported to the author")
    func reported() throws {
        func messages(@ChartContentBuilder _ content: @escaping @MainActor () -> some ChartContent) throws -> [String] {
            let harness = try FeatureHarness { Chart(content: content) }
            _ = try harness.openMain()
            return harness.logLines.map(\.message)
        }
        #expect(
            try messages {
                BarMark(x: .value("A", "a"), y: .value("B", 1))
                LineMark(x: .value("A", "a"), y: .value("B", 1))
            } == ["a chart shows one series of numbers: make a Chart for each"])
        #expect(
            try messages { BarMark(x: .value("A", "a"), y: .value("B", "b")) }
                == ["a chart shows numbers, and 'a' is none"])
    }

    @Test("a chart without marks is empty")
    func empty() throws {
        #expect(try value {} == "chart")
    }
}
