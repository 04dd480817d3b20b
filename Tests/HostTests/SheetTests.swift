import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

/// Sheets and covers that a screen shows by its own nodes, and stacks, grids, steppers and the like.
@Suite("Sheets of a screen", .blocking, .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct SheetTests {
    private static func host() throws -> Sandbox {
        try Sandbox(.only([.fixture("Sheets")]), wiring: .text(#"{"root": "sheets/screen"}"#))
    }

    @Test("each control is shown and used, also by typing into a slider", .inlineAndInWorkers)
    func controls() throws {
        let shown = try Self.host().output("navigate", "press:more", "type:Volume=12.5", "press:+", "press:More")
        #expect(
            shown == """
                sheets/screen

                Sheets
                ======

                left  right
                Day      Date: [2026-11-24]
                Weekday  some
                Volume: 13.5  [##############------]  [-]  [+]
                Level  [less]  [more]
                Sort:  [Up]  [Down]
                [-] More
                  opened
                [Add]
                [Crash]

                """)
        let refused = try Self.host().run("navigate", "type:Volume=loud")
        #expect(refused.end == .exit(1))
        #expect(refused.diagnostics.contains("'Volume' takes a number, and 'loud' is none"))
    }

    @Test(
        "a sheet is the screen that is seen, is in the state, and goes back to what is below", .inlineAndInWorkers,
        arguments: [
            (["press:Add"], "sheets/screen > (sheet New)", "New"),
            (["press:Add", "press:Colour"], "sheets/screen > (sheet New) > (cover Colours)", "Colours"),
            (["press:Add", "press:Colour", "back"], "sheets/screen > (sheet New)", "New"),
            (["press:Add", "press:Colour", "back", "back"], "sheets/screen", "Sheets"),
            (["press:Add", "press:Colour", "dismiss"], "sheets/screen > (sheet New)", "New"),
            (["press:Add", "press:Colour", "dismissAll"], "sheets/screen", "Sheets"),
            (["press:Add", "sheet:sheets/screen", "dismissAll"], "sheets/screen", "Sheets"),
            (["press:Add", "press:Ask"], "sheets/screen > (sheet New)", "New"),
            (["press:Add", "press:Ask", "press:OK", "type:Name=Ada"], "sheets/screen > (sheet New)", "New"),
            (["press:Add", "press:Ask", "back", "back"], "sheets/screen", "Sheets"),
        ])
    func sheet(steps: [String], state: String, title: String) throws {
        let host = try Self.host()
        let shown = try host.run(["navigate"] + steps)
        #expect(shown.end == .exit(0), "\(shown.diagnostics)")
        #expect(shown.output.hasPrefix("\(state)\n\n\(title)\n"), "\(shown.output)")
        let json = try JSON.parse(host.run(["navigate", "--json"] + steps).output)
        #expect(json["screen"]?["title"]?.string == title)
        let inner = json["state"]?["tabs"]?[0]?["entries"]?[0]?["inner"]?.array ?? []
        #expect(inner.count == state.split(separator: "(").count - 1)
    }

    @Test("what is below a sheet cannot be used")
    func below() throws {
        let outcome = try Self.host().run("navigate", "press:Add", "press:Crash")
        #expect(outcome.end == .exit(1))
        #expect(outcome.diagnostics.contains("the screen shows no 'Crash' to press"))
    }

    @Test("a sheet and what is typed in it come again in the next start, and close then")
    func saved() throws {
        let host = try Self.host()
        _ = try host.output("navigate", "press:Add", "type:Name=Ada", "--save", "session")
        let restored = try host.output("navigate", "--restore", "session")
        #expect(restored.hasPrefix("sheets/screen > (sheet New)\n"))
        #expect(restored.contains("Name: [Ada]"))
        #expect(try host.output("navigate", "--restore", "session", "back").hasPrefix("sheets/screen\n"))
    }

    @Test("in full screen the arrow keys change a date by days and by its parts, and its day of the week is beside it")
    func date() throws {
        let app = try RunningApp(Self.host())
        try app.see("Date: 2026-11-24   Tue", focus: "2026-11-24", status: "←→ day")
        app.press(.right)
        try app.see("Date: 2026-11-25   Wed", status: "↑↓ week  ←→ day  PgDn month  Enter done")
        app.press(.home, .right, .down, .down)
        try app.see("Date: 2026-09-25   Fri")
        app.press(.enter, .down)
        try app.see("Date: 2026-09-25   Fri", gone: "Enter done")
        try app.quit()
    }

    @Test("in full screen the keys to the sides change the slider or stepper with the focus, and the key line says so")
    func adjusted() throws {
        let app = try RunningApp(Self.host())
        try app.see("Volume: 5  ██▌░")
        try app.click("[ + ]")
        try app.see("Volume: 6  ███░", focus: "[ + ]", status: "←→ change")
        app.press(.left, .left, .left)
        try app.see("Volume: 3  █▌░", focus: "[ - ]", status: "←→ change")
        app.press(.right)
        try app.see("Volume: 4  ██░", focus: "[ + ]")
        app.press(.down)
        try app.see(focus: "[ more ]", status: "←→ change")
        app.press(.left)
        try app.see("Volume: 3  █▌░", focus: "[ less ]")
        try app.quit()
    }

    @Test("in full screen a stepper keeps the focus at its end, where it can step no further")
    func atItsEnd() throws {
        let app = try RunningApp(
            Sandbox(
                .only([.source("Bounded", "#define BOUNDED\n#include \"Sheets/sheets.c\"\n")]),
                wiring: .text(#"{"root": "sheets/screen"}"#)))
        try app.see("Volume: 5  ██▌░")
        try app.click("[ + ]")
        try app.see("Volume: 6  ███░", focus: "[ + ]")
        app.press(.right, .right)
        try app.see("Volume: 7  ███▌░", "[ + ] (disabled)", status: "←→ change")
        app.press(.left)
        try app.see("Volume: 6  ███░", gone: "(disabled)", focus: "[ - ]")
        try app.quit()
    }

    @Test("in full screen a sheet is framed over its screen, and Esc closes it")
    func fullScreen() throws {
        let app = try RunningApp(Self.host())
        try app.see("left", way: "Sheets")
        try app.see("▸ More")
        try app.see("Volume: 5  ██▌░")
        try app.click("[ Add ]")
        try app.see("╭─ New ─", way: "Sheets › New")
        // As wide as the field with its label, in the middle.
        #expect(app.model.place(of: "╭")?.column == 14)
        #expect(app.model.place(of: "╮")?.column == 65)
        app.press(.escape)
        try app.see(gone: "╭", way: "Sheets")
        try app.quit()
    }

    @Test("of two names that differ in case alone the palette takes the one that is typed")
    func namesInCase() throws {
        let app = try RunningApp(Self.host())
        try app.see("Volume: 5", "More")
        app.type("\u{B}")
        try app.see(status: "Command:")
        app.type("More")
        app.press(.enter)
        try app.see("▾ More", "Volume: 5")
        app.type(":")
        try app.see(status: "Command:")
        app.type("more")
        app.press(.enter)
        try app.see("▾ More", "Volume: 6")
        try app.quit()
    }
}
