import FeatureContract
import Testing

@testable import HostCore
@testable import HostTestSupport

/// Kinds of nodes as this host shows them, and as a host does that does not know them.
@Suite struct LaterKindTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let kind: NodeKind
        let node: ViewNode
        let text: String
        /// The text of a host that does not know the kind.
        let earlier: String

        var testDescription: String { "\(kind)" }
    }

    private static func node(_ kind: NodeKind, _ text: String = "", _ children: [ViewNode] = []) -> ViewNode {
        var node = ViewNode(kind, text: text, children: children)
        if kind == .button || kind == .textField || kind == .toggle { node.action = 7 }
        return node
    }

    private static func toggle(_ text: String, isOn: Bool) -> ViewNode {
        var toggle = node(.toggle, text)
        toggle.value = .bool(isOn)
        return toggle
    }

    private static var slider: ViewNode {
        var slider = node(.slider, "Volume", steps)
        slider.detail = "5"
        slider.action = 8
        slider.value = .record(["value": .double(5), "minimum": .double(0), "maximum": .double(20), "step": .double(1)])
        return slider
    }

    private static var stepper: ViewNode {
        var stepper = node(.stepper, "Copies", steps)
        stepper.detail = "3"
        return stepper
    }

    private static var chart: ViewNode {
        let table = node(.table, "", [node(.row, "", [node(.text, "Mon"), node(.text, "2")])])
        var chart = node(.chart, "Walks", [table])
        chart.value = .record([
            "mark": .string("bar"), "labels": .list([.string("Mon")]), "values": .list([.double(2)]),
        ])
        return chart
    }

    private static let steps = [node(.button, "-"), node(.button, "+")]

    static let examples = [
        Example(
            kind: .hstack, node: node(.hstack, "", [node(.text, "a"), node(.spacer), node(.button, "b")]),
            text: "a  [b]\n", earlier: "a\n[b]\n"),
        Example(
            kind: .hstack, node: node(.hstack, "", [node(.text, "a"), node(.list, "", [node(.text, "b")])]),
            text: "a\nb\n", earlier: "a\nb\n"),
        Example(
            kind: .grid,
            node: node(
                .grid, "",
                [
                    node(.hstack, "", [node(.text, "Name"), node(.textField)]),
                    node(
                        .hstack, "",
                        [node(.group, "", [node(.text, "Given"), node(.text, "name")]), node(.button, "b")]),
                    node(.text, "whole"),
                ]), text: "Name         []\nGiven  name  [b]\nwhole\n", earlier: "Name\n[]\nGiven\nname\n[b]\nwhole\n"),
        Example(kind: .stepper, node: stepper, text: "Copies: 3  [-]  [+]\n", earlier: "Copies\n[-]\n[+]\n"),
        Example(
            kind: .slider, node: slider, text: "Volume: 5  [#####---------------]  [-]  [+]\n",
            earlier: "Volume\n[-]\n[+]\n"),
        Example(
            kind: .disclosure, node: node(.disclosure, "", [toggle("More", isOn: true), node(.text, "a")]),
            text: "[-] More\n  a\n", earlier: "[x] More\na\n"),
        Example(
            kind: .disclosure, node: node(.disclosure, "", [toggle("More", isOn: false)]), text: "[+] More\n",
            earlier: "[ ] More\n"),
        Example(
            kind: .menu, node: node(.menu, "Sort", [node(.button, "Up"), node(.button, "Down")]),
            text: "Sort:  [Up]  [Down]\n", earlier: "Sort\n[Up]\n[Down]\n"),
        Example(
            kind: .sheet, node: node(.sheet, "New", [node(.textField, "Name")]), text: "! New\n  Name: []\n",
            earlier: "New\nName: []\n"),
        Example(
            kind: .cover, node: node(.cover, "New", [node(.text, "a")]), text: "! New\n  a\n", earlier: "New\na\n"),
        Example(
            kind: .push, node: node(.push, "Ada", [node(.text, "a")]), text: "! Ada\n  a\n", earlier: "Ada\na\n"),
        Example(
            kind: .chart, node: chart, text: "Walks\nMon  2  ####################\n", earlier: "Walks\nMon  2\n"),
    ]

    @Test("each kind has an example")
    func complete() {
        let kinds = Set(Self.examples.map(\.kind)).union([.spacer])
        #expect(NodeKind.allCases.filter { $0.rawValue > NodeKind.confirmation.rawValue }.allSatisfy(kinds.contains))
    }

    @Test("a node of a later kind is shown", arguments: examples)
    func shown(example: Example) throws {
        #expect(TextRenderer.text(of: RenderedScreen(nodes: [example.node])) == example.text)
    }

    @Test("who does not know it shows it by its text and its children, which can still be used", arguments: examples)
    func earlier(example: Example) throws {
        let screen = RenderedScreen(nodes: [example.node.unknown])
        #expect(TextRenderer.text(of: screen) == example.earlier)
        for label in example.node.buttons { #expect(try NodeFinder(screen).press(label).node.action == 7) }
    }
}

extension ViewNode {
    /// The node as a host sees it that does not know its kind.
    fileprivate var unknown: ViewNode {
        let number = kindNumber > NodeKind.confirmation.rawValue ? kindNumber + 1000 : kindNumber
        var node = ViewNode(kindNumber: number, action: action, text: text, detail: detail, value: value)
        node.children = children.map(\.unknown)
        return node
    }

    /// The labels of the buttons in it.
    fileprivate var buttons: [String] { (kind == .button ? [text] : []) + children.flatMap(\.buttons) }
}
