import Glibc
import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("A busy feature delays nobody", .blocking, .enabled(if: Fixtures.haveCompiler))
struct BusyFeatureTests {
    /// A sandbox with the features `busy` and `plain`, in which nothing that is waited for ends by a deadline.
    private func sandbox() throws -> Sandbox {
        try Sandbox(
            .only([.fixture("Busy"), .fixture("Plain")]),
            wiring: .text(#"{"root": "busy", "deadline": "3600s", "features": {"plain": {"deadline": "3600s"}}}"#))
    }

    /// Lets the feature end its work.
    private func release(_ host: Sandbox) throws {
        try File.write("", to: host.directory("data/switchyard/features/busy/go"))
    }

    private func open(_ host: Sandbox) throws -> RunningApp {
        let app = try RunningApp(host)
        try app.see("0 answers", "[ Ask slowly ]")
        return app
    }

    @Test(
        "the status line says what is waited for, and Esc stops waiting: the feature goes on and shows its answer",
        arguments: ["the key", "a click on it"])
    func escape(by way: String) throws {
        let host = try sandbox()
        let app = try open(host)
        try app.click("[ Ask slowly ]")
        try app.see("busy: Ask slowly… 1 s   Esc stop waiting")
        if way == "the key" { app.press(.escape) } else { try app.click("stop waiting") }
        try app.see(status: "'Ask slowly': 'busy' still works, and is not waited for")
        try app.go(to: "plain")
        try app.see("This is plain 1.0.0.")
        try release(host)
        app.press(.escape)
        try app.see("1 answers")
        try app.click("[ Ask slowly ]")
        try app.see("2 answers")
        try app.quit()
    }

    /// What the user does while a feature works, and what becomes of the program.
    @Test(
        "q and Ctrl-C end the program while a feature works, in a call or by itself",
        arguments: ["[ Ask slowly ]", "[ Work later ]"],
        [("q", .exit(0)), ("\u{3}", .signal(SIGINT))] as [(String, Subprocess.Outcome.End)])
    func quitting(button: String, ending: (key: String, end: Subprocess.Outcome.End)) throws {
        let app = try open(sandbox())
        try app.click(button)
        if button == "[ Ask slowly ]" { try app.see("Esc stop waiting") }
        app.type(ending.key)
        try app.expectEnd(ending.end)
    }

    @Test("a tab is selected while a feature of another tab works")
    func switching() throws {
        let host = try sandbox()
        let wiring = #"{"deadline": "3600s", "tabs": [{"name": "a", "root": "busy"}, {"name": "b", "root": "plain"}]}"#
        try File.write(wiring, to: host.wiring)
        let app = try open(host)
        try app.click("[ Ask slowly ]")
        try app.see("Esc stop waiting")
        app.type("2")
        try app.see("This is plain 1.0.0.")
        try app.quit()
    }

    @Test("keys that scroll do so while a feature works")
    func scrolling() throws {
        let app = try RunningApp(sandbox(), rows: 6)
        try app.see("0 answers")
        try app.click("[ Ask slowly ]")
        try app.see("Esc stop waiting")
        for _ in 1...4 { app.press(.down) }
        try app.see("[ Flood ]")
        app.press(.escape)
        try app.see(status: "'Ask slowly'")
        try app.quit()
    }

    @Test("a step goes on while the feature whose screen it leaves works, or never answers destroy")
    func leaving() throws {
        for button in ["Work when left", "Hang when left"] {
            let host = try sandbox()
            let outcome = try host.run("navigate", "press:\(button)", "swap:plain", "plain/screen", "back")
            #expect(outcome.output.contains("This is plain 1.0.0."))
            #expect(outcome.end == .exit(0))
            // The other feature is not ended with it.
            #expect(outcome.messages == ["warning: the feature 'busy' did not answer in work of its own within 1 s"])
        }
    }

    @Test("a feature that floods the host leaves the keys to the user")
    func flooding() throws {
        let app = try open(sandbox())
        try app.click("[ Flood ]")
        try app.go(to: "plain")
        try app.see("This is plain 1.0.0.")
        app.type("q")
        try app.expectEnd(.exit(0))
    }

    @Test("a double click presses once if the first click leads to another screen, and twice if it does not")
    func doubleClick() throws {
        let host = try Sandbox()
        let app = try RunningApp(host)
        try app.see("› Characters")
        let place = try #require(app.model.place(of: "› Characters"))
        let report = "0;\(place.column + 1);\(place.row + 1)"
        let click = "\u{1B}[<\(report)M\u{1B}[<\(report)m"
        app.type(click + click)
        try app.see("72 characters", way: "Home › Characters")
        // What is typed behind it is handled after the second click.
        app.type("?")
        try app.see("╭─ Keys")
        app.press(.escape)
        try app.see(gone: "╭─ Keys", way: "Home › Characters")
        try app.quit()

        let counting = try open(sandbox())
        let button = try #require(counting.model.place(of: "[ Answer ]"))
        let press = "\u{1B}[<0;\(button.column + 1);\(button.row + 1)M"
        counting.type(press + press)
        try counting.see("2 answers")
        try counting.quit()
    }
}
