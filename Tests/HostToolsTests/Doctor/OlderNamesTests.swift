import FeatureContract
import Testing

@testable import HostCore
@testable import HostTestSupport
@testable import HostTools

@Suite("Older names of routes, and deprecated routes")
struct OlderNamesTests {
    private static let shop = """
        {
            "id": "shop",
            "incoming": [
                { "name": "item", "arguments": [{ "name": "id", "type": "int" }], "was": ["product", "thing"] },
                { "name": "list", "deprecated": "Use 'item'." }
            ],
            "outgoing": [{ "name": "help", "was": ["support"] }]
        }
        """
    private static let auth = """
        {
            "id": "auth",
            "incoming": [{ "name": "login", "arguments": [{ "name": "next", "type": "string", "optional": true }],
                "was": ["signIn"] }],
            "sends": [{ "name": "Paid", "type": "bool" }]
        }
        """
    private static let desk = """
        { "id": "desk", "incoming": [{ "name": "answers" }], "outgoing": [{ "name": "buy", "arguments": [{ "name": "id", "type": "int" }] }] }
        """

    @Test(
        "a destination with an older name is the place of the route as it is called now",
        arguments: [
            ("shop/product?id=7", "shop/item?id=7"), ("shop/thing?id=7", "shop/item?id=7"),
            ("shop/support", "shop/help"),
        ])
    func places(text: String, expected: String) throws {
        #expect(try catalog([Self.shop]).place(text).text == expected)
    }

    @Test(
        "a redirect with an older name on either side leads on, and has no errors",
        arguments: [
            (#""desk/buy?id={i}": "shop/product?id={i}""#, "desk/buy?id=3", "shop/item?id=3"),
            (#""shop/support": "desk/answers""#, "shop/help", "desk/answers"),
            (#""shop/product?id=1": "desk/answers""#, "shop/thing?id=1", "desk/answers"),
        ])
    func redirects(rule: String, start: String, end: String) throws {
        let catalog = try catalog([Self.shop, Self.desk])
        let wiring = try wiring("{ \"redirects\": { \(rule) } }").withPresentNames(in: catalog)
        #expect(WiringCheck(wiring, catalog: catalog).findings().filter { $0.severity == .error } == [])
        #expect(try Redirector(wiring, catalog: catalog).resolve(catalog.place(start)).end.text == end)
    }

    @Test("a requirement and an 'else' with an older name are about the route as it is called now")
    func conditions() throws {
        let catalog = try catalog([Self.shop, Self.desk, Self.auth])
        let written = try wiring(
            """
            { "conditions": { "paid": { "from": "auth/Paid", "else": "auth/signIn?next=a%3Fb" } },
              "requires": { "shop/product": "paid", "shop/list": "paid", "desk": "paid" } }
            """)
        let wiring = written.withPresentNames(in: catalog)
        let findings = WiringCheck(wiring, catalog: catalog).findings()
        #expect(findings.allSatisfy { $0.code == .destinationUnconnected }, "\(findings)")
        #expect(wiring.conditions.map(\.otherwise) == ["auth/login?next=a%3Fb"])
        #expect(wiring.requirements.map(\.route) == ["item", "list", nil])
        #expect(wiring.requirements.map(\.key) == ["shop/product", "shop/list", "desk"])
        let planner = Planner(catalog: catalog, wiring: wiring)
        let hold = try #require(planner.hold(on: catalog.place("shop/item?id=7"), [:]))
        #expect(hold.requirement.key == "shop/product")
        #expect(try hold.shown.get().end.text == "auth/login?next=a%3Fb")
        #expect(try planner.hold(on: catalog.place("shop/thing?id=7"), ["paid": true]) == nil)
    }

    @Test("redirects and conditions with an older name of a checkpoint or a value are about the one of today")
    func sharedNames() throws {
        let picker = """
            {
                "id": "picker", "checkpoints": [{ "name": "picked", "type": "int", "was": ["chosen"] }],
                "receives": [{ "name": "Note", "type": "string", "was": ["Memo"] }],
                "sends": [{ "name": "Ready", "type": "bool", "was": ["Done"] }]
            }
            """
        let user = """
            {
                "id": "user", "incoming": [{ "name": "start" }],
                "returns": [{ "name": "back", "type": "int", "was": ["home"] }],
                "sends": [{ "name": "Words", "type": "string" }]
            }
            """
        let catalog = try catalog([picker, user])
        let written = try wiring(
            """
            { "redirects": {
                "user/home": "picker/chosen",
                "user/Words": "picker/Memo" },
              "conditions": { "ready": { "from": "picker/Done", "else": "user/start" } } }
            """)
        let wiring = written.withPresentNames(in: catalog)
        #expect(WiringCheck(wiring, catalog: catalog).findings() == [])
        let redirector = Redirector(wiring, catalog: catalog)
        #expect(
            try redirector.resolve(.checkpoint, "back", of: "user").map(\.chain) == [["user/back", "picker/picked"]])
        #expect(try redirector.resolve(.value, "Words", of: "user").map(\.chain) == [["user/Words", "picker/Note"]])
        #expect(wiring.conditionsSet(by: "picker", sending: "Ready").map(\.name) == ["ready"])
        #expect(
            RouteFindings.outdated(catalog, written).map { "\($0) -> \($0.fix)" } == [
                "note: switchyard.jsonc, line 2, column 18: redirects.\"user/home\": 'user/home' is an older name of "
                    + "'user/back' -> write 'user/back'",
                "note: switchyard.jsonc, line 2, column 18: redirects.\"user/home\": 'picker/chosen' is an older name of "
                    + "'picker/picked' -> write 'picker/picked'",
                "note: switchyard.jsonc, line 3, column 19: redirects.\"user/Words\": 'picker/Memo' is an older name of "
                    + "'picker/Note' -> write 'picker/Note'",
                "note: switchyard.jsonc, line 4, column 38: conditions.ready.from: 'picker/Done' is an older name of "
                    + "'picker/Ready' -> write 'picker/Ready'",
            ])
    }

    @Test("a rule that requires a condition of itself through older names is a cycle")
    func cycle() throws {
        let catalog = try catalog([Self.auth])
        let wiring = try wiring(
            """
            { "conditions": { "paid": { "from": "auth/Paid", "else": "auth/login" } },
              "requires": { "auth/signIn": "paid" } }
            """
        ).withPresentNames(in: catalog)
        #expect(WiringCheck(wiring, catalog: catalog).findings().map(\.code).contains(.conditionCyclic))
    }

    @Test("a loop through an older name is found")
    func loop() throws {
        let catalog = try catalog([Self.shop])
        let wiring = try wiring(#"{ "redirects": { "shop/product?id={i}": "shop/thing?id={i}" } }"#)
            .withPresentNames(in: catalog)
        #expect(WiringCheck(wiring, catalog: catalog).findings().map(\.code).contains(.redirectCyclic))
    }

    @Test("doctor names each older name and each deprecated route in the wiring, with its place")
    func findings() throws {
        let catalog = try catalog([Self.shop, Self.desk, Self.auth])
        let wiring = try wiring(
            """
            { "tabs": [{ "name": "a", "root": "shop/thing?id=1" }, { "name": "b", "root": "shop/list" }],
              "redirects": {
                "desk/buy?id={i}": "shop/product?id={i}",
                "shop/support": "desk/answers" },
              "conditions": { "paid": { "from": "auth/Paid", "else": "auth/signIn" } },
              "requires": { "shop/product": "paid", "shop/list": "paid" } }
            """)
        #expect(
            RouteFindings.outdated(catalog, wiring).map { "\($0) -> \($0.fix)" } == [
                "note: switchyard.jsonc, line 1, column 35: tabs[0].root: 'shop/thing' is an older name of 'shop/item' "
                    + "-> write 'shop/item'",
                "warning: switchyard.jsonc, line 1, column 79: tabs[1].root: 'shop/list' is deprecated: Use 'item'. "
                    + "-> lead to another destination, which 'switchyard routes shop' shows",
                "note: switchyard.jsonc, line 5, column 58: conditions.paid.else: 'auth/signIn' is an older name of "
                    + "'auth/login' -> write 'auth/login'",
                "note: switchyard.jsonc, line 3, column 24: redirects.\"desk/buy?id={i}\": 'shop/product' is an older "
                    + "name of 'shop/item' -> write 'shop/item'",
                "note: switchyard.jsonc, line 4, column 21: redirects.\"shop/support\": 'shop/support' is an older name "
                    + "of 'shop/help' -> write 'shop/help'",
                "note: switchyard.jsonc, line 6, column 33: requires.\"shop/product\": 'shop/product' is an older name "
                    + "of 'shop/item' -> write 'shop/item'",
            ])
    }

    @Test("a wiring without older names and deprecated routes has no such findings")
    func none() throws {
        let catalog = try catalog([Self.shop, Self.desk])
        let wiring = try wiring(#"{ "root": "shop/item?id=1", "redirects": { "shop/help": "desk/answers" } }"#)
        #expect(RouteFindings.outdated(catalog, wiring) == [])
    }
}
