import FeatureContract
import Testing

@testable import HostCore
@testable import HostTestSupport

/// The sheets and covers that a screen shows by its own nodes.
@Suite struct ModalTests {
    private static func node(_ kind: NodeKind, _ text: String, _ children: [ViewNode] = []) -> ViewNode {
        ViewNode(kind, text: text, children: children)
    }

    /// A screen whose list shows a sheet, in which a cover stands.
    private static let screen = RenderedScreen(
        title: "Notes",
        nodes: [
            node(
                .list, "",
                [
                    node(.text, "one"),
                    node(.sheet, "New", [node(.textField, "Name"), node(.cover, "Colour", [node(.text, "red")])]),
                    node(.text, "two"),
                ])
        ])

    @Test("a screen is divided into what is below and its modals from the lowest up")
    func parts() {
        let parts = Self.screen.parts
        #expect(parts.map(\.screen.title) == ["Notes", "New", "Colour"])
        #expect(parts.map { $0.inner.map(\.kind) } == [[], [.sheet], [.cover]])
        #expect(parts[0].screen.nodes == [Self.node(.list, "", [Self.node(.text, "one"), Self.node(.text, "two")])])
        #expect(parts[1].screen.nodes == [Self.node(.textField, "Name")])
        #expect(parts[2].screen.nodes == [Self.node(.text, "red")])
        #expect(Self.screen.front == parts[2].screen)
    }

    @Test("a pushed screen is shown in its place with its title, below the sheets, and a sheet has its own")
    func pushed() {
        let tabs = Self.node(.picker, "Tab")
        let screen = RenderedScreen(
            title: "People",
            nodes: [
                tabs, Self.node(.push, "Ada"),
                Self.node(.push, "Ben", [Self.node(.text, "b"), Self.node(.sheet, "New", [Self.node(.push, "Kind")])]),
            ])
        let below = [tabs, ViewNode(.group, children: [Self.node(.text, "b")])]
        #expect(screen.parts.map(\.screen.title) == ["Ben", "Kind"])
        #expect(screen.parts.map { $0.inner.map(\.text) } == [["Ada", "Ben"], ["New", "Kind"]])
        #expect(screen.parts[0].screen.nodes == below)
        #expect(screen.inner.map(\.text) == ["Ada", "Ben", "New", "Kind"])
    }

    @Test("a screen without modals is its own front")
    func none() {
        let screen = RenderedScreen(title: "A", nodes: [Self.node(.text, "one")])
        #expect(screen.front == screen)
        #expect(screen.inner.isEmpty)
    }

    @Test("an alert of the screen stands over its sheet, and is found")
    func alert() throws {
        var screen = Self.screen
        var alert = Self.node(.alert, "Sure?")
        alert.action = 3
        screen.nodes.append(Self.node(.group, "", [alert]))
        screen.isLoading = true
        #expect(screen.front.nodes.last == alert)
        #expect(screen.front.isLoading)
        #expect(try NodeFinder(screen.front).press("OK").node == alert)
    }

    @Test("the state says which inner screens it has, and reads its text without them")
    func text() throws {
        let place = Place(unknown: try DestinationText("notes").untyped)
        let reader = NavigationStateReader(try catalog([]))
        var root = NavigationState.Entry(id: 1, place: place)
        root.inner = [.init(presentation: .sheet, title: "A > (b) | [c]"), .init(presentation: .cover, title: "")]
        let state = NavigationState(tabs: [.init(name: "", root: root)])
        #expect(state.text == "notes > (sheet A  b  c) > (cover)")
        #expect(try NavigationState(state.text, reader: reader) == state)
        #expect(try NavigationState(state.json, reader: reader) == state)
    }
}
