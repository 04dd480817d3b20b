import FeatureContract
import Testing

@Suite struct DestinationTemplateTests {
    @Test(
        "a template is parsed and printed in one form",
        arguments: [
            ("home", "home"),
            ("home?", "home"),
            ("home/characters", "home/characters"),
            ("character/detail?identifier={id}", "character/detail?identifier={id}"),
            ("a/b?x=1&y={z}&w=", "a/b?x=1&y={z}&w="),
            ("a/b?x", "a/b?x="),
            ("a/b?&x=1&&y=2", "a/b?x=1&y=2"),
            ("a/b?x=%c3%a9%7Bq%7D", "a/b?x=%C3%A9%7Bq%7D"),
            ("a/b?x=é", "a/b?x=%C3%A9"),
            ("a/b?x=\u{301}", "a/b?x=%CC%81"),
        ])
    func reading(text: String, printed: String) throws {
        let template = try DestinationTemplate(text)
        #expect(template.description == printed)
        #expect(try DestinationTemplate(printed) == template)
    }

    @Test(
        "a text that is not a template is refused with the reason",
        arguments: [
            ("Home", .notAFeatureID("Home", in: "Home")),
            ("a/b/c?x=1", .notARoute("b/c", in: "a/b/c")),
            ("a/{b}", .notARoute("{b}", in: "a/{b}")),
            ("a/b?{x}", .notAnArgumentName("{x}", in: "a/b?{x}")),
            ("a/b?%78=1", .notAnArgumentName("%78", in: "a/b?%78=1")),
            ("a/b?x={}", .notAnArgumentName("", in: "a/b?x={}")),
            ("a/b?x={a b}", .notAnArgumentName("a b", in: "a/b?x={a b}")),
            ("a/b?x={a}{b}", .notAnArgumentName("a}{b", in: "a/b?x={a}{b}")),
            ("a/b?x=c{a}", .partOfAValue("c{a}", in: "a/b?x=c{a}")),
            ("a/b?x={a", .partOfAValue("{a", in: "a/b?x={a")),
            ("a/b?x=%", .malformedPercentEncoding("%", in: "a/b?x=%")),
            ("a/b?x=1&x=2", .namedTwice("x", in: "a/b?x=1&x=2")),
            ("a/b?x={a}&x={b}", .namedTwice("x", in: "a/b?x={a}&x={b}")),
        ] as [(String, DestinationError)])
    func errors(text: String, error: DestinationError) {
        #expect(throws: error) { try DestinationTemplate(text) }
    }

    static let route = RouteDeclaration(
        name: "b",
        arguments: [
            .init(name: "x", type: .int),
            .init(name: "s", type: .string, isOptional: true),
            .init(name: "l", type: .list(.int)),
            .init(name: "d", type: .int, defaultValue: .integer(9)),
        ])

    @Test(
        "a template takes the arguments of the destinations that it matches",
        arguments: [
            ("a/b", "a/b?x=1", []),
            ("a/b?x={i}", "a/b?x=1", [("i", .integer(1))]),
            ("a/b?x=1", "a/b?x=1", []),
            ("a/b?x=1&s={t}", "a/b?x=1&s=y", [("t", .string("y"))]),
            ("a/b?s={t}", "a/b?x=1", [("t", .null)]),
            ("a/b?s=", "a/b?x=1&s=", []),
            ("a/b?l={m}", "a/b?x=1&l=1&l=2", [("m", .list([.integer(1), .integer(2)]))]),
            ("a/b?l=3", "a/b?x=1&l=3", []),
            ("a/b?x={i}&d=9", "a/b?x=1", [("i", .integer(1))]),
        ] as [(String, String, [(String, Value)])])
    func matching(template: String, text: String, found: [(String, Value)]) throws {
        let destination = try DestinationText(text).typed(by: Self.route)
        let template = try DestinationTemplate(template)
        #expect(template.matches { destination[$0] })
        #expect(template.argumentNames == found.map(\.0))
        for (name, value) in found {
            #expect(template.argument(for: name).flatMap { destination[$0] } ?? .null == value)
        }
    }

    @Test(
        "a template does not match where a literal differs",
        arguments: [
            ("a/b?x=2", "a/b?x=1"), ("a/b?s=y", "a/b?x=1"),
            ("a/b?s=", "a/b?x=1"), ("a/b?l=3", "a/b?x=1&l=3&l=3"), ("a/b?l=3", "a/b?x=1"), ("a/b?x=1.0", "a/b?x=1"),
        ])
    func notMatching(template: String, text: String) throws {
        let destination = try DestinationText(text).typed(by: Self.route)
        #expect(try !DestinationTemplate(template).matches { destination[$0] })
    }

    @Test(
        "a template is filled with values, and its literals are read as their declared types",
        arguments: [
            ("a/b?x={i}", ["i": .integer(1)], "a/b?x=1&l&d=9"),
            ("a/b?x=1&s=1", [:], "a/b?x=1&s=1&l&d=9"),
            ("a/b?l=3&x=1", [:], "a/b?x=1&l=3&d=9"),
            ("a/b?x=1&l={m}", ["m": .list([.integer(4), .integer(5)])], "a/b?x=1&l=4&l=5&d=9"),
            ("a/b?x=1&s={t}&d={u}", ["t": .null], "a/b?x=1&l&d=9"),
        ] as [(String, [String: Value], String)])
    func filling(template: String, values: [String: Value], text: String) throws {
        let filled = try DestinationTemplate(template).values(by: Self.route) { values[$0] }
        #expect(Self.route.destination(of: "a", filled).text == text)
    }

    @Test(
        "a template that cannot be filled is refused with the name of the wrong argument",
        arguments: [
            ("a/b", [:], .missingArgument("x", of: "a/b", type: .int)),
            ("a/b?x={i}", [:], .missingArgument("x", of: "a/b", type: .int)),
            ("a/b?x=y", [:], .wrongType(argument: "x", of: "a/b", type: .int, found: "y")),
            (
                "a/b?x={i}", ["i": .string("1")],
                .wrongType(argument: "x", of: "a/b", type: .int, found: "1")
            ),
            ("a/b?x=1&q=1", [:], .unknownArgument("q", of: "a/b", known: ["x", "s", "l", "d"])),
        ] as [(String, [String: Value], DestinationError)])
    func unfillable(template: String, values: [String: Value], error: DestinationError) throws {
        let template = try DestinationTemplate(template)
        #expect(throws: error) { try template.values(by: Self.route) { values[$0] } }
    }

    @Test("a template counts its literals and names its arguments")
    func literals() throws {
        #expect(try DestinationTemplate("a/b?x=1&y=2&z={i}").literalCount == 2)
        #expect(try DestinationTemplate("a/b?x={j}&z={i}").argumentNames == ["j", "i"])
    }
}
