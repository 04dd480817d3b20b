import Glibc
import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("The standard streams", .blocking, .inlineAndInWorkers)
struct StandardStreamTests {
    private let host: Sandbox

    init() throws {
        host = try Sandbox()
    }

    // MARK: Non-blocking

    @Test("a script on a non-blocking standard input is read to its end")
    func nonBlockingInput() async throws {
        let pipe = "\(host.work)/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        // The pipe is open for reading and writing, so that a reader finds no end before it is closed.
        let end = open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        #expect(Self.write("press:Chara", to: end))
        let writer = Task {
            defer { close(end) }
            // The pipe is empty then, and not at its end.
            try await Self.waitUntilRead(end)
            #expect(Self.write("cters\nexpect 72 characters\n", to: end))
            try await Self.waitUntilRead(end)
        }
        let outcome = try host.run(["navigate", "--script", "-"], input: pipe, inputFlags: O_RDONLY | O_NONBLOCK)
        writer.cancel()
        _ = try? await writer.value
        #expect(outcome.end == .exit(0), "\(outcome.diagnostics)")
        #expect(outcome.firstLine == "home > character/list")
    }

    private static func write(_ text: String, to pipe: Int32) -> Bool {
        Glibc.write(pipe, text, text.utf8.count) == text.utf8.count
    }

    private static func waitUntilRead(_ pipe: Int32) async throws {
        var pipe = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
        while poll(&pipe, 1, 0) > 0 { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test("output to a non-blocking standard output is written to its end")
    func nonBlockingOutput() throws {
        // The output is larger than a pipe's buffer.
        let steps = (1...60).map { "push:character/detail?identifier=\($0)" }
        let whole = try host.run(["navigate", "--state", "--json"] + steps)
        #expect(whole.output.utf8.count > 1 << 17)
        let outcome = try host.run(["navigate", "--state", "--json"] + steps, isOutputBlocking: false)
        #expect(outcome.end == .exit(0), "\(outcome.diagnostics)")
        #expect(outcome.output == whole.output)
    }

    // MARK: Closed

    /// Runs switchyard with some descriptors closed by a shell's redirections.
    private func run(_ redirections: String, _ arguments: String...) throws -> Subprocess.Outcome {
        try host.run(
            ["-c", "exec \"$0\" \"$@\" \(redirections)", Products.switchyard] + arguments, executable: "/bin/sh")
    }

    @Test("closed standard output never lets output into the program's own files: 74")
    func closedOutput() throws {
        for redirections in [">&-", "<&- >&-"] {
            let outcome = try run(redirections, "navigate", "--save", "session", "press:Characters")
            #expect(outcome.end == .exit(74))
            #expect(outcome.messages == ["standard output cannot be written: Bad file descriptor"])
            try expectSession("home > character/list")
        }
    }

    @Test("closed standard error never lets messages into the program's own files, and keeps the exit code")
    func closedError() throws {
        for (redirections, code) in [("2>&-", 1), ("<&- 2>&-", 1), ("<&- >&- 2>&-", 74)] as [(String, Int32)] {
            let outcome = try run(redirections, "navigate", "--save", "session", "press:Characters", "press:Nobody")
            #expect(outcome.end == .exit(code), "\(redirections)")
            #expect(outcome.firstLine == (code == 1 ? "home > character/list" : ""))
            #expect(outcome.diagnostics == "")
            try expectSession("home > character/list")
        }
    }

    @Test("closed standard input holds no script: 66")
    func closedInput() throws {
        let outcome = try run("<&-", "navigate", "--save", "session", "--script", "-")
        #expect(outcome.end == .exit(66))
        #expect(outcome.output == "")
        #expect(outcome.messages == ["the script 'standard input' cannot be read: Bad file descriptor"])
        #expect(try run("<&-", "navigate").firstLine == "home")
    }

    /// Expects the session file to hold a session.
    private func expectSession(_ place: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(try File.read("\(host.work)/session").last == UInt8(ascii: "\n"), sourceLocation: sourceLocation)
        let restored = try host.run("navigate", "--restore", "session")
        #expect(restored.end == .exit(0), "\(restored.diagnostics)", sourceLocation: sourceLocation)
        #expect(restored.firstLine == place, sourceLocation: sourceLocation)
    }
}
