import Glibc
import TestSupport
import Testing

@testable import HostCore
@testable import ProgramTestSupport

@Suite("The worker of a feature", .blocking, .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct WorkerTests {
    /// A feature's report on its process: lines that begin with a word.
    private struct Surroundings {
        private let lines: [Substring]

        init(_ outcome: Subprocess.Outcome) {
            #expect(outcome.end == .exit(0))
            #expect(outcome.diagnostics == "")
            lines = outcome.output.split(separator: "\n")
        }

        func all(_ word: String) -> [String] {
            lines.filter { $0.hasPrefix(word + " ") }.map { String($0.dropFirst(word.count + 1)) }
        }

        func callAsFunction(_ word: String) -> String { all(word).first ?? "" }
    }

    private func looking(_ wiring: Sandbox.Wiring = .none) throws -> Sandbox {
        try Sandbox(.only([.fixture("LooksAround")]), wiring: wiring)
    }

    @Test("a worker has no open files of the host's, inherited or own, and neither has a process that it starts")
    func descriptors() throws {
        let host = try looking()
        try host.confine("off")
        let seen = Surroundings(try host.run(["navigate", "looks-around"], inherited: 7...20))
        var targets: [Int32: String] = [:]
        for line in seen.all("descriptor") {
            let words = line.split(separator: " ", maxSplits: 1)
            targets[try #require(Int32(words[0]))] = String(words[1])
        }
        #expect(targets[0] == "/dev/null")
        #expect(targets[1]?.hasPrefix("pipe:") == true)
        #expect(targets[2] == targets[1])
        #expect(targets[3]?.hasPrefix("socket:") == true)
        // The remaining descriptors belong to libdispatch's queues.
        #expect(targets.filter { $0.key > 3 && !$0.value.hasPrefix("anon_inode:") } == [:])
        let child = seen.all("child")
        #expect(child.contains { $0.hasSuffix("0 -> /dev/null") })
        #expect(child.filter { $0.contains("socket:") || $0.contains("anon_inode:") } == [])
        #expect(child.count { $0.contains("/dev/null") } == 1)
    }

    @Test("a worker has a session and a process group of its own, out of reach of the terminal's signals")
    func session() throws {
        let seen = Surroundings(try looking().run("navigate", "looks-around"))
        let process = seen("process").split(separator: " ")
        #expect(process.first != process.last)
        for word in ["session", "group"] {
            let numbers = seen(word).split(separator: " ")
            #expect(numbers.first == process.first)
            #expect(numbers.first != numbers.last)
        }
    }

    @Test("a worker goes on while the terminal stops the host")
    func stopped() throws {
        let host = try Sandbox(.only([.fixture("BreaksOnDemand")]), wiring: .none)
        try host.confine("off")
        #expect(try host.output("navigate", "breaks", "press:Stop the host").contains("the host was stopped"))
    }

    @Test(
        "a worker has the host's directory, reads nothing from the host's input, and has the environment if it may",
        arguments: [("off", "good day"), ("best-effort", "?"), ("required", "?")])
    func surroundings(sandbox: String, greeting: String) throws {
        let host = try looking()
        try host.confine(sandbox)
        host.set("GREETING", "good day")
        try File.write("# nothing\n", to: host.directory("script"))
        let seen = Surroundings(
            try host.run(["navigate", "looks-around", "--script", "-"], input: host.directory("script")))
        #expect(seen("directory") == host.work)
        #expect(seen("greeting") == greeting)
        #expect(seen("mark") == "none")
        #expect(seen("input") == "0")
    }

    @Test("a program that embeds the host and does not become a worker starts no worker")
    func recursion() throws {
        let host = try looking()
        host.set("SWITCHYARD_WORKER", "1")
        let outcome = try host.run("list")
        #expect(outcome.output.contains("no process can be started to scan it (Exec format error)"))
    }

    @Test("a worker has limits of files that its feature cannot raise: the default ones, or the wiring's")
    func fileLimits() throws {
        let usual = Surroundings(try looking().run("navigate", "looks-around"))
        #expect(usual("files") == "256 256")
        #expect(usual("core") == "0 0")
        let wired = Surroundings(
            try looking(.text(#"{ "features": { "looks-around": { "openFiles": 64 } } }"#))
                .run("navigate", "looks-around"))
        #expect(wired("files") == "64 64")
    }

    @Test(
        "a worker has a limit of memory that its feature cannot raise: the default one, or the wiring's",
        .disabled(if: Sanitizer.current != nil, "the runtime of a sanitizer maps more than any limit"))
    func memoryLimit() throws {
        let usual = Surroundings(try looking().run("navigate", "looks-around"))
        #expect(usual("data") == "1073741824 1073741824")
        let wired = Surroundings(
            try looking(.text(#"{ "features": { "looks-around": { "memory": "256MiB" } } }"#))
                .run("navigate", "looks-around"))
        #expect(wired("data") == "268435456 268435456")
    }

    @Test(
        "a feature gets no memory above its limit, and an error with the reason",
        .disabled(if: Sanitizer.current != nil, "the runtime of a sanitizer maps more than any limit"))
    func memoryLimitReached() throws {
        let host = try Sandbox(
            .only([.fixture("BreaksOnDemand")]), wiring: .text(#"{ "features": { "breaks": { "memory": "256MiB" } } }"#)
        )
        #expect(
            try host.output("navigate", "breaks", "press:Allocate").contains("no 512 MiB: Cannot allocate memory"))
    }

    @Test("a feature gets no open files above its limit, and an error with the reason")
    func openFilesLimitReached() throws {
        let host = try Sandbox(
            .only([.fixture("BreaksOnDemand")]), wiring: .text(#"{ "features": { "breaks": { "openFiles": 32 } } }"#))
        #expect(
            try host.output("navigate", "breaks", "press:Open files").contains("few files: Too many open files"))
    }

    @Test("a worker's output goes to the log, which --verbose shows, and never to the host's output")
    func prints() throws {
        let host = try Sandbox(.only([.fixture("BreaksOnDemand")]), wiring: .none)
        let steps = ["navigate", "breaks", "press:Print"]
        let quiet = try host.run(steps)
        #expect(quiet.diagnostics == "")
        #expect(!quiet.output.contains("a line"))
        let verbose = try host.run(steps + ["-v"])
        #expect(verbose.output == quiet.output)
        #expect(
            verbose.messages.filter { $0.hasPrefix("breaks: info:") } == [
                "breaks: info: a line on standard output", "breaks: info: a line on standard error",
                "breaks: info: ␛[31mred␛[0m",
            ])
    }

    @Test("a worker answers calls while its feature's own thread makes requests")
    func asksMeanwhile() throws {
        let host = try Sandbox(.only([.fixture("AsksAllTheTime")]), wiring: .none)
        try File.write(
            "asks-all-the-time\n" + String(repeating: "press:Go\n", count: 300), to: host.directory("many.flow"))
        #expect(
            try host.output("navigate", "--script", host.directory("many.flow"))
                == "system > asks-all-the-time\n\n[Go]\n")
    }

    @Test(
        "a worker ends with a killed host, with all processes of its feature, in a call and while idle",
        arguments: [["press:Start and hang"], ["press:Start others", "loads-forever", "--wait", "60s"]])
    func killed(steps: [String]) throws {
        let host = try Sandbox(.only([.fixture("BreaksOnDemand"), .fixture("LoadsForever")]), wiring: .none)
        try host.confine("off")
        let outcome = try host.run(["navigate", "breaks"] + steps, killedOnceThereIs: "processes")
        #expect(outcome.end == .signal(SIGKILL))
        let text = String(decoding: try File.read("\(host.work)/processes"), as: UTF8.self)
        let processes = text.split(separator: " ").compactMap { Int32($0) }
        #expect(processes.count == 3)
        func left() throws -> [Int32] {
            try processes.filter { !Processes.hasEnded($0) } + Processes.withArgument(containing: host.plugins)
        }
        try wait { try left() == [] }
        #expect(try left() == [])
    }

    @Test("a worker ends with its host, with all processes that its feature has started")
    func ended() throws {
        let host = try Sandbox(.only([.fixture("BreaksOnDemand")]), wiring: .none)
        try host.confine("off")
        #expect(try host.output("navigate", "breaks", "press:Start others").contains("something has happened"))
        let text = String(decoding: try File.read("\(host.work)/processes"), as: UTF8.self)
        let processes = text.split(separator: " ").compactMap { Int32($0) }
        #expect(processes.count == 3)
        wait { processes.allSatisfy(Processes.hasEnded) }
        #expect(processes.filter { !Processes.hasEnded($0) } == [])
        #expect(try Processes.withArgument(containing: host.plugins) == [])
    }
}

@Suite("A feature that breaks its process", .blocking, .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct BreakingFeatureTests {
    private static let after = "; its screens begin anew, with what they have saved"

    private func sandbox(_ wiring: Sandbox.Wiring = .none) throws -> Sandbox {
        try Sandbox(.only([.fixture("BreaksOnDemand"), .fixture("Plain")]), wiring: wiring)
    }

    /// Runs a script with these lines.
    private func take(_ lines: [String], in host: Sandbox) throws -> Subprocess.Outcome {
        try File.write(lines.map { $0 + "\n" }.joined(), to: host.directory("steps.flow"))
        return try host.run("navigate", "--script", host.directory("steps.flow"))
    }

    @Test(
        "a feature that breaks its process is reported with the reason, and the host shows the same screen",
        arguments: [
            ("Crash", "crashed in perform (SIGSEGV: segmentation fault)"),
            ("Abort", "crashed in perform (SIGABRT: aborted)"), ("Exit", "ended itself in perform (exit code 5)"),
            ("Close everything", "broke the protocol in perform (it closed its connection to the host)"),
        ])
    func breaks(button: String, reason: String) throws {
        // The report of a crash takes seconds on a busy machine, and no deadline is to be met here.
        let sandbox = try self.sandbox(.text(#"{ "deadline": "50s" }"#))
        let outcome = try sandbox.run("navigate", "plain", "breaks", "press:Nothing", "press:\(button)")
        #expect(outcome.end == .exit(1))
        #expect(outcome.messages == ["'\(button)' could not be done: the feature 'breaks' \(reason)\(Self.after)"])
        // The feature runs in a new process, and its memory is lost.
        #expect(outcome.output.hasPrefix("system > plain > breaks\n\nnothing has happened\n"))
    }

    @Test(
        "a feature that hangs is ended at its own deadline, or at the one of all features",
        arguments: [
            (#"{ "features": { "breaks": { "deadline": "300ms" } }, "deadline": "50s" }"#, "300 ms"),
            (#"{ "deadline": "1s" }"#, "1 s"),
        ])
    func hangs(wiring: String, time: String) throws {
        let outcome = try sandbox(.text(wiring)).run("navigate", "breaks", "press:Hang")
        #expect(outcome.end == .exit(1))
        #expect(
            outcome.messages == [
                "'Hang' could not be done: the feature 'breaks' did not answer in perform within \(time)\(Self.after)"
            ])
        #expect(outcome.output.hasPrefix("system > breaks\n\nnothing has happened\n"))
    }

    @Test("a feature that closes its output goes on")
    func closesOutput() throws {
        #expect(
            try sandbox().output("navigate", "breaks", "press:Close output", "press:Nothing", "plain", "back")
                .hasPrefix("system > breaks\n\nsomething has happened\n"))
    }

    @Test("a step that breaks a feature's process fails, the state stays, and the flow goes on")
    func flow() throws {
        let outcome = try take(
            [
                "plain", "breaks", "press:Nothing", "expect something has happened", "press:Crash",
                "expect-error crashed in perform (SIGSEGV: segmentation fault)",
                "expect-state system > plain > breaks", "expect nothing has happened", "press:Nothing",
                "expect something has happened", "back", "expect-state system > plain",
                "expect This is plain", "breaks/screen", "expect something has happened",
            ], in: sandbox(.text(#"{ "deadline": "50s" }"#)))
        #expect(outcome.diagnostics == "")
        #expect(outcome.end == .exit(0))
    }

    @MainActor
    @Test(
        "a feature restarts from its copy, even if its file has changed or is gone",
        arguments: [true, false])
    func fileReplaced(isGone: Bool) throws {
        let sandbox = try sandbox()
        let application = try sandbox.application()
        let coordinator = application.makeCoordinator()
        coordinator.start()
        defer { coordinator.shutDown() }
        coordinator.go(toText: "breaks")
        var crash: ViewNode?
        coordinator.show().forEachNode { if $0.text == "Crash" { crash = $0 } }
        let path = sandbox.path(.fixture("BreaksOnDemand"))
        if isGone { unlink(path) } else { try File.write("no library any more", to: path) }
        coordinator.use(try #require(crash))
        #expect(coordinator.takeProblems().map(\.text).joined().contains("crashed in perform"))
        #expect(TextRenderer.text(of: coordinator.show()).contains("nothing has happened"))
        #expect(coordinator.takeProblems().map(\.text) == [])
    }

    @Test("a feature that breaks three times in a row is deactivated with its reason, and others go on")
    func deactivated() throws {
        let outcome = try take(
            [
                "breaks", "press:Crash", "expect-error crashed in perform", "press:Abort",
                "expect-error crashed in perform",
                "press:Exit",
                "expect-error ended itself in perform (exit code 5); it has ended 3 times in a row and is deactivated",
                "breaks/screen",
                "expect-error the feature 'breaks' is deactivated after it has ended 3 times in a row, at last it ended "
                    + "itself in perform (exit code 5)",
                "back", "expect The feature 'breaks' is deactivated", "plain",
                "expect This is plain",
            ], in: sandbox())
        #expect(outcome.diagnostics == "")
        #expect(outcome.end == .exit(0))
    }
}
