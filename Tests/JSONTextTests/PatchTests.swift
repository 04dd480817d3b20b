import JSONText
import TestSupport
import Testing

@Suite("A patch from one value to another", .blocking) struct PatchTests {
    @Test(
        "says what has changed",
        arguments: [
            (#"{"a":1}"#, #"{"a":1}"#, "[]"),
            (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, "[]"),
            (#"{"a":1}"#, #"{"a":1.0}"#, #"[{"op":"replace","path":"/a","value":1.0}]"#),
            (#"{"a":"\u00e9"}"#, #"{"a":"e\u0301"}"#, #"[{"op":"replace","path":"/a","value":"e\#u{301}"}]"#),
            (#"{"a":1,"b":2}"#, #"{"b":3}"#, #"[{"op":"remove","path":"/a"},{"op":"replace","path":"/b","value":3}]"#),
            (#"{"a/b~":1}"#, #"{"a/b~":2}"#, #"[{"op":"replace","path":"/a~1b~0","value":2}]"#),
            ("[1,2,3]", "[1,3]", #"[{"op":"remove","path":"/1"}]"#),
            ("[1,4]", "[1,2,3,4]", #"[{"op":"add","path":"/1","value":2},{"op":"add","path":"/2","value":3}]"#),
            (
                "[1,2,3]", "[]",
                #"[{"op":"remove","path":"/2"},{"op":"remove","path":"/1"},{"op":"remove","path":"/0"}]"#
            ),
            ("[1,1,1]", "[1,1]", #"[{"op":"remove","path":"/2"}]"#),
            (
                #"[{"key":"a"},{"key":"b"},{"key":"c"},{"key":"d"}]"#, #"[{"key":"b","x":1},{"key":"d"},{"key":"e"}]"#,
                #"[{"op":"remove","path":"/2"},{"op":"remove","path":"/0"},{"op":"add","path":"/2","value":{"key":"e"}},{"op":"add","path":"/0/x","value":1}]"#
            ),
            (
                #"[{"key":"a"},{"key":"b"}]"#, #"[{"key":"b"},{"key":"a"}]"#,
                #"[{"op":"move","from":"/0","path":"/1"}]"#
            ),
            (
                #"["x",{"key":"a"},{"key":"b"},{"key":"c"}]"#, #"["y",{"key":"c"},{"key":"a"},{"key":"b"}]"#,
                #"[{"op":"replace","path":"/0","value":"y"},{"op":"replace","path":"/1/key","value":"c"},{"op":"replace","path":"/2/key","value":"a"},{"op":"replace","path":"/3/key","value":"b"}]"#
            ),
            (
                #"[{"key":"a","x":1},{"key":"b"},{"key":"c"},{"key":"d"}]"#,
                #"[{"key":"b"},{"key":"n"},{"key":"c"},{"key":"d"},{"key":"a","x":2}]"#,
                #"[{"op":"add","path":"/2","value":{"key":"n"}},{"op":"move","from":"/0","path":"/4"},{"op":"replace","path":"/4/x","value":2}]"#
            ),
            ("[]", "{}", #"[{"op":"replace","path":"","value":{}}]"#),
        ])
    func operations(old: String, new: String, expected: String) throws {
        let operations = JSONPatch.operations(from: try JSON.parse(old), to: try JSON.parse(new))
        #expect(JSON.array(operations).text() == expected)
    }

    @Test(
        "leads to the other value, whatever the two are",
        arguments: Tier.rows(of: Array(1...8 as ClosedRange<UInt64>), first: 2))
    func random(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let old = JSON.random(depth: 3, using: &generator)
            // Two values that have nothing in common say little: most have one in common.
            let other = JSON.random(depth: 3, using: &generator)
            let pairs = [
                (old, other), (JSON.array([old, other]), JSON.array([other, old, other])), (["a": old], ["a": other]),
                (Self.rows(using: &generator), Self.rows(using: &generator)),
            ]
            for (old, new) in pairs {
                let patched = try old.patched(by: JSONPatch.operations(from: old, to: new))
                #expect(patched == new)
                #expect(JSONPatch.operations(from: patched, to: new) == [])
            }
        }
    }

    /// Rows with different keys, in any order.
    private static func rows(using generator: inout SeededGenerator) -> JSON {
        let keys = (0..<8).filter { _ in Bool.random(using: &generator) }.shuffled(using: &generator)
        return .array(
            keys.map { ["key": .string("\($0)"), "value": .random(depth: 1, using: &generator)] })
    }
}
