import FeatureContract
import HostSystem
import Testing

@testable import HostCore
@testable import HostTestSupport
@testable import HostTools

@MainActor
@Suite("A run that is recorded and replayed in memory", .inlineAndInWorkers)
struct RecordedRunTests {
    private nonisolated static let detail = "character/detail?identifier=1"
    /// The step by which a stage goes there.
    private nonisolated static let going = "push:\(detail)"

    /// What a user does in a run.
    struct Flow: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The steps that the recording has, the start not among them.
        let steps: [String]
        let take: @MainActor @Sendable (Stage) throws -> Void

        init(_ name: String, _ steps: [String], _ take: @escaping @MainActor @Sendable (Stage) throws -> Void) {
            (testDescription, self.steps, self.take) = (name, steps, take)
        }
    }

    nonisolated static let flows = [
        Flow("nothing but the start", []) { _ in },
        Flow("a link, and back", ["challenge://character/detail?id=1", "back"]) { stage in
            stage.coordinator.open("challenge://character/detail?id=1")
            stage.coordinator.show()
            stage.coordinator.perform(.back)
        },
        Flow("destinations, one by its text and one that is not there", [detail, "sheet:vault", "none/there"]) {
            $0.coordinator.go(to: .of(detail))
            $0.coordinator.go(toText: "vault", method: .sheet)
            $0.coordinator.show()
            $0.coordinator.go(toText: "none/there")
        },
        Flow("a press that leads on", [going, "press:Save"]) { stage in
            stage.on(.perform, "character/detail") { (screen) throws(CallFailure) in
                try screen.navigate("character/list")
            }
            stage.go(detail)
            stage.coordinator.use(button("Save"), value: .string("Ada"))
        },
        Flow("a press that fails", [going, "press:Save"]) { stage in
            stage.fail(.perform, "character/detail", "the disk is full")
            stage.go(detail)
            stage.coordinator.use(button("Save"))
        },
        Flow("a lock that is kept, and one that is overridden", [going, "back", "force:back"]) { stage in
            stage.shows("character/detail") { $0.lock = "unsaved" }
            stage.go(detail)
            stage.coordinator.perform(.back)
            stage.coordinator.show()
            stage.coordinator.overridingLocks { stage.coordinator.perform(.back) }
        },
        Flow("a screen within another one", [going]) { stage in
            stage.shows("character/detail") { $0.nodes.append(embedded("character/list")) }
            stage.go(detail)
        },
        Flow("a feature that does something by itself", [going]) { stage in
            stage.go(detail)
            stage.live.values.first { $0.isSeen }?.change { $0.title = "Another" }
        },
        Flow("a feature that says something while the app ends", [going]) { stage in
            stage.go(detail)
            stage.links["character"]?.busy = { _ = $0.call(.log(.info, "the end", defect: nil)) }
        },
        Flow("a feature that ends by itself while the app ends", [going]) { stage in
            stage.go(detail)
            stage.links["character"]?.busy = { $0.end(.signal(11)) }
        },
        Flow("a reload that replaces and removes features", [going, "reload", "home/about"]) { stage in
            stage.go(detail)
            #expect(stage.coordinator.beginReload(isForced: false))
            try stage.reload([Manifests.home, Manifests.notes, Manifests.vault])
            stage.coordinator.show()
            stage.coordinator.go(toText: "home/about")
        },
        Flow("a screen beside, and one that is hidden", [going]) { stage in
            stage.go(detail)
            stage.coordinator.showBeside(true)
            stage.coordinator.show()
            stage.coordinator.renderHidden(stage.coordinator.state.selected.root)
        },
    ]

    /// Records what is done with a stage.
    private func recording(_ stage: Stage, _ take: (Stage) throws -> Void) throws -> Recording {
        try TemporaryDirectory.with { directory in
            let path = Path.join(directory, "run")
            let coordinator = stage.makeCoordinator()
            let recorder = try Recorder(
                path: path, stage.catalog, stage.wiring, HostEnvironment(["TOKEN": "top secret"])
            ) { Issue.record("\($0)") }
            coordinator.observer = recorder
            coordinator.start()
            coordinator.show()
            try take(stage)
            coordinator.show()
            coordinator.shutDown()
            #expect(stage.breaches == [])
            return try Recording.read(path)
        }
    }

    @Test("the replay takes the same steps and shows the same screens", arguments: flows)
    func same(flow: Flow) throws {
        let stage = try Stage()
        var shown = ""
        let recording = try recording(stage) { stage in
            try flow.take(stage)
            shown = ShownScreen(stage.coordinator.show(), of: stage.coordinator).text
        }
        #expect(recording.cut == nil)
        let replay = try Replay(recording)
        var steps: [Replay.Step] = []
        let end = replay.run { steps.append($0) }
        #expect(end == .whole)
        #expect(steps.dropFirst().map(\.text) == flow.steps)
        #expect(steps.last?.shown?.text == shown)
    }

    @Test("a recording that ends anywhere is replayed up to there, and says so")
    func cut() throws {
        let recording = try recording(Stage()) { stage in
            stage.go(Self.detail)
            stage.coordinator.use(button("Save"))
        }
        for count in 1..<recording.events.count {
            let replay = try Replay(Recording(events: Array(recording.events.prefix(count))))
            let end = replay.run { _ in }
            #expect(end == .unfinished, "\(count) events")
        }
    }

    @Test("a replay whose features answer otherwise says at which step")
    func differs() throws {
        let recording = try recording(Stage()) { $0.go(Self.detail) }
        var events = recording.events
        let index = try #require(
            events.lastIndex { if case .reply(.screen, feature: "character") = $0.event { true } else { false } })
        events[index] = .init(
            time: 0, event: .reply(.screen(RenderedScreen(title: "Other")), feature: "character"), hasSecret: false)
        let end = try Replay(Recording(events: events)).run { _ in }
        guard case .differs(let reason) = end else { return #expect(Bool(false), "\(end)") }
        #expect(reason.contains("step 1 (\(Self.going)): the screen at 'home > \(Self.detail)' is not the one"))
    }

    @Test("what is typed into a secure field is in no byte of the file")
    func secret() throws {
        let stage = try Stage()
        stage.on(.perform, "character/detail") { (screen) throws(CallFailure) in
            screen.change { $0.title = "Hello secret-word" }
        }
        let recording = try recording(stage) { stage in
            stage.go(Self.detail)
            var field = ViewNode(.textField, text: "Password")
            (field.action, field.flags) = (1, .secure)
            stage.coordinator.use(field, value: .string("secret-word"))
        }
        var writer = RecordedEventWriter()
        for entry in recording.events {
            let bytes = writer.bytes(of: entry.event, at: 0, hasSecret: false)
            #expect(!String(decoding: bytes, as: UTF8.self).contains("secret-word"), "\(entry.event)")
        }
        #expect(recording.events.contains { $0.hasSecret })
        let end = try Replay(recording).run { _ in }
        #expect(end == .whole)
    }

    @Test("the calls of a feature are those that were recorded, each with its answer, its step and its activation")
    func calls() throws {
        let recording = try recording(Stage()) { stage in
            stage.go(Self.detail)
            stage.coordinator.use(button("Save"))
        }
        let calls = RecordedCalls(of: "character", in: recording)
        #expect(
            calls.calls.map(\.call.name) == ["activate", "resolve", "appear", "render", "perform"] + [
                "disappear", "destroy", "deactivate",
            ])
        #expect(
            calls.calls.prefix(5).map(\.step.text) == [
                Self.going, Self.going, Self.going, Self.going, "press:Save",
            ])
        #expect(calls.calls.allSatisfy { $0.activation == 0 && !$0.exits })
        #expect(calls.destinations.values.map(\.text) == [Self.detail])
    }
}
