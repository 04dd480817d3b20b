import TestSupport
import Testing

@testable import ProgramTestSupport

/// The width of what is printed, and its colours.
@Suite("What is printed at a terminal", .blocking)
struct TerminalOutputTests {
    private let host: Sandbox

    init() throws {
        host = try Sandbox(.only([.home]), wiring: .text("{}"))
        host.set("TERM", "xterm-256color")
    }

    /// Runs switchyard at a terminal, and returns the lines of what it has printed.
    private func lines(_ arguments: [String], columns: Int) throws -> [String] {
        let terminal = try PseudoTerminal(columns: columns)
        try terminal.start(Products.switchyard, arguments, environment: host.environment)
        _ = try terminal.waitForEnd()
        return String(decoding: terminal.received, as: UTF8.self).replacing("\r\n", with: "\n").split(separator: "\n")
            .map(String.init)
    }

    private func plain(_ line: String) -> String { line.replacing(/\u{1B}\[[0-9;]*m/, with: "") }

    @Test(
        "the help has lines of the terminal's width, of at most 100 columns, and of 80 where no width is known",
        arguments: [(nil, nil, 80), (nil, "70", 70), (nil, "300", 100), (60, nil, 60), (300, nil, 100), (60, "90", 90)])
    func widths(terminal: Int?, columns: String?, width: Int) throws {
        host.set("COLUMNS", columns)
        for command in [[], ["navigate"], ["run"], ["check"], ["new"]] {
            let arguments = command + ["--help"]
            let lines =
                try terminal.map { try self.lines(arguments, columns: $0).map(plain) }
                ?? host.run(arguments).output.split(separator: "\n").map(String.init)
            // The command lines of examples are whole.
            let prose = lines.filter { !$0.hasPrefix("    switchyard ") }
            #expect(prose.allSatisfy { $0.count <= width }, "\(prose.filter { $0.count > width })")
            #expect(prose.contains { $0.count > width - 15 })
        }
    }

    @Test("headings are bold at a terminal with colours, and plain text elsewhere")
    func headings() throws {
        #expect(try lines(["--help"], columns: 80).contains("\u{1B}[1mUSE AN APP\u{1B}[m"))
        for (variable, value) in [("NO_COLOR", "1"), ("TERM", "dumb")] {
            host.set(variable, value)
            let text = try lines(["--help"], columns: 80)
            #expect(text.contains("USE AN APP"))
            #expect(!text.joined().contains("\u{1B}"))
            host.set("NO_COLOR", nil)
        }
        #expect(!(try host.output("--help")).contains("\u{1B}"))
    }

    @Test("at a terminal a reason that the screen says is no message besides, and elsewhere it is")
    func saidOnce() throws {
        _ = try host.output("list")
        let words = ["navigate", "home/mian"]
        let reason = "he feature 'home' has no route 'mian'"
        #expect(try lines(words, columns: 80).count { $0.contains(reason) } == 1)
        let outcome = try host.run(words)
        #expect(outcome.diagnostics.contains(reason) && outcome.output.contains(reason), "\(outcome)")
        #expect(try lines(words + ["--json"], columns: 200).contains { plain($0).hasPrefix("switchyard: ") })
    }

    @Test("the words error, warning and fix have colours in doctor and in messages")
    func marks() throws {
        // The first run scans the feature, which a terminal would show.
        _ = try host.output("list")
        let doctor = try lines(["doctor"], columns: 120)
        #expect(doctor.first?.hasPrefix("\u{1B}[1;33mwarning:\u{1B}[m ") == true, "\(doctor)")
        #expect(doctor[1].hasPrefix("  \u{1B}[1;32mfix:\u{1B}[m add "), "\(doctor)")
        let refused = try lines(["nonsense"], columns: 120)
        #expect(refused.first?.hasPrefix("\u{1B}[1;31mswitchyard:\u{1B}[m 'nonsense' is not a command") == true)
    }

    @Test(
        "a report is broken between words, and whole in a pipe",
        arguments: [["list"], ["doctor"], ["routes"], ["explain", "home/characters"], ["new", "notes"]])
    func broken(command: [String]) throws {
        host.set("NO_COLOR", "1")
        if command[0] == "new" {
            // The command lines can be copied.
            let arguments = command + ["--directory", "\(host.work)/notes"]
            #expect(try lines(arguments, columns: 40).contains { $0.hasSuffix(" \\") })
            return
        }
        // The first run scans the feature, which a terminal would show.
        let whole = try host.run(command).output.split(separator: "\n").map(String.init)
        let shown = try lines(command, columns: 40)
        func words(_ lines: [String]) -> [Substring] { lines.flatMap { $0.split(separator: " ") } }
        #expect(words(shown) == words(whole))
        #expect(shown.count > whole.count)
        let wide = shown.filter { $0.count > 40 }
        #expect(wide.allSatisfy { $0.split(separator: " ").count == 1 }, "\(wide)")
    }
}
