import FeatureContract
import Testing

@testable import HostCommands
@testable import HostCore

@Suite("The lines of a screen in the terminal")
struct ScreenLayoutTests {
    private static func lines(_ nodes: ViewNode...) -> [String] {
        ScreenLayout(nodes: nodes, width: 60).lines.map { String(repeating: " ", count: $0.indent) + $0.text.text }
    }

    private static func text(_ text: String) -> ViewNode { ViewNode(.text, text: text) }

    private static func button(_ text: String = "", _ children: ViewNode...) -> ViewNode {
        var button = ViewNode(.button, text: text, children: children)
        button.action = 1
        return button
    }

    private static func field(_ symbol: String = "") -> ViewNode {
        var field = ViewNode(.textField, text: "Name")
        (field.action, field.symbol) = (1, symbol)
        return field
    }

    @Test("a spacer parts its own line of a label: what stands below goes on with the label")
    func spacers() {
        let first = ViewNode(.hstack, children: [Self.text("Ann"), ViewNode(.spacer), Self.text("9:00")])
        let label = ViewNode(.group, children: [first, Self.text("Lunch?")])
        let row = Self.button("", ViewNode(.hstack, children: [label, Self.text("2 files")]))
        #expect(Self.lines(row) == ["[ Ann Lunch? 2 files ]  9:00"])
    }

    @Test("a menu that opens as a list stands beside what is in its line, also where it has dividers")
    func menus() {
        let items = [
            Self.button("By name"), ViewNode(.divider), Self.button("Delete all"),
        ]
        let line = ViewNode(
            .hstack,
            children: [Self.button("Add"), ViewNode(.menu, text: "Sort", children: items)])
        #expect(Self.lines(line) == ["[ Add ]  Sort ▾"])
    }

    @Test("a screen with a field is a form, unless the field searches its rows")
    func forms() {
        let rows = ViewNode(.list, children: [Self.button("One"), Self.button("Two")])
        let texts = ViewNode(.list, children: [Self.text("One")])
        for (field, below, isForm) in [
            (Self.field(), rows, true), (Self.field("magnifyingglass"), rows, false),
            (Self.field("magnifyingglass"), texts, true),
        ] {
            #expect(ScreenLayout(nodes: [field, below], width: 60).isForm == isForm)
        }
        #expect(!ScreenLayout(nodes: [rows], width: 60).isForm)
    }
}
