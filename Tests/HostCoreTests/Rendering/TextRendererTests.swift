import FeatureContract
import HostSystem
import Testing

@testable import HostCore
@testable import HostTestSupport

@Suite("The text of a screen")
struct TextRendererTests {
    private static func text(_ text: String) -> ViewNode { ViewNode(.text, text: text) }

    private static func row(_ cells: String..., change: (inout ViewNode) -> Void = { _ in }) -> ViewNode {
        node(.row, "", cells.map { text($0) }, change)
    }

    @Test(
        "each kind of node has its lines",
        arguments: [
            (node(.text, "plain"), ["plain"]),
            (node(.text, "two\nlines"), ["two", "lines"]),
            (node(.text, ""), [""]),
            (node(.text, "new") { $0.badge = "3" }, ["new (3)"]),
            (node(.text, "two\nlines") { $0.badge = "3" }, ["two", "lines (3)"]),
            (node(.text, "no") { $0.flags = .disabled }, ["no (disabled)"]),
            (node(.label, "Ann") { $0.detail = "since 1887" }, ["Ann  since 1887"]),
            (node(.label, "Ann") { $0.symbol = "person" }, ["Ann"]),
            (node(.group, "", [text("a"), text("b")]), ["a", "b"]),
            (node(.list, "", [text("a"), node(.group, "", [text("b")])]), ["a", "b"]),
            (node(.section, "Head", [text("a")]) { $0.detail = "Foot" }, ["Head", "  a", "Foot"]),
            (node(.section, "", [text("a")]), ["a"]),
            (node(.section, "A", [node(.section, "B", [text("c")])]), ["A", "  B", "    c"]),
            (node(.link, "Go") { $0.destination = .of("a/b") }, ["> Go"]),
            (node(.button, "") { $0.accessibilityLabel = "Add" }, ["[Add]"]),
            (node(.button, "+") { $0.accessibilityLabel = "Add" }, ["[+]"]),
            (node(.link, "") { $0.destination = .of("a/b?x=1") }, ["> a/b?x=1"]),
            (node(.link, "", [text("Go"), text("there")]), ["> Go there"]),
            (node(.link, "", [node(.label, "Ann") { $0.detail = "42" }]), ["> Ann  42"]),
            (
                node(.link, "Go") { ($0.detail, $0.badge, $0.flags) = ("far", "1", .disabled) },
                ["> Go  far (1) (disabled)"]
            ),
            (node(.urlLink, "Site") { $0.url = "https://x.org" }, ["> Site <https://x.org>"]),
            (node(.urlLink, "") { $0.url = "https://x.org" }, ["> https://x.org"]),
            (node(.embedded, "Ad") { $0.destination = .of("ad") }, ["> Ad"]),
            (node(.button, "Save"), ["[Save]"]),
            (node(.button, "", [text("Save"), text("now")]), ["[Save now]"]),
            (node(.button, "Save") { $0.flags = .disabled }, ["[Save] (disabled)"]),
            (node(.textField, "Name") { $0.value = .string("Ann") }, ["Name: [Ann]"]),
            (node(.textField, "Name"), ["Name: []"]),
            (node(.textField, "PIN") { ($0.value, $0.flags) = (.string("12é4"), .secure) }, ["PIN: [****]"]),
            (node(.toggle, "On") { $0.value = .bool(true) }, ["[x] On"]),
            (node(.toggle, "On") { $0.value = .bool(false) }, ["[ ] On"]),
            (node(.toggle, "On"), ["[ ] On"]),
            (
                node(
                    .picker, "Size",
                    [node(.option, "S") { $0.value = .integer(1) }, node(.option, "M") { $0.value = .integer(2) }]
                ) {
                    $0.value = .integer(2)
                }, ["Size: S (M)"]
            ),
            (node(.option, "S"), ["S"]),
            (node(.progress, "Loading"), ["Loading..."]),
            (node(.progress, ""), ["..."]),
            (node(.progress, "Half") { $0.value = .double(0.5) }, ["Half [##########----------] 50 %"]),
            (node(.progress, "") { $0.value = .double(0.26) }, ["[#####---------------] 26 %"]),
            (node(.progress, "") { $0.value = .double(7) }, ["[####################] 100 %"]),
            (node(.progress, "") { $0.value = .double(-1e300) }, ["[--------------------] 0 %"]),
            (node(.progress, "") { $0.value = .double(1e300) }, ["[####################] 100 %"]),
            (node(.divider), ["---"]),
            (node(.table, "", [row("a", "bb"), row("ccc", "d")]), ["a    bb", "ccc  d"]),
            (
                node(
                    .table, "",
                    [row("Name", "Nr") { $0.flags = .header }, row("Al", "1") { $0.destination = .of("x") }, row("B")]),
                ["  Name  Nr", "  ----  --", "> Al    1", "  B"]
            ),
            (node(.table, "", [row("日本", "x"), row("abc", "y")]), ["日本  x", "abc   y"]),
            (node(.table), []),
            (row("a", "b"), ["a  b"]),
            (
                node(.alert, "Sure?", [text("Really."), node(.button, "Yes"), node(.button, "No")]) {
                    $0.detail = "It is gone then."
                },
                ["! Sure?", "  It is gone then.", "  Really.", "  [Yes] [No]"]
            ),
            (node(.confirmation, "Which?", [node(.button, "This")]), ["! Which?", "  [This]"]),
            (node(.alert, "Done"), ["! Done"]),
            (node(nil, "Map", [text("here")]), ["Map", "here"]),
            (node(nil, "", [text("here")]), ["here"]),
        ])
    func kinds(node: ViewNode, lines: [String]) {
        #expect(TextRenderer.text(of: RenderedScreen(nodes: [node])) == lines.map { $0 + "\n" }.joined())
    }

    @Test("a title is underlined to its own width, and a lock comes last")
    func screen() {
        var screen = RenderedScreen(title: "日本", nodes: [Self.text("x")])
        screen.lock = "unsaved"
        #expect(TextRenderer.text(of: screen) == "日本\n====\n\nx\n\n(locked: unsaved)\n")
        #expect(TextRenderer.text(of: RenderedScreen()) == "")
    }

    @Test("a cell that is wider than the widest column stands out of it, and widens no other row")
    func wideCell() {
        let wide = String(repeating: "w", count: 1000)
        let rows = [Self.row("a", "b"), Self.row(wide, "c"), Self.row("d", "e")]
        let short = String(repeating: " ", count: DisplayText.widestColumn - 1 + 2)
        #expect(
            TextRenderer.text(of: RenderedScreen(nodes: [node(.table, "", rows)]))
                == "a\(short)b\n\(wide)  c\nd\(short)e\n")
    }

    @Test("a table's text grows with its cells, not with rows times columns")
    func raggedTable() {
        let longRow = ViewNode(.row, children: (0..<3000).map { _ in Self.text("c") })
        let short = Self.row("r") { $0.flags = .header }
        let table = node(.table, "", [longRow] + Array(repeating: short, count: 3000))
        #expect(TextRenderer.text(of: RenderedScreen(nodes: [table])).utf8.count == 3000 * 3 - 2 + 1 + 3000 * 4)
    }

    @Test("deeply nested nodes are indented only up to a limit")
    func deepText() {
        var deep = Self.text("deep")
        for _ in 0..<60 { deep = node(.section, "s", [deep]) }
        let indent = String(repeating: "  ", count: TextRenderer.deepestIndent)
        #expect(TextRenderer.text(of: RenderedScreen(nodes: [deep])).hasSuffix("\n\(indent)s\n\(indent)deep\n"))
    }

    @Test("a feature's text never reaches the terminal as a control sequence")
    func control() {
        let evil = "\u{1B}[31m\u{7}\u{9B}x\u{202E}\r"
        var nodes: [ViewNode] = []
        for kind in NodeKind.allCases + [nil] {
            var node = node(kind, evil, [node(.option, evil), node(.button, evil)])
            (node.detail, node.badge, node.url, node.value) = (evil, evil, evil, .string(evil))
            nodes.append(node)
        }
        nodes.append(ViewNode(.table, children: [ViewNode(.row, children: [ViewNode(.text, text: evil)])]))
        nodes.append(ViewNode(.link, destination: Destination(feature: evil, route: evil)))
        var screen = RenderedScreen(title: evil, nodes: nodes)
        screen.lock = evil
        let text = TextRenderer.text(of: screen)
        #expect(
            text.unicodeScalars.allSatisfy {
                $0 == "\n" || ($0.value >= 0x20 && $0.value != 0x9B && $0.value != 0x202E)
            })
        #expect(text.contains("␛[31m␇\u{FFFD}x\u{FFFD}"))
    }
}

@Suite("The text for display")
struct DisplayTextTests {
    @Test(
        "a sign replaces each control character",
        arguments: [
            ("plain é 日本 👍🏽", "plain é 日本 👍🏽"), ("\u{1B}[2J", "␛[2J"), ("\u{0}\u{7}\u{8}", "␀␇␈"), ("\u{7F}", "␡"),
            ("\u{80}\u{9B}\u{9F}", "\u{FFFD}\u{FFFD}\u{FFFD}"), ("a\tb\nc\r\nd", "a b c  d"),
            ("\u{202E}txt.exe\u{202C}", "\u{FFFD}txt.exe\u{FFFD}"), ("\u{2066}a\u{2069}", "\u{FFFD}a\u{FFFD}"),
            ("\u{2028}\u{2029}", "\u{FFFD}\u{FFFD}"), ("שלום", "שלום"), ("", ""),
        ])
    func safe(text: String, expected: String) {
        #expect(DisplayText.safe(text) == expected)
    }

    @Test("line breaks are kept on request")
    func lines() {
        #expect(DisplayText.safe("a\nb\tc\u{1B}", keepingLines: true) == "a\nb c␛")
    }

    @Test(
        "a text is as wide as the cells that it takes",
        arguments: [
            ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한글", 4), ("ＡＢ", 4), ("👍", 2),
            ("a\u{200B}b", 2),
            ("\u{20AC}", 1), ("\u{FE0F}", 0), ("カﾅ", 3),
        ])
    func width(text: String, expected: Int) {
        #expect(DisplayText.width(text) == expected)
    }

    @Test("padding counts cells, and never cuts")
    func padded() {
        #expect(DisplayText.padded("日本", to: 6) == "日本  ")
        #expect(DisplayText.padded("abcdef", to: 3) == "abcdef")
    }
}
