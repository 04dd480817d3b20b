import FeatureContract
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@MainActor
@Suite("The embedded screens", .inlineAndInWorkers)
struct EmbeddingTests {
    private static func stage(_ nodes: [ViewNode] = [embedded("chats/card")]) throws -> Stage {
        let stage = try Stage.sharing()
        stage.shows("chats") { $0.nodes = nodes }
        stage.shows("contacts/card") { $0.nodes = [ViewNode(.text, text: "a card")] }
        return stage
    }

    /// The texts of a rendered screen, depth first.
    private static func texts(_ screen: RenderedScreen) -> [String] {
        var texts: [String] = []
        screen.forEachNode { if $0.kind == .text { texts.append($0.text) } }
        return texts
    }

    // MARK: Living and dying

    @Test("an embedded screen is made after the render, through the wiring, and appears after its container")
    func made() throws {
        let stage = try Self.stage()
        let shown = stage.coordinator.show()
        #expect(
            stage.takeCalls() == [
                "activate chats", "make chats #1", "appear chats #1", "render chats #1", "activate contacts",
                "make contacts/card?number=7 #2", "appear contacts/card?number=7 #2",
                "render contacts/card?number=7 #2",
            ])
        #expect(shown.nodes.first?.children.map(\.text) == ["a card"])
        #expect(shown.nodes.first?.children.first?.screen == 2)
        #expect(stage.coordinator.state.allEntries.map(\.id) == [1])
        #expect(stage.coordinator.takeProblems() == [])
    }

    @Test("an embedded screen is kept while renders have a node with an equal destination, at any place")
    func kept() throws {
        let stage = try Self.stage()
        stage.coordinator.show()
        _ = stage.takeCalls()
        try stage.screen(1).change { content in
            content.nodes = [ViewNode(.group, children: [ViewNode(.text, text: "new"), embedded("chats/card")])]
        }
        #expect(Self.texts(stage.coordinator.show()) == ["new", "a card"])
        #expect(stage.takeCalls() == ["render chats #1"])
    }

    @Test("an embedded screen is destroyed before another is made, when its node is gone or leads elsewhere")
    func gone() throws {
        let stage = try Self.stage()
        stage.coordinator.show()
        _ = stage.takeCalls()
        try stage.screen(1).change { $0.nodes = [embedded("chats/chat?number=5")] }
        stage.coordinator.show()
        #expect(
            stage.takeCalls() == [
                "render chats #1", "disappear contacts/card?number=7 #2", "destroy contacts/card?number=7 #2",
                "make chats/chat?number=5 #3", "appear chats/chat?number=5 #3", "render chats/chat?number=5 #3",
            ])
        try stage.screen(1).change { $0.nodes = [] }
        stage.coordinator.show()
        #expect(stage.live.keys.sorted() == [1])
        #expect(stage.coordinator.screens.all.map(\.id).sorted() == [1])
        #expect(stage.breaches == [])
    }

    @Test("two nodes of one destination are two screens, which are kept when nodes are reordered or removed")
    func duplicates() throws {
        let stage = try Self.stage([embedded("chats/chat?number=1"), embedded("chats/chat?number=1")])
        func children() -> [ScreenID] {
            stage.coordinator.show().nodes.map { $0.children.first?.screen ?? 0 }
        }
        stage.shows("chats/chat") { $0.nodes = [ViewNode(.text, text: "chat")] }
        #expect(children() == [2, 3])
        try stage.screen(1).change { content in
            content.nodes = ["chats/chat?number=2", "chats/chat?number=1", "chats/chat?number=1"].map(embedded)
        }
        #expect(children() == [4, 2, 3])
        try stage.screen(1).change { content in
            content.nodes = ["chats/chat?number=1", "chats/chat?number=2"].map(embedded)
        }
        #expect(children() == [2, 4])
        #expect(stage.live.keys.sorted() == [1, 2, 4])
        #expect(stage.breaches == [])
    }

    @Test("each node shows its own screen, also if an embedded node has children of its own")
    func childrenOfNodes() throws {
        var outer = embedded("chats/chat?number=1")
        outer.children = [embedded("chats/chat?number=2"), ViewNode(.text, text: "while it is not there")]
        let stage = try Self.stage([outer, embedded("chats/chat?number=3")])
        stage.on(.make, "chats/chat") { screen in
            screen.content.nodes = [ViewNode(.text, text: screen.destination.text)]
        }
        #expect(Self.texts(stage.coordinator.show()) == ["chats/chat?number=1", "chats/chat?number=3"])
        #expect(stage.live.count == 3)
    }

    @Test("an embedded screen appears, disappears and is destroyed with its container, innermost first, each once")
    func withContainer() throws {
        let stage = try Self.stage([])
        stage.shows("chats/chat") { $0.nodes = [embedded("chats/draft")] }
        stage.shows("chats/draft") { $0.nodes = [embedded("chats/card")] }
        stage.coordinator.show()
        stage.go("chats/chat?number=1")
        #expect(stage.live.keys.sorted() == [1, 2, 3, 4])
        _ = stage.takeCalls()
        stage.go("notes")
        #expect(
            stage.takeCalls().prefix(5) == [
                "activate notes", "make notes #5", "disappear contacts/card?number=7 #4", "disappear chats/draft #3",
                "disappear chats/chat?number=1 #2",
            ])
        stage.coordinator.perform(.back)
        stage.coordinator.show()
        #expect(
            stage.takeCalls().suffix(3) == [
                "appear chats/chat?number=1 #2", "appear chats/draft #3", "appear contacts/card?number=7 #4",
            ])
        stage.coordinator.perform(.back)
        #expect(
            stage.takeCalls() == [
                "disappear contacts/card?number=7 #4", "destroy contacts/card?number=7 #4", "disappear chats/draft #3",
                "destroy chats/draft #3", "disappear chats/chat?number=1 #2", "destroy chats/chat?number=1 #2",
            ])
        stage.coordinator.shutDown()
        #expect(stage.destroyed.values.allSatisfy { $0 == 1 })
        #expect(stage.breaches == [])
    }

    @Test("a shutdown destroys an embedded screen with its container, innermost first")
    func shutDown() throws {
        let stage = try Self.stage()
        stage.coordinator.show()
        _ = stage.takeCalls()
        stage.coordinator.shutDown()
        #expect(
            stage.takeCalls() == [
                "disappear contacts/card?number=7 #2", "destroy contacts/card?number=7 #2", "disappear chats #1",
                "destroy chats #1", "deactivate chats", "deactivate contacts",
            ])
    }

    @Test("a covered container that changes makes its embedded screens, which do not appear")
    func covered() throws {
        let stage = try Self.stage([])
        stage.coordinator.show()
        stage.go("chats/chat?number=1")
        try stage.screen(1).change {
            $0.nodes = [embedded("chats/card")]; $0.checkpoints = [.recipient]
        }
        _ = stage.takeCalls()
        try stage.act(2) { (screen) throws(CallFailure) in
            try screen.feature.host.request(.send([.value(type: "note", .string("x"))]), by: "chats", from: 2)
        }
        #expect(
            stage.takeCalls() == [
                "render chats #1", "activate contacts", "make contacts/card?number=7 #3",
                "render contacts/card?number=7 #3", "receive chats",
            ])
        #expect(stage.breaches == [])
    }

    // MARK: Using it

    @Test("an action inside an embedded screen reaches that screen")
    func actions() throws {
        let stage = try Self.stage([embedded("chats/card"), button("Own", action: 4)])
        stage.shows("contacts/card") { $0.nodes = [button("Call", action: 4)] }
        let finder = NodeFinder(stage.coordinator.show())
        stage.coordinator.use(try finder.press("Call").node)
        stage.coordinator.use(try finder.press("Own").node)
        #expect(stage.calls.suffix(2).map(\.description) == ["perform contacts/card?number=7 #2", "perform chats #1"])
    }

    @Test("a link inside an embedded screen leads only where its feature may go")
    func links() throws {
        let stage = try Self.stage([
            embedded("chats/card"), ViewNode(.link, text: "Chat", destination: .of("chats/chat?number=1")),
        ])
        stage.shows("contacts/card") { content in
            content.nodes = [
                ViewNode(.link, text: "Its own", destination: .of("contacts/card?number=3")),
                ViewNode(.link, text: "The host's", destination: .of("chats/chat?number=2")),
            ]
        }
        let finder = NodeFinder(stage.coordinator.show())
        stage.coordinator.use(try finder.press("The host's").node)
        #expect(stage.coordinator.takeProblems().count == 1)
        #expect(stage.stack == "chats")
        stage.coordinator.use(try finder.press("Its own").node)
        #expect(stage.stack == "chats > contacts/card?number=3")
    }

    @Test("an action on a replaced screen is a problem, and reaches no other screen")
    func stale() throws {
        let stage = try Self.stage([embedded("chats/card"), button("Own", action: 4)])
        stage.shows("contacts/card") { content in
            content.nodes = [
                button("Call", action: 4), ViewNode(.link, text: "Card", destination: .of("contacts/card?number=3")),
            ]
        }
        for label in ["Call", "Own", "Card"] {
            let node = try NodeFinder(stage.coordinator.show()).press(label).node
            let top = stage.coordinator.state.top.id
            // The request comes before the user's action.
            try stage.screen(top).navigate("chats/chat?number=1")
            _ = stage.takeCalls()
            stage.coordinator.use(node)
            #expect(!stage.takeCalls().contains { $0.hasPrefix("perform") })
            #expect(stage.stack == "chats > chats/chat?number=1")
            #expect(stage.coordinator.takeProblems().map(\.text) == ["'\(label)' is not on the screen any more"])
            stage.coordinator.perform(.back)
        }
    }

    @Test("an invalidated embedded screen is rendered alone, and so is its container")
    func invalidate() throws {
        let stage = try Self.stage()
        stage.coordinator.show()
        _ = stage.takeCalls()
        try stage.screen(2).change { $0.nodes = [ViewNode(.text, text: "new")] }
        #expect(Self.texts(stage.coordinator.show()) == ["new"])
        #expect(stage.takeCalls() == ["render contacts/card?number=7 #2"])
        try stage.screen(1).change { _ in }
        stage.coordinator.show()
        #expect(stage.takeCalls() == ["render chats #1"])
    }

    @Test("an embedded screen's loading flag, lock and checkpoints count for its container")
    func information() throws {
        let stage = try Stage.sharing()
        stage.shows("contacts") { $0.nodes = [embedded("contacts/card?number=1")] }
        stage.shows("contacts/card") { content in
            content.isLoading = true
            content.lock = "a call is on"
            content.checkpoints = [.init(name: "top", type: nil)]
        }
        stage.coordinator.show()
        stage.go("contacts")
        let shown = stage.coordinator.show()
        #expect(shown.isLoading)
        #expect(shown.lock == "a call is on")
        #expect(shown.checkpoints.map(\.name) == ["top"])
        #expect(try stage.act(2) { $0.refusal(of: .back) }?.code == .locked)
        stage.go("contacts/picker")
        try stage.act(4) { (screen) throws(CallFailure) in try screen.request(.returnToCheckpoint("top", value: .null))
        }
        #expect(stage.stack == "chats > contacts")
        #expect(try stage.screen(3).returned == ["top"])
        #expect(try stage.screen(2).returned == [])
    }

    @Test(
        "a request of an embedded screen acts at its container's place",
        arguments: [
            (
                .navigate(.of("contacts/card?number=1"), method: .push),
                "chats > contacts/card?number=1 > sheet:notes > notes/edit"
            ),
            (.back, "chats > sheet:notes > notes/edit"), (.pop(1), "chats > sheet:notes > notes/edit"),
            (.dismissAll, "chats"), (.reset, "chats"), (.popToRoot, "chats > sheet:notes > notes/edit"),
        ] as [(NavigationRequest, String)])
    func operations(request: NavigationRequest, expected: String) throws {
        let stage = try Self.stage()
        stage.coordinator.show()
        stage.go("sheet:notes > notes/edit")
        // The container is the root, where there is nothing to pop.
        let refusal = try stage.act(2) { $0.refusal(of: request) }
        #expect((refusal != nil) == [.back, .pop(1)].contains(request))
        #expect(stage.stack == expected)
        #expect(stage.breaches == [])
    }

    @Test("a request of an embedded screen during its creation counts from its container's place")
    func whileMade() throws {
        let stage = try Self.stage([])
        stage.coordinator.show()
        stage.go("chats/chat?number=1 > sheet:notes")
        try stage.screen(2).change {
            $0.nodes = [embedded("chats/draft")]; $0.receivers = [.tab]
        }
        var refusals: [FailureCode?] = []
        stage.on(.make, "chats/draft") { (screen) throws(CallFailure) in
            refusals.append(screen.refusal(of: .dismiss)?.code)
            refusals.append(screen.refusal(of: .back)?.code)
        }
        try stage.act(1) { (screen) throws(CallFailure) in try screen.request(.send([.tab("attic")])) }
        #expect(refusals == [.nothingToDo, nil])
        stage.coordinator.show()
        #expect(stage.stack == "chats")
        #expect(stage.breaches == [])
    }

    // MARK: What cannot be embedded

    @Test(
        "a destination that cannot be embedded shows the reason in its place, with one problem",
        arguments: [
            ("chats/nowhere", "'chats/nowhere' is not connected"), ("chats/chat", "needs the argument 'number'"),
            ("contacts/card", "another feature's"), ("chats/nobody", "has no route 'nobody'"),
            ("chats/draft", "no ink"),
        ])
    func failing(text: String, reason: String) throws {
        let stage = try Self.stage([ViewNode(.text, text: "above"), embedded(text), ViewNode(.text, text: "below")])
        stage.fail(.make, "chats/draft", "no ink")
        let texts = Self.texts(stage.coordinator.show())
        #expect(texts.first == "above" && texts.last == "below")
        #expect(texts.contains("\(text) cannot be shown."))
        #expect(texts.contains { $0.contains(reason.dropFirst()) }, "\(texts)")
        #expect(stage.coordinator.takeProblems().count == 1)
        try stage.screen(1).change { $0.nodes.append(ViewNode(.divider)) }
        #expect(Self.texts(stage.coordinator.show()) == texts)
        #expect(stage.coordinator.takeProblems() == [])
        #expect(stage.breaches == [])
    }

    @Test("a screen that embeds itself stops at a depth, with one problem")
    func itself() throws {
        let stage = try Self.stage([embedded("chats/draft")])
        stage.shows("chats/draft") { $0.nodes = [embedded("chats/draft")] }
        let texts = Self.texts(stage.coordinator.show())
        #expect(stage.live.count == 9)
        #expect(texts.contains("chats/draft cannot be shown."))
        #expect(
            stage.coordinator.takeProblems().map(\.text) == [
                "'chats/draft' cannot be embedded: screens are embedded in one another more than 8 deep"
            ])
        stage.coordinator.shutDown()
        #expect(stage.destroyed.values.allSatisfy { $0 == 1 })
    }

    @Test("a screen that embeds itself twice stops at a number of screens")
    func itselfTwice() throws {
        let stage = try Self.stage([embedded("chats/draft"), embedded("chats/draft")])
        stage.shows("chats/draft") { $0.nodes = [embedded("chats/draft"), embedded("chats/draft")] }
        stage.coordinator.show()
        #expect(stage.live.count <= 257)
        stage.coordinator.shutDown()
        #expect(stage.live.isEmpty)
        #expect(stage.destroyed.values.allSatisfy { $0 == 1 })
        #expect(stage.breaches == [])
    }

    @Test(
        "screens beyond the limit are left out with one problem, and the others are shown in their places",
        .deep)
    func tooMany() throws {
        let stage = try Self.stage((0..<10_000).map { embedded("chats/chat?number=\($0)") })
        stage.on(.make, "chats/chat") { screen in
            screen.content.nodes = [ViewNode(.text, text: screen.destination.text)]
        }
        let shown = stage.coordinator.show()
        #expect(stage.live.count == 257)
        #expect(Self.texts(shown) == (0..<256).map { "chats/chat?number=\($0)" })
        #expect(
            stage.coordinator.takeProblems().map(\.text) == [
                "'chats' embeds more than 256 screens; the others are left out"
            ])
        stage.coordinator.invalidate(1, of: "chats")
        stage.coordinator.show()
        #expect(stage.coordinator.takeProblems() == [])
        // The last nodes become the first: screens that were left out come in, as far as there is room.
        try stage.screen(1).change { $0.nodes = Array($0.nodes.reversed().prefix(300)) }
        #expect(Self.texts(stage.coordinator.show()) == (0..<256).map { "chats/chat?number=\(9_999 - $0)" })
        #expect(stage.live.count == 257)
        #expect(stage.breaches == [])
    }

    // MARK: Rendering

    @Test("text and JSON show the embedded screen in its place")
    func rendering() throws {
        let stage = try Self.stage([
            ViewNode(.text, text: "above"), ViewNode(.section, text: "Card", children: [embedded("chats/card")]),
            ViewNode(.text, text: "below"),
        ])
        let shown = stage.coordinator.show()
        #expect(TextRenderer.text(of: shown) == "chats\n=====\n\nabove\nCard\n  a card\nbelow\n")
        #expect(
            shown.json.text().contains(
                #"{"kind":"embedded","destination":"chats/card","children":[{"kind":"text","text":"a card"}]}"#))
    }

    @Test("a disabled node disables the screen that is embedded in it")
    func disabled() throws {
        var node = embedded("chats/card")
        node.flags = .disabled
        let stage = try Self.stage([node])
        stage.shows("contacts/card") { $0.nodes = [ViewNode(.group, children: [button("Call")])] }
        #expect(throws: NodeFinderError.disabled("Call")) {
            try NodeFinder(stage.coordinator.show()).press("Call")
        }
    }

    @Test("going back closes an alert within an embedded screen")
    func alert() throws {
        let stage = try Self.stage()
        stage.shows("contacts/card") { content in
            var alert = ViewNode(.alert, text: "Sure?")
            alert.action = 3
            content.nodes = [alert]
        }
        stage.coordinator.show()
        stage.coordinator.perform(.back)
        #expect(try stage.screen(2).performed.map(\.action) == [3])
    }
}
