import Glibc
import TestSupport
import Testing

@testable import HostCore

@Suite("The output of a worker")
struct WorkerOutputTests {
    private func output(_ text: String) -> WorkerOutput {
        var output = WorkerOutput()
        _ = output.append(Array(text.utf8))
        return output
    }

    /// How the worker has ended, as far as its output tells.
    private func exit(_ text: String) -> WorkerExit {
        let output = output(text)
        return WorkerExit(.signal(SIGILL), during: "render", frames: output.frames, output: output.output)
    }

    /// The report of Swift 6.3's runtime about an index out of range in an inlined function. The name of its folder has
    /// spaces and looks like a place.
    private static let inlined = """
        before

        *** Signal 4: Backtracing from 0x55a372f67d4f... done ***

        *** Program crashed: Illegal instruction at 0x000055a372f67d4f ***

        Platform: x86_64 Linux (Debian GNU/Linux 12 (bookworm))

        Thread 0 "m" crashed:

          0 [inlined] [system] 0x000055a372f67d4f specialized Array.subscript.getter in m at //<compiler-generated>
          1 [inlined]          0x000055a372f67d4f inner(_:_:) in m at /home/ann/swiftcrash at x/m.swift:1:62
          2                    0x000055a372f67d4f outer(_:) + 31 in m at /home/ann/swiftcrash at x/m.swift:2:48
        ...

        Backtrace took 0.00s

        """

    /// A failure with a message of two lines, after output that ends without a newline.
    private static let fatalError = """
        working...x/f.swift:1: Fatal error: no å number
        second line at 3

        *** Signal 4: Backtracing from 0x7f67f62f9361... done ***

        *** Program crashed: Illegal instruction at 0x00007f67f62f9361 ***

        Platform: x86_64 Linux (Debian GNU/Linux 12 (bookworm))

        Thread 0 "f" crashed:

          0      0x00007f67f62f9361 _assertionFailure(_:_:file:line:flags:) + 225 in libswiftCore.so
          1 [ra] 0x000056080d278fa4 outer(_:) + 179 in f at /home/ann/a b/f.swift:1:66
          2 [ra] 0x000056080d2790b8 main + 119 in f at /home/ann/a b/f.swift:2:7
        ...

        Backtrace took 0.01s

        """

    @Test("a crash report gives the crashed frames, also inlined ones, and the first place in a file")
    func inlined() {
        let exit = exit(Self.inlined)
        #expect(
            exit.frames == [
                "specialized Array.subscript.getter in m at //<compiler-generated>",
                "inner(_:_:) in m at /home/ann/swiftcrash at x/m.swift:1:62",
                "outer(_:) + 31 in m at /home/ann/swiftcrash at x/m.swift:2:48",
            ])
        #expect(exit.place == "m.swift:1")
        #expect(exit.stderrTail == nil)
        #expect(exit.output == "before")
        #expect(
            exit.details == [
                "frame 0: specialized Array.subscript.getter in m at //<compiler-generated>",
                "frame 1: inner(_:_:) in m at /home/ann/swiftcrash at x/m.swift:1:62",
                "frame 2: outer(_:) + 31 in m at /home/ann/swiftcrash at x/m.swift:2:48", "printed: before",
            ])
    }

    @Test("Swift's failure message is in the stderr tail, with the author's place and not the runtime's")
    func swiftFailure() {
        let exit = exit(Self.fatalError)
        #expect(exit.frames.count == 3)
        #expect(exit.frames.first == "_assertionFailure(_:_:file:line:flags:) + 225 in libswiftCore.so")
        #expect(exit.place == "f.swift:1")
        #expect(exit.stderrTail == "Fatal error: no å number")
        #expect(exit.output == "working...x/f.swift:1: Fatal error: no å number\nsecond line at 3")
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
    }

    @Test("a report names the signal of the crash")
    func reportedSignal() {
        #expect(output(Self.inlined).reportedSignal == 4)
        #expect(output("\n*** Signal 11: Backtracing").reportedSignal == 11)
        #expect(output("\n*** Signal x: Backtracing").reportedSignal == nil)
        #expect(output("before").reportedSignal == nil)
    }

    @Test("the host's own places are left out, so that a crash without debug information has no place")
    func hostFrames() {
        let report = """

            *** Signal 11: Backtracing from 0x1... done ***

              0      0x01 perform + 33 in libbreaks.so
              1 [ra] 0x02 closure #1 in InlineScreen.perform(_:_:) + 98 in switchyard at /s/InlineScreen.swift:29:39
              2 [ra] 0x03 callABI(_:) + 189 in switchyard at /s/FailureSink.swift:66:18
              3 [ra] 0x04 main + 1 in libother.so at /x/in switchyard at y/other.c:3:4

            """
        let frames = output(report).frames(withoutPlacesIn: "switchyard")
        #expect(
            frames == [
                "perform + 33 in libbreaks.so", "closure #1 in InlineScreen.perform(_:_:) + 98 in switchyard",
                "callABI(_:) + 189 in switchyard", "main + 1 in libother.so at /x/in switchyard at y/other.c:3:4",
            ])
        #expect(WorkerExit(.signal(SIGSEGV), during: "", frames: Array(frames.prefix(3))).place == nil)
        #expect(WorkerExit(.signal(SIGSEGV), during: "", frames: frames).place == "other.c:3")
    }

    @Test("the last of several reports counts")
    func severalReports() {
        let exit = exit(Self.inlined + Self.fatalError)
        #expect(exit.frames.count == 3)
        #expect(exit.place == "f.swift:1")
    }

    @Test("a report without an end gives its frames so far, within the limits")
    func longReport() {
        let begin = "\n*** Signal 11: Backtracing from 0x1... done ***\n\n"
        #expect(output(begin).isReportingCrash)
        #expect(output(begin).frames == [])
        #expect(output(begin + "  0 0x01 f in x at /x.c:1:2\n  1 0x0").frames == ["f in x at /x.c:1:2", "0x0"])
        let deep = (0..<40).map { "  \($0) [ra] 0x0\($0) f\($0) in x\n" }.joined()
        #expect(output(begin + deep).frames == (0..<WorkerExit.maximumFrames).map { "f\($0) in x" })
        let long = String(repeating: "ö", count: 1000)
        #expect(output(begin + "  0 0x1 \(long)\n").frames == [String(repeating: "ö", count: 256)])
    }

    @Test("a text within a line that looks like a report is not one")
    func noReport() {
        let output = output("he said *** Signal 11: and left\n  0 0x1 f in x at /x.c:1:2\n")
        #expect(!output.isReportingCrash)
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
        #expect(output.takeLastLine() == "rest")
        #expect(output.takeLastLine() == nil)
    }

    @Test("a line without an end arrives in parts, and no part breaks a character")
    func endlessLine() {
        var output = WorkerOutput()
        let text = String(repeating: "é👍x", count: 5000)
        let lines = output.append(Array(text.utf8))
        #expect(lines.allSatisfy { $0.utf8.count <= WorkerExit.maximumOutput })
        #expect(lines.joined() + (output.takeLastLine() ?? "") == text)
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
        #expect(output.frames.count <= WorkerExit.maximumFrames)
    }

    @Test("only the end of the output is kept, and a report at the end is found")
    func tail() {
        var output = WorkerOutput()
        for number in 0..<5000 {
            _ = output.append(Array("line \(number) \(String(repeating: "x", count: 100))\n".utf8))
        }
        _ = output.append(Array(Self.inlined.utf8))
        #expect(output.frames.count == 3)
        #expect(output.output.hasSuffix("before"))
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
