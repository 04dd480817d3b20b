import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite(
    "The example in C", .blocking, .deep, .inlineAndInWorkers,
    .enabled(if: LanguageExample.c.missingProgram == nil, "there is no make or no cc"))
struct CExampleTests {
    private let host: Sandbox

    init() throws {
        host = try Sandbox(.only([LanguageExample.c.feature]), wiring: .text(#"{"root": "machine"}"#))
    }

    @Test("the example shows the machine, and refreshes it by a button and by its thread")
    func overview() throws {
        let shown = try host.output("navigate", "press:Refresh every two seconds", "press:Refresh")
        for text in ["Load: ", "Memory: ", "GiB used", "> Processes (", "[x] Refresh every two seconds"] {
            #expect(shown.contains(text), "\(text)")
        }
    }

    @Test("the example lists processes in the chosen order, and refuses an unknown order")
    func processes() throws {
        let shown = try host.output("navigate", "press:Processes", "press:Name")
        #expect(shown.contains("Order by: Memory Processor time (Name)"))
        #expect(shown.contains("  Name "))
        let other = try host.run("navigate", "machine/processes?order=luck")
        #expect(other.end == .exit(1))
        #expect(other.diagnostics.contains("takes an 'order' of 'memory', 'time' or 'name'"))
    }

    @Test(
        "the example leads to one process, by its number or as the busiest",
        arguments: ["machine/process?pid=1", "challenge://machine/processes/1", "challenge://machine/busiest"])
    func process(step: String) throws {
        let outcome = try host.run("navigate", step, "press:Refresh")
        #expect(outcome.end == .exit(0))
        #expect(outcome.firstLine.contains("> machine/process?pid="))
        #expect(outcome.output.contains("of processor time in"))
    }

    @Test("the example gives the reason if there is no such process", arguments: [0, -1, 4_194_305, Int64.min])
    func noProcess(number: Int64) throws {
        let outcome = try host.run("navigate", "machine/process?pid=\(number)")
        #expect(outcome.end == .exit(1))
        #expect(outcome.diagnostics.contains("there is no process \(number) on this machine now"))
    }
}

@Suite(
    "The example in C with a service", .blocking, .deep,
    .enabled(if: LanguageExample.notices.missingProgram == nil, "there is no make or no cc"))
struct NoticesExampleTests {
    @Test("what may not be asked is said, and asked again by a button")
    func denied() throws {
        let denial = #"{"notices": {"deny": {"net": ["http://localhost:8000"]}}}"#
        let host = try Sandbox(
            .only([LanguageExample.notices.feature]), wiring: .text(#"{"root": "notices", "features": \#(denial)}"#))
        let shown = try host.output("navigate", "press:Try again")
        #expect(
            shown.hasSuffix(
                """
                The notices could not be loaded:
                'notices' may not ask 'http://localhost:8000': the wiring file denies it
                [Try again]

                """))
    }
}

@Suite(
    "The example in C++", .blocking, .deep, .inlineAndInWorkers,
    .enabled(if: LanguageExample.cxx.missingProgram == nil, "there is no make or no c++"))
struct CxxExampleTests {
    private let host: Sandbox

    init() throws {
        host = try Sandbox(.only([LanguageExample.cxx.feature]), wiring: .text(#"{"root": "todo"}"#))
    }

    private static let adding = ["type:New task=Water the plants", "press:Add"]

    @Test("the example keeps tasks from one run to the next")
    func kept() throws {
        #expect(try host.run(["navigate"] + Self.adding).end == .exit(0))
        #expect(try host.run(["navigate"] + ["press:Water", "press:Done"]).end == .exit(0))
        #expect(
            try host.output("navigate").hasSuffix(
                """
                New task: []
                [Add]
                Done
                  > Water the plants

                """))
        #expect(try host.run(["navigate"] + ["press:Water", "press:Remove", "press:Remove it"]).end == .exit(0))
        #expect(try host.output("navigate").hasSuffix("New task: []\n[Add]\n"))
    }

    @Test("the example locks a task with unsaved text")
    func lock() throws {
        let edited = ["press:Water", "type:Text=Water the tree"]
        let locked = try host.run(["navigate"] + Self.adding + edited + ["back"])
        #expect(locked.end == .exit(1))
        #expect(locked.diagnostics.contains("the text of the task is not saved"))
        #expect(try host.run(["navigate"] + edited + ["press:Save", "back"]).output.contains("> Water the tree"))
    }

    @Test(
        "a failure of the example in C++ carries its reason",
        arguments: [
            (["press:Add"], "write what is to be done first"),
            (["todo/task?identifier=9"], "there is no task 9"),
            (["type:New task=" + String(repeating: "x", count: 501)], "at most 500 bytes, and this has 501"),
            (adding + ["press:Water", "press:Choose a colour"], "'todo/chooseColour' is not connected"),
        ])
    func failures(steps: [String], reason: String) throws {
        let outcome = try host.run(["navigate"] + steps)
        #expect(outcome.end == .exit(1))
        #expect(outcome.diagnostics.contains(reason))
    }

    @Test("the example ignores damaged lines in its file")
    func damaged() throws {
        #expect(try host.run(["navigate"] + Self.adding).end == .exit(0))
        let file = host.directory("data/switchyard/features/todo/tasks")
        let damage = Array("x\ny\tz\n2\topen\tnope\tBad\n3\topen\t\t".utf8) + [0xff, 0x0a]
        try File.write(damage + File.read(file), to: file)
        #expect(try host.output("navigate").hasSuffix("Open\n  > Water the plants\n"))
    }
}

@Suite(
    "The example in Rust", .blocking, .deep,
    .enabled(if: LanguageExample.rust.missingProgram == nil, "there is no cargo or no cc"))
struct RustExampleTests {
    /// The feature may not ask its service.
    private func sandbox() throws -> Sandbox {
        let denial = #"{"colour": {"deny": {"net": ["http://localhost:8000"]}}}"#
        return try Sandbox(
            .only([LanguageExample.rust.feature]), wiring: .text(#"{"root": "colour", "features": \#(denial)}"#))
    }

    @Test("the example shows a colour and similar ones", .inlineAndInWorkers)
    func colour() throws {
        let host = try sandbox()
        let shown = try host.output("navigate", "challenge://colour/teal", "press:Complement", "press:Lighter")
        #expect(shown.hasPrefix("colour > colour/show?hex=teal > colour/show?hex=800000 > colour/show?hex=b30000\n"))
        #expect(shown.contains("7.2 : 1 on white, easy to read"))
    }

    @Test(
        "a failure of the example in Rust carries its reason", .inlineAndInWorkers,
        arguments: [
            (["type:Colour=nope"], "'nope' is no colour"), (["colour/show?hex=12345"], "'12345' is no colour"),
            (["colour/choose", "press:Use this colour"], "is disabled"),
        ])
    func failures(steps: [String], reason: String) throws {
        let host = try sandbox()
        let outcome = try host.run(["navigate"] + steps)
        #expect(outcome.end == .exit(1))
        #expect(outcome.diagnostics.contains(reason))
    }

    @Test("what may not be asked is said, and asked again by a button")
    func palette() throws {
        let shown = try sandbox().output("navigate", "press:Palette", "press:Try again")
        #expect(
            shown.hasSuffix(
                """
                The palette could not be loaded: 'colour' may not ask 'http://localhost:8000': the wiring file denies it.
                [Try again]

                """))
    }

    @Test("the example's own tests check its types and values against the headers")
    func layout() throws {
        let directory = try TemporaryDirectory()
        try LanguageExample.rust.cargo("test", into: directory("target"))
    }
}

/// Whether all of these can be built here.
private func areThere(_ examples: [LanguageExample]) -> Bool { examples.allSatisfy { $0.missingProgram == nil } }

@Suite(
    "The examples in C, C++ and Rust", .blocking, .deep, .inlineAndInWorkers,
    .enabled(if: areThere([.c, .cxx, .rust]), "there is no make, cc, c++ or cargo"))
struct LanguageExamplesTests {
    private let host: Sandbox

    init() throws {
        host = try Sandbox(.only([.c, .cxx, .rust].map(\LanguageExample.feature)))
        host.set("SWITCHYARD_CONFIG", Repository.path("Examples/languages.jsonc"))
    }

    @Test("the examples are one app: a task in C++ has its colour chosen in Rust, beside the machine in C")
    func together() throws {
        let shown = try host.output(
            "navigate", "type:New task=Paint", "press:Add", "press:Paint", "press:Choose a colour", "type:Colour=teal",
            "press:Use this colour")
        #expect(shown.hasPrefix("[todo] todo > todo/task?identifier=1\n"))
        #expect(shown.contains("#008080  red 0, green 128, blue 128\n"))
        #expect(try host.output("navigate", "tab:machine").hasPrefix("[machine] machine\n"))
    }

    @Test("doctor has no errors about the examples")
    func doctor() throws {
        #expect(try host.run("doctor").end == .exit(0))
    }
}

/// Libraries in many languages, with runtimes and collectors of their own, in one app.
@Suite("A flow through many languages", .blocking, .deep)
struct ManyLanguagesTests {
    /// The examples that a flow goes through, without those whose compiler is missing.
    private static let examples = LanguageExample.allCases.filter { $0.missingProgram == nil }
    private static let swift = SwiftFixture.ofOtherRuntimes.filter { $0.reasonItIsMissing == nil }

    @Test(
        "one flow leads through every language, in workers and, without Go, inline",
        .enabled(if: areThere([.c, .zig, .rust, .d]), "there is no make, cc, cargo, compiler of Zig or ldc2"),
        arguments: ["process", "inline"])
    func flow(isolation: String) throws {
        let examples = Self.examples.filter { $0.isForInlineToo || isolation == "process" }
        let host = try Sandbox(.only(examples.map(\.feature) + Self.swift.map(\.feature)))
        host.set("SWITCHYARD_CONFIG", Repository.path("Examples/languages.jsonc"))
        let steps = examples.map(Self.steps).reduce([], +) + Self.swift.map(Self.steps).reduce([], +)
        let script = "\(host.work)/flow"
        try File.write(steps.joined(separator: "\n") + "\n", to: script)
        let outcome = try host.run(["navigate", "--isolation", isolation, "--script", script])
        #expect(outcome.end == .exit(0), "\(outcome.output)\(outcome.diagnostics)")
        #expect(host.remainingProcesses().isEmpty)
    }

    /// Steps to a screen of the example, and from there to what the wiring connects it with.
    private static func steps(_ example: LanguageExample) -> [String] {
        switch example {
        case .c: ["challenge://machine/busiest", "press:Refresh", "expect MiB of memory"]
        case .notices: ["challenge://notices/", "expect Notices"]
        case .cxx: ["challenge://todo/", "type:New task=Paint", "press:Add", "press:Paint", "expect Paint"]
        case .rust: ["challenge://colour/teal", "expect Red 0, green 128, blue 128"]
        case .zig:
            [
                "challenge://digest/sha256?text=abc", "type:Expected checksum=ba78", "expect It is another checksum.",
                "press:See it as a colour", "expect Red 186, green 120, blue 22",
            ]
        case .go:
            [
                "zones", "type:Time=2026-11-23 14:00", "press:Share these times", "expect Asia/Tokyo",
                "press:SHA-256", "press:See it as a colour", "expect Hue",
            ]
        case .d, .nim, .pascal, .python, .fortran, .luaJIT, .ocaml, .ada:
            ["challenge://\(example.rawValue.lowercased())/", "expect A screen in \(example.rawValue)"]
        }
    }

    private static func steps(_ fixture: SwiftFixture) -> [String] {
        switch fixture {
        case .staticRuntime: ["challenge://static/3", "press:Count", "expect Counted 1 times"]
        case .embedded: ["challenge://embedded/12", "press:Note", "expect Noted 1 times"]
        default: []
        }
    }

    @Test(
        "a library with Go's runtime passes the check as one for workers only, and doctor warns where it runs inline",
        .enabled(if: areThere([.go]), "there is no make, cc or go"))
    func workersOnly() throws {
        let feature = LanguageExample.go.feature
        let host = try Sandbox(
            .only([feature]), wiring: .text(#"{"features": {"zones": {"isolation": "inline"}}}"#))
        let checked = try host.run("check", host.path(feature))
        #expect(checked.end == .exit(0))
        #expect(checked.output.contains(" 2 runtime, 0 failed, 0 crashed\n  Workers only: "), "\(checked.output)")
        let doctor = try host.run("doctor")
        #expect(doctor.output.contains("where Go's runtime starts threads"), "\(doctor.output)")
    }
}
