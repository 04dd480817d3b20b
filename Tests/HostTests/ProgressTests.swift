import Glibc
import TestSupport
import Testing

@testable import ProgramTestSupport

/// The line that shows how far lasting work is.
@Suite("Progress", .blocking, .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct ProgressTests {
    private static let feature = Feature.source(
        "Waits",
        """
        #include <unistd.h>
        __attribute__((constructor)) static void begin(void) { for (;;) pause(); }
        const void *switchyard_feature_entry(void);
        const void *switchyard_feature_entry(void) { return 0; }

        """)
    private let host: Sandbox

    init() throws {
        host = try Sandbox(.only([Self.feature]), wiring: .text(#"{"deadline": "1s"}"#))
    }

    /// Commands that last for a second, with what they show meanwhile, and their exit codes.
    private static let commands: [(arguments: [String], line: String, code: Int32)] = [
        (["list"], "switchyard: 0 of 1 new libraries scanned", 0),
        (["list", "--json"], "switchyard: 0 of 1 new libraries scanned", 0),
        (["doctor"], "switchyard: 0 of 1 new libraries scanned", 1),
        (["check", "--deadline", "1s", "-t", "load"], "switchyard: libWaits.so: 0 of 1 tests done; load", 1),
    ]

    private func words(_ arguments: [String]) -> [String] {
        arguments[0] == "check" ? arguments + [host.path(Self.feature)] : arguments
    }

    @Test("lasting work shows a line on a terminal, which is gone at the end", arguments: commands)
    func terminal(arguments: [String], line: String, code: Int32) throws {
        let terminal = try PseudoTerminal(columns: 100)
        try terminal.start(Products.switchyard, words(arguments), environment: host.environment)
        try terminal.wait(for: "the line") { $0.contains(line) }
        #expect(try terminal.waitForEnd() == .exit(code))
        #expect(!terminal.model.contains(line), "\(terminal.model.text)")
        #expect(!terminal.model.text.contains("switchyard: 1 of 1"))
    }

    @Test("Ctrl-C ends the program, and removes the line", arguments: commands)
    func interrupted(arguments: [String], line: String, code: Int32) throws {
        let terminal = try PseudoTerminal(columns: 100)
        try terminal.start(Products.switchyard, words(arguments), environment: host.environment)
        try terminal.wait(for: "the line") { $0.contains(line) }
        terminal.send("\u{3}")
        #expect(try terminal.waitForEnd() == .signal(SIGINT))
        #expect(!terminal.model.contains(line), "\(terminal.model.text)")
    }

    @Test("a line that is wider than the terminal is cut")
    func narrow() throws {
        let terminal = try PseudoTerminal(columns: 20)
        try terminal.start(Products.switchyard, ["list"], environment: host.environment)
        try terminal.wait(for: "the line") { $0.contains("switchyard: 0 of 1") }
        #expect(terminal.model.lines.filter { !$0.allSatisfy { $0 == " " } }.count == 1, "\(terminal.model.text)")
        #expect(try terminal.waitForEnd() == .exit(0))
    }

    @Test("nothing is shown in a pipe, or on a terminal that cannot clear a line", arguments: commands)
    func pipe(arguments: [String], line: String, code: Int32) throws {
        host.set("TERM", "xterm-256color")
        let outcome = try host.run(words(arguments))
        #expect(outcome.end == .exit(code))
        #expect(!outcome.diagnostics.contains(line) && !outcome.diagnostics.contains("\u{1B}"))
        let terminal = try PseudoTerminal()
        host.set("TERM", "dumb")
        try terminal.start(Products.switchyard, words(arguments), environment: host.environment)
        #expect(try terminal.waitForEnd() == .exit(code))
        let received = String(decoding: terminal.received, as: UTF8.self)
        #expect(!received.contains(line) && !received.contains("\u{1B}"))
    }
}
