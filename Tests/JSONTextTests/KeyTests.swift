import JSONText
import Testing

@Suite struct KeyTests {
    @Test(
        "a key that occurs twice in an object is refused at its second place",
        arguments: [
            InvalidText(#"{"a": 1, "a": 2}"#, 1, 10, #"the key "a" is in this object already, at line 1, column 2"#),
            InvalidText("{\"a\": 1,\n \"b\": {\"c\": 1, \"c\": 2}}", 2, 16, "already, at line 2, column 8"),
            InvalidText(#"{"a": 1, "\u0061": x}"#, 1, 10, #"the key "a""#),
            InvalidText(#"{"\u001b": 1, "\u001b": 2}"#, 1, 15, #"the key "\u001b""#),
            InvalidText(#"{"": 1, "": 2}"#, 1, 9, #"the key """#),
            InvalidText(
                #"{"\u0061": 1, "a": x}"#, 1, 15, #"the key "a" is in this object already, at line 1, column 2"#),
            InvalidText(#"{"a": 1, "b": [{}, 2], "b": 3, "a": 4}"#, 1, 24, #"the key "b""#),
        ])
    func duplicates(invalid: InvalidText) {
        invalid.expectError()
        invalid.expectError(options: .withComments)
    }

    @Test(
        "a key that occurs twice among any number of keys is refused with the place of the first",
        arguments: [1, 2, 31, 32, 33, 34, 100], ["k0", #"\u006b0"#])
    func duplicatesAmongMany(count: Int, key: String) {
        // Each member takes a line, and has values inside it.
        let members = (0..<count).map { #""k\#($0)": [{"k0": \#($0)}]"# }
        for place in [0, count - 1] {
            let again = place == 0 ? key : "k\(place)"
            InvalidText(
                "{" + members.joined(separator: ",\n") + ",\n \"\(again)\": x}", count + 1, 2,
                #"the key "k\#(place)" is in this object already, at line \#(place + 1), column \#(place == 0 ? 2 : 1)"#
            ).expectError()
        }
    }

    @Test("each of any number of keys has its value, and no other key has one", arguments: [0, 1, 31, 32, 33, 100])
    func lookups(count: Int) throws {
        let text =
            "{" + (0..<count).map { #""\u006b\#($0)": [\#($0)], "\#($0)": {"k": \#($0)}"# }.joined(separator: ",") + "}"
        let field = JSONField(try JSONDocument.parse(text))
        let json = try JSON.parse(text)
        for number in 0..<count {
            #expect(json["k\(number)"]?[0] == .integer(Int64(number)))
            #expect(try field["k\(number)"]?.elements().first?.path == [.key("k\(number)"), 0])
            #expect(try field["\(number)"]?.required("k").integer() == Int64(number))
        }
        for absent in ["", "k", "k\(count)", "\(count)", "\(count)k", "K0"] {
            #expect(json[absent] == nil)
            #expect(field[absent] == nil)
        }
    }

    @Test("a key may occur again in another object")
    func otherObjects() throws {
        #expect(try JSON.parse(#"[{"a":{"a":1}},{"a":2}]"#) == [["a": ["a": 1]], ["a": 2]])
    }

    @Test("the composed and the decomposed form of a letter are two keys")
    func canonicalEquivalence() throws {
        let json = try JSON.parse("{\"\u{E9}\": 1, \"e\u{301}\": 2}")
        #expect(json.object?.count == 2)
        #expect(json["\u{E9}"] == 1)
        #expect(json["e\u{301}"] == 2)
        #expect(json != ["\u{E9}": 2, "e\u{301}": 1])
    }

    @Test("an object of 10,000 keys is read, searched and checked for duplicates quickly")
    func manyKeys() throws {
        let members = (0..<10_000).map { "\"key \($0)\": \($0)" }
        let json = try JSON.parse("{" + members.joined(separator: ",") + "}")
        #expect((0..<10_000).allSatisfy { json["key \($0)"] == .integer(Int64($0)) })
        #expect(json["key 10000"] == nil)
        #expect(json == (try JSON.parse("{" + members.reversed().joined(separator: ",") + "}")))
        let error = #expect(throws: JSONError.self) {
            try JSON.parse("{" + members.joined(separator: ",") + ",\"key 77\": 0}")
        }
        #expect(error?.message.contains("key 77") == true)
    }

    @Test("thousands of canonically equivalent keys do not collide")
    func equivalentKeys() throws {
        let keys = (0..<8192).map { number in
            (0..<13).map { number >> $0 & 1 == 0 ? "\u{E9}" : "e\u{301}" }.joined()
        }
        // The test takes minutes if each key is compared with every other.
        let json = try JSON.parse("{" + keys.map { "\"\($0)\":0" }.joined(separator: ",") + "}")
        #expect(json.object?.count == 8192)
    }
}
