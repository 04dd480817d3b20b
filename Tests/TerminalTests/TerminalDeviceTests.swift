import Glibc
import TestSupport
import Testing

@Suite(
    "A terminal in use", .blocking,
    .disabled(if: Sanitizer.current != nil, "it tells of crashes in its own way"))
struct TerminalDeviceTests {
    private static var fixture: String { get throws { try Products.path("TerminalFixture") } }

    /// The fixture at a terminal, with its first screen shown.
    private static func started() throws -> (terminal: PseudoTerminal, settings: PseudoTerminal.Settings) {
        let terminal = try PseudoTerminal(columns: 40, rows: 12)
        let settings = terminal.settings
        // Swift's crash reporter is off, since it takes time and prints text of its own.
        try terminal.start(try fixture, environment: ["SWIFT_BACKTRACE": "enable=no"])
        try terminal.wait(for: "the first screen") { $0.contains("40 × 12") }
        return (terminal, settings)
    }

    private static func expectAtRest(_ terminal: PseudoTerminal, _ settings: PseudoTerminal.Settings) {
        #expect(terminal.model.isAtRest)
        #expect(terminal.model.defects.isEmpty)
        #expect(terminal.settings == settings)
        #expect(settings.isLineByLine)
    }

    @Test("a terminal in use has the alternate screen, raw bytes, the mouse and bracketed pastes")
    func taken() throws {
        let (terminal, settings) = try Self.started()
        let model = terminal.model
        #expect(model.isAlternateScreen && model.isCursorHidden && !model.isAutowrapping)
        #expect(model.isMouseOn && model.isPasteBracketed)
        #expect(model.lines.first == "┌─ fixture ────────────────────────────┐")
        #expect(model.defects.isEmpty)
        #expect(terminal.settings != settings)
        #expect(!terminal.settings.isLineByLine)
        // Ctrl-C and similar keys stay signals, regardless of what the program does.
        #expect(terminal.settings.local & UInt32(ISIG) != 0)
    }

    @Test("keys, the mouse and pasted text come as events, and a lone ESC after a delay")
    func events() throws {
        let (terminal, _) = try Self.started()
        terminal.send("é")
        try terminal.wait(for: "a letter") { $0.contains("│ é") }
        terminal.send("\u{1B}")
        try terminal.wait(for: "the key") { $0.contains("escape") }
        terminal.send("\u{1B}[<0;3;4M\u{1B}[200~some text\u{1B}[201~")
        try terminal.wait(for: "the mouse and the text") { $0.contains("mouse") && $0.contains("paste(\"some text\")") }
    }

    @Test("a resized window is reported and redrawn")
    func resizing() throws {
        let (terminal, _) = try Self.started()
        terminal.resize(columns: 30, rows: 9)
        try terminal.wait(for: "a smaller screen") { $0.contains("30 × 9") && $0.lines[8].hasPrefix("└") }
        #expect(terminal.model.defects.isEmpty)
    }

    @Test("no more than 1,000 × 500 cells of a window are drawn")
    func hugeWindow() throws {
        let (terminal, _) = try Self.started()
        terminal.resize(columns: 1100, rows: 510)
        try terminal.wait(for: "the largest screen") { $0.contains("1000 × 500") }
        #expect(terminal.model.defects.isEmpty)
    }

    /// The way in which the program is ended, and the expected status.
    enum Ending: Sendable, CustomTestStringConvertible {
        case key(Character, Subprocess.Outcome.End)
        case signal(Int32, Subprocess.Outcome.End)

        var testDescription: String {
            switch self {
            case .key(let key, let end): "key \(key): \(end)"
            case .signal(let signal, let end): "signal \(signal): \(end)"
            }
        }
    }

    @Test(
        "the terminal is restored at every end of the program, and the status shows the cause",
        arguments: [
            .key("q", .exit(0)), .key("x", .exit(3)), .key("n", .signal(SIGSEGV)), .key("a", .signal(SIGABRT)),
            .key("t", fatalErrorEnd), .key("o", .signal(SIGSEGV)), .key("\u{3}", .signal(SIGINT)),
            .key("\u{1C}", .signal(SIGQUIT)), .signal(SIGINT, .signal(SIGINT)), .signal(SIGTERM, .signal(SIGTERM)),
            .signal(SIGHUP, .signal(SIGHUP)), .signal(SIGSEGV, .signal(SIGSEGV)), .signal(SIGBUS, .signal(SIGBUS)),
            .signal(SIGILL, .signal(SIGILL)), .signal(SIGTRAP, .signal(SIGTRAP)), .signal(SIGFPE, .signal(SIGFPE)),
            .signal(SIGABRT, .signal(SIGABRT)), .signal(SIGPIPE, .signal(SIGPIPE)), .signal(SIGUSR1, .signal(SIGUSR1)),
        ] as [Ending])
    func endings(ending: Ending) throws {
        let (terminal, settings) = try Self.started()
        let expected: Subprocess.Outcome.End
        switch ending {
        case .key(let key, let end):
            expected = end
            terminal.send(String(key))
        case .signal(let signal, let end):
            expected = end
            terminal.signal(signal)
        }
        #expect(try terminal.waitForEnd() == expected)
        Self.expectAtRest(terminal, settings)
    }

    /// The signal of a trap in compiled code.
    private static let fatalErrorEnd: Subprocess.Outcome.End = {
        #if arch(arm64)
            .signal(SIGTRAP)
        #else
            .signal(SIGILL)
        #endif
    }()

    @Test("what a program says when it has given the screen back is on the person's screen")
    func stderrTail() throws {
        let (terminal, settings) = try Self.started()
        terminal.signal(SIGTERM)
        #expect(try terminal.waitForEnd() == .signal(SIGTERM))
        #expect(terminal.model.contains("saved"))
        #expect(!terminal.model.contains("fixture"))
        Self.expectAtRest(terminal, settings)
    }

    @Test("repeated Ctrl-C ends a program that is blocked")
    func heldUp() throws {
        let (terminal, settings) = try Self.started()
        terminal.send("h")
        try terminal.wait(for: "the letter") { $0.contains("│ h") }
        let process = terminal.process
        wait {
            terminal.send("\u{3}")
            return Processes.hasEnded(process)
        }
        #expect(try terminal.waitForEnd() == .signal(SIGINT))
        Self.expectAtRest(terminal, settings)
    }

    @Test("Ctrl-Z returns the terminal to the shell, and fg takes it back and redraws everything")
    func stopping() throws {
        let terminal = try PseudoTerminal(columns: 40, rows: 12)
        // The shell has job control: a stopped program needs a process that may continue it.
        let script = "set -m; '\(try Self.fixture)'; echo \"stopped $?\"; read line; fg >/dev/null; echo \"ended $?\""
        try terminal.start("/bin/sh", ["-c", script])
        try terminal.wait(for: "the first screen") { $0.contains("40 × 12") }
        let raw = terminal.settings
        terminal.send("é")
        terminal.send("\u{1A}")
        try terminal.wait(for: "the shell") { $0.contains("stopped") }
        #expect(terminal.model.isAtRest)
        #expect(terminal.settings.isLineByLine)
        terminal.send("\n")
        try terminal.wait(for: "the screen again") { $0.contains("redraw") && $0.contains("40 × 12") }
        #expect(terminal.model.isAlternateScreen && terminal.model.isCursorHidden)
        #expect(terminal.settings == raw)
        terminal.send("q")
        try terminal.wait(for: "the shell again") { $0.contains("ended 0") }
        #expect(terminal.model.isAtRest && terminal.model.defects.isEmpty)
        #expect(try terminal.waitForEnd() == .exit(0))
    }

    @Test("a program without a shell to continue it does not stop, and keeps its screen")
    func notStopped() throws {
        let (terminal, settings) = try Self.started()
        terminal.send("\u{1A}")
        try terminal.wait(for: "the screen again") { $0.contains("redraw") && $0.isAlternateScreen }
        terminal.send("q")
        #expect(try terminal.waitForEnd() == .exit(0))
        Self.expectAtRest(terminal, settings)
    }

    @Test("a program that was stopped by SIGSTOP redraws everything when it continues")
    func continued() throws {
        let (terminal, settings) = try Self.started()
        terminal.signal(SIGSTOP)
        terminal.signal(SIGCONT)
        try terminal.wait(for: "the screen again") { $0.contains("redraw") && $0.isAlternateScreen }
        terminal.send("q")
        #expect(try terminal.waitForEnd() == .exit(0))
        Self.expectAtRest(terminal, settings)
    }

    @Test("the window's end is reported, or ends the program")
    func hangup() throws {
        let (terminal, _) = try Self.started()
        terminal.hangUp()
        #expect([.exit(5), .signal(SIGHUP)].contains(try terminal.waitForEnd()))
    }

    @Test("no terminal is taken where there is none, and the reason is reported")
    func noTerminal() throws {
        let outcome = try Subprocess("/usr/bin/setsid", ["--wait", Self.fixture]).run()
        #expect(outcome.end == .exit(1))
        #expect(outcome.output == "there is no terminal here: No such device or address\n")
    }
}
