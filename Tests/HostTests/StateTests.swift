import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("navigate --state", .blocking, .inlineAndInWorkers)
struct StateTests {
    private static let tabs = Sandbox.Wiring.text(
        """
        {"tabs": [{"name": "start", "root": "home"}, {"name": "people", "root": "character/list"}],
         "redirects": {"home/characters": "character/list", "home/character?identifier={n}": "character/detail?identifier={n}"}}
        """)

    @Test("each step is printed with its resulting state, followed by the screen")
    func text() throws {
        let host = try Sandbox()
        let output = try host.output(
            "navigate", "--state", "press:Characters", "managedSheet:home", "dismissAll", "back")
        let screen = try host.output("navigate")
        #expect(
            output == """
                press:Characters
                  home > character/list
                managedSheet:home
                  home > character/list > managedSheet:home
                dismissAll
                  home > character/list
                back
                  home


                """ + screen)
    }

    @Test("without steps the state is printed once")
    func noSteps() throws {
        #expect(try Sandbox().output("navigate", "--state").hasPrefix("home\n\nhome\nchallenge://home/main\n\nHome\n"))
        #expect(
            try Sandbox(wiring: Self.tabs).output("navigate", "--state")
                .hasPrefix("[*start] home | [people] character/list\n\n[start] home\n"))
    }

    @Test("the state with tabs shows all of them, with the selected tab marked")
    func tabs() throws {
        let output = try Sandbox(wiring: Self.tabs).output("navigate", "--state", "press:Featured", "tab:people")
        #expect(
            output.hasPrefix(
                """
                press:Featured
                  [*start] home > character/detail?identifier=42 | [people] character/list
                tab:people
                  [start] home > character/detail?identifier=42 | [*people] character/list

                [people] character/list

                """))
    }

    @Test("a failed step is printed with its resulting state too")
    func failed() throws {
        let outcome = try Sandbox().run("navigate", "--state", "character/list", "nowhere", "back")
        #expect(outcome.end == .exit(1))
        #expect(
            outcome.output.hasPrefix(
                "character/list\n  home > character/list\nnowhere\n  home > character/list > system/notFound?"))
        #expect(!outcome.output.contains("\nback\n"))
    }

    @Test("the steps are an additional member in JSON, and the state is the same as without them")
    func json() throws {
        let host = try Sandbox()
        let json = try host.json("navigate", "--state", "press:Characters", "back")
        let root: JSON = ["tabs": [["entries": [["destination": "home", "presentation": "push"]]]]]
        let list: JSON = [
            "tabs": [
                [
                    "entries": [
                        ["destination": "home", "presentation": "push"],
                        ["destination": "character/list", "presentation": "push"],
                    ]
                ]
            ]
        ]
        #expect(
            json["steps"] == [
                ["step": "press:Characters", "state": list, "text": "home > character/list"],
                ["step": "back", "state": root, "text": "home"],
            ])
        #expect(json["state"] == root)
        #expect(try host.json("navigate", "--state")["steps"] == [])
        #expect(try host.json("navigate", "back")["steps"] == nil)
    }

    @Test(
        "control characters of a step are printed as symbols", arguments: ["\u{1b}[31m", "a\rb", "a\nb", "\u{202e}"])
    func control(text: String) throws {
        let outcome = try Sandbox().run("navigate", "--state", "character/list", "type:Filter=\(text)")
        #expect(outcome.end == .exit(0))
        let controls = outcome.output.unicodeScalars.filter { $0.value < 0x20 && $0 != "\n" || $0 == "\u{202e}" }
        #expect(controls.isEmpty)
        let second = outcome.output.split(separator: "\n")[2]
        #expect(second.hasPrefix("type:Filter="))
    }

    @Test("the state of a destination with a control character in it stays one line")
    func controlInState() throws {
        let outcome = try Sandbox().run("navigate", "--state", "nowhere?x=%1b%0a")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count > 3)
        #expect(lines[1].hasPrefix("  home > system/notFound?"))
    }
}
