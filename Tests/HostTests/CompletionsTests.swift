import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("The completions of shells", .blocking)
struct CompletionsTests {
    @Test("bash accepts its script", .enabled(if: installedProgram("bash") != nil, "no bash is installed"))
    func bash() throws { try check("bash") }

    @Test("zsh accepts its script", .enabled(if: installedProgram("zsh") != nil, "no zsh is installed"))
    func zsh() throws { try check("zsh") }

    @Test("fish accepts its script", .enabled(if: installedProgram("fish") != nil, "no fish is installed"))
    func fish() throws { try check("fish") }

    private func check(_ shell: String) throws {
        let host = try Sandbox()
        let script = host.directory("script")
        try File.write(host.output("completions", shell), to: script)
        let program = try #require(installedProgram(shell))
        let outcome = try Subprocess(program, ["-n", script], environment: host.environment).run()
        #expect(outcome.end == .exit(0))
        #expect(outcome.output + outcome.diagnostics == "")
    }

    @Test(
        "every script has every command with its summary, and all of its options", arguments: ["bash", "zsh", "fish"])
    func table(shell: String) throws {
        let host = try Sandbox()
        let script = try host.output("completions", shell)
        let commands = try CommandTable(host).commands
        #expect(commands.count >= 10)
        for command in commands {
            let options = command.options
            switch shell {
            case "bash":
                #expect(script.contains("\(command.name))\n            options=(\(options.joined(separator: " ")))"))
            case "zsh":
                let summary = command.summary.replacing("'", with: #"'\''"#)
                #expect(script.contains("'\(command.name):\(summary)'"))
                let part = try #require(script.components(separatedBy: " \(command.name))\n").last)
                let specifications = String(part).components(separatedBy: ";;")[0]
                for option in options { #expect(specifications.contains(option), "\(command.name) \(option)") }
            default:
                let summary = command.summary.replacing("'", with: #"\'"#)
                #expect(script.contains("-a \(command.name) -d '\(summary)'"))
                for option in options {
                    let line = script.split(separator: "\n").first {
                        $0.contains("'__switchyard_is \(command.name)") && $0.contains(" -l \(option.dropFirst(2)) ")
                    }
                    #expect(line != nil, "\(command.name) \(option)")
                }
            }
        }
    }

    @Test(
        "bash completes commands, options, their values and installed features at a terminal",
        .enabled(if: installedProgram("bash") != nil, "no bash is installed"))
    func typing() throws {
        let host = try Sandbox()
        // The registry knows the features from then on, as on a machine where the app has been used.
        _ = try host.output("list")
        for name in ["a file.jsonc", "flow.txt"] { try File.write("", to: "\(host.work)/\(name)") }
        try host.directory.makeDirectory("work/features")
        let shell = try CompletingShell(.bash, host)
        let table = [
            ("switchyard na", "switchyard navigate "),
            ("switchyard --v", "switchyard --version "),
            ("switchyard help expl", "switchyard help explain "),
            ("switchyard completions z", "switchyard completions zsh "),
            ("switchyard completions bash z", "switchyard completions bash z"),
            ("switchyard list --al", "switchyard list --allow-insecure "),
            // An option that was given once is not offered again; an option that may be repeated is.
            ("switchyard list --json --js", "switchyard list --json --js"),
            ("switchyard list --plugins features --pl", "switchyard list --plugins features --plugins "),
            ("switchyard navigate --isolation in", "switchyard navigate --isolation inline "),
            ("switchyard navigate --isolation=in", "switchyard navigate --isolation=inline "),
            ("switchyard graph home --format=me", "switchyard graph home --format=mermaid "),
            ("switchyard navigate --wait ", "switchyard navigate --wait "),
            ("switchyard navigate --script fl", "switchyard navigate --script flow.txt "),
            ("switchyard navigate --script=fl", "switchyard navigate --script=flow.txt "),
            ("switchyard list --config a", #"switchyard list --config a\ file.jsonc "#),
            ("switchyard list --plugins f", "switchyard list --plugins features/"),
            ("switchyard list --plugins=f", "switchyard list --plugins=features/"),
            ("switchyard routes ch", "switchyard routes character "),
            ("switchyard navigate ta", "switchyard navigate tab:"),
            ("switchyard navigate home sheet:character/l", "switchyard navigate home sheet:character/list "),
            ("switchyard navigate challenge://ho", "switchyard navigate challenge://home/main "),
            ("switchyard navigate challenge://character/d", #"switchyard navigate challenge://character/detail\?id="#),
            (#"switchyard navigate character/detail\?id"#, #"switchyard navigate character/detail\?identifier="#),
            ("switchyard navigate 'sheet:character/l", "switchyard navigate 'sheet:character/list' "),
            ("switchyard explain fl", "switchyard explain flow.txt "),
            ("switchyard check -t elf --se", "switchyard check -t elf --seed "),
            ("switchyard check flow.txt fe", "switchyard check flow.txt features/"),
            ("switchyard list --nothing=", "switchyard list --nothing="),
            ("switchyard frobnicate x", "switchyard frobnicate x"),
            // The command is not the first word of the line.
            ("FOO=1 switchyard na", "FOO=1 switchyard navigate "),
            ("cd . && switchyard na", "cd . && switchyard navigate "),
        ]
        for (typed, expected) in table {
            let line = try shell.completion(of: typed)
            #expect(line == expected)
        }
    }

    @Test(
        "zsh completes them too, and adds no backslash inside of quotes",
        .enabled(if: installedProgram("zsh") != nil, "no zsh is installed"))
    func typingInZsh() throws {
        let host = try Sandbox()
        _ = try host.output("list")
        try File.write("", to: "\(host.work)/flow.txt")
        let shell = try CompletingShell(.zsh, host)
        let table = [
            ("switchyard na", "switchyard navigate "),
            ("switchyard help expl", "switchyard help explain "),
            ("switchyard completions f", "switchyard completions fish "),
            ("switchyard list --al", "switchyard list --allow-insecure "),
            ("switchyard navigate --isolation=in", "switchyard navigate --isolation=inline "),
            ("switchyard navigate --script fl", "switchyard navigate --script flow.txt "),
            ("switchyard routes ch", "switchyard routes character "),
            ("switchyard navigate ta", "switchyard navigate tab:"),
            ("switchyard navigate home sheet:character/l", "switchyard navigate home sheet:character/list "),
            ("switchyard navigate challenge://character/d", #"switchyard navigate challenge://character/detail\?id="#),
            ("switchyard navigate 'character/d", "switchyard navigate 'character/detail?identifier="),
            ("switchyard explain fl", "switchyard explain flow.txt "),
        ]
        for (typed, expected) in table {
            let line = try shell.completion(of: typed)
            #expect(line == expected)
        }
    }

    /// Names of tabs that a shell would split, expand or run if they were not quoted.
    private static let oddTabs = Sandbox.Wiring.text(
        """
        {"tabs": [{"name": "My people", "root": "character/list"}, {"name": "It's \\"$(touch x)\\"", "root": "home"},
                  {"name": "a:b", "root": "home"}]}
        """)

    @Test("the shells complete a tab's name as one word, and leave out one that the open quote cannot hold")
    func tabs() throws {
        let host = try Sandbox(wiring: Self.oddTabs)
        _ = try host.output("list")
        let table = [
            ("switchyard navigate tab:M", #"switchyard navigate tab:My\ people "#),
            (#"switchyard navigate tab:My\ p"#, #"switchyard navigate tab:My\ people "#),
            ("switchyard navigate 'tab:My p", "switchyard navigate 'tab:My people' "),
            ("switchyard navigate tab:I", #"switchyard navigate tab:It\'s\ \"\$\(touch\ x\)\" "#),
            ("switchyard navigate tab:a", "switchyard navigate tab:a:b "),
        ]
        let quoted = ["switchyard navigate 'tab:I", "switchyard navigate \"tab:I"]
        for kind in [CompletingShell.Kind.bash, .zsh] where installedProgram(kind.rawValue) != nil {
            let shell = try CompletingShell(kind, host)
            for (typed, expected) in table {
                let line = try shell.completion(of: typed)
                #expect(line == expected, "\(kind)")
            }
            guard kind == .bash else { continue }
            for typed in quoted {
                let line = try shell.completion(of: typed)
                #expect(line == typed)
            }
        }
    }

    @Test(
        "fish offers candidates with their descriptions",
        .enabled(if: installedProgram("fish") != nil, "no fish is installed"),
        arguments: [
            ("na", ["navigate\tTake steps through the app, and print the screen where they end."]),
            ("help expl", ["explain"]),
            ("completions bash ", []),
            ("list --al", ["--allow-insecure\tUse files and directories that others may have written."]),
            ("list --json --js", []),
            (
                "navigate --isolation=in",
                ["--isolation=inline\tRun every feature in a process of its own, or inline: in this one."]
            ),
            ("navigate --script fl", ["flow.txt"]),
            (
                "routes ch",
                ["character\tCharacters of world literature: a list to filter, and a screen for each of them."]
            ),
            ("navigate home ta", ["tab:"]),
            ("navigate sheet:character/l", ["sheet:character/list\tAll characters, with a filter."]),
            ("explain fl", ["flow.txt"]),
        ] as [(String, [String])])
    func offeringInFish(typed: String, expected: [String]) throws {
        let host = try Sandbox()
        _ = try host.output("list")
        try File.write("", to: "\(host.work)/flow.txt")
        let script = host.directory("switchyard.fish")
        try File.write(host.output("completions", "fish"), to: script)
        var environment = host.environment
        let products = try Products.switchyard.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        environment["PATH"] = "\(products):/usr/bin:/bin"
        let outcome = try Subprocess(
            try #require(installedProgram("fish")),
            ["--no-config", "-c", "source $argv[1]; complete -C \"switchyard $argv[2]\"", script, typed],
            environment: environment, directory: host.work
        ).run()
        #expect(outcome.end == .exit(0))
        #expect(outcome.diagnostics == "")
        #expect(outcome.output.split(separator: "\n").map(String.init) == expected)
    }

    @Test(
        "bash prints nothing into the prompt while it completes",
        .enabled(if: installedProgram("bash") != nil, "no bash is installed"))
    func quiet() throws {
        let host = try Sandbox(wiring: .text("{"))
        host.set("SWITCHYARD_PLUGINS", "/nowhere")
        let shell = try CompletingShell(.bash, host)
        for typed in [
            "switchyard navigate ho", "./switchyard navigate ho", "switchyard navigate --config /nowhere ho",
            "switchyard navigate \"$(echo x) ho", "switchyard routes --plugins '/no where' ho",
        ] {
            let line = try shell.completion(of: typed)
            #expect(line == typed)
        }
    }
}
