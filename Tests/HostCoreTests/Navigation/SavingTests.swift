import FeatureContract
import JSONText
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@MainActor
@Suite("What a screen saves")
struct SavingTests {
    private static let top = "character/detail?identifier=1"
    private static let newCharacter = #"{ "version": "2","# + Manifests.character.dropFirst()
    private static let crash = WorkerExit.Cause.signal(11)

    /// The stack `home > character/list > character/detail?identifier=1`, in which `Ada` was typed at the top.
    private func stage(_ isolation: Isolation = .process) throws -> Stage {
        let stage = try Stage(isolation: isolation)
        stage.keepsState = true
        stage.coordinator.show()
        stage.go("character/list > \(Self.top)")
        type("Ada", in: stage)
        _ = stage.takeCalls()
        return stage
    }

    private func type(_ text: String, in stage: Stage) {
        stage.coordinator.use(button("Name"), value: .string(text))
    }

    /// What is typed on the visible screen.
    private func typed(_ stage: Stage) -> String? {
        stage.coordinator.show()
        return stage.live.values.first { $0.isSeen }?.typed
    }

    private func saved(_ stage: Stage) -> [String] {
        stage.coordinator.state.allEntries.flatMap(\.saved.values).map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test(
        "a screen is asked after each action, and what it has saved stands in the session",
        arguments: Isolation.allCases)
    func saves(isolation: Isolation) throws {
        let stage = try Stage(isolation: isolation)
        stage.keepsState = true
        var published = 0
        stage.coordinator.stateSink = { _ in published += 1 }
        stage.go("vault")
        _ = stage.takeCalls()
        let before = published
        type("A", in: stage)
        #expect(stage.takeCalls() == ["perform vault #2", "save vault #2"])
        #expect(saved(stage) == ["A"])
        #expect(published == before + 1)
        // Nothing new is nothing to write.
        stage.coordinator.use(button("Other"))
        #expect(published == before + 1)
        let session = stage.coordinator.state.sessionJSON.text()
        #expect(session.contains(#""saved":[{"version":1,"bytes":"QQ=="}]"#), "\(session)")
        #expect(!stage.coordinator.state.json.text().contains("saved"))
    }

    @Test("a screen that keeps nothing is not asked")
    func asksNobody() throws {
        let stage = try Stage(isolation: .process)
        stage.go("vault")
        _ = stage.takeCalls()
        type("A", in: stage)
        #expect(stage.takeCalls() == ["perform vault #2"])
    }

    @Test("after a crash, the new screen gets what the old one has saved, before all else")
    func crashes() throws {
        let stage = try stage()
        stage.links["character"]?.end(Self.crash)
        #expect(typed(stage) == "Ada")
        #expect(
            stage.takeCalls() == [
                "activate character", "make \(Self.top) #4", "restore \(Self.top) #4", "appear \(Self.top) #4",
                "render \(Self.top) #4",
            ])
        type("Adam", in: stage)
        stage.links["character"]?.end(Self.crash)
        #expect(typed(stage) == "Adam")
        #expect(stage.breaches == [])
    }

    @Test(
        "a state that is refused costs itself, and the person is told",
        arguments: [("restore", "it is of another version", false), ("restore", "", true)])
    func refused(call: String, reason: String, crashes: Bool) throws {
        let stage = try stage()
        if crashes {
            stage.prepareWorker = { _, link in link.exits[call] = Self.crash }
        } else {
            stage.fail(.restore, "character/detail", reason)
        }
        stage.links["character"]?.end(Self.crash)
        _ = stage.coordinator.takeProblems()
        #expect(typed(stage) == nil)
        let reason = crashes ? "the feature 'character' crashed in restore (SIGSEGV: segmentation fault)" : reason
        let problems = stage.coordinator.takeProblems()
        #expect(
            problems.map(\.text) == ["'\(Self.top)' begins anew, since its saved state was not taken: \(reason)"])
        #expect(!problems.contains { !$0.isNotice })
        #expect(saved(stage) == [])
        #expect(stage.coordinator.show().title == Self.top)
        #expect(stage.breaches == [])
        type("Bob", in: stage)
        stage.prepareWorker = { _, _ in }
        #expect(saved(stage) == ["Bob"])
    }

    @Test(
        "the last state is kept where a screen fails to save; the author is told, and the person of a crash",
        arguments: [false, true])
    func saveFails(crashes: Bool) throws {
        let stage = try stage()
        var lines: [String] = []
        stage.coordinator.logSink = { lines.append($0.message) }
        if crashes {
            stage.links["character"]?.exits["save"] = Self.crash
        } else {
            stage.fail(.save, "character/detail", "the disk is full")
        }
        type("Adam", in: stage)
        #expect(saved(stage) == ["Ada"])
        let told = stage.coordinator.takeProblems().map(\.text)
        let message = "the state of '\(Self.top)' is kept as it was before: "
        #expect(told.map { $0.hasPrefix(message) } == (crashes ? [true] : []), "\(told)")
        #expect(lines.map { $0.hasPrefix(message) } == (crashes ? [] : [true]), "\(lines)")
        stage.links["character"]?.end(Self.crash)
        #expect(typed(stage) == "Ada")
    }

    @Test("a new version of a feature gets what the screens of the old one have saved", arguments: Isolation.allCases)
    func reloads(isolation: Isolation) throws {
        let stage = try stage(isolation)
        // What a feature did by itself since the last action is asked for too.
        try stage.reload([Manifests.home, Self.newCharacter, Manifests.notes, Manifests.vault])
        #expect(stage.takeCalls().prefix(2) == ["save \(Self.top) #3", "save character/list #2"])
        #expect(typed(stage) == "Ada")
        #expect(stage.breaches == [])
    }

    @Test("a session restores what its screens have saved, at every place")
    func sessions() throws {
        let stage = try stage()
        stage.coordinator.perform(.back)
        stage.coordinator.show()
        type("list", in: stage)
        stage.go("\(Self.top)")
        type("Ada", in: stage)
        let file = stage.coordinator.state.sessionJSON
        let next = try Stage(isolation: .process)
        next.keepsState = true
        let coordinator = next.makeCoordinator()
        coordinator.start(restoring: try NavigationState(file, reader: NavigationStateReader(coordinator.catalog)))
        #expect(typed(next) == "Ada")
        #expect(coordinator.state.sessionJSON == file)
        coordinator.perform(.back)
        #expect(typed(next) == "list")
        // Asked for anew, the screen begins empty.
        next.go(Self.top)
        #expect(typed(next) == nil)
    }

    @Test(
        "a session whose saved states are malformed is damaged, and the place is named",
        arguments: [
            ("1", "'tabs[0].entries[0].saved' is not a list"),
            (#"[{"bytes":"QQ=="}]"#, "saved[0].version' is not a number from 0 to 4294967295"),
            (#"[{"version":-1,"bytes":"QQ=="}]"#, "saved[0].version' is not a number"),
            (#"[{"version":1}]"#, "saved[0].bytes' is no base64 of at most 1048576 bytes"),
            (#"[{"version":1,"bytes":"QQ"}]"#, "saved[0].bytes' is no base64 of at most"),
            (#"[{"version":1,"bytes":"QR=="}]"#, "saved[0].bytes' is no base64 of at most"),
            (#"[{"version":1,"bytes":"Q Q="}]"#, "saved[0].bytes' is no base64 of at most"),
            (#"[{"version":1,"bytes":"","embedded":"x"}]"#, "saved[0].embedded' is not a list of strings"),
            (#"[{"version":1,"bytes":"","embedded":[1]}]"#, "saved[0].embedded' is not a list of strings"),
        ])
    func damaged(saved: String, reason: String) throws {
        let text = #"{"tabs":[{"entries":[{"destination":"home","presentation":"push","saved":"# + saved + "}]}]}"
        let json = try JSON.parse(text)
        let catalog = try Stage().catalog
        let error = #expect(throws: CallFailure.self) {
            _ = try NavigationState(json, reader: NavigationStateReader(catalog))
        }
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
    }

    @Test("states of more than 8 MiB in all are left out of a session, those at the bottom first")
    func limit() throws {
        let stage = try Stage(isolation: .inline)
        stage.keepsState = true
        for number in 1...10 {
            stage.go("character/detail?identifier=\(number)")
            type(String(repeating: "\(number % 10)", count: 1 << 20), in: stage)
        }
        let state = try NavigationState(
            stage.coordinator.state.sessionJSON, reader: NavigationStateReader(stage.catalog))
        #expect(state.allEntries.map { $0.saved.isEmpty } == [true, true, true] + Array(repeating: false, count: 8))
    }

    @Test("what embedded screens save is kept by the way to them", arguments: Isolation.allCases)
    func embedded(isolation: Isolation) throws {
        let stage = try Stage(isolation: isolation)
        stage.keepsState = true
        stage.shows("character/list") { $0.nodes = [HostTestSupport.embedded("character/detail?identifier=7")] }
        stage.go("character/list")
        let child = try #require(stage.live.values.first { $0.destination.route == "detail" })
        var field = button("Name")
        field.screen = child.id
        stage.coordinator.use(field, value: .string("Eve"))
        #expect(stage.coordinator.state.top.saved.keys.map { $0 } == [["character/detail?identifier=7"]])
        try stage.reload([Manifests.home, Self.newCharacter, Manifests.notes, Manifests.vault])
        stage.coordinator.show()
        #expect(stage.live.values.first { $0.destination.route == "detail" }?.typed == "Eve")
        #expect(stage.breaches == [])
    }

    @Test("embedded screens of equal destinations keep states of their own, and one that is gone keeps none")
    func equalEmbedded() throws {
        let stage = try Stage(isolation: .process)
        stage.keepsState = true
        let one = "character/detail?identifier=7"
        stage.shows("character/list") { $0.nodes = [HostTestSupport.embedded(one), HostTestSupport.embedded(one)] }
        stage.go("character/list")
        let children = stage.live.values.filter { $0.destination.route == "detail" }.sorted { $0.id < $1.id }
        for (child, text) in zip(children, ["first", "second"]) {
            var field = button("Name")
            field.screen = child.id
            stage.coordinator.use(field, value: .string(text))
        }
        #expect(Set(stage.coordinator.state.top.saved.keys) == [[one], ["\(one) #2"]])
        stage.links["character"]?.end(Self.crash)
        stage.coordinator.show()
        let again = stage.live.values.filter { $0.destination.route == "detail" }
        #expect(Set(again.compactMap(\.typed)) == ["first", "second"])
        let list = try #require(stage.live.values.first { $0.destination.route == "list" })
        try stage.act(list.id) { screen in screen.change { $0.nodes = [HostTestSupport.embedded(one)] } }
        stage.coordinator.show()
        #expect(stage.coordinator.state.top.saved.keys.map { $0 } == [[one]])
    }

    @Test("the state of an entry's own screen is kept before those of screens embedded in it")
    func ownFirst() throws {
        var entry = NavigationState.Entry(id: 1, place: .of("home"))
        for number in 1...9 {
            entry.saved[["\(number)"]] = ScreenState(version: 1, bytes: Array(repeating: 0, count: 1 << 20))
        }
        entry.saved[[]] = ScreenState(version: 1, bytes: [1])
        let state = NavigationState(tabs: [.init(name: "", root: entry)])
        let read = try NavigationState(state.sessionJSON, reader: NavigationStateReader(try Stage().catalog))
        #expect(read.top.saved[[]]?.bytes == [1])
        #expect(read.top.saved.count == 8)
    }

    @Test("a lock outlives a crash where the screen has saved what it locks")
    func locks() throws {
        let stage = try Stage(isolation: .process)
        stage.keepsState = true
        stage.shows("character/detail") { $0.lock = "unsaved" }
        stage.go("character/list > \(Self.top)")
        type("Ada", in: stage)
        stage.links["character"]?.end(Self.crash)
        _ = stage.coordinator.takeProblems()
        stage.coordinator.perform(.back)
        #expect(stage.stack == "home > character/list > \(Self.top)")
        #expect(stage.coordinator.takeProblems().contains { $0.isLocked })
        #expect(typed(stage) == "Ada")
    }
}
