import FeatureContract
import HostSystem
import Testing

@testable import HostCore
@testable import HostTestSupport
@testable import HostTools

@Suite("The findings about the wiring, the links and the routes")
struct WiringFindingsTests {
    static let app = """
        {
            "id": "app", "main": "start",
            "incoming": [
                { "name": "start" }, { "name": "page", "arguments": [{ "name": "number", "type": "int" }] },
                { "name": "word", "arguments": [{ "name": "text", "type": "string" }] }
            ],
            "outgoing": [
                { "name": "help" }, { "name": "item", "arguments": [{ "name": "id", "type": "int" }] },
                { "name": "more" }
            ],
            "links": [{ "scheme": "app", "host": "app", "pattern": "/page/{number}", "route": "page" }],
            "checkpoints": [{ "name": "here" }], "returns": [{ "name": "there" }],
            "receives": [{ "name": "count", "type": "int" }], "sends": [{ "name": "total", "type": "int" }]
        }
        """

    /// Rules that connect all parts of ``app``; a test replaces one.
    private static let rules = [
        "app/help": "\"app/start\"", "app/item?id={i}": "\"app/page?number={i}\"", "app/more": "\"app/word?text=x\"",
        "app/there": "\"app/here\"", "app/total": "\"app/count\"",
    ]

    private func wiringText(_ rule: String, without key: String = "", _ more: String = "") -> String {
        let others = Self.rules.filter { $0.key != key }.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }
        let rules = (others + [rule]).filter { !$0.isEmpty }
        return "{\n\(more.isEmpty ? "" : more + ",\n")\"redirects\": {\n\(rules.joined(separator: ",\n"))\n} }"
    }

    /// All findings about an app with this wiring.
    private func findings(_ text: String, features: [String] = [app]) throws -> [Finding] {
        let (wiring, catalog) = (try wiring(text), try catalog(features))
        return WiringCheck(wiring, catalog: catalog).findings()
            + WiringFindings.absent(wiring, catalog) + WiringFindings.inline(wiring, catalog)
            + catalog.features().flatMap { LinkFindings.refusedSchemes(of: $0.manifest, wiring) }
            + RouteFindings.unreachable(catalog, wiring)
    }

    @Test("a wiring that connects everything has no findings")
    func good() throws {
        #expect(try findings(wiringText("")) == [])
    }

    @Test(
        "each fault in the wiring has its own code, severity, line and fix",
        arguments: [
            ("app/help", "\"app/lost\"", .error, "redirect-dangling", "'switchyard routes' shows"),
            ("app/help", "\"app/page\"", .error, "redirect-ill-typed", "names and types"),
            ("app/item?id={i}", "\"app/word?text={i}\"", .error, "redirect-ill-typed", "names and types"),
            ("app/help", "\"app/help\"", .error, "redirect-cyclic", "lead elsewhere"),
            ("app/help", "[\"app/start\", \"app/word\"]", .error, "redirect-ill-formed", "switchyard.jsonc(5)"),
            ("app/help", "\"music/play\"", .warning, "feature-absent", "copy its library into a plugins directory"),
            ("app/there", "\"app/lost\"", .error, "redirect-dangling", "'switchyard routes' shows"),
            ("app/total", "\"app/here\"", .error, "redirect-dangling", "'switchyard routes' shows"),
        ] as [(String, String, Finding.Severity, String, String)])
    func rules(key: String, target: String, severity: Finding.Severity, code: String, fix: String) throws {
        let text = wiringText("\"\(key)\": \(target)", without: key)
        let found = try findings(text).filter { $0.severity != .note }
        let finding = try #require(found.first)
        #expect(found.allSatisfy { $0.code.rawValue == code }, "\(found)")
        #expect(finding.severity == severity)
        #expect(finding.subject.hasPrefix("redirects.\"\(key)\""))
        #expect(finding.place?.file == "switchyard.jsonc")
        let line = text.split(separator: "\n").firstIndex { $0.hasPrefix("\"\(key)\"") }.map { $0 + 1 }
        #expect(finding.place?.line == line)
        #expect(finding.fix.contains(fix), "\(finding.fix)")
    }

    @Test("a chain of too many redirects is an error")
    func tooLong() throws {
        let found = try findings(
            "{ \"redirects\": { \(Redirects.chain(6)) } }", features: [Redirects.features])
        #expect(found.first { $0.severity == .error }?.code.rawValue == "redirect-too-long")
    }

    @Test(
        "an unconnected destination, checkpoint or value is a warning with the line to write, and where",
        arguments: [
            ("app/more", "destination-unconnected", "'app/more' is not connected", "\"app/more\": \"FEATURE/ROUTE\""),
            (
                "app/item?id={i}", "destination-unconnected", "'app/item' is not connected",
                "\"app/item?id={id}\": \"FEATURE/ROUTE?id={id}\""
            ),
            (
                "app/there", "checkpoint-unconnected", "the checkpoint 'app/there' is not connected",
                "\"app/there\": \"FEATURE/CHECKPOINT\""
            ),
            (
                "app/total", "value-unconnected", "the value 'app/total' is not connected",
                "\"app/total\": \"FEATURE/VALUE\""
            ),
        ])
    func unconnected(key: String, code: String, message: String, rule: String) throws {
        let found = try findings(wiringText("", without: key)).filter { $0.severity != .note }
        #expect(found.map(\.description) == ["warning: switchyard.jsonc, line 2, column 14: \(message)"])
        #expect(found.map(\.code.rawValue) == [code])
        #expect(found.map(\.fix) == ["add \(rule) to \"redirects\""])
    }

    @Test("the fix for a missing wiring file is to write one")
    func noFile() throws {
        let catalog = try catalog([Self.app])
        let found = WiringCheck(.empty, catalog: catalog).findings()
        #expect(found.count == 5)
        #expect(
            found.allSatisfy { $0.place == nil && $0.fix.hasPrefix("write ./switchyard.jsonc with {\"redirects\": ") })
    }

    @Test(
        "a root that cannot be shown is an error, and a root of a missing feature is a warning",
        arguments: [
            ("\"root\": \"app/lost\"", .error, "root-dangling"), ("\"root\": \"music\"", .warning, "feature-absent"),
        ] as [(String, Finding.Severity, String)])
    func roots(member: String, severity: Finding.Severity, code: String) throws {
        let found = try findings(wiringText("", member))
        #expect(found.map(\.severity) == [severity])
        #expect(found.map(\.code.rawValue) == [code])
        #expect(found.first?.place?.line == 2)
    }

    @Test("a destination that a condition shows instead is led to, and any other one that nothing leads to is noted")
    func unreachable() throws {
        let gate = """
            { "id": "gate", "incoming": [{ "name": "key" }, { "name": "attic" }],
              "sends": [{ "name": "Open", "type": "bool" }] }
            """
        let found = try findings(
            #"{ "root": "gate", "conditions": { "open": { "from": "gate/Open", "else": "gate/key" } } }"#,
            features: [gate])
        #expect(found.filter { $0.code == .routeUnreachable }.map(\.subject) == ["gate/attic"])
    }

    @Test("an entry for a missing feature is a warning at its line")
    func absent() throws {
        let found = try findings(
            wiringText(
                "\"music/play\": \"app/start\"",
                "\"features\": { \"radio\": {}, \"ap\": {}, \"app\": { \"isolation\": \"inline\" } }"))
        #expect(
            found.map { "\($0.code) \($0.place?.line ?? 0) \($0.subject)" } == [
                "feature-absent 2 features.ap", "feature-absent 9 redirects.\"music/play\"",
                "feature-absent 2 features.radio", "runs-inline 2 app",
            ])
        #expect(found[0].message.contains("did you mean 'app'?"))
        #expect(
            found[1].message
                == "redirects.\"music/play\": no feature 'music' is installed, so nothing takes this redirect")
        #expect(found.map(\.severity) == [.warning, .warning, .warning, .note])
    }

    @Test("a scheme that the wiring refuses is a warning at its schemes")
    func schemes() throws {
        let found = try findings(wiringText("", "\"schemes\": [\"other\"]"))
        #expect(found.map(\.code.rawValue) == ["scheme-refused"])
        #expect(found.first?.place?.line == 2)
        #expect(found.first?.message == "links of the scheme 'app' are refused, and 'app' has such links")
        #expect(found.first?.fix.hasPrefix("add \"app\" to \"schemes\"") == true)
    }

    @Test("a fault in the wiring file itself is an error at its place, or at the file as a whole")
    func broken() {
        func broken(_ text: String) -> [Finding] {
            do throws(WiringError) {
                _ = try Wiring.parse(Array(text.utf8), path: "w.jsonc")
                return []
            } catch {
                return WiringFindings.broken(error)
            }
        }
        #expect(broken("{\n  \"root\" 3\n}").map(\.place?.description) == ["w.jsonc, line 2, column 10"])
        #expect(broken("{\n  \"root\" 3\n}").map(\.code.rawValue) == ["wiring-malformed"])
        let several = broken("{ \"rot\": 1,\n\"links\": 2 }")
        #expect(
            several.map(\.description) == [
                "error: w.jsonc, line 1, column 3: rot: unknown key 'rot'; did you mean 'root'?",
                "error: w.jsonc, line 2, column 10: links: expected a string, found a number",
            ])
        #expect(several.allSatisfy { $0.code.rawValue == "wiring-malformed" && $0.fix.contains("switchyard.jsonc(5)") })
        let missing = WiringError(
            path: "w.jsonc", problem: .notReadable(SystemError(code: 2, operation: "open")))
        #expect(
            WiringFindings.broken(missing).map(\.description)
                == ["error: w.jsonc: the wiring file cannot be read: No such file or directory"])
        #expect(WiringFindings.broken(missing).map(\.code.rawValue) == ["wiring-unreadable"])
    }

    @Test(
        "a setting that a feature does not declare, or declares of another type, is a warning at its place",
        arguments: [
            (#""greeting": "a", "size": 2, "ratio": 1, "tags": ["x"], "far": { "on": true }, "free": [1]"#, []),
            (
                #""greting": "a""#,
                [
                    "setting-unknown 2:30 features.app.settings.greting: unknown key 'greting'; did you mean 'greeting'?"
                ]
            ),
            (
                #""size": "2""#,
                [
                    "setting-ill-typed 2:38 features.app.settings.size: expected a value of the type int, found a string"
                ]
            ),
            (
                #""tags": ["x", 1], "far": { "onn": true, "on": 1 }"#,
                [
                    "setting-ill-typed 2:38 features.app.settings.tags: expected a value of the type [string], found an "
                        + "array",
                    "setting-unknown 2:57 features.app.settings.far.onn: unknown key 'onn'; did you mean 'on'?",
                    "setting-ill-typed 2:76 features.app.settings.far.on: expected a value of the type bool, found a "
                        + "number",
                ]
            ),
            (
                #""far": 3"#,
                ["setting-ill-typed 2:37 features.app.settings.far: expected an object, found a number"]
            ),
        ])
    func settings(members: String, findings: [String]) throws {
        let app = """
            { "id": "app", "settings": [
                { "name": "greeting", "type": "string" }, { "name": "size", "type": "int" },
                { "name": "ratio", "type": "double" }, { "name": "tags", "type": "[string]" },
                { "name": "far", "settings": [{ "name": "on", "type": "bool" }] }, { "name": "free" }
            ] }
            """
        let wiring = try wiring("{ \"features\": {\n  \"app\": { \"settings\": {     \(members) } } } }")
        let found = WiringFindings.settings(wiring, try catalog([app]))
        #expect(
            found.map { "\($0.code) \($0.place?.line ?? 0):\($0.place?.column ?? 0) \($0.message)" } == findings)
        #expect(found.allSatisfy { $0.severity == .warning })
        // A feature that declares no settings may take any.
        #expect(WiringFindings.settings(wiring, try catalog([#"{ "id": "app" }"#])) == [])
    }

    // MARK: Links

    private func feature(_ id: String, _ pattern: String, _ more: String = "") -> String {
        """
        {
            "id": "\(id)", "incoming": [{ "name": "page", "arguments": [{ "name": "n", "type": "int" }] }],
            "links": [{ "scheme": "app", "host": "x", "pattern": "\(pattern)", "route": "page" }]\(more)
        }
        """
    }

    @Test("two features whose patterns match a common link are an error with such a link and both files")
    func conflicts() throws {
        let same = try catalog([feature("one", "/page/{n}"), feature("two", "/page/{n}")])
        let found = LinkFindings.conflicts(same.links().conflicts, same)
        #expect(found.map(\.code.rawValue) == ["link-conflict"])
        #expect(
            found.first?.description
                == "error: /plugins/one.so: the link app://x/page/1 is refused, since app://x/page/{n} of 'one' and "
                + "app://x/page/{n} of 'two' (/plugins/two.so) match it alike")
        let other = try catalog([feature("one", "/page/{n}"), feature("two", "/p/{n}")])
        #expect(LinkFindings.conflicts(other.links().conflicts, other) == [])
    }

    @Test("two features that resolve links of one host in code are a note with their order")
    func claims() throws {
        let claim = #", "customLinks": [{ "scheme": "app", "host": "x" }]"#
        let found = LinkFindings.sharedClaims(
            try catalog([feature("two", "/b/{n}", claim), feature("one", "/a/{n}", claim)]))
        #expect(found.map(\.code.rawValue) == ["link-claim-shared"])
        #expect(found.first?.message.hasSuffix("asked in this order: 'one', 'two'") == true)
        #expect(LinkFindings.sharedClaims(try catalog([feature("one", "/a/{n}", claim)])) == [])
    }

    // MARK: Routes

    @Test(
        "a link, a redirect, a root, the main screen or its feature's code makes a route reachable",
        arguments: [
            ("", "{}", ["app/a", "app/b"]),
            (#""main": "a""#, "{}", ["app/b"]),
            (#""links": [{ "scheme": "s", "host": "h", "pattern": "/a", "route": "a" }]"#, "{}", ["app/b"]),
            (
                #""links": [{ "scheme": "s", "host": "h", "pattern": "/a", "route": "a" }]"#, #"{ "schemes": ["t"] }"#,
                ["app/a", "app/b"]
            ),
            (#""customLinks": [{ "scheme": "s", "host": "h" }]"#, "{}", []),
            (#""customLinks": [{ "scheme": "s", "host": "h" }]"#, #"{ "schemes": [] }"#, ["app/a", "app/b"]),
            ("", #"{ "root": "app/a" }"#, ["app/b"]),
            ("", #"{ "root": "app" }"#, ["app/a", "app/b"]),
            ("", #"{ "tabs": [{ "name": "x", "root": "app/b" }] }"#, ["app/a"]),
            (#""outgoing": [{ "name": "o" }]"#, #"{ "redirects": { "app/o": "app/b" } }"#, ["app/a"]),
        ])
    func unreachable(member: String, wiringText: String, routes: [String]) throws {
        let more = member.isEmpty ? "" : ", \(member)"
        let catalog = try catalog([#"{ "id": "app", "incoming": [{ "name": "a" }, { "name": "b" }]\#(more) }"#])
        let found = RouteFindings.unreachable(catalog, try wiring(wiringText))
        #expect(found.map(\.subject) == routes)
        #expect(found.allSatisfy { $0.code.rawValue == "route-unreachable" && $0.severity == .note })
        #expect(found.allSatisfy { $0.place == .init("/plugins/app.so") })
    }

    @Test("a parent of another route is reachable")
    func parents() throws {
        let catalog = try catalog([
            #"{ "id": "app", "incoming": [{ "name": "a" }, { "name": "b", "parents": ["a"] }] }"#
        ])
        #expect(RouteFindings.unreachable(catalog, .empty).map(\.subject) == ["app/b"])
    }
}
