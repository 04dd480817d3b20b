import FeatureContract
import Testing

@testable import HostCore
@testable import HostTestSupport

@MainActor
@Suite("What the host asks a worker at once")
struct ExchangeTests {
    private static let top = "character/detail?identifier=1"

    /// Each exchange with the worker of `character` since the last ones, with its calls.
    private func exchanges(_ stage: Stage) -> [String] {
        stage.coordinator.clock.call { stage.coordinator.features.runTurns() }
        return stage.links["character"]?.takeExchanges().map { $0.joined(separator: " ") } ?? []
    }

    private func press(in stage: Stage) {
        stage.coordinator.use(button("Name"), value: .string("Ada"))
        for _ in 1...2 { stage.coordinator.show() }
    }

    /// A stage whose screen of `character` is seen.
    private func stage(keepsState: Bool = false) throws -> Stage {
        let stage = try Stage(isolation: .process)
        stage.keepsState = keepsState
        stage.coordinator.show()
        stage.coordinator.go(toText: Self.top)
        stage.coordinator.show()
        return stage
    }

    @Test("a link to a screen in a fresh worker takes two exchanges, and a press one", arguments: [false, true])
    func few(keepsState: Bool) throws {
        let stage = try stage(keepsState: keepsState)
        #expect(exchanges(stage) == ["load activate resolve", "appear render work of its own"])
        stage.on(.perform, "character/detail") { (screen) throws(CallFailure) in screen.change { _ in } }
        _ = stage.takeCalls()
        press(in: stage)
        #expect(
            exchanges(stage) == [keepsState ? "perform save render work of its own" : "perform render work of its own"])
        let calls = ["perform \(Self.top) #2"] + (keepsState ? ["save \(Self.top) #2"] : [])
        #expect(stage.takeCalls() == calls + ["render \(Self.top) #2"])
        #expect(stage.breaches == [])
    }

    @Test("a screen that has not changed is not rendered")
    func unchanged() throws {
        let stage = try stage()
        _ = stage.takeCalls()
        press(in: stage)
        #expect(exchanges(stage).last == "perform render work of its own")
        #expect(stage.takeCalls() == ["perform \(Self.top) #2"])
    }

    @Test("a screen that leads on is not rendered before it is left")
    func leadsOn() throws {
        let stage = try stage()
        stage.on(.perform, "character/detail") { (screen) throws(CallFailure) in
            screen.change { _ in }
            _ = screen.feature.hostRefusal(of: .navigate(.of("character/list"), method: nil))
        }
        _ = stage.takeCalls()
        press(in: stage)
        #expect(
            stage.takeCalls() == [
                "perform \(Self.top) #2", "make character/list #3", "disappear \(Self.top) #2",
                "appear character/list #3", "render character/list #3",
            ])
        #expect(stage.breaches == [])
    }

    @Test("a screen that asks for one more rendering, or whether it can return, is rendered when the host comes to it")
    func notFinal() throws {
        for asksToReturn in [false, true] {
            let stage = try stage()
            stage.on(.perform, "character/detail") { (screen) throws(CallFailure) in screen.change { _ in } }
            var count = 0
            stage.on(.render, "character/detail") { (screen) throws(CallFailure) in
                count += 1
                if asksToReturn { _ = screen.canReturn(to: "none") } else if count == 1 { screen.change { _ in } }
            }
            _ = stage.takeCalls()
            _ = exchanges(stage)
            press(in: stage)
            #expect(
                exchanges(stage) == [
                    "perform render work of its own", "render",
                ])
            #expect(stage.takeCalls() == ["perform \(Self.top) #2", "render \(Self.top) #2", "render \(Self.top) #2"])
        }
    }

    @Test("a worker that leaves out what it was asked for has broken the protocol")
    func skips() throws {
        let stage = try stage()
        stage.links["character"]?.skipsAll = true
        press(in: stage)
        let problems = stage.coordinator.takeProblems().map(\.text)
        #expect(
            problems.contains { $0.contains("the feature 'character' broke the protocol in perform") }, "\(problems)")
    }

    @Test(
        "an exit in a call that is made ahead of time is reported as one in that call", arguments: ["save", "render"])
    func exit(call: String) throws {
        let stage = try stage(keepsState: true)
        stage.on(.perform, "character/detail") { (screen) throws(CallFailure) in screen.change { _ in } }
        stage.links["character"]?.exits[call] = .signal(11)
        press(in: stage)
        let problems = stage.coordinator.takeProblems().map(\.text)
        #expect(
            problems.contains {
                $0.contains("the feature 'character' crashed in \(call) (SIGSEGV: segmentation fault)")
            }, "\(problems)")
    }

    @Test(
        "what was rendered ahead of time is dropped where the screen, or all of the feature's, has changed since",
        arguments: [false, true])
    func outOfDate(all: Bool) throws {
        let stage = try stage()
        stage.on(.perform, "character/detail") { (screen) throws(CallFailure) in screen.change { _ in } }
        stage.coordinator.use(button("Name"), value: .string("Ada"))
        let screen = try #require(stage.live.values.first { $0.isSeen })
        stage.links["character"]?.catchUpAhead()
        screen.change(all: all) { $0.title = "Other" }
        #expect(stage.coordinator.show().title == "Other")
    }
}
