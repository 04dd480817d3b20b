import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

/// The features in Tests/Fixtures/abi-1.0 and its successors: a library that was built once runs in every later host.
@Suite(
    "A feature that was built against version 1.0", .blocking, .inlineAndInWorkers,
    .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct ReleasedFeatureTests {
    private let host: Sandbox

    init() throws {
        host = try Sandbox(
            .only([.released("1.0")]),
            wiring: .text(
                """
                {
                    "tabs": [
                        {"name": "first", "root": "released"},
                        {"name": "second", "root": "released/number?number=20"},
                    ],
                    "redirects": {
                        "released/elsewhere?number={n}": "released/number?number={n}",
                        "released/far": "released/seen",
                        "released/FarWords": "released/Words",
                        "released/FarPerson": "released/Person",
                    },
                    "features": {"released": {"settings": {"a": 1}}},
                }
                """))
    }

    @Test("list shows the version that a released feature was built against")
    func list() throws {
        let feature = try host.json("list")["features"]?[0]
        #expect(feature?["id"] == "released")
        #expect(feature?["abi"] == "1.0")
        #expect(feature?["incoming"] == 3)
        #expect(try host.run("doctor").end == .exit(0))
    }

    /// The stack as the numbers of its pages, such as `1 > 2 > sheet 3`, and the result on the topmost page.
    private func walk(_ steps: [String]) throws -> (stack: String, result: String, outcome: Subprocess.Outcome) {
        let outcome = try host.run(["navigate", "-v"] + steps)
        let stack = outcome.firstLine.replacing("released/number?number=", with: "").replacing("released", with: "1")
        let result = outcome.output.split(separator: "\n").first { $0.hasPrefix("Result: ") }?.dropFirst(8)
        return (stack, result.map(String.init) ?? "", outcome)
    }

    @Test(
        "a released feature calls every function of the host, and gets the answers of its release",
        arguments: [
            ("Push", "[first] 1 > 2 > 3 > 4", "none"),
            ("Sheet", "[first] 1 > 2 > 3 > sheet:4", "none"),
            ("Managed sheet", "[first] 1 > 2 > 3 > managedSheet:4", "none"),
            ("Cover", "[first] 1 > 2 > 3 > cover:4", "none"),
            ("Managed cover", "[first] 1 > 2 > 3 > managedCover:4", "none"),
            ("Alert", "[first] 1 > 2 > 3 > alert:4", "none"),
            ("Confirmation", "[first] 1 > 2 > 3 > confirmation:4", "none"),
            ("Anyhow", "[first] 1 > 2 > 3 > 4", "none"),
            ("Follow", "[first] 1 > 2 > 3 > 7", "none"),
            ("Back", "[first] 1 > 2", "ok"),
            ("Pop two", "[first] 1", "ok"),
            ("To page 2", "[first] 1 > 2", "ok"),
            ("To the root", "[first] 1", "ok"),
            ("Leave all", "[first] 1 > 2 > 3", "ok"),
            ("Replace", "[first] 1 > 8 > 9", "none"),
            ("Reset", "[first] 1", "ok"),
            ("Second tab", "[second] 20", "none"),
            ("Give the number", "[first] 1", "counted 3"),
            ("Give nothing", "[first] 1", "seen"),
            ("Can it return", "[first] 1 > 2 > 3", "it can"),
            ("Send", "[second] 20 > 5", "none"),
            ("Words", "[first] 1 > 2 > 3", "ok"),
            ("Person", "[first] 1 > 2 > 3", "ok"),
            ("Log", "[first] 1 > 2 > 3", "ok"),
            ("Post", "[first] 1 > 2 > 3", "posted"),
            ("Extension", "[first] 1 > 2 > 3", "there is no such extension"),
        ])
    func asks(button: String, stack: String, result: String) throws {
        let end = try walk(["press:Push", "press:Push", "press:\(button)"])
        #expect(end.stack == stack)
        #expect(end.result == result)
        #expect(end.outcome.end == .exit(0))
        #expect(end.outcome.messages.last?.hasPrefix("released: info: ended after ") == true)
    }

    @Test(
        "a released feature gets the refusals of its release, and its own refusals reach the user",
        arguments: [
            (["press:Dismiss"], "there is nothing to dismiss"),
            (["press:Resume"], "nothing that is sent is paused"),
            (["press:Refuse"], "'Refuse' could not be done: this is never done"),
            (["press:Push", "press:Lock", "back"], "it is locked"),
            (["released/number?number=-1"], "pages have no negative numbers"),
            (["released/number?number=99"], "page 99 cannot be shown"),
            (["challenge://released/broken"], "this link is broken"),
            (["challenge://released/nowhere"], "'challenge://released/nowhere' matches no link pattern"),
        ])
    func refusals(steps: [String], reason: String) throws {
        let outcome = try host.run(["navigate"] + steps)
        #expect((outcome.output + outcome.diagnostics).contains(reason))
        #expect(outcome.end == .exit(1))
    }

    @Test("the log tells a released feature's five levels apart, and its feature receives a value that it has sent")
    func log() throws {
        #expect(
            try walk(["press:Log"]).outcome.messages.dropLast() == [
                "released: debug: a line", "released: info: a line", "released: notice: a line",
                "released: warning: a line", "released: error: a line",
            ])
        #expect(try walk(["press:Words"]).outcome.messages.first == "released: notice: 2 words")
        #expect(
            try walk(["press:Person"]).outcome.messages.first == "released: notice: a person with id=1 tags=2")
        let sent = try walk(["press:Send", "back"])
        #expect(sent.stack == "[second] 20")
        #expect(sent.result == "received 1")
    }

    @Test("a released feature gets the context of its release: the host's name, its settings, a directory")
    func context() throws {
        let shown = try host.output("navigate")
        #expect(
            shown.contains(
                "\nswitchyard, ABI 1, settings {\"a\":1}\nLocale , in a directory\nData in a directory released\n"))
    }

    @Test("a link leads to a released feature by its patterns and by its own code", arguments: ["number/77", "last"])
    func links(path: String) throws {
        #expect(try walk(["challenge://released/\(path)"]).stack == "[first] 1 > 77")
    }

    @Test("every kind of node of a released feature is shown and used")
    func nodes() throws {
        let shown = try host.output(
            "navigate", "press:Everything", "type:Field=written", "press:Toggle", "press:Two", "press:Row",
            "press:More",
            "type:Slider=7")
        let lines = shown.split(separator: "\n").map(String.init)
        let expected = [
            "done", "Label  detail (3)", "primary", "secondary", "success", "warning", "danger", "Section",
            "  > A link to page 4", "Footer", "Field: [written]", "[x] Toggle", "Picker: One (Two)",
            "Progress [#####---------------] 25 %", "---", "> Row", "> Outside <https://example.org/>", "Result: none",
            "[Never] (disabled)", "[Warn]", "[Confirm]", "Near  Far", "Left  Right", "Stepper: 7", "Slider: 7",
            "Opens", "What is open", "Menu:  [Open sheet]", "Chart",
        ]
        // The lines come in this order, with others between them.
        var rest = lines[...]
        for line in expected {
            let index = try #require(rest.firstIndex { $0.contains(line) }, "'\(line)' in \(shown)")
            rest = rest[(index + 1)...]
        }
        #expect(!shown.contains("Secret: [written]"))
        #expect(try walk(["press:Everything", "press:A link to page 4"]).stack == "[first] 1 > 1/everything > 4")
    }

    @Test("a released feature's questions are shown and answered", arguments: [("Warn", "Yes"), ("Confirm", "No")])
    func questions(button: String, answer: String) throws {
        let asked = try host.output("navigate", "released/everything", "press:\(button)")
        #expect(asked.hasSuffix("! Sure?\n  Say so.\n  [Yes] [No]\n"))
        let answered = try host.output("navigate", "released/everything", "press:\(button)", "press:\(answer)")
        #expect(!answered.contains("Sure?"))
    }

    @Test(
        "a released feature's sheets, covers and steps are shown and left",
        arguments: ["Open sheet", "Open cover", "Open step"])
    func innerScreens(button: String) throws {
        let shown = try host.output("navigate", "released/everything", "press:\(button)")
        #expect(shown.contains("[Yes]\n[No]\n"), "\(shown)")
        #expect(shown.contains("Sure?"), "\(shown)")
        for step in ["press:No", "back"] {
            let left = try host.output("navigate", "released/everything", "press:\(button)", step)
            #expect(!left.contains("Sure?") && left.contains("[Warn]"), "\(left)")
        }
    }
}
