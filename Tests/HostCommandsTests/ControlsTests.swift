import FeatureContract
import Testing

@testable import FeatureCheck
@testable import HostCommands
@testable import HostCore
@testable import ProgramTestSupport

/// One screen with every kind of control, and what each face makes of it. The harness of FeatureTesting is held to the
/// same in ControlTests.
@Suite("The controls of a screen")
struct ControlsTests {
    /// The nodes with actions have numbers of their own, from 1 on.
    private static let nodes: [ViewNode] = {
        var count: UInt64 = 0
        func node(
            _ kind: NodeKind, _ text: String = "", _ children: [ViewNode] = [], to destination: String? = nil,
            _ change: (inout ViewNode) -> Void = { _ in }
        ) -> ViewNode {
            let target = destination.map { Destination(feature: "a", route: $0) }
            var node = ViewNode(kind, text: text, destination: target, children: children)
            if destination == nil, kind.actionValue != nil {
                count += 1
                node.action = count
            }
            change(&node)
            return node
        }
        func options(_ labels: String...) -> [ViewNode] {
            labels.map { label in node(.option, label) { $0.value = .string(label) } }
        }
        var sizes = options("S", "M", "L")
        sizes[2].flags = .disabled
        return [
            node(.link, "Go", to: "b"),
            node(.link, "", [node(.hstack, "", [node(.text, "Deep"), node(.text, "link")])], to: "c"),
            node(.urlLink, "Site") { $0.url = "https://x.org" },
            node(.embedded, "Ad", to: "ad"),
            node(.embedded, "", [node(.button, "Buy")], to: "ad"),
            node(.button, "+") { $0.accessibilityLabel = "Add" },
            node(.textField, "Name") { $0.value = .string("Ann") },
            node(.textField, "Search") { $0.flags = .submits },
            node(.textField, "PIN") { $0.flags = .secure },
            node(.toggle, "Night") { ($0.value, $0.accessibilityLabel) = (.bool(true), "Dark colors") },
            node(.picker, "Size", sizes) { $0.value = .string("M") },
            node(.picker, "City", options("Rome", "Bern", "Oslo", "Riga", "Kyiv")),
            node(.slider, "Volume", [node(.button, "less"), node(.button, "more")]),
            node(.stepper, "Copies", [node(.button, "fewer"), node(.button, "further")]),
            node(.menu, "Sort", [node(.button, "Up")]),
            node(
                .disclosure, "",
                [node(.toggle, "More") { $0.value = .bool(true) }, node(.toggle, "Inner"), node(.button, "Under")]),
            node(
                .table, "",
                [
                    node(.row, "", [node(.text, "Person")], to: "sort") { $0.flags = .header },
                    node(.row, "", [node(.text, "Bo"), node(.button, "Call")], to: "bo"),
                    node(.row, "", [node(.text, "Cy"), node(.toggle, "Known")]) { $0.action = 0 },
                ]),
            node(
                .grid, "",
                [
                    node(.hstack, "", [node(.button, "First")]), node(.section, "All", [node(.button, "Second")]),
                    node(.hstack, "", [node(.button, "Third")]),
                ]),
            node(.button, "Locked") { $0.flags = .disabled },
            node(.button, "Idle") { $0.action = 0 },
        ]
    }()

    private static let screen = RenderedScreen(nodes: nodes)

    /// Each control with its number, if it has one, its role, its label, and why it cannot be used.
    private static func list(_ screen: RenderedScreen) -> [String] {
        screen.controls.map { control in
            let state = control.isBehindBox ? " behind" : ""
            let isIdle = control.role != .closing && !control.node.isControl
            return (control.number == 0 ? "-" : "\(control.number)") + " \(control.role) \(control.labels[0])"
                + (control.isDisabled ? " disabled" : "") + (isIdle ? " idle" : "") + state
        }
    }

    @Test("each has a role, a label and, if it can be used by itself, a number in the order of reading")
    func controls() {
        #expect(
            Self.list(Self.screen) == [
                "1 link Go", "2 link Deep link", "3 link Site", "4 link Ad", "5 button Buy", "6 button +",
                "7 textField Name", "8 textField Search", "9 textField PIN", "10 toggle Night", "- picker Size",
                "11 option S", "12 option M", "- option L disabled", "13 picker City", "- option Rome",
                "- option Bern", "- option Oslo", "- option Riga", "- option Kyiv", "14 slider Volume",
                "15 button less", "16 button more", "17 button fewer", "18 button further", "19 button Up",
                "20 disclosure More", "21 toggle Inner", "22 button Under", "23 row Person", "24 row Bo Call",
                "25 button Call", "26 toggle Known", "27 button First", "28 button Second", "29 button Third",
                "- button Locked disabled", "- button Idle idle",
            ])
    }

    @Test("the text and the words for a screen reader show them with the same numbers")
    func shown() {
        let text = TextRenderer.numbered(Self.screen)
        #expect(
            text.text == """
                1. > Go
                2. > Deep link
                3. > Site <https://x.org>
                4. > Ad
                5. [Buy]
                6. [+]
                7. Name: [Ann]
                8. Search: []
                9. PIN: []
                10. [x] Night
                Size: 11. S 12. (M) L
                13. City: none of 5
                14. Volume  15. [less]  16. [more]
                Copies  17. [fewer]  18. [further]
                Sort:  19. [Up]
                20. [-] More
                  21. [ ] Inner
                  22. [Under]
                23. > Person
                  ------
                24. > Bo      25. [Call]
                  Cy      26. [ ] Known
                27. [First]
                All
                  28. [Second]
                29. [Third]
                [Locked] (disabled)
                [Idle]

                """)
        let spoken = SpokenRenderer(Self.screen)
        #expect(
            spoken.lines == [
                "1. Go, link", "2. Deep link, link", "3. Site, link", "4. Ad, link", "5. Buy, button",
                "6. Add, button", "7. Name, text field, Ann", "8. Search, text field, empty, can be submitted",
                "9. PIN, secure text field, empty", "10. Dark colors, switch, on", "11. Size: S, choice, not chosen",
                "12. Size: M, choice, chosen", "Size: L, choice, not chosen, disabled",
                "13. City, choice, none chosen, 5 options", "14. Volume, slider", "15. less, button",
                "16. more, button", "Copies, stepper", "17. fewer, button", "18. further, button", "Sort, menu",
                "19. Up, button", "20. More, disclosure, open", "21. Inner, switch, off", "22. Under, button",
                "23. columns, Person, row", "24. Bo, row", "25. Call, button", "Cy", "26. Known, switch, off",
                "27. First, button", "All, heading", "28. Second, button", "29. Third, button",
                "Locked, button, disabled", "Idle, button",
            ])
        // Line mode takes the control of a number from these.
        #expect(text.uses.map(\.path) == spoken.uses.map(\.path))
        #expect(text.uses.map(\.number) == Array(1...29))
    }

    @Test("the finder finds each by every label that it is shown or read aloud with, with the value of its number")
    func found() throws {
        let finder = NodeFinder(Self.screen)
        for control in Self.screen.controls {
            for label in control.labels where control.isPressed {
                if control.isDisabled {
                    #expect(throws: NodeFinderError.disabled(label)) { try finder.press(label) }
                } else {
                    let found = try finder.press(label)
                    #expect(found.path == control.path && found.value == control.value, "\(label)")
                }
            }
            for label in control.labels where control.role == .textField || control.role == .slider {
                #expect(try finder.field(label) == control.node)
            }
        }
        #expect(try finder.press("Dark colors").value == .bool(false))
        #expect(try finder.press("City=Oslo").value == .string("Oslo"))
    }

    @Test("serve lets the same be used by their paths")
    func served() throws {
        for control in Self.screen.controls where control.role != .option {
            let expected: String? =
                control.isDisabled ? "'Locked' is disabled" : control.node.isControl ? nil : "'Idle' is no control"
            do throws(RPCError) {
                #expect(try Self.screen.usableNode(at: control.path) == control.node)
                #expect(expected == nil)
            } catch {
                #expect(error.message == expected)
            }
        }
        #expect(throws: RPCError.self) { try Self.screen.usableNode(at: [1, 0]) }
    }

    @Test("check performs the action of each that can be used, with values that it takes")
    func performed() {
        var random = SeededNumbers(seed: 1)
        let controls = Array(Self.screen.controls.filter { $0.node.action != 0 && !$0.isDisabled })
        let actions = Action.all(on: Self.screen, using: &random)
        #expect(Set(actions.map(\.number)).isSubset(of: Set(controls.map(\.node.action))))
        #expect(actions.prefix(2).map(\.control) == ["the button 'Buy'", "the button '+'"])
        let sizes = actions.filter { $0.control == "the picker 'Size'" }.map(\.value)
        #expect(sizes == [.string("S"), .string("M")])
        #expect(actions.first { $0.control == "the toggle 'Night'" }?.value == .bool(false))
    }

    @Test("a box over the screen takes the numbers, and nothing behind it can be found or used")
    func box() throws {
        let why = Self.used(.textField, "Why")
        let question = Self.used(.confirmation, "Sure?", [Self.used(.button, "Yes"), why])
        let behind = Self.used(.button, "Yes")
        let screen = RenderedScreen(nodes: [behind, Self.used(.alert, "Old"), question, behind])
        #expect(
            Self.list(screen) == [
                "- button Yes behind", "- closing OK behind", "1 textField Why", "- closing OK", "2 button Yes",
                "- button Yes behind",
            ])
        let text = TextRenderer.numbered(screen).text
        #expect(text == "[Yes]\n! Old\n  [OK]\n! Sure?\n  1. Why: []\n  2. [Yes]\n[Yes]\n")
        #expect(
            SpokenRenderer(screen).lines == [
                "Yes, button", "Old, alert", "OK, button", "Sure?, question", "1. Why, text field, empty",
                "2. Yes, button", "Yes, button",
            ])
        #expect(try NodeFinder(screen).press("Yes").path == [2, 0])
        #expect(throws: NodeFinderError.self) { try NodeFinder(screen).press("OK") }
        #expect(try screen.usableNode(at: [2, 0]) == question.children[0])
        // Closed without a button, as by the Escape key of a browser.
        #expect(try screen.usableNode(at: [2]) == question)
        let error = #expect(throws: RPCError.self) { try screen.usableNode(at: [0]) }
        #expect(error?.message == "'Sure?' over the screen has to be answered first")
    }

    @Test("a box in a table's cell is read aloud as a box, and its buttons have numbers")
    func boxInCell() {
        let box = Self.used(.alert, "Gone", [Self.used(.button, "Fine")])
        let cell = ViewNode(.group, children: [ViewNode(.text, text: "Ann"), box])
        let screen = RenderedScreen(nodes: [ViewNode(.table, children: [ViewNode(.row, children: [cell])])])
        #expect(SpokenRenderer(screen).lines == ["Ann", "Gone, alert", "1. Fine, button"])
        #expect(TextRenderer.numbered(screen).text == "Ann  ! Gone    1. [Fine]\n")
    }

    private static func used(_ kind: NodeKind, _ text: String, _ children: [ViewNode] = []) -> ViewNode {
        var node = ViewNode(kind, text: text, children: children)
        node.action = 1
        return node
    }
}
