import FeatureContract
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@MainActor
@Suite("The wait for a screen", .inlineAndInWorkers)
struct SettleTests {
    @Test("a screen that does not load settles at once")
    func atOnce() async throws {
        let stage = try Stage()
        #expect(await stage.coordinator.settle(timeout: .seconds(3600)))
        #expect(stage.takeCalls().last == "render home #1")
    }

    @Test("the host waits for a screen that loads")
    func loads() async throws {
        let stage = try Stage()
        stage.on(.render, "home") { screen in
            screen.content.isLoading = true
            stage.on(.render, "home") { screen in screen.content.isLoading = false }
            Task { stage.coordinator.invalidate(screen.id, of: "home") }
        }
        #expect(await stage.coordinator.settle(timeout: .seconds(3600)))
        #expect(stage.takeCalls().filter { $0.hasPrefix("render") }.count == 2)
    }

    @Test("a screen that has loaded meanwhile, and was shown by somebody else, is not waited for")
    func shownByAnother() async throws {
        let stage = try Stage()
        stage.on(.render, "home") { screen in
            screen.content.isLoading = true
            stage.on(.render, "home") { screen in screen.content.isLoading = false }
            Task {
                stage.coordinator.invalidate(screen.id, of: "home")
                stage.coordinator.show()
            }
        }
        var isSettled = false
        let settling = Task { isSettled = await stage.coordinator.settle(timeout: .seconds(3600)) }
        try await wait { isSettled }
        #expect(isSettled)
        // Lets the wait end also where it goes on in vain.
        stage.coordinator.clock.fire()
        await settling.value
    }

    @Test("the wait for a screen that never stops loading ends at its timeout")
    func timeout() async throws {
        let stage = try Stage()
        stage.on(.render, "home") { $0.content.isLoading = true }
        #expect(await !stage.coordinator.settle(timeout: .milliseconds(20)))
    }

    @Test("the wait for a screen that changes at each render ends at its timeout")
    func restless() async throws {
        let stage = try Stage()
        stage.on(.render, "home") { screen in stage.coordinator.invalidate(screen.id, of: "home") }
        #expect(await !stage.coordinator.settle(timeout: .milliseconds(20)))
    }

    @Test("the wait follows a screen that navigates on as it appears")
    func follows() async throws {
        let stage = try Stage(RequestTests.redirects)
        stage.on(.appear, "home") { (screen) throws(CallFailure) in try screen.navigate("home/characters") }
        #expect(await stage.coordinator.settle(timeout: .seconds(3600)))
        #expect(stage.stack == "home > character/list")
        #expect(stage.calls.last?.description == "render character/list #2")
    }

    @Test("work that has just started changes the screen before it settles")
    func startedWork() async throws {
        let stage = try Stage()
        stage.on(.appear, "home") { screen in
            Task {
                screen.content.title = "done"
                stage.coordinator.invalidate(screen.id, of: "home")
            }
        }
        #expect(await stage.coordinator.settle(timeout: .seconds(3600)))
        #expect(stage.coordinator.show().title == "done")
    }
}
