import FeatureContract
import HostSystem
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@MainActor
@Suite("The order of calls into features", .inlineAndInWorkers)
struct CallOrderTests {
    /// The sections of CallOrder.txt: a title after `#`, steps, and below each step, indented, the calls that it makes.
    private static func sections() throws -> [(title: String, lines: [String])] {
        let text = String(
            decoding: try File.read(Repository.path("Tests/HostCoreTests/Navigation/CallOrder.txt")), as: UTF8.self)
        return text.split(separator: "# ").map { section in
            let lines = section.split(separator: "\n").map(String.init)
            return (lines[0], Array(lines.dropFirst()))
        }
    }

    @Test("each step makes the calls of CallOrder.txt, in that order, and breaks no rule of the ABI")
    func golden() throws {
        let sections = try Self.sections()
        #expect(sections.count == 7)
        for (title, lines) in sections {
            let stage = try Stage()
            var made: [String] = []
            for step in lines where !step.hasPrefix(" ") {
                try perform(step, in: stage.coordinator)
                made += [step] + stage.takeCalls().map { "    \($0)" }
            }
            #expect(made == lines, "\(title)")
            #expect(stage.breaches == [], "\(title)")
        }
    }

    private func perform(_ step: String, in coordinator: NavigationCoordinator) throws {
        let words = step.split(separator: " ").map(String.init)
        switch words[0] {
        case "show": coordinator.show()
        case "go": coordinator.go(toText: words[1])
        case "open": coordinator.open(words[1])
        case "back": coordinator.perform(.back)
        case "reset": coordinator.perform(.reset)
        case "beside": coordinator.showBeside(words[1] == "yes")
        case "invalidate": coordinator.invalidate(try #require(UInt64(words[2])), of: words[1])
        case "shutDown": coordinator.shutDown()
        default: Issue.record("'\(step)' is no step of CallOrder.txt")
        }
    }

    @Test("a screen is made before the state changes")
    func push() throws {
        let stage = try Stage()
        stage.coordinator.show()
        var stackWhileMade: String?
        stage.on(.make, "character/list") { (screen) throws(CallFailure) in stackWhileMade = screen.feature.stage.stack
        }
        stage.coordinator.go(toText: "character/list")
        #expect(stackWhileMade == "home")
        #expect(stage.stack == "home > character/list")
    }

    @Test("a request while the feature is deactivated is refused, and no screen is left")
    func shutDown() throws {
        let stage = try Stage()
        stage.coordinator.show()
        var refusal: CallFailure?
        stage.on(.deactivate, "home") { (screen) throws(CallFailure) in
            refusal = screen.feature.hostRefusal(of: .navigate(.of("home/about"), method: nil))
        }
        stage.coordinator.shutDown()
        #expect(refusal?.code == .invalidState)
        #expect(stage.live.isEmpty)
    }

    @Test("a request from disappear or destroy during the shutdown has no effect")
    func requestsWhileShuttingDown() async throws {
        let stage = try Stage()
        stage.coordinator.show()
        for event in [Stage.Event.disappear, .destroy] {
            stage.on(event, "home") { (screen) throws(CallFailure) in
                _ = screen.feature.hostRefusal(of: .navigate(.of("home/about"), method: nil))
            }
        }
        stage.coordinator.shutDown()
        _ = stage.takeCalls()
        await MainQueue.turn()
        #expect(stage.takeCalls() == [])
    }

    @Test("an invalidation of 0 renders every screen of the feature again, and none of another feature")
    func invalidateAll() throws {
        let stage = try Stage()
        stage.coordinator.show()
        stage.go("character/list > character/detail?identifier=1")
        _ = stage.takeCalls()
        stage.coordinator.invalidate(0, of: "character")
        stage.coordinator.show()
        stage.coordinator.perform(.back)
        stage.coordinator.show()
        #expect(
            stage.takeCalls().filter { $0.hasPrefix("render") } == [
                "render character/detail?identifier=1 #3", "render character/list #2",
            ])
        stage.coordinator.perform(.back)
        stage.coordinator.show()
        #expect(!stage.takeCalls().contains("render home #1"))
    }

    @Test("a screen that is invalidated during its own render is rendered once more")
    func invalidateInRender() throws {
        let stage = try Stage()
        stage.on(.render, "home") { screen in
            stage.on(.render, "home") { _ in }
            screen.change { $0.title = "changed" }
        }
        for _ in 0..<3 { stage.coordinator.show() }
        #expect(stage.takeCalls().filter { $0 == "render home #1" }.count == 2)
        #expect(stage.coordinator.show().title == "changed")
    }

    @Test("a screen that is invalidated while it is covered is rendered when it is seen again")
    func invalidateCovered() throws {
        let stage = try Stage()
        stage.coordinator.show()
        stage.coordinator.go(toText: "character/list")
        stage.coordinator.show()
        stage.coordinator.invalidate(1, of: "home")
        _ = stage.takeCalls()
        stage.coordinator.show()
        #expect(stage.takeCalls() == [])
        stage.coordinator.perform(.back)
        stage.coordinator.show()
        #expect(stage.takeCalls().suffix(2) == ["appear home #1", "render home #1"])
    }

    @Test("a screen of another tab is rendered unseen, keeps what counts, and is rendered again before it is shown")
    func unseen() throws {
        let stage = try Stage(
            #"{ "tabs": [{ "name": "a", "root": "home" }, { "name": "b", "root": "character/list" }] }"#)
        stage.coordinator.show()
        stage.coordinator.perform(.selectTab("b"))
        stage.coordinator.show()
        let home = try #require(stage.live[1])
        #expect(home.unseen == [false])
        stage.on(.render, "home") { screen in
            screen.content.lock = "unsaved changes"
            screen.content.nodes = screen.unseen.last == true ? [] : [ViewNode(.text, text: "Hello")]
        }
        stage.coordinator.invalidate(1, of: "home")
        try stage.coordinator.refresh(#require(stage.coordinator.screens[1]), isSeen: false)
        #expect(home.unseen == [false, true])
        #expect(stage.coordinator.screens[1]?.rendered?.lock == "unsaved changes")
        stage.coordinator.perform(.selectTab("a"))
        #expect(stage.coordinator.show().nodes.map(\.text) == ["Hello"])
        #expect(home.unseen == [false, true, false])
    }

    @Test("what was rendered unseen in the middle of another tab's stack is rendered again once that tab is seen")
    func unseenBelow() throws {
        let stage = try Stage(
            #"{ "tabs": [{ "name": "a", "root": "home" }, { "name": "b", "root": "character/list" }] }"#)
        stage.coordinator.show()
        stage.coordinator.go(toText: "home/about")
        stage.coordinator.show()
        stage.on(.render, "home") { screen in
            screen.content.nodes = screen.unseen.last == true ? [] : [ViewNode(.text, text: "Hello")]
        }
        stage.coordinator.perform(.selectTab("b"))
        stage.coordinator.show()
        stage.coordinator.invalidate(1, of: "home")
        try stage.coordinator.refresh(#require(stage.coordinator.screens[1]), isSeen: false)
        #expect(stage.coordinator.screens[1]?.rendered?.nodes == [])
        stage.coordinator.perform(.selectTab("a"))
        stage.coordinator.show()
        #expect(stage.coordinator.screens[1]?.rendered?.nodes.map(\.text) == ["Hello"])
    }

    @Test("what is below a sheet is in sight, and rendered as such")
    func belowSheet() throws {
        let stage = try Stage()
        stage.coordinator.show()
        stage.coordinator.go(toText: "character/list")
        stage.coordinator.show()
        stage.coordinator.invalidate(1, of: "home")
        try stage.coordinator.refresh(#require(stage.coordinator.screens[1]), isSeen: false)
        #expect(stage.live[1]?.unseen == [false, false])
    }

    @Test("a failed render shows the error in the screen's place, and is repeated when the screen is invalidated")
    func failingRender() throws {
        let stage = try Stage()
        stage.fail(.render, "home", "the oven is cold")
        let screen = stage.coordinator.show()
        #expect(screen.title == "home")
        #expect(screen.nodes.map(\.text) == ["This screen could not be rendered.", "The oven is cold."])
        #expect(stage.coordinator.takeProblems().map(\.text) == ["'home' could not be rendered: the oven is cold"])
        #expect(stage.coordinator.takeProblems() == [])
        stage.on(.render, "home") { _ in }
        stage.coordinator.invalidate(1, of: "home")
        #expect(stage.coordinator.show().title == "home")
    }

    @Test("a screen whose render fails keeps the lock that it showed")
    func failingRenderOfLocked() throws {
        let stage = try Stage()
        stage.coordinator.go(toText: "home/about")
        stage.on(.render, "home/about") { screen in screen.content.lock = "unsaved changes" }
        stage.coordinator.show()
        stage.fail(.render, "home/about", "the oven is cold")
        stage.coordinator.invalidate(2, of: "home")
        #expect(stage.coordinator.show().lock == "unsaved changes")
        stage.coordinator.perform(.back)
        #expect(stage.stack == "home > home/about")
    }

    @Test(
        "going back closes an open box, also by its cancel button, and not the screen; a box without either stays",
        arguments: [(5, 6, 6), (5, 0, 5), (0, 6, 6), (0, 0, 0)] as [(UInt64, UInt64, UInt64)])
    func boxes(closing: UInt64, cancel: UInt64, performed: UInt64) throws {
        let stage = try Stage()
        stage.coordinator.go(toText: "home/about")
        stage.on(.render, "home/about") { screen in
            var box = ViewNode(.confirmation, text: "Delete it?")
            box.action = closing
            var no = button("Keep it", action: cancel)
            no.flags.insert(.cancel)
            box.children = [button("Delete", action: 9)] + (cancel == 0 ? [] : [no])
            screen.content.nodes = [box]
        }
        stage.coordinator.show()
        stage.coordinator.perform(.back)
        #expect(stage.stack == "home > home/about")
        #expect(stage.live[2]?.performed.map(\.action) == (performed == 0 ? [] : [performed]))
        #expect(
            stage.coordinator.takeProblems().map(\.text)
                == (performed == 0 ? ["'Delete it?' asks for an answer: press one of its buttons"] : []))
    }

    @Test("the screen shown has the lock and the loading flag that the feature set")
    func information() throws {
        let stage = try Stage()
        stage.on(.render, "home") { screen in
            screen.content.lock = "unsaved changes"
            screen.content.isLoading = true
        }
        let screen = stage.coordinator.show()
        #expect(screen.lock == "unsaved changes")
        #expect(screen.isLoading)
    }
}
