import TestSupport
import Testing

@testable import Terminal

@Suite("A text field")
struct FieldEditorTests {
    /// The field's text with the caret as `|`.
    private static func shown(_ editor: FieldEditor) -> String { "\(editor.before)|\(editor.after)" }

    private static func editor(_ shown: String) -> FieldEditor {
        let parts = shown.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        var editor = FieldEditor(parts.joined())
        while editor.before.utf8.count > parts[0].utf8.count { editor.moveLeft() }
        return editor
    }

    @Test(
        "each key has its usual effect in a text field",
        arguments: [
            ("ab|", .key(.character("c")), "abc|"), ("a|b", .key(.character("x")), "ax|b"),
            ("a|b", .key(.character("X"), .shift), "aX|b"), ("a|", .paste("b\nc\td\r\ne"), "ab c d e|"),
            ("ab|", .key(.left), "a|b"), ("|ab", .key(.left), "|ab"), ("a|b", .key(.right), "ab|"),
            ("ab|", .key(.right), "ab|"), ("a|b", .key(.home), "|ab"), ("a|b", .key(.end), "ab|"),
            ("a|b", .key(.character("a"), .control), "|ab"), ("a|b", .key(.character("e"), .control), "ab|"),
            ("ab|c", .key(.backspace), "a|c"), ("|c", .key(.backspace), "|c"), ("a|bc", .key(.delete), "a|c"),
            ("abc|", .key(.delete), "abc|"), ("a|bc", .key(.character("d"), .control), "a|c"),
            ("ab|c", .key(.character("u"), .control), "|c"), ("ab|c", .key(.character("k"), .control), "ab|"),
            ("one two|", .key(.character("w"), .control), "one |"),
            ("one  |two", .key(.character("w"), .control), "|two"),
            ("one t|wo", .key(.character("w"), .control), "one |wo"), ("|", .key(.character("w"), .control), "|"),
            ("one two|", .key(.character("b"), .alt), "one |two"), ("one |two", .key(.left, .control), "|one two"),
            ("|one two", .key(.character("f"), .alt), "one| two"), ("one| two", .key(.right, .control), "one two|"),
            ("one| two", .key(.character("d"), .alt), "one|"), ("one two|", .key(.backspace, .alt), "one |"),
            ("👩‍👩‍👧‍👦|", .key(.backspace), "|"), ("e\u{301}|x", .key(.backspace), "|x"), ("|🇩🇪🇫🇷", .key(.delete), "|🇫🇷"),
            ("🇩🇪🇫🇷|", .key(.left), "🇩🇪|🇫🇷"), ("e|x", .key(.character("\u{301}")), "e\u{301}|x"),
            ("🇩x|🇪a", .key(.backspace), "🇩🇪|a"),
            ("漢|字", .key(.right), "漢字|"),
        ] as [(String, InputEvent, String)])
    func keys(before: String, event: InputEvent, after: String) {
        var editor = Self.editor(before)
        let isTaken = editor.handle(event)
        #expect(isTaken)
        #expect(Self.shown(editor) == after)
        #expect(editor.text == after.split(separator: "|").joined())
    }

    @Test("a letter typed before a mark takes the mark")
    func letterBeforeMark() {
        var editor = FieldEditor("\u{301}")
        editor.moveLeft()
        editor.insert("e")
        #expect((editor.before, editor.after) == ("e\u{301}", ""))
    }

    @Test(
        "keys of the surrounding screen are not taken",
        arguments: [
            .key(.enter), .key(.tab), .key(.tab, .shift), .key(.escape), .key(.up), .key(.down), .key(.pageUp),
            .key(.function(1)), .key(.character("l"), .control), .key(.character("x"), .alt),
            .mouse(MouseEvent(.wheelUp, at: Position(column: 0, row: 0))),
        ] as [InputEvent])
    func others(event: InputEvent) {
        var editor = Self.editor("a|b")
        let isTaken = editor.handle(event)
        #expect(!isTaken)
        #expect(Self.shown(editor) == "a|b")
    }

    @Test(
        "the field shows as much text as fits around the caret",
        arguments: [
            ("abc|", 6, "abc", 3), ("abcdef|", 6, "bcdef", 5), ("|abcdefgh", 6, "abcdef", 0), ("abcde|", 6, "abcde", 5),
            ("漢字漢字|", 6, " 漢字", 5), ("漢字|", 6, "漢字", 4), ("abc|", 1, "", 0), ("a|b", 1, "b", 0),
        ])
    func drawing(text: String, width: Int, line: String, column: Int) {
        var editor = Self.editor(text)
        var canvas = Canvas(columns: 12, rows: 1)
        let caret = editor.draw(into: &canvas, Rectangle(column: 0, row: 0, width: width, height: 1))
        #expect(caret == Position(column: column, row: 0))
        #expect(canvas.lines == [line])
    }

    @Test("the text scrolls only when the caret would be out of sight, and back when there is room")
    func scrolling() {
        var editor = FieldEditor("abcdefgh")
        let part = Rectangle(column: 1, row: 0, width: 5, height: 1)
        func drawn() -> (String, Int) {
            var canvas = Canvas(columns: 8, rows: 1)
            canvas.put("<     >", at: Position(column: 0, row: 0))
            let caret = editor.draw(into: &canvas, part, .underline)
            return (canvas.lines[0], caret.column)
        }
        #expect(drawn() == ("<efgh >", 5))
        for _ in 0..<4 { editor.moveLeft() }
        #expect(drawn() == ("<efgh >", 1))
        editor.moveLeft()
        #expect(drawn() == ("<defgh>", 1))
        editor.moveToEnd()
        #expect(drawn() == ("<efgh >", 5))
        editor.deleteLeft()
        #expect(drawn() == ("<defg >", 5))
        editor.text = "ab"
        #expect(drawn() == ("<ab   >", 3))
    }

    @Test("the caret stays between two characters and within the part after any input", arguments: 1...30)
    func random(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var editor = FieldEditor()
        let events: [InputEvent] =
            ["a", " ", "漢", "\u{301}", "\u{200D}", "👩", "\u{FE0F}", "🇩", "🇪"].map { .key(.character($0)) }
            + [.key(.left), .key(.right), .key(.backspace), .key(.delete), .key(.left, .alt), .key(.right, .alt)]
            + ["w", "a", "e", "u"].map { .key(.character($0), .control) }
        for _ in 0..<500 {
            if let event = events.randomElement(using: &generator) { _ = editor.handle(event) }
            #expect(editor.text.count == editor.before.count + editor.after.count)
            var canvas = Canvas(columns: 10, rows: 1)
            let width = Int.random(in: 1...10, using: &generator)
            let caret = editor.draw(into: &canvas, Rectangle(column: 0, row: 0, width: width, height: 1))
            #expect((0..<width).contains(caret.column))
            #expect(canvas.lines[0].cells <= width)
        }
    }

    // MARK: Several lines

    @Test(
        "rows keep every character, fit, and end behind a space or a line break where they can",
        arguments: [
            ("", 5, [""]), ("a b", 5, ["a b"]), ("one two", 5, ["one ", "two"]), ("a\n\nb", 5, ["a\n", "\n", "b"]),
            ("abcdefg", 3, ["abc", "def", "g"]), ("a bcdefg", 4, ["a ", "bcde", "fg"]), ("猫猫猫", 5, ["猫猫", "猫"]),
            ("猫猫", 1, ["猫", "猫"]), ("a\n", 5, ["a\n", ""]), ("ab cd ", 3, ["ab ", "cd "]),
        ])
    func rows(text: String, cells: Int, rows: [String]) {
        #expect(FieldEditor.rows(of: text, cells: cells).map(String.init) == rows)
    }

    @Test("in a text of several lines any keys keep the caret between two characters, and in the rectangle")
    func anyKeys() {
        var generator = SeededGenerator(seed: 7)
        let keys: [InputEvent] = [
            .key(.up), .key(.down), .key(.left), .key(.right), .key(.home), .key(.end), .key(.enter), .key(.backspace),
            .key(.delete), .key(.character("a")), .key(.character("猫")), .key(.character(" ")),
            .key(.character("\u{301}")), .paste("one two\r\nthree"), .key(.character("w"), .control),
            .key(.character("u"), .control), .key(.character("k"), .control), .key(.left, .alt), .key(.right, .alt),
        ]
        for _ in 0..<50 {
            var editor = FieldEditor("", isMultiline: true)
            let part = Rectangle(
                column: 2, row: 1, width: Int.random(in: 1...12, using: &generator),
                height: Int.random(in: 1...4, using: &generator))
            for _ in 0..<100 {
                let isHandled = editor.handle(keys[Int.random(in: keys.indices, using: &generator)])
                #expect(isHandled)
                #expect(editor.before.count + editor.after.count == editor.text.count)
                var canvas = Canvas(columns: 20, rows: 6)
                let caret = editor.draw(into: &canvas, part)
                #expect(part.rows.contains(caret.row))
                // A wide character needs two cells, so that the caret behind it may be one further.
                #expect((part.column...part.columns.upperBound + 1).contains(caret.column))
            }
        }
    }

    @Test("up and down keep the column where the row has it")
    func upAndDown() {
        var editor = FieldEditor("one\nthree\nsix", isMultiline: true)
        var canvas = Canvas(columns: 20, rows: 6)
        func press(_ key: Key) -> String {
            _ = editor.handle(.key(key))
            editor.draw(into: &canvas, Rectangle(column: 0, row: 0, width: 20, height: 3))
            return Self.shown(editor)
        }
        #expect(press(.up) == "one\nthr|ee\nsix")
        #expect(press(.end) == "one\nthree|\nsix")
        #expect(press(.up) == "one|\nthree\nsix")
        #expect(press(.up) == "one|\nthree\nsix")
        #expect(press(.down) == "one\nthr|ee\nsix")
        #expect(press(.home) == "one\n|three\nsix")
        #expect(press(.down) == "one\nthree\n|six")
    }

    @Test("control-K and control-U delete the rest of their line, and no other one")
    func restOfLine() {
        for (key, rest) in [("k", "one\nthr|\nsix"), ("u", "one\n|ee\nsix")] {
            var editor = FieldEditor("one\nthree\nsix", isMultiline: true)
            while editor.before != "one\nthr" { editor.moveLeft() }
            let isTaken = editor.handle(.key(.character(Character(key)), .control))
            #expect(isTaken)
            #expect(Self.shown(editor) == rest)
        }
    }
}
