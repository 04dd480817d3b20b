import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite(
    "A feature written in C", .blocking, .inlineAndInWorkers, .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct NotesTests {
    private let host: Sandbox

    init() throws {
        host = try Sandbox(
            .only([.notes, .character]),
            wiring: .text(
                """
                {"root": "notes", "redirects": {"notes/person?number={n}": "character/detail?identifier={n}"}}
                """))
    }

    @Test("list shows the feature as its manifest describes it")
    func list() throws {
        let notes = try host.json("list")["features"]?[1]
        #expect(
            notes == [
                "id": "notes", "name": "Notes", "version": "1.2.0", "summary": "Notes, to read and to write.",
                "file": .string(host.path(.notes)), "abi": .string(Repository.abi), "sdk": "", "toolchain": "C11",
                "incoming": 2,
                "outgoing": 1, "unconnected": [],
                "permissions": ["asked": [], "effective": [:], "answered": [:], "refused": [:], "denied": [:]],
            ])
    }

    @Test("routes shows the feature's routes, links and connections")
    func routes() throws {
        #expect(
            try host.output("routes", "notes") == """
                notes  Notes, to read and to write.
                  in   notes/list
                         url   challenge://notes/list
                  in   notes/detail?identifier={int}
                         url   challenge://notes/detail?id={identifier}
                  out  notes/person?number={int}
                         notes/person?number={n} -> character/detail?identifier={n}

                """)
        let routes = try host.json("routes", "notes")["routes"]
        #expect(routes?[1]?["arguments"] == [["name": "identifier", "type": "int", "optional": false]])
        #expect(routes?[1]?["parents"] == ["notes/list"])
        #expect(routes?[2]?["redirects"]?[0]?["to"] == "character/detail?identifier={n}")
    }

    @Test(
        "navigate reaches the feature's screens by links, destinations, presses and back",
        arguments: [
            ([], "notes"),
            (["challenge://notes/list"], "notes"),
            (["challenge://notes/detail?id=2"], "notes > notes/detail?identifier=2"),
            (["challenge://notes/latest"], "notes > notes/detail?identifier=2"),
            (["notes/detail?identifier=1"], "notes > notes/detail?identifier=1"),
            (["press:Buy milk"], "notes > notes/detail?identifier=1"),
            (["press:Buy milk", "back"], "notes"),
            (["press:Ask", "press:Person"], "notes > notes/detail?identifier=2 > character/detail?identifier=42"),
            (["press:Ask", "press:Person", "back"], "notes > notes/detail?identifier=2"),
            (["press:Ask", "press:Person", "press:Back"], "notes > notes/detail?identifier=2"),
            (["press:Ask", "press:Delete"], "notes"),
            (["notes/person?number=1"], "notes > character/detail?identifier=1"),
        ])
    func navigate(steps: [String], stack: String) throws {
        let outcome = try host.run(["navigate"] + steps)
        #expect(outcome.firstLine == stack)
        #expect(outcome.diagnostics == "")
        #expect(outcome.end == .exit(0))
    }

    @Test("the list shows a note that was typed and added, and no deleted note")
    func change() throws {
        #expect(
            try host.output(
                "navigate", "type:New note=Ring the bell", "press:Add", "press:Buy milk", "press:Delete") == """
                    notes
                    challenge://notes/list

                    Notes
                    =====

                    New note: []
                    [Add]
                    > Ask Elizabeth Bennet
                    > Ring the bell

                    """)
    }

    @Test("typed text stays until it is added")
    func draft() throws {
        #expect(
            try host.output("navigate", "type:New note=Café", "press:Buy milk", "back").contains("\nNew note: [Café]\n")
        )
    }

    @Test(
        "the feature's failures carry their reasons",
        arguments: [
            (["challenge://notes/detail?id=9"], "there is no note 9"),
            (["notes/detail?identifier=9"], "there is no note 9"),
            (["press:Add"], "'Add' could not be done: write the text of the note first"),
            (
                ["type:New note=" + String(repeating: "x", count: 200)],
                "'New note' could not be done: a note has at most 199 bytes, and this has 200"
            ),
            (["challenge://notes/oldest"], "'challenge://notes/oldest' matches no link pattern"),
            (
                ["press:Buy milk", "press:Delete", "press:Ask", "press:Delete", "challenge://notes/latest"],
                "there are no notes, so none is the latest"
            ),
        ])
    func failures(steps: [String], reason: String) throws {
        let outcome = try host.run(["navigate"] + steps)
        #expect(outcome.end == .exit(1))
        #expect(outcome.messages.count == 1)
        #expect(outcome.diagnostics.contains(reason))
    }

    @Test("an outgoing route is not connected without a redirect")
    func unconnected() throws {
        let host = try Sandbox(.only([.notes, .character]), wiring: .none)
        #expect(try host.json("routes", "notes")["routes"]?[2]?["connected"] == false)
        let outcome = try host.run("navigate", "notes", "press:Buy milk", "press:Person")
        #expect(outcome.end == .exit(1))
        #expect(outcome.firstLine == "system > notes > notes/detail?identifier=1")
        #expect(outcome.messages.count == 1)
        #expect(outcome.diagnostics.contains("'notes/person' is not connected"))
    }

    @Test("explain shows the feature's links, including a link that only its code knows")
    func explain() throws {
        let link = try host.json("explain", "challenge://notes/detail?id=2")
        #expect(link["stack"] == ["notes", "notes/detail?identifier=2"])
        #expect(link["endsAt"]?["file"] == .string(host.path(.notes)))
        let custom = try host.json("explain", "challenge://notes/latest")
        #expect(custom["askedFeatures"] == ["notes"])
        #expect(custom["patterns"]?.array?.map { $0["matches"] } == [false, false])
    }

    @Test(
        "each screen that the feature makes is destroyed, wherever the flow leads",
        arguments: [
            ([], 1), (["press:Buy milk"], 2), (["press:Buy milk", "back", "press:Buy milk", "root"], 3),
            (["press:Buy milk", "press:Person"], 2), (["challenge://notes/detail?id=2", "press:Delete"], 2),
            (["notes/list", "notes/list"], 1), (["notes/detail?identifier=9"], 0),
            (["challenge://notes/detail?id=1", "challenge://notes/detail?id=1", "challenge://notes/detail?id=2"], 2),
        ])
    func destroyed(steps: [String], made: Int) throws {
        let outcome = try host.run(["navigate", "--verbose"] + steps)
        let ending = try #require(outcome.messages.last)
        let words = ending.split(separator: " ").compactMap { Int($0) }
        #expect(ending.hasPrefix("notes: debug: ended: "))
        #expect(words.count == 2 && words[0] == words[1])
        #expect(words.first == made)
    }

    @Test("the feature's debug lines are logged only with --verbose")
    func log() throws {
        #expect(try host.run("navigate").diagnostics == "")
        #expect(try host.run("navigate", "-v").messages == ["notes: debug: ended: 1 screens made, 1 destroyed"])
    }
}
