import FeatureContract
import Testing

@Suite struct LinkPatternTests {
    @Test(
        "a pattern names its arguments in the order in which they stand",
        arguments: [
            ("s://h", []),
            ("s://h/", []),
            ("s://h/a/b?c=d#e", []),
            ("s://h/{a}", ["a"]),
            ("s://h/{b}/x{a}-{c}.txt", ["b", "a", "c"]),
            ("s://h/{a}/{rest*}", ["a", "rest"]),
            ("s://h?x={b}&y={a}_{c}&{d}#{e}", ["b", "a", "c", "d", "e"]),
            ("s://h?q=a/{b}", ["b"]),
            ("s://h/*{a}*", ["a"]),
        ] as [(String, [String])])
    func names(text: String, names: [String]) throws {
        #expect(try LinkPattern(text).argumentNames == names)
        #expect(try LinkPattern(text).description == text)
    }

    @Test("a pattern's scheme and host are lowercased, and the rest keeps its text")
    func letterCase() throws {
        let pattern = try LinkPattern("Challenge://Character/Detail?Id={Id}")
        #expect(pattern.scheme == "challenge")
        #expect(pattern.host == "character")
        #expect(pattern.description == "challenge://character/Detail?Id={Id}")
        #expect(try LinkPattern(scheme: "CHALLENGE", host: "character", "/Detail?Id={Id}") == pattern)
    }

    @Test(
        "a text that is not a pattern is refused with the reason",
        arguments: [
            ("www.example.com", .notAScheme("www.example.com")),
            ("://h", .notAScheme("")),
            ("s:h", .notAScheme("s")),
            ("s:/h", .notAScheme("s")),
            ("1://h", .notAScheme("1")),
            ("{s}://h", .notAScheme("{s}")),
            ("s://", .hostIsNotLiteral("")),
            ("s:///a", .hostIsNotLiteral("")),
            ("s://{h}/a", .hostIsNotLiteral("{h}")),
            ("s://*.h/a", .hostIsNotLiteral("*.h")),
            ("s://a b", .hostIsNotLiteral("a b")),
            ("s://a%20b", .hostIsNotLiteral("a%20b")),
            ("s://a\nb", .hostIsNotLiteral("a\nb")),
            ("s://h/%", .malformedPattern("%")),
            ("s://h/a%2{b}", .malformedPattern("a%2")),
            ("s://h/%FF", .malformedPattern("%FF")),
            ("s://h?%4=1", .malformedPattern("%4")),
            ("s://h?a=%4", .malformedPattern("%4")),
            ("s://h#%", .malformedPattern("%")),
            ("s://h/{a", .unbalancedBraces("{a")),
            ("s://h/a}", .unbalancedBraces("a}")),
            ("s://h/a%20b}", .unbalancedBraces("a%20b}")),
            ("s://h/{a}}", .unbalancedBraces("{a}}")),
            ("s://h?a={b", .unbalancedBraces("{b")),
            ("s://h#}", .unbalancedBraces("}")),
            ("s://h?{a}=1", .argumentInItemName("{a}")),
            ("s://h?x{a}", .argumentInItemName("x{a}")),
            ("s://h?x}=1", .argumentInItemName("x}")),
            ("s://h/{}", .notAnArgumentName("", in: "{}")),
            ("s://h/{a b}", .notAnArgumentName("a b", in: "{a b}")),
            ("s://h/{1}", .notAnArgumentName("1", in: "{1}")),
            ("s://h/{{a}}", .notAnArgumentName("{a", in: "{{a}}")),
            ("s://h/{*}", .notAnArgumentName("*", in: "{*}")),
            ("s://h/{a b*}", .notAnArgumentName("a b*", in: "{a b*}")),
            ("s://h/{a}{b*}", .restNotAlone(in: "{a}{b*}")),
            ("s://h/x{y*}", .restNotAlone(in: "x{y*}")),
            ("s://h/{y*}x", .restNotAlone(in: "{y*}x")),
            ("s://h/y*}", .restNotAlone(in: "y*}")),
            ("s://h?a={b*}", .notAnArgumentName("b*", in: "{b*}")),
            ("s://h/{a}{b}", .adjacentArguments(in: "{a}{b}")),
            ("s://h?q={a}{b}", .adjacentArguments(in: "{a}{b}")),
            ("s://h/{a}/{a}", .argumentTwice("a")),
            ("s://h/{a}?q={a}", .argumentTwice("a")),
            ("s://h/{a}#{a}", .argumentTwice("a")),
            ("s://h/{a}/{a*}", .argumentTwice("a")),
            ("s://h/{a*}/b", .restNotLast("a")),
            ("s://h/{a*}//", .restNotLast("a")),
            ("s://h?a=1&a=2", .queryItemTwice("a")),
            ("s://h?a={x}&%61={y}", .queryItemTwice("a")),
            ("s://h?{a}&{b}", .queryItemTwice("{b}")),
        ] as [(String, LinkError)])
    func errors(text: String, error: LinkError) {
        #expect(throws: error) { try LinkPattern(text) }
    }

    @Test("the path of a pattern begins with a slash")
    func pathWithoutSlash() {
        #expect(throws: LinkError.pathWithoutSlash("a/b")) { try LinkPattern(scheme: "s", host: "h", "a/b") }
    }

    static let route = RouteDeclaration(
        name: "r",
        arguments: [
            .init(name: "id", type: .int),
            .init(name: "page", type: .int, defaultValue: .integer(1)),
            .init(name: "tags", type: .list(.string)),
        ])

    @Test(
        "a pattern that does not fit its route is refused with the reason",
        arguments: [
            ("/{x}", [], .unknownArgument("x", known: ["id", "page", "tags"])),
            ("/{id}", [.init("x", .integer(1))], .unknownArgument("x", known: ["id", "page", "tags"])),
            ("/a?page={page}", [], .requiredArgumentNotBound("id")),
            ("/{id}", [.init("id", .integer(1))], .argumentTwice("id")),
            ("/a", [.init("id", .string("1"))], .ill(argument: "id", type: .int)),
            ("/a", [.init("id", .list([.integer(1)]))], .ill(argument: "id", type: .int)),
            (
                "/{id}", [.init("tags", .list([.integer(1)]))],
                .ill(argument: "tags", type: .list(.string))
            ),
            ("/{id}/{tags}", [], .listInPath("tags")),
            ("/{id}?t=x{tags}", [], .listInPath("tags")),
            ("/{id}?{tags}", [], .listInPath("tags")),
            ("/{id}#{tags}", [], .listInPath("tags")),
        ] as [(String, [Destination.Argument], LinkError)])
    func routeErrors(text: String, fixed: [Destination.Argument], error: LinkError) throws {
        let pattern = try LinkPattern(scheme: "s", host: "h", text)
        #expect(throws: error) { try RouteLink(pattern, to: Self.route, of: "f", fixedArguments: fixed) }
    }

    @Test(
        "a required argument is given by the pattern or by the link's fixed arguments; others may be absent",
        arguments: [
            ("/{id}", []), ("?id={id}", []), ("#{id}", []), ("/{id*}", []), ("/a", [.init("id", .integer(1))]),
            ("/{id}?t={tags}", []), ("/{id}/{tags*}", []), ("/{id}?p={page}", [.init("tags", .list([]))]),
        ] as [(String, [Destination.Argument])])
    func fitting(text: String, fixed: [Destination.Argument]) throws {
        let pattern = try LinkPattern(scheme: "s", host: "h", text)
        #expect(throws: Never.self) { try RouteLink(pattern, to: Self.route, of: "f", fixedArguments: fixed) }
    }

    @Test(
        "a message about a pattern of 100 kB shows only the beginning of the pattern",
        arguments: ["", "s://", "s://h/%", "s://h/{", "s://h/{1", "s://h/{a}{", "s://h?{x}=", "s://h/x{y*}"])
    func longPatterns(beginning: String) throws {
        let text = beginning + String(repeating: "a", count: 100_000) + (beginning.contains("{") ? "}{" : " ")
        let error = try #require(throws: LinkError.self) { try LinkPattern(text + "%") }
        #expect(error.description.utf8.count < 1000)
    }

    @Test("the message about a pattern's argument says where a route has no arguments")
    func noArguments() throws {
        let error = LinkError.unknownArgument("x", known: [])
        #expect("\(error)" == "'{x}' is not an argument of the route; it has none")
        #expect("\(LinkError.restNotLast("x"))".hasPrefix("'{x*}' takes the rest of the path"))
    }

    @Test(
        "the message about a pattern names only parts of the pattern",
        arguments: [
            (
                "s://h/x{y*}",
                "an argument that takes the rest of the path, {name*}, must be a segment alone, not 'x{y*}'"
            ),
            (
                "s://h/{a b*}",
                "'{a b*}' in '{a b*}' does not hold an argument's name (letters, digits, '_' and '-')"
            ),
        ])
    func messages(text: String, message: String) throws {
        let error = try #require(throws: LinkError.self) { try LinkPattern(text) }
        #expect(error.description == message)
    }
}
