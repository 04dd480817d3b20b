import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("run: modals and questions", .blocking, .enabled(if: Fixtures.haveCompiler))
struct RunModalTests {
    private static func pages() throws -> RunningApp {
        let app = try RunningApp(
            Sandbox(.only([.fixture("Pages")]), wiring: .text("{\"root\": \"pages\", \(Fixtures.pagesRedirects)}")))
        try app.see("Do:", way: "Page 1")
        return app
    }

    /// Makes the front page act, by its field. The page acts at each letter, and has nothing to do before the last.
    private static func tell(_ app: RunningApp, _ thing: String) throws {
        app.press(.enter)
        try app.see(status: "Enter done")
        app.type("\u{1B}[200~\(thing)\u{1B}[201~")
    }

    /// Whether the text is dim, as below a modal.
    private static func isDim(_ app: RunningApp, _ text: String) throws -> Bool {
        let place = try #require(app.model.place(of: text))
        return app.model.cells[place.row][place.column].look.isDim
    }

    @Test("a sheet is framed over the screen and holds the focus, and Esc dismisses it")
    func sheet() throws {
        let app = try Self.pages()
        try Self.tell(app, "sheet 2")
        try app.see("╭─ Page 2 ─", way: "Page 1 › Page 2")
        #expect(try Self.isDim(app, "Do:"))
        try app.expectDrawnWhole()
        try Self.tell(app, "push 3")
        try app.see("╭─ Page 3 ─", way: "Page 1 › Page 2 › Page 3")
        app.press(.escape)
        try app.see("╭─ Page 2 ─", way: "Page 1 › Page 2")
        app.press(.escape)
        try app.see(gone: "╭", way: "Page 1")
        #expect(try !Self.isDim(app, "Do:"))
        try app.quit()
    }

    @Test("a cover hides the screen, and sheets are stacked")
    func cover() throws {
        let app = try Self.pages()
        try Self.tell(app, "cover 2")
        try app.see(gone: "╭", way: "Page 1 › (cover) Page 2")
        try Self.tell(app, "sheet 3")
        try app.see("╭─ Page 3 ─", way: "Page 1 › (cover) Page 2 › Page 3")
        try Self.tell(app, "sheet 4")
        try app.see("╭─ Page 3 ─", "╭─ Page 4 ─")
        try app.expectDrawnWhole()
        app.press(.escape)
        try app.see("╭─ Page 3 ─", gone: "╭─ Page 4 ─")
        app.press(.escape)
        try app.see(gone: "╭", way: "Page 1 › (cover) Page 2")
        app.press(.escape)
        try app.see(way: "Page 1")
        try app.quit()
    }

    @Test(
        "an alert and a confirmation are shown in the middle",
        arguments: ["alert", "confirmation"])
    func alert(word: String) throws {
        let app = try Self.pages()
        try Self.tell(app, "\(word) 2")
        try app.see("╭─ Page 2 ─", way: "Page 1 › Page 2")
        try app.expectDrawnWhole()
        app.press(.escape)
        try app.see(gone: "╭", way: "Page 1")
        try app.quit()
    }

    private static func asking() throws -> RunningApp {
        let app = try RunningApp(Sandbox(.only([.fixture("Asks")]), wiring: .text(#"{"root": "asks"}"#)))
        try app.see("The answer: none", status: "Type to write")
        app.press(.down)
        try app.see(focus: "[ Ask ]")
        return app
    }

    @Test("a screen's question holds the focus until it is answered, and the screen then has its focus back")
    func confirmation() throws {
        let app = try Self.asking()
        app.press(.enter)
        // The focus is on the button that destroys nothing.
        try app.see("╭─ Delete it? ─", "It cannot be had back.", focus: "[ Keep ]")
        #expect(try Self.isDim(app, "[ Ask ]"))
        // Keys and clicks do not reach the screen below.
        app.press(.down, .up, .up)
        try app.click("[ Tell ]")
        app.press(.left)
        try app.see("╭─ Delete it? ─", focus: "[ Delete ]")
        app.press(.right)
        try app.see(focus: "[ Keep ]")
        try app.expectDrawnWhole()
        app.press(.enter)
        try app.see("The answer: keep", gone: "╭", focus: "[ Ask ]")
        app.press(.down)
        try app.see(focus: "[ Tell ]")
        app.press(.up, .enter)
        try app.see(focus: "[ Keep ]")
        try app.click("[ Delete ]")
        try app.see("The answer: delete", gone: "╭", focus: "[ Ask ]")
        try app.quit()
    }

    @Test("a screen's alert without buttons has a button to close it")
    func telling() throws {
        let app = try Self.asking()
        app.press(.down, .enter)
        try app.see("╭─ It is so ─", "Nothing can be done about it.", focus: "[ OK ]")
        app.press(.enter)
        try app.see("The answer: closed", gone: "╭", focus: "[ Tell ]")
        try app.quit()
    }

    @Test("Esc closes a screen's question or alert, and the screen stays", arguments: [0, 1])
    func escape(downs: Int) throws {
        let app = try Self.asking()
        try app.go(to: "asks/screen")
        try app.see(way: "asks › asks/screen", status: "Type to write")
        for _ in 0...downs { app.press(.down) }
        app.press(.enter)
        try app.see("╭─")
        app.press(.escape)
        // The question has a button that leaves things as they are.
        let answer = downs == 0 ? "keep" : "closed"
        try app.see("The answer: \(answer)", gone: "╭", way: "asks › asks/screen")
        try app.quit()
    }

    @Test("a click on the path leaves sheets, also those of a screen's own, and nothing where a screen is locked")
    func path() throws {
        let app = try Self.pages()
        try Self.tell(app, "sheet 2")
        try app.see("╭─ Page 2 ─", way: "Page 1 › Page 2")
        try Self.tell(app, "push 3")
        try app.see("╭─ Page 3 ─", way: "Page 1 › Page 2 › Page 3")
        try app.click("Page 1")
        try app.see(gone: "╭", way: "Page 1")
        try Self.tell(app, "push 2")
        try app.see(way: "Page 1 › Page 2")
        try Self.tell(app, "lock")
        try app.see("Locked: the page is not done")
        app.press(.enter)
        try app.see(status: "Type to write")
        try Self.tell(app, "push 3")
        try app.see(way: "Page 1 › Page 2 › Page 3")
        try app.click("Page 1")
        try app.see("'Page 2' is locked: the page is not done", way: "Page 1 › Page 2 › Page 3")
        try app.quit()

        let own = try RunningApp(
            Sandbox(.only([.fixture("Sheets")]), wiring: .text(#"{"root": "sheets/screen"}"#)))
        try own.see(way: "Sheets")
        own.type("\u{B}Add\r")
        try own.see(way: "Sheets › New")
        own.type("\u{B}Colour\r")
        try own.see(way: "Sheets › New › (cover) Colours")
        try own.click("Sheets")
        try own.see(way: "Sheets")
        try own.quit()
    }

    @Test("a locked screen stays with its reason, and leaves when the user overrides the lock")
    func locked() throws {
        let app = try Self.pages()
        try Self.tell(app, "push 2")
        try app.see(way: "Page 1 › Page 2")
        try Self.tell(app, "lock")
        try app.see("Locked: the page is not done")
        app.press(.enter)
        try app.see(status: "Type to write")
        app.press(.escape)
        try app.see(way: "Page 1 › Page 2", status: "! 'Page 2' is locked: the page is not done")
        app.press(.escape)
        try app.see(way: "Page 1")
        try app.quit()
    }
}
