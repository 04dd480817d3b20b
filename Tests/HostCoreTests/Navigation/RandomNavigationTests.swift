import FeatureContract
import TestSupport
import Testing

@testable import HostCore

@MainActor
@Suite("Navigation at random")
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
        return switch Int.random(in: 0..<12, using: &generator) {
        case 0, 1: .navigate(place, nil)
        case 2: .navigate(place, RouteMethod.allCases.randomElement(using: &generator))
        case 3: .back
        case 4: .pop(Int.random(in: 0...3, using: &generator))
        case 5: .popTo(place)
        case 6: .popToRoot
        case 7: .dismiss
        case 8: .dismissAll
        case 9: .replaceStack([place, other])
        case 10: .reset
        default: .selectTab(["home", "people", "notes", "x"].randomElement(using: &generator) ?? "")
        }
    }

    @Test("whatever happens, exactly the screens of the state are alive, and each dies once", arguments: 1...4)
    func random(seed: UInt64) async throws {
        let stage = try Stage(Self.wiring)
        var generator = SeededGenerator(seed: seed)
        let coordinator = stage.coordinator
        // Number 13 is nobody; every event may ask for something more.
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
            default: coordinator.show()
            }
            check(stage, "seed \(seed), step \(step)")
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
        // Every live screen is in the state; an entry that was made and is not alive shows the not-found screen.
        #expect(stage.live.keys.allSatisfy(ids.contains), "\(place): a screen lives that is in no stack")
        for entry in entries where stage.destroyed[entry.id] != nil {
            #expect(stage.live[entry.id] != nil, "\(place): \(entry.destination) was destroyed and is on a stack")
        }
        #expect(stage.destroyed.values.allSatisfy { $0 <= 1 }, "\(place): a screen was destroyed twice")
        #expect(stage.coordinator.state.tabs.allSatisfy { !$0.entries.isEmpty }, "\(place): a tab without a root")
    }
}
