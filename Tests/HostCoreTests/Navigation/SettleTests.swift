import FeatureContract
import TestSupport
import Testing

@testable import HostCore

@MainActor
@Suite("Waiting for a screen", .inlineAndInWorkers)
struct SettleTests {
    @Test("a screen that does not load is settled at once")
    func atOnce() async throws {
        let stage = try Stage()
        #expect(await stage.coordinator.settle(timeout: .seconds(3600)))
        #expect(stage.takeCalls().last == "render home #1")
    }

    @Test("a screen that loads is waited for")
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

    @Test("a screen that goes on loading is waited for until the time is up")
    func timeout() async throws {
        let stage = try Stage()
        stage.on(.render, "home") { $0.content.isLoading = true }
        #expect(await !stage.coordinator.settle(timeout: .milliseconds(20)))
    }

    @Test("a screen that changes at each render is waited for until the time is up")
    func restless() async throws {
        let stage = try Stage()
        stage.on(.render, "home") { screen in stage.coordinator.invalidate(screen.id, of: "home") }
        #expect(await !stage.coordinator.settle(timeout: .milliseconds(20)))
    }

    @Test("a screen that navigates on as it appears is followed")
    func follows() async throws {
        let stage = try Stage(RequestTests.redirects)
        stage.on(.appear, "home") { (screen) throws(CallFailure) in try screen.navigate("home/characters") }
        #expect(await stage.coordinator.settle(timeout: .seconds(3600)))
        #expect(stage.stack == "home > character/list")
        #expect(stage.calls.last?.description == "render character/list #2")
    }

    @Test("work that has just been started changes the screen before it counts as settled")
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
