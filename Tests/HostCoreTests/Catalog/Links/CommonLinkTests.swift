import FeatureContract
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@Suite("Links that two patterns match")
struct CommonLinkTests {
    /// A link of a feature. The name of an argument says its type, and whether it is optional.
    private func link(_ pattern: String, of feature: String) throws -> RouteLink {
        let pattern = try LinkPattern("s://h\(pattern)")
        let types: [String: ValueType] = [
            "int": .int, "bool": .bool, "double": .double, "ints": .list(.int),
            "list": .list(.string),
        ]
        let arguments = pattern.argumentNames.map { name -> RouteDeclaration.Argument in
            let words = name.split(separator: "_").map(String.init)
            return .init(
                name: name, type: words.lazy.compactMap { types[$0] }.first ?? .string,
                isOptional: words.contains("optional"))
        }
        return try RouteLink(pattern, to: RouteDeclaration(name: "r", arguments: arguments), of: feature)
    }

    private func common(_ first: String, _ second: String) throws -> String? {
        CommonLink.text(of: try link(first, of: "one"), try link(second, of: "two"))
    }

    @Test(
        "two patterns of one rank that match a common link are shown with such a link",
        arguments: [
            ("", "/", "s://h"),
            ("/x", "/x/", "s://h/x"),
            ("/x//", "/x//", "s://h/x//"),
            ("/a%2Fb", "/a%2Fb", "s://h/a%2Fb"),
            ("/{x}", "/{y}", "s://h/a"),
            ("/{int}", "/{int}", "s://h/1"),
            ("/{double}", "/{double}", "s://h/1"),
            ("/{bool}", "/{bool}", "s://h/true"),
            ("/{x}/a", "/{y}/a", "s://h/a/a"),
            ("/{x*}", "/{list*}", "s://h/a"),
            ("/{int*}", "/{ints*}", "s://h/1"),
            // Literals with arguments.
            ("/x/{a}suffix", "/x/prefix{a}", "s://h/x/prefixsuffix"),
            ("/a-{b}", "/{a}-{b}-{c}", "s://h/a-a-a"),
            ("/{x}ab", "/{y}bb", nil),
            ("/{x}ab", "/aa{y}", "s://h/aaab"),
            ("/{x}ab", "/ab{y}", "s://h/abab"),
            ("/user-{x}", "/file-{y}", nil),
            ("/{x}-user", "/{y}-file", nil),
            ("/{int}x{int_b}", "/{int}x{int_c}", "s://h/1x1"),
            ("/v{int}", "/{x}-", nil),
            ("/v{int}", "/v{int_b}", "s://h/v1"),
            ("/1{int}", "/{int}2", "s://h/12"),
            ("/{bool}s", "/g{x}", nil),
            // An argument ends where the literal behind it begins, and is never empty.
            ("/{x}-{y}", "/-a{z}", nil),
            // Query items.
            ("?q={q}", "?p={p}", "s://h?p=a&q=a"),
            ("?q={int}", "?p={int}", "s://h?p=1&q=1"),
            ("?q={q}", "?q={p}", "s://h?q=a"),
            ("?q=1", "?p=2", "s://h?p=2&q=1"),
            ("?q=1", "?q=2", nil),
            ("?q=1&p={x}", "?p=2&q={x}", "s://h?p=2&q=1"),
            ("?q=a{x}", "?q=b{x}", nil),
            ("?q={q_optional}", "", "s://h"),
            ("?q={q_optional}", "?p={p_optional}", "s://h"),
            ("?q={q_optional}&k={k}", "?q={q}", "s://h?k=a&q=a"),
            ("?q={ints}", "?q={ints_b}", "s://h?q=1"),
            ("?q={list}", "?q={q}", "s://h?q=a"),
            ("?q={q}&p={int_optional}", "?p={p}", "s://h?p=1&q=a"),
            ("?a%20b={q}", "?a%20b={p}", "s://h?a%20b=a"),
            // Items that are only an argument, without a name.
            ("?{x}", "?{y}", "s://h?a"),
            ("?{x}", "?q={y}", "s://h?a&q=a"),
            ("?{x}a", "?{y}b", nil),
            ("?{x}", "?{y_optional}&q={z}", "s://h?a&q=a"),
            ("?{bool}", "?{bool_b}", "s://h?true"),
            // Fragments.
            ("#a", "#a", "s://h#a"),
            ("#a", "#b", nil),
            ("#{x}", "#{y}", "s://h#a"),
            ("#{x}b", "#a{y}", "s://h#ab"),
            ("#{x_optional}", "#{y_optional}", "s://h"),
            ("#{x_optional}", "#{y}", "s://h#a"),
        ] as [(String, String, String?)])
    func pairs(first: String, second: String, expected: String?) throws {
        let (one, two) = try (link(first, of: "one"), link(second, of: "two"))
        for (left, right) in [(one, two), (two, one)] {
            let text = CommonLink.text(of: left, right)
            #expect((text == nil) == (expected == nil), "\(text ?? "none")")
            guard let text else { continue }
            let url = try LinkURL(text)
            #expect(left.destination(of: url) != nil && right.destination(of: url) != nil, "\(text)")
        }
        #expect(CommonLink.text(of: one, two) == expected)
    }

    @Test("the index finds each conflict that a comparison of all pairs finds")
    func index() throws {
        var random = SeededGenerator(seed: 9)
        func pick(_ texts: [String]) -> String { texts[Int.random(in: texts.indices, using: &random)] }
        var count = 0
        for _ in 0..<30 {
            let patterns = (0..<12).map { _ in
                pick(["/x", "/y", "/{a}", "/x{a}", "/y{a}", "/{a}x", "/xy{a}"])
                    + pick(["", "", "?q={q}", "?p={p}", "?q=1", "?q=2", "?p=1", "?q=1{q}", "?q=2{q}", "?q={q}1"])
                    + pick(["", "#1", "#2", "#{f}"])
            }
            let manifests = try patterns.enumerated().map { try manifest("f\($0.offset)", [$0.element]) }
            let links = manifests.flatMap(\.links)
            var expected: Set<String> = []
            for (index, first) in links.enumerated() {
                for second in links[..<index] where first.rank == second.rank {
                    if CommonLink.text(of: first, second) != nil {
                        expected.formUnion([first.feature, second.feature])
                    }
                }
            }
            let conflicts = LinkIndex(of: manifests).conflicts
            #expect(Set(conflicts.flatMap { [$0.first.feature, $0.second.feature] }) == expected, "\(patterns)")
            #expect(conflicts.allSatisfy { $0.first.rank == $0.second.rank && $0.first.feature != $0.second.feature })
            count += conflicts.count
        }
        #expect(count > 50)
    }

    /// A feature with patterns of string arguments.
    private func manifest(_ id: String, _ patterns: [String], type: String = "string") throws -> Manifest {
        let links = patterns.map { #"{ "scheme": "s", "host": "h", "pattern": "\#($0)", "route": "r" }"# }
        let arguments = ["a", "q", "p", "f"].map { #"{ "name": "\#($0)", "type": "\#(type)", "optional": true }"# }
        return try Manifest(
            parsing: Array(
                """
                { "manifest": 1, "id": "\(id)", "incoming": [{ "name": "r", "arguments": [\(arguments.joined(separator: ", "))] }],
                  "links": [\(links.joined(separator: ", "))] }
                """.utf8))
    }

    @Test("patterns of one feature that match a common link are overlaps, not conflicts")
    func overlaps() throws {
        let index = LinkIndex(of: [
            try manifest("f", ["/x/{a}suffix", "/x/prefix{a}", "/x/second{a}", "/y", "/s", "/s/"])
        ])
        #expect(index.conflicts.isEmpty)
        let overlaps = index.overlaps
        #expect(overlaps.map(\.url) == ["s://h/s", "s://h/x/prefixsuffix", "s://h/x/secondsuffix"])
    }

    @Test("each of many patterns at one host is compared with its like")
    func many() throws {
        let patterns = (0..<400).map { "/section\($0)/{a}x{q}" }
        let index = LinkIndex(of: [try manifest("one", patterns), try manifest("two", patterns)])
        #expect(index.conflicts.count == patterns.count)
    }
}

extension LinkIndex {
    fileprivate convenience init(of manifests: [Manifest]) {
        self.init(manifests.map { Catalog.Entry(manifest: $0, path: nil) })
    }
}
