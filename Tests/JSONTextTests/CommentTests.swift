import JSONText
import Testing

@Suite struct CommentTests {
    @Test(
        "comments are white space where the options allow them",
        arguments: [
            ValidText("// first\n1", 1),
            ValidText("1 // last", 1),
            ValidText("1//\r\n", 1),
            ValidText("/**/1/***/", 1),
            ValidText("/* a\n * // b\n **/ 1", 1),
            ValidText("[/*a*/1/*b*/,/*c*/2/*d*/]", [1, 2]),
            ValidText("{/*a*/\"k\"/*b*/:/*c*/1/*d*/}", ["k": 1]),
            ValidText(#"["// no comment", "/* nor this */"]"#, ["// no comment", "/* nor this */"]),
        ])
    func comments(valid: ValidText) throws {
        #expect(try JSON.parse(valid.text, options: .withComments) == valid.value)
    }

    @Test(
        "one trailing comma is allowed where the options allow it",
        arguments: [
            ValidText("[1,]", [1]),
            ValidText("[1, // one\n]", [1]),
            ValidText(#"{"a":1,}"#, ["a": 1]),
            ValidText(#"{"a":[1,],}"#, ["a": [1]]),
        ])
    func trailingCommas(valid: ValidText) throws {
        #expect(try JSON.parse(valid.text, options: .withComments) == valid.value)
    }

    @Test(
        "a mistake in a comment stays one where comments are allowed",
        arguments: [
            InvalidText("[1,\n /* two", 2, 2, "the comment that starts here has no end; expected '*/'"),
            InvalidText("1 /*/", 1, 3, "has no end"),
            InvalidText("1 /* a /* b */ c */", 1, 16, "expected end of text after the value, found 'c'"),
            InvalidText("// only", 1, 8, "the text is empty"),
            InvalidText("1 /", 1, 3, "found '/'"),
            InvalidText("# 1", 1, 1, "found '#'"),
            InvalidText("[,]", 1, 2, "expected a value or ']', found ','"),
            InvalidText("[1,,]", 1, 4, "expected a value after ',', found ','"),
            InvalidText("{,}", 1, 2, "expected a key in double quotes or '}', found ','"),
            InvalidText("1,", 1, 2, "expected end of text after the value, found ','"),
        ])
    func invalidComments(invalid: InvalidText) { invalid.expectError(options: .withComments) }

    @Test("each leniency has an option of its own")
    func separateOptions() throws {
        var options = JSONOptions.strict
        options.allowsTrailingCommas = true
        #expect(try JSON.parse("[1,]", options: options) == [1])
        InvalidText("[1,] // one", 1, 6, "comments are not allowed here").expectError(options: options)
    }
}
