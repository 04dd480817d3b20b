import Glibc
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@Suite("The output of a worker")
struct WorkerOutputTests {
    private func output(_ text: String) -> WorkerOutput {
        var output = WorkerOutput()
        _ = output.append(Array(text.utf8))
        return output
    }

    /// The report of a failed precondition, after output that ends without a newline and has a message of two lines.
    private static let fatalError = """
        working...x/f.swift:1: Fatal error: no å number
        second line at 3

        *** Signal 4: the frames follow
          0 0x7f61 $ss17_assertionFailure__4file4line5flagss5NeverOs12StaticStringV_SSAHSus6UInt32VtF + 225 in /usr/lib/libswiftCore.so
          1 0x4fa4 - in /home/ann/a in b/libf.so
          2 0x50b8 outer + 119 in /home/ann/a in b/libf.so
          3 0x0 - in ?

        """

    @Test("a crash report has the frames of the crash, and is no output")
    func report() {
        let output = output(Self.fatalError)
        #expect(output.reportedSignal == SIGILL)
        #expect(output.output == "working...x/f.swift:1: Fatal error: no å number\nsecond line at 3")
        #expect(output.frames.map(\.address) == [0x7f61, 0x4fa4, 0x50b8, 0])
        #expect(output.frames.map(\.path).dropFirst() == ["/home/ann/a in b/libf.so", "/home/ann/a in b/libf.so", "?"])
        #expect(output.frames.last?.text == "- in ?")
        let exit = WorkerExit(.signal(SIGILL), during: "render", output: output.output)
        #expect(exit.stderrTail == "Fatal error: no å number")
    }

    @Test("frames have the names that authors wrote, and begin in the feature's own code", arguments: [0, 1])
    @MainActor
    func texts(first: Int) {
        // No program: the frames are of libraries that are not there.
        let frames = Array(output(Self.fatalError).frames.dropFirst(first))
        #expect(
            Symbolizer(executable: "/nonexistent").texts(of: frames)
                == ["0x4fa4 in libf.so", "outer + 119 in libf.so", "0x0"])
    }

    @Test(
        "a name of Swift's is written as its author wrote it, and stays as it is where no process can be started",
        .blocking)
    @MainActor
    func demangled() throws {
        let frames = Array(output(Self.fatalError).frames.prefix(1))
        #expect(
            try Symbolizer(executable: Products.switchyard).texts(of: frames) == [
                "Swift._assertionFailure(_: Swift.StaticString, _: Swift.String, file: Swift.StaticString, "
                    + "line: Swift.UInt, flags: Swift.UInt32) -> Swift.Never + 225 in libswiftCore.so"
            ])
        #expect(
            Symbolizer(executable: "/nonexistent").texts(of: frames) == [
                "$ss17_assertionFailure__4file4line5flagss5NeverOs12StaticStringV_SSAHSus6UInt32VtF + 225 "
                    + "in libswiftCore.so"
            ])
    }

    @Test(
        "the place of a frame is its file's name and its line",
        arguments: [
            ("f + 1 in x.so at /a/notes.c:12:9", "notes.c:12"), ("f in x.so at notes.c:12:9", "notes.c:12"),
            ("f in x.so at /a/b:c.swift:7:1", "b:c.swift:7"), ("f in x.so at /a/notes.c:12", "notes.c:12"),
            ("f in x.so at //<compiler-generated>", nil), ("f in x.so", nil), ("0x000055a372f67d4f", nil), ("", nil),
            ("at at at", nil), ("f in x.so at /a/notes.c:", nil), ("f in x.so at :1:2", nil),
        ] as [(String, String?)])
    func place(frame: String, place: String?) {
        #expect(WorkerExit(.signal(SIGSEGV), during: "", frames: [frame]).place == place)
    }

    @Test("a failed precondition is told by its sentence, whatever the runtime prints below it")
    func sentence() {
        var output = WorkerOutput()
        let trace = (0..<73).map { "\($0)    libswiftCore.so   0x00007f9e602bb24a <unavailable> + 160330\n" }.joined()
        let printed = "hello\nKit/Environment.swift:35: Fatal error: no Mailbox is there\nCurrent stack trace:\n"
        _ = output.append(Array((printed + trace + "\n*** Signal 4: the frames follow\n").utf8))
        #expect(output.output == "hello\nKit/Environment.swift:35: Fatal error: no Mailbox is there")
        let exit = WorkerExit(.signal(SIGILL), during: "render", output: output.output)
        #expect(exit.stderrTail == "Fatal error: no Mailbox is there")
    }

    @Test(
        "the place of an abort is in the feature, even if the system's libraries have places of their own",
        arguments: [
            ["__pthread_kill_implementation in libc.so.6 at ./nptl/pthread_kill.c:44:76"],
            ["abort + 245 in libc.so.6 at ./stdlib/abort.c:79:7"],
            [
                "closure #1 in _assertionFailure(_:_:file:line:flags:) in libswiftCore.so at /build/AssertCommon.swift:1:2"
            ],
            [
                "raise in libpthread-2.31.so at ../sysdeps/raise.c:50:1",
                "std::terminate() + 1 in libstdc++.so.6 at a.cc:3",
            ],
        ])
    func systemFrames(frames: [String]) {
        let own = ["check + 20 in libnotes.so at /home/ann/notes.c:12:9", "main + 1 in libother.so at /x/other.c:3:4"]
        #expect(WorkerExit(.signal(SIGABRT), during: "", frames: frames + own).place == "notes.c:12")
        #expect(WorkerExit(.signal(SIGABRT), during: "", frames: frames).place == nil)
        let kit = [
            "closure #1 in Environment.init + 9 in libnotes.so at /a/Sources/FeatureKit/State/Environment.swift:35:17"
        ]
        #expect(WorkerExit(.signal(SIGILL), during: "", frames: frames + kit + own).place == "notes.c:12")
        #expect(WorkerExit(.signal(SIGILL), during: "", frames: frames + kit).place == "Environment.swift:35")
    }

    @Test("a report names the signal of the crash")
    func reportedSignal() {
        #expect(output("\n*** Signal 11: the frames follow").reportedSignal == 11)
        #expect(output("\n*** Signal x: the frames follow").reportedSignal == nil)
        #expect(output("before").reportedSignal == nil)
    }

    @Test("the last of several reports counts")
    func severalReports() {
        let later = "\n*** Signal 11: the frames follow\n  0 0x1 f + 0 in /x/libx.so\n"
        #expect(output(Self.fatalError + later).frames.map(\.text) == ["f + 0 in /x/libx.so"])
    }

    @Test("a report without an end gives its frames so far, within the limits")
    @MainActor
    func longReport() {
        let begin = "\n*** Signal 11: the frames follow\n"
        #expect(output(begin).frames == [])
        #expect(output(begin + "  0 0x1 f in /x.so\n  1 0x").frames.map(\.text) == ["f in /x.so"])
        #expect(output(begin + "  0 0x1 f in /x.so\n  7 0x1 g in /x.so\n").frames.count == 1)
        let deep = (0..<400).map { "  \($0) 0x\($0) f\($0) in /x.so\n" }.joined()
        #expect(
            Symbolizer(executable: "/nonexistent").texts(of: output(begin + deep).frames)
                == (0..<WorkerExit.maximumFrames).map { "f\($0) in x.so" })
    }

    @Test("a text within a line that looks like a report is not one")
    func noReport() {
        let output = output("he said *** Signal 11: and left\n  0 0x1 f in x at /x.c:1:2\n")
        #expect(output.frames == [])
        #expect(output.output == "he said *** Signal 11: and left\n  0 0x1 f in x at /x.c:1:2")
    }

    @Test("lines arrive when they are complete, without their ends, and the last line is the rest", arguments: 1...6)
    func lines(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let sent = (0..<100).map { "\($0) " + String(repeating: "é", count: generator.number(0...60)) }
        let bytes = Array((sent.joined(separator: "\n") + "\nrest").utf8)
        var output = WorkerOutput()
        var lines: [String] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let size = generator.number(1...90)
            lines += output.append(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        #expect(lines == sent)
        #expect(output.removeLastLine() == "rest")
        #expect(output.removeLastLine() == nil)
    }

    @Test("a line without an end arrives in parts, and no part breaks a character")
    func endlessLine() {
        var output = WorkerOutput()
        let text = String(repeating: "é👍x", count: 5000)
        let lines = output.append(Array(text.utf8))
        #expect(lines.allSatisfy { $0.utf8.count <= WorkerExit.maximumOutput })
        #expect(lines.joined() + (output.removeLastLine() ?? "") == text)
    }

    @Test(
        "random bytes give lines and a tail of text, and the tail stays within its limit",
        arguments: Tier.rows(of: Array(1...3), first: 1))
    func junk(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var output = WorkerOutput()
        for _ in 0..<40 {
            let piece = (0..<10_000).map { _ in
                generator.number(0...3) == 0 ? UInt8(ascii: " ") : UInt8(truncatingIfNeeded: generator.next())
            }
            for line in output.append(piece) { #expect(line.utf8.count <= 3 * WorkerExit.maximumOutput) }
        }
        #expect(output.output.utf8.count <= 3 * WorkerExit.maximumOutput)
        #expect(output.frames.count <= CrashReport.maximumFrames)
    }

    @Test("only the end of the output is kept, and a report at the end is found")
    func tail() {
        var output = WorkerOutput()
        for number in 0..<5000 {
            _ = output.append(Array("line \(number) \(String(repeating: "x", count: 100))\n".utf8))
        }
        _ = output.append(Array(Self.fatalError.utf8))
        #expect(output.frames.count == 4)
        #expect(output.output.hasSuffix("second line at 3"))
        #expect(output.output.contains("line 4999 "))
        #expect(output.output.utf8.count <= WorkerExit.maximumOutput)
    }

    @Test(
        "the description of an exit names its cause and its call",
        arguments: [
            (.signal(SIGSEGV), "render", "crashed in render (SIGSEGV: segmentation fault)"),
            (.signal(SIGSEGV), "", "crashed (SIGSEGV: segmentation fault)"),
            (.signal(200), "manifest", "crashed in manifest (signal 200: unknown signal 200)"),
            (.exit(3), "perform", "ended itself in perform (exit code 3)"),
            (.deadline(seconds: 0.25), "activate", "did not answer in activate within 250 ms"),
            (.deadline(seconds: 2), "its constructors", "did not answer in its constructors within 2 s"),
            (.garbage("a reply to no call"), "", "broke the protocol (a reply to no call)"),
        ] as [(WorkerExit.Cause, String, String)])
    func descriptions(cause: WorkerExit.Cause, call: String, text: String) {
        #expect(WorkerExit(cause, during: call).description == text)
    }
}
