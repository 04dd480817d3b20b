import FeatureContract
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@MainActor
@Suite("The start of the app", .inlineAndInWorkers)
struct StartingTests {
    private static func stage(_ more: String = #""root": "home""#, features: [String]? = nil) throws -> Stage {
        try Stage(#"{ "schemes": ["challenge"], \#(more) }"#, features: features)
    }

    private static func saved(_ text: String, for stage: Stage) throws -> NavigationState {
        try NavigationState(text, reader: NavigationStateReader(stage.catalog))
    }

    private static let tabs = """
        "tabs": [
            { "name": "home", "root": "home" }, { "name": "people", "root": "character" },
            { "name": "notes", "root": "notes", "retain": false }
        ]
        """

    // MARK: Links

    @Test("links wait until the start, and all are then handled in order")
    func appended() throws {
        let stage = try Self.stage(#""root": "home", "links": "append""#)
        let coordinator = stage.makeCoordinator()
        for number in 0..<1_000 { coordinator.open("challenge://notes/note/n\(number)") }
        #expect(coordinator.state.text == "home")
        #expect(stage.calls.isEmpty)
        coordinator.start()
        #expect(
            coordinator.state.selected.entries.map(\.place.text)
                == ["home"] + (0..<1_000).map { "notes/note?title=n\($0)" })
        #expect(coordinator.takeProblems() == [])
        #expect(stage.live.count == 1_000)
        #expect(stage.breaches == [])
    }

    @Test("links that rebuild the stack leave the last one, and each other one is destroyed once")
    func rebuilt() throws {
        let stage = try Self.stage()
        let coordinator = stage.makeCoordinator()
        for number in 0..<1_000 { coordinator.open("challenge://notes/note/n\(number)") }
        coordinator.start()
        coordinator.show()
        #expect(coordinator.state.text == "home > notes/note?title=n999")
        #expect(stage.live.count == 1)
        #expect(stage.destroyed.count == 1_000)
        #expect(stage.breaches == [])
    }

    @Test("links that lead nowhere are problems in their order, and do not block the others")
    func mixed() throws {
        let stage = try Self.stage(#""root": "home", "links": "append""#)
        let coordinator = stage.makeCoordinator()
        for link in ["challenge://notes/edit", "other://x", "challenge://notes/note/a", "challenge://nobody/y"] {
            coordinator.open(link)
        }
        coordinator.start()
        #expect(
            coordinator.state.selected.entries.map(\.place.route.qualifiedName)
                == ["home", "notes/edit", "system/notFound", "notes/note", "system/notFound"])
        #expect(coordinator.takeProblems().count == 2)
    }

    @Test("a link at the start shows its target over the restored session, and back leads into the session")
    func linkAfterRestore() throws {
        let stage = try Self.stage(Self.tabs)
        let coordinator = stage.makeCoordinator()
        coordinator.open("challenge://character/detail?id=3")
        let saved = try Self.saved(
            "[home] home > home/about | [people] character > character/list | [*notes] notes > notes/edit", for: stage)
        #expect(coordinator.start(restoring: saved) == [])
        #expect(coordinator.show().title == "character/detail?identifier=3")
        #expect(coordinator.state.tabs[0].entries.count == 2)
        // The link leaves a tab that begins anew.
        #expect(coordinator.state.tabs[2].entries.count == 1)
        #expect(stage.breaches == [])
    }

    @Test("a second start does nothing")
    func twice() throws {
        let stage = try Self.stage()
        let coordinator = stage.coordinator
        #expect(coordinator.isReady)
        #expect(coordinator.start(restoring: try Self.saved("home > home/about", for: stage)) == [])
        #expect(stage.stack == "home")
    }

    @Test("the host makes no screen after its shutdown")
    func afterShutDown() throws {
        let stage = try Self.stage()
        stage.coordinator.show()
        stage.coordinator.shutDown()
        _ = stage.takeCalls()
        stage.coordinator.open("challenge://character/list")
        stage.coordinator.go(toText: "vault/door")
        stage.coordinator.perform(.back)
        stage.coordinator.show()
        #expect(stage.takeCalls() == [])
    }

    // MARK: Restoring

    @Test("a session is restored as it was, and its screens are made as they are seen")
    func restored() throws {
        let stage = try Self.stage(Self.tabs)
        let coordinator = stage.makeCoordinator()
        let text =
            "[home] home > home/about > sheet:notes/edit > managedCover:notes/full > character/list | "
            + "[*people] character > character/detail?identifier=2 | [notes] notes"
        #expect(coordinator.start(restoring: try Self.saved(text, for: stage)) == [])
        #expect(coordinator.state.text == text)
        #expect(stage.calls.isEmpty)
        coordinator.show()
        #expect(stage.live.values.map(\.destination.text) == ["character/detail?identifier=2"])
        coordinator.perform(.back)
        coordinator.show()
        #expect(stage.live.values.map(\.destination.text) == ["character"])
        coordinator.perform(.selectTab("home"))
        coordinator.perform(.dismiss)
        coordinator.show()
        #expect(stage.stack == "home > home/about > sheet:notes/edit")
        #expect(stage.destroyed.count == 3)
        #expect(coordinator.takeProblems() == [])
        #expect(stage.breaches == [])
    }

    @Test("restored screens have the coordinator's own ids, each once")
    func identities() throws {
        let stage = try Self.stage(Self.tabs)
        let coordinator = stage.makeCoordinator()
        let text = "[home] home > home/about | [*people] character > character/list | [notes] notes > notes/edit"
        coordinator.start(restoring: try Self.saved(text, for: stage))
        stage.go("vault/door")
        let ids = coordinator.state.allEntries.map(\.id)
        #expect(Set(ids).count == 7 && !ids.contains(0))
    }

    @Test(
        "a part of the session that left the wiring gives a note, and the rest is restored",
        arguments: [
            (
                "[home] home > home/about | [*gone] vault > vault/door", "[*home] home > home/about",
                "the session's tab 'gone' is not in the wiring any more, and the screen above it is left out"
            ),
            (
                "[home] vault > vault/door > home/about | [*people] character > character/list",
                "[home] home | [*people] character > character/list",
                "the session's tab 'home' began with 'vault', by a swap or by other wiring, and begins with 'home' now, "
                    + "and the 2 screens above it are left"
            ),
            (
                "vault > vault/door", "[*home] home",
                "the one stack of the session is not in the wiring any more, and the screen"
            ),
        ])
    func lost(text: String, expected: String, note: String) throws {
        let stage = try Self.stage(Self.tabs)
        let coordinator = stage.makeCoordinator()
        let notes = coordinator.start(restoring: try Self.saved(text, for: stage))
        #expect(coordinator.state.text.hasPrefix(expected))
        #expect(notes.count == 1)
        #expect(notes.first?.hasPrefix(note) == true, "\(notes)")
    }

    @Test(
        "a tab that has another name in the wiring, and begins with the same screen, keeps its stack",
        arguments: [
            (
                "[start] home > home/about | [*folk] character > character/list",
                "[home] home > home/about | [*people] character > character/list | "
            ), ("[*people] character | [start] home > home/about", "[home] home > home/about | [*people] character | "),
            ("home > home/about", "[*home] home > home/about | [people] character | "),
        ])
    func renamed(text: String, expected: String) throws {
        let stage = try Self.stage(Self.tabs)
        let coordinator = stage.makeCoordinator()
        #expect(coordinator.start(restoring: try Self.saved(text, for: stage)) == [])
        #expect(coordinator.state.text.hasPrefix(expected), "\(coordinator.state.text)")
    }

    @Test(
        "of tabs that begin with the same screen, each renamed one keeps its own stack, and one that is gone is left out",
        arguments: [
            (2, "[y] home > home/about | [*z] home > notes/edit", 0), (1, "[*y] home > home/about", 1),
        ])
    func equalRoots(count: Int, expected: String, noteCount: Int) throws {
        let tabs = ["y", "z"].prefix(count).map { #"{ "name": "\#($0)", "root": "home" }"# }.joined(separator: ", ")
        let stage = try Self.stage(#""tabs": [\#(tabs)]"#)
        let coordinator = stage.makeCoordinator()
        let saved = try Self.saved("[a] home > home/about | [*b] home > notes/edit", for: stage)
        #expect(coordinator.start(restoring: saved).count == noteCount)
        #expect(coordinator.state.text == expected)
    }

    @Test("a root that is written differently and shows the same screen keeps its stack")
    func sameRoot() throws {
        let stage = try Self.stage(#""root": "character/list""#)
        let coordinator = stage.makeCoordinator()
        #expect(coordinator.start(restoring: try Self.saved("character > home/about", for: stage)) == [])
        #expect(coordinator.state.text == "character/list > home/about")
    }

    @Test("a destination of a missing feature keeps its place, and works again when the feature is back")
    func placeholders() throws {
        let text = "home > vault/door > home/about"
        let without = try Self.stage(features: [Manifests.home])
        let coordinator = without.makeCoordinator()
        coordinator.start(restoring: try Self.saved(text, for: without))
        #expect(coordinator.state.text == text)
        coordinator.perform(.back)
        let shown = TextRenderer.text(of: coordinator.show())
        #expect(shown.contains("vault/door cannot be shown.\nNo feature 'vault' is installed."), "\(shown)")
        #expect(coordinator.takeProblems().count == 1)
        #expect(coordinator.state.text == "home > vault/door")
        let with = try Self.stage()
        let again = with.makeCoordinator()
        again.start(restoring: try Self.saved(coordinator.state.text, for: with))
        #expect(again.show().title == "vault/door")
    }

    @Test(
        "a root of a missing feature keeps its stack, also through a session without the feature",
        arguments: ["vault", "home/characters"])
    func placeholderRoot(root: String) throws {
        let wiring = """
            "root": "\(root)", "redirects": { "home/characters": "character/list" }
            """
        let first = try Self.stage(wiring)
        let before = first.makeCoordinator()
        before.start()
        before.go(toText: "home/about")
        let end = root == "vault" ? "vault" : "character/list"
        #expect(before.state.text == "\(end) > home/about")

        let second = try Self.stage(wiring, features: [Manifests.home])
        let without = second.makeCoordinator()
        #expect(without.start(restoring: try Self.saved(before.state.text, for: second)) == [])
        #expect(without.show().title == "home/about")
        without.perform(.back)
        #expect(TextRenderer.text(of: without.show()).contains("No feature '\(end.prefix { $0 != "/" })' is installed"))
        without.go(toText: "home/about")

        let third = try Self.stage(wiring)
        let after = third.makeCoordinator()
        #expect(after.start(restoring: try Self.saved(without.state.text, for: third)) == [])
        #expect(after.state.text == "\(end) > home/about")
        after.perform(.back)
        #expect(after.show().title == end)
    }

    @Test(
        "screens on a root of a missing feature stay when the feature arrives",
        arguments: ["vault", "home/characters"])
    func rootThatComes(root: String) throws {
        let wiring = """
            "root": "\(root)", "redirects": { "home/characters": "character/list" }
            """
        let first = try Self.stage(wiring, features: [Manifests.home])
        let without = first.makeCoordinator()
        without.start()
        #expect(without.show().title == "Not found")
        without.go(toText: "home/about")

        let second = try Self.stage(wiring)
        let after = second.makeCoordinator()
        #expect(after.start(restoring: try Self.saved(without.state.text, for: second)) == [])
        #expect(after.state.text == "\(root == "vault" ? "vault" : "character/list") > home/about")
    }

    @Test("a stack on an outgoing root stays while the feature that declares the root is missing")
    func rootOfAnAbsentWish() throws {
        let wiring = #""root": "home/characters", "redirects": { "home/characters": "character/list" }"#
        let all = try Self.stage(wiring)
        let text = "character/list > character/detail?identifier=3"
        let without = try Self.stage(wiring, features: [Manifests.character])
        let coordinator = without.makeCoordinator()
        #expect(coordinator.start(restoring: try Self.saved(text, for: without)) == [])
        #expect(coordinator.state.text == text)
        coordinator.perform(.back)
        #expect(coordinator.show().title == "character/list")
        coordinator.go(toText: "character/detail?identifier=3")
        let after = all.makeCoordinator()
        #expect(after.start(restoring: try Self.saved(coordinator.state.text, for: all)) == [])
        #expect(after.state.text == text)
    }

    @Test("a restored screen that cannot be made says so in its place when it is seen")
    func cannotBeMade() throws {
        let stage = try Self.stage()
        stage.fail(.make, "character/detail", "nobody has that number")
        let coordinator = stage.makeCoordinator()
        coordinator.start(restoring: try Self.saved("home > character/detail?identifier=3 > home/about", for: stage))
        coordinator.show()
        #expect(coordinator.takeProblems() == [])
        coordinator.perform(.back)
        #expect(coordinator.show().title == "Not found")
        #expect(
            coordinator.takeProblems().map(\.text) == [
                "'character/detail?identifier=3' cannot be shown: nobody has that number"
            ])
        #expect(coordinator.state.text == "home > character/detail?identifier=3")
        #expect(coordinator.show().title == "Not found")
        #expect(coordinator.takeProblems() == [])
    }

    @Test("a deep session is shown at once, and no step in it renders the other screens")
    func deepSession() throws {
        let stage = try Self.stage(#""root": "chats""#, features: [Manifests.chats, Manifests.notes])
        let text = "chats" + (0..<5_000).map { " > notes/note?title=n\($0)" }.joined()
        let coordinator = stage.makeCoordinator()
        coordinator.start(restoring: try Self.saved(text, for: stage))
        for _ in 0..<50 {
            coordinator.show()
            coordinator.perform(.back)
        }
        // No other screen can show a checkpoint.
        #expect(coordinator.screens.stale.isEmpty)
        #expect(coordinator.state.selected.entries.count == 4_951)
        #expect(stage.live.keys.sorted() == [1])
    }

    // MARK: The state that is told

    @Test("the host publishes the state at the start, and then once for each whole request")
    func told() throws {
        let stage = try Self.stage(Self.tabs)
        let coordinator = stage.makeCoordinator()
        var told: [String] = []
        coordinator.stateSink = { told.append($0.text) }
        coordinator.open("challenge://character/detail?id=3")
        coordinator.open("challenge://notes/edit")
        coordinator.show()
        #expect(told == [])
        coordinator.start(
            restoring: try Self.saved("[*home] home > home/about | [people] character | [notes] notes", for: stage))
        coordinator.show()
        #expect(
            told == [
                "[*home] home > home/about | [people] character | [notes] notes",
                "[home] home > home/about | [*people] character > character/detail?identifier=3 | [notes] notes",
                "[home] home > home/about | [people] character > character/detail?identifier=3 | "
                    + "[*notes] notes > notes/edit",
            ])
        told = []
        coordinator.perform(.selectTab("home"))
        coordinator.perform(.selectTab("nowhere"))
        coordinator.perform(.pop(1))
        coordinator.show()
        #expect(told.count == 2)
        #expect(told.last?.hasPrefix("[*home] home | ") == true)
        #expect(told.last == coordinator.state.text)
    }

    @Test("a destination that cannot be shown publishes one state")
    func toldNotFound() throws {
        let stage = try Self.stage()
        var told = 0
        stage.coordinator.stateSink = { _ in told += 1 }
        stage.coordinator.go(toText: "nobody")
        stage.coordinator.show()
        #expect(told == 1)
    }

    @Test("a request during a navigation is published together with it")
    func toldWithRequests() throws {
        let stage = try Self.stage()
        stage.on(.make, "home/about") { (screen) throws(CallFailure) in
            try screen.navigate("home/about", .sheet)
            stage.on(.make, "home/about") { _ in }
        }
        var told: [String] = []
        stage.coordinator.stateSink = { told.append($0.text) }
        stage.coordinator.go(toText: "home/about")
        #expect(told == ["home > home/about > sheet:home/about"])
    }
}
