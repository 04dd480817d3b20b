import FeatureContract
import TestSupport
import Testing

@testable import HostCore

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
            ("/a-{b}", "/{a}-{b}-{c}", "s://h/a-b-b"),
            ("/{x}ab", "/{y}bb", nil),
            ("/{x}ab", "/aa{y}", "s://h/aab"),
            ("/{x}ab", "/ab{y}", "s://h/abab"),
            ("/user-{x}", "/file-{y}", nil),
            ("/{x}-user", "/{y}-file", nil),
            ("/{int}x{int_b}", "/{int}x{int_c}", "s://h/1x1"),
            ("/v{int}", "/{x}-", nil),
            ("/v{int}", "/v{int_b}", "s://h/v1"),
            ("/1{int}", "/{int}2", "s://h/12"),
            ("/{bool}s", "/f{x}", "s://h/falses"),
            ("/{bool}s", "/g{x}", nil),
            // An argument ends where the literal behind it begins, and is never empty.
            ("/{x}-{y}", "/-a{z}", nil),
            ("/{x}--{y}", "/{z}-", "s://h/a---"),
            // Query items.
            ("?q={q}", "?p={p}", "s://h?p=a&q=a"),
            ("?q={int}", "?p={int}", "s://h?p=1&q=1"),
            ("?q={q}", "?q={p}", "s://h?q=a"),
            ("?q=1", "?p=2", "s://h?p=2&q=1"),
            ("?q=1", "?q=2", nil),
            ("?q=1&p={x}", "?p=2&q={x}", "s://h?p=2&q=1"),
            ("?q=a{x}", "?q=b{x}", nil),
            ("?q={x}-{y}", "?q=-{y}", "s://h?q=-"),
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

    /// All texts of these letters up to a length.
    private func texts(upTo length: Int, of letters: [String]) -> [String] {
        var texts = [""]
        var longest = [""]
        for _ in 0..<length {
            longest = longest.flatMap { text in letters.map { text + $0 } }
            texts += longest
        }
        return texts
    }

    @Test(
        "the search finds a common link exactly where two patterns with arguments have one",
        arguments: Tier.rows(
            of: [
                ("/", ["a", "-", "1"], 6), ("?q=", ["a", "-", "1"], 5), ("#", ["a", "-", "1"], 5),
                ("/", ["-", "1", ".", "e"], 5),
            ], first: 2))
    func templates(prefix: String, letters: [String], length: Int) throws {
        var random = SeededGenerator(seed: UInt64(length) + UInt64(prefix.utf8.count))
        func pick(_ texts: [String]) -> String { texts[Int.random(in: texts.indices, using: &random)] }
        func template() -> String {
            var (text, count) = (Bool.random(using: &random) ? pick(letters) : "", 0)
            for _ in 0...Int.random(in: 0...2, using: &random) {
                count += 1
                text +=
                    "{\(pick(["x", "x", "int", "double"]))_\(count)}" + pick(letters + [letters[0] + letters[1], "--"])
            }
            return Bool.random(using: &random) ? text : text + "{x_end}"
        }
        let urls = try texts(upTo: length, of: letters).map { try LinkURL("s://h\(prefix)\($0)") }
        let links = try (0..<25).map { _ in try link(prefix + template(), of: "f") }
        let matched = links.map { link in Set(urls.indices.filter { link.destination(of: urls[$0]) != nil }) }
        var (found, none) = (0, 0)
        for (index, first) in links.enumerated() {
            for other in links.indices.dropFirst(index) {
                let second = links[other]
                func about() -> Comment { "\(first.pattern) \(second.pattern)" }
                guard let text = CommonLink.text(of: first, second) else {
                    none += 1
                    #expect(matched[index].isDisjoint(with: matched[other]), about())
                    continue
                }
                found += 1
                let url = try LinkURL(text)
                #expect((try? first.match(url).get()) != nil && (try? second.match(url).get()) != nil, about())
            }
        }
        #expect(found > 50 && none > 5, "\(found) \(none)")
    }

    @Test("the search finds a common link of patterns with query items exactly where there is one", .deep)
    func queries() throws {
        var random = SeededGenerator(seed: 3)
        func pick(_ texts: [String]) -> String { texts[Int.random(in: texts.indices, using: &random)] }
        let values = ["a", "", "{x}", "{x_optional}", "{int}", "{list}", "{ints_optional}", "a{x}", "{x}a"]
        func pattern() -> String {
            var items: [String] = []
            for (index, name) in ["a", "b", ""].enumerated() where Bool.random(using: &random) {
                let value = pick(name.isEmpty ? ["{x}", "{x_optional}", "{bool}", "{x}a", "{x}b"] : values)
                let named = value.replacing("}", with: "_\(index)}")
                items.append(name.isEmpty ? named : "\(name)=\(named)")
            }
            return items.isEmpty ? "" : "?" + items.joined(separator: "&")
        }
        let items = ["a", "a=", "a=a", "a=1", "a=aa", "b", "b=", "b=a", "b=1", "b=aa", "true", "ab", "aa", "bb"]
        var queries: [[String]] = [[]]
        for count in 1...3 {
            queries += queries.filter { $0.count == count - 1 }.flatMap { query in items.map { query + [$0] } }
        }
        let urls = try queries.map { try LinkURL("s://h?\($0.joined(separator: "&"))") }
        let links = try Set((0..<40).map { _ in pattern() }).sorted().map { try link($0, of: "f") }
        let matched = links.map { link in Set(urls.indices.filter { link.destination(of: urls[$0]) != nil }) }
        for (index, first) in links.enumerated() {
            for other in links.indices.dropFirst(index) {
                let isFound = CommonLink.text(of: first, links[other]) != nil
                #expect(
                    isFound == !matched[index].isDisjoint(with: matched[other]),
                    "\(first.pattern) \(links[other].pattern)")
            }
        }
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
            let conflicts = LinkIndex(of: manifests).comparison.conflicts
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
        #expect(index.comparison.conflicts.isEmpty)
        let overlaps = index.overlaps.conflicts
        #expect(overlaps.map(\.url) == ["s://h/s", "s://h/x/prefixsuffix", "s://h/x/secondsuffix"])
    }

    @Test("the comparison of too many similar patterns is cut, and says so")
    func tooMany() throws {
        func feature(_ id: String, _ first: Int) throws -> Manifest {
            try manifest(id, (first..<first + 150).map { "/{a}z\(String($0 + 100_000))z{q}" }, type: "int")
        }
        let comparison = LinkIndex(of: [try feature("one", 0), try feature("two", 1000)])
            .comparison(withinFeature: false, within: SearchBudget(states: 20_000))
        #expect(comparison.conflicts.isEmpty)
        #expect(comparison.isCut)
        let few = LinkIndex(of: [try manifest("one", ["/{a}y{q}"]), try manifest("two", ["/{a}y{q}"])])
        #expect(!few.comparison.isCut)
    }

    @Test("the budget grows with the number of patterns: one large feature among many is compared whole", .deep)
    func many() throws {
        let patterns = (0..<4000).map { "/section\($0)/{a}x{q}" }
        let comparison = LinkIndex(of: [try manifest("one", patterns), try manifest("two", patterns)]).comparison
        #expect(comparison.conflicts.count == patterns.count)
        #expect(!comparison.isCut)
    }

    @Test("patterns with long literals are compared in few steps")
    func long() throws {
        let long = String(repeating: "ab", count: 400)
        #expect(try common("/{x}\(long)c", "/\(long){y}") != nil)
        #expect(try common("/{x}\(long)", "/\(long)c{y}") != nil)
        #expect(try common("/{x}\(long){y}", "/{x}\(long)a{y}") != nil)
    }
}

extension LinkIndex {
    fileprivate convenience init(of manifests: [Manifest]) {
        self.init(manifests.map { Catalog.Entry(manifest: $0, path: nil) })
    }
}
