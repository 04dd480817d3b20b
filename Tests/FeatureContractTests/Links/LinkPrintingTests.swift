import FeatureContract
import Testing

/// Printing: from a destination to its link.
@Suite struct LinkPrintingTests {
    static let list = ValueType.list(.string)
    static let route = RouteDeclaration(
        name: "r",
        arguments: [
            .init(name: "s", type: .string, isOptional: true),
            .init(name: "t", type: .string, isOptional: true),
            .init(name: "i", type: .int, isOptional: true),
            .init(name: "d", type: .int, defaultValue: .integer(1)),
            .init(name: "e", type: .string, defaultValue: .string("x")),
            .init(name: "l", type: list),
            .init(name: "m", type: list, isOptional: true),
            .init(name: "n", type: list, defaultValue: .list([.string("z")])),
            .init(name: "b", type: .double, isOptional: true),
        ])

    private func url(_ pattern: String, _ arguments: String) throws -> String? {
        let link = try RouteLink(LinkPattern("s://h\(pattern)"), to: Self.route, of: "f")
        return link.url(for: try DestinationText("f/r?\(arguments)").typed(by: Self.route))
    }

    @Test(
        "a destination prints its link, percent-encoded, with arguments at their defaults",
        arguments: [
            ("", "", "s://h"),
            ("/", "", "s://h"),
            ("/a b/?c=d e#f g", "", "s://h/a%20b?c=d%20e#f%20g"),
            ("/a/", "", "s://h/a"),
            ("/a//", "", "s://h/a//"),
            ("//", "", "s://h//"),
            ("/{s}//", "s=a", "s://h/a//"),
            ("/a?c", "", "s://h/a?c="),
            ("/{s}", "s=a", "s://h/a"),
            ("/{s}", "s=a/b %2B%3F%23%25é", "s://h/a%2Fb%20%2B%3F%23%25%C3%A9"),
            ("/{s}", "s=..", "s://h/.."),
            ("/x{s}-{t}", "s=a&t=b-c", "s://h/xa-b-c"),
            ("/{i}", "i=-7", "s://h/-7"),
            ("?q={s}", "s=a/b%26c%3Dd", "s://h?q=a/b%26c%3Dd"),
            ("?q={s}", "s=", "s://h?q="),
            ("?q={s}", "", "s://h"),
            ("?q={s}&p={i}", "i=1", "s://h?p=1"),
            ("?q={b}", "b=1e%2B20", "s://h?q=1e%2B20"),
            ("?q={d}", "", "s://h?q=1"),
            ("?q={s}_{t}", "s=a&t=", "s://h?q=a_"),
            ("?q={d}_{s}", "", "s://h"),
            ("#{d}_{s}", "", "s://h"),
            ("?{s}", "s=a%3Db", "s://h?a%3Db"),
            ("?{s}", "", "s://h"),
            ("?{e}", "e=x", "s://h?x"),
            ("?q={l}", "l=a&l=b", "s://h?q=a&q=b"),
            ("?q={l}", "l=", "s://h?q="),
            ("?q={m}", "", "s://h"),
            ("?q={n}", "", "s://h?q=z"),
            ("/{l*}", "l=a/b&l=c", "s://h/a%2Fb/c"),
            ("/{s*}", "s=a/b", "s://h/a/b"),
            ("/{s*}", "s=/a//b/", "s://h/%2Fa%2F%2Fb%2F"),
            ("#{s}", "s=a b", "s://h#a%20b"),
            ("#{s}", "s=", "s://h#"),
            ("#{s}", "", "s://h"),
        ])
    func printing(pattern: String, arguments: String, text: String) throws {
        #expect(try url(pattern, arguments) == text)
    }

    @Test(
        "a destination that the pattern cannot carry has no link",
        arguments: [
            // An argument in the path is absent or empty.
            ("/{s}", ""), ("/{s}", "s="), ("/x{s}", "s="), ("/{s*}", ""), ("/{s*}", "s="), ("/{l*}", ""),
            ("/{l*}", "l=a&l="),
            // An argument is not in the pattern.
            ("", "s=a"), ("/{s}", "s=a&i=1"), ("", "d=2"),
            // An item lacks one of its arguments and would lose the others.
            ("?q={s}_{t}", "s=a"), ("#{s}_{t}", "t=a"), ("?q={d}_{s}", "d=2"),
            // An empty list where an item is required, or where absence means something else.
            ("?q={l}", "l"), ("?q={m}", "m"), ("?q={n}", "n"),
            // The value holds the literal that ends it.
            ("/{s}-{t}", "s=a-b&t=c"), ("?q={s}_{t}", "s=_&t="), ("/{s}--{t}", "s=a-&t=b"),
            // An item that consists of an argument alone, with an empty value, is no item.
            ("?{s}", "s="),
            // An item that consists of an argument alone reads as another item of the pattern.
            ("?q={i}&{s}", "i=1&s=q"),
        ])
    func unprintable(pattern: String, arguments: String) throws {
        #expect(try url(pattern, arguments) == nil)
    }

    @Test("a destination whose link would be too long has no link")
    func tooLong() throws {
        #expect(try url("/{s}", "s=" + String(repeating: "é", count: 1300)) != nil)
        #expect(try url("/{s}", "s=" + String(repeating: "é", count: 1400)) == nil)
    }
}
