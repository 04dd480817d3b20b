import FeatureContract
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@MainActor
@Suite("The placeholder", .inlineAndInWorkers)
struct PlaceholderTests {
    private static let wiring = """
        {
            "schemes": ["challenge"], "root": "home",
            "redirects": {
                "home/characters": "character/list",
                "home/character?identifier={i}": "character/detail?identifier={i}"
            }
        }
        """

    private static let others = [Manifests.home, Manifests.notes]
    private static let all = others + [Manifests.character, Manifests.vault]

    private static func saved(_ text: String, for stage: Stage) throws -> NavigationState {
        try NavigationState(text, reader: NavigationStateReader(stage.catalog))
    }

    /// Requests for a missing feature, and the destination of each once the feature is there.
    private nonisolated static let asked = [
        ("character/list", "character/list"), ("character/detail?identifier=3", "character/detail?identifier=3"),
        ("home/characters", "character/list"), ("home/character?identifier=7", "character/detail?identifier=7"),
        ("challenge://character/detail?id=42", "character/detail?identifier=42"),
        ("challenge://vault/by/code", "vault/door"),
    ]

    private func ask(_ text: String, _ stage: Stage) {
        stage.answer("vault") { _ in .of("vault/door") }
        if text.contains("://") { stage.coordinator.open(text) } else { stage.coordinator.go(toText: text) }
    }

    @Test("a placeholder becomes the requested screen when its feature arrives", arguments: asked)
    func comes(text: String, end: String) throws {
        let stage = try Stage(Self.wiring, features: Self.others)
        ask(text, stage)
        stage.coordinator.go(toText: "notes")
        #expect(stage.stack == "home > system/notFound > notes")
        _ = stage.coordinator.takeProblems()
        try stage.reload(Self.all)
        #expect(stage.stack == "home > \(end) > notes")
        stage.coordinator.perform(.back)
        #expect(stage.coordinator.show().title == end)
        #expect(stage.coordinator.takeProblems() == [])
        #expect(stage.breaches == [])
    }

    @Test("a session restored without asking features keeps the placeholder of a link that is resolved by code")
    func notAsked() throws {
        let link = "challenge://vault/by/code"
        let before = try Stage(Self.wiring, features: Self.others)
        ask(link, before)
        let stage = try Stage(Self.wiring, features: Self.all)
        let coordinator = stage.makeCoordinator()
        coordinator.asksFeatures = false
        coordinator.start(restoring: try Self.saved(before.coordinator.state.text, for: stage))
        #expect(stage.askedLinks == [])
        #expect(stage.starts == [:])
        #expect(stage.stack == "home > system/notFound")
    }

    @Test("a placeholder becomes the requested screen when its session is restored with the feature", arguments: asked)
    func restored(text: String, end: String) throws {
        let before = try Stage(Self.wiring, features: Self.others)
        ask(text, before)
        let stage = try Stage(Self.wiring, features: Self.all)
        stage.answer("vault") { _ in .of("vault/door") }
        let coordinator = stage.makeCoordinator()
        #expect(coordinator.start(restoring: try Self.saved(before.coordinator.state.text, for: stage)) == [])
        #expect(coordinator.state.text == "home > \(end)")
        #expect(coordinator.show().title == end)
        #expect(coordinator.takeProblems() == [])
    }

    @Test("a placeholder keeps its text while its feature is missing and something else changes")
    func stays() throws {
        let stage = try Stage(Self.wiring, features: Self.others)
        ask("character/list", stage)
        stage.coordinator.show()
        let before = stage.coordinator.state.text
        try stage.reload(Self.others + [Manifests.vault])
        #expect(stage.coordinator.state.text == before)
        #expect(TextRenderer.text(of: stage.coordinator.show()).contains("No feature 'character' is installed."))
    }

    @Test("a placeholder shows the current reason, not the one at the time of the request")
    func otherReason() throws {
        let stage = try Stage(Self.wiring, features: Self.others)
        ask("character/list", stage)
        try stage.reload(Self.others + [#"{ "id": "character", "incoming": [{ "name": "all" }] }"#])
        let shown = TextRenderer.text(of: stage.coordinator.show())
        #expect(
            shown.contains("character/list cannot be shown.\nThe feature 'character' has no route 'list'"), "\(shown)")
        #expect(stage.stack == "home > system/notFound")
    }

    @Test("a placeholder of a restored destination gets its feature's types when the feature arrives")
    func typed() throws {
        let stage = try Stage(Self.wiring, features: Self.others)
        let coordinator = stage.makeCoordinator()
        coordinator.start(restoring: try Self.saved("home > character/detail?identifier=3", for: stage))
        coordinator.show()
        try stage.reload(Self.all)
        #expect(coordinator.show().title == "character/detail?identifier=3")
        #expect(coordinator.state.top.place.text == "character/detail?identifier=3")
    }

    @Test(
        "a placeholder names the argument that a new version of its feature requires and the session lacks",
        arguments: [false, true])
    func newArgument(live: Bool) throws {
        let newer = """
            {
                "id": "character", "incoming": [{ "name": "detail", "arguments": [
                    { "name": "identifier", "type": "int" }, { "name": "chapter", "type": "int" }
                ] }]
            }
            """
        let stage = try Stage(Self.wiring, features: Self.others + [live ? Manifests.character : newer])
        let coordinator = stage.makeCoordinator()
        coordinator.start(restoring: try Self.saved("home > character/detail?identifier=1", for: stage))
        coordinator.show()
        if live { try stage.reload(Self.others + [newer]) }
        let shown = TextRenderer.text(of: coordinator.show())
        #expect(
            shown.contains("character/detail needs the argument 'chapter' (int), and it is missing"), "\(shown)")
        #expect(coordinator.state.text == "home > character/detail?identifier=1")
    }

    @Test(
        "a placeholder of a root becomes the wiring's root, and the screens on it stay",
        arguments: [
            ("character/list", "character/list", [Manifests.character]),
            ("home/character?identifier=7", "character/detail?identifier=7", [Manifests.character]),
            ("home/characters", "character/list", [Manifests.home]),
            ("home/characters", "character/list", [Manifests.home, Manifests.character]),
        ])
    func root(root: String, end: String, missing: [String]) throws {
        let text = Self.wiring.replacing(#""root": "home""#, with: #""root": "\#(root)""#)
        let present = ([Manifests.home, Manifests.character] + [Manifests.notes]).filter { !missing.contains($0) }
        let stage = try Stage(text, features: present)
        let coordinator = stage.coordinator
        #expect(coordinator.show().title == "Not found")
        coordinator.go(toText: "notes")
        let session = coordinator.state.text
        try stage.reload(present + missing)
        #expect(coordinator.state.text == "\(end) > notes")
        coordinator.perform(.back)
        #expect(coordinator.show().title == end)
        let later = try Stage(text, features: present + missing)
        let restored = later.makeCoordinator()
        #expect(restored.start(restoring: try Self.saved(session, for: later)) == [])
        #expect(restored.state.text == "\(end) > notes")
    }

    @Test("a placeholder of an unconnected root becomes the target of a changed wiring")
    func connectedRoot() throws {
        let stage = try Stage(#"{ "root": "home/characters" }"#, features: Self.all)
        let coordinator = stage.coordinator
        coordinator.show()
        coordinator.go(toText: "notes")
        #expect(coordinator.state.text.hasPrefix("system/notFound"))
        try stage.reload(
            Self.all, wiring: #"{ "root": "home/characters", "redirects": { "home/characters": "character/list" } }"#)
        #expect(coordinator.state.text == "character/list > notes")
    }

    @Test(
        "the way back to a placeholder gives a notice, not a failure",
        arguments: [NavigationRequest.back, .popToRoot, .dismissAll, .selectTab("people")])
    func goingBack(request: NavigationRequest) throws {
        let tabs = """
            { "tabs": [{ "name": "start", "root": "vault/door" }, { "name": "people", "root": "character/list" }] }
            """
        let stage = try Stage(tabs, features: Self.others)
        let coordinator = stage.coordinator
        stage.go(request == .dismissAll ? "sheet:notes" : "notes")
        _ = coordinator.takeProblems()
        coordinator.perform(request)
        #expect(coordinator.show().title == "Not found")
        let problems = coordinator.takeProblems()
        #expect(problems.map(\.isNotice) == [true], "\(problems)")
        coordinator.go(toText: "notes")
        #expect(coordinator.takeProblems() == [])
    }
}
