import FeatureContract
import Testing

@testable import HostCore
@testable import HostTestSupport

@Suite("The numbered text of a screen")
struct NumberedTextTests {
    /// A node with an action of the given number.
    private static func used(
        _ kind: NodeKind, _ text: String, action: UInt64 = 1, _ children: [ViewNode] = [],
        _ change: (inout ViewNode) -> Void = { _ in }
    ) -> ViewNode {
        var used = node(kind, text, children, change)
        used.action = action
        return used
    }

    private static func option(_ text: String, _ value: Int64, isDisabled: Bool = false) -> ViewNode {
        node(.option, text) { ($0.value, $0.flags) = (.integer(value), isDisabled ? .disabled : []) }
    }

    private static let sizes = [option("S", 1), option("M", 2), option("L", 3, isDisabled: true)]

    @Test(
        "each kind of node that can be used has a number and a value to use",
        arguments: [
            (used(.button, "Save"), ["1. [Save]"], [.null]),
            (used(.button, "Save") { $0.flags = .disabled }, ["[Save] (disabled)"], []),
            (node(.button, "Save"), ["[Save]"], []),
            (node(.link, "Go") { $0.destination = .of("a/b") }, ["1. > Go"], [.null]),
            (
                node(.link, "Go") { ($0.destination, $0.flags) = (.of("a/b"), .disabled) }, ["> Go (disabled)"],
                []
            ),
            (node(.urlLink, "Site") { $0.url = "https://x.org" }, ["1. > Site <https://x.org>"], [.null]),
            (node(.embedded, "Ad") { $0.destination = .of("ad") }, ["1. > Ad"], [.null]),
            (
                node(.embedded, "Ad", [used(.button, "Buy")]) { $0.destination = .of("ad") }, ["1. [Buy]"], [.null]
            ),
            (used(.textField, "Name") { $0.value = .string("Ann") }, ["1. Name: [Ann]"], [.null]),
            (used(.textField, "PIN") { ($0.value, $0.flags) = (.string("12"), .secure) }, ["1. PIN: [**]"], [.null]),
            (used(.toggle, "On") { $0.value = .bool(true) }, ["1. [x] On"], [.bool(false)]),
            (used(.toggle, "On"), ["1. [ ] On"], [.bool(true)]),
            (
                used(.picker, "Size", sizes) { $0.value = .integer(2) }, ["Size: 1. S 2. (M) L"],
                [.integer(1), .integer(2)]
            ),
            (used(.picker, "Size", sizes) { $0.flags = .disabled }, ["Size: S M L (disabled)"], []),
            (
                node(
                    .table, "",
                    [
                        node(.row, "", [node(.text, "Name")]) { $0.flags = .header },
                        node(.row, "", [node(.text, "Al")]) { $0.destination = .of("x") },
                        node(.row, "", [node(.text, "Bo")]), used(.row, "", [node(.text, "Cy")]),
                    ]),
                ["  Name", "  ----", "1. > Al", "  Bo", "2. > Cy"], [.null, .null]
            ),
            (used(.row, "", [node(.text, "a"), node(.text, "b")]), ["1. a  b"], [.null]),
            (
                node(.section, "Head", [used(.button, "A"), used(.button, "B")]), ["Head", "  1. [A]", "  2. [B]"],
                [.null, .null]
            ),
            (node(nil, "Map", [used(.button, "A")]), ["Map", "1. [A]"], [.null]),
            (node(.text, "1. is no number of ours"), ["1. is no number of ours"], []),
            (node(.label, "Ann"), ["Ann"], []),
            (node(.progress, "Half") { $0.value = .double(0.5) }, ["Half [##########----------] 50 %"], []),
            (node(.divider), ["---"], []),
        ] as [(ViewNode, [String], [Value])])
    func kinds(node: ViewNode, lines: [String], values: [Value]) {
        let numbered = TextRenderer.numbered(RenderedScreen(nodes: [node]))
        #expect(numbered.text == lines.map { $0 + "\n" }.joined())
        #expect(numbered.uses.map(\.value) == values)
    }

    @Test("an option outside of a picker is shown, and has no number")
    func optionAlone() {
        let numbered = TextRenderer.numbered(
            RenderedScreen(nodes: [Self.option("S", 1), Self.used(.button, "Save")]))
        #expect(numbered.text == "S\n1. [Save]\n")
        #expect(numbered.uses.map(\.node.text) == ["Save"])
    }

    @Test("a box over the screen takes all numbers: only nodes in the last box have them")
    func box() {
        let screen = RenderedScreen(nodes: [
            Self.used(.button, "Below", action: 1),
            node(.alert, "First", [Self.used(.button, "Old", action: 2)]),
            node(
                .confirmation, "Sure?",
                [Self.used(.textField, "Why", action: 3), Self.used(.button, "Yes", action: 4)]),
            Self.used(.button, "Behind", action: 5),
        ])
        let numbered = TextRenderer.numbered(screen)
        #expect(
            numbered.text == """
                [Below]
                ! First
                  [Old]
                ! Sure?
                  1. Why: []
                  2. [Yes]
                [Behind]

                """)
        #expect(numbered.uses.map(\.node.action) == [3, 4])
    }

    @Test("the number of its OK closes a box without buttons")
    func closing() {
        let numbered = TextRenderer.numbered(RenderedScreen(nodes: [Self.used(.alert, "Done", action: 7)]))
        #expect(numbered.text == "! Done\n  1. [OK]\n")
        #expect(numbered.uses.map(\.node.action) == [7])
        #expect(TextRenderer.numbered(RenderedScreen(nodes: [node(.alert, "Done")])).text == "! Done\n")
    }

    @Test("the numbered text without its numbers is the text of the screen")
    func withoutNumbers() {
        let controls = [
            Self.used(.button, "A"), Self.used(.textField, "B"), Self.used(.toggle, "C"),
            Self.used(.picker, "D", Self.sizes), node(.link, "E") { $0.destination = .of("x") },
            node(.table, "", [Self.used(.row, "", [node(.text, "F")]), node(.row, "", [])]),
        ]
        let many = (0..<3).map { node(.section, "\($0)", controls) }
        for nodes in [controls, many, many + [node(.alert, "G", [Self.used(.button, "H")])], []] {
            var screen = RenderedScreen(title: "Title", nodes: nodes)
            screen.lock = "unsaved"
            let numbered = TextRenderer.numbered(screen)
            var text = numbered.text
            for number in 1...max(1, numbered.uses.count) {
                guard let range = text.firstRange(of: "\(number). ") else { continue }
                text.removeSubrange(range)
            }
            #expect(text == TextRenderer.text(of: screen))
        }
    }
}
