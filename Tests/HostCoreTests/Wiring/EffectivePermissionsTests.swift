import FeatureContract
import HostSystem
import Testing

@testable import HostCore
@testable import HostTestSupport

@Suite("The permissions that a feature has")
struct EffectivePermissionsTests {
    private static let home = HostEnvironment(["HOME": "/home/x", "XDG_RUNTIME_DIR": "/run/x"])

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var asked = Permissions.none
        var allowed = Permissions.none
        var denied = Permissions.none
        var effective = Permissions.none
    }

    private static func read(
        _ title: String, _ asked: Set<String>, _ allowed: Set<String>, not denied: Set<String> = [],
        _ effective: Set<String>
    ) -> Case {
        Case(
            testDescription: title, asked: .init(read: asked), allowed: .init(read: allowed),
            denied: .init(read: denied), effective: .init(read: effective))
    }

    private static func net(
        _ title: String, _ asked: Set<String>, _ allowed: Set<String>, not denied: Set<String> = [],
        _ effective: Set<String>
    ) -> Case {
        func permissions(_ texts: Set<String>) -> Permissions {
            Permissions(
                ports: Set(texts.compactMap { $0.hasPrefix("tcp:") ? UInt16($0.dropFirst(4)) : nil }),
                endpoints: Set(texts.compactMap { Endpoint($0) }),
                origins: Set(texts.compactMap { try? OriginPattern($0) }))
        }
        return Case(
            testDescription: title, asked: permissions(asked), allowed: permissions(allowed),
            denied: permissions(denied), effective: permissions(effective))
    }

    private static func absolute(_ text: String, _ path: String) -> Case {
        read("\(text) is \(path)", [text], ["/"], [path])
    }

    static let cases: [Case] = [
        Case(testDescription: "nothing asked and nothing allowed"),
        Case(
            testDescription: "what is asked and not allowed is not had",
            asked: .init(ports: [1], read: ["/a"], write: ["/b"], run: true, environment: ["A"])),
        Case(
            testDescription: "what is allowed and not asked is not had",
            allowed: .init(ports: [1], read: ["/a"], write: ["/b"], run: true, environment: ["A"])),
        Case(
            testDescription: "what is asked and allowed is had",
            asked: .init(ports: [1, 2], read: ["/a"], write: ["/b"], run: true, environment: ["A", "B"]),
            allowed: .init(ports: [2, 3], read: ["/a"], write: ["/b"], run: true, environment: ["B", "C"]),
            effective: .init(ports: [2], read: ["/a"], write: ["/b"], run: true, environment: ["B"])),
        Case(
            testDescription: "what is denied is not had",
            asked: .init(ports: [1, 2], read: ["/a"], write: ["/b"], run: true, environment: ["A", "B"]),
            allowed: .init(ports: [1, 2], read: ["/a"], write: ["/b"], run: true, environment: ["A", "B"]),
            denied: .init(ports: [1], read: ["/a"], write: ["/b"], run: true, environment: ["A"]),
            effective: .init(ports: [2], environment: ["B"])),
        net("an asked and allowed machine", ["tcp:1", "a.b:2"], ["a.b:2"], ["a.b:2"]),
        net("the asked machine has an allowed port", ["a.b:1", "a.b:2"], ["tcp:1"], ["a.b:1"]),
        net("the allowed machine has an asked port", ["tcp:1"], ["a.b:1", "[::1]:1", "a.b:2"], ["a.b:1", "[::1]:1"]),
        net("another port of the machine", ["a.b:1"], ["a.b:2", "tcp:2"], []),
        net("another machine", ["a.b:1"], ["b.a:1"], []),
        net("a denied machine", ["a.b:1", "c.d:1"], ["tcp:1"], not: ["a.b:1"], ["c.d:1"]),
        net(
            "a denied port denies its machines", ["tcp:1", "a.b:1", "a.b:2"], ["tcp:1", "tcp:2"], not: ["tcp:1"],
            ["a.b:2"]),
        net("a denied machine takes the allowed port", ["tcp:1", "c.d:1"], ["tcp:1"], not: ["a.b:1"], ["c.d:1"]),
        net("an asked and allowed origin", ["https://a.b", "https://c.d"], ["https://a.b"], ["https://a.b"]),
        net("the allowed origin is narrower", ["https://*.b.c"], ["https://a.b.c", "https://d.c"], ["https://a.b.c"]),
        net("the asked origin is narrower", ["https://a.b.c", "https://b.c"], ["https://*.b.c"], ["https://a.b.c"]),
        net("the same star", ["https://*.b.c"], ["https://*.b.c"], ["https://*.b.c"]),
        net("another scheme or port", ["https://a.b", "http://a.b:1"], ["http://a.b", "https://a.b:1"], []),
        net(
            "a denied origin", ["https://a.b.c", "https://d.b.c"], ["https://*.b.c"], not: ["https://a.b.c"],
            ["https://d.b.c"]),
        net(
            "a denied star denies its origins", ["https://a.b.c", "https://d.c"], ["https://*.b.c", "https://d.c"],
            not: ["https://*.b.c"], ["https://d.c"]),
        net(
            "a denied origin takes the star around it", ["https://*.b.c"], ["https://*.b.c", "https://a.b.c"],
            not: ["https://d.b.c"], ["https://a.b.c"]),
        net("an address and a port include no origin", ["https://a.b"], ["tcp:443", "a.b:443"], []),
        net("an origin includes no address and no port", ["tcp:443", "a.b:443"], ["https://a.b"], []),
        net(
            "a denied port leaves the origin", ["https://a.b"], ["https://a.b"], not: ["tcp:443", "a.b:443"],
            ["https://a.b"]),
        read("the allowed path is narrower", ["~"], ["~/Notes"], ["/home/x/Notes"]),
        read("the asked path is narrower", ["~/Notes/a"], ["~"], ["/home/x/Notes/a"]),
        read("several paths lie in one", ["~"], ["~/a", "~/b", "/c"], ["/home/x/a", "/home/x/b"]),
        read("a path beside the allowed one", ["/a/bc"], ["/a/b"], []),
        read("a path with a longer name is not in the shorter", ["/a/b"], ["/a/bc"], []),
        read("the root allows every path", ["/a/b", "~"], ["/"], ["/a/b", "/home/x"]),
        read("the root is asked for, and a path is allowed", ["/"], ["/a"], ["/a"]),
        read("~, $HOME and the path are one", ["~/a"], ["$HOME/a"], not: ["/home/x/b"], ["/home/x/a"]),
        absolute("~", "/home/x"), absolute("~/", "/home/x"), absolute("$HOME", "/home/x"), absolute("/", "/"),
        absolute("//a/.//b/", "/a/b"), absolute("$XDG_DATA_HOME/n", "/home/x/.local/share/n"),
        absolute("$XDG_CONFIG_HOME/n", "/home/x/.config/n"), absolute("$XDG_CACHE_HOME/n", "/home/x/.cache/n"),
        absolute("$XDG_STATE_HOME/n", "/home/x/.local/state/n"), absolute("$XDG_RUNTIME_DIR/n", "/run/x/n"),
        read("the denied path is the allowed one", ["~/a"], ["~/a"], not: ["/home/x//a/"], []),
        read("the path lies in the denied one", ["~/a/b", "/c"], ["~", "/c"], not: ["~/a"], ["/c"]),
        read("the denied path lies in the allowed one", ["~", "/c"], ["~", "/c"], not: ["~/.ssh"], ["/c"]),
        read("the denied path lies in the allowed one, not in the asked", ["~/a"], ["~"], not: ["~/b"], ["/home/x/a"]),
        // Names of files are bytes: "é" as one scalar and as two.
        read("names of the same characters are two", ["/\u{E9}"], ["/e\u{301}"], []),
        Case(
            testDescription: "an allowed write covers an asked read",
            asked: .init(read: ["~/a"]), allowed: .init(write: ["~"]), effective: .init(read: ["/home/x/a"])),
        Case(
            testDescription: "an allowed read does not cover an asked write",
            asked: .init(write: ["~/a"]), allowed: .init(read: ["~"])),
        Case(
            testDescription: "a denied read denies the write",
            asked: .init(read: ["/a"], write: ["/a", "/b"]), allowed: .init(write: ["/a", "/b"]),
            denied: .init(read: ["/a/secret"]), effective: .init(write: ["/b"])),
        Case(
            testDescription: "a denied write leaves the read",
            asked: .init(read: ["/a"], write: ["/a"]), allowed: .init(read: ["/a"], write: ["/a"]),
            denied: .init(write: ["/a"]), effective: .init(read: ["/a"])),
    ]

    @Test("a feature has what it asks for, what is allowed and what is not denied", arguments: cases)
    func effective(row: Case) {
        let permissions = Permissions.effective(
            asked: row.asked, allowed: row.allowed, denied: row.denied, in: Self.home)
        #expect(permissions == row.effective)
    }

    @Test(
        "a path in a directory that is not set, or not absolute, stands for none",
        arguments: [
            ([:], "~/a"), ([:], "$HOME"), ([:], "$XDG_DATA_HOME/a"), ([:], "$XDG_RUNTIME_DIR/a"),
            (["HOME": "home"], "~"), (["HOME": "/home/x/../y"], "~/a"),
            (["XDG_RUNTIME_DIR": "run"], "$XDG_RUNTIME_DIR"),
        ])
    func unset(variables: [String: String], path: String) {
        let permissions = Permissions.effective(
            asked: .init(read: [path, "/b"]), allowed: .init(read: ["/", path]), denied: .none,
            in: HostEnvironment(variables))
        #expect(permissions == Permissions(read: ["/b"]))
    }

    @Test("the XDG directories are those of the environment")
    func directories() {
        let environment = HostEnvironment(["HOME": "/h", "XDG_DATA_HOME": "/d", "XDG_CONFIG_HOME": "relative"])
        #expect(Permissions.absolutePath("$XDG_DATA_HOME/a", in: environment) == "/d/a")
        #expect(Permissions.absolutePath("$XDG_CONFIG_HOME/a", in: environment) == "/h/.config/a")
        #expect(Permissions.absolutePath("$XDG_STATE_HOME", in: environment) == "/h/.local/state")
    }

    // MARK: Requests and the wiring

    private func permissions(_ wiring: String, asking net: String) throws -> FeaturePermissions {
        let manifest =
            #"{ "manifest": 1, "id": "notes", "permissions": [{ "net": [\#(net)], "reason": "To fetch" }] }"#
        return FeaturePermissions(
            of: try Manifest(parsing: Array(manifest.utf8)), wiring: try HostTestSupport.wiring(wiring), in: Self.home)
    }

    private func permissions(_ wiring: String) throws -> FeaturePermissions {
        let manifest = #"""
            {
              "manifest": 1, "id": "notes",
              "permissions": [
                { "net": ["tcp:443", "tcp:80"], "reason": "To fetch" }, { "read": ["~/Notes", "/a"], "reason": "To list" },
                { "write": ["$XDG_RUNTIME_DIR/n"], "reason": "To lock" }, { "run": true, "reason": "To print" },
                { "env": ["LANG"], "reason": "To greet" }
              ]
            }
            """#
        return FeaturePermissions(
            of: try Manifest(parsing: Array(manifest.utf8)), wiring: try HostTestSupport.wiring(wiring),
            in: HostEnvironment(["HOME": "/home/x"]))
    }

    @Test("a user's answer adds to what the wiring allows, and takes nothing from it", arguments: AnswerCase.all)
    func answers(_ example: AnswerCase) throws {
        var answers = PermissionAnswers()
        answers.add(example.allow, of: "notes", .always)
        answers.add(example.deny, of: "notes", .never)
        answers.add(Permissions(run: true), of: "other", .always)
        let manifest = try Manifest(
            parsing: Array(
                #"""
                { "manifest": 1, "id": "notes", "permissions": [
                    { "read": ["~/a", "~/b"], "reason": "To list" }, { "net": ["tcp:443"], "reason": "To fetch" } ] }
                """#.utf8))
        let wiring = try HostTestSupport.wiring(example.wiring).answered(by: answers)
        let permissions = FeaturePermissions(
            of: manifest, wiring: wiring, in: HostEnvironment(["HOME": "/home/x"]))
        #expect(permissions.wired.lines == example.wired)
        #expect(permissions.answered.lines == example.answered)
        #expect(permissions.unanswered.union.lines == example.asked)
        #expect(permissions.notAsked == .none)
    }

    struct AnswerCase: CustomTestStringConvertible {
        let testDescription: String
        var wiring = "{}"
        var allow = Permissions.none
        var deny = Permissions.none
        var wired: [String] = []
        var answered: [String] = []
        var asked: [String] = []

        static let all = [
            AnswerCase(testDescription: "nothing is answered", asked: ["net tcp:443", "read ~/a, ~/b"]),
            AnswerCase(
                testDescription: "a part is answered, and a later version asks for more",
                allow: Permissions(read: ["~/a"]), answered: ["read /home/x/a"], asked: ["net tcp:443", "read ~/b"]),
            AnswerCase(
                testDescription: "a later version asks for more of what was allowed",
                allow: Permissions(ports: [443], read: ["~/a/old", "~/b"]),
                answered: ["net tcp:443", "read /home/x/a/old, /home/x/b"], asked: ["read ~/a"]),
            AnswerCase(
                testDescription: "what is refused is not asked for again",
                deny: Permissions(ports: [443], read: ["~/a", "~/b"])),
            AnswerCase(
                testDescription: "what is refused later is not allowed any more",
                allow: Permissions(ports: [443], read: ["~/a"]), deny: Permissions(read: ["~/a"]),
                answered: ["net tcp:443"], asked: ["read ~/b"]),
            AnswerCase(
                testDescription: "what nobody asks for any more has no effect",
                allow: Permissions(ports: [443], read: ["~/gone"], run: true), answered: ["net tcp:443"],
                asked: ["read ~/a, ~/b"]),
            AnswerCase(
                testDescription: "the wiring denies what the user has allowed",
                wiring: #"{ "features": { "notes": { "deny": { "read": ["~/a"] } } } }"#,
                allow: Permissions(ports: [443], read: ["~/a", "~/b"]), answered: ["net tcp:443", "read /home/x/b"]),
            AnswerCase(
                testDescription: "the wiring allows what the user has refused",
                wiring: #"{ "features": { "notes": { "allow": { "read": ["~/a"] } } } }"#,
                deny: Permissions(ports: [443], read: ["~/a", "~/b"]), wired: ["read /home/x/a"]),
            AnswerCase(
                testDescription: "the user adds to what the wiring allows",
                wiring: #"{ "features": { "notes": { "allow": { "read": ["~/a"] } } } }"#,
                allow: Permissions(ports: [443]), wired: ["read /home/x/a"], answered: ["net tcp:443"],
                asked: ["read ~/b"]),
            AnswerCase(
                testDescription: "what would not be given is not asked for",
                wiring: #"{ "features": { "notes": { "deny": { "read": ["~/a/private"] } } } }"#,
                asked: ["net tcp:443", "read ~/b"]),
            AnswerCase(
                testDescription: "where the wiring alone decides, no answer counts",
                wiring: #"{ "permissions": "wiring" }"#, allow: Permissions(ports: [443]),
                asked: ["net tcp:443", "read ~/a, ~/b"]),
        ]
    }

    @Test("of each request, what is neither allowed nor denied is listed with its reason")
    func notAllowed() throws {
        let nothing = try permissions("{}")
        #expect(nothing.notAllowed == nothing.asked)
        #expect(nothing.effective == Permissions.none && nothing.notAsked == Permissions.none)
        let some = try permissions(
            """
            { "features": { "notes": {
                "allow": { "net": ["tcp:443"], "read": ["~/Notes/a"], "write": ["$XDG_RUNTIME_DIR"] },
                "deny": { "run": true } } } }
            """)
        #expect(
            some.notAllowed == [
                PermissionRequest(.init(ports: [80]), reason: "To fetch"),
                PermissionRequest(.init(read: ["/a"]), reason: "To list"),
                PermissionRequest(.init(environment: ["LANG"]), reason: "To greet"),
            ])
        #expect(some.denied == Permissions(run: true))
        #expect(some.effective == Permissions(ports: [443], read: ["/home/x/Notes/a"]))
    }

    @Test("what is allowed and not asked for is listed; an allowed write counts where reading is asked for")
    func notAsked() throws {
        let permissions = try permissions(
            """
            { "features": { "notes": { "allow": {
                "net": ["tcp:443", "tcp:22"], "read": ["/b", "~", "$XDG_RUNTIME_DIR/n"], "write": ["/a/c", "/d"], "run": true,
                "env": ["HOME", "LANG"] } } } }
            """)
        #expect(
            permissions.notAsked
                == Permissions(ports: [22], read: ["$XDG_RUNTIME_DIR/n", "/b"], write: ["/d"], environment: ["HOME"]))
    }

    @Test("a directory is withdrawn where a path in it is denied, and not where it is denied itself")
    func withdrawals() throws {
        func withdrawals(_ deny: String) throws -> [FeaturePermissions.Withdrawal] {
            try permissions(
                #"{ "features": { "notes": { "allow": { "read": ["~"], "write": ["/a"] }, "deny": \#(deny) } } }"#
            ).withdrawals
        }
        #expect(
            try withdrawals(#"{ "read": ["~/Notes/secret"] }"#)
                == [.init(kind: .read, path: "/home/x/Notes", denied: "~/Notes/secret")])
        #expect(try withdrawals(#"{ "read": ["~/.ssh"] }"#) == [])
        #expect(try withdrawals(#"{ "read": ["~/Notes", "~/Notes/secret"] }"#) == [])
        #expect(try withdrawals(#"{ "write": ["/a/b"] }"#) == [])
        let port =
            #"{ "features": { "notes": { "allow": { "net": ["tcp:443"] }, "deny": { "net": ["a.b:443", "a.b:80"] } } } }"#
        #expect(try permissions(port).withdrawals == [.init(kind: .net, path: "tcp:443", denied: "a.b:443")])
    }

    @Test(
        "the advice has the whole 'allow' to write, and where",
        arguments: [
            (#"{}"#, #"write "features": {"notes": {"allow": {"net": ["tcp:80", "tcp:443"]}}} in the wiring file"#),
            (
                #"{ "features": { "home": {} } }"#,
                #"add "notes": {"allow": {"net": ["tcp:80", "tcp:443"]}} to "features""#
            ),
            (
                #"{ "features": { "notes": { "deadline": "1s" } } }"#,
                #"add "allow": {"net": ["tcp:80", "tcp:443"]} to "notes" in "features""#
            ),
            (
                #"{ "features": { "notes": { "allow": { "run": true, "net": ["tcp:80"], "read": ["~/a"] } } } }"#,
                #"write "allow": {"net": ["tcp:80", "tcp:443"], "read": ["~/a"], "run": true} for "notes" in "features""#
            ),
        ])
    func advice(wiring: String, advice: String) throws {
        #expect(try permissions(wiring).advice(toAllow: .init(ports: [80, 443])) == advice)
    }

    @Test(
        "a refused connection says why, and what to write",
        arguments: [
            (
                "{}", "a.b:443",
                #"to allow it, write "features": {"notes": {"allow": {"net": ["a.b:443"]}}} in the wiring file"#
            ),
            (
                "{}", "nas:443",
                #"to allow it, write "features": {"notes": {"allow": {"net": ["tcp:443"]}}} in the wiring file"#
            ),
            ("{}", "a.b:22", #"its manifest does not ask for it by "net" in "permissions""#),
            (
                #"{ "features": { "notes": { "allow": { "net": ["tcp:443"] }, "deny": { "net": ["a.b:443"] } } } }"#,
                "a.b:443", "the wiring file denies it"
            ),
            (#"{ "features": { "notes": { "allow": { "net": ["a.b:443"] } } } }"#, "a.b:443", nil),
        ] as [(String, String, String?)])
    func refusedConnection(wiring: String, address: String, reason: String?) throws {
        let parts = address.split(separator: ":").map(String.init)
        let endpoint = try #require(Endpoint(host: parts[0], port: UInt16(parts[1]) ?? 0))
        #expect(
            try permissions(wiring).refusal(of: endpoint)
                == reason.map { "'notes' may not connect to '\(address)': \($0)" })
    }

    @Test("of the origins, what is not allowed, not asked for, denied and withdrawn is listed")
    func origins() throws {
        func origins(_ texts: String...) throws -> Permissions {
            Permissions(origins: Set(try texts.map { text in try OriginPattern(text) }))
        }
        let permissions = try permissions(
            """
            { "features": { "notes": {
                "allow": { "net": ["https://*.a.org", "https://x.b.org", "https://y.org", "tcp:443"] },
                "deny": { "net": ["https://secret.a.org", "https://*.c.org"] } } } }
            """,
            asking: #""https://*.a.org", "https://*.b.org", "https://one.c.org", "https://two.org""#)
        #expect(try permissions.notAllowed.map(\.permissions) == [origins("https://two.org")])
        #expect(try permissions.notAsked == origins("https://y.org").union(Permissions(ports: [443])))
        #expect(try permissions.denied == origins("https://one.c.org"))
        #expect(try permissions.effective == origins("https://x.b.org"))
        #expect(!permissions.effective.usesNetwork)
        #expect(
            permissions.withdrawals == [.init(kind: .net, path: "https://*.a.org", denied: "https://secret.a.org")])
    }

    @Test(
        "a refused origin says why, and what to write",
        arguments: [
            (
                "{}", "https://api.a.org",
                #"to allow it, write "features": {"notes": {"allow": {"net": ["https://api.a.org"]}}} in the wiring file"#
            ),
            ("{}", "https://b.org", #"its manifest does not ask for it by "net" in "permissions""#),
            ("{}", "http://api.a.org", #"its manifest does not ask for it by "net" in "permissions""#),
            (
                #"{ "features": { "notes": { "allow": { "net": ["tcp:443", "api.a.org:443"] } } } }"#,
                "https://api.a.org",
                #"to allow it, write "allow": {"net": ["tcp:443", "api.a.org:443", "https://api.a.org"]} for "notes" in "#
                    + #""features""#
            ),
            (
                #"{ "features": { "notes": { "allow": { "net": ["https://*.a.org"] }, "deny": { "net": ["https://*.a.org"] } } } }"#,
                "https://api.a.org", "the wiring file denies it"
            ),
            (
                #"{ "features": { "notes": { "allow": { "net": ["https://*.a.org"] }, "deny": { "net": ["https://x.a.org"] } } } }"#,
                "https://api.a.org",
                #"to allow it, write "allow": {"net": ["https://*.a.org", "https://api.a.org"]} for "notes" in "features""#
            ),
            (#"{ "features": { "notes": { "allow": { "net": ["https://*.a.org"] } } } }"#, "https://api.a.org", nil),
            (#"{ "features": { "notes": { "allow": { "net": ["https://api.a.org"] } } } }"#, "https://api.a.org", nil),
        ] as [(String, String, String?)])
    func refusedOrigin(wiring: String, origin: String, reason: String?) throws {
        #expect(
            try permissions(wiring, asking: #""https://*.a.org""#).refusal(of: Origin(origin))
                == reason.map { "'notes' may not ask '\(origin)': \($0)" })
    }

    @Test("without a wiring file, the advice is to write one")
    func adviceWithoutFile() throws {
        let manifest = try Manifest(parsing: Array(#"{ "manifest": 1, "id": "notes" }"#.utf8))
        let permissions = FeaturePermissions(of: manifest, wiring: .empty, in: Self.home)
        #expect(
            permissions.advice(toAllow: .init(run: true))
                == #"write ./switchyard.jsonc with {"features": {"notes": {"allow": {"run": true}}}}, "#
                + "or name a wiring file by --config")
    }
}
