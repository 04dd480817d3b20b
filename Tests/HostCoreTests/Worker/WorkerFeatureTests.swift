import FeatureContract
import Glibc
import TestSupport
import Testing

@testable import HostCore

@MainActor
@Suite("A feature whose worker ends")
struct WorkerFeatureTests {
    private static let crash = WorkerExit.Cause.signal(SIGSEGV)
    private static let top = "character/detail?identifier=1"

    /// At `home > character/list > character/detail?identifier=1`, each of which has been seen.
    private func stage() throws -> Stage {
        let stage = try Stage(isolation: .process)
        stage.coordinator.show()
        stage.go("character/list > \(Self.top)")
        _ = stage.takeCalls()
        return stage
    }

    /// Lets the worker of `character` end in the next call of that name.
    private func spoil(_ call: String, in stage: Stage) { stage.links["character"]?.exits[call] = Self.crash }

    /// What went wrong, those that are only told marked as such.
    private func problems(_ stage: Stage) -> [String] {
        stage.coordinator.takeProblems().map { ($0.isNotice ? "told: " : "") + $0.text }
    }

    /// What is called for a screen that is seen to be there again, in a new worker.
    private func madeAnew(_ screen: String) -> [String] {
        ["activate character", "make \(screen)", "appear \(screen)", "render \(screen)"]
    }

    private func reason(_ call: String) -> String {
        "the feature 'character' crashed\(call.isEmpty ? "" : " in \(call)") (SIGSEGV: segmentation fault)"
    }

    // MARK: In a call

    @Test("in resolve: not found, with the reason; what is below is made anew when it is seen")
    func resolve() throws {
        let stage = try stage()
        spoil("resolve", in: stage)
        stage.coordinator.go(toText: "character/detail?identifier=2")
        #expect(problems(stage) == [reason("resolve")])
        #expect(stage.stack == "home > character/list > \(Self.top) > system/notFound")
        stage.coordinator.show()
        // It was dead when it disappeared.
        #expect(stage.takeCalls() == [])
        stage.coordinator.perform(.back)
        #expect(stage.coordinator.show().title == Self.top)
        #expect(stage.takeCalls() == madeAnew("\(Self.top) #3"))
        #expect(problems(stage) == [])
        #expect(stage.breaches == [])
    }

    @Test("in make_main_screen: the same")
    func makeMainScreen() throws {
        let stage = try Stage(isolation: .process)
        stage.coordinator.show()
        stage.prepareWorker = { _, link in link.exits["make_main_screen"] = Self.crash }
        stage.coordinator.go(toText: "vault")
        #expect(stage.stack == "home > system/notFound")
        #expect(
            problems(stage) == ["the feature 'vault' crashed in make_main_screen (SIGSEGV: segmentation fault)"])
        stage.prepareWorker = { _, _ in }
        stage.go("vault")
        #expect(stage.stack == "home > system/notFound > vault")
    }

    @Test("in render: the screen says so and keeps its place; it is not tried again by itself, but when it changes")
    func render() throws {
        let stage = try stage()
        spoil("render", in: stage)
        stage.coordinator.invalidate(0, of: "character")
        #expect(
            stage.coordinator.show().nodes.map(\.text) == ["\(Self.top) could not be rendered: " + reason("render")])
        #expect(problems(stage) == ["'\(Self.top)' could not be rendered: " + reason("render")])
        #expect(stage.coordinator.isShowingFailure)
        for _ in 1...3 { stage.coordinator.show() }
        #expect(stage.takeCalls() == [])
        #expect(stage.starts["character"] == 1)
        #expect(stage.stack == "home > character/list > \(Self.top)")

        stage.coordinator.invalidate(3, of: "character")
        #expect(stage.coordinator.show().title == Self.top)
        #expect(stage.takeCalls() == madeAnew("\(Self.top) #3"))
        #expect(!stage.coordinator.isShowingFailure)
    }

    @Test(
        "in what makes a screen anew for a render: that screen is not tried again by itself either", .deep,
        arguments: ["load", "activate", "resolve", "appear", "render"])
    func renderAnew(call: String) throws {
        let stage = try stage()
        stage.prepareWorker = { _, link in link.exits[call] = Self.crash }
        stage.links["character"]?.end(Self.crash)
        for _ in 1...5 { stage.coordinator.show() }
        #expect(stage.starts["character"] == 2)
        #expect(
            problems(stage) == [
                "told: " + reason(""), "'\(Self.top)' could not be rendered: " + reason(call),
            ])
        stage.prepareWorker = { _, _ in }
        stage.coordinator.perform(.back)
        #expect(stage.coordinator.show().title == "character/list")
        #expect(stage.starts["character"] == 3)
    }

    @Test("in perform: that has failed, the state is what it was, and the screen is made anew with its number")
    func perform() throws {
        let stage = try stage()
        let before = stage.coordinator.state
        spoil("perform", in: stage)
        stage.coordinator.use(button("Save"))
        #expect(problems(stage) == ["'Save' could not be done: " + reason("perform")])
        #expect(stage.coordinator.state == before)
        stage.coordinator.show()
        #expect(stage.takeCalls() == madeAnew("\(Self.top) #3"))
        stage.coordinator.use(button("Save"))
        #expect(stage.takeCalls() == ["perform \(Self.top) #3"])
        #expect(problems(stage) == [])
    }

    @Test("what a call has asked for before it ended its worker goes with it: the state is what it was")
    func asked() throws {
        let stage = try stage()
        stage.on(.perform, "character/detail") { (screen) throws(CallFailure) in
            try screen.navigate("character/list")
            stage.links["character"]?.exits["reply"] = Self.crash
        }
        stage.coordinator.use(button("Go"))
        #expect(problems(stage) == ["'Go' could not be done: " + reason("perform")])
        #expect(stage.stack == "home > character/list > \(Self.top)")
        stage.coordinator.show()
        #expect(stage.stack == "home > character/list > \(Self.top)")
    }

    @Test("an action of a screen that is made anew is refused: its number means nothing there")
    func staleAction() throws {
        let stage = try stage()
        stage.links["character"]?.end(Self.crash)
        stage.coordinator.use(button("Save"))
        #expect(
            problems(stage) == [
                "told: " + reason(""),
                "'Save' could not be done: the screen is made anew, as its feature has ended; look at it, and try again",
            ])
        // Neither is it started for that.
        #expect(stage.takeCalls() == [])
        stage.coordinator.show()
        stage.coordinator.use(button("Save"))
        #expect(stage.takeCalls() == madeAnew("\(Self.top) #3") + ["perform \(Self.top) #3"])
    }

    @Test("in appear: the screen says so, once")
    func appear() throws {
        let stage = try stage()
        spoil("appear", in: stage)
        stage.coordinator.go(toText: "character/detail?identifier=2")
        stage.coordinator.show()
        #expect(problems(stage) == ["'character/detail?identifier=2' could not be rendered: " + reason("appear")])
        #expect(stage.stack == "home > character/list > \(Self.top) > character/detail?identifier=2")
        for _ in 1...3 { stage.coordinator.show() }
        #expect(stage.starts["character"] == 1)
        stage.coordinator.invalidate(4, of: "character")
        #expect(stage.coordinator.show().title == "character/detail?identifier=2")
        #expect(problems(stage) == [])
    }

    @Test("in disappear and in destroy: it is told, and what was begun is done", arguments: ["disappear", "destroy"])
    func leaving(call: String) throws {
        let stage = try stage()
        spoil(call, in: stage)
        stage.coordinator.perform(.back)
        #expect(problems(stage) == ["told: " + reason(call)])
        #expect(stage.stack == "home > character/list")
        #expect(stage.coordinator.show().title == "character/list")
        // A screen of a worker that has ended is not there to be destroyed.
        #expect(
            stage.takeCalls()
                == (call == "destroy" ? ["disappear \(Self.top) #3"] : []) + madeAnew("character/list #2"))
        #expect(stage.breaches == [])
    }

    @Test("in resolve_url: not found, with the reason")
    func resolveURL() throws {
        let stage = try stage()
        spoil("resolve_url", in: stage)
        stage.coordinator.open("challenge://character/somewhere")
        #expect(stage.stack.hasSuffix(" > system/notFound"))
        #expect(problems(stage).joined().contains(reason("resolve_url")))
    }

    @Test("in its own work: it is told, and the screens are rendered anew")
    func turn() throws {
        let stage = try stage()
        spoil("work of its own", in: stage)
        stage.coordinator.call { stage.coordinator.store.takeTurns() }
        #expect(problems(stage) == ["told: " + reason("work of its own")])
        stage.coordinator.show()
        #expect(stage.takeCalls() == madeAnew("\(Self.top) #3"))
    }

    @Test("in deactivate: it is told, and the others are ended too")
    func deactivate() throws {
        let stage = try stage()
        spoil("deactivate", in: stage)
        stage.coordinator.shutDown()
        #expect(problems(stage) == ["told: " + reason("deactivate")])
        #expect(stage.takeCalls().last == "deactivate home")
        #expect(stage.links.values.allSatisfy { $0.isStopped })
    }

    @Test(
        "whatever the way, the reason says it",
        arguments: [
            (.exit(3), "ended itself in perform (exit code 3)"),
            (.deadline(seconds: 2), "did not answer in perform within 2 s"),
            (
                .garbage("it closed its connection to the host"),
                "broke the protocol in perform (it closed its connection to the host)"
            ),
        ] as [(WorkerExit.Cause, String)])
    func ways(cause: WorkerExit.Cause, text: String) throws {
        let stage = try stage()
        stage.links["character"]?.exits["perform"] = cause
        stage.coordinator.use(button("Save"))
        #expect(problems(stage) == ["'Save' could not be done: the feature 'character' \(text)"])
    }

    // MARK: While no call runs

    @Test("while it is idle: it is told, all its screens are made anew when they are seen, others are left alone")
    func idle() throws {
        let stage = try stage()
        stage.links["character"]?.end(Self.crash)
        #expect(problems(stage) == ["told: " + reason("")])
        #expect(stage.takeCalls() == [])
        #expect(stage.coordinator.hasWork)
        stage.coordinator.show()
        #expect(stage.takeCalls() == madeAnew("\(Self.top) #3"))
        stage.coordinator.perform(.back)
        stage.coordinator.show()
        #expect(
            stage.takeCalls() == [
                "disappear \(Self.top) #3", "destroy \(Self.top) #3", "make character/list #2",
                "appear character/list #2", "render character/list #2",
            ])
        #expect(stage.starts == ["home": 1, "character": 2])
        #expect(stage.breaches == [])
    }

    @Test("a screen of a worker that has ended is destroyed without a call, and no worker is started for it")
    func destroyed() throws {
        let stage = try stage()
        stage.coordinator.go(toText: "home/about")
        stage.coordinator.show()
        _ = stage.takeCalls()
        stage.links["character"]?.end(Self.crash)
        stage.coordinator.perform(.reset)
        stage.coordinator.show()
        #expect(stage.stack == "home")
        #expect(stage.takeCalls().filter { $0.contains("character") } == [])
        #expect(stage.starts["character"] == 1)
    }

    @Test("a lock goes with its worker", arguments: ["", "render"])
    func locked(call: String) throws {
        let stage = try Stage(isolation: .process)
        stage.shows("notes/note") { $0.lock = "not saved" }
        stage.coordinator.show()
        stage.go("notes/note?title=a")
        stage.coordinator.perform(.back)
        #expect(problems(stage) == ["'notes/note?title=a' is locked: not saved"])
        if call.isEmpty {
            stage.links["notes"]?.end(Self.crash)
        } else {
            stage.links["notes"]?.exits[call] = Self.crash
            stage.coordinator.invalidate(0, of: "notes")
            stage.coordinator.show()
        }
        _ = stage.coordinator.takeProblems()
        stage.coordinator.perform(.back)
        #expect(problems(stage) == [])
        #expect(stage.stack == "home")
        #expect(stage.starts["notes"] == 1)
    }

    @Test("within a worker, each screen is made once and destroyed once, whatever happens", arguments: 1...6)
    func random(seed: UInt64) throws {
        let stage = try Stage(isolation: .process)
        var generator = SeededGenerator(seed: seed)
        let calls = ["resolve", "render", "perform", "appear", "disappear", "destroy", "make_main_screen", "activate"]
        let places = ["home", "home/about", "character", "character/list", Self.top, "notes/edit", "notes", "vault"]
        for _ in 0..<300 {
            switch generator.number(0...9) {
            case 0, 1, 2: stage.coordinator.go(toText: places[generator.number(0...7)])
            case 3, 4: stage.coordinator.perform([.back, .popToRoot, .dismiss, .reset][generator.number(0...3)])
            case 5: stage.coordinator.use(button("x"))
            case 6: stage.coordinator.invalidate(0, of: "character")
            case 7:
                let link = stage.links.sorted { $0.key < $1.key }.randomElement(using: &generator)?.value
                link?.exits[calls[generator.number(0...7)]] = Self.crash
            case 8: stage.links["character"]?.end(Self.crash)
            default: stage.coordinator.show()
            }
            // Nothing waits here, and what is deactivated is of no use.
            for worker in stage.workers.values { worker.reenable() }
        }
        stage.coordinator.shutDown()
        #expect(stage.breaches == [])
        #expect(stage.live.isEmpty || stage.links.values.contains { $0.isStopped })
        #expect(stage.destroyed.values.allSatisfy { $0 <= 1 })
    }

    // MARK: Values

    /// At `chats > chats/chat?number=1 > contacts/card?number=3`; the chat takes notes and has a checkpoint.
    private func sharing() throws -> Stage {
        let stage = try Stage.sharing(isolation: .process)
        stage.shows("chats/chat") {
            $0.checkpoints = [.init(name: "recipient", type: .string)]
            $0.receivers = [.value(type: "note")]
        }
        stage.go("chats/chat?number=1 > contacts/card?number=3")
        _ = stage.takeCalls()
        return stage
    }

    @Test("a checkpoint's value is handed to a screen that is made anew once it has been rendered")
    func returned() throws {
        let stage = try sharing()
        stage.links["chats"]?.end(Self.crash)
        try stage.act(3) { (screen) throws(CallFailure) in
            try screen.request(.returnToCheckpoint("picked", .string("Ada")))
        }
        let calls = stage.takeCalls().filter { $0.hasSuffix("#2") }
        #expect(
            calls == [
                "make chats/chat?number=1 #2", "render chats/chat?number=1 #2", "returned chats/chat?number=1 #2",
            ])
        #expect(stage.stack == "chats > chats/chat?number=1")
        #expect(try stage.screen(2).returned == ["recipient Ada"])
    }

    @Test("a sent value is handed to a screen that is made anew once it has been rendered")
    func received() throws {
        let stage = try sharing()
        stage.links["chats"]?.end(Self.crash)
        try stage.act(3) { (screen) throws(CallFailure) in
            try screen.request(.send([.value(type: "remark", .string("hi"))]))
        }
        let calls = stage.takeCalls().filter { $0.hasSuffix("#2") }
        #expect(
            calls == ["make chats/chat?number=1 #2", "render chats/chat?number=1 #2", "receive chats/chat?number=1 #2"])
        #expect(stage.takeReceived() == ["note hi to chats/chat?number=1 #2"])
    }

    @Test("in returned: whoever returned is told, and the screen is made anew")
    func returnedEnds() throws {
        let stage = try sharing()
        stage.links["chats"]?.exits["returned"] = Self.crash
        try stage.act(3) { (screen) throws(CallFailure) in
            try screen.request(.returnToCheckpoint("picked", .string("Ada")))
        }
        #expect(
            problems(stage) == [
                "'contacts': the checkpoint 'chats/recipient' did not take its value: the feature 'chats' crashed in "
                    + "returned (SIGSEGV: segmentation fault)"
            ])
        #expect(stage.stack == "chats > chats/chat?number=1")
        #expect(stage.coordinator.show().title == "chats/chat?number=1")
    }

    @Test("in receive: whoever sent is told, and the screen is made anew")
    func receiveEnds() throws {
        let stage = try sharing()
        stage.links["chats"]?.exits["receive"] = Self.crash
        try stage.act(3) { (screen) throws(CallFailure) in
            try screen.request(.send([.value(type: "remark", .string("hi"))]))
        }
        #expect(problems(stage).joined().contains("'chats' crashed in receive (SIGSEGV: segmentation fault)"))
        stage.coordinator.perform(.back)
        #expect(stage.coordinator.show().title == "chats/chat?number=1")
    }

    // MARK: Starting again

    @Test("three ends in a row: it is left alone, says why, and is tried again only where somebody wants that")
    func deactivated() throws {
        let stage = try stage()
        for _ in 1...3 {
            stage.links["character"]?.end(Self.crash)
            stage.coordinator.show()
        }
        let deactivated =
            "the feature 'character' is deactivated after it has ended 3 times in a row, at last it crashed "
            + "(SIGSEGV: segmentation fault); the step 'reload' lets it try again, as a new version of its file does"
        #expect(
            problems(stage) == [
                "told: " + reason(""), "told: " + reason(""),
                "told: " + reason("") + "; it has ended 3 times in a row and is deactivated until 'reload'",
                "'\(Self.top)' could not be rendered: " + deactivated,
            ])
        #expect(stage.starts["character"] == 3)
        stage.coordinator.perform(.back)
        #expect(stage.stack == "home > character/list")
        stage.coordinator.show()
        stage.coordinator.go(toText: "character/detail?identifier=2")
        #expect(problems(stage) == ["'character/list' could not be rendered: " + deactivated, deactivated])
        #expect(stage.starts == ["home": 1, "character": 3])
        // Others are what they were.
        stage.go("home/about")
        #expect(problems(stage) == [])

        let worker = try #require(stage.workers["character"])
        #expect(worker.isDeactivated)
        worker.reenable()
        #expect(!worker.isDeactivated)
        stage.coordinator.perform(.reset)
        stage.go("character/list")
        #expect(problems(stage) == [])
        #expect(stage.starts["character"] == 4)
    }

    @Test("one that ends while it starts does not start, and is tried again with each attempt, three times")
    func startEnds() throws {
        let stage = try Stage(isolation: .process)
        stage.coordinator.show()
        stage.prepareWorker = { _, link in link.exits["activate"] = Self.crash }
        for attempt in 1...5 {
            stage.coordinator.go(toText: "character/list")
            #expect(stage.starts["character"] == min(attempt, 3))
            #expect(problems(stage).count == 1)
        }
        #expect(stage.takeCalls().filter { $0.contains("character") } == [])
    }

    @Test("one that refuses to start is asked again with the next step, and its worker does not stay")
    func startFails() async throws {
        let stage = try Stage(isolation: .process)
        stage.fail(.activate, "character", "the database is locked")
        for attempt in 1...5 {
            stage.coordinator.go(toText: "character/list")
            #expect(stage.starts["character"] == attempt)
            #expect(stage.links["character"]?.isStopped == true)
            #expect(problems(stage).joined().contains("did not start: the database is locked"))
            await MainQueue.turn()
        }
    }

    @Test("one that refuses to start is asked once for all the screens of one step, and each says why")
    func startFailsForMany() throws {
        let stage = try Stage.sharing(isolation: .process)
        stage.shows("chats") { $0.nodes = (1...40).map { _ in embedded("chats/card") } }
        stage.fail(.activate, "contacts", "the database is locked")
        let shown = stage.coordinator.show()
        #expect(stage.starts["contacts"] == 1)
        var told = 0
        shown.forEachNode { if $0.text.contains("the database is locked") { told += 1 } }
        #expect(told == 40)
    }

    // MARK: Time

    @Test("many calls that each keep the deadline may not take more than five times that without a pause", .deep)
    func budget() async throws {
        let stage = try Stage.sharing(isolation: .process)
        stage.deadline = 0.2
        stage.shows("chats") { $0.nodes = (1...40).map { _ in embedded("chats/card") } }
        stage.prepareWorker = { feature, link in if feature == "contacts" { link.times["render"] = 0.12 } }
        let shown = stage.coordinator.show()
        var texts: [String] = []
        shown.forEachNode { texts.append($0.text) }
        // 8 of 0.12 s, and less where the machine is busy.
        #expect(texts.filter { $0 == "contacts/card?number=7" }.count <= 8)
        #expect(texts.contains { $0.contains("took more than 1 s for its calls in a row, at last in render") })
        #expect(texts.contains { $0.contains("has taken 1 s in all, and is tried again when") })
        #expect(stage.starts["contacts"] == 1)
        // The other features do not notice, and the next step has its own time.
        #expect(stage.coordinator.state.stackText == "chats")
        await MainQueue.turn()
        stage.prepareWorker = { _, _ in }
        stage.go("contacts/card?number=1")
        #expect(stage.coordinator.show().title == "contacts/card?number=1")
        #expect(stage.starts["contacts"] == 2)
    }

    @Test("screens that are destroyed one after the other hold the end up no longer than that")
    func slowDestroys() throws {
        let stage = try Stage.sharing(isolation: .process)
        stage.deadline = 0.1
        for number in 1...30 { stage.go("contacts/card?number=\(number)") }
        stage.links["contacts"]?.times["destroy"] = 0.08
        let start = ContinuousClock.now
        stage.coordinator.shutDown()
        let destroyed = stage.takeCalls().filter { $0.hasPrefix("destroy contacts") }.count
        #expect((1...7).contains(destroyed), "\(destroyed), in \(start.duration(to: .now))")
        #expect(stage.links["contacts"]?.isStopped == true)
    }

    @Test("one whose worker cannot be started fails with the reason, and counts as no end")
    func cannotStart() throws {
        let feature = WorkerFeature(
            manifest: try manifest(#"{ "id": "x" }"#), text: [],
            launch: WorkerFeature.Launch(deadline: 1) { () throws(CallFailure) in
                throw CallFailure(.unavailable, "no process can be started for it")
            })
        for _ in 1...5 {
            let refusal = failure { try feature.activate(FakeHost()) }
            #expect(refusal?.reason == "no process can be started for it")
        }
        #expect(!feature.isDeactivated)
    }

    @Test("one that gives another manifest than when it was looked at is not used")
    func otherManifest() throws {
        let feature = WorkerFeature(
            manifest: try manifest(#"{ "id": "x" }"#), text: Array("a".utf8),
            launch: WorkerFeature.Launch(deadline: 1) {
                (
                    LoopbackLink(manifest: Array("b".utf8)) { (_, _, _) throws(CallFailure) in
                        throw CallFailure(.other, "is not asked to")
                    }, ""
                )
            })
        let refusal = failure { try feature.activate(FakeHost()) }
        #expect(refusal?.reason == "it gives another manifest than before, which is a defect of it")
    }

    @Test("a call that is too large for a message fails, and the worker goes on", .deep)
    func tooLarge() throws {
        let stage = try stage()
        stage.coordinator.use(button("Save"), value: .string(String(repeating: "x", count: 97 << 20)))
        #expect(problems(stage) == ["'Save' could not be done: perform would take 98 MiB, and at most 96 MiB are sent"])
        stage.coordinator.use(button("Save"), value: .string("x"))
        #expect(problems(stage) == [])
        #expect(stage.starts["character"] == 1)
    }
}
