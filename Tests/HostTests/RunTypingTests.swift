import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("run: typing", .blocking)
struct RunTypingTests {
    /// The place of the list's filter field, where its text begins.
    private static let field = (column: 9, row: 2)

    /// The first cells of the field.
    private static func cells(_ app: RunningApp, _ count: Int) -> [String] {
        app.model.cells[field.row][field.column..<field.column + count].map(\.text)
    }

    /// Waits until the caret is `cells` cells behind the beginning of the field.
    private static func seeCaret(_ app: RunningApp, after cells: Int) throws {
        try app.terminal.wait(for: "the caret after \(cells) cells") {
            !$0.isCursorHidden && $0.row == field.row && $0.column == field.column + cells && !$0.isSynchronizing
        }
    }

    private static func filtering() throws -> RunningApp {
        let app = try RunningApp(Sandbox(), "character/list")
        try app.see("72 characters", focus: "› Don Quixote  Don Quixote, 1605")
        app.press(.shiftTab, .shiftTab)
        try app.see(status: "Enter done  Tab next")
        try seeCaret(app, after: 0)
        return app
    }

    @Test("each letter filters at once, and digits and keys with other meanings are letters in a field")
    func filter() throws {
        let app = try Self.filtering()
        app.type("ahab")
        try app.see("1 of 72 characters", "› Captain Ahab  Moby-Dick, 1851")
        try Self.seeCaret(app, after: 4)
        for _ in 1...4 { app.press(.backspace) }
        try app.see("72 characters", gone: "of 72")
        app.type("q1?/g")
        try app.see("No character matches 'q1?/g'.", "0 of 72 characters")
        try Self.seeCaret(app, after: 5)
        try app.expectDrawnWhole()
        app.press(.escape)
        try app.see("Filter: q1?/g", status: "? help")
        #expect(app.model.isCursorHidden)
        app.press(.escape)
        try app.see(way: "Home")
        try app.quit()
    }

    @Test("a wide character takes two cells and a mark none, and the caret moves by characters")
    func wide() throws {
        let app = try Self.filtering()
        app.type("猫e\u{301}👩‍🚀x")
        try app.see("0 of 72 characters", "No character matches '猫é👩‍🚀x'.")
        try Self.seeCaret(app, after: 6)
        #expect(Self.cells(app, 7) == ["猫", "", "é", "👩‍🚀", "", "x", " "])
        app.press(.left)
        try Self.seeCaret(app, after: 5)
        app.press(.left)
        try Self.seeCaret(app, after: 3)
        app.press(.left)
        try Self.seeCaret(app, after: 2)
        app.press(.backspace)
        try app.see("No character matches 'é👩‍🚀x'.")
        try Self.seeCaret(app, after: 0)
        #expect(Self.cells(app, 5) == ["é", "👩‍🚀", "", "x", " "])
        try app.expectDrawnWhole()
        try app.quitFromField()
    }

    @Test("pasted text is text, not keys")
    func pasting() throws {
        let app = try Self.filtering()
        app.type("\u{1B}[200~emma\nq\u{1B}[201~")
        try app.see("No character matches 'emma q'.")
        try Self.seeCaret(app, after: 6)
        try app.quitFromField()
    }

    @Test("a field shows the part of a long text that holds the caret")
    func long() throws {
        let app = try Self.filtering()
        let text = String(repeating: "0123456789", count: 6)
        app.type(text)
        try app.terminal.wait(for: "the end") { _ in Self.cells(app, 40).joined() == text.suffix(39) + " " }
        try Self.seeCaret(app, after: 39)
        app.press(.home)
        try app.terminal.wait(for: "the beginning") { _ in Self.cells(app, 40).joined() == text.prefix(40) }
        try Self.seeCaret(app, after: 0)
        try app.quitFromField()
    }

    /// A field of a screen that shows its length in bytes, and the number of its changes.
    private static func counting() throws -> RunningApp {
        let app = try RunningApp(Sandbox(.only([.fixture("Unruly")]), wiring: .text("{}")), "unruly/counts")
        try app.see("0 bytes in 0 changes")
        app.press(.enter)
        try app.see(status: "Enter done")
        return app
    }

    @Test("a text of several lines is edited in its rows, and Esc ends that", .enabled(if: Fixtures.haveCompiler))
    func severalLines() throws {
        let app = try RunningApp(Sandbox(.only([.fixture("Unruly")]), wiring: .text("{}")), "unruly/writes")
        try app.see("Text:", "0 line breaks")
        app.press(.enter)
        try app.see(status: "Esc done")
        app.type("one\rtwo\rthree\rfour")
        try app.see("four", "3 line breaks")
        // The caret goes up three rows, and to the end of the first one.
        app.press(.up, .up, .up, .end)
        app.type("!")
        try app.see("one!", "3 line breaks")
        app.press(.down, .home, .backspace)
        try app.see("one!two", "2 line breaks")
        app.type("\u{1B}[200~a\nb\u{1B}[201~")
        try app.see("one!a", "btwo", "3 line breaks")
        try app.expectDrawnWhole()
        app.press(.escape)
        try app.see(status: "? help")
        // A row that is too long is broken, and its end is reached by the keys.
        app.press(.enter)
        app.press(.end)
        app.type(String(repeating: " word", count: 30) + " last")
        try app.see("last", "3 line breaks")
        app.press(.up)
        app.type("+")
        try app.see("+")
        try app.expectDrawnWhole()
        app.press(.escape)
        try app.see(status: "? help")
        try app.quit()
    }

    @Test("10,000 characters that come at once cause few changes of the text", .enabled(if: Fixtures.haveCompiler))
    func many() throws {
        let app = try Self.counting()
        app.type(String(repeating: "0123456789", count: 1000))
        try app.see("10000 bytes in ")
        let words = try #require(app.model.lines.first { $0.contains("10000 bytes") }).split(separator: " ")
        let changes = try #require(words.dropFirst(3).first.flatMap { Int($0) })
        #expect((1...100).contains(changes))
        try app.quitFromField()
    }

    @Test(
        "keys typed ahead are taken in order, and the letters between them at once", .enabled(if: Fixtures.haveCompiler)
    )
    func ahead() throws {
        let app = try Self.counting()
        // Enter leaves the field, and the next Enter returns to it.
        app.type("abcd\u{1B}[D\u{1B}[Def\r\rgh\u{7F}i")
        try app.see("8 bytes in ", "Text: abefcdgi")
        try app.quitFromField()
    }

    @Test("a secret is shown as dots, on the screen and in its field", .enabled(if: Fixtures.haveCompiler))
    func secret() throws {
        let app = try RunningApp(Sandbox(.only([.fixture("Asks")]), wiring: .text(#"{"root": "asks"}"#)))
        try app.see("The secret has 0 bytes", status: "Type to write")
        app.type("pässword")
        try app.see("The secret has 9 bytes", "Secret: ••••••••")
        app.press(.enter)
        try app.see("Secret: ••••••••", status: "Type to write")
        let isShown = app.terminal.received.contains(Array("ssw".utf8))
        #expect(!isShown)
        try app.quit()
    }
}

extension RunningApp {
    fileprivate func quitFromField(sourceLocation: SourceLocation = #_sourceLocation) throws {
        press(.escape)
        try see(status: "? help")
        try quit(sourceLocation: sourceLocation)
    }
}
