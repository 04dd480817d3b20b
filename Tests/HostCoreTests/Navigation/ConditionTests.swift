import FeatureContract
import JSONText
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@MainActor
@Suite("Conditions", .inlineAndInWorkers)
struct ConditionTests {
    nonisolated private static let auth = """
        {
            "id": "auth", "name": "Auth", "incoming": [{ "name": "login" }, { "name": "register" }],
            "sends": [{ "name": "SignedIn", "type": "bool" }, { "name": "Hint", "type": "string" }],
            "links": [{ "scheme": "challenge", "host": "auth", "pattern": "/login", "route": "login" }]
        }
        """
    nonisolated private static let account = """
        {
            "id": "account", "name": "Account", "main": "overview",
            "incoming": [
                { "name": "overview" },
                { "name": "order", "arguments": [{ "name": "number", "type": "int" }], "parents": ["overview"] },
                { "name": "card", "method": "sheet" }, { "name": "note", "method": "send" }, { "name": "help" }
            ],
            "links": [
                { "scheme": "challenge", "host": "account", "pattern": "/order/{number}", "route": "order" },
                { "scheme": "challenge", "host": "account", "pattern": "/card", "route": "card" },
                { "scheme": "challenge", "host": "account", "pattern": "/help", "route": "help" }
            ]
        }
        """
    /// A feature that is not the `from` of a condition, and sends a value of the same name.
    nonisolated private static let thief = """
        {
            "id": "thief", "name": "Thief", "incoming": [{ "name": "ask" }],
            "outgoing": [{ "name": "account" }, { "name": "card" }], "receives": [{ "name": "Hint", "type": "string" }],
            "sends": [{ "name": "SignedIn", "type": "bool" }]
        }
        """
    nonisolated private static let conditions = """
        "schemes": ["challenge"],
        "conditions": { "signedIn": { "from": "auth/SignedIn", "else": "auth/login" } },
        "redirects": {
            "thief/account": "account/overview", "thief/card": "account/card", "auth/Hint": "thief/Hint",
            "thief/SignedIn": "account/nothing"
        }
        """
    nonisolated private static let all = """
        { "root": "home", "requires": { "account/*": "signedIn" }, \(conditions) }
        """
    nonisolated private static let features = [Manifests.home, Manifests.notes, auth, account, thief]

    private func stage(_ wiring: String = all, without id: String? = nil) throws -> Stage {
        try Stage(wiring, features: Self.features.filter { id == nil || !$0.contains("\"id\": \"\(id ?? "")\"") })
    }

    /// Lets a feature send a value from its topmost screen, and carries that out.
    private func send(
        _ value: Bool, of type: String = "SignedIn", from feature: String = "auth", _ stage: Stage,
        then request: NavigationRequest? = nil
    ) throws {
        stage.coordinator.show()
        let screen = try #require(stage.live.values.filter { $0.feature.manifest.id == feature }.max { $0.id < $1.id })
        try stage.act(screen.id) { (screen) throws(CallFailure) in
            try screen.request(.send([.value(type: type, .bool(value))]))
            if let request { try screen.request(request) }
        }
        stage.coordinator.show()
    }

    // MARK: Going on

    /// Ways to a screen that requires a condition, what is shown meanwhile, and the stack afterwards.
    nonisolated private static let ways: [(way: String, meanwhile: String, end: String)] = [
        ("challenge://account/order/7", "home > auth/login", "home > account/overview > account/order?number=7"),
        ("challenge://account/card", "home > auth/login", "home > account/card"),
        ("account", "home > auth/login", "home > account"),
        ("account/overview", "home > auth/login", "home > account/overview"),
        ("account/card", "home > auth/login", "home > sheet:account/card"),
    ]

    @Test(
        "a destination that requires a false condition waits, and is shown once the condition is true", arguments: ways)
    func goesOn(way: String, meanwhile: String, end: String) throws {
        let stage = try stage()
        if way.contains("://") { stage.coordinator.open(way) } else { stage.coordinator.go(toText: way) }
        #expect(stage.stack == meanwhile)
        #expect(stage.coordinator.state.parked.count == 1)
        #expect(stage.coordinator.takeProblems().map(\.isParked) == [true])
        try send(true, stage)
        #expect(stage.stack == end)
        #expect(stage.coordinator.state.parked == [])
        #expect(stage.coordinator.state.conditions == ["signedIn": true])
        #expect(stage.coordinator.takeProblems() == [])
        #expect(stage.breaches == [])
    }

    @Test(
        "a screen that signs in may also leave by itself",
        arguments: [.back, .pop(1), .popToRoot, .reset] as [NavigationRequest])
    func leavesByItself(request: NavigationRequest) throws {
        let stage = try stage()
        stage.coordinator.go(toText: "account/card")
        try send(true, stage, then: request)
        #expect(stage.stack == "home > sheet:account/card")
        #expect(stage.coordinator.takeProblems().map(\.isParked) == [true])
    }

    @Test("two destinations go on in the order in which they were asked for, and the login is shown once")
    func order() throws {
        let stage = try stage()
        stage.coordinator.go(toText: "account/card")
        stage.coordinator.open("challenge://account/order/7")
        stage.coordinator.go(toText: "account/help")
        stage.coordinator.go(toText: "account/help")
        #expect(stage.stack == "home > auth/login")
        #expect(
            stage.coordinator.state.parked.map(\.place.text) == [
                "account/card", "account/order?number=7", "account/help",
            ])
        try send(true, stage)
        #expect(stage.stack == "home > account/overview > account/order?number=7 > account/help")
    }

    @Test("a login with a screen above it goes as a whole, and is not shown again meanwhile")
    func login() throws {
        let stage = try stage()
        stage.coordinator.go(toText: "account/help")
        stage.coordinator.go(toText: "auth/register")
        stage.coordinator.go(toText: "account/card")
        #expect(stage.stack == "home > auth/login > auth/register")
        try send(true, stage)
        #expect(stage.stack == "home > account/help > sheet:account/card")
    }

    @Test("what waits stays when the login is left, and goes on after a later one")
    func left() throws {
        let stage = try stage()
        stage.coordinator.go(toText: "account/help")
        stage.coordinator.perform(.back)
        #expect(stage.stack == "home")
        stage.coordinator.go(toText: "auth/register")
        try send(true, stage)
        #expect(stage.stack == "home > auth/register > account/help")
    }

    @Test("not more than 64 destinations wait, and the oldest is dropped")
    func limit() throws {
        let stage = try stage()
        for number in 0..<70 { stage.coordinator.open("challenge://account/order/\(number)") }
        #expect(stage.coordinator.state.parked.count == 64)
        #expect(stage.coordinator.state.parked.first?.place.text == "account/order?number=6")
    }

    @Test("an else may be an outgoing destination, whose redirect says how it is shown")
    func outgoingElse() throws {
        let stage = try stage(
            """
            { "root": "home", "requires": { "account/*": "signedIn" },
              "conditions": { "signedIn": { "from": "auth/SignedIn", "else": "thief/account" } },
              "redirects": { "thief/account": { "to": "auth/login", "method": "sheet" } } }
            """)
        stage.coordinator.go(toText: "account/help")
        #expect(stage.stack == "home > sheet:auth/login")
        try send(true, stage)
        #expect(stage.stack == "home > account/help")
    }

    @Test("a destination that is sent waits too, and is sent when the condition is true")
    func sent() throws {
        let stage = try stage()
        stage.shows("home") { $0.receivers = [.destination] }
        stage.shows("account/help") { $0.receivers = [.destination] }
        stage.coordinator.show()
        stage.coordinator.go(toText: "account/help")
        stage.coordinator.perform(.send([.destination(.of("account/note"))]))
        #expect(stage.stack == "home > auth/login")
        #expect(stage.coordinator.state.parked.map(\.place.text) == ["account/help", "account/note"])
        #expect(stage.takeReceived() == [])
        try send(true, stage)
        #expect(stage.stack == "home > account/help")
        #expect(stage.takeReceived() == ["account/note to account/help #3"])
    }

    @Test("a login that is locked until it has signed the user in leaves without a report")
    func lockedLogin() throws {
        let stage = try stage()
        stage.shows("auth/login") { $0.lock = "sign in first" }
        stage.coordinator.go(toText: "account/help")
        stage.coordinator.show()
        stage.coordinator.perform(.back)
        #expect(stage.stack == "home > auth/login")
        _ = stage.coordinator.takeProblems()
        try send(true, stage)
        #expect(stage.stack == "home > account/help")
        #expect(stage.coordinator.takeProblems() == [])
    }

    // MARK: Ways of features

    @Test("a redirect to a destination requires what the destination requires, and a feature's request waits too")
    func redirect() throws {
        let stage = try stage()
        stage.coordinator.go(toText: "thief/ask")
        stage.coordinator.show()
        try stage.act(2) { (screen) throws(CallFailure) in try screen.navigate("thief/card") }
        #expect(stage.stack == "home > thief/ask > auth/login")
        #expect(stage.coordinator.state.parked.map(\.origin) == [.feature])
        try send(true, stage)
        #expect(stage.stack == "home > thief/ask > sheet:account/card")
    }

    /// Requests that put screens, with the stack meanwhile and at the end.
    nonisolated private static let requests: [(request: NavigationRequest, meanwhile: String, end: String)] = [
        (.swap(.of("thief/account")), "home > auth/login", "home > account/overview"),
        (
            .replaceStack([.of("thief/ask"), .of("thief/account"), .of("thief/card")]),
            "home > thief/ask > auth/login", "home > thief/ask > account/overview > account/card"
        ),
    ]

    @Test("a swap and a new stack show the login in the place of what waits", arguments: requests)
    func putting(request: NavigationRequest, meanwhile: String, end: String) throws {
        let stage = try stage()
        stage.coordinator.go(toText: "thief/ask")
        stage.coordinator.show()
        try stage.act(2) { (screen) throws(CallFailure) in try screen.request(request) }
        #expect(stage.stack == meanwhile)
        try send(true, stage)
        #expect(stage.stack == end)
    }

    @Test("an embedded screen that requires a false condition is replaced by the reason, until the condition is true")
    func embedding() throws {
        let stage = try stage()
        stage.shows("thief/ask") { $0.nodes = [embedded("thief/account")] }
        stage.coordinator.go(toText: "thief/ask")
        var text = stage.coordinator.showText()
        #expect(text.contains("'account/overview' waits for 'signedIn'"), "\(text)")
        stage.coordinator.go(toText: "auth/login")
        try send(true, stage)
        #expect(stage.stack == "home > thief/ask")
        text = stage.coordinator.showText()
        #expect(!text.contains("waits"), "\(text)")
        #expect(stage.live.values.contains { $0.destination.text == "account/overview" })
        stage.coordinator.go(toText: "auth/login")
        try send(false, stage)
        stage.coordinator.perform(.back)
        #expect(stage.coordinator.showText().contains("'account/overview' waits for 'signedIn'"))
        #expect(!stage.live.values.contains { $0.destination.text == "account/overview" })
        #expect(stage.breaches == [])
    }

    // MARK: Leaving

    @Test("what requires a condition leaves all tabs and modals when it ends, with what stands on it")
    func logout() throws {
        let stage = try stage(
            """
            { "tabs": [{ "name": "home", "root": "home" }, { "name": "mine", "root": "account/overview" },
                       { "name": "auth", "root": "auth" }],
              "requires": { "account": "signedIn" }, \(Self.conditions) }
            """)
        #expect(stage.coordinator.state.text == "[*home] home | [mine] auth/login | [auth] auth")
        stage.coordinator.perform(.selectTab("auth"))
        try send(true, stage)
        #expect(stage.coordinator.state.text == "[home] home | [mine] account/overview | [*auth] auth")
        stage.coordinator.perform(.selectTab("home"))
        stage.go("notes/edit > account/card > notes/full")
        stage.coordinator.perform(.selectTab("mine"))
        stage.go("account/help > notes/note?title=a")
        stage.coordinator.perform(.selectTab("auth"))
        stage.coordinator.show()
        try send(false, stage)
        #expect(
            stage.coordinator.state.text == "[home] home > notes/edit | [mine] auth/login | [*auth] auth")
        #expect(!stage.live.values.contains { $0.feature.manifest.id == "account" })
        #expect(stage.coordinator.state.parked == [])
        #expect(stage.breaches == [])
    }

    @Test("a tab whose root requires a condition shows the login, and its root when the condition is true")
    func rootOfTab() throws {
        let stage = try stage(
            """
            { "tabs": [{ "name": "home", "root": "home" }, { "name": "mine", "root": "account" }],
              "requires": { "account/overview": "signedIn" }, \(Self.conditions) }
            """)
        stage.coordinator.go(toText: "account/overview")
        #expect(stage.coordinator.state.text == "[home] home | [*mine] auth/login")
        try send(true, stage)
        #expect(stage.coordinator.state.text == "[home] home | [*mine] account")
        // Other routes do not require it.
        stage.coordinator.go(toText: "account/help")
        stage.coordinator.go(toText: "auth/login")
        try send(false, stage)
        #expect(stage.coordinator.state.text == "[home] home | [*mine] auth/login")
    }

    @Test("a lock does not keep a screen whose condition has ended, and the user is told")
    func locked() throws {
        let stage = try stage()
        stage.coordinator.go(toText: "auth/login")
        try send(true, stage)
        stage.shows("account/help") { $0.lock = "unsaved" }
        stage.coordinator.go(toText: "account/help")
        stage.coordinator.show()
        stage.coordinator.go(toText: "auth/register")
        try send(false, stage)
        #expect(stage.stack == "home")
        #expect(
            stage.coordinator.takeProblems().map(\.text).contains {
                $0.contains("is locked: unsaved; it has left all the same: 'signedIn' is false now")
            })
    }

    @Test("a link whose parent requires a condition is shown without that parent")
    func parent() throws {
        let stage = try stage(
            #"{ "root": "home", "requires": { "account/overview": "signedIn" }, \#(Self.conditions) }"#)
        stage.coordinator.open("challenge://account/order/7")
        #expect(stage.stack == "home > account/order?number=7")
        #expect(stage.coordinator.state.parked == [])
    }

    // MARK: Several conditions

    @Test(
        "a destination that requires two conditions asks for one after the other, and so does an else that requires one",
        arguments: [
            #""account/*": "signedIn", "account/help": ["signedIn", "unlocked"]"#,
            #""account/*": "unlocked", "thief/*": "signedIn""#,
        ])
    func two(requires: String) throws {
        let stage = try stage(
            """
            { "root": "home", "requires": { \(requires) },
              "conditions": {
                "signedIn": { "from": "auth/SignedIn", "else": "auth/login" },
                "unlocked": { "from": "thief/SignedIn", "else": "thief/ask" } } }
            """)
        stage.coordinator.go(toText: "account/help")
        #expect(stage.stack == "home > auth/login")
        try send(true, stage)
        #expect(stage.stack == "home > thief/ask")
        try send(true, from: "thief", stage)
        #expect(stage.stack == "home > account/help")
    }

    @Test("an else that requires its own condition shows nothing, with the reason")
    func cyclic() throws {
        let stage = try stage(
            #"{ "root": "home", "requires": { "account/*": "signedIn", "auth/*": "signedIn" }, \#(Self.conditions) }"#)
        stage.coordinator.go(toText: "account/help")
        #expect(stage.stack == "home > system/notFound")
        #expect(stage.coordinator.showText().contains("requires it itself"))
        #expect(stage.coordinator.state.parked.count == 1)
    }

    // MARK: Any order

    @Test("after any requests and values, nothing is shown whose condition is false", arguments: 0..<8)
    func random(seed: Int) throws {
        let stage = try stage(
            """
            { "tabs": [{ "name": "home", "root": "home" }, { "name": "mine", "root": "account", "retain": false },
                       { "name": "auth", "root": "auth" }],
              "requires": { "account/*": "signedIn", "notes/edit": "signedIn", "account/help": ["unlocked"] },
              "conditions": {
                "signedIn": { "from": "auth/SignedIn", "else": "auth/login" },
                "unlocked": { "from": "thief/SignedIn", "else": "thief/ask" } },
              "redirects": { "thief/account": "account/overview", "thief/card": "account/card" } }
            """)
        var generator = SeededGenerator(seed: UInt64(seed))
        func isOneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }
        let places = [
            "account", "account/help", "account/card", "auth/login", "auth/register", "thief/ask", "thief/account",
            "notes/edit", "notes/full", "notes/wizard",
        ]
        let links = ["challenge://account/order/7", "challenge://account/help", "challenge://notes/edit"]
        let requests: [NavigationRequest] = [
            .back, .dismiss, .popToRoot, .selectTab("home"), .selectTab("mine"), .selectTab("auth"),
            .swap(.of("account/card")), .swap(.of("notes/full")),
            .replaceStack([.of("notes/full"), .of("account/help"), .of("notes/edit")]),
        ]
        let coordinator = stage.coordinator
        for _ in 0..<200 {
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: coordinator.go(toText: places.randomElement(using: &generator) ?? "")
            case 1: coordinator.open(links.randomElement(using: &generator) ?? "")
            case 2: coordinator.perform(requests.randomElement(using: &generator) ?? .back)
            default:
                coordinator.show()
                let feature = isOneIn(2) ? "auth" : "thief"
                guard
                    let screen = stage.live.values.filter({ $0.feature.manifest.id == feature }).min(by: {
                        $0.id < $1.id
                    })
                else { continue }
                let value = !isOneIn(3)
                try stage.act(screen.id) { (screen) throws(CallFailure) in
                    try screen.request(.send([.value(type: "SignedIn", .bool(value))]))
                }
            }
            if isOneIn(2) { coordinator.show() }
            let state = coordinator.state
            for place in state.allEntries.map(\.place) + stage.live.values.map({ Place.of($0.destination.text) }) {
                #expect(coordinator.planner.hold(on: place, state.conditions) == nil, "\(place) in \(state.text)")
            }
            for parked in state.parked {
                let end = try coordinator.planner.chain(parked.place).end
                #expect(coordinator.planner.hold(on: end, state.conditions) != nil, "\(end) waits in \(state.text)")
            }
        }
        #expect(stage.breaches == [])
    }

    // MARK: Who may set a condition

    @Test("a value of the same name from another feature sets no condition")
    func otherFeature() throws {
        let stage = try stage()
        stage.coordinator.go(toText: "thief/ask")
        stage.coordinator.show()
        #expect(throws: CallFailure.self) { try send(true, from: "thief", stage) }
        #expect(stage.coordinator.state.conditions == ["signedIn": false])
        stage.coordinator.perform(.send([.value(type: "SignedIn", .bool(true))]))
        #expect(stage.coordinator.state.conditions == ["signedIn": false])
    }

    @Test("a value that a receiver adds sets the condition of its own feature alone")
    func added() throws {
        let stage = try stage()
        stage.receives("feature:thief") { _, _ in .inserting([.value(type: "SignedIn", .bool(true))]) }
        stage.coordinator.go(toText: "auth/login")
        stage.coordinator.show()
        try stage.act(2) { (screen) throws(CallFailure) in
            try screen.request(.send([.value(type: "Hint", .string("x"))]))
        }
        #expect(stage.coordinator.state.conditions == ["signedIn": false])
    }

    // MARK: Sessions and libraries

    /// The state as a session file keeps it, in a new host.
    private func restarted(_ stage: Stage, without id: String? = nil, _ wiring: String = all) throws -> Stage {
        let json = try JSON.parse(stage.coordinator.state.sessionJSON.text())
        let next = try self.stage(wiring, without: id)
        let coordinator = next.makeCoordinator()
        _ = coordinator.start(restoring: try NavigationState(json, reader: NavigationStateReader(next.catalog)))
        return next
    }

    @Test("a session keeps what waits and the values of conditions")
    func session() throws {
        let first = try stage()
        first.coordinator.open("challenge://account/order/7")
        first.coordinator.go(toText: "account/card")
        let second = try restarted(first)
        #expect(second.coordinator.state.sessionJSON == first.coordinator.state.sessionJSON)
        #expect(second.starts == [:])
        try send(true, second)
        #expect(second.stack == "home > account/overview > account/order?number=7 > sheet:account/card")
        let third = try restarted(second)
        #expect(third.stack == second.stack)
        #expect(third.coordinator.state.conditions == ["signedIn": true])
        third.coordinator.go(toText: "account/help")
        #expect(third.stack.hasSuffix("account/help"))
    }

    @Test("a session whose screens require a false condition begins without them")
    func sessionWithoutCondition() throws {
        let first = try stage(#"{ "root": "home", \#(Self.conditions) }"#)
        first.coordinator.go(toText: "notes/full")
        first.coordinator.go(toText: "account/help")
        let second = try restarted(first)
        #expect(second.stack == "home > cover:notes/full")
    }

    @Test("a condition that the wiring lacks, and a damaged entry, are left out of a session")
    func damaged() throws {
        let json = try JSON.parse(
            """
            { "tabs": [{ "entries": [{ "destination": "home", "presentation": "push" }] }],
              "conditions": { "signedIn": 1, "other": true },
              "parked": [1, { "destination": "account/card", "by": "user" }, { "destination": "??", "by": "user" },
                         { "destination": "account/help", "by": "nobody" }] }
            """)
        let stage = try stage()
        let coordinator = stage.makeCoordinator()
        _ = coordinator.start(restoring: try NavigationState(json, reader: NavigationStateReader(stage.catalog)))
        #expect(coordinator.state.conditions == ["signedIn": false])
        #expect(coordinator.state.parked.map(\.place.text) == ["account/card"])
    }

    @Test("what was left to go on when the host ended goes on at the next start")
    func endedBetween() throws {
        let first = try stage()
        first.coordinator.go(toText: "account/help")
        first.coordinator.state.conditions["signedIn"] = true
        let second = try restarted(first)
        #expect(second.stack == "home > account/help")
        #expect(second.coordinator.state.parked == [])
    }

    @Test("a destination waits while the login's library is away, and goes on when it is back")
    func loginAway() throws {
        let stage = try stage(without: "auth")
        stage.coordinator.open("challenge://account/order/7")
        #expect(stage.stack == "home > system/notFound")
        let problems = stage.coordinator.takeProblems().map(\.text)
        #expect(
            problems.count == 1 && problems[0].contains("'account/order?number=7' waits for 'signedIn': "),
            "\(problems)")
        try stage.reload(Self.features)
        #expect(stage.stack == "home > auth/login")
        try send(true, stage)
        #expect(stage.stack == "home > account/overview > account/order?number=7")
    }

    @Test("the login's library may go and come back while a destination waits, across a restart")
    func loginGoes() throws {
        let first = try stage()
        first.coordinator.go(toText: "account/help")
        first.coordinator.show()
        try first.reload(Self.features.filter { $0 != Self.auth })
        #expect(first.coordinator.showText().contains("auth"))
        let second = try restarted(first, without: "auth")
        #expect(second.coordinator.state.parked.count == 1)
        try second.reload(Self.features)
        #expect(second.stack == "home > auth/login")
        try send(true, second)
        #expect(second.stack == "home > account/help")
    }

    @Test("a login that cannot be made lets the destination wait all the same")
    func loginFails() throws {
        let stage = try stage()
        stage.fail(.make, "auth/login", "no screen today")
        stage.coordinator.go(toText: "account/help")
        #expect(stage.stack == "home > system/notFound")
        #expect(stage.coordinator.state.parked.count == 1)
        #expect(stage.coordinator.takeProblems().map(\.text) == ["no screen today"])
    }

    @Test("a target that is missing when the condition becomes true is named, and comes with its library")
    func targetAway() throws {
        let stage = try stage()
        stage.coordinator.go(toText: "account/help")
        try stage.reload(Self.features.filter { $0 != Self.account })
        try send(true, stage)
        #expect(stage.stack == "home > system/notFound")
        try stage.reload(Self.features)
        #expect(stage.stack == "home > account/help")
    }

    @Test("a screen that was asked for while its library was away comes only while its condition is true")
    func placeholder() throws {
        let stage = try stage(without: "account")
        stage.coordinator.go(toText: "account/help")
        #expect(stage.stack == "home > system/notFound")
        try stage.reload(Self.features)
        #expect(stage.stack == "home > system/notFound")
        stage.coordinator.go(toText: "auth/login")
        try send(true, stage)
        #expect(stage.stack == "home > account/help")
    }

    @Test("other wiring may require a condition of what is shown, or no more of what waits")
    func otherWiring() throws {
        let free = #"{ "root": "home", \#(Self.conditions) }"#
        let stage = try stage(free)
        stage.coordinator.go(toText: "account/help")
        try stage.reload(Self.features, wiring: Self.all)
        #expect(stage.stack == "home")
        stage.coordinator.go(toText: "account/card")
        #expect(stage.stack == "home > auth/login")
        try stage.reload(Self.features, wiring: free)
        stage.coordinator.show()
        #expect(stage.stack == "home > sheet:account/card")
        #expect(stage.coordinator.state.parked == [])
    }

    @Test(
        "a root comes back when other wiring requires nothing of it any more, in each tab, and the login leaves",
        arguments: [true, false])
    func rootComesBack(hasTabs: Bool) throws {
        let roots =
            hasTabs
            ? #""tabs": [{ "name": "a", "root": "home" }, { "name": "b", "root": "account" }]"# : #""root": "account""#
        let stage = try stage("{ \(roots), \"requires\": { \"account/*\": \"signedIn\" }, \(Self.conditions) }")
        let prefix = hasTabs ? "[*b] " : ""
        let coordinator = stage.makeCoordinator()
        coordinator.start()
        if hasTabs { coordinator.perform(.selectTab("b")) }
        coordinator.go(toText: "auth/register")
        let other = hasTabs ? "[a] home | " : ""
        #expect(coordinator.state.text == other + prefix + "auth/login > auth/register")
        try stage.reload(Self.features, wiring: "{ \(roots), \(Self.conditions) }")
        coordinator.show()
        #expect(coordinator.state.text == other + prefix + "account")
        // With a requirement again, what is shown instead is there again.
        try stage.reload(
            Self.features,
            wiring: "{ \(roots), \"requires\": { \"account\": \"signedIn\" }, \(Self.conditions) }")
        #expect(coordinator.state.text == other + prefix + "auth/login")
    }

    @Test("another 'else' in the wiring takes the place of the one that is a root, and leaves one that the user opened")
    func otherElse() throws {
        func wiring(_ shown: String) -> String {
            """
            { "tabs": [{ "name": "a", "root": "account" }, { "name": "b", "root": "home" }],
              "requires": { "account": "signedIn" }, "schemes": ["challenge"],
              "conditions": { "signedIn": { "from": "auth/SignedIn", "else": "\(shown)" } } }
            """
        }
        let stage = try stage(wiring("auth/login"))
        #expect(stage.coordinator.state.text == "[*a] auth/login | [b] home")
        try stage.reload(Self.features, wiring: wiring("auth/register"))
        #expect(stage.coordinator.state.text == "[*a] auth/register | [b] home")
        try stage.reload(Self.features, wiring: wiring("auth/register"))
        #expect(stage.coordinator.state.text == "[*a] auth/register | [b] home")
    }

    @Test("the user is told once for each time that a destination waits, and for which condition")
    func notices() throws {
        let stage = try stage()
        for _ in 1...2 {
            stage.coordinator.open("challenge://account/order/7")
            let problems = stage.coordinator.takeProblems()
            #expect(problems.map(\.text) == ["'account/order?number=7' waits for 'signedIn'"])
            #expect(problems.allSatisfy { $0.isNotice && $0.isParked })
        }
        #expect(stage.coordinator.state.parked.count == 1)
        stage.coordinator.go(toText: "account/card")
        #expect(stage.coordinator.takeProblems().map(\.text) == ["'account/card' waits for 'signedIn'"])
        try send(true, stage)
        #expect(stage.coordinator.takeProblems() == [])
        stage.coordinator.open("challenge://account/order/8")
        #expect(stage.coordinator.takeProblems() == [])
    }
}
