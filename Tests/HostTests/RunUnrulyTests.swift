import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("run: unruly screens", .blocking, .enabled(if: Fixtures.haveCompiler))
struct RunUnrulyTests {
    private func open(_ screen: String, rows: Int = 24) throws -> RunningApp {
        try RunningApp(Sandbox(.only([.fixture("Unruly")]), wiring: .text("{}")), "unruly/\(screen)", rows: rows)
    }

    @Test("keys are taken while a screen changes all the time")
    func flickers() throws {
        let app = try open("flickers")
        try app.see("It flickers.")
        app.type("?")
        try app.see("╭─ Keys")
        app.press(.escape)
        try app.see(gone: "╭─ Keys")
        try app.quit()
    }

    @Test("a table with more columns than the window has cells is shown as a text per row")
    func wide() throws {
        let app = try open("wide")
        try app.see("the cell of column 1, which says more than fits · the cell of column 2")
        app.press(.end)
        try app.see("the cell of column 2000, which says more than fits")
        try app.quit()
    }

    @Test("a table that is wider than the window scrolls sideways, with marks where it goes on")
    func sideways() throws {
        let app = try open("table")
        try app.see("Number of the cell 1", "› row 1  cell 1", status: "←→ scroll")
        let row = try #require(app.model.place(of: "› row 1")).row
        #expect(app.model.cells[row][77].text == "›")
        #expect(!app.model.contains("cell 6 of row 1"))
        // Whole columns move, and the first one stays.
        app.press(.right)
        try app.see("› row 1 ‹cell 2 of row 1")
        #expect(app.model.cells[row][77].text == "›")
        app.press(.right, .right, .right, .down)
        try app.see("cell 6 of row 2")
        #expect(app.model.cells[row][77].text != "›")
        try app.see("› row 1 ‹cell ")
        app.press(.enter)
        app.press(.left, .left, .left, .left, .left)
        try app.see("› row 2  cell 1 of row 2")
        try app.expectDrawnWhole()
        try app.quit()
    }

    @Test("what stands behind a spacer in a row's label, or is secondary in it, is its detail, in one column")
    func labelViews() throws {
        let app = try open("rows")
        try app.see("› Inbox            12 new", "› Everything else  since 2019", focus: "› Inbox  12 new")
        try app.quit()
    }

    @Test("Enter does not use a control that is out of sight, and End scrolls to it")
    func outOfSight() throws {
        let app = try open("long", rows: 12)
        try app.see("Pressed 0 times.", "line 5")
        app.press(.enter)
        app.press(.down, .down, .down)
        try app.see("line 3", gone: "line 2 ")
        app.press(.up)
        try app.see("line 2 ", gone: "[ Delete all ]")
        app.press(.home)
        try app.see("Pressed 0 times.")
        app.press(.end)
        try app.see(focus: "[ Delete all ]")
        // The control is out of sight again, and Enter first scrolls to it.
        for _ in 1...5 { app.turn(.up) }
        try app.see(gone: "[ Delete all ]", status: "Enter show Delete all")
        app.press(.enter)
        try app.see(focus: "[ Delete all ]", status: "Enter press")
        app.press(.enter, .home)
        try app.see("Pressed 1 times.")
        try app.quit()
    }

    @Test("a text that is broken into lines is found, and each match in turn")
    func finding() throws {
        let app = try open("long", rows: 12)
        try app.see("line 5")
        app.type("/any line has, and which")
        try app.see("A sentence that is broken")
        app.press(.enter)
        app.type("/line 1")
        try app.see("line 1 ", status: "/ line 1")
        app.press(.enter)
        // The matches are 1, 10 to 19 and 100, and then the first again.
        app.type(String(repeating: "n", count: 11))
        try app.see("line 100")
        app.type("n")
        try app.see("line 5", gone: "line 100")
        app.type("N")
        try app.see("line 100")
        try app.quit()
    }

    @Test("a field is kept while its name changes with each letter, and a new button appears")
    func renames() throws {
        let app = try open("renames")
        try app.see("Name (0):")
        app.press(.enter)
        app.type("abuq")
        try app.see("Name (4): abuq", "[ Save ]")
        app.press(.enter)
        try app.see(status: "? help")
        // A click on the frame of the list closes it, and does not press the control below; one on a place goes there.
        app.type("g")
        try app.see("╭─ Commands")
        try app.click("╭─ Commands")
        try app.see("Name (4): abuq", gone: "╭─ Commands")
        app.type("g")
        try app.see("╭─ Commands")
        try app.click("unruly/long")
        try app.see("line 10", gone: "╭─ Commands")
        try app.quit()
    }

    @Test("a link that leads out of the app is copied, and the screen stays")
    func leadsOut() throws {
        let app = try open("web")
        try app.see("› Example")
        app.press(.enter)
        try app.see(way: "Features › unruly/web", status: "this link leads out of the app, and is copied:")
        #expect(String(decoding: app.terminal.received, as: UTF8.self).contains("\u{1B}]52;c;"))
        try app.quit()
    }

    @Test("a loading screen shows a spinner, or a bar if its progress is known")
    func loading() throws {
        let app = try RunningApp(Sandbox(.only([.fixture("LoadsForever")]), wiring: .text("{}")), "loads-forever")
        for sign in ["⠋ Loading", "⠹ Loading", "⠼ Loading"] { try app.see(sign) }
        // Loading blocks no key.
        app.type("?")
        try app.see("╭─ Keys")
        app.press(.enter)
        try app.quit()
        let copying = try open("progress")
        try copying.see("Copying ███████████████░░░░░░░░░░░░░░░ 50 %", focus: "[ Meanwhile ]")
        try copying.quit()
    }

    @Test("a call that blocks the screen is shown with the control that was pressed")
    func waiting() throws {
        let app = try RunningApp(
            Sandbox(.only([.fixture("BreaksOnDemand")]), wiring: .text(#"{"deadline": "3s"}"#)), "breaks")
        try app.see("nothing has happened", focus: "[ Nothing ]")
        for _ in 1...4 { app.press(.down) }
        try app.see(focus: "[ Hang ]")
        app.press(.enter)
        try app.see("breaks: Hang… 1 s   Esc stop waiting")
        try app.see("did not answer in perform within 3 s", status: "! 'Hang' could not be done")
        try app.quit()
    }

    @Test("a feature that requests without end and reads no answer is ended, and the app goes on")
    func floods() throws {
        let app = try RunningApp(
            Sandbox(.only([.fixture("Floods"), .fixture("Plain")]), wiring: .text("{}")), "floods")
        try app.see(focus: "[ Flood ]")
        app.press(.enter)
        try app.see("broke the protocol")
        app.type("m")
        try app.see("╭─ Messages", "256 answers wait")
        app.press(.escape)
        try app.see(gone: "╭─ Messages")
        try app.go(to: "plain")
        try app.see("This is plain 1.0.0.")
        try app.quit()
    }

    @Test("quitting with a locked screen needs the key twice, and Ctrl or Alt makes a letter another key")
    func quitting() throws {
        let app = try open("locked")
        try app.see("It is locked.")
        app.type("\u{11}\u{1B}q")
        app.type("q")
        try app.see("the same key again quits anyway", status: "! 'unruly/locked' is locked: unsaved work")
        app.type("m")
        try app.see("╭─ Messages", "unsaved work")
        app.press(.escape)
        try app.see(gone: "╭─ Messages")
        app.type("qq")
        try app.expectEnd(.exit(0))
    }
}
