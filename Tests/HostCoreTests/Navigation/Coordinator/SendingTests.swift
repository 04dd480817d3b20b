import FeatureContract
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@MainActor
@Suite("Sent values", .inlineAndInWorkers)
struct SendingTests {
    private nonisolated static func note(_ text: String) -> Message { .value(type: "note", .string(text)) }
    private nonisolated static func remark(_ text: String) -> Message { .value(type: "remark", .string(text)) }

    /// A chat on the root, which is a screen of `chats` too. The screens of these routes receive notes.
    private static func stage(receiving routes: [String] = ["chats/chat"], tabs: Bool = false) throws -> Stage {
        let stage = try tabs ? Stage.sharing(Manifests.sharingTabs) : Stage.sharing()
        for route in routes { stage.shows(route) { $0.receivers = [.value(type: "note")] } }
        stage.coordinator.show()
        stage.go("chats/chat?number=1")
        _ = stage.takeCalls()
        return stage
    }

    /// The seen screen sends the messages, and all changes are shown.
    private func send(_ messages: [Message], on stage: Stage) throws {
        try stage.act(stage.coordinator.state.top.id) { (screen) throws(CallFailure) in
            try screen.request(.send(messages))
        }
        stage.coordinator.show()
    }

    // MARK: Receivers

    @Test("values are received in order, each by one screen, the topmost that takes it")
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

    @Test("a value that a screen does not take goes to the next screen below, and at last to the feature")
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

    @Test("a screen that receives another type or another kind is not asked")
    func otherTypes() throws {
        let stage = try Self.stage(receiving: [])
        stage.shows("chats/chat") { $0.receivers = [.value(type: "ping"), .destination, .tab, .navigate, .selectTab] }
        stage.go("chats/chat?number=2")
        try send([Self.note("a")], on: stage)
        #expect(stage.takeReceived() == ["note a to chats"])
    }

    @Test("the selected tab's screens are asked before those of other tabs")
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

    @Test("a feature without a live screen is started to receive a value")
    func lazyFeature() throws {
        let stage = try Stage.sharing(#""root": "contacts""#)
        stage.coordinator.show()
        _ = stage.takeCalls()
        try send([Self.remark("hi")], on: stage)
        #expect(stage.takeCalls() == ["activate chats", "receive chats"])
        #expect(stage.takeReceived() == ["note hi to chats"])
    }

    @Test("the wiring leads to another feature's type, which the receiver sees under its own name")
    func wired() throws {
        let stage = try Self.stage()
        stage.go("contacts/card?number=1")
        try send([Self.remark("hi")], on: stage)
        #expect(stage.takeReceived() == ["note hi to chats/chat?number=1 #2"])
    }

    @Test(
        "a value that cannot be sent is refused with the reason, and none of the request is sent",
        arguments: [
            (.value(type: "count", .integer(1)), .wrongType, "'contacts/count' takes a value of type int, and"),
            (.value(type: "lost", .null), .unconnected, "the value 'contacts/lost' is not connected"),
            (.value(type: "remark", .integer(1)), .wrongType, "takes a value of type string, and '1' is not"),
            (.value(type: "remark", .null), .wrongType, "and none was given"),
            (.value(type: "note", .string("x")), .notAllowed, "declares no type of values 'note'"),
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
        #expect(stage.coordinator.takeProblems() == [])
    }

    @Test("a problem names the value without a receiver, and counts the values dropped after it")
    func noReceiver() throws {
        let stage = try Self.stage(receiving: [])
        stage.receives("feature:chats") { _, message in message == Self.note("b") ? nil : .auto }
        try send([Self.note("a"), Self.note("b"), Self.note("c"), Self.note("d")], on: stage)
        #expect(stage.takeReceived() == ["note a to chats", "note b to chats"])
        #expect(
            stage.coordinator.takeProblems().map(\.text) == [
                "'chats': nothing receives the value 'chats/note' (b); the 2 values after it dropped with it"
            ])
        try send([Self.note("e")], on: stage)
        #expect(stage.takeReceived() == ["note e to chats"])
    }

    @Test("a receiver's failure is a problem, and the values after it are dropped")
    func failing() throws {
        let stage = try Self.stage()
        stage.receives("chats/chat") { (_, _) throws(CallFailure) in throw CallFailure(.unavailable, "the line is dead")
        }
        try send([Self.note("a"), Self.note("b")], on: stage)
        #expect(stage.takeReceived() == ["note a to chats/chat?number=1 #2"])
        #expect(
            stage.coordinator.takeProblems().map(\.text) == [
                "'chats': the value 'chats/note' (a): the line is dead; the value after it dropped with it"
            ])
    }

    // MARK: Tabs

    @Test("a tab that is sent dismisses modals and is selected")
    func tab() throws {
        let stage = try Self.stage(tabs: true)
        stage.go("sheet:chats/chat?number=2 > chats/chat?number=3")
        try send([.tab("people")], on: stage)
        #expect(stage.coordinator.state.selected.name == "people")
        #expect(stage.coordinator.state.tabs[0].entries.map(\.place.text) == ["chats", "chats/chat?number=1"])
        #expect(stage.takeReceived() == [])
        #expect(stage.breaches == [])
    }

    @Test("the selected tab, when it is sent, dismisses modals and keeps its stack")
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

    @Test("a lock that prevents a sent tab keeps all as it is, and a problem counts the dropped values")
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

    @Test("a tab that is not in the wiring is refused at once, unless a screen receives tabs")
    func unknownTab() throws {
        let stage = try Self.stage(tabs: true)
        let refusal = try stage.act(4) { $0.refusal(of: .send([.tab("poeple")])) }
        #expect(refusal?.code == .noReceiver)
        #expect(refusal?.reason.contains("did you mean 'people'?") == true, "\(refusal?.reason ?? "")")
        // A later tab, or one whose receiver a pending request may show, is refused at its turn.
        #expect(try stage.act(4) { $0.refusal(of: .send([.tab("people"), .tab("attic")])) } == nil)
        stage.coordinator.show()
        _ = stage.coordinator.takeProblems()
        stage.shows("notes/edit") { $0.receivers = [.tab] }
        stage.go("notes/edit")
        try send([.tab("attic")], on: stage)
        #expect(stage.takeReceived() == ["tab attic to notes/edit #5"])
    }

    @Test("a tab waits for a receiver that a pending request may show")
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

    @Test("a tab that is not retained begins anew when a sent tab replaces it")
    func leavingTab() throws {
        let stage = try Self.stage(tabs: true)
        stage.coordinator.perform(.selectTab("brief"))
        stage.coordinator.show()
        stage.go("notes/note?title=x > sheet:notes/edit")
        try send([.tab("chats")], on: stage)
        #expect(stage.coordinator.state.tabs[2].entries.map(\.place.text) == ["notes"])
        #expect(stage.live.values.allSatisfy { $0.feature.manifest.id != "notes" })
        #expect(stage.breaches == [])
    }

    // MARK: Destinations

    @Test("a destination is navigated to on the stack of the live screen that declares it")
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

    @Test("a destination is handed to the code of a live screen that asks for it, under the feature's own name")
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

    @Test("code and declared receivers are asked from the top, and a destination that code does not take goes on")
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
            stage.coordinator.takeProblems().map(\.text) == [
                "'chats': nothing receives the destination 'chats/card', which the wiring leads to 'contacts/card?number=7'; a live screen of 'contacts' has to receive destinations"
            ])
        #expect(stage.stack == "chats > chats/chat?number=1")
    }

    @Test("a sent destination that cannot be made is a problem")
    func cannotBeMade() throws {
        let stage = try Self.stage(receiving: [])
        stage.shows("contacts") { $0.receivers = [.navigate] }
        stage.go("contacts")
        stage.fail(.make, "contacts/card", "nobody has that number")
        try stage.act(2) { (screen) throws(CallFailure) in
            try screen.request(.send([.destination(.of("chats/card"))]))
        }
        #expect(
            stage.coordinator.takeProblems().map(\.text) == [
                "'chats': the destination 'chats/card': nobody has that number"
            ])
        #expect(stage.stack == "chats > chats/chat?number=1 > contacts")
        #expect(stage.breaches == [])
    }

    enum Asker: CaseIterable {
        case person, route, method, wiring
    }

    @Test("a navigation by the method send hands the destination to a receiver", arguments: Asker.allCases)
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

    @Test("a route that is sent by default is pushed on request")
    func pushedRoute() throws {
        let stage = try Self.stage(receiving: [])
        try stage.act(2) { (screen) throws(CallFailure) in try screen.navigate("chats/inbox", .push) }
        #expect(stage.stack == "chats > chats/chat?number=1 > chats/inbox")
    }

    // MARK: Resuming

    @Test("auto continues once the value's effects are shown, after requests made before")
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

    @Test("immediately continues before anything is shown, after requests made before")
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

    @Test("after continues by itself after its time, and settling waits for it", arguments: [0, 0.001, -1, .nan])
    func after(seconds: Double) async throws {
        let stage = try Self.stage()
        stage.receives("chats/chat") { _, _ in .after(seconds: seconds) }
        try send([Self.note("a"), Self.note("b"), Self.note("c")], on: stage)
        #expect(await stage.coordinator.settle(timeout: .seconds(3600)))
        #expect(stage.takeReceived() == ["a", "b", "c"].map { "note \($0) to chats/chat?number=1 #2" })
    }

    @Test(
        "no later value overtakes a very long wait, which ends with the host",
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
        "a receiver may add values before or after the remaining ones, or replace them",
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

    @Test("values that a receiver adds have the names of its own feature")
    func addedNames() throws {
        let stage = try Self.stage()
        stage.receives("chats/chat") { _, _ in .inserting([.value(type: "greeting", .string("hi"))]) }
        stage.go("contacts/card?number=1")
        try send([Self.remark("a")], on: stage)
        #expect(stage.takeReceived() == ["note a to chats/chat?number=1 #2", "hello hi to contacts"])
    }

    @Test("an added value that cannot be sent ends the sending at its turn")
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

    @Test("a receiver that adds values without end is stopped, with a problem")
    func endlessInserting() throws {
        let stage = try Self.stage()
        stage.receives("chats/chat") { _, message in .inserting([message]) }
        try send([Self.note("a")], on: stage)
        #expect(stage.takeReceived().count == 1_001)
        #expect(
            stage.coordinator.takeProblems().map(\.text) == [
                "'chats': the value 'chats/note' (a): receivers have added more than 1000 values to what is sent"
            ])
    }

    @Test(
        "a receiver that sends values without end is stopped, with a problem", arguments: [Resume.auto, .immediately])
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

    @Test("a receiver that repeats the sending at its last value is stopped")
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

    @Test("many features may send at the same time, in a queue")
    func manySenders() throws {
        let stage = try Self.stage()
        try stage.act(2) { (screen) throws(CallFailure) in
            for number in 0..<256 { try screen.request(.send([Self.note("\(number)"), Self.note("x")])) }
        }
        stage.coordinator.show()
        #expect(stage.takeReceived().count == 512)
        #expect(stage.coordinator.takeProblems() == [])
    }

    @Test("the user can resume only a paused sending")
    func personResumes() throws {
        let stage = try Self.stage()
        stage.receives("chats/chat") { _, message in message == Self.note("a") ? .pause : .after(seconds: 3600) }
        stage.coordinator.perform(.resume)
        #expect(stage.coordinator.takeProblems().map(\.text) == ["nothing that is sent is paused"])
        try send([Self.note("a"), Self.note("b"), Self.note("c")], on: stage)
        stage.coordinator.perform(.resume)
        #expect(stage.takeReceived() == ["a", "b"].map { "note \($0) to chats/chat?number=1 #2" })
        stage.coordinator.perform(.resume)
        #expect(stage.takeReceived() == [])
        #expect(stage.coordinator.takeProblems().map(\.text) == ["nothing that is sent is paused"])
    }

    // MARK: Pausing

    @Test("only the feature that paused a sending, or its sender, may resume it")
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

    @Test("a pause at the last value leaves nothing to resume")
    func pauseLast() throws {
        let stage = try Self.stage()
        stage.receives("chats/chat") { _, _ in .pause }
        try send([Self.note("a")], on: stage)
        #expect(try stage.act(2) { $0.refusal(of: .resume) }?.code == .nothingToDo)
    }

    @Test("a new sending drops a paused one")
    func anew() throws {
        let stage = try Self.stage()
        stage.receives("chats/chat") { _, message in message == Self.note("a") ? .pause : .auto }
        try send([Self.note("a"), Self.note("b")], on: stage)
        try send([Self.note("c")], on: stage)
        #expect(try stage.act(2) { $0.refusal(of: .resume) }?.code == .nothingToDo)
        #expect(
            stage.takeReceived() == ["note a to chats/chat?number=1 #2", "note c to chats/chat?number=1 #2"])
    }

    @Test("a sending during another queues behind it, and either sender may resume both after a pause")
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

    @Test("a feature that queued its values behind others may resume them, even if a third feature paused")
    func behindThird() throws {
        let stage = try Stage.sharing()
        stage.shows("chats") { $0.receivers = [.value(type: "note")] }
        stage.coordinator.show()
        stage.go("contacts/card?number=1")
        let host = try stage.screen(1).feature.host
        // `contacts` receives and pauses; `chats` and `contacts` send, with `chats` behind.
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

    @Test("thousands of values over a deep stack do not render the screens below the receiver")
    func many() throws {
        let stage = try Self.stage()
        for number in 0..<300 { stage.coordinator.go(to: .of("notes/note?title=\(number)")) }
        stage.go("chats/chat?number=9")
        _ = stage.takeCalls()
        stage.receives("chats/chat") { _, _ in .immediately }
        try send((0..<3_000).map { Self.note("\($0)") }, on: stage)
        #expect(stage.takeReceived().count == 3_000)
        // The first receiver is at the top, so the screens below need no render.
        #expect(!stage.takeCalls().contains { $0.hasPrefix("render notes/note") })
    }

    @Test("an embedded screen receives at the place of its container")
    func embedded() throws {
        let stage = try Stage.sharing()
        stage.shows("notes/edit") { $0.nodes = [HostTestSupport.embedded("notes/full")] }
        stage.shows("notes/full") { $0.receivers = [.navigate, .tab] }
        stage.coordinator.show()
        stage.go("notes/edit > chats/chat?number=1")
        try stage.act(4) { (screen) throws(CallFailure) in try screen.request(.send([.tab("attic")])) }
        #expect(stage.takeReceived() == ["tab attic to notes/full #3"])
    }
}
