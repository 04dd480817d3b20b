import FeatureContract
import JSONText
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

/// A feature with four routes, which take none, one or both of `n` (of that type) and `t` (optional), and with these
/// link patterns.
private func feature(_ id: String, _ patterns: [String], type: String = "int", claims: Bool = false) -> String {
    let links = patterns.map { pattern in
        let name =
            pattern.contains("{n")
            ? (pattern.contains("{t") ? "both" : "number") : pattern.contains("{t") ? "text" : "plain"
        return #"{ "scheme": "s", "host": "h", "pattern": "\#(pattern)", "route": "\#(name)" }"#
    }
    let n = #"{ "name": "n", "type": "\#(type)" }"#
    let t = #"{ "name": "t", "type": "string", "optional": true }"#
    return """
        {
            "id": "\(id)",
            "incoming": [
                { "name": "plain" }, { "name": "number", "arguments": [\(n)] }, { "name": "text", "arguments": [\(t)] },
                { "name": "both", "arguments": [\(n), \(t)] }
            ],
            "links": [\(links.joined(separator: ", "))],
            "customLinks": [\(claims ? #"{ "scheme": "S", "host": "H" }"# : "")]
        }
        """
}

@Suite("The index of links")
struct LinkIndexTests {
    private func index(_ texts: [String]) throws -> LinkIndex { try catalog(texts).links() }

    private func match(_ url: String, _ index: LinkIndex) throws -> String {
        switch index.match(try LinkURL(url)) {
        case .place(let place, _): place.text
        case .ambiguous(let first, let second): "ambiguous: \(first.feature) \(second.feature)"
        case .noPattern(let askable): "none: \(askable.joined(separator: " "))"
        }
    }

    @Test("the index by literals gives the answers that a trial of every pattern gives")
    func asByTrying() throws {
        var random = SeededGenerator(seed: 5)
        func pick(_ texts: [String]) -> String { texts[Int.random(in: texts.indices, using: &random)] }
        func pattern() -> String {
            var segments = (0..<Int.random(in: 0...3, using: &random)).map { _ in pick(["a", "b", "ab", "", "%C3%A9"]) }
            let argument = Int.random(in: 0...segments.count, using: &random)
            if argument < segments.count { segments[argument] = pick(["{t}", "a{t}", "{n}"]) }
            if !segments.joined().contains("{t"), Bool.random(using: &random) { segments.append("{t*}") }
            return segments.map { "/" + $0 }.joined()
        }
        var found = 0
        for _ in 0..<100 {
            let index = try index((0..<4).map { feature("f\($0)", [pattern(), pattern()]) })
            for _ in 0..<20 {
                let segments = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                    "/" + pick(["a", "b", "ab", "", "%61", "a%62", "1", "é", "%c3%a9"])
                }
                let url = pick(["s", "S"]) + "://" + pick(["h", "H", "%68"]) + segments.joined()
                let matches = try index.trials(LinkURL(url)).filter { (try? $0.result.get()) != nil }
                let best = matches.filter { $0.link.rank == matches[0].link.rank }
                let answer: String
                if let other = best.first(where: { $0.link.feature != best[0].link.feature }) {
                    answer = "ambiguous: \(best[0].link.feature) \(other.link.feature)"
                } else {
                    answer = try best.first?.result.get().text ?? "none: "
                }
                found += matches.isEmpty ? 0 : 1
                #expect(try match(url, index) == answer, "\(url)")
            }
        }
        #expect(found > 200)
    }

    @Test("a link is matched across features, with the same answer for every order of the features")
    func anyOrder() throws {
        let features = [
            feature("a", ["/x/{t*}"]), feature("b", ["/x/{t}"]), feature("c", ["/x/no-{t}"]), feature("d", ["/x/no-1"]),
            feature("e", ["/x/{n}/edit"]), feature("f", ["/x/{t}?n={n}"]), feature("g", ["/x/{t}?n=1"], type: "int"),
        ]
        let expected = [
            "s://h/x/no-1": "d/plain", "s://h/x/no-2": "c/text?t=2", "s://h/x/y": "b/text?t=y",
            "s://h/x/y/z": "a/text?t=y/z", "s://h/x/4/edit": "e/number?n=4", "s://h/x/y/edit": "a/text?t=y/edit",
            "s://h/x/y?n=2": "f/both?n=2&t=y", "s://h/x/y?n=1": "g/text?t=y", "s://h/": "none: ", "s://i/x/y": "none: ",
            "q://h/x/y": "none: ",
        ]
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<20 {
            let index = try index(features.shuffled(using: &generator))
            for (url, answer) in expected { #expect(try match(url, index) == answer, "\(url)") }
        }
    }

    @Test("a link of two features with equal patterns is ambiguous, in any order of the features")
    func ambiguous() throws {
        let texts = [feature("one", ["/x/{n}"]), feature("two", ["/x/{n}"])]
        for texts in [texts, texts.reversed()] {
            #expect(try match("s://h/x/1", index(texts)) == "ambiguous: one two")
            #expect(try match("s://h/x/y", index(texts)) == "none: ")
        }
    }

    @Test("the more specific argument type wins between two features, in any order of the features")
    func types() throws {
        let features = ["int", "double", "bool", "string"].map { feature($0, ["/x/{n}", "/y?n={n}"], type: $0) }
        for features in [features, features.reversed()] {
            let index = try index(features)
            for (value, id) in [("1", "int"), ("1.5", "double"), ("true", "bool"), ("y", "string")] {
                #expect(try match("s://h/x/\(value)", index) == "\(id)/number?n=\(value)")
                #expect(try match("s://h/y?n=\(value)", index) == "\(id)/number?n=\(value)")
            }
        }
    }

    @Test("the first declared of two equal patterns of one feature wins")
    func sameFeature() throws {
        let text = """
            {
                "id": "f", "incoming": [{ "name": "first" }, { "name": "second" }],
                "links": [
                    { "scheme": "s", "host": "h", "pattern": "/x", "route": "second" },
                    { "scheme": "s", "host": "h", "pattern": "/x", "route": "first" }
                ]
            }
            """
        let index = try index([text, feature("g", ["/y"])])
        #expect(try match("s://h/x", index) == "f/second")
        #expect(index.conflicts.isEmpty)
    }

    @Test("the index names the claimants of a scheme and host where no pattern matches")
    func claims() throws {
        let index = try index([feature("z", ["/x"], claims: true), feature("a", [], claims: true), feature("m", [])])
        #expect(try match("s://h/y", index) == "none: a z")
        #expect(try match("S://H/x", index) == "z/plain")
        #expect(try match("s://i/y", index) == "none: ")
        #expect(index.sites.map { "\($0.scheme)://\($0.host)" } == ["s://h"])
    }

    @Test(
        "patterns of two features with a common link and equal rank are a conflict",
        arguments: [
            (["/x"], ["/x"], 1), (["/x/{n}"], ["/x/{n}"], 1), (["/x/a-{n}"], ["/x/a-{n}"], 1),
            (["/{t*}"], ["/{t*}"], 1),
            (["/x?a=1"], ["/x?a=1"], 1), (["/x?a=1&b=2"], ["/x?b=2&a=1"], 1), (["/x?n={n}"], ["/x?n={n}"], 1),
            // An optional item does not change what a pattern matches.
            (["/x?t={t}"], ["/x"], 1),
            (["/x"], ["/y"], 0), (["/x"], ["/X"], 0), (["/x/a-{n}"], ["/x/b-{n}"], 0), (["/x?a=1"], ["/x?a=2"], 0),
            (["/x?n={n}"], ["/x?m={n}"], 1), (["/x/{n}"], ["/x/{t}"], 0), (["/x#a"], ["/x#b"], 0),
            (["/x#a"], ["/x#a"], 1),
            (["/x", "/y"], ["/y", "/x"], 2), (["/x", "/x"], [], 0),
            (["/x/{t}suffix"], ["/x/prefix{t}"], 1), (["/-a{t}"], ["/{t}-{n}b"], 0), (["/x/"], ["/x"], 1),
            (["/x?q={n}"], ["/x?n={t}"], 0),
        ] as [([String], [String], Int)])
    func conflicts(first: [String], second: [String], count: Int) throws {
        let conflicts = try index([feature("one", first), feature("two", second)]).conflicts
        #expect(conflicts.count == count, "\(conflicts.map { "\($0.first.pattern) \($0.second.pattern)" })")
        for conflict in conflicts {
            #expect(conflict.first.feature == "one" && conflict.second.feature == "two")
            guard
                case .ambiguous = try index([feature("one", first), feature("two", second)]).match(
                    LinkURL(conflict.url))
            else {
                Issue.record("\(conflict.url) is not ambiguous")
                continue
            }
        }
    }

    @Test("the trials of a link are listed by rank, each with its result")
    func trials() throws {
        let index = try index([feature("a", ["/{t}", "/x?n={n}"]), feature("b", ["/x"])])
        let trials = index.trials(try LinkURL("s://h/x?n=q"))
        #expect(trials.map(\.link.pattern.description) == ["s://h/x?n={n}", "s://h/x", "s://h/{t}"])
        #expect(trials.map { (try? $0.result.get())?.text } == [nil, "b/plain", "a/text?t=x"])
    }
}

@Suite("The refusal of a link")
struct LinkRulesTests {
    private func reason(_ url: String, schemes: String? = nil) throws -> String {
        let catalog = try catalog([Manifests.character, Manifests.notes, Manifests.vault])
        let wiring = try wiring(schemes.map { #"{ "schemes": \#($0) }"# } ?? "{}")
        let rules = LinkRules(catalog: catalog, wiring: wiring)
        let url = try LinkURL(url)
        return (rules.schemeRefusal(of: url) ?? rules.unmatched(url)).description
    }

    @Test(
        "the refusal of a scheme suggests the nearest scheme of the wiring, or lists those that it takes",
        arguments: [
            (
                "chalenge://character/list", #"["challenge"]"#,
                "links of the scheme 'chalenge' are refused by the wiring file: did you mean 'challenge'?"
            ),
            (
                "https://character/list", #"["challenge", "App"]"#,
                "links of the scheme 'https' are refused by the wiring file: it takes 'challenge', 'app'"
            ),
            (
                "https://character/list", "[]",
                "links of the scheme 'https' are refused by the wiring file: it takes none"
            ),
        ])
    func schemes(url: String, schemes: String, expected: String) throws {
        #expect(try reason(url, schemes: schemes) == expected)
    }

    @Test("the case of a scheme does not matter, and a wiring without schemes takes every scheme")
    func takenSchemes() throws {
        #expect(try !reason("CHALLENGE://character/x", schemes: #"["Challenge"]"#).contains("refused"))
        #expect(try !reason("any://thing/x").contains("refused"))
    }

    @Test(
        "the refusal of a link says why the nearest patterns do not match",
        arguments: [
            (
                "challenge://charakter/list",
                "no feature has links for challenge://charakter: did you mean 'character'?"
            ),
            (
                "challenge://zzzzzzz/list",
                "no feature has links for challenge://zzzzzzz: the hosts are 'character', 'notes', 'vault'"
            ),
            ("other://x/y", "no feature has links for other://x: no feature has links of that scheme"),
            (
                "challenge://character/detail?id=x",
                "'challenge://character/detail?id=x' matches no link pattern: not "
                    + "challenge://character/detail?id={identifier} ('x' is not of type int, which 'identifier' is)"
            ),
            (
                "challenge://character/detail",
                "'challenge://character/detail' matches no link pattern: not "
                    + "challenge://character/detail?id={identifier} (the query item 'id' is missing)"
            ),
            (
                "challenge://character/detail?id=1&id=2",
                "'challenge://character/detail?id=1&id=2' matches no link pattern: not "
                    + "challenge://character/detail?id={identifier} (the query item 'id' stands more than once, and "
                    + "'identifier' takes a single value)"
            ),
            (
                "challenge://notes/note/",
                "'challenge://notes/note/' matches no link pattern: not challenge://notes/note/{title} (its path has 1 "
                    + "segment, not 2)"
            ),
            (
                "challenge://notes/note//",
                "'challenge://notes/note//' matches no link pattern: not challenge://notes/note/{title} (the path "
                    + "segment for 'title' is empty)"
            ),
            (
                "challenge://notes/nothing",
                "'challenge://notes/nothing' matches no link pattern: not challenge://notes/edit ('nothing' stands in "
                    + "its path where 'edit' is expected)"
            ),
            (
                "challenge://vault/x",
                "'challenge://vault/x' matches no link pattern; only the code of 'vault' could know it"
            ),
        ])
    func mismatches(url: String, expected: String) throws {
        #expect(try reason(url) == expected)
    }

    @Test(
        "an unmatched link names the patterns with the nearest paths, not those of the highest rank",
        arguments: [
            ("/itme/7", ["/item/{n}"]), ("/item/x", ["/item/{n}"]), ("/item/7/edti", ["/item/{n}/edit"]),
            ("/itme", ["/item"]), ("/item/7/edit/now", ["/item/{n}/edit"]), ("/a/b/c/e", ["/a/b/c/d"]),
            ("/files", ["/files/{t*}"]), ("/flies//b/c", ["/files/{t*}"]), ("/find", ["/find?n={n}"]),
            ("/q", ["/find?n={n}", "/item"]),
        ])
    func nearest(path: String, expected: [String]) throws {
        let patterns = ["/a/b/c/d", "/item", "/item/{n}", "/item/{n}/edit", "/files/{t*}", "/find?n={n}"]
        let catalog = try catalog([feature("f", patterns)])
        let refusal = LinkRules(catalog: catalog, wiring: .empty).unmatched(try LinkURL("s://h\(path)"))
        guard case .noPattern(_, let misses) = refusal else {
            Issue.record("\(refusal)")
            return
        }
        #expect(misses.map(\.pattern) == expected.map { "s://h\($0)" })
    }

    @Test("a refusal names the first five of many hosts, and counts the others")
    func manyHosts() throws {
        let links = (1...7).map { #"{ "scheme": "s", "host": "host\#($0)", "pattern": "", "route": "r" }"# }
        let manifest = #"{ "id": "f", "incoming": [{ "name": "r" }], "links": [\#(links.joined(separator: ", "))] }"#
        let rules = LinkRules(catalog: try catalog([manifest]), wiring: .empty)
        let text = rules.unmatched(try LinkURL("s://zzzzzzzz/q")).description
        #expect(text.hasSuffix("the hosts are 'host1', 'host2', 'host3', 'host4', 'host5', and 2 more"))
    }

    @Test("a refusal names the first five of many patterns, and counts the others")
    func many() throws {
        let catalog = try catalog([feature("f", (1...7).map { "/p\($0)" })])
        let rules = LinkRules(catalog: catalog, wiring: .empty)
        let text = rules.unmatched(try LinkURL("s://h/q")).description
        #expect(text.contains("s://h/p5 "))
        #expect(!text.contains("s://h/p6"))
        #expect(text.hasSuffix(", and 2 more"))
    }

    @Test("an ambiguous link names both patterns and their features, and suggests a remedy")
    func ambiguous() throws {
        let catalog = try catalog([feature("one", ["/x/{n}"]), feature("two", ["/x/{n}"])])
        guard case .ambiguous(let first, let second) = catalog.match(try LinkURL("s://h/x/1")) else {
            Issue.record("it is not ambiguous")
            return
        }
        #expect(
            LinkRefusal.ambiguous("s://h/x/1", first, second).description
                == "'s://h/x/1' matches patterns of two features alike, s://h/x/{n} of 'one' and s://h/x/{n} of 'two', so "
                + "it is followed to neither; change one of the patterns")
    }
}
