import FeatureContract
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@MainActor
@Suite("The stacks, seen and covered", .inlineAndInWorkers)
struct StackTests {
    private static let start = "notes > a > b > sheet:c > d > managedCover:e > f"

    /// The stack of ``start``: the screens 1, 2, 3, the sheet 4 with 5, the managed cover 6 with 7.
    private static func stage(_ wiring: String = #"{ "root": "notes" }"#) throws -> Stage {
        let stage = try Stage(wiring)
        stage.coordinator.show()
        stage.go(
            start.split(separator: ">").dropFirst().map { part in
                let words = part.split(separator: ":").map { $0.filter { $0 != " " } }
                return (words.count > 1 ? "\(words[0]):" : "") + "notes/note?title=\(words[words.count - 1])"
            }.joined(separator: " > "))
        return stage
    }

    /// The stack of a state in short, with only the titles of notes.
    private static func short(_ stage: Stage) -> String {
        stage.stack.split(separator: " ").map { word in
            guard let range = word.firstRange(of: "notes/note?title=") else { return String(word) }
            return String(word[..<range.lowerBound] + word[range.upperBound...])
        }.joined(separator: " ")
    }

    @Test(
        "a request acts on the asking screen's stack, seen or covered",
        arguments: [
            (
                1, .navigate(.of("notes/note?title=x"), method: nil),
                "notes > a > b > x > sheet:c > d > managedCover:e > f"
            ),
            (
                2, .navigate(.of("notes/note?title=x"), method: nil),
                "notes > a > b > x > sheet:c > d > managedCover:e > f"
            ),
            (
                4, .navigate(.of("notes/note?title=x"), method: nil),
                "notes > a > b > sheet:c > d > x > managedCover:e > f"
            ),
            (
                2, .navigate(.of("notes/note?title=x"), method: .sheet),
                "notes > a > b > sheet:c > d > managedCover:e > f > sheet:x"
            ),
            (1, .back, "notes > a"), (3, .back, "notes > a"), (4, .back, "notes > a > b > sheet:c"),
            (6, .back, "notes > a > b > sheet:c > d > managedCover:e"), (2, .pop(2), "notes"), (2, .pop(9), "notes"),
            (5, .pop(9), "notes > a > b > sheet:c"),
            (3, .popTo(.of("notes")), "notes"), (3, .popTo(.of("notes/note?title=a")), "notes > a"),
            // The target is the top of its stack, so the modals on it stay.
            (1, .popTo(.of("notes/note?title=b")), "notes > a > b > sheet:c > d > managedCover:e > f"),
            (4, .popTo(.of("notes/note?title=c")), "notes > a > b > sheet:c"),
            (2, .popToRoot, "notes"), (5, .popToRoot, "notes > a > b > sheet:c"), (4, .dismiss, "notes > a > b"),
            (7, .dismiss, "notes > a > b > sheet:c > d"), (1, .dismissAll, "notes > a > b"),
            (7, .dismissAll, "notes > a > b"), (1, .reset, "notes"), (5, .reset, "notes"),
            (1, .replaceStack([.of("notes/note?title=a"), .of("notes/note?title=x")]), "notes > a > x"),
            (5, .replaceStack([.of("notes/note?title=x")]), "notes > x"),
            (
                7, .replaceStack([.of("notes/note?title=x")]),
                "notes > a > b > sheet:c > d > managedCover:e > x"
            ),
        ] as [(ScreenID, NavigationRequest, String)])
    func coveredScreens(asker: ScreenID, request: NavigationRequest, expected: String) throws {
        let stage = try Self.stage()
        let refusal = try stage.act(asker) { $0.refusal(of: request) }
        #expect(refusal == nil)
        stage.coordinator.show()
        #expect(Self.short(stage) == expected)
        #expect(Set(stage.live.keys).isSubset(of: stage.coordinator.state.allEntries.map(\.id)))
        #expect(stage.destroyed.values.allSatisfy { $0 <= 1 })
        #expect(stage.breaches == [])
        #expect(stage.coordinator.takeProblems() == [])
    }

    @Test(
        "a covered screen's request is refused if its own stack does not allow it",
        arguments: [
            (1, .dismiss, .nothingToDo), (6, .popTo(.of("notes/note?title=c")), .notFound),
            (1, .popTo(.of("notes/note?title=c")), .notFound), (1, .pop(0), .nothingToDo),
        ] as [(ScreenID, NavigationRequest, FailureCode)])
    func refusedForItsStack(asker: ScreenID, request: NavigationRequest, code: FailureCode) throws {
        let stage = try Self.stage()
        #expect(try stage.act(asker) { $0.refusal(of: request) }?.code == code)
        #expect(Self.short(stage) == Self.start)
    }

    @Test(
        "requests in a row are checked and carried out one after the other",
        arguments: [
            (
                7, [.pop(1), .navigate(.of("notes/note?title=x"), method: nil)],
                "notes > a > b > sheet:c > d > managedCover:e > x"
            ),
            (7, [.dismiss, .navigate(.of("notes/note?title=x"), method: nil)], "notes > a > b > sheet:c > d > x"),
            (7, [.dismissAll, .navigate(.of("notes/note?title=x"), method: nil)], "notes > a > b > x"),
            (7, [.dismiss, .dismiss, .pop(1)], "notes > a"),
            (
                7,
                [
                    .dismiss, .navigate(.of("notes/note?title=x"), method: .sheet),
                    .navigate(.of("notes/note?title=y"), method: nil),
                ],
                "notes > a > b > sheet:c > d > sheet:x > y"
            ),
            (3, [.dismissAll, .pop(1), .navigate(.of("notes/note?title=x"), method: nil)], "notes > a > x"),
            (5, [.reset, .navigate(.of("notes/note?title=x"), method: nil), .pop(1)], "notes"),
            (
                2, [.replaceStack([.of("notes/note?title=x")]), .navigate(.of("notes/note?title=y"), method: nil)],
                "notes > x > y"
            ),
        ] as [(ScreenID, [NavigationRequest], String)])
    func inARow(asker: ScreenID, requests: [NavigationRequest], expected: String) throws {
        let stage = try Self.stage()
        try stage.act(asker) { (screen) throws(CallFailure) in
            for request in requests { try screen.request(request) }
        }
        stage.coordinator.show()
        #expect(Self.short(stage) == expected)
        #expect(stage.coordinator.takeProblems() == [])
        #expect(stage.breaches == [])
    }

    @Test("requests in a row from an unseen tab are checked and carried out there")
    func inARowElsewhere() throws {
        let stage = try Self.stage(
            #"{ "tabs": [{ "name": "notes", "root": "notes" }, { "name": "home", "root": "home" }] }"#)
        stage.coordinator.perform(.selectTab("home"))
        stage.coordinator.show()
        try stage.act(8) { (screen) throws(CallFailure) in
            try screen.request(.dismissAll)
            // The screen is gone then: its request acts where it was, not on the seen stack.
            try screen.request(.pop(2))
            #expect(screen.refusal(of: .pop(1))?.code == .nothingToDo)
            try screen.navigate("notes/note?title=x")
        }
        stage.coordinator.show()
        #expect(stage.stack == "home")
        #expect(stage.coordinator.state.tabs[0].entries.map(\.place.text) == ["notes", "notes/note?title=x"])
        #expect(stage.breaches == [])
    }

    @Test("a request of a screen that is gone at its turn is carried out where the screen was")
    func goneWhenApplied() throws {
        let stage = try Self.stage()
        let other = try stage.screen(5)
        try stage.act(1) { (screen) throws(CallFailure) in
            try screen.request(.dismissAll)
            try other.navigate("notes/note?title=x")
        }
        #expect(Self.short(stage) == "notes > a > b > x")
    }

    @Test("a screen that has left its stack and is not yet destroyed cannot make requests")
    func leaving() throws {
        let stage = try Self.stage()
        var codes: [FailureCode?] = []
        stage.on(.destroy, "notes/note") { screen in
            for id in [2, 3] as [ScreenID] {
                guard let below = stage.live[id], below !== screen else { continue }
                codes.append(below.refusal(of: .navigate(.of("notes/edit"), method: nil))?.code)
                #expect(!below.canReturn(to: "x"))
            }
        }
        stage.coordinator.perform(.reset)
        stage.coordinator.show()
        #expect(stage.stack == "notes")
        #expect(codes.count == 9)
        #expect(codes.allSatisfy { $0 == .invalidState })
    }

    @Test("a request of a screen that is being made is checked at its future place")
    func whileMade() throws {
        let stage = try Stage(#"{ "root": "notes" }"#)
        stage.coordinator.show()
        var codes: [FailureCode?] = []
        stage.on(.make, "notes/edit") { screen in
            codes.append(screen.refusal(of: .pop(1))?.code)
            codes.append(screen.refusal(of: .dismiss)?.code)
            codes.append(screen.refusal(of: .dismiss)?.code)
        }
        stage.coordinator.go(toText: "notes/edit")
        stage.coordinator.show()
        #expect(codes == [.nothingToDo, nil, .nothingToDo])
        #expect(stage.stack == "notes")
        #expect(stage.breaches == [])
    }

    @Test("the host publishes one state for each whole request, and no intermediate one")
    func told() throws {
        let stage = try Self.stage()
        var told: [String] = []
        stage.coordinator.stateSink = { told.append($0.stackText) }
        try stage.act(7) { (screen) throws(CallFailure) in
            try screen.request(.reset)
            try screen.navigate("notes/note?title=x")
            try screen.navigate("notes/note?title=y")
        }
        stage.coordinator.perform(.back)
        stage.coordinator.perform(.dismiss)
        stage.coordinator.show()
        #expect(
            told == ["notes > notes/note?title=x > notes/note?title=y", "notes > notes/note?title=x"])
    }

    @Test(
        "hundreds of requests on a stack of ten thousand screens finish in time, and each screen is destroyed once",
        .deep)
    func deep() throws {
        let stage = try Stage(#"{ "root": "notes" }"#)
        stage.coordinator.show()
        for number in 0..<10_000 { stage.coordinator.go(to: .of("notes/note?title=t\(number)")) }
        stage.coordinator.show()
        let root = try stage.screen(1)
        root.feature.host.callIntoFeature {
            for _ in 0..<250 { _ = root.refusal(of: .navigate(.of("notes/note?title=x"), method: nil)) }
        }
        stage.coordinator.drain()
        stage.coordinator.show()
        #expect(stage.coordinator.state.selected.entries.count == 10_251)
        _ = stage.takeCalls()
        stage.coordinator.perform(.reset)
        #expect(stage.takeCalls().count == 10_251)
        #expect(stage.live.keys.sorted() == [1])
        #expect(stage.breaches == [])
    }
}
