import Glibc
import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("run: exit", .blocking)
struct RunEndingTests {
    @Test("the program changes the terminal's modes while it runs")
    func modes() throws {
        let app = try RunningApp(Sandbox())
        try app.see("Welcome")
        let model = app.model
        #expect(model.isAlternateScreen && model.isCursorHidden && model.isMouseOn && model.isPasteBracketed)
        #expect(!app.terminal.settings.isLineByLine)
        try app.quit()
    }

    /// The way in which the program is ended.
    enum Ending: Sendable, CustomTestStringConvertible {
        case key(RunningApp.Key)
        case signal(Int32)

        var testDescription: String {
            switch self {
            case .key(let key): "\(key)"
            case .signal(let signal): "signal \(signal)"
            }
        }
    }

    @Test(
        "Ctrl-C and signals end the program by that signal, with the terminal restored and the session saved",
        arguments: [.key(.controlC), .signal(SIGINT), .signal(SIGTERM), .signal(SIGHUP)] as [Ending])
    func signals(ending: Ending) throws {
        let host = try Sandbox()
        let app = try RunningApp(host, "character/detail?identifier=42")
        try app.see("Pride and Prejudice")
        switch ending {
        case .key(let key):
            app.press(key)
            try app.expectEnd(.signal(SIGINT))
        case .signal(let signal):
            app.terminal.signal(signal)
            try app.expectEnd(.signal(signal))
        }
        let again = try RunningApp(host)
        try again.see("Pride and Prejudice")
        try again.quit()
    }

    @Test("the program and its workers end with its window")
    func hangup() throws {
        let host = try Sandbox(.only([.home, .character]))
        let app = try RunningApp(host, "character/list")
        try app.see("72 characters")
        app.terminal.hangUp()
        #expect(try app.terminal.waitForEnd() == .signal(SIGHUP))
        try wait { try Processes.withArgument(containing: host.directory.path).isEmpty }
        #expect(try Processes.withArgument(containing: host.directory.path).isEmpty)
    }

    private static let wiring = #"{"root": "breaks", "features": {"breaks": {"deadline": "500ms"}}}"#

    private static func breaking(_ arguments: String...) throws -> RunningApp {
        let host = try Sandbox(.only([.fixture("BreaksOnDemand")]), wiring: .text(Self.wiring))
        // Swift's crash reporter is off, since it takes time and prints text of its own.
        host.set("SWIFT_BACKTRACE", "enable=no")
        let app = try RunningApp(host, arguments, columns: 200)
        try app.see("nothing has happened", focus: "[ Nothing ]")
        return app
    }

    @Test(
        "a feature that crashes or hangs in its worker is reported and restarted, and the app goes on",
        .enabled(if: Fixtures.haveCompiler),
        .disabled(if: Sanitizer.current != nil, "it tells of crashes in its own way"),
        arguments: [
            ("Crash", "SIGSEGV"), ("Abort", "SIGABRT"), ("Exit", "5"), ("Close everything", "closed its connection"),
            ("Hang", "500 ms"),
        ])
    func worker(button: String, reason: String) throws {
        let app = try Self.breaking()
        try app.click("[ Nothing ]")
        try app.see("something has happened")
        try app.click("[ \(button) ]")
        try app.see("nothing has happened", status: "! ")
        #expect(app.model.contains(reason), "\(app.model.lines.last ?? "")")
        try app.click("[ Nothing ]")
        try app.see("something has happened", status: "? help")
        try app.quit()
    }

    @Test(
        "a feature that crashes inline ends the host, and the terminal is restored",
        .enabled(if: Fixtures.haveCompiler),
        .disabled(if: Sanitizer.current != nil, "it tells of crashes in its own way"),
        arguments: [("Crash", SIGSEGV), ("Abort", SIGABRT)])
    func inline(button: String, signal: Int32) throws {
        let app = try Self.breaking("--isolation", "inline")
        try app.click("[ \(button) ]")
        try app.expectEnd(.signal(signal))
    }

    @Test("the output of a feature in its worker does not appear on the screen", .enabled(if: Fixtures.haveCompiler))
    func printing() throws {
        let app = try Self.breaking()
        try app.click("[ Print ]")
        try app.see("something has happened", gone: "a line on standard")
        try app.expectDrawnWhole()
        try app.quit()
    }
}
