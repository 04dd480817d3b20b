import FeatureContract
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@Suite("The finder of a node")
struct NodeFinderTests {
    private static func node(
        _ kind: NodeKind, _ text: String = "", _ children: [ViewNode] = [],
        _ change: (inout ViewNode) -> Void = { _ in }
    ) -> ViewNode {
        var node = ViewNode(kind, text: text, children: children)
        node.action = 1
        change(&node)
        return node
    }

    private static let screen = RenderedScreen(nodes: [
        node(.text, "Save"), node(.button, "Save"), node(.button, "save all"), node(.button, "Delete one"),
        node(.button, "Delete all"), node(.button, "Locked") { $0.flags = .disabled },
        node(.link, "", [node(.text, "Sherlock"), node(.text, "Holmes")]) { $0.destination = .of("x/holmes") },
        node(.link) { $0.destination = .of("x/bare?n=1") },
        node(.toggle, "Night") { $0.value = .bool(true) }, node(.toggle, "Day"),
        node(
            .picker, "Size",
            [
                node(.option, "Small") { $0.value = .integer(1) }, node(.option, "Large") { $0.value = .integer(2) },
                node(.option, "Huge") { ($0.value, $0.flags) = (.integer(3), .disabled) },
            ]),
        node(.textField, "Name"), node(.textField, "Nickname"), node(.textField, "Fixed") { $0.flags = .disabled },
        node(
            .table, "",
            [
                node(.row, "", [node(.text, "Ann"), node(.text, "42")]) { $0.destination = .of("x/ann") },
                node(.row, "", [node(.text, "Bob"), node(.text, "7")]) { $0.action = 0 },
            ]),
        node(.button, "+") { $0.accessibilityLabel = "Add" },
        node(.button, "Print") { $0.accessibilityLabel = "Print this page" },
        node(.urlLink, "Site") { $0.url = "https://x.org" },
    ])

    /// The found node as `kind label value`, or the error's text.
    private func press(_ label: String) -> String {
        do throws(NodeFinderError) {
            let use = try NodeFinder(Self.screen).press(label)
            let value = use.value == .null ? "" : " \(use.value.scalarText ?? "?")"
            return "\(use.node.kindName) \(use.node.label)\(value)"
        } catch {
            return error.description
        }
    }

    @Test(
        "a label matches exactly, else without regard to case, else as a unique beginning, else as a text in it",
        arguments: [
            ("Save", "button Save"), ("SAVE", "button Save"), ("save all", "button save all"),
            ("Save a", "button save all"),
            ("Sherlock Holmes", "link Sherlock Holmes"), ("sherl", "link Sherlock Holmes"), ("x/bare?n=1", "link "),
            ("Night", "toggle Night false"), ("Day", "toggle Day true"), ("Small", "picker Size 1"),
            ("lar", "picker Size 2"), ("Ann", "row Ann 42"), ("Ann 42", "row Ann 42"), ("A", "'A' is the beginning of"),
            ("An", "row Ann 42"), ("Size=lar", "the screen shows no 'Size=lar' to press"),
            ("size=Large", "picker Size 2"), ("Add", "button +"), ("+", "button +"), ("Pri", "button Print"),
            ("Site", "urlLink Site"), ("holmes", "link Sherlock Holmes"), ("42", "row Ann 42"),
            ("Delete", "'Delete' is the beginning of 'Delete one', 'Delete all'; write one of them in full"),
            ("Locked", "'Locked' is disabled"), ("Huge", "'Huge' is disabled"),
            ("Deleet all", "the screen shows no 'Deleet all' to press; did you mean 'Delete all'?"),
            ("Bob", "the screen shows no 'Bob' to press"), ("Name", "the screen shows no 'Name' to press"),
            ("", "the screen shows no '' to press"),
            ("qqqqqqqq", "there is 'Save', 'save all', 'Delete one', 'Delete all', 'Locked', 'Sherlock Holmes' and "),
        ])
    func presses(label: String, expected: String) {
        let found = press(label)
        let isError = expected.contains("'")
        #expect(isError ? found.contains(expected) : found == expected, "\(found)")
    }

    @Test(
        "of several controls with one label each is pressed by its number, and the label alone is refused")
    func repeated() throws {
        func button(_ text: String, _ action: UInt64, _ flags: ViewNode.Flags = []) -> ViewNode {
            Self.node(.button, text) { ($0.action, $0.flags) = (action, flags) }
        }
        let finder = NodeFinder(
            RenderedScreen(nodes: [
                button("Done", 1), button("Delete", 2), button("done", 3), button("Undo", 4, .disabled),
                button("Undo", 5), button("Delete", 6), Self.node(.link, "More") { $0.destination = .of("x/more") },
                Self.node(.link, "More") { $0.destination = .of("x/more") }, button("Room #1", 7),
            ]))
        #expect(throws: NodeFinderError.repeated("Delete", count: 2, places: [])) { try finder.press("Delete") }
        let error = #expect(throws: NodeFinderError.self) { try finder.press("DONE") }
        #expect(
            error?.description
                == "'DONE' is there 2 times, and no name tells one from the others; write 'DONE#1' for the first of them, "
                + "up to 'DONE#2'")
        #expect(try finder.press("Done").node.action == 1)
        #expect(try finder.press("Delete#1").node.action == 2)
        #expect(try finder.press("delete#2").node.action == 6)
        #expect(throws: NodeFinderError.repeated("Delete", count: 2, places: [])) { try finder.press("Delete#3") }
        #expect(throws: NodeFinderError.self) { try finder.press("Delete#0") }
        // Also if one alone can be used, which may be another one the next time.
        #expect(throws: NodeFinderError.repeated("Undo", count: 2, places: [])) { try finder.press("Undo") }
        #expect(throws: NodeFinderError.repeated("Undo", count: 2, places: [])) { try finder.press("Un") }
        #expect(try finder.press("Undo#2").node.action == 5)
        #expect(throws: NodeFinderError.disabled("Undo#1")) { try finder.press("Undo#1") }
        #expect(try finder.press("More").node.destination == .of("x/more"))
        #expect(try finder.press("Room #1").node.action == 7)
    }

    /// Three items with a button each: a section, a row with a text, and one in a section in that section.
    private static let items: RenderedScreen = {
        func button(_ action: UInt64) -> ViewNode { node(.button, "Delete") { $0.action = action } }
        let row = node(.hstack, "") { $0.children = [ViewNode(.text, text: "Item 2"), button(2)] }
        let inner = ViewNode(.section, text: "Item 3", children: [button(3)])
        let colour = node(.picker, "Colour") {
            $0.children = [
                node(.option, "Red") { $0.value = .integer(1) }, node(.option, "Delete") { $0.value = .integer(2) },
            ]
            $0.action = 4
        }
        return RenderedScreen(nodes: [
            ViewNode(.section, text: "Item 1", children: [button(1)]), row,
            ViewNode(.section, text: "Old", children: [inner, colour]), node(.button, "A/B") { $0.action = 5 },
        ])
    }()

    @Test(
        "a control of several with one label is pressed by the name of its row, section or picker",
        arguments: [
            ("Item 1/Delete", 1), ("item 2/delete", 2), ("Item 3/Del", 3), ("Old/Delete#1", 3), ("Colour/Delete", 4),
            ("Old/Colour/Delete", 4), ("A/B", 5), ("Item 4/Delete", nil), ("Item 1/Remove", nil), ("/Delete", nil),
        ] as [(String, UInt64?)])
    func placed(label: String, action: UInt64?) {
        #expect((try? NodeFinder(Self.items).press(label).node.action) == action)
    }

    @Test("where the controls of one label are is told")
    func places() {
        let error = #expect(throws: NodeFinderError.self) { try NodeFinder(Self.items).press("Delete") }
        #expect(
            error?.description
                == "'Delete' is there 4 times: in 'Item 1', 'Item 2', 'Item 3', 'Colour'; write 'Item 2/Delete' or "
                + "'Delete#2' for the second of them")
        var screen = Self.items
        screen.nodes.append(Self.node(.button, "Delete") { $0.action = 9 })
        let partly = #expect(throws: NodeFinderError.self) { try NodeFinder(screen).press("Delete") }
        #expect(
            partly?.description
                == "'Delete' is there 5 times, of which names tell 4 apart: 'Item 1', 'Item 2', 'Item 3', 'Colour'; write "
                + "'Item 1/Delete', or "
                + "'Delete#1' for the first of them, up to 'Delete#5'")
    }

    @Test("controls are counted and numbered in their place, and a label is found again by the shortest of its names")
    func placed() throws {
        func button(_ text: String, _ action: UInt64) -> ViewNode { Self.node(.button, text) { $0.action = action } }
        let (archive, inbox) = (
            [button("Delete", 1), button("Delete", 2)], [button("Delete", 3), button("Delete#2", 4)]
        )
        let finder = NodeFinder(
            RenderedScreen(nodes: [
                Self.node(.section, "Inbox") { $0.children = inbox },
                Self.node(.section, "Archive") { $0.children = archive },
            ]))
        #expect(finder.count(of: "delete") == 3 && finder.count(of: "archive/Delete") == 2)
        #expect(finder.count(of: "Archive/Nothing") == 0 && finder.count(of: "Nowhere/Delete") == 0)
        #expect(throws: NodeFinderError.repeated("Archive/Delete", count: 2, places: [])) {
            try finder.press("Archive/Delete")
        }
        #expect(try finder.press("Archive/Delete#2").node.action == 2)
        let names = (inbox + archive).map { finder.label(of: $0, value: .null, isTyped: false) }
        for (node, name) in zip(inbox + archive, names) { #expect(try finder.press(name ?? "").node == node) }
    }

    @Test(
        "the longest label with an equals sign is the one that is typed into",
        arguments: [
            ("k=v=hello", "k=v", "hello"), ("k=x=y", "k", "x=y"), ("k=", "k", ""), ("k=v=", "k=v", ""),
            ("other=k=v=1", "other", "k=v=1"),
        ])
    func equalsSigns(typed: String, label: String, text: String) throws {
        let finder = NodeFinder(
            RenderedScreen(nodes: ["k", "k=v"].map { Self.node(.textField, $0) { $0.action = 1 } }))
        let parts = typed.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        #expect(finder.split(parts[0], parts[1]) == (label, text))
    }

    @Test("a control is pressed by its shortcut, unless another one has that label")
    func shortcuts() throws {
        let finder = NodeFinder(
            RenderedScreen(nodes: [
                Self.node(.toggle, "Night") { $0.shortcut = "Meta+n" },
                Self.node(.button, "Save") { $0.shortcut = "Enter" },
                Self.node(.button, "Enter") { $0.action = 2 },
            ]))
        #expect(try finder.press("alt-n").node.text == "Night")
        #expect(try finder.press("Alt-N").value == .bool(true))
        #expect(try finder.press("Enter").node.action == 2)
    }

    @Test("every kind whose nodes have an action is found by its label", arguments: NodeKind.allCases)
    func kinds(kind: NodeKind) {
        let option = ViewNode(.option, text: "Label")
        let control = Self.node(kind, "Label", kind.actionValue == .option ? [option] : [])
        let finder = NodeFinder(RenderedScreen(nodes: [control]))
        let label = kind == .alert || kind == .confirmation ? ViewNode.closingLabel : "Label"
        switch kind.actionValue {
        // An inner screen is left by going back.
        case .nothing where kind == .sheet || kind == .cover || kind == .push: break
        case .nothing, .bool, .option: #expect(throws: Never.self) { try finder.press(label) }
        case .string, .double: #expect(throws: Never.self) { try finder.field(label) }
        case nil: break
        }
    }

    @Test("the error for a screen without controls says so")
    func nothing() {
        let error = #expect(throws: NodeFinderError.self) { try NodeFinder(RenderedScreen()).press("x") }
        #expect(error?.description == "the screen shows no 'x' to press; there is nothing of that kind")
    }

    @Test("an error lists each label once, and the beginning of a long one")
    func longLabels() {
        let long = String(repeating: "w", count: 1000)
        let cut = String(repeating: "w", count: 57) + "…"
        let buttons = [Self.node(.button, long), Self.node(.button, "a"), Self.node(.button, "a")]
        let finder = NodeFinder(RenderedScreen(nodes: buttons))
        let missing = #expect(throws: NodeFinderError.self) { try finder.press("zzz") }
        #expect(missing?.description == "the screen shows no 'zzz' to press; there is '\(cut)', 'a'")
        let near = #expect(throws: NodeFinderError.self) { try finder.press("v" + long) }
        #expect(near?.description.hasSuffix("; did you mean '\(cut)'?") == true)
        let several = NodeFinder(
            RenderedScreen(nodes: [Self.node(.button, long + "1"), Self.node(.button, long + "2")]))
        let ambiguous = #expect(throws: NodeFinderError.self) { try several.press("ww") }
        #expect(
            ambiguous?.description == "'ww' is the beginning of '\(cut)', '\(cut)'; write one of them in full")
    }

    @Test(
        "a screen of 50000 buttons is searched in one pass, for a label that it has and for one that it lacks", .deep,
        .blocking)
    func manyButtons() throws {
        let finder = NodeFinder(
            RenderedScreen(nodes: (0..<50_000).map { Self.node(.button, "Button number \($0) of a long list") }))
        #expect(try finder.press("button number 49999 ").node.text == "Button number 49999 of a long list")
        let error = #expect(throws: NodeFinderError.self) { try finder.press("Save everything that there is to save") }
        #expect(error?.description.hasSuffix("'Button number 5 of a long list' and 49994 more") == true)
    }

    @Test("a label finds only a text field to type into")
    func fields() throws {
        let finder = NodeFinder(Self.screen)
        #expect(try finder.field("Name").text == "Name")
        #expect(try finder.field("nick").text == "Nickname")
        #expect(throws: NodeFinderError.ambiguous("N", .init(["Name", "Nickname"]))) { try finder.field("N") }
        #expect(throws: NodeFinderError.disabled("Fixed")) { try finder.field("Fixed") }
        let error = #expect(throws: NodeFinderError.self) { try finder.field("Save") }
        #expect(error?.description.hasPrefix("the screen shows no 'Save' to type into; ") == true)
    }
}
