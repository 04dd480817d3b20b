import JSONText
import TestSupport
import Testing

@Suite struct SpellingTests {
    @Test(
        "the nearest name is found for a mistyped one",
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
        "a name that resembles none has no nearest name",
        arguments: [
            ("", []), ("routes", []), ("routes", ["list", "navigate", "explain"]), ("list", ["routes"]),
            ("ab", ["cd"]), ("abc", ["abxy1"]), ("abcdef", ["abcxyz"]), ("a", ["abc"]), ("", ["ab"]),
            ("abcd", ["dcba"]), ("karakteren", ["character"]),
        ] as [(String, [String])])
    func nothing(text: String, candidates: [String]) {
        #expect(Spelling.nearest(to: text, in: candidates) == nil)
    }

    @Test("prepared names give the same nearest name as others, and as a comparison of all letters")
    func prepared() {
        var random = SeededGenerator(seed: 4)
        func name() -> String {
            String(
                (0..<Int.random(in: 0...4, using: &random)).map { _ in "aAbcé".randomElement(using: &random) ?? "a" })
        }
        for _ in 0..<300 {
            let (text, names) = (name(), (0..<5).map { _ in name() })
            let prepared = Spelling.nearest(to: text, in: names.map(SpelledName.init))
            #expect(prepared == Spelling.nearest(to: text, in: names))
            let distances = names.map { (name: $0, distance: distance(text.lowercased(), $0.lowercased())) }
            let near = distances.filter { $0.distance <= max(1, max(text.count, $0.name.count) / 3) }
            #expect(prepared == near.min { $0.distance < $1.distance }?.name, "\(text) \(names)")
        }
    }

    /// The optimal string alignment distance, by its definition.
    private func distance(_ left: String, _ right: String) -> Int {
        guard let first = left.first, let other = right.first else { return left.count + right.count }
        let (left, right) = (String(left.dropFirst()), String(right.dropFirst()))
        if first == other { return distance(left, right) }
        var least = min(distance(left, right), distance(left, "\(other)\(right)"), distance("\(first)\(left)", right))
        if left.first == other, right.first == first {
            least = min(least, distance(String(left.dropFirst()), String(right.dropFirst())))
        }
        return least + 1
    }

    @Test("the first of several equally near names is the nearest")
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
