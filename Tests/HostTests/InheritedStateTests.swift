import Glibc
import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("What a parent hands on, and fatal signals", .blocking)
struct InheritedStateTests {
    /// A library whose scan does not end by itself.
    private static let hangs = Feature.source(
        "hangs",
        """
        #define FEATURE_ID "hangs"
        #include "PlainFeature.h"
        #include <unistd.h>
        __attribute__((constructor)) static void hang(void) { for (;;) pause(); }
        """)

    /// A member of /proc/PID/status: proc_pid_status(5).
    private func status(_ name: String, of process: Int32) -> UInt64? {
        guard let bytes = try? File.read("/proc/\(process)/status") else { return nil }
        let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("\(name):\t") }
        return line.flatMap { UInt64($0.dropFirst(name.count + 2), radix: name == "Umask" ? 8 : 16) }
    }

    /// The signals that a process ignores, as a set of bits, without the two that the C library keeps for itself.
    private func ignored(by process: Int32) -> UInt64? { status("SigIgn", of: process).map { $0 & ~(3 << 31) } }

    /// Whether the program has set its signals: it ignores SIGXFSZ from then on.
    private func hasTakenSignals(_ process: Int32) -> Bool {
        (status("SigIgn", of: process) ?? 0) & (1 << (SIGXFSZ - 1)) != 0
    }

    @Test(
        "a fatal signal from outside ends each command by that signal, with the terminal restored",
        .enabled(if: Fixtures.haveCompiler),
        .disabled(if: Sanitizer.current != nil, "it handles these signals in its own way"),
        arguments: [SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGSYS, SIGTRAP],
        [["run"], ["run", "--plain"], ["navigate", "--script", "-"], ["serve"], ["list"]])
    func fatal(signal: Int32, command: [String]) throws {
        let host = try Sandbox(command == ["list"] ? .only([Self.hangs]) : .shipped)
        host.set("XDG_RUNTIME_DIR", nil)
        let terminal = try PseudoTerminal()
        let settings = terminal.settings
        try terminal.start(Products.switchyard, command, environment: host.environment)
        if command == ["run"] {
            try terminal.wait(for: "the first screen") { $0.contains("Welcome") }
        } else {
            wait { hasTakenSignals(terminal.process) }
        }
        terminal.signal(signal)
        #expect(try terminal.waitForEnd() == .signal(signal))
        #expect(terminal.settings == settings)
        #expect(!terminal.model.isAlternateScreen)
        #expect(!terminal.model.contains("Program crashed"))
    }

    @Test("Ctrl-\\ ends a run by SIGQUIT, with the terminal restored")
    func quitKey() throws {
        let app = try RunningApp(Sandbox())
        try app.see("Welcome")
        app.type("\u{1C}")
        try app.expectEnd(.signal(SIGQUIT))
    }

    /// Runs switchyard after commands of a shell.
    private func run(after commands: String, _ host: Sandbox, _ arguments: [String]) throws -> Subprocess.Outcome {
        try host.run(
            ["-c", "\(commands); exec \"$0\" \"$@\"", try Products.switchyard] + arguments, executable: "/bin/sh")
    }

    @Test(
        "a crash is reported and registered as one, whatever signals the parent ignores",
        .enabled(if: Fixtures.haveCompiler),
        .disabled(if: Sanitizer.current != nil, "it tells of crashes in its own way"))
    func ignoredByParent() throws {
        let crashes = Feature.source(
            "crashes",
            """
            #define FEATURE_ID "crashes"
            #include "PlainFeature.h"
            #include <signal.h>
            __attribute__((constructor)) static void crash(void) { raise(SIGSEGV); }
            """)
        let host = try Sandbox(.only([crashes]), wiring: .none)
        let ignoring = "trap '' CHLD PIPE SEGV ABRT TERM USR1"
        for commands in [ignoring, ":"] {
            let outcome = try run(after: commands, host, ["list"])
            #expect(outcome.output.contains("it crashed in its constructors (SIGSEGV: segmentation fault)"))
        }
    }

    @Test(
        "a signal that is ignored by convention stays ignored, and no other one", arguments: [SIGHUP, SIGINT, SIGQUIT])
    func conventional(signal: Int32) throws {
        let host = try Sandbox()
        let words = ["/bin/sh", "-c", "trap '' \(signal) TERM CHLD; exec \"$0\" \"$@\"", try Products.switchyard]
        let terminal = try PseudoTerminal()
        try terminal.start(words[0], Array(words.dropFirst()) + ["serve"], environment: host.environment)
        // A server ignores SIGPIPE itself, once its signals are set.
        let expected: UInt64 = 1 << (signal - 1) | 1 << (SIGXFSZ - 1) | 1 << (SIGPIPE - 1)
        wait { ignored(by: terminal.process) == expected }
        #expect(ignored(by: terminal.process) == expected)
        // Each start of a process blocks all signals for a moment.
        wait { status("SigBlk", of: terminal.process) == 0 }
        #expect(status("SigBlk", of: terminal.process) == 0)
        terminal.signal(signal)
        terminal.signal(SIGTERM)
        #expect(try terminal.waitForEnd() == .signal(SIGTERM))
    }

    @Test(
        "a worker has no signal ignored or blocked, and files that it makes are its user's, whatever the host has",
        .disabled(if: Isolation.given == .inline, "there is no worker"))
    func worker() throws {
        let host = try Sandbox(.only([.home, .character]))
        let program = try "exec \(Products.switchyard) run --plain --fresh"
        let app = try PseudoTerminal()
        try app.start("/bin/sh", ["-c", "trap '' HUP CHLD USR1; umask 722; \(program)"], environment: host.environment)
        try app.wait(for: "the first screen") { $0.contains("Welcome") }
        // Numbers are read as hexadecimal ones there.
        let parent = UInt64(String(app.process), radix: 16)
        let workers = try Processes.withArgument(containing: "libHomeFeature.so").filter {
            status("PPid", of: $0) == parent
        }
        #expect(!workers.isEmpty)
        for worker in workers {
            #expect(ignored(by: worker) == 0)
            #expect(status("SigBlk", of: worker) == 0)
            #expect(status("Umask", of: worker) == 0o022)
        }
    }

    @Test(
        "limits of the stack that leave no room for a thread, or for a deep call, are replaced by the usual one",
        .disabled(if: Sanitizer.current == .thread, "its runtime replaces an unlimited stack itself, and says so"),
        arguments: ["-Ss 128", "-Ss unlimited", "-Ss 100000000000"])
    func stack(limit: String) throws {
        let outcome = try run(after: "ulimit \(limit)", Sandbox(), ["navigate", "character/list"])
        #expect(outcome.diagnostics == "")
        #expect(outcome.end == .exit(0))
    }
}
