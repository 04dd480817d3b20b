import Glibc
import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("navigate --save and --restore", .blocking, .inlineAndInWorkers)
struct SavedSessionTests {
    private static let tabs = Sandbox.Wiring.text(
        """
        {"tabs": [{"name": "start", "root": "home"}, {"name": "people", "root": "character/list"}],
         "redirects": {"home/characters": "character/list", "home/character?identifier={n}": "character/detail?identifier={n}"}}
        """)

    private func save(_ host: Sandbox, _ steps: String...) throws {
        let outcome = try host.run(["navigate", "--save", "session"] + steps)
        #expect(outcome.end == .exit(0), "\(outcome.diagnostics)")
    }

    private func names(_ host: Sandbox) throws -> [String] { try File.names(in: host.work) }

    @Test(
        "a restored session shows the screen that was saved",
        arguments: [
            [], ["press:Characters"], ["challenge://character/detail?id=42"],
            ["character/list", "managedSheet:character/detail?identifier=1", "push:home", "alert:home"],
            ["nowhere"],
        ])
    func roundTrip(steps: [String]) throws {
        let host = try Sandbox()
        let saved = try host.run(["navigate", "--save", "session"] + steps)
        let restored = try host.run("navigate", "--restore", "session")
        #expect(restored.end == .exit(0), "\(restored.diagnostics)")
        #expect(restored.output == saved.output)
        #expect(restored.diagnostics == "")
        #expect(try names(host) == ["session"])
    }

    @Test("a restored session has all tabs and the selected one")
    func tabs() throws {
        let host = try Sandbox(wiring: Self.tabs)
        try save(host, "press:Featured character", "sheet:home", "tab:people", "press:Don Quixote")
        #expect(
            try host.output("navigate", "--restore", "session", "--state").hasPrefix(
                "[start] home > character/detail?identifier=42 > sheet:home | "
                    + "[*people] character/list > character/detail?identifier=1\n"))
        // The screens below are there when the user goes back.
        #expect(
            try host.output("navigate", "--restore", "session", "back", "press:Sherlock Holmes")
                .contains("\nWork  A Study in Scarlet\n"))
        #expect(
            try host.output("navigate", "--restore", "session", "tab:start", "dismiss", "back")
                .hasPrefix("[start] home\n"))
    }

    @Test("steps, links and destinations continue from the restored state")
    func steps() throws {
        let host = try Sandbox()
        try save(host, "press:Characters")
        #expect(
            try host.run("navigate", "--restore", "session", "character/detail?identifier=1").firstLine
                == "home > character/list > character/detail?identifier=1")
        #expect(
            try host.run("navigate", "--restore", "session", "challenge://character/detail?id=42").firstLine
                == "home > character/list > character/detail?identifier=42")
        #expect(try host.run("navigate", "--restore", "session", "challenge://home/main").firstLine == "home")
        #expect(try host.run("navigate", "--restore", "session", "back").firstLine == "home")
        try File.write("expect-state home > character/list\nback\nexpect Welcome\n", to: "\(host.work)/flow")
        #expect(try host.run("navigate", "--restore", "session", "--script", "flow").end == .exit(0))
    }

    @Test("a session file is restored and saved again and again, and without --save it stays unchanged")
    func sameFile() throws {
        let host = try Sandbox()
        try save(host, "press:Characters")
        for name in ["session", "./session", "\(host.work)/session"] {
            let outcome = try host.run(
                "navigate", "--restore", "session", "--save", name, "push:character/detail?identifier=1")
            #expect(outcome.end == .exit(0), "\(outcome.diagnostics)")
        }
        let deep = try host.run("navigate", "--restore", "session", "--save", "other", "root")
        #expect(deep.firstLine == "home")
        #expect(
            try host.run("navigate", "--restore", "session").firstLine
                == "home > character/list" + String(repeating: " > character/detail?identifier=1", count: 3))
        #expect(try host.run("navigate", "--restore", "other").firstLine == "home")
        #expect(try names(host) == ["other", "session"])
    }

    @Test("the last of several files counts")
    func last() throws {
        let host = try Sandbox()
        try save(host, "character/list")
        let outcome = try host.run("navigate", "--restore", "no", "--restore", "session", "--save", "a", "--save", "b")
        #expect(outcome.end == .exit(0))
        #expect(outcome.firstLine == "home > character/list")
        #expect(try names(host) == ["b", "session"])
    }

    @Test("the state is saved at the start, and at the end of a failed flow")
    func failedWalk() throws {
        let host = try Sandbox()
        try save(host)
        #expect(try host.run("navigate", "--restore", "session").firstLine == "home")
        let outcome = try host.run("navigate", "--save", "session", "press:Characters", "press:Nobody")
        #expect(outcome.end == .exit(1))
        #expect(try host.run("navigate", "--restore", "session").firstLine == "home > character/list")
    }

    @Test(
        "an existing session stays unchanged until the state changes",
        arguments: [[], ["press:Nobody"], ["back"], ["--restore", "other"]])
    func unchanged(arguments: [String]) throws {
        let host = try Sandbox()
        try save(host, "press:Characters", "sheet:home")
        #expect(try host.run("navigate", "--save", "other").end == .exit(0))
        let before = try File.read("\(host.work)/session")
        let outcome = try host.run(["navigate", "--save", "session"] + arguments)
        #expect(outcome.firstLine == "home")
        #expect(try File.read("\(host.work)/session") == before)
        #expect(try host.run(["navigate", "--save", "session"] + arguments + ["root"]).firstLine == "home")
    }

    @Test("the first change is saved, and after it a return to the initial state too")
    func firstChange() throws {
        let host = try Sandbox()
        try save(host, "press:Characters", "sheet:home")
        try save(host, "character/list")
        #expect(try host.run("navigate", "--restore", "session").firstLine == "home > character/list")
        try save(host, "sheet:home", "back")
        #expect(try host.run("navigate", "--restore", "session").firstLine == "home")
    }

    @Test("a tab that is not in the wiring any more is lost only with the first change")
    func otherWiringSaved() throws {
        let host = try Sandbox(wiring: Self.tabs)
        try save(host, "press:Featured character", "tab:people")
        try File.write(#"{"tabs": [{"name": "people", "root": "character/list"}]}"#, to: host.wiring)
        let before = try File.read("\(host.work)/session")
        #expect(try host.run("navigate", "--restore", "session", "--save", "session").end == .exit(0))
        #expect(try File.read("\(host.work)/session") == before)
        #expect(try host.run("navigate", "--restore", "session", "--save", "session", "home").end == .exit(0))
        #expect(try host.run("navigate", "--restore", "session").firstLine == "[people] character/list > home")
    }

    @Test("a screen of a missing feature keeps its place as a placeholder, and returns with the feature")
    func missingFeature() throws {
        let host = try Sandbox(.only([.home, .character]))
        try save(host, "press:Characters", "press:Elizabeth Bennet")
        #expect(unlink(host.path(.character)) == 0)
        let gone = try host.run("navigate", "--restore", "session", "--save", "session")
        #expect(gone.firstLine == "home > character/list > character/detail?identifier=42")
        #expect(gone.output.contains("\nNot found\n"))
        #expect(gone.output.contains("No feature 'character' is installed."))
        try host.install(.character)
        let back = try host.run("navigate", "--restore", "session")
        #expect(back.end == .exit(0))
        #expect(back.firstLine == "home > character/list > character/detail?identifier=42")
        #expect(back.output.contains("\nElizabeth Bennet\n"))
    }

    @Test("a step back to a screen of a missing feature succeeds, as a step and in a script")
    func backToPlaceholder() throws {
        let host = try Sandbox(.only([.home, .character]))
        try save(host, "press:Characters", "sheet:home")
        #expect(unlink(host.path(.character)) == 0)
        for step in ["back", "dismiss"] {
            let outcome = try host.run("navigate", "--restore", "session", step)
            #expect(outcome.end == .exit(0))
            #expect(outcome.firstLine == "home > character/list")
            #expect(outcome.output.contains("character/list cannot be shown."))
            #expect(
                outcome.diagnostics.contains("'character/list' cannot be shown: no feature 'character' is installed"))
        }
        try File.write("back\nexpect cannot be shown\nback\nexpect Welcome\n", to: "\(host.work)/flow")
        #expect(try host.run("navigate", "--restore", "session", "--script", "flow").end == .exit(0))
        // A missing place that is asked for is a failure.
        #expect(try host.run("navigate", "--restore", "session", "character/list").end == .exit(1))
    }

    @Test("a place that was asked for while its feature was missing is restored once the feature is there")
    func askedForWhileAway() throws {
        let host = try Sandbox(.only([.home]))
        for asked in ["character/detail?identifier=42", "challenge://character/detail?id=42"] {
            let away = try host.run("navigate", "--save", "session", asked)
            #expect(away.end == .exit(1))
            #expect(away.firstLine == "home > system/notFound")
            try host.install(.character)
            let outcome = try host.run("navigate", "--restore", "session")
            #expect(outcome.end == .exit(0))
            #expect(outcome.firstLine == "home > character/detail?identifier=42")
            #expect(outcome.output.contains("\nElizabeth Bennet\n"))
            #expect(unlink(host.path(.character)) == 0)
            #expect(unlink("\(host.work)/session") == 0)
        }
    }

    @Test("a placeholder at the start delays no step, as an argument or in a script")
    func placeholderAtStart() throws {
        let host = try Sandbox(.only([.home, .character]))
        try save(host, "press:Characters", "press:Elizabeth Bennet")
        #expect(unlink(host.path(.character)) == 0)
        let away = try host.run("navigate", "--restore", "session", "press:x", "root")
        #expect(away.firstLine == "home > character/list > character/detail?identifier=42")
        #expect(away.diagnostics.contains("press:x: the screen shows no 'x' to press"))
        try File.write("root\nexpect Welcome\npress:Characters\nexpect-error no feature\n", to: "\(host.work)/flow")
        let script = try host.run("navigate", "--restore", "session", "--script", "flow")
        #expect(!script.diagnostics.contains("flow, line"), "\(script.diagnostics)")
        #expect(script.diagnostics.contains("'character/detail?identifier=42' cannot be shown: no feature 'character'"))
    }

    @Test("a tab that is not in the wiring any more is left out with a warning")
    func otherWiring() throws {
        let host = try Sandbox(wiring: Self.tabs)
        try save(host, "press:Featured character", "tab:people")
        try File.write(#"{"tabs": [{"name": "people", "root": "character/list"}]}"#, to: host.wiring)
        let outcome = try host.run("navigate", "--restore", "session")
        #expect(outcome.end == .exit(0))
        #expect(outcome.firstLine == "[people] character/list")
        #expect(
            outcome.messages.contains(
                "warning: the session's tab 'start' is not in the wiring any more, and the screen above it is left out")
        )
    }

    // MARK: Restore failures

    @Test("a missing session file is an error: 66")
    func missing() throws {
        let host = try Sandbox()
        let outcome = try host.run("navigate", "--restore", "session", "--save", "session")
        #expect(outcome.end == .exit(66))
        #expect(outcome.output == "")
        #expect(outcome.messages == ["there is no session file 'session'; '--save' makes one"])
        #expect(try names(host) == [])
    }

    @Test("a path where no file can be is an error: 66", arguments: ["no/where", ".", "", "session/"])
    func noFile(path: String) throws {
        let outcome = try Sandbox().run("navigate", "--restore", path)
        #expect(outcome.end == .exit(66), "\(outcome.diagnostics)")
        #expect(outcome.output == "")
        #expect(outcome.messages.count == 1)
    }

    private static let badFiles = [
        ("", "damaged", "the text is empty"),
        ("{\"session\": 1, \"sta", "damaged", "line 1"),
        ("{\"session\": 1}", "damaged", "state"),
        ("{\"session\": 1, \"state\": {}}", "damaged", "state: 'tabs' is not a list"),
        ("{\"session\": 1, \"state\": {\"tabs\": []}}", "damaged", "state: a state has at least one tab"),
        (
            "{\"session\": 1, \"state\": {\"tabs\": [{\"entries\": [{\"destination\": \"Home\", \"presentation\": \"push\"}]}]}}",
            "damaged",
            "state: 'Home' is not a destination"
        ),
        ("{\"session\": 99, \"state\": 1, \"host\": \"switchyard 9\"}", "newer", "its format is 99"),
    ]

    @Test("a damaged or newer session is quarantined, and the flow begins at the roots: 65", arguments: badFiles)
    func unusable(content: String, word: String, reason: String) throws {
        let host = try Sandbox()
        try File.write(content, to: "\(host.work)/session")
        let outcome = try host.run("navigate", "--restore", "session", "press:Characters")
        #expect(outcome.end == .exit(65))
        #expect(outcome.firstLine == "home > character/list")
        #expect(outcome.messages.count == 1)
        let message = outcome.messages.first ?? ""
        #expect(message.hasPrefix("the session file '\(host.work)/session' was \(word) ("), "\(message)")
        #expect(message.contains(reason), "\(message)")
        #expect(message.contains("kept as '\(host.work)/session.\(word)'"))
        #expect(try names(host) == ["session.\(word)"])
        #expect(try File.read("\(host.work)/session.\(word)") == Array(content.utf8))
    }

    @Test(
        "a damaged or newer session is quarantined even if the same file is saved to, under any name",
        arguments: badFiles)
    func unusableAndSaved(content: String, word: String, reason: String) throws {
        let host = try Sandbox()
        try File.write(content, to: "\(host.work)/session")
        let outcome = try host.run("navigate", "--restore", "session", "--save", "./session", "press:Characters")
        #expect(outcome.end == .exit(65))
        #expect(outcome.messages.count == 1)
        #expect(try names(host) == ["session", "session.\(word)"])
        #expect(try File.read("\(host.work)/session.\(word)") == Array(content.utf8))
        #expect(try host.run("navigate", "--restore", "session").firstLine == "home > character/list")
    }

    @Test("the exit code of another failure comes before that of a damaged session")
    func otherFailure() throws {
        let host = try Sandbox()
        try File.write("x", to: "\(host.work)/session")
        #expect(try host.run("navigate", "--restore", "session", "press:Nobody").end == .exit(1))
    }

    // MARK: Save failures

    @Test("a damaged or newer file in the place of the session is quarantined with a warning")
    func savedOver() throws {
        for (content, word) in [
            ("x", "damaged"), ("{\"session\": 2}", "newer"), (#"{"session": 1, "state": {"tabs": []}}"#, "damaged"),
        ] {
            let host = try Sandbox()
            try File.write(content, to: "\(host.work)/session")
            let outcome = try host.run("navigate", "--save", "session")
            #expect(outcome.end == .exit(0))
            #expect(outcome.messages.count == 1)
            #expect(outcome.messages.first?.hasPrefix("warning: the session file") == true)
            #expect(try names(host) == ["session", "session.\(word)"])
            #expect(try host.run("navigate", "--restore", "session").firstLine == "home")
        }
    }

    @Test("a file that another process saves to is refused with that process's number: 69")
    func held() throws {
        let host = try Sandbox()
        try save(host, "character/list")
        let lock = "\(host.work)/session.lock"
        let file = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        #expect(flock(file, LOCK_EX | LOCK_NB) == 0)
        defer { close(file) }
        try File.write("4711\n", to: lock)
        let outcome = try host.run("navigate", "--save", "session", "root")
        #expect(outcome.end == .exit(69))
        #expect(outcome.output == "")
        #expect(outcome.messages.count == 1)
        #expect(outcome.messages.first?.contains("is in use by process 4711") == true)
        // A restore needs no lock.
        #expect(try host.run("navigate", "--restore", "session").firstLine == "home > character/list")
        // A damaged file stays in place for the process that holds it.
        try File.write("x", to: "\(host.work)/session")
        let damaged = try host.run("navigate", "--restore", "session")
        #expect(damaged.end == .exit(65))
        #expect(damaged.firstLine == "home")
        #expect(damaged.messages.count == 2)
        #expect(try names(host) == ["session", "session.lock"])
    }

    @Test(
        "a place where no file can be made is refused before any step: 73",
        arguments: ["no/where", ".", "", "session/", "/proc/session"])
    func noPlace(path: String) throws {
        let host = try Sandbox()
        let outcome = try host.run("navigate", "--save", path, "press:Nobody")
        #expect(outcome.end == .exit(73), "\(outcome.diagnostics)")
        #expect(outcome.output == "")
        #expect(outcome.messages.count == 1)
        #expect(try names(host) == [])
    }

    @Test(
        "a file at its size limit keeps the last state that fits: 74",
        .disabled(if: Sanitizer.current == .thread, "it maps a file of its own at the start, above the limit"))
    func limit() throws {
        let host = try Sandbox()
        // The first run also makes the private copies of the features, which are larger than the limit.
        try save(host, "press:Characters")
        let before = try File.read("\(host.work)/session")
        let steps = (1...40).map { "push:character/detail?identifier=\($0)" }
        let outcome = try host.run(
            ["-c", "ulimit -f 1; exec \"$0\" \"$@\"", Products.switchyard, "navigate", "--save", "session"] + steps,
            executable: "/bin/sh")
        #expect(outcome.end == .exit(74), "\(outcome.diagnostics)")
        #expect(outcome.messages.count == 1)
        #expect(outcome.messages.first?.contains("File too large") == true)
        let after = try File.read("\(host.work)/session")
        #expect(after != before)
        #expect(after.count <= 1024)
        #expect(try host.run("navigate", "--restore", "session").end == .exit(0))
    }

    @Test("a failed save is reported once, and the flow goes on: 74")
    func notSaved() throws {
        let host = try Sandbox()
        // The directory stands where the atomic file is written before it is renamed.
        try host.directory.makeDirectory("work/session.new")
        let outcome = try host.run("navigate", "--save", "session", "press:Characters", "back", "press:Characters")
        #expect(outcome.end == .exit(74))
        #expect(outcome.firstLine == "home > character/list")
        #expect(
            outcome.messages == [
                "the session cannot be saved in 'session': '\(host.work)/session.new' is in the way and cannot be "
                    + "removed: Is a directory; move that away, or name another file"
            ])
        #expect(try host.run("navigate", "--save", "session", "press:Nobody").end == .exit(74))
    }
}
