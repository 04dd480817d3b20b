import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("run: browsing", .blocking)
struct RunBrowsingTests {
    @Test("Enter leads on and Esc back, with the path at the top and the focus restored")
    func walk() throws {
        let app = try RunningApp(Sandbox())
        try app.see("Welcome to Switchyard.", way: "Home", focus: "› Characters", status: "? help")
        app.press(.enter)
        try app.see("72 characters", way: "Home › Characters", focus: "› Don Quixote  Don Quixote, 1605")
        app.press(.down, .enter)
        try app.see(
            "Work    One Thousand and One Nights", way: "Home › Characters › Scheherazade", focus: "[ Back ]")
        app.press(.escape)
        try app.see(way: "Home › Characters", focus: "› Scheherazade  One Thousand and One Nights, 850")
        try app.expectDrawnWhole()
        app.press(.backspace)
        try app.see(way: "Home", focus: "› Characters")
        #expect(app.model.isCursorHidden)
        try app.quit()
    }

    @Test("keys typed ahead apply to the screen that follows")
    func typedAhead() throws {
        let app = try RunningApp(Sandbox())
        app.press(.down, .enter)
        app.type("u")
        try app.see("Pride and Prejudice", status: "✓ copied: challenge://character/detail?id=42")
        try app.quit()
    }

    @Test("the focus is in reverse video, and under NO_COLOR nothing has a colour")
    func noColor() throws {
        let host = try Sandbox()
        let colored = try RunningApp(host, "--fresh", "character/list")
        try colored.see("72 characters", focus: "› Don Quixote  Don Quixote, 1605")
        // In a list the sign alone has the colour of what can be used.
        let (column, row) = try #require(colored.model.place(of: "Scheherazade"))
        #expect(colored.model.cells[row][column].look.color == 39)
        #expect(colored.model.cells[row][column - 2].look.color == 36)
        try colored.quit()
        host.set("NO_COLOR", "1")
        let plain = try RunningApp(host, "--fresh", "character/list")
        try plain.see("72 characters", focus: "› Don Quixote  Don Quixote, 1605")
        #expect(plain.model.cells.joined().allSatisfy { $0.look.color == 39 })
        #expect(plain.model.reversed == ["› Don Quixote  Don Quixote, 1605"])
        try plain.quit()
    }

    @Test("a terminal with exact colours is asked for its background, and gets those that can be read on it")
    func exactColors() throws {
        let host = try Sandbox()
        host.set("COLORTERM", "truecolor")
        let app = try RunningApp(host, "--fresh", "character/list")
        try app.see("72 characters", focus: "› Don Quixote  Don Quixote, 1605")
        #expect(app.model.hasAskedForBackground)
        func colors() -> Set<Int> { Set(app.model.cells.joined().map(\.look.color)) }
        #expect(colors() == [36, 39])
        app.type("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\")
        try app.terminal.wait(for: "other colours") { !$0.isSynchronizing && !colors().contains(36) }
        #expect(colors() == [39, 0x100_0000 | 0x005660, 0x100_0000 | 0x50555C])
        try app.expectDrawnWhole()
        try app.quit()
        host.set("COLORFGBG", "15;0")
        let dark = try RunningApp(host, "--fresh", "character/list")
        try dark.see("72 characters", focus: "› Don Quixote  Don Quixote, 1605")
        #expect(dark.model.cells.joined().contains { $0.look.color == 0x100_0000 | 0x6FD3E6 })
        try dark.quit()
    }

    @Test("'u' copies the link that leads to the screen, with a message")
    func copy() throws {
        let app = try RunningApp(Sandbox(), "character/detail?identifier=42")
        try app.see("Pride and Prejudice")
        app.type("u")
        try app.see(status: "✓ copied: challenge://character/detail?id=42")
        // echo -n challenge://character/detail?id=42 | base64
        #expect(app.model.clipboard == "Y2hhbGxlbmdlOi8vY2hhcmFjdGVyL2RldGFpbD9pZD00Mg==")
        app.press(.down)
        try app.see(status: "? help")
        try app.quit()
    }

    @Test("'?' shows the keys, and the next key only closes them")
    func help() throws {
        let app = try RunningApp(Sandbox())
        try app.see("Welcome", focus: "› Characters")
        app.type("?")
        try app.see("─ Keys ─", "copy the link that leads here", "q, Ctrl-C")
        // Keys that do nothing on this screen are faint.
        let (tabs, quit) = (try #require(app.model.place(of: "1 … 9")), try #require(app.model.place(of: "q, Ctrl-C")))
        #expect(app.model.cells[tabs.row][tabs.column].look.color == 39)
        #expect(app.model.cells[quit.row][quit.column].look.color == 36)
        app.type("q")
        try app.see("Welcome", gone: "─ Keys ─", focus: "› Characters")
        try app.expectDrawnWhole()
        try app.quit()
    }

    @Test(
        "a letter, a digit or F5 without effect says so until the next key; the wheel and keys that scroll say nothing")
    func unused() throws {
        let app = try RunningApp(Sandbox(), "character/list")
        try app.see("72 characters", status: "? help")
        for (key, name) in [("x", "x"), ("3", "3"), ("J", "J"), ("n", "n"), ("é", "é"), ("\u{1B}[15~", "F5")] {
            app.type(key)
            try app.see(status: "'\(name)' does nothing here; ? shows the keys")
        }
        app.press(.up)
        try app.see(gone: "does nothing")
        // Nothing scrolls sideways.
        app.press(.home, .left)
        app.turn(.up)
        try app.click("72 characters")
        app.type("b/sher")
        try app.see(gone: "does nothing", status: "/ sher")
        app.press(.enter)
        app.type("n")
        try app.see(gone: "does nothing", focus: "› Sherlock Holmes  A Study in Scarlet, 1887")
        // Letters are written into a field, where another key shows the keys.
        app.press(.home, .up, .up)
        try app.see(status: "Type to write")
        app.type("\u{1B}[15~")
        try app.see(status: "'F5' does nothing here; F1 shows the keys")
        app.press(.controlC)
        try app.expectEnd(.signal(2))
    }

    @Test("'g' goes to a link or a destination, which Tab completes, and shows why a place leads nowhere")
    func going() throws {
        let app = try RunningApp(Sandbox())
        try app.see("Welcome")
        app.type("g")
        try app.see("character/list", gone: "{int}", status: "Command:")
        #expect(!app.model.isCursorHidden)
        app.type("challenge://char")
        app.press(.tab)
        try app.see(status: "Command: challenge://character/")
        app.type("d")
        app.press(.tab)
        try app.see("One character, by its", status: "Command: challenge://character/detail?id=")
        app.type("42")
        app.press(.enter)
        try app.see("Pride and Prejudice", way: "Home › Characters › Elizabeth Bennet", focus: "[ Back ]")
        #expect(app.model.isCursorHidden)
        try app.go(to: "character/detail?identifier=3")
        try app.see("A Study in Scarlet", way: "Home › Characters › Elizabeth Bennet › Sherlock Holmes")
        try app.go(to: "charakter")
        try app.see(
            "A Study in Scarlet", way: "Home › Characters › Elizabeth Bennet › Sherlock Holmes",
            status: "Command: charakter")
        try app.see("! 'charakter' names nothing to go to")
        try app.go(to: "charakter/list")
        try app.see(
            "charakter/list cannot be shown.", "No feature 'charakter' is installed; did you mean 'character'?",
            status: "Enter press")
        #expect(app.model.text.ranges(of: "did you mean 'character'?").count == 1, "told twice")
        app.press(.escape)
        try app.see("A Study in Scarlet", status: "? help")
        // The first letter replaces the command that was refused.
        app.type("g")
        try app.see(focus: "charakter/list", status: "Command: charakter/list")
        app.type("home")
        try app.see(status: "Command: home")
        app.press(.escape)
        try app.see("A Study in Scarlet", gone: "Command:", status: "? help")
        try app.expectDrawnWhole()
        try app.quit()
    }

    @Test("a digit, or a click, selects a tab, and each tab keeps its stack")
    func tabs() throws {
        let tabs = #"{"tabs": [{"name": "start", "root": "home"}, {"name": "people", "root": "character/list"}]}"#
        let app = try RunningApp(Sandbox(wiring: .text(tabs)))
        try app.see("Welcome", way: "Home", focus: " 1 start")
        #expect(app.model.lines[0] == "  1 start   2 people")
        app.type("2")
        try app.see("72 characters", way: "Characters", focus: " 2 people")
        app.press(.enter)
        try app.see(way: "Characters › Don Quixote")
        try app.click(" 1 start ")
        try app.see("Welcome", way: "Home", focus: " 1 start")
        try app.click("2 people")
        try app.see("An ageing gentleman", way: "Characters › Don Quixote", focus: " 2 people")
        // A second press takes the tab to its root.
        app.type("2")
        try app.see(way: "Characters", focus: "› Don Quixote  Don Quixote, 1605")
        app.type("3")
        try app.see(way: "Characters", status: "'3' does nothing here; ? shows the keys")
        try app.expectDrawnWhole()
        try app.quit()
    }

    @Test("the bar of tabs shows symbols and titles, and a tab that keeps its stack does so when it is selected again")
    func titles() throws {
        let tabs = """
            {"tabs": [{"name": "a", "root": "home", "title": "Start", "symbol": "⌂", "reselect": "keep"},
                      {"name": "b | c", "root": "character/list", "symbol": "unheard.of"}]}
            """
        let app = try RunningApp(Sandbox(wiring: .text(tabs)))
        try app.see("Welcome", way: "Home", focus: " 1 ⌂ Start")
        #expect(app.model.lines[0] == "  1 ⌂ Start   2 b | c")
        app.type("2")
        try app.see("72 characters", way: "Characters", focus: " 2 b | c")
        try app.click("Start")
        try app.see("Welcome", way: "Home", focus: " 1 ⌂ Start")
        app.type("g")
        app.type("character/detail?identifier=42\r")
        try app.see("Pride and Prejudice", way: "Home › Elizabeth Bennet")
        app.type("1")
        app.type("r")
        try app.see("Pride and Prejudice", way: "Home › Elizabeth Bennet")
        app.type("g")
        app.type("tab:a")
        try app.see("the tab ⌂ Start", status: "Command:")
        app.press(.escape)
        try app.see("Pride and Prejudice", gone: "Command:")
        try app.quit()
    }

    @Test("a click on the path goes back there, and so does its place in the palette")
    func path() throws {
        let app = try RunningApp(Sandbox())
        let leadOn = {
            app.type("gcharacter/list\r\u{B}character/detail?identifier=2\r")
            try app.see(way: "Home › Characters › Scheherazade")
        }
        try leadOn()
        try app.click("Scheherazade")
        for goBack in [
            { try app.click("Characters") }, { app.type("gcharacter/list\r") }, { app.type("gcharacter\r") },
        ] {
            try goBack()
            try app.see("72 characters", way: "Home › Characters")
            app.type("\u{B}character/detail?identifier=2\r")
            try app.see(way: "Home › Characters › Scheherazade")
        }
        try app.click("Home")
        try app.see("Welcome to Switchyard.", way: "Home")
        for way in ["ghome\r", "ghome/main\r"] {
            try leadOn()
            app.type(way)
            try app.see("Welcome to Switchyard.", way: "Home")
        }
        app.type("ghome\r")
        try app.see("this is the screen already")
        try leadOn()
        try app.click("Home")
        try app.see("Welcome to Switchyard.", way: "Home")
        try app.quit()
    }

    @Test("a click uses the control under it, and a click beside a control does nothing")
    func clicking() throws {
        let app = try RunningApp(Sandbox())
        try app.click("› Characters")
        try app.see("72 characters", way: "Home › Characters")
        try app.click("72 characters")
        try app.click("Gilgamesh")
        try app.see("Sîn-lēqi-unninni", way: "Home › Characters › Gilgamesh")
        try app.click("[ Back ]")
        try app.see(way: "Home › Characters", focus: "› Gilgamesh  The Epic of Gilgamesh, 1200 BCE")
        try app.quit()
    }

    @Test("a screen longer than the window scrolls by line, by page, to its ends and by the wheel")
    func scrolling() throws {
        let app = try RunningApp(Sandbox(), "character/list", rows: 14)
        try app.see("72 characters", "Gilgamesh", focus: "› Don Quixote  Don Quixote, 1605")
        #expect(!app.model.contains("Raskolnikov"))
        app.press(.down, .down, .down, .down, .down)
        try app.see("Jane Eyre", focus: "› Jane Eyre  Jane Eyre, 1847")
        app.press(.pageDown)
        try app.see("Hamlet", focus: "› Gilgamesh  The Epic of Gilgamesh, 1200 BCE")
        app.press(.end)
        try app.see("Jay Gatsby", focus: "› Jay Gatsby  The Great Gatsby, 1925")
        #expect(app.model.cells.map { $0[79].text }[12] == "┃")
        app.press(.home)
        try app.see("Filter:", "Gilgamesh")
        #expect(app.model.cells.map { $0[79].text }[2] == "┃")
        app.turn(.down)
        try app.see("72 characters", "Nora Helmer", gone: "Surprise me")
        app.turn(.up)
        try app.see("Filter:", "Gilgamesh", gone: "Nora Helmer")
        app.type(" ")
        try app.see("Hamlet", gone: "72 characters")
        app.type("b")
        try app.see("Filter:")
        try app.expectDrawnWhole()
        // What the wheel has scrolled out of sight is shown again before Enter opens it.
        app.press(.home)
        try app.see(focus: "› Don Quixote  Don Quixote, 1605", status: "Enter open")
        for _ in 1...3 { app.turn(.down) }
        try app.see(gone: "Don Quixote, 1605", status: "Enter show Don Quixote")
        app.press(.enter)
        try app.see(focus: "› Don Quixote  Don Quixote, 1605", status: "Enter open")
        try app.quit()
    }

    @Test("'/' finds a text on the screen, and 'n' and 'N' the next and the previous match")
    func finding() throws {
        let app = try RunningApp(Sandbox(), "character/list")
        try app.see("72 characters")
        app.type("/")
        try app.see(status: "/")
        app.type("gatsby")
        try app.see(status: "/ gatsby")
        try app.see("Jay Gatsby")
        app.press(.enter)
        try app.see(focus: "› Jay Gatsby  The Great Gatsby, 1925", status: "? help")
        let found = try #require(app.model.place(of: "Gatsby"))
        let look = app.model.cells[found.row][found.column].look
        #expect(look.isReversed)
        app.type("/")
        try app.see(status: "/")
        app.type("PRINCESS")
        app.press(.enter)
        try app.see(focus: "› Princess Kaguya  The Tale of the Bamboo Cutter, 900")
        app.type("n")
        try app.see(focus: "› Princess of Clèves  The Princess of Clèves, 1678")
        app.type("n")
        try app.see(focus: "› Princess Kaguya  The Tale of the Bamboo Cutter, 900")
        app.type("N")
        try app.see(focus: "› Princess of Clèves  The Princess of Clèves, 1678")
        app.type("/")
        try app.see(status: "/")
        app.type("Moriarty")
        app.press(.enter)
        try app.see("! 'Moriarty' is not on this screen", status: "? help")
        try app.expectDrawnWhole()
        try app.quit()
    }

    @Test("the prompt of '/' counts the matches, and Tab leaves only the rows with one until Tab, Enter or Esc")
    func filtering() throws {
        let app = try RunningApp(Sandbox(), "character/list")
        try app.see("72 characters")
        app.type("/princess")
        let kaguya = "› Princess Kaguya  The Tale of the Bamboo Cutter, 900"
        try app.see("1 of 2  Tab only these", focus: kaguya, status: "/ princess")
        app.press(.down)
        try app.see("2 of 2")
        app.press(.tab)
        // The title of the section stays above them.
        try app.see(
            "72 characters", "Kaguya", "Clèves", "2 of 2  Tab all rows", gone: "Scheherazade", status: "/ princess")
        #expect(app.model.lines[2...].count { !$0.trimmed.isEmpty } == 4, "\(app.model.text)")
        try app.expectDrawnWhole()
        app.press(.tab)
        try app.see("2 of 2  Tab only these", gone: "72 characters")
        #expect(app.model.lines.count { $0.contains("› ") } > 15)
        app.press(.tab, .up)
        try app.see("1 of 2  Tab all rows", gone: "Scheherazade")
        app.type(" kx")
        try app.see("! 'princess kx' is not on this screen", gone: "Kaguya")
        app.press(.backspace)
        try app.see("1 of 1  Tab all rows", "Kaguya", gone: "Clèves")
        // Enter keeps these rows, and Esc shows all again before it leads back.
        app.press(.enter)
        try app.see("72 characters", gone: "Clèves", focus: kaguya, status: "Esc all rows")
        // They stay while the user is elsewhere.
        app.press(.enter)
        try app.see(way: "Home › Characters › Princess Kaguya")
        app.press(.escape)
        try app.see("72 characters", gone: "Clèves", focus: kaguya, status: "Esc all rows")
        app.press(.escape)
        try app.see("Anna Karenina", gone: "Tab all rows", focus: kaguya, status: "Esc back")
        app.type("/tale")
        app.press(.tab)
        try app.see("The Tale of Genji", "Tab all rows", gone: "Nora Helmer")
        app.press(.escape)
        try app.see("Nora Helmer", gone: "Tab all rows", status: "Enter open")
        // A click uses the row that is shown there.
        app.type("/tale")
        app.press(.tab)
        try app.see("Tab all rows", gone: "Nora Helmer")
        try app.click("› Genji")
        try app.see(way: "Home › Characters › Genji")
        app.press(.escape)
        try app.see("› Genji", gone: "Nora Helmer", status: "Esc all rows")
        app.press(.escape)
        try app.see("Nora Helmer", status: "Enter open")
        try app.quit()
    }

    @Test(
        "rows that come, go, move and differ are drawn as if the window were drawn anew",
        .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
    func changingRows() throws {
        let host = try Sandbox(.only([.fixture("Changes")]), wiring: .text(#"{"root": "changes/screen"}"#))
        let app = try RunningApp(host, columns: 60, rows: 100)
        try app.see("Row 8")
        func lines() -> [String] { app.model.stillCells.map { $0.map(\.text).joined() } }
        for press in 1...40 {
            if press == 1 { try app.click("[ Change ]") } else { app.press(.enter) }
            try app.see(way: "Changes: \(press)", focus: "[ Change ]")
            let drawn = lines()
            // A window of another size is drawn whole, and so is this one again.
            for columns in [61, 60] {
                try app.resize(columns: columns, rows: 100)
                try app.see(way: "Changes: \(press)", focus: "[ Change ]")
            }
            try app.terminal.wait(for: drawn.joined(separator: "\n")) { _ in lines() == drawn }
        }
        try app.quit()
    }

    @Test("a resized window is redrawn in place, with the focus visible")
    func resizing() throws {
        let app = try RunningApp(Sandbox(), "character/list")
        try app.see("72 characters")
        app.press(.end)
        let row = "› Jay Gatsby  The Great Gatsby, 1925"
        try app.see(focus: row)
        for (columns, rows) in [(50, 12), (120, 40), (30, 6), (10, 3), (1, 1), (80, 24)] {
            try app.resize(columns: columns, rows: rows)
            if columns > 1 { try app.see(status: "↑↓ move") }
            if columns > 10 { try app.see(focus: columns > 40 ? row : "› Jay Gatsby") }
            try app.expectDrawnWhole()
        }
        #expect(app.model.defects == [])
        try app.quit()
    }

    @Test("the details of a list begin in one column, and are broken into lines within it")
    func columns() throws {
        let app = try RunningApp(Sandbox(), "character/list")
        try app.see("72 characters")
        let lines = app.model.lines.filter { $0.hasPrefix("   ›") }
        let labels = [" Don Quixote ", " Jane Eyre ", " Scheherazade "]
        let columns = try labels.map { label in
            let line = try #require(lines.first { $0.contains(label) })
            let detail = try #require(line.ranges(of: label).first?.upperBound)
            return line[..<detail].count + line[detail...].prefix { $0 == " " }.count
        }
        #expect(Set(columns).count == 1, "\(lines)")
        try app.quit()
    }

    @Test(
        "what is not found can be opened by the name that is nearly the same, in its place",
        arguments: [
            ("charcter/list", "character/list"), ("character/lst", "character/list"),
            ("character/lst?x=1", "character/list"),
            ("charcter/detail?identifier=42", "character/detail?identifier=42"),
        ])
    func nearlyFound(asked: String, meant: String) throws {
        let app = try RunningApp(Sandbox())
        try app.see(focus: "› Characters")
        try app.go(to: asked)
        try app.see("\(asked) cannot be shown.", "[ Open \(meant) ]  [ Go back ]", gone: "Copy the library")
        app.press(.enter)
        try app.see(gone: "cannot be shown", status: "Esc back")
        #expect(!app.model.text.contains("Not found"))
        try app.quit()
    }

    @Test("nothing is offered in the place of what needs an argument that is not there")
    func nearlyFoundWithoutArgument() throws {
        let app = try RunningApp(Sandbox(), "character/detial")
        try app.see("character/detial cannot be shown.", "[ Try again ]", gone: "[ Open")
        try app.quit()
    }

    @Test(
        "a place that cannot be shown is tried again where it is opened once more", .enabled(if: Fixtures.haveCompiler))
    func triedAgain() throws {
        let feature = Feature.source(
            "Once",
            #"""
            #define FEATURE_ID "once"
            #include "FeatureHelpers.h"
            static sy_status once(const sy_feature *feature, const sy_destination *destination, sy_screen_id id,
                                  const sy_screen **screen, const sy_error *error);
            #define RESOLVE once
            #include "PlainFeature.h"
            #include <fcntl.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <unistd.h>
            static sy_status once(const sy_feature *feature, const sy_destination *destination, sy_screen_id id,
                                  const sy_screen **screen, const sy_error *error) {
                char path[500];
                snprintf(path, sizeof path, "%s/asked", getenv("TMPDIR"));
                if (access(path, F_OK)) {
                    close(open(path, O_CREAT | O_WRONLY, 0600));
                    abort();
                }
                return plain_resolve(feature, destination, id, screen, error);
            }
            """#)
        let app = try RunningApp(Sandbox(.only([feature, .home]), wiring: .text(#"{"root": "home"}"#)))
        try app.see("Welcome")
        try app.go(to: "once/screen")
        try app.see("once/screen cannot be shown.", "crashed in resolve")
        try app.go(to: "once/screen")
        try app.see("This is once 1.0.0.", gone: "cannot be shown")
        app.press(.escape)
        try app.see("Welcome")
        try app.quit()
    }

    @Test("the last line has the keys that do something here, and '? help' as long as there is room")
    func keys() throws {
        let app = try RunningApp(Sandbox())
        try app.see(focus: "› Characters", status: "Enter press")
        #expect(!app.model.keys.contains { $0.hasPrefix("Esc") || $0.contains("tab") })
        app.press(.enter)
        try app.see("72 characters", focus: "› Don Quixote  Don Quixote, 1605", status: "Enter open")
        #expect(app.model.keys.contains("Esc back"))
        try app.go(to: "sheet:character/detail?identifier=42")
        try app.see("╭─ Elizabeth Bennet ─", status: "Esc close")
        app.terminal.resize(columns: 30, rows: 12)
        try app.see(status: "? help")
        #expect(app.model.keys == ["↑↓ move", "Esc close", "? help"])
        try app.quit()
    }

    @Test("Enter takes the place that is begun, up to its first argument, and the one in sight is not opened again")
    func begunPlaces() throws {
        let app = try RunningApp(Sandbox(), "home")
        try app.see("Welcome")
        try app.go(to: "character/l")
        try app.see("72 characters", way: "Home › Characters")
        try app.go(to: "character/list")
        try app.see("this is the screen already", way: "Home › Characters")
        try app.go(to: "character/det")
        try app.see(
            "! write what stands for {int} in character/detail?identifier={int}",
            status: "Command: character/detail?identifier=")
        app.type("42")
        app.press(.enter)
        try app.see("Pride and Prejudice", way: "Home › Characters › Elizabeth Bennet")
        try app.go(to: "challenge://character/l")
        try app.see("72 characters", way: "Home › Characters")
        // What says nothing later is no message to read again.
        app.type("r")
        try app.see("✓ nothing has changed")
        app.type("/zz")
        try app.see("! 'zz' is not on this screen", status: "/ zz")
        app.press(.backspace, .backspace)
        app.type("princess")
        app.press(.enter)
        try app.see("n next, 1 of 2  Esc end find")
        app.type("n")
        try app.see("n next, 2 of 2  Esc end find")
        app.type("n")
        try app.see("the first again", "n next, 1 of 2  Esc end find")
        app.press(.escape)
        try app.see(": commands  / find  ? help", gone: "end find")
        try app.quit()
    }

    @Test("a click on a key in the last line does what the key does, and a click beside the keys does nothing")
    func clickedKeys() throws {
        let wiring = """
            {"tabs": [{"name": "start", "root": "home"}, {"name": "people", "root": "character/list"}],
             "redirects": {"home/character?identifier={id}": "character/detail?identifier={id}"}}
            """
        let app = try RunningApp(Sandbox(wiring: .text(wiring)), columns: 100)
        try app.see("Welcome", focus: "› Characters")
        try app.click("↑↓ move")
        try app.see(focus: "› Featured character")
        try app.click("Enter press")
        try app.see("Pride and Prejudice", way: "Home › Elizabeth Bennet")
        try app.click("Esc back")
        try app.see("Welcome", way: "Home", focus: "› Featured character")
        try app.click("? help")
        try app.see("─ Keys ─")
        try app.click("any other key closes")
        try app.see("Welcome", gone: "─ Keys ─")
        try app.click(": commands")
        try app.see("On this screen", status: "Command:")
        app.press(.escape)
        // All of this screen is in sight.
        try app.see("Welcome", gone: "/ find")
        try app.click("1–2 tab")
        try app.see("72 characters", way: "Characters")
        try app.click("/ find")
        try app.see(status: "/")
        app.type("sher")
        app.press(.enter)
        try app.see(status: "n next, 1 of 1")
        // Right of the last key.
        app.terminal.send("\u{1B}[<0;100;24M\u{1B}[<0;100;24m")
        try app.click("q quit")
        try app.expectEnd(.exit(0))
    }

    @Test("a screen that cannot be shown stands in a box that says what to do, with buttons for it")
    func failure() throws {
        let wiring = #"{"root": "home", "redirects": {"home/characters": "character/list"}}"#
        let app = try RunningApp(Sandbox(wiring: .text(wiring)), "nobody/list")
        try app.see(
            "╭──", "nobody/list cannot be shown.",
            "Copy the library of 'nobody' into a plugins directory",
            way: "Home › Not found", focus: "[ Try again ]")
        app.press(.right)
        try app.see(focus: "[ Go back ]")
        app.press(.enter)
        try app.see("Welcome", gone: "╭", way: "Home")
        try app.go(to: "home/character?identifier=1")
        try app.see("\"home/character?identifier={identifier}\":", "Write that line into")
        try app.go(to: "character/nowhere")
        try app.see("'switchyard routes' lists the destinations of 'character'.", way: "Home › Not found")
        try app.go(to: "character/list")
        try app.see("72 characters", way: "Home › Characters")
        try app.expectDrawnWhole()
        try app.quit()
    }

    @Test("a wide window shows the screen below at the left, where a click leads on, unless the wiring wants one pane")
    func panes() throws {
        let wiring = #"{"root": "character/list"}"#
        let app = try RunningApp(Sandbox(wiring: .text(wiring)), columns: 130, rows: 30)
        try app.see("72 characters", way: "Characters")
        #expect(!app.model.lines[5].contains("│"))
        app.press(.down, .enter)
        try app.see(
            "72 characters", "One Thousand and One Nights", way: "Characters › Scheherazade", focus: "[ Back ]",
            status: "Esc back")
        // As wide as the list needs, and no wider than 40 columns in a window of 130.
        let divider = 44
        #expect(app.model.cells.dropFirst(2).dropLast().allSatisfy { $0[divider].text == "│" })
        let row = try #require(app.model.place(of: "  › Scheherazade"))
        #expect(row.row > 1 && row.column < divider && app.model.cells[row.row][0].text == "▌")
        try app.expectDrawnWhole()
        try app.click("› Don Quixote")
        try app.see("An ageing gentleman", "72 characters", way: "Characters › Don Quixote", status: "JK next row")
        // There is no row above the first one.
        app.type("KJJ")
        try app.see("A London lodger", "72 characters", way: "Characters › Sherlock Holmes", focus: "[ Back ]")
        app.type("KK")
        try app.see("An ageing gentleman", way: "Characters › Don Quixote")
        app.terminal.resize(columns: 119, rows: 30)
        try app.see("An ageing gentleman", gone: "72 characters")
        app.press(.escape)
        try app.see("72 characters", way: "Characters", focus: "› Don Quixote  Don Quixote, 1605")
        app.terminal.resize(columns: 130, rows: 30)
        // The number of a row leads there.
        app.type(":99")
        try app.see("99  row 72 of 72, the last one")
        app.press(.backspace, .backspace)
        app.type("12")
        try app.see("12  row 12 of 72")
        app.press(.enter)
        try app.see(focus: "› Huckleberry Finn  Adventures of Huckleberry Finn, 1884", status: "Enter open")
        app.press(.enter)
        try app.see("runaway", way: "Characters › Huckleberry Finn")
        app.type("/Gatsby")
        try app.see("'Gatsby' is not on this screen; it is on the one at the left")
        app.press(.escape)
        try app.see(status: "Enter press")
        app.press(.escape)
        try app.see(way: "Characters")
        try app.go(to: "sheet:character/detail?identifier=42")
        try app.see("╭─ Elizabeth Bennet ─", status: "Esc close")
        app.press(.escape)
        try app.see(gone: "╭")
        try app.quit()
        // A session begins with the screen at the left too, whose feature runs already or is started for it.
        let link = "challenge://character/detail?id=42"
        let links = try RunningApp(Sandbox(), "--session", "", link, columns: 130)
        // The mark is at the row that would have led here.
        try links.see("A gentleman's witty daughter", "El Cid", way: "Home › Characters › Elizabeth Bennet")
        #expect(links.model.lines.contains { $0.hasPrefix("▌  › Elizabeth Bennet") })
        try links.quit()
        let one = try RunningApp(
            Sandbox(wiring: .text(#"{"root": "character/list", "panes": "one"}"#)), "character/detail?identifier=42",
            columns: 130)
        try one.see("Pride and Prejudice", way: "Characters › Elizabeth Bennet")
        #expect(!one.model.contains("72 characters"))
        try one.quit()
    }

    @Test("J and K go on from a screen that begins in a text field", .enabled(if: Fixtures.haveCompiler))
    func fieldsBeside() throws {
        let feature = Feature.source(
            "Cards",
            #"""
            #define FEATURE_ID "cards"
            #define INCOMING "{\"name\":\"card\",\"arguments\":[{\"name\":\"n\",\"type\":\"int\"}]}"
            #include "FeatureHelpers.h"
            static sy_status cards(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error);
            static sy_status card(const sy_feature *feature, const sy_destination *destination, sy_screen_id id,
                                  const sy_screen **screen, const sy_error *error);
            #define RENDER cards
            #define RESOLVE card
            #include "PlainFeature.h"
            #include <stdio.h>
            static sy_screen forms[4];
            static sy_status cards(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
                (void)how, (void)error;
                char text[20];
                const long opened = screen - forms;
                if (opened >= 1 && opened <= 3) {
                    snprintf(text, sizeof text, "Card %ld", opened);
                    sy_node field = {.size = sizeof field, .kind = SY_NODE_TEXT_FIELD, .action = 1, .text = sy_string_from(text),
                                     .value = {.kind = SY_VALUE_STRING}};
                    if (opened == 1) field = (sy_node){.size = sizeof field, .kind = SY_NODE_TEXT, .text = field.text};
                    if (sink->begin_node(sink, &field) == SY_OK) sink->end_node(sink);
                    return SY_OK;
                }
                for (int i = 1; i <= 3; i++) {
                    snprintf(text, sizeof text, "To %d", i);
                    sy_argument argument = {.size = sizeof argument, .name = sy_string_from("n"),
                                            .value = {.kind = SY_VALUE_INT, .integer = i}};
                    sy_destination destination = {.size = sizeof destination, .route = sy_string_from("card"),
                                                  .arguments = &argument, .argument_count = 1};
                    sy_node link = {.size = sizeof link, .kind = SY_NODE_LINK, .text = sy_string_from(text),
                                    .destination = &destination};
                    if (sink->begin_node(sink, &link) == SY_OK) sink->end_node(sink);
                }
                return SY_OK;
            }
            static sy_status card(const sy_feature *feature, const sy_destination *destination, sy_screen_id id,
                                  const sy_screen **screen, const sy_error *error) {
                (void)feature, (void)id, (void)error;
                const int64_t n = destination->arguments[0].value.integer;
                forms[n] = plain_screen;
                *screen = &forms[n];
                return SY_OK;
            }
            """#)
        let app = try RunningApp(
            Sandbox(.only([feature]), wiring: .text(#"{"root": "cards"}"#)), "--fresh", columns: 130)
        try app.see("To 1", "To 3", focus: "› To 1")
        app.press(.enter)
        try app.see("Card 1", "To 3", status: "JK next row")
        app.type("J")
        try app.see("Card 2", gone: "Card 1")
        app.type("J")
        try app.see("Card 3", gone: "Card 2")
        app.type("K")
        try app.see("Card 2", gone: "Card 3")
        // Whoever comes by another way writes.
        app.press(.escape)
        try app.see(gone: "Card 2", focus: "› To 2")
        app.press(.enter)
        try app.see("Card 2", status: "Type to write")
        app.press(.escape)
        try app.see(gone: "Card 2", focus: "› To 2")
        try app.quit()
    }

    @Test("the screen at the left of one that a link or a session opened has appeared, as it has once it is alone")
    func besideAppears() throws {
        let feature = Feature.source(
            "Mails",
            #"""
            #define FEATURE_ID "mails"
            #define INCOMING "{\"name\":\"box\"},{\"name\":\"mail\",\"parents\":[\"box\"]}"
            #define MEMBERS ",\"links\":[{\"scheme\":\"mails\",\"host\":\"mails\",\"pattern\":\"/mail\",\"route\":\"mail\"}]"
            #include "FeatureABI.h"
            static int seen;
            static void appear(const sy_screen *screen) { (void)screen, seen++; }
            static const char *said(void) { return seen == 1 ? "One is seen." : "Two are seen."; }
            #define APPEAR appear
            #define SCREEN_TEXT said()
            #include "PlainFeature.h"
            """#)
        let host = try Sandbox(.only([feature, .home]), wiring: .text(#"{"root": "home", "panes": "two"}"#))
        for arguments in [["--fresh", "mails://mails/mail"], []] {
            let app = try RunningApp(host, arguments, columns: 130)
            try app.see("One is seen.", "Two are seen.", way: "Home › mails/box › mails/mail")
            let left = try #require(app.model.place(of: "Two are seen."))
            #expect(left.column < 50)
            app.press(.escape)
            try app.see("Two are seen.", "Welcome to Switchyard.", way: "Home › mails/box")
            try app.go(to: "mails/mail")
            try app.see(way: "Home › mails/box › mails/mail")
            try app.quit()
        }
    }

    @Test(
        "a window of 20 by 5 shows a sheet, a question, the keys and the palette without frames",
        .disabled(
            if: Sanitizer.current == .thread,
            "so slow a host draws between a resize and SIGWINCH, and then draws the whole screen a second time"))
    func small() throws {
        let app = try RunningApp(Sandbox(), "sheet:character/list", columns: 20, rows: 7)
        // Until the characters are there, there is no other control to go to.
        try app.see("Filter:", "[ Surprise me ]", gone: "disabled")
        try app.resize(columns: 20, rows: 5)
        try app.see("Filter:", "[ Surprise me ]", gone: "╭", status: "Type to write")
        app.press(.down)
        try app.see(focus: "[ Surprise me ]", status: "↑↓ move")
        app.type("?")
        try app.see("↑ ↓  k j", gone: "╭")
        app.type("q")
        app.type(":")
        try app.see(gone: "╭", status: "Command:")
        app.press(.escape)
        try app.see("Filter:", status: "↑↓ move")
        // The screen, the palette, and the rows with a match.
        for (keys, prompt, after) in [
            ("", "↑↓ move", "↑↓ move"), (":", "Command:", "↑↓ move"), ("/e\t", "Tab all rows", "Esc all rows"),
        ] {
            // What the last key does is seen in a line with room for it.
            try app.resize(columns: 60, rows: 9)
            app.type(keys)
            try app.see(status: prompt)
            for rows in 1...9 {
                for columns in [1, 7, 19, 20, 21, 33] {
                    try app.resize(columns: columns, rows: rows)
                    try app.expectDrawnWhole()
                    let frames = app.model.lines.filter { $0.contains("╭") || $0.contains("╰") }
                    #expect(frames.allSatisfy { !$0.contains("Filter") && !$0.contains("[") }, "\(app.model.text)")
                }
            }
            app.press(.enter)
            try app.see(status: after)
        }
        #expect(app.model.defects == [])
        try app.quit()
    }
}
