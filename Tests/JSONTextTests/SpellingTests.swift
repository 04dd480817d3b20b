import JSONText
import Testing

@Suite struct SpellingTests {
    @Test(
        "a mistyped name is answered with the nearest one",
        arguments: [
            ("rotues", ["list", "routes"], "routes"),
            ("routes", ["route", "routes"], "routes"),
            ("ROUTES", ["list", "routes"], "routes"),
            ("routes", ["Routes"], "Routes"),
            ("lst", ["list", "last"], "list"),
            ("last", ["list", "lost"], "list"),
            ("doctr", ["doctor", "docto"], "doctor"),
            ("navgate", ["navigate"], "navigate"),
            ("naviigate", ["navigate"], "navigate"),
            ("nabigate", ["navigate"], "navigate"),
            ("anvigate", ["navigate"], "navigate"),
            ("charcter", ["home", "character"], "character"),
            ("charackter", ["home", "character"], "character"),
            ("karakter", ["character"], "character"),
            ("x", ["y"], "y"),
            ("ab", ["ba"], "ba"),
            ("größe", ["grösse", "größen"], "größen"),
        ] as [(String, [String], String)])
    func nearest(text: String, candidates: [String], expected: String) {
        #expect(Spelling.nearest(to: text, in: candidates) == expected)
    }

    @Test(
        "what resembles nothing gets no answer",
        arguments: [
            ("", []), ("routes", []), ("routes", ["list", "navigate", "explain"]), ("list", ["routes"]),
            ("ab", ["cd"]), ("abc", ["abxy1"]), ("abcdef", ["abcxyz"]), ("a", ["abc"]), ("", ["ab"]),
            ("abcd", ["dcba"]), ("karakteren", ["character"]),
        ] as [(String, [String])])
    func nothing(text: String, candidates: [String]) {
        #expect(Spelling.nearest(to: text, in: candidates) == nil)
    }

    @Test("of several that are equally near the first is the answer")
    func ties() {
        #expect(Spelling.nearest(to: "bat", in: ["cat", "hat"]) == "cat")
        #expect(Spelling.nearest(to: "bat", in: ["hat", "cat"]) == "hat")
        #expect(Spelling.nearest(to: "bat", in: ["hat", "bat", "cat"]) == "bat")
    }

    @Test("a very long name is compared by its beginning")
    func longNames() {
        let long = String(repeating: "a", count: 100_000)
        #expect(Spelling.nearest(to: long, in: ["b", long + "b"]) == long + "b")
        #expect(Spelling.nearest(to: long, in: ["aaa"]) == nil)
    }
}
