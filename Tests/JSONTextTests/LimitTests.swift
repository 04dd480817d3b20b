import JSONText
import Testing

@Suite struct LimitTests {
    private func nested(_ depth: Int, open: String = "[", close: String = "]", inner: String = "") -> String {
        String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
    }

    @Test("a text may be nested 128 deep and no deeper")
    func depth() throws {
        #expect(throws: Never.self) { try JSON.parse(nested(128)) }
        #expect(throws: Never.self) { try JSON.parse(nested(128, open: "{\"a\":", close: "}", inner: "1")) }
        InvalidText(nested(129), 1, 129, "nested too deep; expected at most 128").expectError()
        InvalidText(nested(129, open: "{\"a\":", close: "}", inner: "1"), 1, 641, "nested too deep").expectError()
    }

    @Test("siblings do not add to the depth")
    func siblings() throws {
        var options = JSONOptions.strict
        options.maximumDepth = 2
        #expect(try JSON.parse("[[],[],{},[]]", options: options) == [[], [], [:], []])
        InvalidText("[[],[{}]]", 1, 6, "expected at most 2").expectError(options: options)
    }

    @Test("at depth 0 only a scalar is read", arguments: [0, -1, Int.min])
    func scalarsOnly(depth: Int) throws {
        var options = JSONOptions.strict
        options.maximumDepth = depth
        #expect(try JSON.parse("1", options: options) == 1)
        InvalidText("[]", 1, 1, "expected at most 0").expectError(options: options)
    }

    @Test("no option lets a text exhaust the stack")
    func deepest() throws {
        var options = JSONOptions.strict
        options.maximumDepth = .max
        let value = try JSON.parse(nested(JSONOptions.deepest), options: options)
        #expect(try JSON.parse(value.text(pretty: true), options: options) == value)
        let error = #expect(throws: JSONError.self) { try JSON.parse(nested(1_000_000), options: options) }
        #expect(error?.location?.column == JSONOptions.deepest + 1)
    }

    @Test("a text of more bytes than the limit is refused before it is read")
    func size() throws {
        var options = JSONOptions.strict
        options.maximumSize = 4
        #expect(try JSON.parse("\"é\"", options: options) == "é")
        InvalidText("\"éa\"", 1, 1, "the text has 5 bytes; expected at most 4").expectError(options: options)
        #expect(JSONOptions.strict.maximumSize == 16 * 1024 * 1024)
        let large = repeatElement(UInt8(ascii: " "), count: JSONOptions.strict.maximumSize + 1)
        #expect(throws: JSONError.self) { try JSON.parse(large) }
    }
}
