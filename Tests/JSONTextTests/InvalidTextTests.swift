import JSONText
import Testing

struct InvalidText: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    let line: Int
    let column: Int
    let message: String

    init(_ text: String, _ line: Int, _ column: Int, _ message: String) {
        self.init(bytes: Array(text.utf8), line, column, message)
    }

    init(bytes: [UInt8], _ line: Int, _ column: Int, _ message: String) {
        self.bytes = bytes
        self.line = line
        self.column = column
        self.message = message
    }

    var testDescription: String { String(decoding: bytes, as: UTF8.self).debugDescription }

    /// Expects the bytes to be refused at the location, with a message that contains `message`.
    func expectError(options: JSONOptions = .strict, sourceLocation: SourceLocation = #_sourceLocation) {
        let error = #expect(throws: JSONError.self, sourceLocation: sourceLocation) {
            try JSON.parse(bytes, options: options)
        }
        guard let error else { return }
        #expect(error.location?.line == line, "\(error)", sourceLocation: sourceLocation)
        #expect(error.location?.column == column, "\(error)", sourceLocation: sourceLocation)
        #expect((0...bytes.count).contains(error.location?.offset ?? -1), sourceLocation: sourceLocation)
        #expect(error.message.contains(message), "\(error)", sourceLocation: sourceLocation)
    }
}

@Suite struct InvalidTextTests {
    @Test("a syntax error prints its place, the expected text and the found one")
    func description() {
        let error = #expect(throws: JSONError.self) { try JSON.parse("{\n  \"a\": 1,\n  \"é\": 2 x}") }
        #expect(error?.description == "line 3, column 10: expected ',' or '}' after a member, found 'x'")
        #expect(error?.location?.offset == 22)
    }

    @Test(
        "a byte that no string may hold is reported at its place, however far into the string it is",
        arguments: Array(0...17))
    func placesInStrings(length: Int) {
        let plain = String(repeating: "é~", count: length / 2) + String(repeating: "a", count: length % 2)
        for (bad, message) in [("\n", "inside a string it is written \\n"), ("\u{1F}", #"written \u001f"#)] {
            InvalidText("[\"\(plain)\(bad)b\"]", 1, 3 + length, message).expectError()
        }
        InvalidText("[\"\(plain)\\x", 1, 4 + length, "one of \" \\ / b f n r t u after '\\'").expectError()
        InvalidText("[\"\(plain)", 1, 3 + length, "the string starts at line 1, column 2").expectError()
    }

    @Test(
        "a mistake of structure is reported with its place",
        arguments: [
            InvalidText("", 1, 1, "the text is empty; expected a value"),
            InvalidText(" \n ", 2, 2, "the text is empty"),
            InvalidText("1 2", 1, 3, "expected end of text after the value, found '2'"),
            InvalidText("{}\n}", 2, 1, "expected end of text after the value, found '}'"),
            InvalidText("]", 1, 1, "expected a value, found ']'"),
            InvalidText("[", 1, 2, "expected a value or ']', found end of text; the array starts at line 1, column 1"),
            InvalidText("[\n1", 2, 2, "expected ',' or ']' after an element, found end of text; the array starts"),
            InvalidText("[1 2]", 1, 4, "expected ',' or ']' after an element, found '2'"),
            InvalidText("[1}", 1, 3, "expected ',' or ']' after an element, found '}'"),
            InvalidText("[,]", 1, 2, "expected a value or ']', found ','"),
            InvalidText("[1,,2]", 1, 4, "expected a value after ',', found ','"),
            InvalidText("[1,]", 1, 4, "expected a value after ',', found ']'; a trailing comma is not allowed here"),
            InvalidText("{", 1, 2, "expected a key in double quotes or '}', found end of text; the object starts at"),
            InvalidText("{a: 1}", 1, 2, "expected a key in double quotes or '}', found 'a'"),
            InvalidText("{'a': 1}", 1, 2, "found a single quote (')"),
            InvalidText("{1: 1}", 1, 2, "expected a key in double quotes or '}', found '1'"),
            InvalidText(#"{"a" 1}"#, 1, 6, #"expected ':' after the key "a", found '1'"#),
            InvalidText(#"{"a"}"#, 1, 5, #"expected ':' after the key "a", found '}'"#),
            InvalidText(#"{"a":}"#, 1, 6, "expected a value after ':', found '}'"),
            InvalidText(#"{"a":"#, 1, 6, "expected a value after ':', found end of text; the object starts at line 1"),
            InvalidText(#"{"a":1,}"#, 1, 8, "found '}'; a trailing comma is not allowed here"),
            InvalidText("{\"a\":1\n\"b\":2}", 2, 1, "expected ',' or '}' after a member, found '\"'"),
            InvalidText("{\"a\": [1,\r\n2}}", 2, 2, "expected ',' or ']' after an element, found '}'"),
            InvalidText("[1,\r2 3]", 2, 3, "found '3'"),
            InvalidText("[1] // one", 1, 5, "comments are not allowed here"),
            InvalidText("/* one */ 1", 1, 1, "comments are not allowed here"),
            InvalidText("/ 1", 1, 1, "expected a value, found '/'"),
        ])
    func structure(invalid: InvalidText) { invalid.expectError() }

    @Test(
        "a word that is not a value is reported",
        arguments: [
            InvalidText("True", 1, 1, "expected a value, found 'True'; it is written 'true'"),
            InvalidText("[NaN]", 1, 2, "expected a value, found 'NaN'"),
            InvalidText("nul", 1, 1, "found 'nul'"),
            InvalidText("truely", 1, 1, "found 'truely'"),
            InvalidText("'a'", 1, 1, "expected a value, found a single quote ('); a string takes double quotes"),
            InvalidText("“a”", 1, 1, "expected a value, found '“'"),
            InvalidText("\u{A0}1", 1, 1, "found U+00A0"),
            InvalidText("[\u{FEFF}1]", 1, 2, "found U+FEFF"),
            InvalidText("\u{1B}[0m", 1, 1, "found byte 0x1B"),
            InvalidText("1\u{0}", 1, 2, "found byte 0x00"),
            InvalidText("\u{85}1", 1, 1, "found U+0085"),
            InvalidText("\u{0C}1", 1, 1, "found byte 0x0C"),
        ])
    func words(invalid: InvalidText) { invalid.expectError() }

    @Test(
        "a malformed number is refused",
        arguments: [
            InvalidText("01", 1, 1, "may not start with a zero"),
            InvalidText("[1, -00]", 1, 5, "may not start with a zero"),
            InvalidText("-", 1, 2, "expected a digit after '-', found end of text"),
            InvalidText("-a", 1, 2, "expected a digit after '-', found 'a'"),
            InvalidText("+1", 1, 1, "expected a value, found '+'; a number takes no plus sign"),
            InvalidText(".5", 1, 1, "expected a value, found '.'; a number takes a digit before its '.'"),
            InvalidText("[1.]", 1, 4, "expected a digit after '.', found ']'"),
            InvalidText("1e", 1, 3, "expected a digit in the exponent, found end of text"),
            InvalidText("1e+-1", 1, 4, "expected a digit in the exponent, found '-'"),
            InvalidText("0x10", 1, 2, "found 'x'"),
            InvalidText("[0, 1e999]", 1, 5, "the number 1e999 is out of range"),
            InvalidText("9223372036854775808", 1, 1, "the integer 9223372036854775808 is out of range"),
            InvalidText("[\n-9223372036854775809]", 2, 1, "the integer -9223372036854775809 is out of range"),
            InvalidText("-1e999", 1, 1, "the number -1e999 is out of range"),
        ])
    func numbers(invalid: InvalidText) { invalid.expectError() }

    @Test(
        "a malformed string is refused",
        arguments: [
            InvalidText("[\"abc", 1, 6, "expected '\"' at the end of the string, found end of text; the string starts"),
            InvalidText("\"a\nb\"", 1, 3, #"found a line break (byte 0x0A); inside a string it is written \n"#),
            InvalidText("\"a\tb\"", 1, 3, #"found byte 0x09; inside a string it is written \t"#),
            InvalidText("\"\u{1F}\"", 1, 2, #"found byte 0x1F; inside a string it is written \u001f"#),
            InvalidText(#""é\x""#, 1, 4, #"expected one of " \ / b f n r t u after '\', found 'x'"#),
            InvalidText(#""\"#, 1, 3, "found end of text"),
            InvalidText(#""\u12G4""#, 1, 6, #"expected four hexadecimal digits after '\u', found 'G'"#),
            InvalidText(#""\u12"#, 1, 6, "found end of text"),
            InvalidText(#""\ud800""#, 1, 2, #"the escape \ud800 is half of a surrogate pair"#),
            InvalidText(#""a\uDC00""#, 1, 3, #"the escape \uDC00 is half of a surrogate pair"#),
            InvalidText(#""\ud800\ud800""#, 1, 2, #"the escape \ud800 is half of a surrogate pair"#),
            InvalidText(#""\ud800\n""#, 1, 2, #"the escape \ud800 is half of a surrogate pair"#),
            InvalidText(#""\ud800\u00""#, 1, 12, "expected four hexadecimal digits"),
        ])
    func strings(invalid: InvalidText) { invalid.expectError() }

    @Test(
        "bytes that are not UTF-8 are refused in any place",
        arguments: [
            InvalidText(
                bytes: [0x22, 0xC3, 0xA9, 0xC0, 0x80, 0x22], 1, 3, "byte 0xC0, which starts a character in more"),
            InvalidText(bytes: [0x22, 0xE0, 0x80, 0x80, 0x22], 1, 2, "byte 0xE0, which starts a character in more"),
            InvalidText(bytes: [0x22, 0xE0, 0xFF, 0x22], 1, 2, "byte 0xE0, which starts a character that is cut off"),
            InvalidText(bytes: [0x22, 0xED, 0xFF, 0x22], 1, 2, "byte 0xED, which starts a character that is cut off"),
            InvalidText(bytes: [0x22, 0xF0, 0x22], 1, 2, "byte 0xF0, which starts a character that is cut off"),
            InvalidText(bytes: [0x22, 0xF4, 0xC0, 0x22], 1, 2, "byte 0xF4, which starts a character that is cut off"),
            InvalidText(bytes: [0x22, 0xE0], 1, 2, "byte 0xE0, which starts a character that is cut off"),
            InvalidText(bytes: [0x22, 0xED, 0xA0, 0x80, 0x22], 1, 2, "byte 0xED, which starts a surrogate"),
            InvalidText(bytes: [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1, 2, "byte 0xF4, which starts no character"),
            InvalidText(bytes: [0x22, 0xF8, 0x22], 1, 2, "byte 0xF8, which starts no character"),
            InvalidText(bytes: [0x22, 0x80, 0x22], 1, 2, "byte 0x80, which continues no character"),
            InvalidText(bytes: [0x22, 0xE2, 0x82, 0x22], 1, 2, "byte 0xE2, which starts a character that is cut off"),
            InvalidText(bytes: [0x22, 0xE2, 0x82], 1, 2, "byte 0xE2, which starts a character that is cut off"),
            InvalidText(bytes: [0x0A, 0xFF], 2, 1, "byte 0xFF"),
            InvalidText(bytes: [0xFF, 0xFE, 0x31, 0x00], 1, 1, "the text is UTF-16; expected UTF-8"),
            InvalidText(bytes: [0xFE, 0xFF, 0x00, 0x31], 1, 1, "the text is UTF-16; expected UTF-8"),
        ])
    func encoding(invalid: InvalidText) {
        invalid.expectError()
        invalid.expectError(options: .withComments)
    }

    @Test("an invalid byte in a comment is refused too")
    func encodingOfComments() {
        InvalidText(bytes: Array("1 // ".utf8) + [0xFF], 1, 6, "byte 0xFF").expectError(options: .withComments)
    }

    @Test("a byte order mark is skipped without a column")
    func byteOrderMark() throws {
        #expect(try JSON.parse("\u{FEFF}1") == 1)
        #expect(try JSON.parse("\u{FEFF}1", options: .withComments) == 1)
        #expect(throws: JSONError.self) { try JSON.parse("\u{FEFF}\u{FEFF}1") }
        InvalidText("\u{FEFF}x", 1, 1, "found 'x'").expectError(options: .withComments)
        InvalidText("\u{FEFF}", 1, 1, "the text is empty").expectError(options: .withComments)
    }

    @Test("a message shows only the start of a long word, key or number")
    func longMessages() throws {
        let long = String(repeating: "a", count: 1000)
        for text in [long, "{\"\(long)\"}", "{\"\(long)\":1,\"\(long)\":1}", String(repeating: "9", count: 1000)] {
            let error = try #require(throws: JSONError.self) { try JSON.parse(text) }
            #expect(error.message.utf8.count < 200)
        }
    }
}
