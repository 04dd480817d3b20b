import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("run: shortcuts of controls", .blocking, .enabled(if: Fixtures.haveCompiler))
struct RunShortcutTests {
    private static func host() throws -> Sandbox {
        let feature = Feature.source("Controls", "#define SHORTCUTS\n#include \"Controls/controls.c\"\n")
        return try Sandbox(.only([feature]), wiring: .text(#"{"root": "controls"}"#))
    }

    @Test("Alt and its key press a control, Esc the one that cancels, and the status line and the help name them")
    func keys() throws {
        let app = try RunningApp(Self.host(), columns: 110)
        try app.see("Done: nothing", status: "Type to write  Tab next  Esc done  Alt-A Ask  Alt-Enter On")
        app.type("\u{1B}a")
        try app.see("Sure?")
        try app.see(status: "Esc No")
        app.press(.escape)
        try app.see("Done: no", gone: "Sure?")
        app.type("\u{1B}\r")
        try app.see("Done: switched")
        try app.click("Alt-A Ask")
        try app.see("Sure?", status: "Esc No")
        try app.click("Esc No")
        try app.see("Done: no", gone: "Sure?")
        // F1, since letters are written into the field.
        app.type("\u{1B}OP")
        try app.see("Alt-A", "Ask", "Alt and a key")
        app.type("x")
        try app.see(gone: "Alt and a key")
        try app.click("F1 help")
        try app.see("Alt and a key", status: "any other key closes")
        try app.click("any other key closes")
        try app.see(gone: "Alt and a key", status: "Tab next")
        try app.click("Type to write")
        try app.see(status: "Enter done  Tab next")
        try app.click("Tab next")
        app.type("12")
        try app.see("PIN:   ••", status: "Enter done  Tab next")
        try app.click("Enter done")
        try app.see(gone: "Enter done")
        try app.quit()
    }

    @Test("Enter at the end of a field's input uses the default action")
    func defaultAction() throws {
        let app = try RunningApp(Self.host())
        try app.see("Done: nothing")
        app.type("Ann")
        try app.see("Name:  Ann", "Done: named")
        app.press(.enter)
        try app.see("Done: switched", "[x] On")
        try app.quit()
    }

    @Test("a step presses a control by its shortcut, and the JSON has it as the feature gave it")
    func steps() throws {
        let host = try Self.host()
        #expect(try host.run("navigate", "controls", "press:Alt-A", "press:esc").output.contains("Done: no"))
        #expect(try host.run("navigate", "--json", "controls").output.contains(#""shortcut": "Meta+a""#))
    }

    @Test("Space switches the toggle that has the focus")
    func space() throws {
        let app = try RunningApp(Sandbox(.only([.fixture("Controls")]), wiring: .text(#"{"root": "controls"}"#)))
        try app.see("[ ] On")
        try app.click("[ ] On")
        try app.see("[x] On", focus: "[x] On")
        app.type(" ")
        try app.see("[ ] On", focus: "[ ] On")
        try app.quit()
    }

    @Test("two controls with one shortcut, and one that no terminal sends, are breaches that 'check' finds")
    func check() throws {
        let feature = Feature.source(
            "Controls",
            "#define SHORTCUTS\n#define NAME_KEYS \"Enter\"\n#define PIN_KEYS \"F1\"\n#include \"Controls/controls.c\"\n"
        )
        let host = try Sandbox(.only([feature]), wiring: .text(#"{"root": "controls"}"#))
        let output = try host.run("check", host.plugins + "/libControls.so").output
        #expect(output.contains("its controls 'Name' and 'On' have the same shortcut, Enter"), "\(output)")
        #expect(output.contains("its control 'PIN' has the shortcut 'F1', which no terminal sends"), "\(output)")
    }
}
