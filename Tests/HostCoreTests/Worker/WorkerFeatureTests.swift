import FeatureContract
import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@MainActor
@Suite("A feature whose worker exits")
struct WorkerFeatureTests {
    private static let crash = WorkerExit.Cause.signal(SIGSEGV)
    private static let top = "character/detail?identifier=1"
    private static let after = "; its screens begin anew, with what they have saved"

    /// The stack `home > character/list > character/detail?identifier=1`, with each screen seen once.
    private func stage() throws -> Stage {
        let stage = try Stage(isolation: .process)
        stage.coordinator.show()
        stage.go("character/list > \(Self.top)")
        _ = stage.takeCalls()
        return stage
    }

    /// Lets the worker of `character` end in the next call of that name.
    private func spoil(_ call: String, in stage: Stage) { stage.links["character"]?.exits[call] = Self.crash }

    /// The problems, with notices marked as such.
    private func problems(_ stage: Stage) -> [String] {
        stage.coordinator.takeProblems().map { ($0.isNotice ? "told: " : "") + $0.text }
    }

    /// The calls for a seen screen that is made anew in a new worker.
    private func madeAnew(_ screen: String) -> [String] {
        ["activate character", "make \(screen)", "appear \(screen)", "render \(screen)"]
    }

    private func reason(_ call: String) -> String {
        "the feature 'character' crashed\(call.isEmpty ? "" : " in \(call)") (SIGSEGV: segmentation fault)"
    }

    // MARK: In a call

    @Test("an exit in resolve shows the not-found screen with the reason, and the screen below is made anew")
    func resolve() throws {
        let stage = try stage()
        spoil("resolve", in: stage)
        stage.coordinator.go(toText: "character/detail?identifier=2")
        #expect(problems(stage) == [reason("resolve")])
        #expect(stage.stack == "home > character/list > \(Self.top) > system/notFound")
        stage.coordinator.show()
        // The screen's worker had exited before the screen disappeared.
        #expect(stage.takeCalls() == [])
        stage.coordinator.perform(.back)
        #expect(stage.coordinator.show().title == Self.top)
        #expect(stage.takeCalls() == madeAnew("\(Self.top) #6"))
        #expect(problems(stage) == [])
        #expect(stage.breaches == [])
    }

    @Test("an exit in make_main_screen shows the not-found screen with the reason")
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

    @Test("an exit in render shows the reason in the screen's place, and only an invalidation renders it again")
    func render() throws {
        let stage = try stage()
        spoil("render", in: stage)
        stage.coordinator.invalidate(0, of: "character")
        #expect(
            stage.coordinator.show().nodes.map(\.text) == [
                "This screen could not be rendered.", "T\(reason("render").dropFirst()).",
            ])
        #expect(problems(stage) == ["'\(Self.top)' could not be rendered: " + reason("render")])
        #expect(stage.coordinator.isShowingFailure)
        for _ in 1...3 { stage.coordinator.show() }
        #expect(stage.takeCalls() == [])
        #expect(stage.starts["character"] == 1)
        #expect(stage.stack == "home > character/list > \(Self.top)")

        stage.coordinator.invalidate(3, of: "character")
        #expect(stage.coordinator.show().title == Self.top)
        #expect(stage.takeCalls() == madeAnew("\(Self.top) #4"))
        #expect(!stage.coordinator.isShowingFailure)
    }

    @Test(
        "a screen whose new worker exits too is not rendered again by itself", .deep,
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

    @Test("an exit in perform fails the action, keeps the state, and the screen is made anew with another number")
    func perform() throws {
        let stage = try stage()
        let before = stage.coordinator.state
        spoil("perform", in: stage)
        stage.coordinator.use(button("Save"))
        #expect(problems(stage) == ["'Save' could not be done: " + reason("perform") + Self.after])
        #expect(stage.coordinator.state == before)
        stage.coordinator.show()
        #expect(stage.takeCalls() == madeAnew("\(Self.top) #4"))
        stage.coordinator.use(button("Save"))
        #expect(stage.takeCalls() == ["perform \(Self.top) #4"])
        #expect(problems(stage) == [])
    }

    @Test("the requests of a call are dropped when the call ends its worker")
    func asked() throws {
        let stage = try stage()
        stage.on(.perform, "character/detail") { (screen) throws(CallFailure) in
            try screen.navigate("character/list")
            stage.links["character"]?.exits["reply"] = Self.crash
        }
        stage.coordinator.use(button("Go"))
        #expect(problems(stage) == ["'Go' could not be done: " + reason("perform") + Self.after])
        #expect(stage.stack == "home > character/list > \(Self.top)")
        stage.coordinator.show()
        #expect(stage.stack == "home > character/list > \(Self.top)")
    }

    @Test("an action of a screen that must be made anew is refused, since its number has no meaning there")
    func staleAction() throws {
        let stage = try stage()
        stage.links["character"]?.end(Self.crash)
        stage.coordinator.use(button("Save"))
        #expect(
            problems(stage) == [
                "told: " + reason(""),
                "'Save' could not be done: the screen is made anew, as its feature has ended; look at it, and try again",
            ])
        // No worker is started for the action.
        #expect(stage.takeCalls() == [])
        stage.coordinator.show()
        stage.coordinator.use(button("Save"))
        #expect(stage.takeCalls() == madeAnew("\(Self.top) #4") + ["perform \(Self.top) #4"])
    }

    @Test("an exit in appear shows the reason in the screen's place, once")
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

    @Test(
        "an exit in disappear or destroy is a notice, and the navigation is carried out",
        arguments: ["disappear", "destroy"])
    func leaving(call: String) throws {
        let stage = try stage()
        spoil(call, in: stage)
        stage.coordinator.perform(.back)
        #expect(problems(stage) == ["told: " + reason(call)])
        #expect(stage.stack == "home > character/list")
        #expect(stage.coordinator.show().title == "character/list")
        // A screen of an exited worker gets no call to destroy it.
        #expect(
            stage.takeCalls()
                == (call == "destroy" ? ["disappear \(Self.top) #3"] : []) + madeAnew("character/list #4"))
        #expect(stage.breaches == [])
    }

    @Test("an exit in resolve_url is told with the reason, and the user stays")
    func resolveURL() throws {
        let stage = try stage()
        spoil("resolve_url", in: stage)
        stage.coordinator.open("challenge://character/somewhere")
        #expect(stage.stack == "home > character/list > character/detail?identifier=1")
        #expect(problems(stage).joined().contains(reason("resolve_url")))
    }

    @Test("an exit in a worker's own work is a notice, and its screens are made anew")
    func turn() throws {
        let stage = try stage()
        spoil("work of its own", in: stage)
        stage.coordinator.clock.call { stage.coordinator.features.runTurns() }
        #expect(problems(stage) == ["told: " + reason("work of its own")])
        stage.coordinator.show()
        #expect(stage.takeCalls() == madeAnew("\(Self.top) #4"))
    }

    @Test("an exit in deactivate is logged, and the other features are deactivated too")
    func deactivate() throws {
        let stage = try stage()
        spoil("deactivate", in: stage)
        var lines: [LogLine] = []
        stage.coordinator.logSink = { lines.append($0) }
        stage.coordinator.shutDown()
        #expect(problems(stage) == [])
        #expect(
            lines.map(\.description) == ["character: error: it crashed in deactivate (SIGSEGV: segmentation fault)"])
        #expect(stage.takeCalls().last == "deactivate home")
        #expect(stage.links.values.allSatisfy { $0.isStopped })
    }

    @Test(
        "the reason names the cause of the exit",
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
        #expect(problems(stage) == ["'Save' could not be done: the feature 'character' \(text)\(Self.after)"])
    }

    // MARK: Calls that are not waited for

    @Test(
        "a step goes on while a feature has not replied to disappear or destroy of the screen that is left",
        arguments: ["disappear", "destroy"])
    func notAwaited(call: String) throws {
        let stage = try stage()
        stage.links["character"]?.held = [call]
        stage.coordinator.perform(.back)
        stage.coordinator.perform(.back)
        #expect(stage.coordinator.show().title == "home")
        #expect(stage.links["character"]?.isBehind == true)
        #expect(problems(stage) == [])
        stage.coordinator.go(toText: "character/list")
        #expect(stage.coordinator.show().title == "character/list")
        #expect(stage.links["character"]?.isBehind == false)
        #expect(stage.breaches == [])
    }

    @Test("a feature that is busy when the app ends is ended, and the others are deactivated")
    func busyAtEnd() throws {
        let stage = try stage()
        stage.links["character"]?.held = ["work of its own"]
        stage.coordinator.shutDown()
        #expect(
            problems(stage) == ["told: the feature 'character' did not answer in work of its own within 1 s"])
        #expect(stage.takeCalls().last == "deactivate home")
        #expect(stage.links.values.allSatisfy { $0.isStopped })
    }

    @Test("only a feature that was called since its last turn is asked for one")
    func turns() throws {
        let stage = try stage()
        stage.coordinator.clock.call { stage.coordinator.features.runTurns() }
        spoil("work of its own", in: stage)
        stage.coordinator.clock.call { stage.coordinator.features.runTurns() }
        #expect(problems(stage) == [])
        stage.coordinator.use(button("Save"))
        stage.coordinator.clock.call { stage.coordinator.features.runTurns() }
        #expect(problems(stage) == ["told: " + reason("work of its own")])
    }

    @Test("a call that the user does not wait for changes nothing, and its feature goes on once it has replied")
    func givenUp() throws {
        let stage = try stage()
        let before = stage.coordinator.state
        let link = try #require(stage.links["character"])
        (link.held, link.isGivenUp) = (["perform"], true)
        stage.coordinator.use(button("Save"))
        #expect(problems(stage) == ["told: 'Save': 'Characters' still works, and is not waited for"])
        #expect(stage.coordinator.state == before)
        // Until then nothing waits for it again.
        stage.coordinator.use(button("Save"))
        stage.coordinator.go(toText: "character/detail?identifier=2")
        #expect(problems(stage).count == 2)
        #expect(stage.coordinator.state == before)
        stage.coordinator.go(toText: "home/about")
        #expect(stage.coordinator.show().title == "home/about")
        link.isGivenUp = false
        link.reply()
        stage.coordinator.perform(.back)
        stage.coordinator.use(button("Save"))
        #expect(problems(stage) == [])
        #expect(stage.starts["character"] == 1)
        #expect(stage.breaches == [])
    }

    @Test("a screen whose making the user does not wait for is destroyed once it is there")
    func givenUpMaking() throws {
        let stage = try stage()
        let before = stage.coordinator.state
        let link = try #require(stage.links["character"])
        (link.held, link.isGivenUp) = (["resolve"], true)
        stage.coordinator.go(toText: "character/detail?identifier=2")
        #expect(stage.coordinator.state == before)
        _ = stage.takeCalls()
        link.reply()
        #expect(stage.takeCalls() == ["destroy character/detail?identifier=2 #4"])
        #expect(stage.breaches == [])
    }

    // MARK: While no call runs

    @Test("an exit of an idle worker is a notice, and only its screens are made anew, when they are seen")
    func idle() throws {
        let stage = try stage()
        stage.links["character"]?.end(Self.crash)
        #expect(problems(stage) == ["told: " + reason("")])
        #expect(stage.takeCalls() == [])
        #expect(stage.coordinator.hasWork)
        stage.coordinator.show()
        #expect(stage.takeCalls() == madeAnew("\(Self.top) #4"))
        stage.coordinator.perform(.back)
        stage.coordinator.show()
        #expect(
            stage.takeCalls() == [
                "disappear \(Self.top) #4", "destroy \(Self.top) #4", "make character/list #5",
                "appear character/list #5", "render character/list #5",
            ])
        #expect(stage.starts == ["home": 1, "character": 2])
        #expect(stage.breaches == [])
    }

    @Test("a screen of an exited worker is destroyed without a call and without a new worker")
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

    @Test("a screen's lock ends with its worker", arguments: ["", "render"])
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

    @Test(
        "a number is given to one screen only, which is made and destroyed at most once, under random exits",
        arguments: 1...6)
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
            // Nothing waits here, and a deactivated worker would no longer be used.
            for worker in stage.workers.values { worker.reenable() }
        }
        stage.coordinator.shutDown()
        #expect(stage.breaches == [])
        #expect(stage.live.isEmpty || stage.links.values.contains { $0.isStopped })
        #expect(stage.destroyed.values.allSatisfy { $0 <= 1 })
    }

    // MARK: Values

    /// The stack `chats > chats/chat?number=1 > contacts/card?number=3`. The chat receives notes and has a checkpoint.
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

    @Test("a screen that is made anew is rendered before it gets a checkpoint's value")
    func returned() throws {
        let stage = try sharing()
        stage.links["chats"]?.end(Self.crash)
        try stage.act(3) { (screen) throws(CallFailure) in
            try screen.request(.returnToCheckpoint("picked", value: .string("Ada")))
        }
        let calls = stage.takeCalls().filter { $0.hasSuffix("#4") }
        #expect(
            calls == [
                "make chats/chat?number=1 #4", "render chats/chat?number=1 #4", "returned chats/chat?number=1 #4",
            ])
        #expect(stage.stack == "chats > chats/chat?number=1")
        #expect(try stage.screen(4).returned == ["recipient Ada"])
    }

    @Test("a screen that is made anew is rendered before it gets a sent value")
    func received() throws {
        let stage = try sharing()
        stage.links["chats"]?.end(Self.crash)
        try stage.act(3) { (screen) throws(CallFailure) in
            try screen.request(.send([.value(type: "remark", .string("hi"))]))
        }
        let calls = stage.takeCalls().filter { $0.hasSuffix("#4") }
        #expect(
            calls == ["make chats/chat?number=1 #4", "render chats/chat?number=1 #4", "receive chats/chat?number=1 #4"])
        #expect(stage.takeReceived() == ["note hi to chats/chat?number=1 #4"])
    }

    @Test("an exit in returned is a problem of the returning feature, and the screen is made anew")
    func returnedEnds() throws {
        let stage = try sharing()
        stage.links["chats"]?.exits["returned"] = Self.crash
        try stage.act(3) { (screen) throws(CallFailure) in
            try screen.request(.returnToCheckpoint("picked", value: .string("Ada")))
        }
        #expect(
            problems(stage) == [
                "'contacts': the checkpoint 'chats/recipient' did not take its value: the feature 'chats' crashed in "
                    + "returned (SIGSEGV: segmentation fault)"
            ])
        #expect(stage.stack == "chats > chats/chat?number=1")
        #expect(stage.coordinator.show().title == "chats/chat?number=1")
    }

    @Test("an exit in receive is a problem of the sending feature, and the screen is made anew")
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

    @Test("a feature with three exits in a row is deactivated with the reason, until the user allows another try")
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
        // Other features are unchanged.
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

    @Test("a worker that exits during its start is started again with each attempt, at most three times")
    func startEnds() throws {
        let stage = try Stage(isolation: .process)
        stage.coordinator.show()
        stage.prepareWorker = { _, link in link.exits["activate"] = Self.crash }
        for attempt in 1...5 {
            stage.coordinator.go(toText: "character/list")
            #expect(stage.starts["character"] == min(attempt, 3))
            let problems = problems(stage)
            #expect(problems.count == 1)
            let told = attempt > 3 ? "it is deactivated after it has ended 3 times" : "it crashed in activate"
            #expect(problems.joined().contains("did not start: \(told)"))
        }
        #expect(stage.takeCalls().filter { $0.contains("character") } == [])
    }

    @Test("a feature that refuses to start is asked again with the next step, and its worker is stopped")
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

    @Test("a feature that refuses to start is asked once for all screens of a step, and each shows the reason")
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
        // At most 8 calls of 0.12 s, and fewer on a busy machine.
        #expect(texts.filter { $0 == "contacts/card?number=7" }.count <= 8)
        #expect(texts.contains { $0.contains("took more than 1 s for its calls in a row, at last in render") })
        #expect(texts.contains { $0.contains("has taken 1 s in all, and is tried again when") })
        #expect(stage.starts["contacts"] == 1)
        // Other features are unaffected, and the next step has a time of its own.
        #expect(stage.coordinator.state.stackText == "chats")
        await MainQueue.turn()
        stage.prepareWorker = { _, _ in }
        stage.go("contacts/card?number=1")
        #expect(stage.coordinator.show().title == "contacts/card?number=1")
        #expect(stage.starts["contacts"] == 2)
    }

    @Test("slow destroys delay the shutdown no longer than the call budget, and their feature is ended")
    func slowDestroys() throws {
        let stage = try Stage.sharing(isolation: .process)
        stage.deadline = 0.1
        for number in 1...30 { stage.go("contacts/card?number=\(number)") }
        stage.links["contacts"]?.times["destroy"] = 0.08
        var lines: [LogLine] = []
        stage.coordinator.logSink = { lines.append($0) }
        stage.coordinator.shutDown()
        #expect(
            lines.map(\.description) == ["contacts: error: it took more than 500 ms for its calls in a row, at last"])
        #expect(stage.links["contacts"]?.isStopped == true)
    }

    @Test("a worker that cannot be started fails with the reason, and that is no exit")
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

    @Test("a worker whose manifest differs from the scanned one is not used")
    func otherManifest() throws {
        let feature = WorkerFeature(
            manifest: try manifest(#"{ "id": "x" }"#), text: Array("a".utf8),
            launch: WorkerFeature.Launch(deadline: 1) {
                (
                    LoopbackLink(manifest: Array("b".utf8)) { (_, _) throws(CallFailure) in
                        throw CallFailure(.other, "is not asked to")
                    }, ""
                )
            })
        let refusal = failure { try feature.activate(FakeHost()) }
        #expect(refusal?.reason.hasPrefix("it gives another manifest than in its scan; if it does so again") == true)
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
