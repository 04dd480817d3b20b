import Glibc
import JSONText
import TestSupport
import Testing

@testable import HostCore
@testable import ProgramTestSupport

/// `switchyard run` with a pipe, a file or a screen reader at the other end.
@Suite("Line mode", .blocking)
struct LineModeTests {
    private static let controls = Feature.source("Controls", "#include \"Controls/controls.c\"\n")

    private static func controlsHost() throws -> Sandbox {
        try Sandbox(.only([controls]), wiring: .text(#"{"root": "controls"}"#))
    }

    // MARK: Numbered controls

    @Test(
        "a field takes the lines below a word for their end, by its number and by its label",
        .enabled(if: Fixtures.haveCompiler))
    func severalLines() throws {
        let host = try Sandbox(.only([.fixture("Unruly")]), wiring: .text(#"{"root": "unruly/writes"}"#))
        let talk = try Talk(
            host, ["1<<END", "one", " quit", "", "END", "type:Text<<here", "a", "b", " here ", "1<<END", "lost"])
        #expect(talk.output.contains("1. Text:\n| one\n|  quit\n|\n2 line breaks\n"), "\(talk.output)")
        #expect(talk.output.hasSuffix("1. Text:\n| a\n| b\n1 line breaks\n\n"), "\(talk.output)")
        #expect(talk.messages == ["the text has no end: expected a line 'END' below it"])
    }

    @Test(
        "a number uses the control that has it, and each screen shows the effect",
        .enabled(if: Fixtures.haveCompiler))
    func numbers() throws {
        let host = try Self.controlsHost()
        let talk = try Talk(
            host,
            ["4", "4", "5", "7", "2= ann=b ", "3=1234", "07", "8"])
        let first = """
            controls

            Controls
            ========

            1. [Ask]
            2. Name: []
            3. PIN: []
            4. [ ] On
            Size: 5. S 6. (M) L
            [Never] (disabled)
              Row
              ------
            7. > first
              second
            8. > Again <challenge://controls/screen>
            Done: nothing


            """
        #expect(talk.output.hasPrefix(first))
        #expect(talk.screens.count == 9)
        let seen = [
            ["4. [ ] On", "Done: nothing"], ["4. [x] On", "Done: switched"], ["4. [ ] On", "Done: switched"],
            ["Size: 5. (S) 6. M L", "Done: picked"], ["Done: row"], ["2. Name: [ ann=b]", "Done: named"],
            ["3. PIN: [****]", "Done: secret"], ["Done: row"],
            ["controls > controls/screen", "challenge://controls/screen"],
        ]
        for (screen, lines) in zip(talk.screens, seen) {
            for line in lines { #expect(screen.contains(line), "\(screen)") }
        }
        #expect(talk.messages == [])
    }

    @Test("only the controls of an open box can be used", .enabled(if: Fixtures.haveCompiler))
    func box() throws {
        let talk = try Talk(try Self.controlsHost(), ["1", "3", "press:On", "2", "press:Ask", "press:Yes"])
        #expect(talk.messages.count == 2)
        #expect(talk.messages.first == "'3' is no number from 1 to 2")
        #expect(talk.messages.last == "the box 'Sure?' over the screen shows no 'On' to press; did you mean 'No'?")
        #expect(talk.screens.count == 5)
        #expect(talk.screens[1].contains("[Ask]"))
        #expect(talk.screens[1].suffix(2) == ["! Sure?", "  1. [Yes] 2. [No]"])
        #expect(talk.screens[2].contains("Done: no"))
        #expect(talk.screens[4].contains("Done: yes"))
    }

    @Test("the controls of an embedded screen have numbers too", .enabled(if: Fixtures.haveCompiler))
    func embedded() throws {
        let host = try Sandbox(
            .only([.fixture("Pages")]), wiring: .text("{\"root\": \"pages\", \(Fixtures.pagesRedirects)}"))
        let talk = try Talk(host, ["1=embed 2", "2=ask spot", "type:Do#1=card 3", "3=push 4", "back"])
        #expect(talk.messages == [])
        #expect(talk.screens[1].contains("2. Do: []"))
        #expect(talk.screens[2].contains("Result: it cannot"))
        #expect(talk.screens[3].contains("3. Do: []"))
        #expect(
            talk.screens.map { $0[0] } == Array(repeating: "pages", count: 4) + [
                "pages > pages/page?number=4", "pages",
            ])
    }

    @Test("a refused line prints the reason and no screen", .enabled(if: Fixtures.haveCompiler))
    func refused() throws {
        let lines = [
            ("9", "'9' is no number from 1 to 8"), ("0", "'0' is no number from 1 to 8"),
            ("99999999999999999999", "no screen has as many numbers as 99999999999999999999"),
            ("1=x", "1 is no text field: write 1 alone"), ("5=x", "5 is no text field: write 5 alone"),
            ("2", "2 is a text field: write 2=TEXT"),
            ("press:Never", "'Never' is disabled"),
            (
                "press:Nothing",
                "the screen shows no 'Nothing' to press; there is 'Ask', 'On', 'S', 'M', 'L', 'Never' and 2 more"
            ),
            ("type:Name", "the step 'type:Name' lacks a text: expected type:LABEL=TEXT; 'help' shows what there is"),
            ("hlep", "'hlep' is no command; did you mean 'help'?"),
            ("Quit", "'Quit' is no command; did you mean 'quit'?"),
            (
                "bakc",
                "'bakc' is neither a step nor the id of an installed feature; did you mean 'back'?; 'help' shows what "
                    + "there is"
            ),
            ("find", "'find' lacks what to look for: expected find TEXT"),
            ("find zebra", "'zebra' is not on this screen"),
            ("url", "no link leads here; its destination is controls"),
            ("back", "there is nothing to go back to: this is the root"),
            ("tab:x", "there is no tab 'x': the wiring has no tabs"),
        ]
        let talk = try Talk(try Self.controlsHost(), lines.map(\.0))
        #expect(talk.messages == lines.map(\.1))
        #expect(talk.screens.count == 1)
        #expect(talk.outcome.end == .exit(0))
    }

    // MARK: Lines

    @Test("each step of a flow is a command")
    func steps() throws {
        let tabs = #"[{"name": "home", "root": "home"}, {"name": "people", "root": "character"}]"#
        let redirects = #"{"home/characters": "character/list", "home/character?identifier={n}": "home"}"#
        let host = try Sandbox(wiring: .text("{\"tabs\": \(tabs), \"redirects\": \(redirects)}"))
        let talk = try Talk(
            host,
            [
                "challenge://character/detail?id=7", "tab:home", "press:Characters", "type:Filter=bennet",
                "press:Elizabeth", "root", "sheet:character/list", "cover:character/detail?identifier=3", "dismiss",
                "dismissAll", "character/detail?identifier=1", "back", "force:character/detail?identifier=2",
                "force:back", "reload",
            ])
        let places = [
            "[home] home", "[people] character > character/detail?identifier=7", "[home] home",
            "[home] home > character/list", "[home] home > character/list",
            "[home] home > character/list > character/detail?identifier=42", "[home] home",
            "[home] home > sheet:character/list",
            "[home] home > sheet:character/list > cover:character/detail?identifier=3",
            "[home] home > sheet:character/list", "[home] home", "[home] home > character/detail?identifier=1",
            "[home] home", "[home] home > character/detail?identifier=2", "[home] home", "[home] home",
        ]
        #expect(talk.screens.map { $0[0] } == places)
        #expect(talk.messages == [])
    }

    @Test("the place begins with the tab's symbol and title, 'places' has the steps to the tabs, by their names")
    func titles() throws {
        let tabs = """
            {"tabs": [{"name": "a b", "root": "home", "title": "Start", "symbol": "⌂"},
                      {"name": "[x]", "root": "character/list"}]}
            """
        let talk = try Talk(try Sandbox(wiring: .text(tabs)), ["tab:[x]", "tab:a b", "tab:Start", "places"])
        #expect(talk.screens.map { $0[0] } == ["[⌂ Start] home", "[[x]] character/list", "[⌂ Start] home"])
        #expect(talk.output.hasSuffix("challenge://home/main\ntab:a b\ntab:[x]\n"), "\(talk.output)")
        #expect(talk.messages == ["there is no tab 'Start'; there are 'a b', '[x]'"])
    }

    @Test("'url', 'places', 'find' and 'help' print their answers, and an empty line the screen again")
    func questions() throws {
        let talk = try Talk(try Sandbox(), ["url", "places", "find FEATURED", "help", "", "quit", "url"])
        let home = """
            home
            challenge://home/main

            Home
            ====

            Welcome to Switchyard.
            1. [Characters]
            2. [Featured character]


            """
        let answers = """
            challenge://home/main
            character
            character/list
            character/detail?identifier={int}
            challenge://character/list
            challenge://character/detail?id={identifier}
            home
            home/main
            challenge://home/main
            2. [Featured character]

            """
        #expect(talk.output.hasPrefix(home + answers))
        #expect(talk.output.hasSuffix("force:STEP.\n" + home))
        for word in ["NUMBER=TEXT ", "an empty line ", "url ", "places ", "find TEXT ", "quit "] {
            #expect(talk.output.contains("\n\(word)"))
        }
        #expect(talk.messages == [])
    }

    @Test(
        "the input may end at once, without a line feed, or with 'quit', and its lines with CR LF",
        arguments: [
            ("", 1), ("2", 2), ("2\n", 2), ("2\r\n\r\nback\r\n", 4), ("quit\n2\n", 1), ("q", 1), (" exit \n2", 1),
            ("\t2 \n", 2), ("\n\n\n", 4),
        ])
    func ends(input: String, screens: Int) throws {
        let talk = try Talk(try Sandbox(), input: Array(input.utf8))
        #expect(talk.screens.count == screens)
        #expect(talk.messages == [])
        #expect(talk.outcome.end == .exit(0))
    }

    @Test("a line that is too long, not UTF-8 or has a NUL is refused, and the lines behind it are taken")
    func hostileLines() throws {
        let long = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        let lines: [[UInt8]] = [
            long, Array("1=".utf8) + long, [0xff, 0xfe], Array("2\0".utf8), Array("\u{1B}[2J".utf8), [0xc3],
            Array("2".utf8), long,
        ]
        let talk = try Talk(try Sandbox(), input: Array(lines.joined(separator: [UInt8(ascii: "\n")])))
        let tooLong = "the line is longer than 65536 bytes, and is not taken"
        let notUTF8 = "the line is not UTF-8, and is not taken"
        #expect(talk.messages.count == 7)
        #expect(talk.messages.prefix(4) == [tooLong, tooLong, notUTF8, "the line holds a NUL, and is not taken"])
        #expect(talk.messages.suffix(2) == [notUTF8, tooLong])
        #expect(talk.messages.contains { $0.contains("␛[2J") })
        #expect(talk.screens.map { $0[0] } == ["home", "home > character/detail?identifier=42"])
        #expect(talk.outcome.end == .exit(0))
    }

    @Test("a line of the maximum length is taken", .enabled(if: Fixtures.haveCompiler))
    func longestLine() throws {
        let text = String(repeating: "x", count: (1 << 16) - 2)
        let talk = try Talk(try Self.controlsHost(), ["2=\(text)", "2=\(text)y"])
        #expect(talk.messages == ["the line is longer than 65536 bytes, and is not taken"])
        #expect(talk.screens.count == 2)
        #expect(talk.screens.last?.contains("Done: named") == true)
    }

    // MARK: Failures

    @Test(
        "a locked screen stays, and a message names the step that overrides the lock",
        .enabled(if: Fixtures.haveCompiler))
    func lock() throws {
        let host = try Sandbox(
            .only([.fixture("Pages")]), wiring: .text("{\"root\": \"pages\", \(Fixtures.pagesRedirects)}"))
        let talk = try Talk(host, ["1=push 2", "1=lock", "back", "root", "1=must do 1 popToRoot", "force:back"])
        #expect(
            talk.messages.filter { $0.contains("leaves it") } == [
                "'force:back' leaves it anyway", "'force:root' leaves it anyway",
                "a step such as 'force:back' leaves it anyway",
            ])
        #expect(talk.messages.first == "'Page 2' is locked: the page is not done")
        #expect(talk.screens.last?[0] == "pages")
        // Refused steps give no screen, since it is unchanged.
        #expect(talk.screens.count == 4)
    }

    @Test("a place that cannot be shown gives a message and a screen, 'back' leaves it, and the program exits 0")
    func notFound() throws {
        let talk = try Talk(
            try Sandbox(), ["nowhere/at/all?", "nowhere/all", "back"], ["character/detail?identifier=4711"])
        #expect(talk.messages.contains("no feature 'nowhere' is installed"))
        #expect(talk.screens[0].contains { $0.contains("4711") })
        #expect(talk.screens[talk.screens.count - 2].contains("Not found"))
        #expect(talk.outcome.end == .exit(0))
    }

    @Test("a mistyped word as the beginning is refused: 64")
    func mistypedBeginning() throws {
        let host = try Sandbox()
        let outcome = try host.run("run", "--plain", "charakter")
        #expect(outcome.end == .exit(64))
        #expect(outcome.messages.first?.hasPrefix("'charakter' names nothing to go to: ") == true)
        #expect(host.sessions() == [])
    }

    @Test("a word that names no place is refused, and is not part of the session")
    func mistypedWord() throws {
        let host = try Sandbox()
        let talk = try Talk(
            host, keepsSession: true, ["charakter", "sheet:charakter", "force:charakter", "nowhere?x=1", "character"])
        func names(_ word: String, _ reason: String) -> String {
            "'\(word)' names nothing to go to: no feature \(reason)"
        }
        let reason = "'charakter' is installed; did you mean 'character'?"
        #expect(
            talk.messages == [
                names("charakter", reason), names("sheet:charakter", reason), names("charakter", reason),
                names("nowhere?x=1", "'nowhere' is installed"),
            ])
        #expect(talk.screens.map { $0[0] } == ["home", "home > character"])
        #expect(try Talk(host, keepsSession: true, []).screens[0][0] == "home > character")
    }

    @Test(
        "a screen that keeps loading is shown as it is, with a message",
        .enabled(if: Fixtures.haveCompiler))
    func loading() throws {
        let host = try Sandbox(
            .only([.fixture("LoadsForever")]), wiring: .text(#"{"root": "loads-forever"}"#))
        let talk = try Talk(host, [])
        #expect(talk.messages == ["the screen was still loading after 5 s; an empty line shows it again"])
        #expect(talk.output == "loads-forever\n\nLoading...\n\n")
    }

    @Test(
        "a wrong command line is refused with the reason",
        arguments: [
            (["home", "hom"], "'hom' names nothing to go to: no feature 'hom' is installed; did you mean 'home'?"),
            (["--json"], "'--json' is not an option of 'switchyard run'"),
            (["--isolation", "none"], "'--isolation none' is none of 'process', 'inline'"),
        ])
    func usage(arguments: [String], message: String) throws {
        let outcome = try Sandbox().run(["run"] + arguments)
        #expect(outcome.end == .exit(64))
        #expect(outcome.messages.first == message)
        #expect(outcome.output == "")
    }

    @Test("the program ends with a message when standard output cannot be written")
    func fullOutput() throws {
        let host = try Sandbox()
        let outcome = try shell(host, "\"$0\" run </dev/null >/dev/full")
        #expect(outcome.end == .exit(74))
        #expect(outcome.messages == ["standard output cannot be written: No space left on device"])
    }

    // MARK: Changes during a run

    @Test(
        "a replaced feature is reported and shown, and a number that has moved to another control is refused",
        .enabled(if: Fixtures.haveCompiler))
    func changedFeature() throws {
        let host = try Self.controlsHost()
        let new = Feature.source(
            "ControlsTwo",
            """
            #define FIRST_BUTTON "Delete all"
            #define FEATURE_VERSION "2.0.0"
            #include "Controls/controls.c"

            """)
        try new.write(to: host.directory("new.so"))
        // The number is typed once the change is reported, while the printed screen is still the old one.
        let outcome = try shell(
            host,
            """
            until_told() { until grep -qs "$1" ../told; do sleep 0.05; done; }
            {
                until grep -qs Done ../shown; do sleep 0.05; done
                cp ../new.so ../plugins/libControls.so
                until_told 'version 2.0.0'
                echo 1; until_told 'any more'
                echo; echo 1
            } | "$0" run --session '' 2>../told >../shown
            code=$?; cat ../shown; cat ../told >&2; exit $code
            """)
        let talk = Talk(outcome)
        #expect(outcome.end == .exit(0))
        #expect(
            talk.messages == [
                "'controls' is version 2.0.0 now (\(host.path(Self.controls)))",
                "'Ask' has not the number 1 any more: an empty line shows the screen as it is now",
            ])
        #expect(talk.screens.count == 3)
        #expect(talk.screens[0].contains("1. [Ask]"))
        #expect(talk.screens[1].contains("1. [Delete all]"))
        #expect(talk.screens[2].last == "  1. [Yes] 2. [No]")
    }

    // MARK: The session

    @Test("the next run continues the session, unless the file is broken or --fresh is given")
    func session() throws {
        let host = try Sandbox()
        #expect(try Talk(host, keepsSession: true, ["2"]).screens.count == 2)
        #expect(host.sessions().count == 1)
        let file = try #require(host.sessions().first)
        _ = try JSON.parse(String(decoding: File.read(file), as: UTF8.self))
        #expect(try Talk(host, keepsSession: true, []).screens[0][0] == "home > character/detail?identifier=42")
        #expect(try Talk(host, keepsSession: true, [], ["--fresh"]).screens[0][0] == "home")
        // A run that does nothing keeps the earlier session.
        #expect(try Talk(host, keepsSession: true, []).screens[0][0] == "home > character/detail?identifier=42")
        #expect(try Talk(host, keepsSession: true, ["1"], ["--fresh"]).screens[0][0] == "home")
        #expect(try Talk(host, keepsSession: true, []).screens[0][0] == "home > character/list")
        try File.write("{", to: file)
        let broken = try Talk(host, keepsSession: true, [])
        #expect(broken.screens[0][0] == "home")
        #expect(broken.messages.count == 1 && broken.messages[0].contains(file), "\(broken.messages)")
    }

    @Test("each app has a session of its own: another wiring or other plugins directories make another app")
    func sessionOfEachApp() throws {
        let host = try Sandbox()
        let wirings = ["one.jsonc", "two.jsonc"]
        for wiring in wirings { try File.write(#"{"root": "home"}"#, to: "\(host.work)/\(wiring)") }
        func place(_ arguments: String...) throws -> String? {
            try Talk(host, keepsSession: true, [], arguments).screens.first?.first
        }
        _ = try Talk(host, keepsSession: true, ["character/list"], ["--config", wirings[0]])
        #expect(try place("--config", wirings[1]) == "home")
        _ = try Talk(host, keepsSession: true, ["character"], ["--config", wirings[1]])
        #expect(try place("--config", wirings[0]) == "home > character/list")
        #expect(try place("--config", "./\(wirings[0])") == "home > character/list")
        #expect(try place("--config", "\(host.work)/\(wirings[1])") == "home > character")
        try host.install(.home)
        #expect(try place("--config", wirings[0], "--plugins", host.plugins) == "home")
        #expect(host.sessions().count == 3)
        // Earlier versions had one session for all apps.
        #expect(try File.names(in: host.directory("home/.local/state/switchyard")) == ["sessions"])
    }

    @Test("--session names another file or none, and XDG_STATE_HOME the place of the default one")
    func sessionFile() throws {
        let host = try Sandbox()
        #expect(try Talk(host, keepsSession: true, ["2"], ["--session", "mine.json"]).messages == [])
        let place = "home > character/detail?identifier=42"
        #expect(try Talk(host, keepsSession: true, [], ["--session", "mine.json"]).screens[0][0] == place)
        #expect(try Talk(host, keepsSession: true, ["2"], ["--session", ""]).messages == [])
        #expect(try File.names(in: host.directory.path).contains("home") == false)
        host.set("XDG_STATE_HOME", host.directory("state"))
        #expect(try Talk(host, keepsSession: true, ["2"]).screens[0][0] == "home")
        #expect(try Talk(host, keepsSession: true, []).screens[0][0] == place)
        #expect(try File.names(in: host.directory("state/switchyard/sessions")).count == 1)
    }

    @Test("the place given on the command line is shown over the session")
    func given() throws {
        let host = try Sandbox()
        _ = try Talk(host, keepsSession: true, ["2"])
        let link = try Talk(host, keepsSession: true, [], ["challenge://character/list"])
        #expect(link.screens[0][0] == "home > character/list")
        let destination = try Talk(host, keepsSession: true, ["url"], ["sheet:character/detail?identifier=7"])
        #expect(destination.screens.map { $0[0] } == ["home > character/list > sheet:character/detail?identifier=7"])
    }

    @Test("a session that cannot be locked or saved gives a warning, and the app runs")
    func sessionInUse() throws {
        let host = try Sandbox()
        let store = try SessionStore(path: host.directory("held.json"))
        defer { store.close() }
        for path in [host.directory("held.json"), host.directory("nowhere/session.json")] {
            let talk = try Talk(host, keepsSession: true, ["2"], ["--session", path])
            #expect(talk.messages.count == 1)
            #expect(talk.messages.first?.hasPrefix("warning: this run is not kept: ") == true)
            #expect(talk.screens.count == 2)
            #expect(talk.outcome.end == .exit(0))
        }
    }

    // MARK: At a terminal

    @Test("the user at a terminal gets a prompt for each line, and Ctrl-D ends the program")
    func prompt() throws {
        let host = try Sandbox()
        let terminal = try PseudoTerminal()
        host.set("TERM", "dumb")
        try terminal.start(
            try Products.switchyard, ["run", "--plain", "--session", ""], environment: host.environment)
        try terminal.wait(for: "the prompt") { $0.text.hasPromptAtEnd }
        terminal.send("2\n")
        try terminal.wait(for: "the second prompt") { $0.text.contains("Elizabeth") && $0.text.hasPromptAtEnd }
        terminal.send("\u{4}")
        #expect(try terminal.waitForEnd() == .exit(0))
        #expect(String(decoding: terminal.received, as: UTF8.self).hasSuffix("> \r\n"))
        #expect(!terminal.received.contains(0x1b))
    }

    /// Line mode at a terminal whose cursor cannot be moved.
    private static func terminal(_ host: Sandbox, _ arguments: String...) throws -> PseudoTerminal {
        let terminal = try PseudoTerminal(columns: 100, rows: 60)
        host.set("TERM", "dumb")
        try terminal.start(
            try Products.switchyard, ["run", "--session", ""] + arguments, environment: host.environment)
        try terminal.wait(for: "the prompt") { $0.text.hasPromptAtEnd }
        return terminal
    }

    /// The lines that a typed line has printed, up to the next prompt.
    private static func answer(_ terminal: PseudoTerminal, to line: String) throws -> [String] {
        let count = terminal.received.count
        terminal.send(line + "\n")
        try terminal.wait(for: "an answer to '\(line)'") { _ in
            terminal.received.dropFirst(count).suffix(3).elementsEqual("\n> ".utf8)
        }
        let text = String(decoding: terminal.received.dropFirst(count), as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline).map(String.init)
        // Without the line itself, which the terminal echoes, and the prompt.
        return Array(lines.dropFirst(line.isEmpty ? 0 : 1).dropLast())
    }

    @Test("TERM=dumb is line mode, which names each control's role and state and prints no control sequence")
    func dumb() throws {
        let host = try Sandbox()
        defer { withExtendedLifetime(host) {} }
        let terminal = try Self.terminal(host)
        #expect(
            terminal.model.lines.prefix(5) == [
                "Home", "Home, heading", "Welcome to Switchyard.", "1. Characters, button",
                "2. Featured character, button",
            ])
        let second = try Self.answer(terminal, to: "2")
        #expect(
            second.prefix(4) == [
                "Home, then Elizabeth Bennet", "Elizabeth Bennet, heading", "Number, 42", "Work, Pride and Prejudice",
            ])
        terminal.send("\u{4}")
        #expect(try terminal.waitForEnd() == .exit(0))
        #expect(!terminal.received.contains(0x1b))
    }

    @Test("at a terminal a line prints what it has changed on its screen", .enabled(if: Fixtures.haveCompiler))
    func changes() throws {
        let host = try Self.controlsHost()
        defer { withExtendedLifetime(host) {} }
        let terminal = try Self.terminal(host)
        #expect(
            terminal.model.lines.prefix(15) == [
                "Controls", "Controls, heading", "1. Ask, button", "2. Name, text field, empty",
                "3. PIN, secure text field, empty", "4. On, switch, off", "5. Size: S, choice, not chosen",
                "6. Size: M, choice, chosen", "Size: L, choice, not chosen, disabled", "Never, button, disabled",
                "columns, Row", "7. first, row", "second", "8. Again, link", "Done: nothing",
            ])
        #expect(try Self.answer(terminal, to: "4") == ["4. On, switch, on", "Done: switched"])
        #expect(
            try Self.answer(terminal, to: "5") == [
                "5. Size: S, choice, chosen", "6. Size: M, choice, not chosen", "Done: picked",
            ])
        #expect(try Self.answer(terminal, to: "5") == ["nothing has changed"])
        #expect(try Self.answer(terminal, to: "2=Ann") == ["2. Name, text field, Ann", "Done: named"])
        #expect(try Self.answer(terminal, to: "3=1234") == ["3. PIN, secure text field, 4 characters", "Done: secret"])
        #expect(try Self.answer(terminal, to: "find ann") == ["2. Name, text field, Ann"])
        // A question takes the numbers of the other controls, so that the whole screen is read.
        let question = try Self.answer(terminal, to: "1")
        #expect(question.suffix(3) == ["Sure?, alert", "1. Yes, button", "2. No, button"])
        #expect(try Self.answer(terminal, to: "").count == question.count)
        terminal.send("\u{4}")
        #expect(try terminal.waitForEnd() == .exit(0))
    }

    @Test("a line that says the same as one before it is printed as new", .enabled(if: Fixtures.haveCompiler))
    func equalLines() throws {
        let ticks = Feature.source(
            "Ticks",
            """
            #include "FeatureABI.h"
            static int count = 6;
            static const sy_host *the_host;
            static inline sy_status ticks_activate(const sy_library *, const sy_host *, const sy_context *,
                                                   const sy_feature **, const sy_error *);
            static inline sy_status ticks_render(const sy_screen *, const sy_render *, const sy_view_sink *, const sy_error *);
            static inline sy_status ticks_perform(const sy_screen *, const sy_event *, const sy_error *);
            #define FEATURE_ID "ticks"
            #define INCOMING ""
            #define RENDER ticks_render
            #define PERFORM ticks_perform
            #define ACTIVATE ticks_activate
            #include "PlainFeature.h"
            static inline sy_status ticks_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink,
                                                 const sy_error *error) {
                (void)how, (void)screen, (void)error;
                sy_node node = {.size = sizeof node, .kind = SY_NODE_BUTTON, .action = 1};
                node.text = sy_string_from("Tick");
                if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
                for (int index = 0; index < count; index++) {
                    sy_node line = {.size = sizeof line, .kind = SY_NODE_TEXT};
                    line.text = sy_string_from("A tick");
                    if (sink->begin_node(sink, &line) == SY_OK) sink->end_node(sink);
                }
                return SY_OK;
            }
            static inline sy_status ticks_perform(const sy_screen *screen, const sy_event *event, const sy_error *error) {
                (void)event, (void)screen, (void)error;
                count++;
                the_host->invalidate(the_host, 0);
                return SY_OK;
            }
            static inline sy_status ticks_activate(const sy_library *library, const sy_host *host, const sy_context *context,
                                                   const sy_feature **feature, const sy_error *error) {
                the_host = host;
                return plain_activate(library, host, context, feature, error);
            }

            """)
        let host = try Sandbox(.only([ticks]), wiring: .text(#"{"root": "ticks"}"#))
        defer { withExtendedLifetime(host) {} }
        let terminal = try Self.terminal(host)
        #expect(try Self.answer(terminal, to: "1") == ["A tick"])
        #expect(try Self.answer(terminal, to: "1") == ["A tick"])
        terminal.send("\u{4}")
        #expect(try terminal.waitForEnd() == .exit(0))
    }

    private func shell(_ host: Sandbox, _ script: String) throws -> Subprocess.Outcome {
        var environment = host.environment
        environment["PATH"] = "/usr/bin:/bin"
        return try Subprocess(
            "/bin/sh", ["-c", script, Products.switchyard], environment: environment, directory: host.work
        ).run()
    }
}

extension String {
    fileprivate var hasPromptAtEnd: Bool { split(separator: "\n").last { !$0.isEmpty } == ">" }
}

/// The lines that were typed into the program, and its output.
private struct Talk {
    let outcome: Subprocess.Outcome

    var output: String { outcome.output }
    /// The messages on standard error, without `switchyard: `.
    var messages: [String] { outcome.messages }

    /// The printed screens, each from the place to its last line. Other output is skipped.
    var screens: [[String]] {
        let lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        // A screen begins with the place, perhaps a link, and an empty line; then comes its underlined title.
        let titles = lines.indices.filter { !lines[$0].isEmpty && lines[$0].allSatisfy { $0 == "=" } }.map { $0 - 1 }
        return titles.map { title in
            let hasLink = title >= 3 && lines[title - 2].contains("://")
            let first = title - (hasLink ? 3 : 2)
            let end = lines[(title + 3)...].firstIndex(of: "") ?? lines.endIndex
            return lines[first..<end].filter { !$0.isEmpty }
        }
    }

    init(_ outcome: Subprocess.Outcome) {
        self.outcome = outcome
    }

    init(_ host: Sandbox, keepsSession: Bool = false, _ lines: [String], _ arguments: [String] = []) throws {
        try self.init(
            host, keepsSession: keepsSession, input: Array(lines.map { $0 + "\n" }.joined().utf8), arguments)
    }

    init(_ host: Sandbox, keepsSession: Bool = false, input: [UInt8], _ arguments: [String] = []) throws {
        let file = host.directory("input")
        try File.write(input, to: file)
        outcome = try host.run(["run"] + (keepsSession ? [] : ["--session", ""]) + arguments, input: file)
    }
}
