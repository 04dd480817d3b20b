import FeatureContract
import Testing

@testable import HostCore
@testable import HostTestSupport

@Suite("The check of the whole wiring")
struct WiringCheckTests {
    /// Features with all that the check covers: types, optional arguments, lists, two features that meet.
    static let shop = """
        {
            "id": "shop", "incoming": [{ "name": "list" }],
            "outgoing": [
                { "name": "item", "arguments": [{ "name": "id", "type": "int" }] },
                { "name": "search", "arguments": [{ "name": "text", "type": "string", "optional": true }] },
                { "name": "help" }
            ]
        }
        """

    static let books = """
        {
            "id": "books",
            "incoming": [
                { "name": "all" }, { "name": "book", "arguments": [{ "name": "number", "type": "int" }] },
                { "name": "find", "arguments": [{ "name": "text", "type": "string" }] },
                { "name": "maybe", "arguments": [{ "name": "text", "type": "string", "optional": true }] },
                { "name": "tags", "arguments": [{ "name": "tag", "type": "[string]" }] }
            ],
            "outgoing": [{ "name": "loan", "arguments": [{ "name": "number", "type": "int" }] }]
        }
        """

    /// Rules that connect everything, so that a test finds only its own fault.
    static let connected = [
        #""shop/item?id={i}": "books/book?number={i}""#, #""shop/search?text={t}": "books/maybe?text={t}""#,
        #""shop/help": "shop/list""#, #""books/loan": "books/all""#,
    ]

    private func findings(_ text: String, features: [String] = [shop, books]) throws -> [Finding] {
        WiringCheck(try wiring(text), catalog: try catalog(features)).findings()
    }

    /// The rules of ``connected``, with this rule in place of the one for the same route.
    private func replacing(_ rule: String) -> String {
        let route = rule.prefix { $0 != "?" }.dropFirst().prefix { $0 != "\"" }
        let others = Self.connected.filter { !$0.dropFirst().hasPrefix(route) }
        return "{ \"redirects\": {\n\((others + [rule]).joined(separator: ",\n"))\n} }"
    }

    @Test("a good wiring has no findings")
    func good() throws {
        let wiring = "{ \"root\": \"shop\", \"redirects\": { \(Self.connected.joined(separator: ", ")) } }"
        #expect(try findings(wiring) == [])
    }

    @Test(
        "a rule that cannot work is an error with its line, its column and the reason",
        arguments: [
            (
                #""shop/help": "books/al""#, 14,
                "the redirect leads nowhere, since the feature 'books' has no route 'al'; did you mean 'books/all'? "
                    + "(shop/help -> books/al)"
            ),
            (
                #""shop/halp": "books/all""#, 14,
                "'shop/halp' is no destination: the feature 'shop' has no route 'halp'; did you mean 'shop/help'?"
            ),
            (
                #""shop/item": "books/book""#, 14,
                "books/book needs the argument 'number' (int), and it is missing"
            ),
            (#""shop/help": "books/book?number=x""#, 14, "the argument 'number' of books/book is of type int, and 'x'"),
            (#""shop/help": "books/all?x=1""#, 14, "books/all takes no arguments, and 'x' was given"),
            (#""shop/item?id=x": "books/all""#, 19, "the argument 'id' of shop/item is of type int, and 'x' is not"),
            (#""shop/item?nr={i}": "books/all""#, 21, "shop/item has no argument 'nr'; it has 'id'"),
            (
                #""shop/item?id={i}": "books/find?text={i}""#, 21,
                "'{i}' is of type int in shop/item, and 'text' of books/find is of type string"
            ),
            (
                #""shop/search?text={t}": "books/find?text={t}""#, 25,
                "'{t}' may be missing in shop/search, and 'text' of books/find is required"
            ),
            (
                #""shop/search?text={t}": "books/tags?tag={t}""#, 25,
                "'{t}' is of type string in shop/search, and 'tag' of books/tags is of type [string]"
            ),
            (
                #""shop/item?id={i}": { "to": "books/book" }"#, 21,
                "books/book needs the argument 'number' (int), and it is missing"
            ),
        ])
    func errors(rule: String, column: Int, message: String) throws {
        let errors = try findings(replacing(rule)).filter { $0.severity == .error }
        #expect(errors.count == 1, "\(errors)")
        let finding = try #require(errors.first)
        let line = replacing(rule).split(separator: "\n").firstIndex { $0.hasPrefix(rule) }.map { $0 + 1 } ?? 0
        #expect(finding.place?.description == "switchyard.jsonc, line \(line), column \(column)")
        #expect(finding.message.hasPrefix("redirects.\"shop/"), "\(finding)")
        #expect(finding.message.contains(message), "\(finding)")
    }

    @Test(
        "a rule that leads to an unconnected outgoing destination is an error",
        arguments: [
            (#""shop/help": "books/loan?number=1""#, "shop/help -> books/loan?number=1")
        ])
    func outgoingEnd(rule: String, chain: String) throws {
        let findings = try findings("{ \"redirects\": { \(rule) } }").filter { $0.severity == .error }
        #expect(findings.count == 1)
        #expect(
            findings.first?.message.contains(
                "'books/loan' is itself an outgoing destination, and no redirect connects it: \(chain)") == true)
    }

    @Test(
        "a loop is found without any value of the arguments",
        arguments: [
            (
                [#""shop/help": "books/all""#, #""books/all": "shop/help""#],
                ["shop/help -> books/all -> shop/help", "books/all -> shop/help -> books/all"]
            ),
            ([#""shop/help": "shop/help""#], ["shop/help -> shop/help"]),
            (
                [#""shop/item?id={i}": "books/book?number={i}""#, #""books/book?number={n}": "shop/item?id={n}""#],
                ["shop/item?id={i} -> books/book?number={i} -> shop/item?id={i}"]
            ),
            // A literal makes a loop for 1 only, where the second rule leads.
            (
                [#""shop/item?id={i}": "books/book?number={i}""#, #""books/book?number=1": "shop/item?id=1""#],
                ["books/book?number=1 -> shop/item?id=1 -> books/book?number=1"]
            ),
            (
                [#""shop/item?id=1": "books/book?number=1""#, #""books/book?number=1": "shop/item?id=1""#],
                ["shop/item?id=1 -> books/book?number=1 -> shop/item?id=1"]
            ),
            ([#""shop/item?id={i}": "shop/item?id={i}""#], ["shop/item?id={i} -> shop/item?id={i}"]),
            // Two spellings of one integer.
            (
                [#""shop/item?id=-0": "books/book?number=00""#, #""books/book?number=0": "shop/item?id=0""#],
                ["shop/item?id=-0 -> books/book?number=00 -> shop/item?id=0"]
            ),
        ])
    func loops(rules: [String], chains: [String]) throws {
        let messages = try findings("{ \"redirects\": { \(rules.joined(separator: ", ")) } }")
            .filter { $0.severity == .error }.map(\.message)
        for chain in chains {
            #expect(
                messages.contains { $0.hasSuffix("the redirects go round in a loop: \(chain)") }, "\(messages)")
        }
    }

    @Test(
        "rules that only look like a loop are no finding",
        arguments: [
            [#""shop/item?id=1": "shop/item?id=2""#],
            [#""shop/item?id={i}": "shop/item?id=1""#, #""shop/item?id=1": "books/all""#],
            [#""shop/item?id=1": "books/book?number=1""#, #""books/book?number=2": "shop/item?id=1""#],
        ])
    func noLoops(rules: [String]) throws {
        let messages = try findings("{ \"redirects\": { \(rules.joined(separator: ", ")) } }").map(\.message)
        #expect(!messages.contains { $0.contains("loop") }, "\(messages)")
    }

    @Test("a chain of more than five redirects is found without following it")
    func tooLong() throws {
        func findings(_ count: Int) throws -> [String] {
            try self.findings(
                "{ \"redirects\": { \(Redirects.chain(count)) } }", features: [Redirects.features]
            ).map(\.message)
        }
        #expect(try findings(5) == [])
        let six = try findings(6)
        #expect(six.count == 1)
        #expect(six.first?.contains("more than 5 redirects in a row: app/r0 -> app/r1 -> ") == true)
    }

    @Test("an unconnected outgoing destination is a warning with a remedy")
    func unconnected() throws {
        let found = try findings("{}")
        #expect(found.map(\.severity) == [.warning, .warning, .warning, .warning])
        #expect(found.first?.message == "'books/loan' is not connected")
        #expect(
            found.first?.fix
                == #"add "books/loan?number={number}": "FEATURE/ROUTE?number={number}" to "redirects""#)
    }

    @Test(
        "the remedy for an unconnected destination works once its target is named",
        arguments: [("books/loan", "books/book"), ("shop/search", "books/maybe"), ("shop/help", "shop/list")])
    func pasted(name: String, target: String) throws {
        let finding = try #require(try findings("{}").first { $0.subject == name })
        let rule = finding.fix.dropFirst("add ".count).dropLast(" to \"redirects\"".count)
        #expect(try findings(replacing(String(rule).replacing("FEATURE/ROUTE", with: target))) == [])
    }

    @Test("a target of a missing feature is a warning, and a rule from a missing feature is no finding")
    func absent() throws {
        let found = try findings(
            "{ \"redirects\": { \(Self.connected.joined(separator: ", ")), \"music/play\": \"radio/play\" } }",
            features: [Self.shop])
        #expect(found.allSatisfy { $0.severity == .warning })
        #expect(
            found.map(\.message) == [
                "redirects.\"shop/item?id={i}\": the redirect leads nowhere, since no feature 'books' is installed: "
                    + "shop/item?id={i} -> books/book?number={i}",
                "redirects.\"shop/search?text={t}\": the redirect leads nowhere, since no feature 'books' is installed: "
                    + "shop/search?text={t} -> books/maybe?text={t}",
            ])
    }

    @Test(
        "the warning about a missing feature suggests an installed feature with a similar id",
        arguments: [
            (
                #"{ "root": "shops" }"#,
                [#"root: 'shops' cannot be shown: no feature 'shops' is installed; did you mean 'shop'?"#]
            ),
            (
                #"{ "tabs": [{ "name": "a", "root": "shop" }, { "name": "b", "root": "book/all" }] }"#,
                ["tabs[1].root: 'book/all' cannot be shown: no feature 'book' is installed; did you mean 'books'?"]
            ),
            (
                #"{ "root": "shop/help", "redirects": { "shop/help": "book/all" } }"#,
                [
                    "root: 'shop/help' cannot be shown: the redirect leads nowhere, since no feature 'book' is installed; "
                        + "did you mean 'books'? (shop/help -> book/all)",
                    #"redirects."shop/help": the redirect leads nowhere, since no feature 'book' is installed; did you "#
                        + "mean 'books'? (shop/help -> book/all)",
                ]
            ),
            (
                #"{ "redirects": { "shops/help": "books/all" } }"#,
                [
                    #"redirects."shops/help": 'shops/help' is no destination: no feature 'shops' is installed; did you "#
                        + "mean 'shop'?"
                ]
            ),
        ])
    func absentButNear(text: String, messages: [String]) throws {
        let found = try findings(text)
        let absent = found.filter { $0.code == .featureAbsent }
        #expect(absent.map(\.message) == messages)
        for finding in absent {
            let nearest = try #require(finding.message.firstMatch(of: /did you mean '(\w+)'/)?.1)
            #expect(finding.fix.hasPrefix("write '\(nearest)' if that is meant; else copy its library"))
        }
        #expect(found.allSatisfy { $0.severity == .warning })
    }

    @Test(
        "a root that cannot be shown is an error at its place, or a warning if its feature is missing",
        arguments: [
            (
                "{ \"root\": \"shop/lost\" }", Finding.Severity.error, "line 1, column 11",
                "root: 'shop/lost' cannot be shown"
            ),
            ("{ \"root\": \"books/book\" }", .error, "line 1, column 11", "needs the argument 'number'"),
            ("{ \"root\": \"books/book?number=x\" }", .error, "line 1, column 11", "is of type int, and 'x' is not"),
            (
                "{ \"root\": \"shop/help\" }", .error, "line 1, column 11",
                "an outgoing destination that no redirect connects"
            ),
            ("{ \"root\": \"music\" }", .warning, "line 1, column 11", "no feature 'music' is installed"),
            (
                "{ \"tabs\": [{ \"name\": \"a\", \"root\": \"shop\" },\n{ \"name\": \"b\", \"root\": \"books/al\" }] }",
                .error,
                "line 2, column 24", "tabs[1].root: 'books/al' cannot be shown"
            ),
            (
                "{ \"root\": \"shop/list\", \"redirects\": { \"shop/list\": \"shop/list\" } }", .error,
                "line 1, column 11",
                "root: the redirects go round in a loop: shop/list -> shop/list"
            ),
        ])
    func roots(text: String, severity: Finding.Severity, place: String, message: String) throws {
        let found = try #require(try findings(text).first)
        #expect(found.severity == severity)
        #expect(found.place?.description == "switchyard.jsonc, \(place)")
        #expect(found.message.contains(message), "\(found)")
    }

    @Test("a root that is redirected to a missing feature is a warning")
    func absentRoot() throws {
        let found = try findings(#"{ "root": "shop/help", "redirects": { "shop/help": "music/help" } }"#)
        #expect(found.first?.severity == .warning)
        #expect(found.first?.message.contains("no feature 'music' is installed") == true)
    }

    @Test("options for a missing feature are a warning only if its id is similar to another's")
    func options() throws {
        let found = try findings(
            "{ \"features\": { \"shpo\": {}, \"weather\": {}, \"shop\": {} },"
                + " \"redirects\": { \(Self.connected.joined(separator: ", ")) } }")
        #expect(found.map(\.message) == ["features.shpo: no feature 'shpo' is installed; did you mean 'shop'?"])
    }

    /// The text with 100 kB in place of each LONG.
    private func lengthened(_ text: String) -> String {
        text.replacing("LONG", with: String(repeating: "a", count: 100_000))
    }

    @Test(
        "a message about a rule with a key of 100 kB shows only the key's beginning",
        arguments: [
            #""shop/help?x=LONG": "books/all""#, #""shop/help": "books/all?x=LONG""#,
            #""shop/item?id=LONG": "books/all""#,
            #""shop/search?text=LONG": "shop/search?text=LONG""#, #""shop/search?text=LONG": "books/lost""#,
        ])
    func longKeys(rule: String) throws {
        let found = try findings(lengthened("{ \"redirects\": { \(rule) } }"))
        #expect(!found.isEmpty)
        #expect(found.allSatisfy { $0.description.utf8.count < 2500 })
    }

    @Test(
        "a message about an invalid file shows only the beginning of a text of 100 kB",
        arguments: [
            #"{ "redirects": { "x/y?LONG=1": "x" } }"#, #"{ "redirects": { "x/LONG": "x" } }"#,
            #"{ "redirects": { "x": "LONG/x" } }"#, #"{ "redirects": { "x": ["y", "x/LONG"] } }"#,
            #"{ "LONG": 1 }"#, #"{ "root": "LONG/LONG/" }"#, #"{ "redirects": { "ALONG": "x" } }"#,
            #"{ "redirects": { "x": "ALONG" } }"#, #"{ "redirects": { "x/y?LONG=1&LONG=1": "x" } }"#,
            #"{ "redirects": { "x": "y/z?a={LONG}" } }"#, #"{ "features": { "ALONG": {} } }"#,
            #"{ "redirects": { "x/y?a={a}": "x", "x/y?LONG={b}": "x" } }"#, #"{ "schemes": ["1LONG"] }"#,
            #"{ "tabs": [{ "name": "/LONG", "root": "x" }] }"#, #"{ "deadline": "LONG" }"#,
            #"{ "features": { "x": { "memory": "LONG" } } }"#, #"{ "links": "LONG" }"#,
        ])
    func longTexts(text: String) throws {
        let error = try #require(throws: WiringError.self) { try wiring(lengthened(text)) }
        #expect(error.description.utf8.count < 2500)
    }

    @Test("the first match among rules with several literals is followed to its end")
    func severalLiterals() throws {
        let books = """
            { "id": "books", "incoming": [{ "name": "book", "arguments": [
                { "name": "shelf", "type": "int" }, { "name": "number", "type": "int" }] }] }
            """
        let rules = (0..<30).map {
            #""books/book?shelf=1&number=\#($0)": "books/book?shelf=\#($0 % 2 + 1)&number=\#($0 + 1)""#
        }
        let wiring = try wiring("{ \"redirects\": { \(rules.joined(separator: ", ")) } }")
        let check = WiringCheck(wiring, catalog: try catalog([books]))
        for (number, rule) in wiring.redirects.enumerated() {
            // Every second rule leads to another rule, which leads to another shelf.
            #expect(check.chain(of: rule).count == (number % 2 == 0 && number < 29 ? 3 : 2), "\(rule.key)")
        }
        #expect(check.findings() == [])
    }

    @Test("the chain of a rule keeps the braces of its arguments, for every value")
    func chain() throws {
        let wiring = try wiring(
            #"{ "redirects": { "shop/item?id={i}": "books/book?number={i}", "books/book?number={n}": "books/loan?number={n}" } }"#
        )
        let check = WiringCheck(wiring, catalog: try catalog([Self.shop, Self.books]))
        #expect(
            check.chain(of: wiring.redirects[0]) == [
                "shop/item?id={i}", "books/book?number={i}", "books/loan?number={i}",
            ])
    }

    // MARK: Conditions

    private static let auth = """
        {
            "id": "auth", "incoming": [{ "name": "login" }, { "name": "pin" }], "outgoing": [{ "name": "away" }],
            "sends": [{ "name": "SignedIn", "type": "bool" }, { "name": "Name", "type": "string" }, { "name": "Done" }]
        }
        """

    /// Conditions and requirements, each with the findings of its mistakes: the code, and a part of the message.
    private nonisolated static let faultyConditions:
        [(
            conditions: String, requires: String,
            findings: [(code: Finding.Code, severity: Finding.Severity, text: String)]
        )] = [
            (#""a": { "from": "auth/SignedIn", "else": "auth/login" }"#, #""books/*": "a""#, []),
            (#""a": { "from": "auth/SignedIn", "else": "auth/login" }"#, #""books": "a", "books/book": ["a"]"#, []),
            (
                #""a": { "from": "auth/SignedIm", "else": "auth/login" }"#, "",
                [(.conditionDangling, .error, "'auth' sends no value 'SignedIm'; did you mean 'SignedIn'?")]
            ),
            (
                #""a": { "from": "auth/Other", "else": "auth/login" }"#, "",
                [(.conditionDangling, .error, "'auth' sends no value 'Other'; it sends 'SignedIn'")]
            ),
            (
                #""a": { "from": "auth/Name", "else": "auth/login" }"#, "",
                [(.conditionDangling, .error, "a condition is set by a bool, and 'auth/Name' is of type string")]
            ),
            (
                #""a": { "from": "auth/Done", "else": "auth/login" }"#, "",
                [(.conditionDangling, .error, "'auth/Done' has no value")]
            ),
            (
                #""a": { "from": "door/Open", "else": "auth/login" }"#, "",
                [(.featureAbsent, .warning, "nothing sets 'a', since no feature 'door' is installed")]
            ),
            (
                #""a": { "from": "auth/SignedIn", "else": "auth/logim" }"#, "",
                [(.conditionDangling, .error, "'auth/logim' cannot be shown")]
            ),
            (
                #""a": { "from": "auth/SignedIn", "else": "auth/away" }"#, "",
                [(.conditionDangling, .error, "'auth/away' is an outgoing destination that no redirect connects")]
            ),
            (
                #""a": { "from": "auth/SignedIn", "else": "door" }"#, "",
                [(.featureAbsent, .warning, "'door' cannot be shown")]
            ),
            (
                #""a": { "from": "auth/SignedIn", "else": "auth/login" }"#, #""auth/*": "a""#,
                [(.conditionCyclic, .error, "'auth/login' is shown while 'a' is false, and requires it")]
            ),
            (
                #""a": { "from": "auth/SignedIn", "else": "auth/login" }, "b": { "from": "auth/SignedIn", "else": "auth/pin" }"#,
                #""auth/login": "b", "auth/pin": "a""#,
                [
                    (.conditionCyclic, .error, "'auth/login' is shown while 'a' is false, and requires it"),
                    (.conditionCyclic, .error, "'auth/pin' is shown while 'b' is false, and requires it"),
                ]
            ),
            (
                #""a": { "from": "auth/SignedIn", "else": "auth/login" }"#, #""books/bok": "a""#,
                [
                    (
                        .requirementDangling, .error,
                        "'books' has no destination 'bok', so all of it requires it; did you mean 'books/book'?"
                    )
                ]
            ),
            (
                #""a": { "from": "auth/SignedIn", "else": "auth/login" }"#, #""books/loan": "a""#,
                [(.requirementDangling, .error, "'books/loan' is an outgoing destination")]
            ),
            (
                #""a": { "from": "auth/SignedIn", "else": "auth/login" }"#, #""book/*": "a""#,
                [(.featureAbsent, .warning, "did you mean 'books'?")]
            ),
        ]

    @Test("each mistake of a condition and of a requirement is found", arguments: faultyConditions)
    func conditions(
        conditions: String, requires: String,
        expected: [(code: Finding.Code, severity: Finding.Severity, text: String)]
    ) throws {
        let text = """
            { "conditions": { \(conditions) }, "requires": { \(requires) },
              "redirects": { \((Self.connected + [#""auth/Name": "auth/Name""#]).joined(separator: ",")) } }
            """
        let found = try findings(text, features: [Self.shop, Self.books, Self.auth]).filter {
            $0.subject.hasPrefix("conditions") || $0.subject.hasPrefix("requires")
        }
        #expect(found.map(\.code) == expected.map(\.code), "\(found.map(\.message))")
        for (finding, expected) in zip(found, expected) {
            #expect(finding.severity == expected.severity)
            #expect(finding.message.contains(expected.text), "\(finding.message)")
            #expect(finding.place?.line != nil)
        }
    }

    @Test("a value that sets a condition needs no redirect")
    func valueOfCondition() throws {
        let conditions = #""conditions": { "a": { "from": "auth/SignedIn", "else": "auth/login" } }"#
        let unconnected = try findings("{ \(conditions) }", features: [Self.auth]).filter {
            $0.code == .valueUnconnected
        }
        #expect(unconnected.map(\.subject) == ["auth/Name", "auth/Done"])
    }
}
