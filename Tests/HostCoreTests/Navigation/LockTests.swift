import FeatureContract
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@MainActor
@Suite("The navigation locks", .inlineAndInWorkers)
struct LockTests {
    private static let wiring = """
        {
            "schemes": ["challenge"],
            "tabs": [{ "name": "notes", "root": "notes", "retain": false }, { "name": "home", "root": "home" }]
        }
        """

    /// The stack `notes > notes/note?title=a > sheet:notes/note?title=b > notes/note?title=c`, with one locked screen.
    private static func stage(locked: ScreenID) throws -> Stage {
        let stage = try Stage(wiring)
        stage.coordinator.show()
        stage.go("notes/note?title=a > sheet:notes/note?title=b > notes/note?title=c")
        try stage.screen(locked).change { $0.lock = "unsaved" }
        stage.coordinator.show()
        if let live = stage.coordinator.screens[locked] { stage.coordinator.refresh(live, isSeen: live.isSeen) }
        _ = stage.takeCalls()
        return stage
    }

    private static let before = "notes > notes/note?title=a > sheet:notes/note?title=b > notes/note?title=c"

    /// Requests from the top, and the screens that they would remove: 1 is the tab's root, 3 is a, 4 the sheet, 5 the
    /// top.
    nonisolated private static let operations: [(NavigationRequest, removed: Set<ScreenID>)] = [
        (.back, [5]), (.pop(1), [5]), (.pop(9), [5]), (.popToRoot, [5]), (.popTo(.of("notes/note?title=b")), [5]),
        (.dismiss, [4, 5]), (.dismissAll, [4, 5]), (.reset, [3, 4, 5]), (.selectTab("notes"), [3, 4, 5]),
        (.selectTab("home"), [1, 3, 4, 5]),
    ]

    @Test(
        "a request that would remove another screen which is locked is refused and changes nothing, and any other goes on",
        arguments: operations, [1, 3, 4, 5] as [ScreenID])
    func feature(operation: (request: NavigationRequest, removed: Set<ScreenID>), locked: ScreenID) throws {
        let stage = try Self.stage(locked: locked)
        let refusal = try stage.act(5) { $0.refusal(of: operation.request) }
        // The screen that asks is 5, and its own lock does not hold it.
        if operation.removed.contains(locked), locked != 5 {
            #expect(refusal?.code == .locked)
            #expect(refusal?.reason.hasSuffix("is locked: unsaved") == true, "\(refusal?.reason ?? "")")
            #expect(stage.stack == Self.before)
            #expect(stage.takeCalls().isEmpty)
            #expect(stage.coordinator.takeProblems() == [])
        } else {
            #expect(refusal == nil)
            #expect((stage.live[locked] != nil) == !operation.removed.contains(locked))
            #expect(operation.removed.allSatisfy { stage.live[$0] == nil })
        }
        #expect(stage.breaches == [])
    }

    @Test(
        "the user's request that would remove a locked screen is refused too, unless the user overrides locks",
        arguments: operations, [1, 3, 4, 5] as [ScreenID])
    func person(operation: (request: NavigationRequest, removed: Set<ScreenID>), locked: ScreenID) throws {
        let stage = try Self.stage(locked: locked)
        guard operation.removed.contains(locked) else { return }
        stage.coordinator.perform(operation.request)
        #expect(stage.stack == Self.before)
        #expect(stage.coordinator.takeProblems().first?.text.hasSuffix("is locked: unsaved") == true)
        stage.coordinator.overridingLocks { stage.coordinator.perform(operation.request) }
        #expect(operation.removed.allSatisfy { stage.live[$0] == nil })
        #expect(stage.coordinator.takeProblems() == [])
        stage.coordinator.show()
        #expect(stage.breaches == [])
    }

    @Test("a link that would remove a locked screen is refused and shows nothing, unless the user overrides locks")
    func link() throws {
        for locked in [1, 3, 4, 5] as [ScreenID] {
            let stage = try Self.stage(locked: locked)
            stage.coordinator.open("challenge://notes/note/z")
            #expect(stage.stack == (locked == 1 ? "notes > notes/note?title=z" : Self.before))
            #expect(stage.coordinator.takeProblems().count == (locked == 1 ? 0 : 1))
            stage.coordinator.overridingLocks { stage.coordinator.open("challenge://notes/note/z") }
            #expect(stage.stack == "notes > notes/note?title=z")
            #expect(stage.breaches == [])
        }
    }

    @Test("the way to a tab's root by name pops the tab, which a lock prevents unless the user overrides it")
    func rootByName() throws {
        let stage = try Self.stage(locked: 3)
        stage.coordinator.go(toText: "notes")
        #expect(stage.stack == Self.before)
        stage.coordinator.go(toText: "home")
        #expect(stage.stack == Self.before)
        #expect(stage.coordinator.takeProblems().count == 2)
        stage.coordinator.overridingLocks { stage.coordinator.go(toText: "home") }
        stage.coordinator.show()
        #expect(stage.stack == "home")
        #expect(stage.live.keys.sorted() == [2])
        #expect(stage.coordinator.takeProblems() == [])
    }

    @Test("a replaced stack keeps a locked screen that the new one begins with, and cannot remove any other")
    func replaceStack() throws {
        let stage = try Self.stage(locked: 3)
        stage.coordinator.perform(.dismissAll)
        let request = NavigationRequest.replaceStack([.of("notes/note?title=a"), .of("notes/full")])
        #expect(try stage.act(1) { $0.refusal(of: .replaceStack([.of("notes/full")])) }?.code == .locked)
        #expect(try stage.act(3) { $0.refusal(of: request) } == nil)
        #expect(stage.stack == "notes > notes/note?title=a > notes/full")
        #expect(stage.live[3] != nil)
    }

    @Test("a retained tab is left and found as it was, locked or not")
    func retained() throws {
        let stage = try Stage(
            #"{ "tabs": [{ "name": "notes", "root": "notes" }, { "name": "home", "root": "home" }] }"#)
        stage.shows("notes/edit") { $0.lock = "unsaved" }
        stage.coordinator.show()
        stage.go("notes/edit")
        stage.coordinator.perform(.selectTab("home"))
        #expect(stage.stack == "home")
        stage.coordinator.perform(.selectTab("notes"))
        #expect(stage.stack == "notes > notes/edit")
        #expect(stage.coordinator.takeProblems() == [])
    }

    @Test("a lock in a tab that is not seen keeps that tab")
    func otherTab() throws {
        let stage = try Stage(
            #"{ "tabs": [{ "name": "notes", "root": "notes" }, { "name": "home", "root": "home" }] }"#)
        stage.shows("notes/edit") { $0.lock = "unsaved" }
        stage.coordinator.show()
        stage.go("notes/edit")
        stage.coordinator.perform(.selectTab("home"))
        stage.coordinator.show()
        #expect(try stage.act(1) { $0.refusal(of: .reset) }?.code == .locked)
        #expect(stage.coordinator.state.tabs[0].entries.count == 2)
    }

    @Test("an embedded screen's lock keeps its container")
    func embedded() throws {
        let stage = try Stage(Self.wiring)
        stage.shows("notes/edit") { $0.nodes = [HostTestSupport.embedded("notes/full")] }
        stage.shows("notes/full") { $0.lock = "unsaved" }
        stage.coordinator.show()
        stage.go("notes/edit")
        #expect(stage.coordinator.show().lock == "unsaved")
        #expect(try stage.act(3) { $0.refusal(of: .back) }?.code == .locked)
        stage.coordinator.overridingLocks { stage.coordinator.perform(.back) }
        #expect(stage.live.keys.sorted() == [1])
        #expect(stage.breaches == [])
    }

    @Test("a screen that gives up its lock and asks to leave in one call leaves")
    func lifted() throws {
        let stage = try Self.stage(locked: 5)
        try stage.act(5) { (screen) throws(CallFailure) in
            screen.change { $0.lock = nil }
            try screen.request(.back)
        }
        #expect(stage.stack == "notes > notes/note?title=a > sheet:notes/note?title=b")
        #expect(stage.coordinator.takeProblems() == [])
    }

    @Test("a screen leaves although its own lock holds, whether it took the lock before or in the same call")
    func ownLock() throws {
        for isNew in [false, true] {
            let stage = try Self.stage(locked: isNew ? 1 : 5)
            try stage.act(5) { (screen) throws(CallFailure) in
                if isNew { screen.change { $0.lock = "just now" } }
                try screen.request(.back)
            }
            #expect(stage.stack == "notes > notes/note?title=a > sheet:notes/note?title=b")
            #expect(stage.coordinator.takeProblems() == [])
        }
    }

    @Test("an embedded screen that asks to leave is held by its container's lock, and not by its own")
    func embeddedAsker() throws {
        for (locked, isHeld) in [("notes/edit", true), ("notes/full", false)] {
            let stage = try Stage(Self.wiring)
            stage.shows("notes/edit") { $0.nodes = [HostTestSupport.embedded("notes/full")] }
            stage.shows("notes/full") { $0.title = "inside" }
            stage.coordinator.show()
            stage.go("notes/edit")
            stage.coordinator.show()
            try stage.screen(locked == "notes/edit" ? 3 : 4).change { $0.lock = "unsaved" }
            stage.coordinator.show()
            #expect(try stage.act(4) { $0.refusal(of: .back) }?.code == (isHeld ? .locked : nil), "\(locked)")
        }
    }

    @Test("a lock that prevents one request does not prevent the others")
    func others() throws {
        let stage = try Self.stage(locked: 3)
        try stage.act(5) { (screen) throws(CallFailure) in
            try screen.request(.dismiss)
            #expect(screen.refusal(of: .reset)?.code == .locked)
            try screen.navigate("notes/full")
        }
        #expect(stage.stack == "notes > notes/note?title=a > cover:notes/full")
    }

    @Test(
        "only the user overrides locks: a feature's request meanwhile does not",
        arguments: [
            .back, .reset, .replaceStack([]), .replaceStack([.of("notes/full")]), .selectTab("home"),
            .send([.tab("home")]),
        ] as [NavigationRequest])
    func overridingIsTheUsers(request: NavigationRequest) throws {
        let stage = try Stage(Self.wiring)
        stage.coordinator.show()
        stage.go("notes/note?title=a")
        // The feature takes the lock and makes its request as the sheet above goes.
        stage.on(.destroy, "notes/edit") { screen in
            #expect(screen.feature.hostRefusal(of: request) == nil)
        }
        stage.go("notes/edit")
        stage.coordinator.go(to: .of("notes/edit"))
        stage.coordinator.show()
        try stage.screen(3).change { $0.lock = "unsaved" }
        _ = stage.coordinator.takeProblems()
        stage.coordinator.overridingLocks { stage.coordinator.perform(.dismiss) }
        #expect(stage.live[3] != nil)
        #expect(stage.stack.hasPrefix("notes > notes/note?title=a"))
        #expect(stage.coordinator.takeProblems().contains { $0.text.contains("is locked: unsaved") })
    }

    @Test("the override ends with the request that it is for")
    func overridingEnds() throws {
        let stage = try Self.stage(locked: 5)
        stage.coordinator.overridingLocks { stage.coordinator.overridingLocks {} }
        stage.coordinator.perform(.back)
        #expect(stage.stack == Self.before)
    }

    @Test("a refusal names a locked screen by its title, or else by its destination")
    func title() throws {
        let stage = try Self.stage(locked: 5)
        func refusal() -> String? {
            stage.coordinator.perform(.back)
            return stage.coordinator.takeProblems().first?.text
        }
        #expect(refusal() == "'notes/note?title=c' is locked: unsaved")
        try stage.screen(5).change { $0.title = "Shopping" }
        #expect(refusal() == "'Shopping' is locked: unsaved")
        #expect(stage.coordinator.locks == ["'Shopping' is locked: unsaved"])
        #expect(stage.coordinator.lockReason(of: "notes") == "'Shopping' is locked: unsaved")
        try stage.screen(5).change { $0.title = "" }
        #expect(refusal() == "'notes/note?title=c' is locked: unsaved")
    }

    @Test("the not-found screen answers a feature that fails to make a screen because something is locked")
    func lockedByFeature() throws {
        let stage = try Stage(Self.wiring)
        stage.coordinator.show()
        stage.fail(.make, "notes/note", "the drawer is locked", code: .locked)
        stage.fail(.activate, "vault", "the door is locked", code: .locked)
        stage.coordinator.go(toText: "notes/note?title=a")
        stage.coordinator.go(toText: "vault")
        try stage.act(1) { (screen) throws(CallFailure) in try screen.navigate("notes/note?title=b") }
        try stage.act(1) { (screen) throws(CallFailure) in
            try screen.request(.replaceStack([.of("notes/note?title=b")]))
        }
        #expect(
            stage.coordinator.state.selected.entries.map(\.place.route.qualifiedName)
                == ["notes"] + [String](repeating: "system/notFound", count: 4))
    }

    @Test("a screen that was never rendered holds no lock")
    func neverRendered() throws {
        let stage = try Stage(Self.wiring)
        stage.shows("notes/edit") { $0.lock = "unsaved" }
        stage.coordinator.go(toText: "notes/edit")
        stage.coordinator.perform(.back)
        #expect(stage.stack == "notes")
        #expect(stage.breaches == [])
    }
}
