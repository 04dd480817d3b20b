import FeatureContract
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@MainActor
@Suite("The memory limits of screens", .inlineAndInWorkers)
struct MemoryTests {
    private static let size = 1 << 14
    private static let large = ViewNode(.text, text: String(repeating: "x", count: size))

    private func rendered(_ stage: Stage) -> [String] { stage.takeCalls().filter { $0.hasPrefix("render") } }

    @Test("a screen that is not seen is kept, and shown again as it was")
    func kept() throws {
        let stage = try Stage()
        stage.shows("character/detail") { $0.nodes = [Self.large] }
        stage.coordinator.show()
        for number in 1...3 { stage.go("character/detail?identifier=\(number)") }
        _ = stage.takeCalls()
        for _ in 1...3 {
            stage.coordinator.perform(.back)
            stage.coordinator.show()
        }
        #expect(rendered(stage) == [])
        #expect(stage.coordinator.screens.keptSize < Self.size)
    }

    @Test(
        "unseen screens are dropped above a limit and rendered again when seen, and keep checkpoints and locks"
    )
    func dropped() throws {
        let stage = try Stage()
        stage.coordinator.screens.maximumKept = Self.size * 5 / 2
        stage.shows("character/detail") {
            $0.nodes = [Self.large]
            $0.lock = "unsaved work"
        }
        stage.coordinator.show()
        for number in 1...10 { stage.go("character/detail?identifier=\(number)") }
        #expect(stage.coordinator.screens.keptSize < Self.size * 4)
        #expect(stage.coordinator.screens.all.count == 11)
        #expect(stage.coordinator.screens.all.filter { $0.rendered?.lock == "unsaved work" }.count == 10)
        _ = stage.takeCalls()
        for number in (1...9).reversed() {
            stage.coordinator.overridingLocks { stage.coordinator.perform(.back) }
            #expect(stage.coordinator.show().nodes.first?.text.utf8.count == Self.size, "\(number)")
            #expect(stage.coordinator.show().title == "character/detail?identifier=\(number)")
        }
        #expect(rendered(stage).count >= 7)
        #expect(Set(rendered(stage)).count == rendered(stage).count)
        #expect(stage.breaches == [])
    }

    @Test("the screens embedded in one screen share a limit, and each beyond it says so in its place")
    func embedding() throws {
        let stage = try Stage.sharing()
        stage.coordinator.screens.maximumSeen = Self.size * 5 / 2
        stage.shows("chats") { $0.nodes = (1...5).map { _ in embedded("chats/card") } }
        stage.shows("contacts/card") { $0.nodes = [Self.large] }
        let shown = stage.coordinator.show()
        #expect(
            shown.nodes.map { $0.children.first?.text.utf8.count == Self.size } == [true, true, false, false, false])
        #expect(
            shown.nodes.last?.children.last?.text.contains("What is embedded in one screen takes more than") == true)
    }
}
