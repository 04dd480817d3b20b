import JSONText
import Testing

@Suite struct ValueTests {
    @Test("an accessor gives the value of its kind and nil for the others")
    func accessors() {
        let values: [JSON] = [.null, true, 1, 1.5, "a", [1], ["a": 1]]
        #expect(values.map(\.isNull) == [true, false, false, false, false, false, false])
        #expect(values.map(\.bool) == [nil, true, nil, nil, nil, nil, nil])
        #expect(values.map(\.integer) == [nil, nil, 1, nil, nil, nil, nil])
        #expect(values.map(\.number) == [nil, nil, 1, 1.5, nil, nil, nil])
        #expect(values.map(\.string) == [nil, nil, nil, nil, "a", nil, nil])
        #expect(values.map(\.array) == [nil, nil, nil, nil, nil, [1], nil])
        #expect(values.map(\.object) == [nil, nil, nil, nil, nil, nil, ["a": 1]])
        #expect(
            values.map(\.kind)
                == ["null", "a boolean", "a number", "a number", "a string", "an array", "an object"])
    }

    @Test(
        "an integer may be written with a fraction or an exponent up to 2^53 - 1, and without one up to Int64.max",
        arguments: [
            ("1", 1), ("1.0", 1), ("1e0", 1), ("1E+2", 100), ("10e-1", 1), ("-0", 0), ("-0.0", 0), ("-7.0", -7),
            ("9007199254740991.0", 9_007_199_254_740_991), ("-9007199254740991.0", -9_007_199_254_740_991),
            ("9223372036854775807", .max), ("-9223372036854775808", .min), ("1.5", nil), ("1e-1", nil),
            ("9007199254740992.0", nil), ("9007199254740993.0", nil), ("9223372036854775807.0", nil),
            ("1e300", nil), ("\"1\"", nil),
        ] as [(String, Int64?)])
    func integers(text: String, integer: Int64?) throws {
        #expect(try JSON.parse(text).integer == integer)
    }

    @Test("a subscript that leads nowhere gives nil")
    func subscripts() {
        let json: JSON = ["a": [1, .null]]
        #expect(json["a"]?[0] == 1)
        #expect(json["a"]?[1] == .null)
        #expect(json["a"]?[2] == nil)
        #expect(json["a"]?[-1] == nil)
        #expect(json["b"] == nil)
        #expect(json[0] == nil)
        #expect(json[["a", 0] as JSONPath] == 1)
        #expect(json[JSONPath.root] == json)
    }

    @Test("an integer and the double of the same size are different values")
    func kindsOfNumbers() {
        #expect(JSON.integer(1) != .double(1))
    }

    @Test("objects keep the order of their members and are equal regardless of it", arguments: [2, 12, 13, 14, 40])
    func order(count: Int) {
        let members = (0..<count).map { ("key \($0)", JSON.integer(Int64($0))) }
        let forwards = JSONObject(members)
        let backwards = JSONObject(members.reversed())
        #expect(forwards.keys == members.map(\.0))
        #expect(forwards.map(\.value) == members.map(\.1))
        #expect(forwards.count == count)
        #expect(forwards == backwards)
        #expect(forwards.hashValue == backwards.hashValue)
        #expect(forwards.keys.allSatisfy { forwards[$0] == backwards[$0] })
        #expect(Set([JSON.object(forwards), .object(backwards)]).count == 1)

        var other = backwards
        other.append(key: "key 0", value: "other")
        #expect(other != forwards)
        #expect(other.count == count)
        #expect(other.keys == backwards.keys)
        other.append(key: "more", value: .null)
        #expect(other.keys.last == "more")
        #expect(other["more"] == .null)
    }

    @Test("a key repeated in a literal keeps its first place and takes its last value")
    func repeatedLiteral() {
        let object: JSONObject = ["a": 1, "b": 2, "a": 3]
        #expect(object.keys == ["a", "b"])
        #expect(object["a"] == 3)
        #expect(JSONObject().isEmpty)
    }
}
