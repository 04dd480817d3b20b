import Foundation
import HostSystem
import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

/// `switchyard test`: flows as tests.
@Suite("test", .blocking)
struct TestCommandTests {
    private static func host(_ flows: [String: String], wiring: String = #"{"root": "notes"}"#) throws -> Sandbox {
        let host = try Sandbox(.only([.fixture("Notes"), .character]), wiring: .text(wiring))
        // The recordings of flows that fail go with the sandbox.
        host.set("TMPDIR", host.work)
        for (name, text) in flows { try write(text, to: "flows/\(name)", of: host) }
        return host
    }

    private static func write(_ text: String, to name: String, of host: Sandbox) throws {
        let path = "\(host.work)/\(name)"
        try FileManager.default.createDirectory(
            atPath: Path.parent(path) ?? "", withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: false, encoding: .utf8)
    }

    @Test("flows of a directory are taken, each with no data of another one, and a line tells of each")
    func passing() throws {
        let adding = "type:New note=Ring the bell\npress:Add\nexpect-count 1 Ring the bell\n"
        let host = try Self.host([
            "a.flow": adding, "sub/b.flow": "include ../a.flow\nexpect-not Sour milk\n", "c.flow": adding, "d.txt": "?",
        ])
        let outcome = try host.run("test", "flows")
        #expect(outcome.end == .exit(0), "\(outcome)")
        let words = outcome.output.split(separator: "\n").map {
            $0.split(separator: " ").prefix(2).joined(separator: " ")
        }
        #expect(words.sorted() == ["3 flows:", "ok a", "ok c", "ok sub/b"], "\(outcome.output)")
        #expect(outcome.output.hasSuffix("3 flows: 3 passed, 0 failed\n"))
        #expect(outcome.diagnostics == "")
    }

    @Test("a flow that fails tells its line, the reason and the screen, and leaves a recording")
    func failing() throws {
        let host = try Self.host([
            "a.flow": "# one\ncharacter/list\nexpect Nobody\n", "b.flow": "include a.flow\n",
            "c.flow": "presss:x\nback\n",
            "d.flow": "expect-not nothing of that kind\n",
        ])
        let outcome = try host.run("test", "--junit", "report.xml", "--jobs", "3")
        #expect(outcome.end == .exit(1))
        #expect(outcome.output.contains("flows/a.flow, line 3: expected 'Nobody', and the screen does not show it:\n"))
        #expect(outcome.output.contains("          Characters\n          ==========\n\n"))
        #expect(outcome.output.contains("flows/c.flow, line 1: 'presss:x' is neither a link"))
        #expect(outcome.output.contains("ok      d  "))
        #expect(outcome.output.hasSuffix("4 flows: 1 passed, 3 failed\n"))
        let recording = try #require(
            outcome.output.split(separator: "\n").first { $0.contains("recorded in ") }?.split(separator: " ").last)
        let replay = try host.run("replay", String(recording))
        #expect(replay.output.contains("Characters\n=========="), "\(replay)")
        let report = try String(contentsOfFile: "\(host.work)/report.xml", encoding: .utf8)
        #expect(report.contains(#"<testsuite name="flows" tests="4" failures="3" errors="0""#))
        #expect(report.contains(#"<failure message="flows/a.flow, line 3: expected 'Nobody'"#))
    }

    @Test("test prints the line of a flow when the flow ends, also while an earlier flow still runs")
    func interrupted() throws {
        let host = try Self.host(["a.flow": "loads-forever\nexpect Nobody\n", "b.flow": "expect New note\n"])
        try host.install(.fixture("LoadsForever"))
        let output = host.directory("lines")
        let run = try BackgroundHost(host, ["test", "--jobs", "2", "--wait", "600s"], output: output)
        wait { (try? File.read(output))?.last == UInt8(ascii: "\n") || run.outcome != nil }
        try run.signal(SIGTERM)
        #expect(try run.outcomeOfEnd().end == .signal(SIGTERM))
        let lines = String(decoding: try File.read(output), as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 1 && lines.first?.hasPrefix("ok      b ") == true, "\(lines)")
    }

    @Test("--with takes flows through another version of a feature, which the installed one does not hide")
    func otherVersion() throws {
        let host = try Self.host(["a.flow": "expect ${SHOWN}\n"])
        let library = try File.read(Fixtures.library("Notes"))
        try File.write(library.replacing("New note".utf8, with: "Old note".utf8), to: "\(host.work)/libOther.so")
        #expect(try host.run("test", "--set", "SHOWN=New note").end == .exit(0))
        let outcome = try host.run("test", "--set", "SHOWN=Old note", "--with", "libOther.so")
        #expect(outcome.end == .exit(0), "\(outcome)")
        #expect(try host.run("test", "--set", "SHOWN=New note").end == .exit(0))
        let both = try host.run("test", "--with", "libOther.so", "--with", Fixtures.library("Notes"))
        #expect(both.end == .exit(64) && both.diagnostics.contains("are both the feature 'notes'"), "\(both)")
        try File.write("{}", to: "\(host.work)/notes.json")
        let manifest = try host.run("test", "--with", "notes.json")
        #expect(manifest.end == .exit(66) && manifest.diagnostics.contains("'notes.json' is a manifest"), "\(manifest)")
        let wrong = try host.run("test", "--with", "nothing.so")
        #expect(wrong.end == .exit(66) && wrong.output == "" && wrong.diagnostics.contains("'nothing.so'"), "\(wrong)")
    }

    @Test("a recording becomes a flow that passes, with its errors, its texts and the controls of one label")
    func recorded() throws {
        let flow = """
            back
            expect-error nothing to go back to
            type:New note=A ${HOME} of
            type:New note<<END
              two
            lines
            END
            press:Add
            press:Nobody's
            expect-error the screen shows no 'Nobody's' to press
            type:Nobody's=secret
            expect-error the screen shows no 'Nobody's' to type into
            character/list
            press:Emma
            back
            sheet:notes
            dismiss
            """.replacing("${", with: "$${")
        let host = try Self.host(["a.flow": flow])
        #expect(try host.run("navigate", "--script", "flows/a.flow", "--record", "run.recording").end == .exit(0))
        let made = try host.output("replay", "--as-flow", "run.recording")
        try Self.write(made, to: "made/b.flow", of: host)
        let outcome = try host.run("test", "made")
        #expect(outcome.end == .exit(0), "\(outcome)\n\(made)")
        #expect(made.hasPrefix("# From the recording run.recording.\n\nexpect-state notes\n\nback\nexpect-error "))
        #expect(made.contains("\ntype:New note<<END\n  two\nlines\nEND\npress:Add\n"), "\(made)")
        #expect(made.contains("\npress:Nobody's\nexpect-error the screen shows no 'Nobody's' to press; "), "\(made)")
        #expect(made.contains("\ntype:Nobody's=\nexpect-error the screen shows no 'Nobody's'"), "\(made)")
        #expect(!made.contains("HOME") && !made.contains("secret"))
        #expect(made.contains("\nsheet:notes\nexpect-state "), "\(made)")
        let both = try host.run("replay", "--as-flow", "--json", "run.recording")
        #expect(both.end == .exit(64) && both.diagnostics.contains("'--as-flow' and '--json' cannot be given together"))
    }

    @Test("carriage returns of a text that was typed are in its flow too")
    func carriageReturns() throws {
        let host = try Self.host(["a.flow": "type:New note<<END\nA\r\r\nB\rC\r\r\nEND\npress:Add\n"])
        /// The flow of a recording of a flow, without the name of the recording.
        func remade(_ flow: String) throws -> String {
            #expect(try host.run("navigate", "--script", flow, "--record", "run.recording").end == .exit(0))
            return try host.output("replay", "--as-flow", "run.recording")
        }
        let made = try remade("flows/a.flow")
        #expect(made.contains("\ntype:New note<<END\nA\r\r\nB\rC\r\r\nEND\n"), "\(made)")
        try Self.write(made, to: "b.flow", of: host)
        #expect(try remade("b.flow") == made)
    }

    @Test("what is wrong with the app, the report or a library is said once, before any flow is taken")
    func setup() throws {
        let host = try Self.host(["a.flow": "back", "b.flow": "back"])
        try Self.write("{", to: "broken.jsonc", of: host)
        for (words, code, message) in [
            (["--config", "nowhere.jsonc"], 66, "nowhere.jsonc"), (["--config", "broken.jsonc"], 78, "broken.jsonc"),
            (["--plugins", "nowhere"], 66, "the plugins directory 'nowhere' does not exist"),
            (["--junit", "nowhere/x.xml"], 73, "'nowhere/x.xml' cannot be written"),
            (["--junit", "flows/a.flow"], 64, "'flows/a.flow' is tested, and would be written over by --junit"),
            (
                ["--format", "githug"], 64,
                "'--format githug' is none of 'text', 'github', 'sarif'; did you mean 'github'?"
            ),
        ] as [([String], Int32, String)] {
            let outcome = try host.run(["test"] + words)
            #expect(outcome.end == .exit(code) && outcome.output == "", "\(words): \(outcome)")
            #expect(outcome.messages.count <= 3 && outcome.diagnostics.contains(message), "\(outcome.diagnostics)")
        }
        let stranger = try host.run("test", "--with", Fixtures.library("Controls"), "flows/a.flow")
        #expect(stranger.diagnostics.contains("is the feature 'controls', which the app does not have"))
        host.set("TMPDIR", "/nowhere")
        let unfolded = try host.run("test")
        #expect(unfolded.end == .exit(69) && unfolded.diagnostics.contains("set TMPDIR to one where it can"))
    }

    @Test(
        "flows have their paths below the directory as names, and a folder that a link leads back to is not taken again"
    )
    func names() throws {
        let host = try Self.host(["a.flow": "notes", "x/a.flow": "notes", ".hidden.flow": "?"])
        try FileManager.default.createSymbolicLink(
            atPath: "\(host.work)/flows/x/back", withDestinationPath: "..")
        #expect(
            try host.output("test", "flows").split(separator: "\n").map { $0.split(separator: " ")[1] }.sorted() == [
                "a", "flows:", "x/a",
            ])
        let both = try host.output("test", "flows/a.flow", "flows/x/a.flow")
        #expect(both.contains("ok      flows/a.flow    ") && both.contains("ok      flows/x/a.flow  "), "\(both)")
        try Self.write("# nothing\n", to: "flows/empty.flow", of: host)
        let empty = try host.run("test", "flows/empty.flow")
        #expect(empty.end == .exit(1) && empty.output.contains("flows/empty.flow has no step and expects nothing"))
    }

    @Test("a wrong flow shows ten of its lines, however many there are")
    func manyLines() throws {
        let host = try Self.host(["a.flow": String(repeating: "expct it\n", count: 5000)])
        let outcome = try host.run("test")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count(where: { $0.contains("there is no line 'expct …'; did you mean 'expect'?") }) == 10)
        #expect(outcome.output.contains("and 4990 more\n") && lines.count < 40, "\(lines.count)")
    }

    @Test("a feature inside the host that prints, or ends the host, neither hides why a flow fails nor lets it pass")
    func inline() throws {
        let host = try Sandbox(.only([.fixture("BreaksOnDemand")]), wiring: .text(#"{"root": "breaks"}"#))
        host.set("TMPDIR", host.work)
        for (button, reason) in [
            ("Print", "line 2: expected 'impossible', and the screen does not show it:"),
            ("Exit well", "the host was ended with the exit code 0 before the flow was over"),
            ("Exit", "the host was ended with the exit code 5 before the flow was over"),
            ("Abort", "the host was ended by the signal 6"),
            // ThreadSanitizer's runtime fails in the report of a crash.
        ] where button != "Abort" || Sanitizer.current == nil {
            try Self.write("press:\(button)\nexpect impossible\n", to: "a.flow", of: host)
            let outcome = try host.run("test", "--isolation", "inline", "a.flow")
            #expect(outcome.end == .exit(1) && outcome.output.contains(reason), "\(button): \(outcome)")
        }
    }

    @Test("a flow may end at a screen that fails if it says so, and what it says has no value of a variable")
    func expectedFailures() throws {
        let host = try Self.host([
            "a.flow": "render-fails/screen\nexpect-error the ink is dry\nexpect could not be rendered\n",
            "b.flow": "press:${LABEL}\n", "c.flow": "type:New note=${LABEL}\nexpect-error never\n",
        ])
        try host.install(.fixture("RenderFails"))
        let outcome = try host.run("test", "--set", "LABEL=hush")
        #expect(outcome.output.contains("ok      a  "), "\(outcome)")
        #expect(outcome.output.contains("flows/b.flow, line 1: press:${LABEL}: the screen shows no"), "\(outcome)")
        #expect(
            outcome.output.contains(
                "flows/c.flow, line 2: expected 'type:New note=${LABEL}' to fail with 'never', and it did not fail"))
    }

    @Test("annotations of a workflow name the file and the line, also of an included flow")
    func annotations() throws {
        let host = try Self.host(["a.flow": "expect 100%, or: more\n", "b.flow": "\ninclude a.flow\n"])
        let outcome = try host.run("test", "--format", "github", "flows/b.flow")
        let text = "flows/a.flow, line 1: expected '100%25, or: more', and the screen does not show it:"
        #expect(outcome.output.hasSuffix("::error file=flows/a.flow,line=1,title=flow b::\(text)\n"), "\(outcome)")
        #expect(try host.run("test", "--format", "github", "--json", "flows/b.flow").end == .exit(64))
        // GitHub takes no line of a feature's screen for a command.
        let said = "type:New note=::stop-commands::x\npress:Add\nexpect ##[error]\n"
        try Self.write(said, to: "flows/b.flow", of: host)
        let shown = try host.run("test", "--format", "github", "flows/b.flow").output
        #expect(shown.contains(":\u{200B}:stop-commands:\u{200B}:x") && !shown.contains("::stop"), "\(shown)")
    }

    @Test("JSON has each flow with its status, line and reasons")
    func json() throws {
        let host = try Self.host(["a.flow": "expect Nobody", "b.flow": "character/list"])
        let json = try JSON.parse(host.run("test", "--json").output)
        #expect(json["passed"] == 1 && json["failed"] == 1)
        #expect(json["flows"]?[0]?["line"] == 1 && json["flows"]?[0]?["status"] == "failed")
        #expect(json["flows"]?[1]?["status"] == "passed" && json["flows"]?[1]?["flow"] == "flows/b.flow")
    }

    @Test(
        "what is no flow is refused, with the reason",
        arguments: [
            (["nowhere"], 66, "'nowhere' cannot be read (No such file or directory); expected a flow, or a directory"),
            (["empty"], 66, "there is no flow in 'empty': a flow's name ends in .flow"),
            (["--jobs", "0"], 64, "'--jobs' is expected to be a number from 1 to 256"),
        ] as [([String], Int32, String)])
    func refused(arguments: [String], code: Int32, message: String) throws {
        let host = try Self.host(["a.flow": "back"])
        try Self.write("", to: "empty/x.txt", of: host)
        let outcome = try host.run(["test"] + arguments)
        #expect(outcome.end == .exit(code))
        #expect(outcome.diagnostics.contains(message), "\(outcome.diagnostics)")
    }

    @Test(
        "a script expects what a control is",
        arguments: [
            ("expect-value Name=", nil), ("type:Name=a=b\nexpect-value Name=a=b", nil),
            ("expect-value Name=x", "expected 'Name' to have the value 'x', and it has '':"),
            ("type:Name<<END\n  a\n\nb\nEND\nexpect-value Name=  a⏎⏎b", nil),
            ("expect-value On=off", nil),
            ("press:On\nexpect-value On=on", nil), ("expect-disabled Never", nil), ("expect-enabled Name", nil),
            ("expect-enabled Never", "expected 'Never' to be enabled, and it is disabled:"),
            ("expect-disabled On", "expected 'On' to be disabled, and it is enabled:"),
            ("expect-count 0 Nothing", nil), ("expect-count 1 name", nil),
            ("expect-count 2 Name", "expected 'Name' 2 times, and it is there 1 time:"),
            ("expect-value Nobody=1", "the screen shows no 'Nobody' to look at"),
            ("expect-count x", "'expect-count' lacks a number and a label: expect-count N LABEL"),
            ("expect-value x", "'expect-value' lacks a value: expect-value LABEL=TEXT"),
            ("expect-enabled", "'expect-enabled' lacks the label of a control: expect-enabled LABEL"),
            ("expect-note x", "'expect-note' is not an expectation; did you mean 'expect-not'?"),
            ("include nothing.flow", "the script 'flows/nothing.flow' cannot be read: No such file"),
            ("include a.flow", "'a.flow' includes itself: flows/a.flow -> flows/a.flow"),
        ])
    func controls(script: String, message: String?) throws {
        let host = try Sandbox(.only([.fixture("Controls")]), wiring: .text(#"{"root": "controls/screen"}"#))
        try Self.write(script + "\n", to: "flows/a.flow", of: host)
        let outcome = try host.run("navigate", "--script", "flows/a.flow")
        #expect((outcome.end == .exit(0)) == (message == nil), "\(outcome)")
        if let message { #expect(outcome.diagnostics.contains(message), "\(outcome.diagnostics)") }
    }

    @Test("doctor tells a warning as an annotation, and exits with 1 for it as for an error if it is strict")
    func strictDoctor() throws {
        let host = try Sandbox(
            .only([.home]), wiring: .text(#"{"root": "home", "redirects": {"home/character": "character/list"}}"#))
        #expect(try host.run("doctor").end == .exit(0))
        let strict = try host.run("doctor", "--strict", "--format", "github")
        #expect(strict.end == .exit(1))
        let text = try host.run("doctor", "--strict").output
        #expect(text.hasPrefix("error: ") && !text.contains("warning"), "\(text)")
        #expect(strict.output.contains("\n::error file="), "\(strict.output)")
        #expect(try host.run("doctor", "--format", "github").output.contains("\n::warning file="))
        // The place in the wiring is told once.
        #expect(strict.output.contains(#"::redirects."home/character": the redirect"#), "\(strict.output)")
    }

    @Test("doctor, check, diff and test print SARIF in the place of text, and annotations besides it")
    func formats() throws {
        let host = try Self.host(["a.flow": "expect Nobody"], wiring: #"{"root": "home"}"#)
        let library = "\(host.plugins)/libNotes.so"
        try Self.write(#"{"manifest": 1, "id": "a", "name": "A", "version": "1"}"#, to: "new.json", of: host)
        try Self.write(
            #"{"manifest": 1, "id": "a", "name": "A", "version": "1", "incoming": [{"name": "b"}]}"#, to: "old.json",
            of: host)
        for (command, rule, level, file) in [
            (["doctor"], "feature-absent", "warning", nil), (["test"], "flow a", "error", "flows/a.flow"),
            (["check", "--against", host.plugins, "--config", host.wiring, library], nil, "", nil),
            (["check", "--include", "elf-*", library], nil, "", nil),
            (["diff", "old.json", "new.json"], "incoming-removed", "error", "new.json"),
        ] as [([String], String?, String, String?)] {
            let log = try JSON.parse(host.run(command + ["--format", "sarif"]).output)
            let results = try #require(log["runs"]?[0]?["results"]?.array, "\(command)")
            #expect(log["version"] == "2.1.0")
            let result = results.first { $0["ruleId"]?.string == rule }
            #expect((result == nil) == (rule == nil), "\(command): \(log)")
            guard let rule else { continue }
            #expect(result?["level"]?.string == level)
            if let file {
                let place = result?["locations"]?[0]?["physicalLocation"]
                #expect(place?["artifactLocation"]?["uri"]?.string == file, "\(log)")
            }
            let text = try host.run(command + ["--format", "github"]).output
            #expect(text.contains("\n::\(level) ") && text.contains("title=\(rule)::"), "\(text)")
            let both = try host.run(command + ["--format", "sarif", "--json"])
            #expect(both.end == .exit(64) && both.output == "")
        }
    }
}
