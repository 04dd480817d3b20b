import FeatureContract
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@MainActor
@Suite("The return to a checkpoint", .inlineAndInWorkers)
struct CheckpointTests {
    /// Seven screens of `chats` over two covers and a sheet. The screens with these ids show the checkpoint
    /// `recipient`.
    private static func seven(showing ids: Set<ScreenID> = [3]) throws -> Stage {
        let stage = try Stage.sharing()
        stage.coordinator.show()
        stage.go(
            """
            sheet:chats/chat?number=2 > chats/chat?number=3 > cover:chats/chat?number=4 > chats/chat?number=5 >\
            cover:chats/chat?number=6 > chats/chat?number=7
            """)
        for id in ids { try stage.screen(id).change { $0.checkpoints = [.recipient] } }
        // A covered screen is rendered only when that matters.
        for id in ids { try stage.coordinator.refresh(#require(stage.coordinator.screens[id]), isSeen: id == 7) }
        stage.coordinator.show()
        _ = stage.takeCalls()
        return stage
    }

    private static let toRecipient = NavigationRequest.returnToCheckpoint("recipient", value: .string("Ada"))

    @Test("a return destroys exactly the screens above, topmost first and each once, and then delivers the value")
    func order() throws {
        let stage = try Self.seven()
        let target = try stage.screen(3)
        try stage.act(7) { (screen) throws(CallFailure) in try screen.request(Self.toRecipient) }
        #expect(stage.stack == "chats > sheet:chats/chat?number=2 > chats/chat?number=3")
        #expect(
            stage.takeCalls() == [
                "disappear chats/chat?number=7 #7", "destroy chats/chat?number=7 #7",
                "destroy chats/chat?number=6 #6", "destroy chats/chat?number=5 #5", "destroy chats/chat?number=4 #4",
                "returned chats/chat?number=3 #3",
            ])
        #expect(target.returned == ["recipient Ada"])
        stage.coordinator.show()
        #expect(stage.takeCalls() == ["appear chats/chat?number=3 #3"])
        #expect(stage.destroyed.values.allSatisfy { $0 <= 1 })
        #expect(stage.breaches == [])
        #expect(stage.coordinator.takeProblems() == [])
    }

    @Test("the nearest of several connected checkpoints is the target", arguments: [true, false])
    func several(isGroupOnTop: Bool) throws {
        let groups = """
            {
                "id": "groups", "checkpoints": [{ "name": "member", "type": "string" }],
                "incoming": [{ "name": "list" }]
            }
            """
        let stage = try Stage(
            #"{ "root": "chats", "redirects": { "contacts/picked": ["chats/recipient", "groups/member"] } }"#,
            features: [Manifests.chats, Manifests.contacts, groups])
        stage.coordinator.show()
        stage.go(isGroupOnTop ? "chats/draft > groups/list" : "groups/list > chats/draft")
        let member = RenderedScreen.Checkpoint(name: "member", type: .string)
        for screen in stage.live.values.sorted(by: { $0.id < $1.id }) where screen.id > 1 {
            screen.change { $0.checkpoints = [screen.destination.feature == "groups" ? member : .recipient] }
        }
        stage.coordinator.show()
        stage.go("managedSheet:contacts/picker > contacts/card?number=1")
        try stage.act(5) { (screen) throws(CallFailure) in
            try screen.request(.returnToCheckpoint("picked", value: .string("Ada")))
        }
        #expect(stage.coordinator.state.selected.entries.count == 3)
        #expect(try stage.screen(3).returned == [isGroupOnTop ? "member Ada" : "recipient Ada"])
        #expect(stage.coordinator.takeProblems() == [])
    }

    @Test("the log gets one warning about each checkpoint that a screen shows otherwise than its manifest declares")
    func undeclared() throws {
        let stage = try Self.seven()
        var lines: [String] = []
        stage.coordinator.logSink = { lines.append("\($0.feature) \($0.level): \($0.message)") }
        for _ in 0..<2 {
            try stage.screen(7).change {
                $0.checkpoints = [
                    .recipient, .init(name: "recipent", type: .string), .init(name: "recipient", type: .int),
                ]
            }
            stage.coordinator.show()
        }
        #expect(
            lines == [
                "chats warning: shows the checkpoint 'recipent' (string), which its manifest does not declare so",
                "chats warning: shows the checkpoint 'recipient' (int), which its manifest does not declare so",
            ])
    }

    @Test(
        "the nearest checkpoint is the target, from the asking screen outward across stacks and modals",
        arguments: [
            ([1, 3, 5], 7, 5), ([1, 3], 7, 3), ([1], 7, 1), ([1, 2, 3, 4, 5, 6], 7, 6), ([1, 3, 6], 5, 3),
            ([1, 7], 4, 1), ([1, 2], 2, 2), ([1], 1, 1), ([4, 7], 7, 7),
        ] as [(Set<ScreenID>, ScreenID, Int)])
    func nearest(showing: Set<ScreenID>, from: ScreenID, target: Int) throws {
        let stage = try Self.seven(showing: showing)
        try stage.act(from) { (screen) throws(CallFailure) in try screen.request(Self.toRecipient) }
        #expect(stage.coordinator.state.selected.entries.map(\.id) == (1...ScreenID(target)).map { $0 })
        #expect(stage.live.keys.sorted() == (1...ScreenID(target)).map { $0 })
        #expect(try stage.screen(ScreenID(target)).returned == ["recipient Ada"])
        #expect(stage.breaches == [])
    }

    @Test("a return to the top screen's checkpoint only delivers the value")
    func onTop() throws {
        let stage = try Self.seven(showing: [7])
        try stage.act(7) { (screen) throws(CallFailure) in try screen.request(Self.toRecipient) }
        #expect(stage.takeCalls() == ["returned chats/chat?number=7 #7"])
        #expect(try stage.screen(7).returned == ["recipient Ada"])
    }

    @Test("a return to the asking screen's own checkpoint also removes the screens above it")
    func ownAndCovered() throws {
        let stage = try Self.seven(showing: [4])
        try stage.act(4) { (screen) throws(CallFailure) in try screen.request(Self.toRecipient) }
        #expect(stage.coordinator.state.top.id == 4)
        #expect(stage.live.keys.sorted() == [1, 2, 3, 4])
    }

    @Test("a request of a feature itself starts from the seen screen")
    func featureItself() throws {
        let stage = try Self.seven(showing: [1, 5])
        let feature = try stage.screen(1).feature
        #expect(feature.hostRefusal(of: Self.toRecipient) == nil)
        stage.coordinator.show()
        #expect(stage.coordinator.state.top.id == 5)
    }

    @Test("checkpoints of other tabs are out of reach")
    func otherTabs() throws {
        let stage = try Stage.sharing(Manifests.sharingTabs)
        stage.shows("chats") { $0.checkpoints = [.recipient] }
        stage.coordinator.show()
        stage.coordinator.perform(.selectTab("people"))
        stage.coordinator.show()
        let screen = try stage.screen(2)
        #expect(!screen.canReturn(to: "picked"))
        let refusal = screen.refusal(of: .returnToCheckpoint("picked", value: .string("Ada")))
        #expect(refusal?.code == .notFound)
        #expect(refusal?.reason.contains("(contacts/picked -> chats/recipient)") == true, "\(refusal?.reason ?? "")")
        #expect(stage.coordinator.state.selected.name == "people")
    }

    @Test(
        "a refused return has its reason, and removes no screen",
        arguments: [
            (7, "recipent", .string("x"), .notFound, "declares no checkpoint 'recipent'; did you mean 'recipient'?"),
            (7, "start", .null, .notFound, "no screen from here outward shows the checkpoint 'chats/start'"),
            (2, "recipient", .string("x"), .notFound, "no screen from here outward shows"),
            (7, "recipient", .integer(3), .wrongType, "takes a value of type string, and '3' is not"),
            (7, "recipient", .null, .wrongType, "takes a value of type string, and none was given"),
            (7, "recipient", .list([.string("x")]), .wrongType, "takes a value of type string, and a list is not"),
            (7, "start", .bool(true), .wrongType, "takes no value, and 'true' was given"),
        ] as [(ScreenID, String, Value, FailureCode, String)])
    func refused(from: ScreenID, name: String, value: Value, code: FailureCode, reason: String) throws {
        let stage = try Self.seven()
        let before = stage.stack
        let refusal = try stage.act(from) { $0.refusal(of: .returnToCheckpoint(name, value: value)) }
        #expect(refusal?.code == code)
        #expect(refusal?.reason.contains(reason) == true, "\(refusal?.reason ?? "")")
        #expect(stage.coordinator.takeProblems() == [])
        #expect(stage.stack == before)
        #expect(stage.takeCalls() == [])
    }

    @Test("the wiring leads to another feature's checkpoint, which receives the value under its own name")
    func wired() throws {
        let stage = try Stage.sharing()
        stage.shows("chats") { $0.checkpoints = [.recipient] }
        stage.coordinator.show()
        stage.go("chats/chat?number=2 > managedSheet:contacts/picker > contacts/card?number=1")
        #expect(try stage.screen(4).canReturn(to: "picked"))
        try stage.act(4) { (screen) throws(CallFailure) in
            try screen.request(.returnToCheckpoint("picked", value: .string("Grace")))
        }
        #expect(stage.stack == "chats")
        #expect(try stage.screen(1).returned == ["recipient Grace"])
        #expect(stage.breaches == [])
    }

    @Test(
        "a connection that does not hold is refused",
        arguments: [
            ("nowhere", .null, .unconnected, "the checkpoint 'contacts/nowhere' is not connected"),
            ("number", .integer(1), .wrongType, "'contacts/number' takes a value of type int, and 'chats/recipient'"),
            ("away", .null, .unavailable, "since no feature 'elsewhere' is installed"),
            ("recipient", .string("x"), .notFound, "the feature 'contacts' declares no checkpoint 'recipient'"),
            ("chats/recipient", .string("x"), .notFound, "declares no checkpoint 'chats/recipient'"),
        ] as [(String, Value, FailureCode, String)])
    func badlyWired(name: String, value: Value, code: FailureCode, reason: String) throws {
        let stage = try Stage.sharing()
        stage.shows("chats") { $0.checkpoints = [.recipient] }
        stage.coordinator.show()
        stage.go("contacts/card?number=1")
        let screen = try stage.screen(2)
        #expect(!screen.canReturn(to: name))
        let refusal = screen.refusal(of: .returnToCheckpoint(name, value: value))
        #expect(refusal?.code == code)
        #expect(refusal?.reason.contains(reason) == true, "\(refusal?.reason ?? "")")
        stage.coordinator.show()
        #expect(stage.stack == "chats > contacts/card?number=1")
    }

    @Test("a locked screen in between keeps the whole stack as it is", arguments: [4, 5, 6] as [ScreenID])
    func locked(id: ScreenID) throws {
        let stage = try Self.seven()
        try stage.screen(id).change { $0.lock = "unsaved" }
        try stage.coordinator.refresh(#require(stage.coordinator.screens[id]), isSeen: false)
        _ = stage.takeCalls()
        let before = stage.stack
        let refusal = try stage.act(7) { $0.refusal(of: Self.toRecipient) }
        #expect(refusal?.code == .locked)
        #expect(refusal?.reason.contains("unsaved") == true)
        #expect(stage.stack == before)
        #expect(try stage.screen(3).returned == [])
        #expect(stage.takeCalls() == [])
        #expect(try stage.screen(7).canReturn(to: "recipient"))
    }

    @Test("a lock of the screen with the checkpoint does not prevent the return, since that screen stays")
    func lockedTarget() throws {
        let stage = try Self.seven()
        try stage.screen(3).change { $0.lock = "unsaved" }
        try stage.act(7) { (screen) throws(CallFailure) in try screen.request(Self.toRecipient) }
        #expect(stage.coordinator.state.top.id == 3)
        #expect(try stage.screen(3).returned == ["recipient Ada"])
    }

    @Test("a checkpoint that disappears before the request is carried out is a problem, and no screen is removed")
    func goneWhenApplied() throws {
        let stage = try Self.seven()
        let before = stage.stack
        try stage.act(7) { (screen) throws(CallFailure) in
            try screen.request(Self.toRecipient)
            try? stage.screen(3).change { $0.checkpoints = [] }
        }
        #expect(stage.stack == before)
        #expect(
            stage.coordinator.takeProblems().map(\.text) == [
                "'chats': no screen from here outward shows the checkpoint 'chats/recipient'"
            ])
    }

    @Test("canReturn answers for the state after the pending requests")
    func canReturn() throws {
        let stage = try Self.seven(showing: [1, 4])
        try stage.act(7) { (screen) throws(CallFailure) in
            #expect(screen.canReturn(to: "recipient"))
            #expect(!screen.canReturn(to: "start"))
            #expect(!screen.canReturn(to: "nothing"))
            try screen.request(.dismissAll)
            #expect(screen.canReturn(to: "recipient"))
            try screen.request(Self.toRecipient)
            try screen.request(.navigate(.of("chats/chat?number=8"), method: .sheet))
            #expect(screen.canReturn(to: "recipient"))
        }
        #expect(stage.stack == "chats > sheet:chats/chat?number=8")
        #expect(try stage.screen(1).returned == ["recipient Ada"])
        #expect(stage.coordinator.takeProblems() == [])
    }

    @Test("canReturn is false if a pending request removes the checkpoint")
    func canReturnNoMore() throws {
        let stage = try Self.seven(showing: [4])
        try stage.act(7) { (screen) throws(CallFailure) in
            #expect(screen.canReturn(to: "recipient"))
            try screen.request(.dismissAll)
            #expect(!screen.canReturn(to: "recipient"))
            #expect(screen.refusal(of: Self.toRecipient)?.code == .notFound)
        }
        #expect(stage.stack == "chats")
    }

    @Test("a destroyed screen, and a screen of another feature, cannot return")
    func foreign() throws {
        let stage = try Stage.sharing()
        stage.shows("chats") { $0.checkpoints = [.recipient] }
        stage.coordinator.show()
        stage.go("chats/chat?number=2")
        let gone = try stage.screen(2)
        let host = gone.feature.host
        #expect(gone.canReturn(to: "recipient"))
        stage.coordinator.perform(.back)
        #expect(!gone.canReturn(to: "recipient"))
        #expect(!host.canReturn(toCheckpoint: "picked", of: "contacts", from: 1))
        #expect(host.canReturn(toCheckpoint: "recipient", of: "chats", from: 0))
    }

    @Test("a link's parents, which were never seen, are made if they may show a checkpoint")
    func belowLink() throws {
        let mail = """
            {
                "id": "mail", "incoming": [
                    { "name": "box", "parents": [] }, { "name": "letter", "parents": ["box"] }
                ],
                "checkpoints": [{ "name": "box" }],
                "links": [{ "scheme": "challenge", "host": "mail", "pattern": "/letter", "route": "letter" }]
            }
            """
        let stage = try Stage(#"{ "root": "notes" }"#, features: [Manifests.notes, mail])
        stage.shows("mail/box") { $0.checkpoints = [.init(name: "box", type: nil)] }
        stage.coordinator.show()
        stage.coordinator.open("challenge://mail/letter")
        stage.coordinator.show()
        #expect(stage.stack == "notes > mail/box > mail/letter")
        let letter = try stage.screen(stage.coordinator.state.top.id)
        #expect(letter.canReturn(to: "box"))
        try stage.act(letter.id) { (screen) throws(CallFailure) in
            try screen.request(.returnToCheckpoint("box", value: .null))
        }
        #expect(stage.stack == "notes > mail/box")
        #expect(try stage.screen(stage.coordinator.state.top.id).returned == ["box"])
        #expect(stage.breaches == [])
    }

    @Test("a root that was never seen is made if it may show a checkpoint", arguments: [false, true])
    func neverSeenRoot(withTabs: Bool) throws {
        let stage = try Stage.sharing(withTabs ? Manifests.sharingTabs : #""root": "chats""#)
        stage.shows("chats") { $0.checkpoints = [.recipient] }
        let coordinator = stage.makeCoordinator()
        let reader = NavigationStateReader(stage.catalog)
        let text = "chats > contacts/card?number=1"
        coordinator.start(
            restoring: try NavigationState(
                withTabs ? "[*chats] \(text) | [people] contacts | [brief] notes" : text, reader: reader))
        coordinator.show()
        try stage.act(coordinator.state.top.id) { (screen) throws(CallFailure) in
            try screen.request(.returnToCheckpoint("picked", value: .string("Ada")))
        }
        #expect(try stage.screen(1).returned == ["recipient Ada"])
        #expect(stage.stack == "chats")
        // The roots of the other tabs are made when those tabs are selected.
        #expect(stage.live.keys.sorted() == [1])
    }

    /// The ways to a screen that asks whether it can return to `box`, as it is made and in its first render.
    enum Coming: CaseIterable {
        case link, linkAtStart, restored, linkOverRestored, twoSteps, tab
    }

    private static let mail = """
        {
            "id": "mail", "incoming": [
                { "name": "box" }, { "name": "letter", "parents": ["box"] }, { "name": "empty" }
            ],
            "checkpoints": [{ "name": "box" }],
            "links": [
                { "scheme": "challenge", "host": "mail", "pattern": "/letter", "route": "letter" },
                { "scheme": "challenge", "host": "mail", "pattern": "/box", "route": "box" }
            ]
        }
        """

    @Test(
        "a screen that is shown for the first time can return to a screen that was never rendered",
        arguments: Coming.allCases)
    func firstRender(coming: Coming) throws {
        let tabs = """
            { "tabs": [{ "name": "notes", "root": "notes" }, { "name": "mail", "root": "mail" }] }
            """
        let stage = try Stage(coming == .tab ? tabs : #"{ "root": "notes" }"#, features: [Manifests.notes, Self.mail])
        stage.shows("mail/box") { $0.checkpoints = [.init(name: "box", type: nil)] }
        var answers: [String: Bool] = [:]
        for event in [Stage.Event.make, .render] {
            stage.on(event, "mail/letter") { screen in answers["\(event)"] = screen.canReturn(to: "box") }
        }
        let coordinator = stage.makeCoordinator()
        func state(_ text: String) throws -> NavigationState {
            try NavigationState(text, reader: NavigationStateReader(stage.catalog))
        }
        switch coming {
        case .link:
            coordinator.start()
            coordinator.show()
            coordinator.open("challenge://mail/letter")
        case .linkAtStart:
            coordinator.open("challenge://mail/letter")
            coordinator.start()
        case .restored: coordinator.start(restoring: try state("notes > mail/box > notes > mail/letter"))
        case .linkOverRestored:
            coordinator.open("challenge://mail/letter")
            coordinator.start(restoring: try state("notes > mail/box > notes"))
        case .twoSteps:
            coordinator.start()
            coordinator.go(toText: "mail/box")
            coordinator.go(toText: "notes/note?title=x")
            coordinator.go(toText: "mail/letter")
        case .tab:
            coordinator.start(restoring: try state("[*notes] notes | [mail] mail > mail/box > mail/letter"))
            coordinator.show()
            coordinator.perform(.selectTab("mail"))
        }
        coordinator.show()
        #expect(answers == ["make": true, "render": true])
        let letter = try stage.screen(coordinator.state.top.id)
        try stage.act(letter.id) { (screen) throws(CallFailure) in
            try screen.request(.returnToCheckpoint("box", value: .null))
        }
        #expect(coordinator.state.top.place.text == "mail/box")
        #expect(coordinator.takeProblems() == [])
        #expect(stage.breaches == [])
    }

    @Test("the host knows that a screen below shows no checkpoint before it renders the one above")
    func firstRenderAboveNothing() throws {
        let stage = try Stage(#"{ "root": "notes" }"#, features: [Manifests.notes, Self.mail])
        var answers: [Bool] = []
        stage.on(.render, "mail/letter") { screen in answers.append(screen.canReturn(to: "box")) }
        let coordinator = stage.makeCoordinator()
        coordinator.start(
            restoring: try NavigationState(
                "notes > mail/empty > mail/letter", reader: NavigationStateReader(stage.catalog)))
        coordinator.show()
        #expect(answers.last == false)
        let top = try stage.screen(coordinator.state.top.id)
        #expect(!top.canReturn(to: "box"))
    }

    @Test("a screen can return to a checkpoint that it shows first in the render in which it asks")
    func ownFirstRender() throws {
        let stage = try Stage(#"{ "root": "notes" }"#, features: [Manifests.notes, Self.mail])
        for route in ["box", "empty"] {
            stage.on(.render, "mail/\(route)") { screen in
                screen.content.lock = screen.canReturn(to: "box") ? "can" : "cannot"
            }
        }
        stage.shows("mail/box") { $0.checkpoints = [.init(name: "box", type: nil)] }
        stage.coordinator.show()
        stage.coordinator.go(toText: "mail/box")
        #expect(stage.coordinator.show().lock == "can")
        stage.coordinator.overridingLocks { stage.coordinator.perform(.back) }
        stage.coordinator.go(toText: "mail/empty")
        #expect(stage.coordinator.show().lock == "cannot")
        #expect(stage.breaches == [])
    }

    @Test("a feature that fails to take the value is a problem, and the removed screens stay removed")
    func failing() throws {
        let stage = try Self.seven()
        stage.on(.returned, "chats/chat") { (_) throws(CallFailure) in throw CallFailure(.notFound, "nobody is Ada") }
        try stage.act(7) { (screen) throws(CallFailure) in try screen.request(Self.toRecipient) }
        #expect(stage.coordinator.state.top.id == 3)
        #expect(
            stage.coordinator.takeProblems().map(\.text) == [
                "'chats': the checkpoint 'chats/recipient' did not take its value: nobody is Ada"
            ])
    }

    @Test("a request during a return is carried out after earlier requests")
    func goingOn() throws {
        let stage = try Self.seven()
        stage.on(.returned, "chats/chat") { (screen) throws(CallFailure) in
            try screen.navigate("chats/chat?number=9")
        }
        try stage.act(7) { (screen) throws(CallFailure) in
            try screen.request(Self.toRecipient)
            try screen.navigate("chats/chat?number=8")
        }
        #expect(
            stage.stack == "chats > sheet:chats/chat?number=2 > chats/chat?number=3 > chats/chat?number=8 > "
                + "chats/chat?number=9")
    }

    @Test("the user cannot return to a checkpoint")
    func person() throws {
        let stage = try Self.seven()
        stage.coordinator.perform(Self.toRecipient)
        #expect(stage.coordinator.takeProblems().map(\.text) == ["only a feature returns to a checkpoint"])
    }

    @Test("a screen that is being made may ask for checkpoints from its future place")
    func whileMade() throws {
        let stage = try Stage.sharing()
        stage.shows("chats/draft") { $0.checkpoints = [.recipient] }
        stage.coordinator.show()
        stage.go("sheet:chats/draft")
        var answers: [Bool] = []
        stage.on(.make, "chats/chat") { screen in answers.append(screen.canReturn(to: "recipient")) }
        // The first screen stands on the sheet, the second below it.
        try stage.act(2) { (screen) throws(CallFailure) in try screen.navigate("chats/chat?number=1") }
        try stage.act(1) { (screen) throws(CallFailure) in try screen.navigate("chats/chat?number=2") }
        #expect(stage.stack == "chats > chats/chat?number=2 > sheet:chats/draft > chats/chat?number=1")
        #expect(answers == [true, false])
    }
}

extension RenderedScreen.Checkpoint {
    static let recipient = Self(name: "recipient", type: .string)
}
