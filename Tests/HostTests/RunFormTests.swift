import Glibc
import TestSupport
import Testing

@testable import ProgramTestSupport

/// What the user types and chooses at a terminal, and what is seen of it, on the screens of Tests/Fixtures/Forms.
@Suite("run: forms and tables", .blocking, .enabled(if: Fixtures.haveCompiler))
struct RunFormTests {
    private static let form = Feature.fixture("Forms")
    private static let table = Feature.source("Table", "#define TABLE\n#include \"Forms/forms.c\"\n")

    private static let focus = Feature.source("Focus", "#define FOCUS\n#include \"Forms/forms.c\"\n")

    private static func run(_ feature: Feature, columns: Int = 80, rows: Int = 24) throws -> RunningApp {
        let host = try Sandbox(.only([feature]), wiring: .text(#"{"root": "forms"}"#))
        return try RunningApp(host, columns: columns, rows: rows)
    }

    private static let menus = Feature.source("Menus", "#define MENUS\n#include \"Forms/forms.c\"\n")

    private static func row(_ number: Int) -> String { "› Person \(number)  short  Green  today" }

    @Test("a form begins at its first field, which shows its prompt, and letters are letters there: q and : too")
    func typing() throws {
        let app = try Self.run(Self.form)
        try app.see("Name:     Required", status: "Type to write")
        app.type("q:/1")
        try app.see("Name:     q:/1", status: "Enter done  Tab next")
        app.press(.tab)
        app.type("quit")
        try app.see("Pass:     ••••")
        app.press(.escape)
        // Once the user has left the field, letters are commands.
        try app.see("Pass:     ••••", status: "q quit")
        try app.quit()
    }

    @Test("a text that the feature refuses stays in its field, and the reason stands below it till the next letter")
    func refused() throws {
        let app = try Self.run(Self.form)
        try app.see("Name:     Required", status: "Type to write")
        app.type("!x")
        try app.see("│ ! ", "no name begins so", "Name:     !x", status: "Enter done")
        let (field, box) = (app.model.place(of: "Name:"), app.model.place(of: "╭"))
        #expect(box?.row == field.map { $0.row + 1 } && box?.column == 11)
        // Out of sight the reason stays, and the next letter brings the field back.
        for _ in 1...3 { app.turn(.down) }
        try app.see("no name begins so", gone: "Name:")
        app.press(.backspace)
        try app.see("Name:     !", "no name begins so")
        app.press(.backspace)
        app.type("x")
        try app.see("Name:     x", gone: "no name")
        app.press(.escape)
        try app.see(status: "q quit")
        app.type("m")
        try app.see("no name begins so", status: "↑↓ scroll")
        #expect(app.model.lines.contains { $0.firstMatch(of: /\d\d:\d\d:\d\d  ! .*no name begins so/) != nil })
        app.press(.escape)
        try app.see("Name:     x", gone: "no name")
        try app.quit()
    }

    @Test("of a table the titles of its columns stay above the rows that find leaves")
    func filteredTable() throws {
        let app = try Self.run(Self.table)
        try app.see("Remark", "Person 1 ")
        app.type("/person 59")
        try app.see("1 of 1  Tab only these")
        app.press(.tab)
        try app.see("Remark", "Person 59", gone: "Person 58")
        try app.expectDrawnWhole()
        // They can be sorted, and stay when one of them is used.
        app.press(.enter)
        app.type("s")
        app.press(.enter)
        try app.see("Name▲", "Person 59", gone: "Person 58", status: "Esc all rows")
        app.press(.enter)
        try app.see("Person 59", gone: "Person 58", status: "Esc all rows")
        app.press(.escape)
        try app.see("Person 58", gone: "Tab all rows")
        try app.quit()
    }

    @Test("the actions of a row are one stop behind it, and a menu opens as a list of what can be used there")
    func menus() throws {
        let app = try Self.run(Self.menus)
        try app.see("Sort ▾", "Mail 1", "⋯", "[ Archive ]", gone: "Delete")
        app.press(.tab, .enter)
        try app.see("╭─ Sort ─", "─ 1/1 ─╮", "│ By name", gone: "Never", status: "Sort:")
        app.press(.enter)
        try app.see("Done: sorted", gone: "╭─ Sort ─")
        app.press(.down, .down)
        // A row of two lines has its actions too.
        try app.see("› Mail 2 whose", "to its end", status: "→ actions")
        app.press(.right, .enter)
        try app.see("╭─ Actions ─", "─ 1/2 ─╮")
        app.type("del")
        app.press(.enter)
        try app.see("Done: deleted 2", focus: "⋯")
        // The focus stays there when the first action has another name, and a click chooses too.
        app.press(.enter)
        try app.see("│ Archive")
        try app.click("│ Archive")
        try app.see("Done: archived 2", focus: "⋯")
        app.press(.enter)
        try app.see("│ Take back")
        app.press(.escape)
        try app.see(gone: "Actions:")
        // All rows have the same shortcut: that of the row with the focus is meant.
        app.press(.up)
        app.type("\u{1B}a")
        try app.see("Done: archived 1")
        // Of the actions of rows the commands have those of the row with the focus.
        app.type(":")
        app.type("arch")
        try app.see("─ 1/2 ─╮", "of Mail 1")
        app.press(.escape)
        try app.see(gone: "Command:")
        try app.quit()
    }

    @Test("a date that is being edited shows its month, a page is a month, and what is no date says so")
    func month() throws {
        let app = try Self.run(Self.menus)
        try app.see("Due: 2026-11-24   Tue", gone: "Mo Tu We Th Fr Sa Su")
        app.press(.enter)
        try app.see("╭─ November 2026 ─", "│ 23 24 25 26 27 28 29 │", status: "↑↓ week  ←→ day  PgDn month")
        app.press(.pageDown, .right)
        try app.see("Due: 2026-12-25   Fri", "╭─ December 2026 ─", "│     1  2  3  4  5  6 │")
        app.press(.up)
        try app.see("Due: 2026-12-18   Fri")
        app.press(.down)
        try app.see("Due: 2026-12-25   Fri")
        // The field takes no letter, and says so of a day that no month has.
        app.type("x")
        try app.see("Due: 2026-12-25   Fri", "a date has only digits and its signs")
        // A digit at the end of a part begins it anew, and the caret goes on behind its last.
        app.press(.end)
        app.type("3")
        try app.see("Due: 2026-12-3    Thu")
        app.type("2")
        try app.see("Due: 2026-12-32   no date: December has 31 days", gone: "╭─ December")
        app.type("02")
        try app.see("Due: 2026-12-02   Wed")
        app.press(.home, .right)
        try app.see(status: "↑↓ change  ←→ part  PgDn month")
        app.type("01")
        try app.see("Due: 2026-01-02   Fri")
        app.type("25")
        app.press(.enter)
        try app.see("Due: 2026-01-25   Sun", gone: "╭─ January")
        // What is typed at a field that is not being edited begins at its first part.
        app.type("2")
        try app.see("Due: 2-01-25      as 2026-11-24")
        app.type("027")
        try app.see("Due: 2027-01-25   Mon")
        app.type("0231")
        try app.see("Due: 2027-02-31   no date: February has 28 days")
        // Enter lets it be mended.
        app.press(.enter)
        try app.see("! '2027-02-31' is no date: February has 28 days", status: "Enter done")
        app.type("14")
        try app.see("Due: 2027-02-14   Sun")
        // Who goes elsewhere takes back what is no date.
        app.press(.enter)
        try app.see("Due: 2027-02-14   Sun", status: "←→ day")
        app.type("2028-13-01")
        try app.see("no date: a year has 12 months")
        app.press(.escape)
        try app.see("Due: 2027-02-14   Sun", "it is 2027-02-14 again")
        app.press(.enter)
        try app.see(status: "↑↓ week")
        app.type("3")
        try app.see("Due: 2027-02-3")
        app.type("9")
        try app.see("no date: February has 28 days")
        app.type("\u{1B}OP")
        try app.see(status: "↑↓ scroll")
        app.press(.escape)
        try app.see("Due: 2027-02-14   Sun")
        // The palette is there where one writes, too.
        app.type("\u{B}")
        try app.see("On this screen", status: "Command:")
        app.press(.escape)
        try app.see(gone: "On this screen")
        try app.quit()
    }

    @Test("after Enter the field goes on taking letters, and what j and k come to takes none")
    func enter() throws {
        let app = try Self.run(Self.form)
        try app.see("Name:     Required", status: "Type to write")
        app.type("a")
        app.press(.enter)
        try app.see("Name:     a", status: "Type to write")
        app.type("q1")
        try app.see("Name:     aq1", status: "Enter done")
        app.press(.escape)
        try app.see(status: "q quit")
        app.type("kjjjjjj")
        try app.see("Name:     aq1", "Field 1:", status: "Enter write")
        app.type("j")
        try app.see("Name:     aq1", status: "q quit")
        try app.quit()
    }

    @Test("the focus goes where the feature puts it, unless the user is writing elsewhere")
    func featureFocus() throws {
        let app = try Self.run(Self.focus)
        try app.see("Name:     Required", status: "Enter submit")
        app.type("three")
        try app.see("Field 3:  three")
        app.press(.enter)
        app.type("four")
        try app.see("Field 3:  three", "Field 4:  four", status: "Enter submit")
        app.press(.tab)
        app.type("five")
        try app.see("Field 4:  four", "Field 5:  five")
        app.press(.escape)
        try app.see("Field 5:  five", status: "q quit")
        try app.quit()
    }

    @Test("a feature that takes the focus back does not take it from a user who leaves the field")
    func heldFocus() throws {
        let app = try Self.run(.source("Hold", "#define FOCUS\n#define HOLD\n#include \"Forms/forms.c\"\n"))
        try app.see("Field 3:", status: "Enter submit")
        app.press(.escape)
        try app.see("left 1", status: "q quit")
        app.press(.down, .enter)
        try app.see(status: "Enter submit")
        app.press(.tab)
        app.type("five")
        try app.see("left 2", "Field 5:  five")
        app.press(.escape)
        try app.see("left 3", status: "q quit")
        try app.quit()
    }

    @Test("the focus goes on at Enter where the feature has put it while the user was writing elsewhere")
    func waitingFocus() throws {
        let app = try Self.run(.source("Jump", "#define FOCUS\n#define JUMP\n#include \"Forms/forms.c\"\n"))
        try app.see("Field 3:", status: "Enter submit")
        app.type("1234")
        try app.see("Field 3:  1234", status: "Enter submit")
        app.type("5")
        try app.see("Field 3:  12345", status: "Enter submit")
        app.press(.enter)
        app.type("six")
        try app.see("Field 3:  12345", "Field 4:", "Field 6:  six")
        try app.quit()
    }

    @Test("a click ends writing, and the field learns it")
    func clickedAway() throws {
        let app = try Self.run(Self.focus)
        try app.see("Field 3:", "left 0", status: "Enter submit")
        app.type("three")
        try app.see("Field 3:  three")
        try app.click("Done: nothing")
        try app.see("Field 3:  three", "left 1", status: "Type to write")
        try app.quit()
    }

    @Test("backspace deletes in a field that has the focus, and goes back only where there is nothing to delete")
    func deleting() throws {
        let app = try Self.run(Self.form)
        try app.see("Name:     Required", status: "Type to write")
        app.type("ab")
        try app.see("Name:     ab")
        app.press(.down, .up)
        try app.see("Name:     ab", status: "Type to write")
        app.press(.backspace)
        try app.see("Name:     a", status: "Enter done")
        app.press(.controlC)
        try app.expectEnd(.signal(2))
    }

    @Test("a picker of many options is one line, which opens a list to filter; few options stand beside one another")
    func picker() throws {
        let app = try Self.run(Self.form)
        try app.see(
            "Fruit:    Fruit O40 ▾", "Size:     ( ) S  (•) M", "Field 5:", gone: "Fruit A0", status: "Type to write")
        app.press(.down, .down)
        try app.see(focus: "Fruit O40 ▾", status: "Enter choose")
        app.press(.enter)
        try app.see("╭─ Fruit ─", " 41/41 ─╮", "chosen", focus: "Fruit O40  chosen", status: "Fruit:")
        app.type("zz")
        try app.see("nothing here is called 'zz'; Esc chooses nothing", status: "Fruit: zz")
        app.press(.enter)
        try app.see("nothing here is called 'zz'", status: "Fruit: zz")
        app.press(.backspace, .backspace)
        app.type("c2")
        try app.see("Fruit C2", "Fruit C28", focus: "Fruit C2", status: "Fruit: c2")
        app.press(.enter)
        try app.see("Fruit:    Fruit C2 ▾", "Done: picked", focus: "Fruit C2 ▾")
        // Tab takes the options as one control, at the chosen one; the arrows go through them.
        app.press(.tab)
        try app.see(focus: "(•) M")
        app.press(.left, .enter)
        try app.see("Done: sized", focus: "(•) S")
        app.press(.tab)
        try app.see(status: "Ctrl-K commands")
        app.press(.shiftTab)
        try app.see(focus: "(•) S")
        app.press(.shiftTab)
        try app.see(focus: "Fruit C2 ▾")
        try app.quit()
    }

    @Test("the palette offers the options of a picker too, and keeps a text that is refused")
    func palette() throws {
        let app = try Self.run(Self.form)
        try app.see(status: "Type to write")
        app.press(.down, .down)
        try app.see(status: "Enter choose")
        app.type(":")
        try app.see("On this screen")
        try app.see(gone: "Fruit=")
        app.type("fruit=friut b1")
        try app.see("did you mean 'Fruit=Fruit B1'?")
        app.press(.escape)
        try app.see(status: "Enter choose")
        app.type(":fruit=fruit b1")
        try app.see("Fruit=Fruit B1", focus: "Fruit=Fruit B1  choose", status: "Command: fruit=fruit b1")
        app.press(.enter)
        try app.see("Fruit:    Fruit B1 ▾", "Done: picked")
        app.type(":sumbit")
        try app.see("nothing here is called 'sumbit'; did you mean 'Submit'?")
        app.press(.enter)
        try app.see(status: "Command: sumbit")
        app.press(.escape)
        try app.see(status: "Enter choose")
        try app.quit()
    }

    @Test("the focused control stays in its row when something appears above it, and the news is told")
    func anchored() throws {
        let app = try Self.run(Self.form)
        try app.see(status: "Type to write")
        app.press(.down, .down, .end)
        try app.see("[ Submit ]", gone: "Name:", focus: "[ Submit ]")
        let before = try #require(app.model.place(of: "[ Submit ]"))
        app.press(.enter)
        try app.see("[ Submit ]", "↑ above: Field 1 must not be empty", focus: "[ Submit ]", status: "Enter press")
        let after = try #require(app.model.place(of: "[ Submit ]"))
        // The line of the news is taken from the screens' area.
        #expect(after.row == before.row || after.row == before.row - 1)
        try app.expectDrawnWhole()
        app.press(.home)
        try app.see("Field 1 must not be empty", gone: "above:")
        app.press(.controlC)
        try app.expectEnd(.signal(2))
    }

    @Test("Esc at a question takes the button that leaves things as they are")
    func question() throws {
        let app = try Self.run(Self.form)
        try app.see(status: "Type to write")
        app.press(.up)
        try app.see(focus: "[ Clear ]")
        app.press(.enter)
        try app.see("Sure?", focus: "[ No ]", status: "←→ move")
        app.press(.escape)
        try app.see("Done: no", gone: "Sure?")
        try app.quit()
    }

    @Test("a table is as wide as the window where its longest cells can go on below")
    func fitted() throws {
        let app = try Self.run(Self.table)
        try app.see(
            "A remark on person 2 that is  Green", "somewhat longer than forty", "columns are",
            "in the garden behind the",
            "house of person 3, at noon", focus: Self.row(1))
        try app.quit()
    }

    @Test("a table loses no text in a narrow window: the last column is reached sideways")
    func wide() throws {
        let app = try Self.run(Self.table, columns: 40)
        try app.see("A remark on person 2", "that is somewhat", gone: "3, at noon")
        for _ in 1...8 { app.press(.right) }
        try app.see("3, at noon")
        try app.quit()
    }

    @Test(
        "s lists the columns to sort a table by, as the commands do, S turns the order, and a click on a title sorts by it"
    )
    func sorted() throws {
        func rows(_ app: RunningApp) -> [String] {
            app.model.lines.compactMap { line in
                line.firstRange(of: "Person ").map { String(line[$0.upperBound...].prefix { $0.isNumber }) }
            }
        }
        let app = try Self.run(Self.table, columns: 120)
        try app.see("Person 12", focus: Self.row(1), status: "s sort")
        app.type("s")
        try app.see("╭─ Sort by ─", "─ 1/5 ─╮", status: "Sort by:")
        app.press(.enter)
        try app.see("Name▲", gone: "Sort by")
        #expect(rows(app).prefix(12).elementsEqual((1...12).map(String.init)))
        app.type("S")
        try app.see("Name▼")
        #expect(rows(app).contains("60") || rows(app).last == "1")
        app.press(.home)
        try app.see("Name▼", "Person 60", focus: Self.row(60))
        try app.click("Remark")
        try app.see("Remark▲", "Person 60", gone: "Name▼")
        try app.click("Remark")
        try app.see("Remark▼")
        try app.click("Remark")
        try app.see("Remark", gone: "▼")
        #expect(rows(app).last == "60")
        app.type(":sort by tea")
        app.press(.enter)
        try app.see("Team▲")
        app.type("sas it")
        app.press(.enter)
        try app.see("Team", gone: "▲")
        app.press(.home)
        try app.see("Person 12", focus: Self.row(1))
        try app.quit()
    }

    @Test("the column titles stay while the rows scroll, and a row at the top is not below them")
    func heading() throws {
        let app = try Self.run(Self.table, columns: 120)
        try app.see("Name", "Person 12", focus: Self.row(1))
        app.press(.end)
        try app.see("Name", "Last seen", "Person 60", gone: "Person 12", focus: Self.row(60))
        let row = try #require(app.model.place(of: "Name")).row
        for _ in 1...25 { app.press(.up) }
        try app.see("Name", focus: Self.row(35))
        #expect(app.model.lines[row].contains("Last seen"))
        #expect(app.model.lines[row + 1].contains("Person 35"))
        app.press(.home)
        try app.see("People", "Person 1", focus: Self.row(1))
        try app.quit()
    }

    @Test("rows that come above the one in use move nothing in sight")
    func rowsAbove() throws {
        let app = try Self.run(Self.table, columns: 120)
        try app.see("Person 12", focus: Self.row(1))
        app.press(.end)
        try app.see("Person 60", focus: Self.row(60))
        let before = try #require(app.model.place(of: "Person 55"))
        app.press(.enter)
        try app.see("↑ above: › Person 0", "Person 55", focus: Self.row(60))
        let after = try #require(app.model.place(of: "Person 55"))
        #expect(after.row == before.row || after.row == before.row - 1)
        try app.quit()
    }

    @Test("the bar of the focused row has one colour")
    func bar() throws {
        let app = try Self.run(Self.table)
        try app.see(focus: Self.row(1))
        let row = try #require(app.model.place(of: "› Person 1")).row
        let looks = Set(app.model.cells[row].filter(\.look.isReversed).map(\.look))
        #expect(looks.count == 1, "\(looks)")
        try app.quit()
    }

    @Test("an arrow key that arrives in two pieces 150 ms apart is an arrow key")
    func pieces() throws {
        let app = try Self.run(Self.table)
        try app.see(focus: Self.row(1))
        // On a busy machine the pause may be longer than it says, and the key Esc alone: then once more.
        for _ in 1...50 where app.model.reversed.contains(Self.row(1)) {
            app.type("\u{1B}")
            usleep(150_000)
            app.type("[B")
            usleep(300_000)
            app.press(.controlL)
            try app.see("Person 1")
        }
        try app.see(focus: "› Person 2  A remark on person 2 that is  Green  today")
        try app.quit()
    }

    @Test("the keys stay in the last line under a message")
    func keys() throws {
        let app = try Self.run(Self.table)
        try app.see(focus: Self.row(1))
        app.type("u")
        try app.see("no link leads here; its destination is forms", status: "Enter press")
        try app.quit()
    }
}
