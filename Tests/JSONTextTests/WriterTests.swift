import JSONText
import Testing

@Suite struct WriterTests {
    @Test(
        "a value is written in its shortest form",
        arguments: [
            ValidText("null", .null),
            ValidText("true", true),
            ValidText("-9223372036854775808", .integer(.min)),
            ValidText("1.0", .double(1)),
            ValidText("-0.0", .double(-0.0)),
            ValidText("0.1", .double(0.1)),
            ValidText("1e+16", .double(1e16)),
            ValidText("1.7976931348623157e+308", .double(.greatestFiniteMagnitude)),
            ValidText("null", .double(.infinity)),
            ValidText("null", .double(.nan)),
            ValidText("[]", []),
            ValidText("{}", [:]),
            ValidText(#"{"b":[1,2.5,"x"],"a":{"c":null}}"#, ["b": [1, 2.5, "x"], "a": ["c": .null]]),
        ])
    func compact(valid: ValidText) {
        #expect(valid.value.text() == valid.text)
    }

    @Test(
        "a string escapes quotes, backslashes and terminal controls, and nothing else",
        arguments: [
            (#""\" \\ /""#, "\" \\ /"),
            (#""\b\t\n\f\r""#, "\u{08}\t\n\u{0C}\r"),
            (#""\n\r\n""#, "\n\r\n"),
            (#""\u0000\u001b[31m\u001f""#, "\u{00}\u{1B}[31m\u{1F}"),
            (#""~\u007f\u0080\u009f\#u{A0}""#, "~\u{7F}\u{80}\u{9F}\u{A0}"),
            (#""\u2028\u2029\#u{2027}""#, "\u{2028}\u{2029}\u{2027}"),
            (#""é 日本 🎹""#, "é 日本 🎹"),
        ])
    func strings(text: String, string: String) throws {
        #expect(JSON.string(string).text() == text)
        #expect(JSONWriter.quoted(string) == text)
        #expect(JSON.object([string: 1]).text() == "{\(text):1}")
        #expect(try Array(#require(JSON.parse(text).string).utf8) == Array(string.utf8))
    }

    @Test("pretty text has a line for each member and element, indented by two spaces")
    func pretty() {
        let json: JSON = ["name": "home", "tabs": [1, ["a": true]], "none": [], "empty": [:]]
        let text = """
            {
              "name": "home",
              "tabs": [
                1,
                {
                  "a": true
                }
              ],
              "none": [],
              "empty": {}
            }
            """
        #expect(json.text(pretty: true) == text)
        #expect(JSON.integer(1).text(pretty: true) == "1")
    }

    @Test("deeply nested text is indented only up to a limit, and reads back equal")
    func deepText() throws {
        var json: JSON = 1
        for _ in 0..<100 { json = [json] }
        let text = json.text(pretty: true)
        let indent = String(repeating: " ", count: 80)
        #expect(text.contains("\n\(indent)[\n\(indent)1\n"))
        #expect(try JSON.parse(Array(text.utf8)) == json)
    }

    @Test("a writer appends to existing bytes")
    func appending() {
        var bytes = Array("a: ".utf8)
        JSONWriter().write([1], to: &bytes)
        JSONWriter(pretty: true).write([1], to: &bytes)
        #expect(bytes == Array("a: [1][\n  1\n]".utf8))
    }
}
