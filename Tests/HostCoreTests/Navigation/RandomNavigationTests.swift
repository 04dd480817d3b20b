import FeatureContract
import HostSystem
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@MainActor
@Suite("Random navigation", .inlineAndInWorkers)
struct RandomNavigationTests {
    private static let wiring = """
        {
            "tabs": [
                { "name": "home", "root": "home" }, { "name": "people", "root": "character" },
                { "name": "notes", "root": "notes" }
            ],
            "redirects": {
                "home/characters": "character/list",
                "home/character?identifier={id}": { "to": "character/detail?identifier={id}", "method": "sheet" }
            }
        }
        """

    private static let places = [
        "home", "home/about", "home/characters", "home/character?identifier=3", "character", "character/list",
        "character/detail?identifier=1", "character/detail?identifier=2", "character/detail?identifier=13", "notes",
        "notes/note?title=a", "notes/edit", "notes/full", "notes/wizard", "vault", "vault/door", "nobody",
        "home/nowhere",
        "character/detail",
    ]

    private static let links = [
        "challenge://character/list", "challenge://character/detail?id=2", "challenge://character/detail?id=13",
        "challenge://character/detail/1/quotes/4", "challenge://notes/edit", "challenge://vault/x", "other://x",
    ]

    private static func request(using generator: inout SeededGenerator) -> NavigationRequest {
        let place = Destination.of(places.randomElement(using: &generator) ?? "home")
        let other = Destination.of(places.randomElement(using: &generator) ?? "home")
        return switch Int.random(in: 0..<13, using: &generator) {
        case 0, 1: .navigate(place, method: nil)
        case 2: .navigate(place, method: NavigationMethod.allCases.randomElement(using: &generator))
        case 3: .back
        case 4: .pop(Int.random(in: 0...3, using: &generator))
        case 5: .popTo(place)
        case 6: .popToRoot
        case 7: .dismiss
        case 8: .dismissAll
        case 9: .replaceStack([place, other])
        case 10: .reset
        case 11: .swap(place)
        default: .selectTab(["home", "people", "notes", "x"].randomElement(using: &generator) ?? "")
        }
    }

    @Test("exactly the screens of the state are alive after every step, and each is destroyed once", arguments: 1...4)
    func random(seed: UInt64) async throws {
        let stage = try Stage(Self.wiring)
        var generator = SeededGenerator(seed: seed)
        let coordinator = stage.coordinator
        // The character 13 does not exist, and every event may make another request.
        stage.on(.make, "character/detail") { (screen) throws(CallFailure) in
            if screen.destination["identifier"] == .integer(13) {
                throw CallFailure(.notFound, "nobody has that number")
            }
        }
        var hookGenerator = SeededGenerator(seed: seed &* 31)
        for event in [Stage.Event.appear, .disappear, .destroy, .render, .perform] {
            for route in ["home", "home/about", "character/list", "notes", "notes/edit", "vault"] {
                stage.on(event, route) { (screen) throws(CallFailure) in
                    guard Int.random(in: 0..<4, using: &hookGenerator) == 0 else { return }
                    let stateBefore = coordinator.state
                    _ = screen.refusal(of: Self.request(using: &hookGenerator))
                    _ = screen.feature.hostRefusal(of: Self.request(using: &hookGenerator))
                    #expect(coordinator.state == stateBefore, "a request changed the state during a call")
                    if Int.random(in: 0..<8, using: &hookGenerator) == 0 {
                        throw CallFailure(.other, "no luck")
                    }
                }
            }
        }
        for step in 0..<700 {
            switch Int.random(in: 0..<10, using: &generator) {
            case 0: coordinator.open(Self.links.randomElement(using: &generator) ?? "")
            case 1, 2: coordinator.go(toText: Self.places.randomElement(using: &generator) ?? "")
            case 3, 4: coordinator.perform(Self.request(using: &generator))
            case 5: coordinator.use(button("x"))
            case 6: coordinator.invalidate(.random(in: 0...100, using: &generator), of: "home")
            case 7:
                let screen = stage.live.values.sorted { $0.id < $1.id }.randomElement(using: &generator)
                _ = screen?.refusal(of: Self.request(using: &generator))
            case 8: await MainQueue.turn()
            case 9 where Int.random(in: 0..<3, using: &generator) == 0:
                coordinator.showBeside(.random(using: &generator))
            default: coordinator.show()
            }
            check(stage, "seed \(seed), step \(step)")
        }
        coordinator.shutDown()
        #expect(stage.live.isEmpty)
        #expect(stage.destroyed.values.allSatisfy { $0 == 1 })
        #expect(stage.breaches == [])
    }

    // MARK: With checkpoints, values, locks and embedded screens

    private static let sharedPlaces = [
        "chats", "chats/chat?number=1", "chats/chat?number=2", "chats/draft", "chats/inbox", "chats/pick",
        "chats/card", "chats/drop", "chats/nowhere", "contacts", "contacts/card?number=3", "contacts/picker", "notes",
        "notes/note?title=a", "notes/edit", "notes/full", "notes/wizard", "notes/sent", "nobody",
    ]

    private static let messages: [(sender: String, Message)] = [
        ("chats", .value(type: "note", .string("n"))), ("chats", .value(type: "ping", .null)),
        ("chats", .value(type: "greeting", .string("g"))), ("contacts", .value(type: "remark", .string("r"))),
        ("contacts", .value(type: "count", .integer(1))), ("contacts", .value(type: "hello", .string("h"))),
        ("", .tab("chats")), ("", .tab("people")), ("", .tab("brief")), ("", .tab("attic")),
        ("chats", .destination(.of("chats/draft"))), ("chats", .destination(.of("chats/card"))),
        ("contacts", .destination(.of("contacts/card?number=1"))), ("notes", .destination(.of("notes/edit"))),
    ]

    /// A request that the feature may mostly make.
    private static func sharedRequest(of feature: String, using generator: inout SeededGenerator) -> NavigationRequest {
        let isOwn = Int.random(in: 0..<8, using: &generator) > 0
        let own = sharedPlaces.filter { !isOwn || $0.hasPrefix(feature) }
        let places = (0..<2).map { _ in Destination.of(own.randomElement(using: &generator) ?? "chats") }
        return switch Int.random(in: 0..<25, using: &generator) {
        case 0...4: .navigate(places[0], method: nil)
        case 5, 6: .navigate(places[0], method: NavigationMethod.allCases.randomElement(using: &generator))
        case 7: .back
        case 8: .pop(Int.random(in: 0...3, using: &generator))
        case 9: .popTo(places[0])
        case 10: .popToRoot
        case 11: .dismiss
        case 12: .dismissAll
        case 13: .replaceStack(places)
        case 14: .reset
        case 15: .selectTab(["chats", "people", "brief", "x"].randomElement(using: &generator) ?? "")
        case 16, 17: .returnToCheckpoint(feature == "contacts" ? "picked" : "recipient", value: .string("Ada"))
        case 18:
            .returnToCheckpoint(
                ["start", "top", "nowhere", "x"].randomElement(using: &generator) ?? "", value: .null)
        case 23: .swap(places[0])
        case 19...22: .send(someMessages(of: isOwn ? feature : nil, using: &generator))
        default: .resume
        }
    }

    private static func someMessages(of feature: String?, using generator: inout SeededGenerator) -> [Message] {
        let messages = messages.filter { feature == nil || $0.sender.isEmpty || $0.sender == feature }
        return (0..<Int.random(in: 0...3, using: &generator)).compactMap { _ in
            messages.randomElement(using: &generator)?.1
        }
    }

    private static func resume(of feature: String, using generator: inout SeededGenerator) -> Resume? {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: nil
        case 1: .immediately
        case 2: .after(seconds: 0.001)
        case 3: .inserting(someMessages(of: feature, using: &generator))
        case 4: .appending(someMessages(of: feature, using: &generator))
        case 5: .replacing(someMessages(of: feature, using: &generator))
        case 6: .pause
        case 7: .cancel
        default: .auto
        }
    }

    /// Random content of a screen: locks, checkpoints, receivers and embedded screens.
    private static func change(
        _ content: inout RenderedScreen, of feature: String, using generator: inout SeededGenerator
    ) {
        func chance() -> Bool { Int.random(in: 0..<4, using: &generator) == 0 }
        content.lock = chance() && chance() ? "unsaved" : nil
        content.isLoading = chance() && chance()
        let checkpoints: [RenderedScreen.Checkpoint] =
            switch feature {
            case "chats": [.recipient, .init(name: "start", type: nil)]
            case "contacts": [.init(name: "top", type: nil)]
            default: []
            }
        content.checkpoints = checkpoints.filter { _ in chance() || chance() }
        let types = ["chats": ["note", "ping"], "contacts": ["hello"]][feature] ?? []
        let receivers =
            types.map { RenderedScreen.Receiver.value(type: $0) } + [.tab, .destination, .navigate, .selectTab]
        content.receivers = receivers.filter { _ in chance() || chance() }
        let places = ["draft", "chat?number=5", "card", "card?number=2", "picker", "nowhere", "edit", "note?title=e"]
        content.nodes = places.filter { _ in chance() && chance() }.map { embedded("\(feature)/\($0)") }
        content.nodes.append(button("x"))
    }

    @Test(
        "returns, values, locks, overrides and embedding leave every screen at its place",
        arguments: Tier.rows(of: Array(1...6), first: 1))
    func shared(seed: UInt64) async throws {
        let stage = try Stage.sharing(Manifests.sharingTabs)
        var generator = SeededGenerator(seed: seed)
        var hookGenerator = SeededGenerator(seed: seed &* 37)
        let coordinator = stage.coordinator
        var told = coordinator.state
        coordinator.stateSink = { told = $0 }
        let routes = [
            "chats", "chats/chat", "chats/draft", "chats/inbox", "contacts", "contacts/card", "contacts/picker",
            "notes",
            "notes/note", "notes/edit", "notes/full",
        ]
        for route in routes + ["feature:chats", "feature:contacts"] {
            stage.receives(route) { (screen, _) throws(CallFailure) in
                if Int.random(in: 0..<12, using: &hookGenerator) == 0 { throw CallFailure(.other, "no luck") }
                return Self.resume(of: screen.feature.manifest.id, using: &hookGenerator)
            }
        }
        let events: [Stage.Event] = [.make, .appear, .disappear, .destroy, .render, .perform, .returned, .receive]
        for (event, route) in events.flatMap({ event in routes.map { (event, $0) } }) {
            stage.on(event, route) { (screen) throws(CallFailure) in
                if event == .make {
                    Self.change(&screen.content, of: screen.feature.manifest.id, using: &hookGenerator)
                }
                guard Int.random(in: 0..<6, using: &hookGenerator) == 0 else { return }
                let before = coordinator.state
                let feature = screen.feature.manifest.id
                _ = screen.refusal(of: Self.sharedRequest(of: feature, using: &hookGenerator))
                _ = screen.canReturn(to: ["recipient", "picked", "top"].randomElement(using: &hookGenerator) ?? "")
                _ = screen.feature.hostRefusal(of: Self.sharedRequest(of: feature, using: &hookGenerator))
                if event != .render, Bool.random(using: &hookGenerator) {
                    screen.change { Self.change(&$0, of: screen.feature.manifest.id, using: &hookGenerator) }
                }
                #expect(coordinator.state == before, "a request changed the state during a call")
                if Int.random(in: 0..<8, using: &hookGenerator) == 0 { throw CallFailure(.other, "no luck") }
            }
        }
        for step in 0..<1_000 {
            switch Int.random(in: 0..<12, using: &generator) {
            case 0, 1: coordinator.go(toText: Self.sharedPlaces.randomElement(using: &generator) ?? "")
            case 2: coordinator.perform(Self.sharedRequest(of: "", using: &generator))
            case 3:
                let request = Self.sharedRequest(of: "", using: &generator)
                coordinator.overridingLocks { coordinator.perform(request) }
            case 4:
                var buttons: [ViewNode] = []
                coordinator.show().forEachNode { if $0.kind == .button { buttons.append($0) } }
                if let button = buttons.randomElement(using: &generator) { coordinator.use(button) }
            case 5:
                let screen = stage.live.values.sorted { $0.id < $1.id }.randomElement(using: &generator)
                screen?.change { Self.change(&$0, of: screen?.feature.manifest.id ?? "", using: &generator) }
            case 6, 7, 10:
                let screen = stage.live.values.sorted { $0.id < $1.id }.randomElement(using: &generator)
                _ = screen?.refusal(of: Self.sharedRequest(of: screen?.feature.manifest.id ?? "", using: &generator))
            case 8: await MainQueue.turn()
            case 9: coordinator.showBeside(.random(using: &generator))
            default: coordinator.show()
            }
            let place = "seed \(seed), step \(step)"
            check(stage, place)
            #expect(told == coordinator.state, "\(place): the state was not told")
            if stage.breaches != [] { break }
        }
        coordinator.shutDown()
        #expect(stage.live.isEmpty)
        #expect(stage.destroyed.values.allSatisfy { $0 == 1 })
        #expect(stage.breaches == [])
    }

    private func check(_ stage: Stage, _ place: String) {
        let entries = stage.coordinator.state.allEntries
        let ids = entries.map(\.id)
        #expect(Set(ids).count == ids.count, "\(place): an id stands twice")
        #expect(!ids.contains(0), "\(place): an id is 0")
        // Every live screen is in the state, or embedded in one that is. An entry that was made and is not alive shows
        // the not-found screen.
        let screens = stage.coordinator.screens
        let embedded = screens.all.flatMap { $0.embedded.map(\.screen) }
        #expect(Set(embedded).count == embedded.count, "\(place): a screen is embedded twice")
        #expect(
            stage.live.keys.compactMap { screens.id(ofNumber: $0) }.filter {
                ids.contains($0) || embedded.contains($0)
            }.count == stage.live.count,
            "\(place): a screen lives that is in no stack")
        #expect(
            screens.all.allSatisfy { ids.contains($0.id) || embedded.contains($0.id) }, "\(place): a screen is kept")
        for (number, screen) in stage.live where screen.isSeen {
            // A screen that could not be made at first has another number than its entry.
            var outermost = screens.id(ofNumber: number) ?? 0
            while let container = screens[outermost]?.container { outermost = container }
            #expect(stage.coordinator.visible.contains(outermost), "\(place): \(screen) is seen and should not be")
        }
        for entry in entries {
            guard let number = screens[entry.id]?.number, stage.destroyed[number] != nil else { continue }
            #expect(stage.live[number] != nil, "\(place): \(entry.place) was destroyed and is on a stack")
        }
        #expect(stage.destroyed.values.allSatisfy { $0 <= 1 }, "\(place): a screen was destroyed twice")
        #expect(stage.coordinator.state.tabs.allSatisfy { !$0.entries.isEmpty }, "\(place): a tab without a root")
    }
}
