import FeatureContract
import TestSupport
import Testing

@testable import HostCore

@MainActor
@Suite("Sending values", .inlineAndInWorkers)
struct SendingTests {
    private nonisolated static func note(_ text: String) -> Message { .value(type: "note", .string(text)) }
    private nonisolated static func remark(_ text: String) -> Message { .value(type: "remark", .string(text)) }

    /// A chat on the root, which is of `chats` too; those of these routes receive notes.
    private static func stage(receiving routes: [String] = ["chats/chat"], tabs: Bool = false) throws -> Stage {
        let stage = try tabs ? Stage.sharing(Manifests.sharingTabs) : Stage.sharing()
        for route in routes { stage.shows(route) { $0.receivers = [.value(type: "note")] } }
        stage.coordinator.show()
        stage.go("chats/chat?number=1")
        _ = stage.takeCalls()
        return stage
    }

    /// The screen that is seen sends, and everything is shown.
    private func send(_ messages: [Message], on stage: Stage) throws {
        try stage.act(stage.coordinator.state.top.id) { (screen) throws(CallFailure) in
            try screen.request(.send(messages))
        }
        stage.coordinator.show()
    }

    // MARK: Receivers

    @Test("values are received one after the other, each by one screen, the topmost that takes it")
    func inOrder() throws {
        let stage = try Self.stage(receiving: ["chats", "chats/chat"])
        stage.go("chats/chat?number=2")
        try send([Self.note("a"), Self.note("b"), Self.note("c")], on: stage)
        let top = stage.coordinator.state.top.id
        #expect(
            stage.takeReceived() == ["a", "b", "c"].map { "note \($0) to chats/chat?number=2 #\(top)" })
        #expect(stage.coordinator.takeProblems() == [])
        #expect(stage.breaches == [])
    }

    @Test("what a screen does not take is offered to the next below, and at last to the feature")
    func passedOn() throws {
        let stage = try Self.stage(receiving: ["chats", "chats/chat"])
        stage.go("chats/chat?number=2")
        stage.receives("chats/chat") { screen, _ in screen.destination["number"] == .integer(2) ? nil : .auto }
        try send([Self.note("a")], on: stage)
        #expect(stage.takeReceived() == ["note a to chats/chat?number=2 #3", "note a to chats/chat?number=1 #2"])
        stage.receives("chats/chat") { _, _ in nil }
        stage.receives("chats") { _, _ in nil }
        try send([Self.note("b")], on: stage)
        #expect(
            stage.takeReceived() == [
                "note b to chats/chat?number=2 #3", "note b to chats/chat?number=1 #2", "note b to chats #1",
                "note b to chats",
            ])
        #expect(stage.coordinator.takeProblems() == [])
    }

    @Test("a screen that names another type, or another kind, is not asked")
    func otherTypes() throws {
        let stage = try Self.stage(receiving: [])
        stage.shows("chats/chat") { $0.receivers = [.value(type: "ping"), .destination, .tab, .navigate, .selectTab] }
        stage.go("chats/chat?number=2")
        try send([Self.note("a")], on: stage)
        #expect(stage.takeReceived() == ["note a to chats"])
    }

    @Test("the selected tab's screens are asked before the others'")
    func selectedTabFirst() throws {
        let stage = try Self.stage(receiving: ["chats", "chats/chat"], tabs: true)
        stage.coordinator.perform(.selectTab("people"))
        stage.coordinator.show()
        stage.go("chats/chat?number=2")
        stage.receives("chats/chat") { _, _ in nil }
        stage.receives("chats") { _, _ in nil }
        let top = stage.coordinator.state.top.id
        try stage.act(top) { (screen) throws(CallFailure) in try screen.request(.send([Self.note("a")])) }
        #expect(
            stage.takeReceived() == [
                "note a to chats/chat?number=2 #\(top)", "note a to chats/chat?number=1 #4", "note a to chats #1",
                "note a to chats",
            ])
        #expect(stage.coordinator.state.selected.name == "people")
    }

    @Test("the feature receives without any live screen; it is started for it")
    func lazyFeature() throws {
        let stage = try Stage.sharing(#""root": "contacts""#)
        stage.coordinator.show()
        _ = stage.takeCalls()
        try send([Self.remark("hi")], on: stage)
        #expect(stage.takeCalls() == ["activate chats", "receive chats"])
        #expect(stage.takeReceived() == ["note hi to chats"])
    }

    @Test("the wiring leads to the other's type, which the receiver sees by its own name")
    func wired() throws {
        let stage = try Self.stage()
        stage.go("contacts/card?number=1")
        try send([Self.remark("hi")], on: stage)
        #expect(stage.takeReceived() == ["note hi to chats/chat?number=1 #2"])
    }

    @Test(
        "what cannot be sent is refused with the reason, and none of it is sent",
        arguments: [
            (.value(type: "count", .integer(1)), .wrongType, "'contacts/count' takes a value of type int, and"),
            (.value(type: "lost", .null), .unconnected, "the value 'contacts/lost' is not connected"),
            (.value(type: "remark", .integer(1)), .wrongType, "takes a value of type string, and '1' is not"),
            (.value(type: "remark", .null), .wrongType, "and none was given"),
            (.value(type: "note", .string("x")), .invalidArgument, "declares no type of values 'note'"),
            (.destination(.of("chats/chat?number=1")), .notAllowed, "another feature's"),
            (.destination(.of("contacts/nobody")), .unknownRoute, "has no route 'nobody'"),
        ] as [(Message, FailureCode, String)])
    func refused(message: Message, code: FailureCode, reason: String) throws {
        let stage = try Self.stage()
        stage.go("contacts/card?number=1")
        let refusal = try stage.act(3) { $0.refusal(of: .send([Self.remark("first"), message])) }
        #expect(refusal?.code == code)
        #expect(refusal?.reason.contains(reason) == true, "\(refusal?.reason ?? "")")
        stage.coordinator.show()
        #expect(stage.takeReceived() == [])
        #expect(stage.coordinator.takeProblems().count == 1)
    }

    @Test("what nothing receives is told by its name, with what is dropped after it")
    func noReceiver() throws {
        let stage = try Self.stage(receiving: [])
        stage.receives("feature:chats") { _, message in message == Self.note("b") ? nil : .auto }
        try send([Self.note("a"), Self.note("b"), Self.note("c"), Self.note("d")], on: stage)
        #expect(stage.takeReceived() == ["note a to chats", "note b to chats"])
        #expect(
            stage.coordinator.takeProblems() == [
                "'chats': nothing receives the value 'chats/note' (b); the 2 values after it dropped with it"
            ])
        try send([Self.note("e")], on: stage)
        #expect(stage.takeReceived() == ["note e to chats"])
    }

    @Test("a receiver that fails is told, and what comes after its value is dropped")
    func failing() throws {
        let stage = try Self.stage()
        stage.receives("chats/chat") { (_, _) throws(CallFailure) in throw CallFailure(.unavailable, "the line is dead")
        }
        try send([Self.note("a"), Self.note("b")], on: stage)
        #expect(stage.takeReceived() == ["note a to chats/chat?number=1 #2"])
        #expect(
            stage.coordinator.takeProblems() == [
                "'chats': the value 'chats/note' (a): the line is dead; the value after it dropped with it"
            ])
    }

    // MARK: Tabs

    @Test("a tab dismisses what is presented and is selected")
    func tab() throws {
        let stage = try Self.stage(tabs: true)
        stage.go("sheet:chats/chat?number=2 > chats/chat?number=3")
        try send([.tab("people")], on: stage)
        #expect(stage.coordinator.state.selected.name == "people")
        #expect(stage.coordinator.state.tabs[0].entries.map(\.destination.text) == ["chats", "chats/chat?number=1"])
        #expect(stage.takeReceived() == [])
        #expect(stage.breaches == [])
    }

    @Test("the tab that is selected already dismisses what is presented, and keeps its stack")
    func sameTab() throws {
        let stage = try Self.stage(tabs: true)
        stage.go("sheet:chats/chat?number=2")
        try send([.tab("chats"), Self.note("x")], on: stage)
        #expect(stage.stack == "chats > chats/chat?number=1")
        #expect(stage.takeReceived() == ["note x to chats/chat?number=1 #4"])
        try send([.tab("chats")], on: stage)
        #expect(stage.stack == "chats > chats/chat?number=1")
        #expect(stage.coordinator.takeProblems() == [])
    }

    @Test("a lock in a tab's way keeps all as it is; the rest is dropped and told")
    func lockedTab() throws {
        let stage = try Self.stage(tabs: true)
        stage.go("sheet:chats/chat?number=2")
        let top = stage.coordinator.state.top.id
        try stage.screen(top).change { $0.lock = "unsaved" }
        stage.coordinator.show()
        try send([.tab("people"), Self.note("x")], on: stage)
        #expect(stage.stack == "chats > chats/chat?number=1 > sheet:chats/chat?number=2")
        #expect(
            stage.coordinator.takeProblems().map(\.text) == [
                "'chats': the tab 'people': 'chats/chat?number=2' is locked: unsaved; the value after it dropped with it"
            ])
        #expect(stage.takeReceived() == [])
    }

    @Test("a tab that the wiring does not have is refused at once, unless a screen receives tabs")
    func unknownTab() throws {
        let stage = try Self.stage(tabs: true)
        let refusal = try stage.act(4) { $0.refusal(of: .send([.tab("poeple")])) }
        #expect(refusal?.code == .noReceiver)
        #expect(refusal?.reason.contains("did you mean 'people'?") == true, "\(refusal?.reason ?? "")")
        // A later one, or one whose receiver may come with what waits, is told when its turn comes.
        #expect(try stage.act(4) { $0.refusal(of: .send([.tab("people"), .tab("attic")])) } == nil)
        stage.coordinator.show()
        _ = stage.coordinator.takeProblems()
        stage.shows("notes/edit") { $0.receivers = [.tab] }
        stage.go("notes/edit")
        try send([.tab("attic")], on: stage)
        #expect(stage.takeReceived() == ["tab attic to notes/edit #5"])
    }

    @Test("a tab's receiver that comes with what waits is not ruled out")
    func tabReceiverToCome() throws {
        let stage = try Self.stage()
        stage.shows("chats/draft") { $0.receivers = [.tab] }
        try stage.act(2) { (screen) throws(CallFailure) in
            try screen.navigate("chats/draft")
            try screen.request(.send([.tab("attic")]))
        }
        stage.coordinator.show()
        #expect(stage.takeReceived() == ["tab attic to chats/draft #3"])
    }

    @Test("a tab that begins anew is left as one that is selected by hand")
    func leavingTab() throws {
        let stage = try Self.stage(tabs: true)
        stage.coordinator.perform(.selectTab("brief"))
        stage.coordinator.show()
        stage.go("notes/note?title=x > sheet:notes/edit")
        try send([.tab("chats")], on: stage)
        #expect(stage.coordinator.state.tabs[2].entries.map(\.destination.text) == ["notes"])
        #expect(stage.live.values.allSatisfy { $0.feature.manifest.id != "notes" })
        #expect(stage.breaches == [])
    }

    // MARK: Destinations

    @Test("a destination is navigated to where a live screen of its feature declares so, on that screen's stack")
    func declaredNavigate() throws {
        let stage = try Self.stage(receiving: [])
        stage.shows("contacts/card") { $0.receivers = [.navigate] }
        stage.go("contacts/card?number=1 > sheet:chats/draft")
        try send([.destination(.of("chats/card"))], on: stage)
        #expect(
            stage.stack
                == "chats > chats/chat?number=1 > contacts/card?number=1 > contacts/card?number=7 > sheet:chats/draft")
        #expect(stage.takeReceived() == [])
        #expect(stage.coordinator.takeProblems() == [])
    }

    @Test("a destination is handed to code where a live screen of its feature asks for it, as the feature's own")
    func codeDestination() throws {
        let stage = try Self.stage(receiving: [])
        stage.shows("contacts/card") { $0.receivers = [.destination] }
        stage.go("contacts/card?number=1 > sheet:chats/draft")
        try send([.destination(.of("chats/card")), .destination(.of("chats/draft"))], on: stage)
        #expect(stage.takeReceived() == ["contacts/card?number=7 to contacts/card?number=1 #3"])
        #expect(
            stage.coordinator.takeProblems().first?.text.hasPrefix(
                "'chats': nothing receives the destination 'chats/draft'; ") == true)
    }

    @Test("code and declared receivers are asked from the top, and what code does not take goes on")
    func mixed() throws {
        let stage = try Self.stage(receiving: [])
        stage.shows("contacts") { $0.receivers = [.navigate] }
        stage.shows("contacts/card") { $0.receivers = [.destination] }
        stage.receives("contacts/card") { _, _ in nil }
        stage.go("contacts > contacts/card?number=1")
        try stage.act(2) { (screen) throws(CallFailure) in try screen.request(.send([.destination(.of("chats/card"))]))
        }
        #expect(stage.takeReceived() == ["contacts/card?number=7 to contacts/card?number=1 #4"])
        #expect(stage.stack.hasSuffix("contacts > contacts/card?number=1 > contacts/card?number=7"))
    }

    @Test("a destination of a feature without live screens has no receiver")
    func notLive() throws {
        let stage = try Self.stage()
        try send([.destination(.of("chats/card"))], on: stage)
        #expect(
            stage.coordinator.takeProblems() == [
                "'chats': nothing receives the destination 'chats/card', which the wiring leads to 'contacts/card?number=7'; a live screen of 'contacts' has to receive destinations"
            ])
        #expect(stage.stack == "chats > chats/chat?number=1")
    }

    @Test("a destination that cannot be made there is told")
    func cannotBeMade() throws {
        let stage = try Self.stage(receiving: [])
        stage.shows("contacts") { $0.receivers = [.navigate] }
        stage.go("contacts")
        stage.fail(.make, "contacts/card", "nobody has that number")
        try stage.act(2) { (screen) throws(CallFailure) in
            try screen.request(.send([.destination(.of("chats/card"))]))
        }
        #expect(stage.coordinator.takeProblems() == ["'chats': the destination 'chats/card': nobody has that number"])
        #expect(stage.stack == "chats > chats/chat?number=1 > contacts")
        #expect(stage.breaches == [])
    }

    enum Asker: CaseIterable {
        case person, route, method, wiring
    }

    @Test("navigating by the method send hands the destination to a receiver", arguments: Asker.allCases)
    func methodSend(asker: Asker) throws {
        let stage = try Self.stage(receiving: [])
        stage.shows("chats") { $0.receivers = [.destination] }
        stage.shows("contacts") { $0.receivers = [.destination] }
        stage.coordinator.invalidate(0, of: "chats")
        try stage.screen(1).change { $0.receivers = [.destination] }
        stage.go("contacts")
        let before = stage.stack
        switch asker {
        case .person: stage.coordinator.go(to: .of("chats/inbox"))
        case .route: try stage.act(2) { (screen) throws(CallFailure) in try screen.navigate("chats/inbox") }
        case .method: try stage.act(2) { (screen) throws(CallFailure) in try screen.navigate("chats/draft", .send) }
        case .wiring: try stage.act(2) { (screen) throws(CallFailure) in try screen.navigate("chats/drop") }
        }
        let expected =
            switch asker {
            case .person, .route: "chats/inbox to chats #1"
            case .method: "chats/draft to chats #1"
            case .wiring: "contacts/card?number=0 to contacts #3"
            }
        #expect(stage.takeReceived() == [expected])
        #expect(stage.stack == before)
        #expect(stage.coordinator.takeProblems() == [])
    }

    @Test("what is sent otherwise is pushed where it is asked to be")
    func pushedRoute() throws {
        let stage = try Self.stage(receiving: [])
        try stage.act(2) { (screen) throws(CallFailure) in try screen.navigate("chats/inbox", .push) }
        #expect(stage.stack == "chats > chats/chat?number=1 > chats/inbox")
    }

    // MARK: Resuming

    @Test("auto goes on once what the value caused has been shown, with requests carried out before")
    func auto() throws {
        let stage = try Self.stage()
        stage.receives("chats/chat") { (screen, message) throws(CallFailure) in
            if message == Self.note("a") { try screen.navigate("chats/chat?number=5") }
            return .auto
        }
        try stage.act(2) { (screen) throws(CallFailure) in
            try screen.request(.send([Self.note("a"), Self.note("b")]))
        }
        #expect(stage.takeReceived() == ["note a to chats/chat?number=1 #2"])
        #expect(stage.stack == "chats > chats/chat?number=1 > chats/chat?number=5")
        _ = stage.takeCalls()
        stage.coordinator.show()
        #expect(stage.takeReceived() == ["note b to chats/chat?number=5 #3"])
        #expect(
            stage.takeCalls().suffix(3) == [
                "appear chats/chat?number=5 #3", "render chats/chat?number=5 #3", "receive chats/chat?number=5 #3",
            ])
    }

    @Test("immediately goes on at once, before anything is shown; requests come first")
    func immediately() throws {
        let stage = try Self.stage()
        stage.receives("chats/chat") { (screen, message) throws(CallFailure) in
            if message == Self.note("a") { try screen.navigate("chats/chat?number=5") }
            return .immediately
        }
        try stage.act(2) { (screen) throws(CallFailure) in
            try screen.request(.send([Self.note("a"), Self.note("b")]))
        }
        #expect(stage.takeReceived() == ["note a to chats/chat?number=1 #2", "note b to chats/chat?number=5 #3"])
        #expect(!stage.calls.contains { $0.event == .appear && $0.screen == 3 })
    }

    @Test("after a time goes on by itself; waiting for the screen waits for it", arguments: [0, 0.001, -1, .nan])
    func after(seconds: Double) async throws {
        let stage = try Self.stage()
        stage.receives("chats/chat") { _, _ in .after(seconds: seconds) }
        try send([Self.note("a"), Self.note("b"), Self.note("c")], on: stage)
        #expect(await stage.coordinator.settle(timeout: .seconds(3600)))
        #expect(stage.takeReceived() == ["a", "b", "c"].map { "note \($0) to chats/chat?number=1 #2" })
    }

    @Test(
        "what waits for a very long time can be overtaken by nothing, and ends with the host",
        arguments: [1e300, .infinity])
    func afterLong(seconds: Double) async throws {
        let stage = try Self.stage()
        stage.receives("chats/chat") { _, _ in .after(seconds: seconds) }
        try send([Self.note("a"), Self.note("b")], on: stage)
        try send([Self.note("c")], on: stage)
        #expect(await !stage.coordinator.settle(timeout: .milliseconds(20)))
        #expect(stage.takeReceived() == ["note a to chats/chat?number=1 #2"])
        stage.coordinator.shutDown()
        #expect(stage.takeReceived() == [])
    }

    @Test(
        "a receiver may add values before or after the remaining ones, or put them in their place",
        arguments: [
            (.inserting([note("x"), note("y")]), ["a", "x", "y", "b", "c"]),
            (.appending([note("x"), note("y")]), ["a", "b", "c", "x", "y"]),
            (.replacing([note("x")]), ["a", "x"]), (.replacing([]), ["a"]), (.inserting([]), ["a", "b", "c"]),
            (.cancel, ["a"]), (.pause, ["a"]),
        ] as [(Resume, [String])])
    func adding(resume: Resume, expected: [String]) throws {
        let stage = try Self.stage()
        stage.receives("chats/chat") { _, message in message == Self.note("a") ? resume : .auto }
        try send([Self.note("a"), Self.note("b"), Self.note("c")], on: stage)
        #expect(stage.takeReceived() == expected.map { "note \($0) to chats/chat?number=1 #2" })
        #expect(stage.coordinator.takeProblems() == [])
    }

    @Test("values that a receiver adds have its own feature's names")
    func addedNames() throws {
        let stage = try Self.stage()
        stage.receives("chats/chat") { _, _ in .inserting([.value(type: "greeting", .string("hi"))]) }
        stage.go("contacts/card?number=1")
        try send([Self.remark("a")], on: stage)
        #expect(stage.takeReceived() == ["note a to chats/chat?number=1 #2", "hello hi to contacts"])
    }

    @Test("added values that cannot be sent end the sending when their turn comes")
    func addedBadly() throws {
        let stage = try Self.stage()
        stage.receives("chats/chat") { _, message in
            message == Self.note("a") ? .inserting([.value(type: "greeting", .integer(1))]) : .auto
        }
        try send([Self.note("a"), Self.note("b")], on: stage)
        #expect(stage.takeReceived() == ["note a to chats/chat?number=1 #2"])
        let problem = try #require(stage.coordinator.takeProblems().first).text
        #expect(problem.contains("takes a value of type string, and '1' is not"), "\(problem)")
        #expect(problem.hasSuffix("; the value after it dropped with it"))
    }

    @Test("a receiver that always adds another is stopped, and told")
    func endlessInserting() throws {
        let stage = try Self.stage()
        stage.receives("chats/chat") { _, message in .inserting([message]) }
        try send([Self.note("a")], on: stage)
        #expect(stage.takeReceived().count == 1_001)
        #expect(
            stage.coordinator.takeProblems() == [
                "'chats': the value 'chats/note' (a): receivers have added more than 1000 values to what is sent"
            ])
    }

    @Test("a receiver that always sends another is stopped, and told", arguments: [Resume.auto, .immediately])
    func endlessSending(resume: Resume) async throws {
        let stage = try Self.stage()
        stage.receives("chats/chat") { (screen, message) throws(CallFailure) in
            try screen.request(.send([message, message]))
            return resume
        }
        try send([Self.note("a"), Self.note("b")], on: stage)
        #expect(stage.coordinator.takeProblems().contains { $0.text.contains("in a row") })
        #expect(await stage.coordinator.settle(timeout: .seconds(3600)))
    }

    @Test("a receiver that begins anew with its last value is stopped too")
    func endlessBeginning() async throws {
        let stage = try Self.stage()
        stage.receives("chats/chat") { (screen, message) throws(CallFailure) in
            if message == Self.note("b") { try screen.request(.send([Self.note("a"), Self.note("b")])) }
            return .auto
        }
        try send([Self.note("a"), Self.note("b")], on: stage)
        #expect(stage.coordinator.takeProblems().contains { $0.text.contains("in a row") })
        #expect(await stage.coordinator.settle(timeout: .seconds(3600)))
    }

    @Test("many features may send behind one another")
    func manySenders() throws {
        let stage = try Self.stage()
        try stage.act(2) { (screen) throws(CallFailure) in
            for number in 0..<256 { try screen.request(.send([Self.note("\(number)"), Self.note("x")])) }
        }
        stage.coordinator.show()
        #expect(stage.takeReceived().count == 512)
        #expect(stage.coordinator.takeProblems() == [])
    }

    @Test("the person resumes what is paused, and nothing else")
    func personResumes() throws {
        let stage = try Self.stage()
        stage.receives("chats/chat") { _, message in message == Self.note("a") ? .pause : .after(seconds: 3600) }
        stage.coordinator.perform(.resume)
        #expect(stage.coordinator.takeProblems() == ["nothing that is sent is paused"])
        try send([Self.note("a"), Self.note("b"), Self.note("c")], on: stage)
        stage.coordinator.perform(.resume)
        #expect(stage.takeReceived() == ["a", "b"].map { "note \($0) to chats/chat?number=1 #2" })
        stage.coordinator.perform(.resume)
        #expect(stage.takeReceived() == [])
        #expect(stage.coordinator.takeProblems() == ["nothing that is sent is paused"])
    }

    // MARK: Pausing

    @Test("what is paused goes on when the one that paused, or the one that sent, asks for it; nobody else may")
    func pause() throws {
        let stage = try Self.stage()
        stage.go("contacts/card?number=1 > notes/edit")
        stage.receives("chats/chat") { _, message in message == Self.note("a") ? .pause : .auto }
        func begin() throws {
            try stage.act(3) { (screen) throws(CallFailure) in
                try screen.request(.send([Self.remark("a"), Self.remark("b")]))
            }
            stage.coordinator.show()
            #expect(stage.takeReceived() == ["note a to chats/chat?number=1 #2"])
        }
        try begin()
        let refusal = try stage.act(4) { $0.refusal(of: .resume) }
        #expect(refusal?.code == .notAllowed)
        #expect(refusal?.reason.contains("'chats', which paused it") == true)
        for asker in [2, 3] as [ScreenID] {
            if asker == 3 { try begin() }
            #expect(try stage.act(asker) { $0.refusal(of: .resume) } == nil)
            #expect(stage.takeReceived() == ["note b to chats/chat?number=1 #2"])
            #expect(try stage.act(asker) { $0.refusal(of: .resume) }?.code == .nothingToDo)
        }
    }

    @Test("pausing with the last value keeps nothing")
    func pauseLast() throws {
        let stage = try Self.stage()
        stage.receives("chats/chat") { _, _ in .pause }
        try send([Self.note("a")], on: stage)
        #expect(try stage.act(2) { $0.refusal(of: .resume) }?.code == .nothingToDo)
    }

    @Test("sending anew drops what is paused")
    func anew() throws {
        let stage = try Self.stage()
        stage.receives("chats/chat") { _, message in message == Self.note("a") ? .pause : .auto }
        try send([Self.note("a"), Self.note("b")], on: stage)
        try send([Self.note("c")], on: stage)
        #expect(try stage.act(2) { $0.refusal(of: .resume) }?.code == .nothingToDo)
        #expect(
            stage.takeReceived() == ["note a to chats/chat?number=1 #2", "note c to chats/chat?number=1 #2"])
    }

    @Test("sending while something is sent queues behind it, and a pause keeps both for either sender")
    func behind() throws {
        let stage = try Self.stage()
        stage.go("contacts/card?number=1")
        stage.receives("chats/chat") { (_, message) throws(CallFailure) in
            if message == Self.note("a") {
                try stage.live[3]?.request(.send([Self.remark("x"), Self.remark("y")]))
            }
            return message == Self.note("x") ? .pause : .auto
        }
        try stage.act(2) { (screen) throws(CallFailure) in
            try screen.request(.send([Self.note("a"), Self.note("b")]))
        }
        stage.coordinator.show()
        #expect(
            stage.takeReceived() == ["a", "b", "x"].map { "note \($0) to chats/chat?number=1 #2" })
        #expect(try stage.act(3) { $0.refusal(of: .resume) } == nil)
        stage.coordinator.show()
        #expect(stage.takeReceived() == ["note y to chats/chat?number=1 #2"])
    }

    @Test("who has sent behind others may resume, though a third paused")
    func behindThird() throws {
        let stage = try Stage.sharing()
        stage.shows("chats") { $0.receivers = [.value(type: "note")] }
        stage.coordinator.show()
        stage.go("contacts/card?number=1")
        let host = try stage.screen(1).feature.host
        // `contacts` receives and pauses; `chats` and `contacts` send, `chats` behind.
        stage.receives("feature:contacts") { _, _ in .pause }
        stage.receives("chats") { (_, _) throws(CallFailure) in
            try host.request(
                .send([.value(type: "greeting", .string("1")), .value(type: "greeting", .string("2"))]), by: "chats",
                from: 1)
            return .auto
        }
        try stage.act(2) { (screen) throws(CallFailure) in try screen.request(.send([Self.remark("a")])) }
        stage.coordinator.show()
        #expect(stage.takeReceived() == ["note a to chats #1", "hello 1 to contacts"])
        #expect(try stage.act(1) { $0.refusal(of: .resume) } == nil)
        stage.coordinator.show()
        #expect(stage.takeReceived() == ["hello 2 to contacts"])
    }

    @Test("many values are sent in one, also over a deep stack, the screens below the receiver untouched")
    func many() throws {
        let stage = try Self.stage()
        for number in 0..<300 { stage.coordinator.go(to: .of("notes/note?title=\(number)")) }
        stage.go("chats/chat?number=9")
        _ = stage.takeCalls()
        stage.receives("chats/chat") { _, _ in .immediately }
        try send((0..<3_000).map { Self.note("\($0)") }, on: stage)
        #expect(stage.takeReceived().count == 3_000)
        // The first receiver is found at the top: what is below needs no render.
        #expect(!stage.takeCalls().contains { $0.hasPrefix("render notes/note") })
    }

    @Test("a value that is received by an embedded screen acts where that stands")
    func embedded() throws {
        let stage = try Stage.sharing()
        stage.shows("notes/edit") { $0.nodes = [HostCoreTests.embedded("notes/full")] }
        stage.shows("notes/full") { $0.receivers = [.navigate, .tab] }
        stage.coordinator.show()
        stage.go("notes/edit > chats/chat?number=1")
        try stage.act(4) { (screen) throws(CallFailure) in try screen.request(.send([.tab("attic")])) }
        #expect(stage.takeReceived() == ["tab attic to notes/full #3"])
    }
}
