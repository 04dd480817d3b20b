import FeatureContract
import TestSupport
import Testing

@Suite struct LinkRankTests {
    /// The rank of a pattern whose arguments are named after their types, and after whether they are optional.
    private func rank(_ text: String) throws -> LinkRank {
        let pattern = try LinkPattern("s://h\(text)")
        return LinkRank(pattern, to: RouteLinkTests.route(pattern))
    }

    @Test(
        "the more specific pattern wins",
        arguments: [
            // Segment by segment: literal, literal with argument, argument, rest.
            ("/a", "/a{x}"),
            ("/a{x}", "/{x}"),
            ("/{x}", "/{x*}"),
            ("/a", "/{x}"),
            ("/a", "/{x*}"),
            ("/a{x}", "/{x*}"),
            // The first segment that differs decides, regardless of the rest.
            ("/a/{x*}", "/a{x}/b"),
            ("/a/{x}/{y}", "/{x}/b/c"),
            ("/a/{x}", "/{y}/b"),
            ("/{x}/b", "/{x}/{y}"),
            ("/{x}/b{y}", "/{x}/{y}"),
            ("/a/{x}", "/{x*}"),
            ("/a/{x*}", "/{x*}"),
            ("/a/b", "/a/{x*}"),
            ("/a/b/c", "/a/{x*}"),
            ("/a/{y}/{x*}", "/a/{x*}"),
            ("/{x}?q={y}", "/{x*}?a=b&c=d"),
            ("/a", "/{x}?a=b&c=d"),
            // Then query literals, before required query arguments.
            ("/a?b=c", "/a"),
            ("/a?b=c", "/a?b={x}"),
            ("/a?b=c&d=e", "/a?b=c"),
            ("/a?b=c", "/a?b={x}&d={y}&e={z}"),
            ("/a?b=c&d={x}", "/a?b=c"),
            ("/a?b={x}", "/a"),
            ("/a?b={x}&c={y}", "/a?b={x}"),
            ("/a?b={x}", "/a?b={optional}"),
            ("/a?b={x}&c={optional}", "/a?b={optional_1}&c={optional_2}"),
            ("/a?{x}", "/a"),
            // Then the length of the literal parts.
            ("/file-{x}", "/f{x}"),
            ("/f{x}.txt", "/f{x}"),
            ("/f{x}?q={y}", "/file-{x}"),
            // An argument ranks by its type: int, double, bool, string. It counts where the argument stands.
            ("/{int}", "/{double}"),
            ("/{double}", "/{bool}"),
            ("/{bool}", "/{x}"),
            ("/{int}/{y}", "/{x}/b"),
            ("/a{int}", "/abc{x}"),
            ("/a{x}", "/{int}"),
            ("/{int_x}-{int_y}", "/{int_x}-{y}"),
            ("/{int*}", "/{x*}"),
            ("/{ints*}", "/{list*}"),
            ("/{x}", "/{int*}"),
            ("/a?b={int}", "/a?b={x}"),
            ("/a?b={ints}", "/a?b={list}"),
            ("/a?b={x}&c={int}", "/a?b={x}&c={double}"),
            ("/a?b={int}&c={x}", "/a?b={double}&c={bool}"),
            ("/a?b={x}&c={y}", "/a?b={int}"),
            ("/a?b={list}", "/a?b={list_optional}"),
            ("/a#{int}", "/a#{x}"),
            ("/a#b", "/a#{int}"),
            ("/a#{x}", "/a"),
        ])
    func order(winner: String, loser: String) throws {
        #expect(try rank(winner) > rank(loser))
        #expect(try !(rank(winner) < rank(loser)))
        #expect(try rank(winner) != rank(loser))
    }

    @Test(
        "patterns of one shape have one rank, regardless of their names and literals",
        arguments: [
            ("/a", "/b"),
            ("/long-literal", "/b"),
            ("/{x}", "/{y}"),
            ("/a/{x}", "/b/{y}"),
            ("/{x*}", "/{y*}"),
            ("/a{x}", "/{y}b"),
            ("/a?b={x}", "/a?c={y}"),
            ("/a?b=c", "/a?d=e"),
            ("/a?b={optional}", "/a"),
            ("/a?b={int_optional}", "/a?b={optional}"),
            ("/a?b={list_optional}", "/a"),
            ("/{int*}", "/{ints*}"),
            ("/a-{b}", "/{a}-{b}-{c}"),
            ("/{int}-{x}", "/{x}-{bool}"),
            ("/a/", "/a"),
            ("/", ""),
            ("?", ""),
        ])
    func sameShape(first: String, second: String) throws {
        #expect(try rank(first) == rank(second))
    }

    @Test("the order does not depend on the order of loading", arguments: 1...4 as ClosedRange<UInt64>)
    func loadOrder(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let segments = ["a", "b{x}", "{y}", "{z}-c", "{r*}"]
        let queries = ["", "?q=1", "?q={u}", "?q={optional}", "?q=1&p={v}"]
        var patterns: [String] = []
        for first in segments {
            for second in segments + [""] where !first.hasSuffix("*}") && first != second {
                let path = second.isEmpty ? "/\(first)" : "/\(first)/\(second)"
                patterns += queries.map { path + $0 }
            }
        }
        let ranks = try patterns.map(rank)
        let sorted = ranks.sorted()
        for _ in 0..<20 { #expect(ranks.shuffled(using: &generator).sorted() == sorted) }
        for (index, left) in sorted.enumerated() {
            for right in sorted[index...] { #expect(left == right || left < right) }
        }
    }

    @Test("the most specific link of a feature gives the destination where several match")
    func bestMatch() throws {
        let url = try LinkURL("s://h/a/b?q=1")
        let texts = ["/{x}/{y}", "/a/{y}?q={x}", "/{x*}", "/a/b", "/a/{y}", "/a/b?q=1"]
        let links = try texts.map { text in
            let pattern = try LinkPattern("s://h\(text)")
            return try RouteLink(pattern, to: RouteLinkTests.route(pattern), of: "f")
        }
        let best = links.filter { (try? $0.match(url).get()) != nil }.max { $0.rank < $1.rank }
        #expect(best?.pattern.text == "/a/b?q=1")
    }
}
