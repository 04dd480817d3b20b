import TestSupport
import Testing

@Suite("run, what is shown over a screen", .blocking, .enabled(if: Fixtures.haveCompiler))
struct RunModalTests {
    private static func pages() throws -> RunningApp {
        let app = try RunningApp(
            Sandbox(.only([.fixture("Pages")]), wiring: .text("{\"root\": \"pages\", \(PagesTests.redirects)}")))
        try app.see("Do:", way: "Page 1")
        return app
    }

    /// Lets the page in front do something, by its field. It does so with each letter, and nothing before the last.
    private static func tell(_ app: RunningApp, _ thing: String) throws {
        app.press(.enter)
        try app.see(status: "Type")
        app.type("\u{1B}[200~\(thing)\u{1B}[201~")
    }

    /// Whether what stands there is dim, as it is below a modal.
    private static func isDim(_ app: RunningApp, _ text: String) throws -> Bool {
        let place = try #require(app.model.place(of: text))
        return app.model.cells[place.row][place.column].look.isDim
    }

    @Test("a sheet stands in a frame over the screen, holds the focus, and Esc dismisses it")
    func sheet() throws {
        let app = try Self.pages()
        try Self.tell(app, "sheet 2")
        try app.see("╭─ Page 2 ─", way: "Page 1 › (sheet) Page 2")
        #expect(try Self.isDim(app, "Do:"))
        try app.expectDrawnWhole()
        try Self.tell(app, "push 3")
        try app.see("╭─ Page 3 ─", way: "Page 1 › (sheet) Page 2 › Page 3")
        app.press(.escape)
        try app.see("╭─ Page 2 ─", way: "Page 1 › (sheet) Page 2")
        app.press(.escape)
        try app.see(gone: "╭", way: "Page 1")
        #expect(try !Self.isDim(app, "Do:"))
        try app.quit()
    }

    @Test("a cover hides the screen, and sheets stand over one another")
    func cover() throws {
        let app = try Self.pages()
        try Self.tell(app, "cover 2")
        try app.see(gone: "╭", way: "Page 1 › (cover) Page 2")
        try Self.tell(app, "sheet 3")
        try app.see("╭─ Page 3 ─", way: "Page 1 › (cover) Page 2 › (sheet) Page 3")
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
        "an alert and a confirmation stand in the middle, by a wiring or a screen",
        arguments: ["alert", "confirmation"])
    func alert(word: String) throws {
        let app = try Self.pages()
        try Self.tell(app, "\(word) 2")
        try app.see("╭─ Page 2 ─", way: "Page 1 › (\(word)) Page 2")
        try app.expectDrawnWhole()
        app.press(.escape)
        try app.see(gone: "╭", way: "Page 1")
        try app.quit()
    }

    private static func asking() throws -> RunningApp {
        let app = try RunningApp(Sandbox(.only([.fixture("Asks")]), wiring: .text(#"{"root": "asks"}"#)))
        try app.see("The answer: none", focus: "[ Ask ]")
        return app
    }

    @Test("what a screen asks holds the focus until it is answered, and then the screen has it where it was")
    func confirmation() throws {
        let app = try Self.asking()
        app.press(.enter)
        // Nothing is destroyed by a key too many.
        try app.see("╭─ Delete it? ─", "It cannot be had back.", focus: "[ Keep ]")
        #expect(try Self.isDim(app, "[ Ask ]"))
        // Neither the keys nor the mouse reach what is below.
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

    @Test("what a screen only tells has a button to close it")
    func telling() throws {
        let app = try Self.asking()
        app.press(.down, .enter)
        try app.see("╭─ It is so ─", "Nothing can be done about it.", focus: "[ OK ]")
        app.press(.enter)
        try app.see("The answer: closed", gone: "╭", focus: "[ Tell ]")
        try app.quit()
    }

    @Test("Esc closes what a screen asks or tells, and the screen stays", arguments: [0, 1])
    func escape(downs: Int) throws {
        let app = try Self.asking()
        try app.go(to: "asks/screen")
        try app.see(way: "asks › asks/screen", focus: "[ Ask ]")
        for _ in 0..<downs { app.press(.down) }
        app.press(.enter)
        try app.see("╭─")
        app.press(.escape)
        try app.see("The answer: closed", gone: "╭", way: "asks › asks/screen")
        try app.quit()
    }

    @Test("a screen that is locked stays, says why, and goes when the person insists")
    func locked() throws {
        let app = try Self.pages()
        try Self.tell(app, "push 2")
        try app.see(way: "Page 1 › Page 2")
        try Self.tell(app, "lock")
        try app.see("Locked: the page is not done")
        app.press(.enter)
        try app.see(status: "↑↓ move")
        app.press(.escape)
        try app.see(way: "Page 1 › Page 2", status: "! 'Page 2' is locked: the page is not done")
        app.press(.escape)
        try app.see(way: "Page 1")
        try app.quit()
    }
}
