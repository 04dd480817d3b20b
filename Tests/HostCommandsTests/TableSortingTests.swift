import FeatureContract
import TestSupport
import Testing

@testable import HostCommands
@testable import HostCore
@testable import ProgramTestSupport

@Suite("Sorting a table")
struct TableSortingTests {
    private static func rows(_ texts: [String]) -> [ViewNode] {
        texts.map { ViewNode(.row, children: [ViewNode(.text, text: $0)]) }
    }

    @Test(
        "cells are in the order that a person expects: numbers by amount, then words, and what is empty last",
        arguments: [
            ["-20", "-2", "5", "10", "n/a", ""],
            ["0.25", "1", "1,024", "2,000.5"],
            ["€ 3", "€ 20", "$ 100"],
            ["7 B", "12 KB", "900 MB", "1.5 GB", "2 TB"],
            ["1.1.0", "1.2.0", "1.9.0", "1.10.0", "1.10.2"],
            ["9.1.1.1", "10.0.0.3"],
            ["09:59", "12:30", "23:00"],
            ["9007199254740992", "9007199254740993"],
            ["alpha", "Beta", "row 2", "row 10"],
            ["\u{2212}7 \u{B0}C", "3 \u{B0}C"],
        ])
    func order(expected: [String]) {
        let mixed = Self.rows(expected.reversed())
        #expect(TableSorting(column: 0).sorted(mixed).map(\.label) == expected)
        let down = TableSorting(column: 0, isDown: true).sorted(Self.rows(expected)).map(\.label)
        #expect(down == expected.filter { !$0.isEmpty }.reversed() + expected.filter(\.isEmpty))
    }

    @Test("rows that are equal stay as they are, and a column that is not there changes nothing")
    func stable() {
        let rows = ["b", "a"].map { text in
            ViewNode(.row, children: [ViewNode(.text, text: "same"), ViewNode(.text, text: text)])
        }
        for column in [0, 5] {
            #expect(TableSorting(column: column).sorted(rows).map { $0.children[1].label } == ["b", "a"])
            #expect(TableSorting(column: column, isDown: true).sorted(rows).map { $0.children[1].label } == ["b", "a"])
        }
        #expect(TableSorting(column: 1).sorted(rows).map { $0.children[1].label } == ["a", "b"])
    }

    @Test("the text of a cell is that of all texts in it, and a cell with a control has none")
    func texts() {
        let text = ViewNode(.text, text: "5")
        let cells = [
            text, ViewNode(.group, children: [text]), ViewNode(.group, children: [text, ViewNode(.label, text: "kg")]),
            ViewNode(.group, children: [text, ViewNode(.button, text: "Add")]), ViewNode(.button, text: "Add"),
        ]
        let row = ViewNode(.row, children: cells)
        #expect((0...5).map { TableSorting.text(of: row, $0) } == ["5", "5", "5 kg", "", "", ""])
    }

    @Test(
        "a column ends below one another if all its texts are numbers",
        arguments: [
            (["1", "-2", ""], true), (["12 KB", "1.5 GB"], true), (["12:30"], true), (["1.10.2"], true),
            (["5", "n/a"], false), (["", ""], false), (["Person 1"], false), (["3 cats"], false),
        ])
    func numeric(texts: [String], isNumeric: Bool) {
        #expect(TableSorting.isNumeric(texts) == isNumeric)
    }
}
