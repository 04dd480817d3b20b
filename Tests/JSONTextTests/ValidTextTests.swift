import JSONText
import Testing

struct ValidText: Sendable, CustomTestStringConvertible {
    let text: String
    let value: JSON

    init(_ text: String, _ value: JSON) {
        self.text = text
        self.value = value
    }

    var testDescription: String { text }
}

@Suite struct ValidTextTests {
    @Test(
        "a valid text gives its value",
        arguments: [
            ValidText("null", .null),
            ValidText("true", true),
            ValidText("false", false),
            ValidText(" \t\r\n1\n", 1),
            ValidText("[]", []),
            ValidText("[ ]", []),
            ValidText("{}", [:]),
            ValidText("{ }", [:]),
            ValidText("[1,[2,[]],{}]", [1, [2, []], [:]]),
            ValidText(#"{"a":1,"b":{"c":[true,null]}}"#, ["a": 1, "b": ["c": [true, .null]]]),
            ValidText(#"{"":0}"#, ["": 0]),
        ])
    func values(valid: ValidText) throws {
        #expect(try JSON.parse(valid.text) == valid.value)
        #expect(try JSON.parse(Array(valid.text.utf8), options: .withComments) == valid.value)
        #expect(try JSONDocument.parse(valid.text).root == valid.value)
    }

    @Test(
        "a number without fraction and exponent is an integer, and any other is a double",
        arguments: [
            ValidText("0", .integer(0)),
            ValidText("-1", .integer(-1)),
            ValidText("9223372036854775807", .integer(.max)),
            ValidText("-9223372036854775808", .integer(.min)),
            ValidText("9223372036854775808.0", .double(9_223_372_036_854_775_808)),
            ValidText("1.0", .double(1)),
            ValidText("1e0", .double(1)),
            ValidText("1E+2", .double(100)),
            ValidText("25e-01", .double(2.5)),
            ValidText("0.1", .double(0.1)),
            ValidText("0e0", .double(0)),
            ValidText("1.7976931348623157e308", .double(.greatestFiniteMagnitude)),
            ValidText("5e-324", .double(.leastNonzeroMagnitude)),
            ValidText("1e-999", .double(0)),
        ])
    func numbers(valid: ValidText) throws {
        #expect(try JSON.parse(valid.text) == valid.value)
    }

    @Test("minus zero keeps its sign", arguments: ["-0", "-0.0", "-0e5"])
    func minusZero(text: String) throws {
        guard case .double(let double) = try JSON.parse(text) else {
            Issue.record("not a double")
            return
        }
        #expect(double == 0 && double.sign == .minus)
    }

    @Test("a number of a hundred thousand digits is read")
    func longNumber() throws {
        let zeros = String(repeating: "0", count: 100_000)
        #expect(try JSON.parse("0." + zeros + "1") == .double(0))
        #expect(try JSON.parse("1" + zeros + "e-100000") == .double(1))
    }

    @Test(
        "escapes and raw characters of a string are decoded",
        arguments: [
            ValidText(#""\" \\ \/ \b \f \n \r \t""#, "\" \\ / \u{08} \u{0C} \n \r \t"),
            ValidText(#""\u0041\u00e9\u00E9\u0000""#, "Aéé\u{0}"),
            ValidText(#""\ud834\udd1e \uDBFF\uDFFF""#, "\u{1D11E} \u{10FFFF}"),
            ValidText(#""a\\u0041""#, #"a\u0041"#),
            ValidText("\"é 日本 🎹 \u{7F} \u{85} \u{2028} \u{FEFF}\"", "é 日本 🎹 \u{7F} \u{85} \u{2028} \u{FEFF}"),
            ValidText("\"\u{D7FF}\u{E000}\u{10FFFF}\"", "\u{D7FF}\u{E000}\u{10FFFF}"),
        ])
    func strings(valid: ValidText) throws {
        let string = try #require(try JSON.parse(valid.text).string)
        let expected = try #require(valid.value.string)
        #expect(Array(string.unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test("bytes may come from any collection")
    func collections() throws {
        let bytes = Array("[1]".utf8)
        #expect(try JSON.parse(([0] + bytes).dropFirst()) == [1])
        #expect(try bytes.withUnsafeBytes { try JSON.parse($0) } == [1])
    }
}
