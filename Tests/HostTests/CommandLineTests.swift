import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("The command line", .blocking)
struct CommandLineTests {
    private static let commands = [
        "run", "web", "navigate", "open", "serve", "replay", "list", "routes", "graph", "explain", "permissions",
        "doctor", "test",
        "new", "dev", "check", "diff", "completions", "manual", "schema", "help",
    ]
    /// The commands that do not read the app.
    private static let others = [
        "replay", "new", "check", "diff", "completions", "manual", "schema", "help",
    ]
    private static let list = commands.joined(separator: ", ")

    @Test("the help names every command, the directories that are searched, and the exit codes")
    func help() throws {
        let host = try Sandbox()
        let help = try host.output("--help")
        for command in Self.commands { #expect(help.contains("\n  \(command) "), "\(command)") }
        for word in ["SWITCHYARD_PLUGINS", "SWITCHYARD_CONFIG", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "EXIT CODES"] {
            #expect(help.contains(word), "\(word)")
        }
        #expect(try host.output("-h") == help)
        #expect(try host.output("help") == help)
    }

    @Test("an argument that is not UTF-8 is refused, not changed")
    func notUTF8() throws {
        let script = "exec '\(try Products.switchyard)' explain $'challenge://home/\\xff'"
        let outcome = try Subprocess("/bin/bash", ["-c", script], environment: Sandbox().environment).run()
        #expect(outcome.end == .exit(64))
        #expect(outcome.messages.first?.hasPrefix("argument 2 is not UTF-8: ") == true, "\(outcome.diagnostics)")
    }

    @Test("each command prints its help, by either way to ask", arguments: commands)
    func commandHelp(command: String) throws {
        let host = try Sandbox()
        let help = try host.output(command, "--help")
        #expect(help.contains("USAGE: switchyard \(command) [OPTION…]"))
        #expect(help.contains("\n  -h, --help "))
        let looksAtApp = !Self.others.contains(command)
        #expect(help.contains("\n  --plugins DIR ") == looksAtApp)
        #expect(help.contains("\n  --config FILE ") == (looksAtApp || command == "check"))
        // A command that talks with the user prints no data, and neither does one that prints a text for another
        // program.
        let printsData = !["run", "web", "serve", "dev", "completions", "manual", "schema", "help"].contains(command)
        #expect(help.contains("\n  --json ") == printsData)
        #expect(try host.output(command, "-h") == help)
        #expect(try host.output("help", command) == help)
        #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test("the version is one line")
    func version() throws {
        let output = try Sandbox().output("--version")
        #expect(output.hasPrefix("switchyard "))
        #expect(output.split(separator: "\n", omittingEmptySubsequences: false).count == 2)
    }

    @Test(
        "a wrong command line is refused with the mistake and with where to find help: 64",
        arguments: [
            (["lst"], "'lst' is not a command; did you mean 'list'?", ""),
            (["frobnicate"], "'frobnicate' is not a command", ""),
            (["--json", "list"], "'--json' stands where a command is expected: \(list)", ""),
            (["help", "lst"], "'lst' is not a command; did you mean 'list'?", ""),
            (["help", "list", "run"], "'help' takes one COMMAND at most, and 'run' was given too", "help"),
            (["completions"], "'completions' takes one bash|zsh|fish, and none was given", "completions"),
            (["replay", "a", "b"], "'replay' takes one FILE, and 'b' was given too", "replay"),
            (["replay"], "'replay' takes one FILE, and none was given", "replay"),
            (["diff", "a"], "'diff' takes two operands, FILE and FILE, and only 'a' was given", "diff"),
            (["diff", "a", "b", "c"], "'diff' takes two operands, FILE and FILE, and 'c' was given too", "diff"),
            (
                ["completions", "tcsh"], "'tcsh' is not a shell that is known here: expected bash, zsh, fish",
                "completions"
            ),
            (["manual", "1"], "there is no manual page '1': expected switchyard, switchyard.jsonc", "manual"),
            (
                ["manual", "switchyard", "1"],
                "'manual' takes one switchyard|switchyard.jsonc at most, and '1' was given too", "manual"
            ),
            (["schema", "1"], "'schema' takes no operands, and '1' was given", "schema"),
            (["navigate", "--isolation"], "'--isolation' needs a value: --isolation process|inline", "navigate"),
            (
                ["list", "--plugin=x"], "'--plugin' is not an option of 'switchyard list'; did you mean '--plugins'?",
                "list"
            ),
            (["list", "-x"], "'-x' is not an option of 'switchyard list'", "list"),
            (["list", "--wait", "1s"], "'--wait' is not an option of 'switchyard list'", "list"),
            (["list", "--plugins"], "'--plugins' needs a value: --plugins DIR", "list"),
            (["routes", "--config"], "'--config' needs a value: --config FILE", "routes"),
            (["list", "--json=yes"], "'--json' takes no value", "list"),
            (["list", "home"], "'list' takes no operands, and 'home' was given", "list"),
            (["list", "--", "--json"], "'list' takes no operands, and '--json' was given", "list"),
            (["doctor", "home"], "'doctor' takes no operands, and 'home' was given", "doctor"),
            (["docter"], "'docter' is not a command; did you mean 'doctor'?", ""),
            (["explain"], "'explain' takes one LINK|DESTINATION|FILE, and none was given", "explain"),
            (
                ["explain", "home", "character"],
                "'explain' takes one LINK|DESTINATION|FILE, and 'character' was given too", "explain"
            ),
            (
                ["navigate", "--wait", "soon"],
                "'soon' is not a time to wait: expected more than 0, such as 500ms or 5s", "navigate"
            ),
            (
                ["navigate", "--wait", "5"], "'5' is not a time to wait: expected more than 0, such as 500ms or 5s",
                "navigate"
            ),
            (
                ["navigate", "--wait", "-1s"], "'-1s' is not a time to wait: expected more than 0, such as 500ms or 5s",
                "navigate"
            ),
            (
                ["navigate", "--wait", "1e400s"],
                "'1e400s' is not a time to wait: expected more than 0, such as 500ms or 5s", "navigate"
            ),
            (
                ["navigate", "--wait="], "'' is not a time to wait: expected more than 0, such as 500ms or 5s",
                "navigate"
            ),
            (
                ["navigate", "pres:Characters"],
                "'pres:Characters' is neither a link (SCHEME://HOST/PATH), a destination nor a step; did you mean "
                    + "'press:'?", "navigate"
            ),
            (
                ["navigate", "home", "type:Filter"],
                "the step 'type:Filter' lacks a text: expected type:LABEL=TEXT", "navigate"
            ),
            (
                ["navigate", "Home"],
                "'Home' is not a destination: 'Home' is not a feature id (lower-case letters, digits and '-', beginning "
                    + "with a letter); expected FEATURE/ROUTE?NAME=VALUE, such as character/detail?identifier=42",
                "navigate"
            ),
        ] as [([String], String, String)])
    func usage(arguments: [String], message: String, command: String) throws {
        let outcome = try Sandbox().run(arguments)
        #expect(outcome.end == .exit(64))
        #expect(outcome.output == "")
        let help = command.isEmpty ? "--help" : "\(command) --help"
        #expect(outcome.messages == [message, "Run 'switchyard \(help)' for what there is."])
    }

    @Test("after two dashes everything is an operand")
    func dashes() throws {
        let host = try Sandbox()
        #expect(try host.output("navigate", "--", "home") == host.output("navigate", "home"))
    }

    @Test(
        "a value stands behind its option or after an equals sign, and options stand anywhere",
        .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
    func values() throws {
        let host = try Sandbox(.only([.fixture("Plain")]), wiring: .none)
        host.set("SWITCHYARD_PLUGINS", nil)
        let apart = try host.output("list", "--plugins", host.plugins)
        #expect(apart.contains("\nplain "))
        #expect(try host.output("list", "--plugins=\(host.plugins)") == apart)
        let screen = try host.output("navigate", "--plugins", host.plugins, "plain")
        #expect(screen == "system > plain\n\nThis is plain 1.0.0.\n")
        #expect(try host.output("navigate", "plain", "--wait=2s", "--plugins", host.plugins) == screen)
    }

    @Test(
        "named directories replace all others, and the first one has precedence",
        .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
    func directories() throws {
        let host = try Sandbox(.only([.fixture("Plain")]), wiring: .none)
        try host.directory.makeDirectory("second")
        try Feature.fixture("PlainTwo").write(to: host.directory("second/libPlain.so"))
        func version(_ directories: String...) throws -> JSON? {
            let options = directories.flatMap { ["--plugins", $0] }
            let features = try JSON.parse(host.run(["list", "--json"] + options).output)["features"]
            #expect(features?.array?.count == 1)
            return features?[0]?["version"]
        }
        #expect(try version(host.plugins, host.directory("second")) == "1.0.0")
        #expect(try version(host.directory("second"), host.plugins) == "2.0.0")
        host.set("SWITCHYARD_PLUGINS", "\(host.directory("second")):\(host.plugins)")
        #expect(try version() == "2.0.0")
        #expect(try version(host.plugins) == "1.0.0")
    }

    @Test(
        "data goes to standard output, messages go to standard error, and all JSON parses",
        arguments: [
            ["list"], ["routes"], ["routes", "home"], ["graph"], ["explain", "home"], ["explain", "nowhere"],
            ["explain", "challenge://character/detail?id=x"], ["explain", "libHomeFeature.so"], ["doctor"],
            ["navigate"], ["navigate", "nowhere"],
            ["navigate", "press:Nothing"], ["navigate", "challenge://character/detail?id=42"],
        ])
    func json(command: [String]) throws {
        let outcome = try Sandbox().run(command + ["--json"])
        _ = try JSON.parse(outcome.output)
        #expect(outcome.output.hasSuffix("}\n"))
        #expect(outcome.messages.allSatisfy { !$0.contains("{") })
    }

    @Test(
        "no text of a feature reaches the terminal as a control sequence",
        .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
    func escapes() throws {
        // Each run itself checks its output for escapes.
        let host = try Sandbox(.only([.fixture("WritesEscapes")]), wiring: .none)
        #expect(try host.output("list").contains("1␛[31m"))
        #expect(try host.output("routes").contains("writes-escapes  ␛[2J␛[31mred"))
        #expect(try host.output("navigate", "writes-escapes").contains("\n␛[2J␛[31mred\n"))
        #expect(try host.output("explain", "writes-escapes").contains("1␛[31m"))
        for command in [["list"], ["routes"], ["navigate", "writes-escapes"], ["explain", "writes-escapes"]] {
            _ = try JSON.parse(host.run(command + ["--json"]).output)
        }
        #expect(try host.run("navigate", "challenge://writes-escapes/\u{1b}[31m").end == .exit(1))
        #expect(try host.run("\u{1b}[31m").end == .exit(64))
    }
}
