import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("navigate --script", .blocking, .inlineAndInWorkers)
struct ScriptTests {
    private let host: Sandbox

    init() throws {
        host = try Sandbox()
    }

    /// Runs a script from the working directory.
    private func run(_ script: String, _ arguments: String...) throws -> Subprocess.Outcome {
        try run(bytes: Array(script.utf8), arguments)
    }

    private func run(bytes: [UInt8], _ arguments: [String] = []) throws -> Subprocess.Outcome {
        try File.write(bytes, to: "\(host.work)/flow")
        return try host.run(["navigate", "--script", "flow"] + arguments)
    }

    // MARK: Reading

    @Test("a script of steps prints the output of the steps on the command line")
    func steps() throws {
        let outcome = try run("press:Characters\ntype:Filter=bennet\npress:Elizabeth Bennet\n")
        #expect(outcome.end == .exit(0))
        #expect(outcome.diagnostics == "")
        #expect(
            try outcome.output
                == host.output("navigate", "press:Characters", "type:Filter=bennet", "press:Elizabeth Bennet"))
    }

    @Test(
        "a script ignores blanks around lines, blank lines, comments, CR LF, a byte order mark and a last line end",
        arguments: [
            "press:Characters\nexpect 72 characters",
            "  press:Characters \t\n\texpect\t 72 characters  \n",
            "\n# a comment\n\npress:Characters\n   # another\n\nexpect 72 characters\n\n",
            "press:Characters\r\nexpect 72 characters\r\n",
            "\u{feff}press:Characters\nexpect 72 characters\n",
            "\u{feff}# press:Nothing\r\npress:Characters\r\n\r\nexpect 72 characters",
        ])
    func tolerated(script: String) throws {
        let outcome = try run(script)
        #expect(outcome.end == .exit(0), "\(outcome.diagnostics)")
        #expect(outcome.firstLine == "home > character/list")
    }

    @Test("an empty script has no steps", arguments: ["", "\n\n", "# nothing\n", "\u{feff}"])
    func empty(script: String) throws {
        let outcome = try run(script)
        #expect(outcome.end == .exit(0))
        #expect(outcome.firstLine == "home")
    }

    @Test(
        "a field takes the lines of a script as they stand, up to the line that ends them",
        .enabled(if: Fixtures.haveCompiler, "no cc is installed"),
        arguments: [
            (
                "type:Text<<END\none\n  two \n\n# three\nEND\nexpect 3 line breaks",
                ["| one", "|   two", "|", "| # three"]
            ),
            ("  type:Text<<a_1\r\none\r\ntwo\r\n a_1 \r\nexpect 1 line breaks\r\n", ["| one", "| two"]),
            ("type:Text<<END\nEND\nexpect 0 line breaks", ["Text: []"]),
            ("type:Text=a<<END\nexpect 0 line breaks", ["Text: [a<<END]"]),
        ])
    func severalLines(script: String, lines: [String]) throws {
        let host = try Sandbox(.only([.fixture("Unruly")]), wiring: .text(#"{"root": "unruly/writes"}"#))
        try File.write(script, to: "\(host.work)/flow")
        let outcome = try host.run("navigate", "--script", "flow")
        #expect(outcome.end == .exit(0), "\(outcome.diagnostics)")
        #expect(outcome.output.contains(lines.joined(separator: "\n")), "\(outcome.output)")
    }

    @Test(
        "a text without an end, or with a line that is no text, is an error at its line",
        arguments: [
            ("back\ntype:Filter<<END\none\n END_\n", "line 2: the text has no end: expected a line 'END' below it"),
            ("type:Filter<<END\none\0\nEND\n", "line 2: the line holds a NUL; expected text"),
            ("type:Filter<<\n", "line 1: the step 'type:Filter<<' lacks a text: expected type:LABEL=TEXT"),
        ])
    func badText(script: String, message: String) throws {
        let outcome = try run(script)
        #expect(outcome.end == .exit(65))
        #expect(outcome.messages == ["flow, \(message)"])
    }

    @Test("operands come first, then the scripts in their order")
    func order() throws {
        try File.write("expect-state home > character/list\npress:Don Quixote\n", to: "\(host.work)/first")
        try File.write("expect Cervantes\nback\n", to: "\(host.work)/second")
        let output = try host.output(
            "navigate", "--script", "first", "press:Characters", "--script=second", "--state")
        #expect(
            output.hasPrefix(
                """
                press:Characters
                  home > character/list
                press:Don Quixote
                  home > character/list > character/detail?identifier=1
                back
                  home > character/list

                """))
        let other = try host.run("navigate", "--script", "second", "--script", "first", "press:Characters")
        #expect(other.end == .exit(1))
        #expect(other.messages.first?.hasPrefix("second, line 1: expected 'Cervantes'") == true)
    }

    @Test("a failed operand is the last step, and no script runs")
    func operandFails() throws {
        let outcome = try run("expect nothing of this\n", "press:Nobody")
        #expect(outcome.end == .exit(1))
        #expect(outcome.messages.count == 1)
        #expect(outcome.diagnostics.contains("press:Nobody: the screen shows no 'Nobody'"))
    }

    @Test("a minus means standard input")
    func standardInput() throws {
        try File.write("press:Characters\nexpect Nobody\n", to: "\(host.work)/flow")
        let outcome = try host.run(["navigate", "--script", "-"], input: "\(host.work)/flow")
        #expect(outcome.end == .exit(1))
        #expect(outcome.firstLine == "home > character/list")
        #expect(outcome.messages.first?.hasPrefix("standard input, line 2: expected 'Nobody'") == true)
        let twice = try host.run("navigate", "--script", "-", "--script", "-")
        #expect(twice.end == .exit(64))
    }

    @Test(
        "an invalid line is reported with its number, and no step is taken: 65",
        arguments: [
            ("pres:Characters", "'pres:Characters' is neither a link (SCHEME://HOST/PATH), a destination nor a step"),
            ("type:Filter", "the step 'type:Filter' lacks a text: expected type:LABEL=TEXT"),
            ("Home", "'Home' is not a destination"),
            ("force:press:X", "'force:press:X' cannot be forced"),
            ("bakc", "'bakc' is neither a step nor the id of an installed feature; did you mean 'back'?"),
            ("Root", "'Root' is neither a step nor the id of an installed feature; did you mean 'root'?"),
            ("force:dismis", "'dismis' is neither a step nor the id of an installed feature; did you mean 'dismiss'?"),
            ("expect", "'expect' lacks the text that the screen is to show: expect TEXT"),
            ("expect \t", "'expect' lacks the text that the screen is to show: expect TEXT"),
            ("expect-state", "'expect-state' lacks a state"),
            ("expect-error", "'expect-error' lacks a part of the message"),
            ("expect-stat home", "'expect-stat' is not an expectation; did you mean 'expect-state'?"),
            ("expect-nothing", "'expect-nothing' is not an expectation; did you mean 'expect-not'?"),
            (
                "expect-zzzzzzzzzz",
                "'expect-zzzzzzzzzz' is not an expectation; there are expect, expect-not, expect-value, expect-enabled, "
                    + "expect-disabled, expect-count, expect-state, expect-url, expect-error"
            ),
            ("expect-state {", "this is no JSON: character 2 of the state: expected a key in double quotes or '}'"),
            ("expect-state {\"a\": 1} x", "this is no JSON: character 10 of the state"),
            ("expect-state {}", "'{}' is true of every state; expected the members that it is to have"),
            ("expect-state [start] home | [more] home", "this is no state: no tab is selected"),
            ("expect-state home > popup:home", "this is no state: 'popup' is not a presentation"),
            ("expect-state home >", "this is no state:"),
            ("expect-error before any step", "'expect-error' must stand right behind the step that is to fail"),
            ("home\nexpect Home\nexpect-error late", "'expect-error' must stand right behind the step"),
            ("\u{0}", "the line holds a NUL; expected text"),
        ])
    func wrongLine(lines: String, message: String) throws {
        let outcome = try run("# a comment\n\(lines)\n")
        let number = 1 + lines.split(separator: "\n", omittingEmptySubsequences: false).count
        #expect(outcome.end == .exit(65))
        #expect(outcome.output == "")
        #expect(outcome.messages.count == 1)
        #expect(outcome.messages.first?.hasPrefix("flow, line \(number): \(message)") == true, "\(outcome.messages)")
    }

    @Test("a line that is not UTF-8 is reported with its number")
    func notUTF8() throws {
        for bytes in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xFF, 0xFE, 0x68]] as [[UInt8]] {
            let outcome = try run(bytes: Array("home\n# \n".utf8) + bytes + Array("\nback".utf8))
            #expect(outcome.end == .exit(65))
            #expect(outcome.messages == ["flow, line 3: the line is not UTF-8"])
        }
        // The same holds in a comment, since invalid text may be anything.
        #expect(try run(bytes: [0x23, 0xFF]).messages == ["flow, line 1: the line is not UTF-8"])
    }

    @Test("all invalid lines of all scripts are reported, at most ten")
    func manyWrong() throws {
        try File.write("expect\nhome\nexpect\n", to: "\(host.work)/other")
        let two = try run("x:\n", "--script", "other")
        #expect(two.end == .exit(65))
        #expect(two.messages.map { $0.prefix(13) } == ["flow, line 1:", "other, line 1", "other, line 3"])
        let many = try run(String(repeating: "expect\n", count: 12))
        #expect(many.end == .exit(65))
        #expect(many.messages.count == 11)
        #expect(many.messages.last == "2 more lines are wrong.")
        #expect(many.messages[9].hasPrefix("flow, line 10:"))
    }

    @Test("a script of 1 MiB is read, and a longer one is refused")
    func size() throws {
        let line = "# " + String(repeating: "x", count: 61) + "\n"
        let whole = String(repeating: line, count: (1 << 20) / line.utf8.count)
        #expect(whole.utf8.count == 1 << 20)
        #expect(try run(whole).end == .exit(0))
        let outcome = try run(whole + "\n")
        #expect(outcome.end == .exit(65))
        #expect(outcome.messages == ["flow: a script has at most 1 MiB, and this one has more"])
        #expect(try host.run("navigate", "--script", "/dev/zero").end == .exit(65))
    }

    @Test(
        "an unreadable script is reported with the reason, and no step is taken: 66",
        arguments: [("missing", "No such file or directory"), (".", "it is a directory, and no file")])
    func notReadable(path: String, reason: String) throws {
        let outcome = try host.run("navigate", "--script", path)
        #expect(outcome.end == .exit(66))
        #expect(outcome.output == "")
        #expect(outcome.messages == ["the script '\(path)' cannot be read: \(reason)"])
    }

    // MARK: Failed steps

    @Test("a failed step ends the script, and is reported with its line")
    func wrongStep() throws {
        let outcome = try run("press:Characters\n\n# back\npress:Nobody\nback\n")
        #expect(outcome.end == .exit(1))
        #expect(outcome.firstLine == "home > character/list")
        #expect(outcome.messages.count == 1)
        #expect(
            outcome.messages.first?.hasPrefix("flow, line 4: press:Nobody: the screen shows no 'Nobody' to press;")
                == true)
    }

    @Test("an expect below a failed step does not keep the script going")
    func wrongStepBeforeExpect() throws {
        let outcome = try run("back\nexpect Home\n")
        #expect(outcome.end == .exit(1))
        #expect(outcome.messages == ["flow, line 1: there is nothing to go back to: this is the root"])
    }

    @Test(
        "a step that fails as expected keeps the script going",
        arguments: [
            "back\nexpect-error nothing to go back to\npress:Characters",
            "back\n\n# even so\nexpect-error nothing\nexpect-error this is the root\nexpect Home\npress:Characters",
            "nowhere\nexpect-error no feature 'nowhere'\nexpect Not found\nback\npress:Characters",
            "press:Nobody\nexpect-error the screen shows no 'Nobody'\npress:Characters",
            "challenge://character/x\nexpect-error matches no link pattern\nexpect Welcome\npress:Characters",
        ])
    func expectedError(script: String) throws {
        let outcome = try run(script + "\nexpect-state home > character/list")
        #expect(outcome.end == .exit(0), "\(outcome.diagnostics)")
        #expect(outcome.diagnostics == "")
        #expect(outcome.firstLine == "home > character/list")
    }

    @Test("a step that fails with another error ends the script at the expectation, with the error found")
    func otherError() throws {
        let outcome = try run("back\n\nexpect-error root\nexpect-error locked\n")
        #expect(outcome.end == .exit(1))
        #expect(
            outcome.messages == [
                "flow, line 4: expected 'back' to fail with 'locked'",
                "  found  there is nothing to go back to: this is the root",
            ])
    }

    @Test("a step that succeeds although it should fail ends the script")
    func noError() throws {
        let outcome = try run("press:Characters\nexpect-error disabled\nback\n")
        #expect(outcome.end == .exit(1))
        #expect(outcome.firstLine == "home > character/list")
        #expect(
            outcome.messages == [
                "flow, line 2: expected 'press:Characters' to fail with 'disabled', and it did not fail"
            ])
    }

    // MARK: expect

    @Test(
        "expect takes any text of the screen",
        arguments: ["Elizabeth Bennet", "Work  Pride and Prejudice", "[Back]", "=========\nexpect Work"])
    func expect(text: String) throws {
        let outcome = try run("challenge://character/detail?id=42\nexpect \(text)\nexpect Austen\n")
        #expect(outcome.end == .exit(0), "\(outcome.diagnostics)")
    }

    @Test("the place and the link that navigate prints above the screen are an expected state and link")
    func pasted() throws {
        let link = "challenge://character/detail?id=42"
        let shown = try run(link)
        let lines = shown.output.split(separator: "\n").map(String.init)
        let outcome = try run("\(link)\nexpect-state \(lines[0])\nexpect-url \(lines[1])\n")
        #expect(lines[1] == link && outcome.end == .exit(0), "\(outcome.diagnostics)")
        let above = try run("\(link)\nexpect \(link)\n")
        #expect(above.messages[0].contains("there are 'expect-state' and 'expect-url'"), "\(above.messages)")
        let other = try run("\(link)\nexpect-url \(link)1\n")
        #expect(
            other.diagnostics == """
                switchyard: flow, line 2: the link of the screen is not the expected one
                  expected  \(link)1
                  found     \(link)

                """)
    }

    @Test(
        "a variable stands for what the script sets, or the command line",
        arguments: [
            ("set WHO=Emma\nexpect ${WHO}", [], nil), ("expect ${WHO}", ["--set", "WHO=Emma"], nil),
            ("set WHO=Nobody\nexpect ${WHO}", ["--set", "WHO=Em", "--set=WHO=Emma"], nil),
            ("# ${NOTHING}\nset A=Em\nset B=${A}ma\nexpect ${B}", [], nil), ("expect-not $${A}", [], nil),
            ("expect-not $A {A} $", [], nil),
            ("expect ${WHO}", [], "line 2: the variable 'WHO' has no value; give it one by --set WHO=VALUE"),
            ("expect ${W", [], "line 2: '${' begins a variable, ${NAME}, and this is none"),
            ("expect ${1}", [], "line 2: '${' begins a variable, ${NAME}, and this is none"),
            ("set A", [], "line 2: 'set A' sets nothing: expected set NAME=VALUE"),
            ("back", ["--set", "A-B=1"], "'--set A-B=1' sets nothing: expected NAME=VALUE"),
        ] as [(String, [String], String?)])
    func variables(lines: String, options: [String], message: String?) throws {
        try File.write("character/list\n\(lines)\n", to: "\(host.work)/variables")
        let outcome = try host.run(["navigate", "--script", "variables"] + options)
        #expect((outcome.end == .exit(0)) == (message == nil), "\(outcome)")
        if let message { #expect(outcome.diagnostics.contains(message), "\(outcome.diagnostics)") }
    }

    @Test("the only line of a here-document keeps the blanks at its ends")
    func oneLine() throws {
        let outcome = try run("character/list\ntype:Filter<<END\n bennet \nEND\nexpect-value Filter= bennet \n")
        #expect(outcome.messages[0].contains("expected 'Filter' to have the value ' bennet', and it has ' bennet '"))
    }

    @Test("a text that is not shown is reported with its line and the screen")
    func unexpected() throws {
        let outcome = try run("expect Welcome\nexpect nobody\npress:Characters\n")
        #expect(outcome.end == .exit(1))
        #expect(
            outcome.diagnostics == """
                switchyard: flow, line 2: expected 'nobody', and the screen does not show it:
                  home
                  challenge://home/main
                \("  ")
                  Home
                  ====
                \("  ")
                  Welcome to Switchyard.
                  [Characters]
                  [Featured character]

                """)
        // Standard output is the same as without a script.
        #expect(try outcome.output == host.output("navigate"))
    }

    @Test("a script that fails prints JSON on standard output too")
    func json() throws {
        let outcome = try run("expect nobody\n", "--json")
        #expect(outcome.end == .exit(1))
        #expect(outcome.output.hasPrefix("{\n"))
    }

    // MARK: expect-state

    @Test(
        "expect-state takes a state's text, or members of its JSON",
        arguments: [
            "home > character/list > managedSheet:character/detail?identifier=42",
            "home>character/list>managedSheet:character/detail?identifier=42",
            #"{"tabs": [{"entries": [{"destination": "home"}, {}, {"presentation": "managedSheet"}]}]}"#,
            #"{"tabs": [{"entries": [{}, {"destination": "character/list", "presentation": "push"}, {}]}]}"#,
            #"{"tabs": [{}]}"#,
        ])
    func expectState(state: String) throws {
        let outcome = try run(
            "character/list\nmanagedSheet:character/detail?identifier=42\nexpect-state \(state)\n")
        #expect(outcome.end == .exit(0), "\(outcome.diagnostics)")
    }

    @Test("a state other than expected is reported with both")
    func otherState() throws {
        let outcome = try run("character/list\nexpect-state home>home\n")
        #expect(outcome.end == .exit(1))
        let start = """
            switchyard: flow, line 2: the state is not the expected one
              expected  home > home
              found     home > character/list
              \("")
              home > character/list

            """
        #expect(outcome.diagnostics.hasPrefix(start), "\(outcome.diagnostics)")
    }

    @Test(
        "the first member of JSON that differs is reported with its path",
        arguments: [
            (#"{"tabs": []}"#, "tabs", "[]", #"[{"entries":[{"destination":"home","presentation":"push"}]}]"#),
            (
                #"{"tabs": [{"entries": [{"destination": "x"}]}]}"#, "tabs[0].entries[0].destination", #""x""#,
                #""home""#
            ),
            (
                #"{"tabs": [{"entries": [{"presentation": null}]}]}"#, "tabs[0].entries[0].presentation", "null",
                #""push""#
            ),
            (
                #"{"tabs": [{"entries": [[]]}]}"#, "tabs[0].entries[0]", "[]",
                #"{"destination":"home","presentation":"push"}"#
            ),
            (#"{"selected": "start"}"#, "selected", #""start""#, "no such member"),
            (#"{"tabs": [{"name": {}}]}"#, "tabs[0].name", "{}", "no such member"),
        ])
    func otherMember(state: String, path: String, expected: String, found: String) throws {
        let outcome = try run("expect-state \(state)\n")
        #expect(outcome.end == .exit(1))
        let start = """
            switchyard: flow, line 1: the state is not the expected one at \(path)
              expected  \(expected)
              found     \(found)
              \("")
              home
              challenge://home/main

            """
        #expect(outcome.diagnostics.hasPrefix(start), "\(outcome.diagnostics)")
    }

    // MARK: Waiting

    @Test("an expectation is checked once the screen has settled", .enabled(if: Fixtures.haveCompiler))
    func settled() throws {
        let host = try Sandbox(.only([.fixture("LoadsForever")]), wiring: .none)
        try File.write("loads-forever\nexpect Loading\n", to: "\(host.work)/flow")
        let outcome = try host.run("navigate", "--script", "flow", "--wait", "50ms")
        #expect(outcome.end == .exit(69))
        #expect(outcome.messages.first?.hasPrefix("flow, line 1: the screen was still loading after") == true)
    }
}
