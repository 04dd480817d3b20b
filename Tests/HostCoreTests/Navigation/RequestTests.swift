import FeatureContract
import HostSystem
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@MainActor
@Suite("The requests of features", .inlineAndInWorkers)
struct RequestTests {
    static let redirects = """
        {
            "root": "home",
            "redirects": {
                "home/characters": "character/list",
                "home/character?identifier={id}": { "to": "character/detail?identifier={id}", "method": "sheet" }
            }
        }
        """

    /// Presses the one button of the seen screen, and runs `body` meanwhile.
    private func during(
        _ event: Stage.Event, _ route: String, on stage: Stage, _ body: @escaping Stage.Hook
    ) {
        stage.on(event, route) { (screen) throws(CallFailure) in
            stage.on(event, route) { _ in }
            try body(screen)
        }
    }

    private func press(on stage: Stage, _ body: @escaping Stage.Hook) {
        let route = stage.coordinator.state.top.place.route.qualifiedName
        during(.perform, route, on: stage, body)
        stage.coordinator.use(button("Go"))
    }

    @Test("requests during a call change nothing until it has returned, and are then applied in order")
    func queued() throws {
        let stage = try Stage(Self.redirects)
        stage.coordinator.show()
        press(on: stage) { (screen) throws(CallFailure) in
            try screen.navigate("home/characters")
            try screen.navigate("home/about")
            try screen.navigate("home/character?identifier=3")
            #expect(stage.stack == "home")
            #expect(stage.takeCalls().last == "perform home #1")
        }
        #expect(stage.stack == "home > character/list > home/about > sheet:character/detail?identifier=3")
        #expect(
            stage.takeCalls() == [
                "activate character", "make character/list #2", "make home/about #3",
                "make character/detail?identifier=3 #4",
            ])
    }

    @Test("a request made during a press is applied before the user's next action")
    func pressThenBack() throws {
        let stage = try Stage(Self.redirects)
        stage.coordinator.show()
        stage.coordinator.go(toText: "home/about")
        stage.coordinator.show()
        press(on: stage) { (screen) throws(CallFailure) in try screen.navigate("home/characters") }
        stage.coordinator.perform(.back)
        #expect(stage.stack == "home > home/about")
    }

    @Test("a request outside any call is applied before the user's next action")
    func postThenBack() throws {
        let stage = try Stage(Self.redirects)
        stage.coordinator.show()
        let screen = try #require(stage.live[1])
        try screen.navigate("home/characters")
        #expect(stage.stack == "home")
        stage.coordinator.perform(.back)
        #expect(stage.stack == "home")
        #expect(stage.coordinator.takeProblems() == [])
    }

    @Test("a request outside any call is applied on the main queue's next turn")
    func outsideCalls() async throws {
        let stage = try Stage(Self.redirects)
        stage.coordinator.show()
        try stage.live[1]?.navigate("home/characters")
        await MainQueue.turn()
        #expect(stage.stack == "home > character/list")
    }

    @Test(
        "every call takes requests, and applies none before it has returned",
        arguments: [
            (Stage.Event.make, "home/about"), (.render, "home/about"), (.appear, "home/about"), (.disappear, "home"),
        ])
    func everyCall(event: Stage.Event, route: String) async throws {
        let stage = try Stage(Self.redirects)
        stage.coordinator.show()
        during(event, route, on: stage) { (screen) throws(CallFailure) in
            let before = stage.stack
            try screen.navigate("home/characters")
            #expect(stage.stack == before)
        }
        stage.coordinator.go(toText: "home/about")
        #expect(await stage.coordinator.settle(timeout: .seconds(3600)))
        #expect(stage.stack == "home > home/about > character/list")
        #expect(stage.breaches == [])
    }

    @Test("a feature may make requests while its screen is destroyed, but the screen itself is gone")
    func destroy() throws {
        let stage = try Stage(Self.redirects)
        stage.coordinator.show()
        stage.coordinator.go(toText: "home/about")
        stage.coordinator.show()
        during(.destroy, "home/about", on: stage) { screen in
            #expect(screen.refusal(of: .navigate(.of("home/characters"), method: nil))?.code == .invalidState)
            #expect(screen.feature.hostRefusal(of: .navigate(.of("home/characters"), method: nil)) == nil)
            #expect(stage.stack == "home")
        }
        stage.coordinator.perform(.back)
        #expect(stage.stack == "home > character/list")
    }

    @Test("a screen's request applies to the screen's own tab, even if another is seen")
    func tabOfScreen() throws {
        let stage = try Stage(
            #"{ "tabs": [{ "name": "a", "root": "home" }, { "name": "b", "root": "character" }] }"#)
        stage.coordinator.show()
        stage.coordinator.perform(.selectTab("b"))
        stage.coordinator.show()
        try stage.live[1]?.navigate("home/about")
        stage.coordinator.show()
        #expect(stage.stack == "character")
        #expect(stage.coordinator.state.tabs[0].entries.map(\.place.text) == ["home", "home/about"])
    }

    @Test("a screen that leaves its tab and navigates on stays in that tab")
    func backAndOn() throws {
        let stage = try Stage(
            #"{ "tabs": [{ "name": "a", "root": "home" }, { "name": "b", "root": "character" }] }"#)
        stage.coordinator.show()
        stage.coordinator.go(toText: "notes/edit")
        stage.coordinator.perform(.selectTab("b"))
        let screen = try #require(stage.live[3])
        try screen.request(.dismiss)
        try screen.navigate("notes/note?title=x")
        stage.coordinator.show()
        #expect(stage.stack == "character")
        #expect(stage.coordinator.state.tabs[0].entries.map(\.place.text) == ["home", "notes/note?title=x"])
    }

    @Test("a feature that selects a tab and navigates on does so in that tab")
    func selectAndOn() throws {
        let stage = try Stage(
            #"{ "tabs": [{ "name": "a", "root": "home" }, { "name": "b", "root": "character" }] }"#)
        stage.coordinator.show()
        let feature = try #require(stage.live[1]?.feature)
        #expect(feature.hostRefusal(of: .selectTab("b")) == nil)
        #expect(feature.hostRefusal(of: .navigate(.of("home/about"), method: nil)) == nil)
        stage.coordinator.show()
        #expect(stage.stack == "character > home/about")
    }

    struct Refused: Sendable {
        let request: NavigationRequest
        let code: FailureCode
        let reason: String

        init(_ request: NavigationRequest, _ code: FailureCode, _ reason: String) {
            self.request = request
            self.code = code
            self.reason = reason
        }
    }

    @Test(
        "a request that cannot be carried out is refused at once with the reason, and nothing changes",
        arguments: [
            Refused(
                .navigate(.of("character/list"), method: nil), .notAllowed, "'character/list' is another feature's"),
            Refused(.navigate(.of("vault"), method: .sheet), .notAllowed, "declare an outgoing destination"),
            Refused(.navigate(.of("system"), method: nil), .notAllowed, "'system' is another feature's"),
            Refused(.navigate(.of("home/abuot"), method: nil), .unknownRoute, "did you mean 'home/about'?"),
            Refused(.navigate(.of("home/about?x=1"), method: nil), .invalidArgument, "home/about takes no arguments"),
            Refused(
                .navigate(.of("home/character"), method: nil), .invalidArgument, "needs the argument 'identifier' (int)"
            ),
            Refused(
                .navigate(.of("home/character?identifier=x"), method: nil), .invalidArgument,
                "is of type int, and 'x' is not"),
            Refused(.navigate(.of("home/nowhere"), method: nil), .unconnected, "'home/nowhere' is not connected"),
            Refused(.replaceStack([.of("home/about"), .of("vault")]), .notAllowed, "'vault' is another feature's"),
            Refused(.replaceStack([.of("home/about"), .of("home/nowhere")]), .unconnected, "'home/nowhere' is not"),
            Refused(.back, .nothingToDo, "nothing to go back to"),
            Refused(.pop(1), .nothingToDo, "nothing to pop"),
            Refused(.popTo(.of("home/about")), .notFound, "'home/about' is not on the stack"),
            Refused(.dismiss, .nothingToDo, "no modal is presented"),
            Refused(.selectTab("x"), .notFound, "the wiring has no tabs"),
            Refused(
                .returnToCheckpoint("x", value: .null), .notFound, "the feature 'home' declares no checkpoint 'x'"),
            Refused(
                .send([.tab("x")]), .noReceiver, "there is no tab 'x': the wiring has no tabs; nothing else receives it"
            ),
            Refused(.send([.value(type: "X", .null)]), .notAllowed, "declares no type of values 'X'"),
            Refused(.resume, .nothingToDo, "nothing that is sent is paused"),
        ])
    func refused(refused: Refused) throws {
        let stage = try Stage(Self.redirects)
        stage.coordinator.show()
        let screen = try #require(stage.live[1])
        _ = stage.takeCalls()
        for asks in [screen.refusal(of:), screen.feature.hostRefusal(of:)] {
            let refusal = asks(refused.request)
            #expect(refusal?.code == refused.code)
            #expect(refusal?.reason.contains(refused.reason) == true, "\(refusal?.reason ?? "")")
            // The feature alone decides whether the user learns of it.
            #expect(stage.coordinator.takeProblems() == [])
        }
        stage.coordinator.show()
        #expect(stage.takeCalls() == [])
        #expect(stage.stack == "home")
    }

    @Test("requests of a destroyed screen, or of another feature's screen, are refused")
    func foreignScreens() throws {
        let stage = try Stage(Self.redirects)
        stage.coordinator.show()
        stage.coordinator.go(toText: "character/list")
        let gone = try #require(stage.live[2])
        stage.coordinator.perform(.back)
        let refusal = gone.refusal(of: .navigate(.of("character/list"), method: nil))
        #expect(refusal == CallFailure(.invalidState, "the screen 2 of 'character' is gone"))
        let feature = gone.feature
        do throws(CallFailure) {
            try feature.host.request(.navigate(.of("character/list"), method: nil), by: "character", from: 1)
            Issue.record("the screen of 'home' was taken for one of 'character'")
        } catch {
            #expect(error == CallFailure(.invalidState, "the screen 1 is not one of 'character'"))
        }
    }

    @Test("a request is checked against the state after the pending ones, and a refused one does not block others")
    func checkedAgainstWaiting() throws {
        let stage = try Stage(Self.redirects)
        stage.coordinator.show()
        stage.coordinator.go(toText: "home/about")
        stage.coordinator.show()
        press(on: stage) { (screen) throws(CallFailure) in
            try screen.request(.back)
            do throws(CallFailure) {
                try screen.request(.back)
                Issue.record("going back from where the first request leads was not refused")
            } catch {
                #expect(error.code == .nothingToDo)
            }
            try screen.navigate("home/characters")
            try screen.request(.pop(1))
            try screen.navigate("home/characters")
        }
        #expect(stage.stack == "home > character/list")
        #expect(stage.coordinator.takeProblems() == [])
    }

    @Test("an action that passes the host's refusal on shows the host's message, once; another failure its own")
    func passedOn() throws {
        let stage = try Stage(Self.redirects)
        stage.coordinator.show()
        press(on: stage) { (screen) throws(CallFailure) in try screen.request(.back) }
        #expect(
            stage.coordinator.takeProblems().map(\.text) == ["'home': there is nothing to go back to: this is the root"]
        )
        press(on: stage) { (screen) throws(CallFailure) in
            do throws(CallFailure) {
                try screen.request(.back)
            } catch {
                throw CallFailure(.other, "\(error.reason); open a page first")
            }
        }
        #expect(
            stage.coordinator.takeProblems().map(\.text) == [
                "'Go' could not be done: there is nothing to go back to: this is the root; open a page first"
            ])
        press(on: stage) { (screen) throws(CallFailure) in
            try? screen.request(.back)
            throw CallFailure(.other, "no ink")
        }
        #expect(stage.coordinator.takeProblems().map { $0.text.hasSuffix("could not be done: no ink") } == [true])
    }

    @Test("the requests of a screen that is being made are dropped if it is not made")
    func askedInVain() throws {
        let stage = try Stage(Self.redirects)
        stage.on(.make, "character/list") { (screen) throws(CallFailure) in
            try screen.navigate("character/detail?identifier=1")
            throw CallFailure(.notFound, "the list is lost")
        }
        stage.coordinator.go(toText: "character/list")
        stage.coordinator.show()
        #expect(stage.stack == "home > system/notFound")
    }

    @Test("the requests of a starting feature are dropped if it does not start")
    func startedInVain() throws {
        let stage = try Stage(Self.redirects)
        stage.on(.activate, "character") { (screen) throws(CallFailure) in
            try screen.feature.host.request(.navigate(.of("character/list"), method: nil), by: "character", from: 0)
            throw CallFailure(.unavailable, "the shelf is locked")
        }
        stage.coordinator.go(toText: "character/list")
        stage.coordinator.show()
        #expect(stage.stack == "home > system/notFound")
    }

    @Test("the number of pending requests has a limit")
    func limit() throws {
        let stage = try Stage(Self.redirects)
        stage.coordinator.show()
        press(on: stage) { (screen) throws(CallFailure) in
            for _ in 0..<256 { try screen.request(.popToRoot) }
            do throws(CallFailure) {
                try screen.request(.popToRoot)
                Issue.record("one request more than may wait was taken")
            } catch {
                #expect(error.code == .limit)
            }
        }
        #expect(stage.stack == "home")
    }

    @Test("the not-found screen answers a feature's request for a screen that cannot be made")
    func failedResolve() throws {
        let stage = try Stage(Self.redirects)
        stage.fail(.make, "character/detail", "nobody has the number 3")
        stage.coordinator.show()
        press(on: stage) { (screen) throws(CallFailure) in try screen.navigate("home/character?identifier=3") }
        #expect(stage.coordinator.takeProblems().map(\.text) == ["'home': nobody has the number 3"])
        let shown = TextRenderer.text(of: stage.coordinator.show())
        #expect(shown.contains("home/character?identifier=3 cannot be shown.\nNobody has the number 3.\n"))
        stage.coordinator.perform(.back)
        #expect(stage.stack == "home")
        #expect(stage.coordinator.show().title == "home")
    }

    @Test("features that navigate on without end are stopped, with a problem for the user")
    func endless() throws {
        let stage = try Stage(Self.redirects)
        stage.on(.make, "home/about") { (screen) throws(CallFailure) in try screen.navigate("home/about") }
        stage.coordinator.show()
        stage.coordinator.go(toText: "home/about")
        let problems = stage.coordinator.takeProblems()
        #expect(problems.count == 1)
        #expect(problems.first?.text.contains("in a row") == true)
        #expect(stage.breaches == [])
    }

    @Test("a replaced stack keeps the screens that both begin with, and its new top is made before any change")
    func replaceStack() throws {
        let stage = try Stage(Self.redirects)
        stage.coordinator.show()
        stage.coordinator.go(toText: "home/about")
        stage.coordinator.go(toText: "character/list")
        stage.coordinator.show()
        _ = stage.takeCalls()
        press(on: stage) { (screen) throws(CallFailure) in
            try screen.request(.replaceStack([.of("character/list")]))
        }
        #expect(stage.stack == "home > character/list")
        #expect(
            stage.takeCalls() == [
                "perform character/list #3", "make character/list #4", "disappear character/list #3",
                "destroy character/list #3", "destroy home/about #2",
            ])
        stage.coordinator.show()
        let feature = try #require(stage.live[1]?.feature)
        _ = stage.takeCalls()
        #expect(feature.hostRefusal(of: .replaceStack([.of("home/characters"), .of("home/about")])) == nil)
        stage.coordinator.show()
        #expect(stage.stack == "home > character/list > home/about")
        #expect(stage.takeCalls().contains { $0.hasPrefix("destroy") } == false)
        #expect(stage.coordinator.state.selected.entries[1].id == 4)
        #expect(feature.hostRefusal(of: .replaceStack([])) == nil)
        stage.coordinator.show()
        #expect(stage.stack == "home")
    }

    @Test("a feature that is refused without end gets each refusal, and the user none")
    func manyRefusals() throws {
        let stage = try Stage(Self.redirects)
        stage.coordinator.show()
        let feature = try #require(stage.live[1]?.feature)
        let long = Destination(feature: "home", route: String(repeating: "é", count: 5000))
        for _ in 1...300 { #expect(feature.hostRefusal(of: .navigate(long, method: nil)) != nil) }
        #expect(stage.coordinator.takeProblems() == [])
    }

    @Test("a stack whose topmost screen cannot be made does not replace the old one")
    func replaceStackFails() throws {
        let stage = try Stage(Self.redirects)
        stage.coordinator.show()
        stage.coordinator.go(toText: "home/about")
        stage.fail(.make, "character/list", "the list is lost")
        #expect(
            stage.live[1]?.feature.hostRefusal(of: .replaceStack([.of("home/about"), .of("home/characters")])) == nil)
        #expect(stage.coordinator.show().title == "Not found")
        #expect(stage.live.keys.sorted() == [1, 2])
        stage.coordinator.perform(.back)
        #expect(stage.stack == "home > home/about")
    }
}
