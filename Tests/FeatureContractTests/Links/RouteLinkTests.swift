import FeatureContract
import TestSupport
import Testing

/// A link, a pattern, and the arguments that they give.
struct LinkCase: Sendable, CustomTestStringConvertible {
    let pattern: String
    let link: String
    /// The query of the destination's text; nil if the link does not match.
    let arguments: String?

    init(_ pattern: String, _ link: String, _ arguments: String?) {
        (self.pattern, self.link, self.arguments) = (pattern, link, arguments)
    }

    var testDescription: String { "\(pattern)  \(link)" }
}

@Suite(.blocking) struct RouteLinkTests {
    /// The route of a pattern whose arguments are named after their types.
    static func route(_ pattern: LinkPattern) -> RouteDeclaration {
        let types: [String: ValueType] = [
            "int": .int, "bool": .bool, "double": .double, "ints": .list(.int),
            "list": .list(.string),
        ]
        return RouteDeclaration(
            name: "r",
            arguments: pattern.argumentNames.map { name in
                let parts = name.split(separator: "_").map(String.init)
                let type = parts.lazy.compactMap { types[$0] }.first ?? .string
                return .init(
                    name: name, type: type, isOptional: parts.contains("optional"),
                    defaultValue: parts.contains("default") ? type.isList ? .list([]) : type.value(fromText: "1") : nil)
            })
    }

    private func check(_ row: LinkCase) throws {
        let pattern = try LinkPattern(row.pattern)
        let link = try RouteLink(pattern, to: Self.route(pattern), of: "f")
        let url = try LinkURL(row.link)
        let match = link.match(url)
        #expect(link.destination(of: url)?.text == (try? match.get())?.text, "with and without the reason")
        switch (match, row.arguments) {
        case (.success(let destination), let arguments?):
            #expect(destination.text == (arguments.isEmpty ? "f/r" : "f/r?\(arguments)"))
        case (.failure, nil):
            break
        default:
            Issue.record("\(match)")
        }
    }

    @Test(
        "the scheme and the host are compared first, regardless of case",
        arguments: [
            LinkCase("s://h/a", "s://h/a", ""),
            LinkCase("S://Host/a", "s://hOST/a", ""),
            LinkCase("s://h/a", "t://h/a", nil),
            LinkCase("s://h/a", "s://i/a", nil),
            LinkCase("s://h/a", "s://www.h/a", nil),
            LinkCase("s://h/a", "s://h:80/a", nil),
            LinkCase("s://h:80/a", "s://h:80/a", ""),
            LinkCase("s://h/a", "s://user@h/a", nil),
            LinkCase("s://h", "s://h", ""),
            LinkCase("s://h", "s://h/", ""),
            LinkCase("s://h/", "s://h", ""),
            // The kelvin sign, whose lower case is k.
            LinkCase("s://k", "s://\u{212A}", nil),
            LinkCase("s://k", "s://%E2%84%AA", nil),
            LinkCase("s://\u{212A}", "s://k", nil),
            LinkCase("s://\u{212A}", "s://\u{212A}", ""),
            LinkCase("s://é", "s://É", nil),
        ])
    func schemeAndHost(row: LinkCase) throws {
        try check(row)
    }

    @Test(
        "a path is compared segment by segment, with case",
        arguments: [
            LinkCase("s://h/a/b", "s://h/a/b", ""),
            LinkCase("s://h/a/b", "s://h/A/b", nil),
            LinkCase("s://h/a/b", "s://h/a", nil),
            LinkCase("s://h/a/b", "s://h/a/b/c", nil),
            LinkCase("s://h/a b", "s://h/a%20b", ""),
            LinkCase("s://h/a%2Fb", "s://h/a%2fb", ""),
            LinkCase("s://h/a%2Fb", "s://h/a/b", nil),
            LinkCase("s://h/%C3%A9", "s://h/é", ""),
            LinkCase("s://h/.*", "s://h/a", nil),
            LinkCase("s://h/a", "s://h/./a", nil),
        ])
    func paths(row: LinkCase) throws {
        try check(row)
    }

    @Test(
        "one slash at the end of a link or of a pattern is ignored, and a second one is not",
        arguments: [
            LinkCase("s://h/a", "s://h/a/", ""),
            LinkCase("s://h/a", "s://h/a//", nil),
            LinkCase("s://h/a/", "s://h/a/", ""),
            LinkCase("s://h/a/", "s://h/a", ""),
            LinkCase("s://h/a/", "s://h/a//", nil),
            LinkCase("s://h/a//", "s://h/a//", ""),
            LinkCase("s://h/a//", "s://h/a/", nil),
            LinkCase("s://h", "s://h//", nil),
            LinkCase("s://h//", "s://h//", ""),
            LinkCase("s://h//", "s://h/", nil),
            LinkCase("s://h//", "s://h//?a=1", ""),
            LinkCase("s://h/a", "s://h/a/?b=/", ""),
            LinkCase("s://h/a?b={x}", "s://h/a/?b=c/", "x=c/"),
            LinkCase("s://h/a#{x}", "s://h/a/#b/", "x=b/"),
            LinkCase("s://h/{x}", "s://h/a/", "x=a"),
            LinkCase("s://h/{x}", "s://h/a%2F", "x=a/"),
            LinkCase("s://h/{x}/", "s://h/a", "x=a"),
            LinkCase("s://h/{x}.txt", "s://h/a.txt/", "x=a"),
            LinkCase("s://h/{x}/{y}", "s://h/a/", nil),
            LinkCase("s://h/{x*}", "s://h/a/", "x=a"),
            LinkCase("s://h/{x*}", "s://h/a/b/", "x=a/b"),
            LinkCase("s://h/{x*}", "s://h/a/b//", nil),
            LinkCase("s://h/{x*}/", "s://h/a/b", "x=a/b"),
            LinkCase("s://h/{list*}", "s://h/a/b/", "list=a&list=b"),
            LinkCase("s://h/a%2F", "s://h/a%2F/", ""),
            LinkCase("s://h/a%2F", "s://h/a/", nil),
        ])
    func trailingSlash(row: LinkCase) throws {
        try check(row)
    }

    @Test(
        "an argument is a whole segment or a part of one",
        arguments: [
            LinkCase("s://h/{x}", "s://h/a", "x=a"),
            LinkCase("s://h/{x}/b", "s://h/a/b", "x=a"),
            LinkCase("s://h/{int}", "s://h/42", "int=42"),
            LinkCase("s://h/{int}", "s://h/-42", "int=-42"),
            LinkCase("s://h/{int}", "s://h/042", "int=42"),
            LinkCase("s://h/{x}", "s://h/a%2Fb", "x=a/b"),
            LinkCase("s://h/{x}", "s://h/a%2525", "x=a%2525"),
            LinkCase("s://h/{x}", "s://h/a+b", "x=a%2Bb"),
            LinkCase("s://h/file-{x}.txt", "s://h/file-a.txt", "x=a"),
            LinkCase("s://h/file-{x}.txt", "s://h/file-a.b.txt", "x=a.b"),
            LinkCase("s://h/file-{x}.txt", "s://h/file-a.txt.txt", "x=a.txt"),
            LinkCase("s://h/file-{x}.txt", "s://h/file-a.text", nil),
            LinkCase("s://h/file-{x}.txt", "s://h/profile-a.txt", nil),
            LinkCase("s://h/file-{x}.txt", "s://h/file-a.TXT", nil),
            LinkCase("s://h/{x}b", "s://h/bb", "x=b"),
            LinkCase("s://h/b{x}", "s://h/bb", "x=b"),
            LinkCase("s://h/{x}-{y}", "s://h/a-b", "x=a&y=b"),
            LinkCase("s://h/{x}-{y}", "s://h/a-b-c", "x=a&y=b-c"),
            LinkCase("s://h/{x}--{y}", "s://h/a---b", "x=a&y=-b"),
            LinkCase("s://h/{x}-{y}-{z}", "s://h/a-b-c", "x=a&y=b&z=c"),
            LinkCase("s://h/{x}-{y}", "s://h/ab", nil),
            LinkCase("s://h/{int}x{int_b}", "s://h/640x480", "int=640&int_b=480"),
            LinkCase("s://h/{int}x{int_b}", "s://h/640x480x", nil),
            LinkCase("s://h/{x}%20{y}", "s://h/a%20b", "x=a&y=b"),
            LinkCase("s://h/{x}é", "s://h/aé", "x=a"),
        ])
    func segments(row: LinkCase) throws {
        try check(row)
    }

    @Test(
        "an empty segment, or part of a segment, never matches an argument",
        arguments: [
            LinkCase("s://h/{x}", "s://h", nil),
            LinkCase("s://h/{x}", "s://h/", nil),
            LinkCase("s://h/{x}", "s://h//", nil),
            LinkCase("s://h/{x}/a", "s://h//a", nil),
            LinkCase("s://h/a/{x}", "s://h/a/", nil),
            LinkCase("s://h/{x_optional}", "s://h/", nil),
            LinkCase("s://h/{x_default}", "s://h/", nil),
            LinkCase("s://h/a{x}b", "s://h/ab", nil),
            LinkCase("s://h/{x}-{y}", "s://h/-b", nil),
            LinkCase("s://h/{x}-{y}", "s://h/a-", nil),
            LinkCase("s://h/{x*}", "s://h/", nil),
            LinkCase("s://h/{x*}", "s://h//", nil),
            LinkCase("s://h/{x*}", "s://h/a//b", nil),
            LinkCase("s://h/{x*}", "s://h/a//", nil),
            LinkCase("s://h/{list*}", "s://h/a//b", nil),
        ])
    func emptySegments(row: LinkCase) throws {
        try check(row)
    }

    @Test(
        "the rest of a path is one string, or a list of its segments",
        arguments: [
            LinkCase("s://h/{x*}", "s://h/a", "x=a"),
            LinkCase("s://h/{x*}", "s://h/a/b/c", "x=a/b/c"),
            LinkCase("s://h/a/{x*}", "s://h/a/b", "x=b"),
            LinkCase("s://h/a/{x*}", "s://h/a", nil),
            LinkCase("s://h/a/{x*}", "s://h/b/c", nil),
            LinkCase("s://h/{y}/{x*}", "s://h/a/b/c", "y=a&x=b/c"),
            LinkCase("s://h/{x*}", "s://h/a%2Fb/c", "x=a/b/c"),
            LinkCase("s://h/{list*}", "s://h/a/b/c", "list=a&list=b&list=c"),
            LinkCase("s://h/{list*}", "s://h/a%2Fb/c", "list=a/b&list=c"),
            LinkCase("s://h/{ints*}", "s://h/1/2", "ints=1&ints=2"),
            LinkCase("s://h/{ints*}", "s://h/1/b", nil),
            LinkCase("s://h/{int*}", "s://h/1", "int=1"),
            LinkCase("s://h/{int*}", "s://h/1/2", nil),
            LinkCase("s://h/{list_optional*}", "s://h/", nil),
        ])
    func rest(row: LinkCase) throws {
        try check(row)
    }

    @Test(
        "query items are found by name, in any order, and items that the pattern does not name are ignored",
        arguments: [
            LinkCase("s://h?a={x}", "s://h?a=1", "x=1"),
            LinkCase("s://h?a={x}", "s://h/?a=1", "x=1"),
            LinkCase("s://h?a={x}&b={y}", "s://h?b=2&a=1", "x=1&y=2"),
            LinkCase("s://h?a={x}", "s://h?z=0&a=1&b=2&c", "x=1"),
            LinkCase("s://h", "s://h?z=0", ""),
            LinkCase("s://h?a={x}", "s://h?A=1", nil),
            LinkCase("s://h?a={x}", "s://h?b=1", nil),
            LinkCase("s://h?a={x}", "s://h", nil),
            LinkCase("s://h?a={x}", "s://h?a=1&a=2", nil),
            LinkCase("s://h?a={x}", "s://h?%61=%31", "x=1"),
            LinkCase("s://h?a%20b={x}", "s://h?a%20b=1", "x=1"),
            LinkCase("s://h?a={x}&b={y}", "s://h?a=1", nil),
            LinkCase("s://h?a={x}", "s://h?a=b=c", "x=b%3Dc"),
            LinkCase("s://h?a={x}", "s://h?a=1%2B1+1", "x=1%2B1%2B1"),
        ])
    func query(row: LinkCase) throws {
        try check(row)
    }

    @Test(
        "a query value may have literal parts and several arguments",
        arguments: [
            LinkCase("s://h?a={int}L", "s://h?a=2L", "int=2"),
            LinkCase("s://h?a={int}L", "s://h?a=2", nil),
            LinkCase("s://h?a=go/to/{x}", "s://h?a=go/to/there", "x=there"),
            LinkCase("s://h?a={x}_{y}", "s://h?a=Jane_Doe", "x=Jane&y=Doe"),
            LinkCase("s://h?a={x}_{y}", "s://h?a=Jane_", "x=Jane&y="),
            LinkCase("s://h?a={x}_{y}", "s://h?a=_", "x=&y="),
            LinkCase("s://h?a={x}_{y}", "s://h?a=Jane", nil),
            LinkCase("s://h?a=b", "s://h?a=b", ""),
            LinkCase("s://h?a=b", "s://h?a=c", nil),
            LinkCase("s://h?a=b", "s://h?a=B", nil),
            LinkCase("s://h?a=b", "s://h", nil),
            LinkCase("s://h?a", "s://h?a", ""),
            LinkCase("s://h?a", "s://h?a=", ""),
            LinkCase("s://h?a", "s://h?a=b", nil),
            LinkCase("s://h?a", "s://h", nil),
        ])
    func queryValues(row: LinkCase) throws {
        try check(row)
    }

    @Test(
        "an empty query value matches a string, and no number",
        arguments: [
            LinkCase("s://h?a={x}", "s://h?a=", "x="),
            LinkCase("s://h?a={x}", "s://h?a", "x="),
            LinkCase("s://h?a={x_optional}", "s://h?a=", "x_optional="),
            LinkCase("s://h?a={x_default}", "s://h?a=", "x_default="),
            LinkCase("s://h?a={int}", "s://h?a=", nil),
            LinkCase("s://h?a={int_optional}", "s://h?a=", nil),
            LinkCase("s://h?a={int_default}", "s://h?a", nil),
            LinkCase("s://h?a={bool}", "s://h?a=", nil),
            LinkCase("s://h?a={double}", "s://h?a=", nil),
        ])
    func emptyQueryValues(row: LinkCase) throws {
        try check(row)
    }

    @Test(
        "a query item may be absent where its arguments may, and defaults stand in",
        arguments: [
            LinkCase("s://h?a={x_optional}", "s://h", ""),
            LinkCase("s://h?a={x_optional}", "s://h?a=b", "x_optional=b"),
            LinkCase("s://h?a={int_default}", "s://h", "int_default=1"),
            LinkCase("s://h?a={int_default}", "s://h?a=2", "int_default=2"),
            LinkCase("s://h?a={int_default}", "s://h?A=2", "int_default=1"),
            LinkCase("s://h?a={x_default}_{y_optional}", "s://h", "x_default=1"),
            LinkCase("s://h?a={x_default}_{y}", "s://h", nil),
            LinkCase("s://h?a={x_optional}&b={y}", "s://h?b=1", "y=1"),
        ])
    func optionalItems(row: LinkCase) throws {
        try check(row)
    }

    @Test(
        "a repeated item fills a list, in order",
        arguments: [
            LinkCase("s://h?a={list}", "s://h?a=1&b=0&a=2", "list=1&list=2"),
            LinkCase("s://h?a={list}", "s://h?a=1", "list=1"),
            LinkCase("s://h?a={list}", "s://h?a=", "list="),
            LinkCase("s://h?a={list}", "s://h?a=&a=", "list=&list="),
            LinkCase("s://h?a={list}", "s://h", nil),
            LinkCase("s://h?a={list}", "s://h?b=1", nil),
            LinkCase("s://h?a={list_default}", "s://h", "list_default"),
            LinkCase("s://h?a={list_optional}", "s://h", ""),
            LinkCase("s://h?a={ints}", "s://h?a=2&a=1", "ints=2&ints=1"),
            LinkCase("s://h?a={ints}", "s://h?a=2&a=", nil),
            LinkCase("s://h?a={ints}", "s://h?a=2&a=b", nil),
            LinkCase("s://h?a={list}", "s://h?a=1,2", "list=1,2"),
        ])
    func lists(row: LinkCase) throws {
        try check(row)
    }

    @Test(
        "an item that is only an argument takes the first item without '='",
        arguments: [
            LinkCase("s://h?{x}", "s://h?a", "x=a"),
            LinkCase("s://h?{x}", "s://h?b=1&a&c", "x=a"),
            LinkCase("s://h?{x}", "s://h?a%3Db", "x=a%3Db"),
            LinkCase("s://h?{x}", "s://h?a=", nil),
            LinkCase("s://h?{x}", "s://h", nil),
            LinkCase("s://h?{x_optional}", "s://h", ""),
            LinkCase("s://h?{x_default}", "s://h?b=2", "x_default=1"),
            LinkCase("s://h?{int}", "s://h?42", "int=42"),
            LinkCase("s://h?{int}", "s://h?a&42", nil),
            LinkCase("s://h?{x}-{y}", "s://h?a-b", "x=a&y=b"),
            // An item that the pattern names is not taken twice.
            LinkCase("s://h?a&{x}", "s://h?a&b", "x=b"),
            LinkCase("s://h?a={y}&{x}", "s://h?a", nil),
            LinkCase("s://h?{x}&a={y}", "s://h?a&b", "x=b&y="),
        ])
    func bareItems(row: LinkCase) throws {
        try check(row)
    }

    @Test(
        "a value that is not of its argument's type does not match",
        arguments: [
            LinkCase("s://h/{int}", "s://h/a", nil),
            LinkCase("s://h/{int}", "s://h/1.0", nil),
            LinkCase("s://h/{int}", "s://h/9223372036854775808", nil),
            LinkCase("s://h/{int}", "s://h/%201", nil),
            LinkCase("s://h/{bool}", "s://h/true", "bool=true"),
            LinkCase("s://h/{bool}", "s://h/TRUE", nil),
            LinkCase("s://h/{bool}", "s://h/1", nil),
            LinkCase("s://h/{double}", "s://h/2.5", "double=2.5"),
            LinkCase("s://h/{double}", "s://h/2", "double=2.0"),
            LinkCase("s://h/{double}", "s://h/nan", nil),
            LinkCase("s://h?a={int_optional}", "s://h?a=b", nil),
            LinkCase("s://h?a={int_default}", "s://h?a=b", nil),
            LinkCase("s://h#{int}", "s://h#a", nil),
        ])
    func types(row: LinkCase) throws {
        try check(row)
    }

    @Test(
        "a fragment counts where the pattern has one",
        arguments: [
            LinkCase("s://h#{x}", "s://h#a", "x=a"),
            LinkCase("s://h#{x}", "s://h/#a%20b", "x=a%20b"),
            LinkCase("s://h#{x}", "s://h#", "x="),
            LinkCase("s://h#{x}", "s://h", nil),
            LinkCase("s://h#{x_optional}", "s://h", ""),
            LinkCase("s://h#{x_default}", "s://h", "x_default=1"),
            LinkCase("s://h#{x_default}-{y}", "s://h", nil),
            LinkCase("s://h#a-{x}", "s://h#a-b", "x=b"),
            LinkCase("s://h#a-{x}", "s://h#b", nil),
            LinkCase("s://h#a", "s://h#a", ""),
            LinkCase("s://h#a", "s://h#A", nil),
            LinkCase("s://h#a", "s://h", nil),
            LinkCase("s://h", "s://h#a", ""),
            LinkCase("s://h/{x}", "s://h/a#b", "x=a"),
            LinkCase("s://h?q={y}#{x}", "s://h?q=1#a", "y=1&x=a"),
        ])
    func fragments(row: LinkCase) throws {
        try check(row)
    }

    @Test(
        "a number is decimal digits behind an optional minus sign, within 64 bits",
        arguments: [
            ("0", "0"), ("-0", "0"), ("007", "7"), ("-12", "-12"), ("9223372036854775807", "9223372036854775807"),
            ("-9223372036854775808", "-9223372036854775808"), ("9223372036854775808", nil),
            ("-9223372036854775809", nil), ("18446744073709551616", nil), ("99999999999999999999", nil), ("+1", nil),
            ("-", nil), ("--1", nil), ("1-", nil), ("1.0", nil), ("0x1", nil), ("1 ", nil), ("/", nil), ("1:", nil),
            ("١", nil),
        ])
    func numbers(text: String, number: String?) throws {
        try check(LinkCase("s://h/{int}", "s://h/\(text)", number.map { "int=\($0)" }))
        try check(LinkCase("s://h?a={int}", "s://h?a=\(text)", number.map { "int=\($0)" }))
    }

    @Test(
        "a segment stays one segment even if it holds a slash once it is decoded",
        arguments: [
            LinkCase("s://h/a%2Fb", "s://h/a%2Fb", ""),
            LinkCase("s://h/a%2Fb", "s://h/a/b", nil),
            LinkCase("s://h/a%2Fb/{x}", "s://h/a/b", nil),
            LinkCase("s://h/a%2Fb/{x}", "s://h/a%2fb/c", "x=c"),
        ])
    func encodedSlashes(row: LinkCase) throws {
        try check(row)
    }

    @Test("arguments come in the order of their declaration, regardless of their order in the pattern")
    func declaredOrder() throws {
        let route = RouteDeclaration(
            name: "r",
            arguments: [
                .init(name: "a", type: .int), .init(name: "b", type: .string),
                .init(name: "c", type: .int, isOptional: true),
                .init(name: "d", type: .int, defaultValue: .integer(4)),
            ])
        let link = try RouteLink(LinkPattern("s://h/{b}?d={d}&c={c}&a={a}"), to: route, of: "f")
        for (text, expected) in [
            ("s://h/x?a=1", "f/r?a=1&b=x&d=4"), ("s://h/x?a=1&d=2&c=3", "f/r?a=1&b=x&c=3&d=2"),
        ] {
            let url = try LinkURL(text)
            #expect(link.destination(of: url)?.text == expected)
            #expect(try link.match(url).get().text == expected)
        }
    }

    @Test("a link's fixed arguments are in each of its destinations, and other destinations do not have the link")
    func fixedArguments() throws {
        let route = RouteDeclaration(
            name: "r", arguments: [.init(name: "kind", type: .string), .init(name: "id", type: .int)])
        let link = try RouteLink(
            LinkPattern("s://h/{id}"), to: route, of: "f", fixedArguments: [.init("kind", .string("a"))])
        let destination = try link.match(LinkURL("s://h/1")).get()
        #expect(destination.text == "f/r?kind=a&id=1")
        #expect(link.url(for: destination) == "s://h/1")
        let other = Destination(
            feature: "f", route: "r", arguments: [.init("id", .integer(1)), .init("kind", .string("b"))])
        #expect(link.url(for: other) == nil)
    }

    @Test("a destination of another feature or route has no link")
    func otherDestinations() throws {
        let link = try RouteLink(LinkPattern("s://h"), to: RouteDeclaration(name: "r"), of: "f")
        #expect(link.url(for: Destination(feature: "f", route: "r")) == "s://h")
        #expect(link.url(for: Destination(feature: "f")) == nil)
        #expect(link.url(for: Destination(feature: "f", route: "q")) == nil)
        #expect(link.url(for: Destination(feature: "g", route: "r")) == nil)
    }

    @Test(
        "a mismatch is described with the part that differs",
        arguments: [
            ("s://h/a", "t://h/a", "its scheme is 't', not 's'"),
            ("s://h/a", "s://i/a", "its host is 'i', not 'h'"),
            ("s://h/a", "s://h/a/b", "its path has 2 segments, not 1"),
            ("s://h/a/b", "s://h/a", "its path has 1 segment, not 2"),
            ("s://h/a", "s://h/b", "'b' stands in its path where 'a' is expected"),
            ("s://h/x{int}", "s://h/b", "'b' stands in its path where 'x{int}' is expected"),
            ("s://h/a/{x}", "s://h/a//", "the path segment for 'x' is empty"),
            ("s://h/a/{x}", "s://h/a/", "its path has 1 segment, not 2"),
            ("s://h?a={x}", "s://h", "the query item 'a' is missing"),
            ("s://h?a=b", "s://h", "the query item 'a' is missing"),
            ("s://h?a={ints}", "s://h", "the query item 'a' is missing"),
            ("s://h?a=b", "s://h?a=c", "the query item 'a' is 'c', where 'b' is expected"),
            ("s://h#a", "s://h", "it has no fragment"),
            ("s://h#a", "s://h#b", "its fragment 'b' has another shape"),
            ("s://h/{int}", "s://h/a", "'a' is not of type int, which 'int' is"),
            ("s://h?a={ints}", "s://h?a=b", "'b' is not of type int, which 'ints' is"),
            ("s://h?a={x}", "s://h?a=1&a=2", "the query item 'a' stands more than once, and 'x' takes a single value"),
        ])
    func mismatches(pattern: String, link: String, reason: String) throws {
        let pattern = try LinkPattern(pattern)
        let match = try RouteLink(pattern, to: Self.route(pattern), of: "f").match(LinkURL(link))
        #expect(throws: LinkError.self) { try match.get() }
        if case .failure(let mismatch) = match { #expect("\(mismatch)" == reason) }
    }
}
