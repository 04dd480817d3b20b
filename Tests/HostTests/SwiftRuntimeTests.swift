import TestSupport
import Testing

@testable import ProgramTestSupport

private let isThreadSanitized = Sanitizer.current == .thread

@Suite(
    "A feature with a Swift runtime of its own", .deep, .blocking, .inlineAndInWorkers,
    .enabled(if: SwiftFixture.staticRuntime.reasonItIsMissing == nil, SwiftFixture.staticRuntime.reasonItIsMissing),
    .disabled(if: isThreadSanitized, "ThreadSanitizer does not see what the runtime in it waits for"))
struct StaticRuntimeTests {
    private let host: Sandbox

    init() throws {
        host = try Sandbox(.only([SwiftFixture.staticRuntime.feature]), wiring: .text(#"{"root": "static"}"#))
    }

    @Test("the feature shows its list, and a detail whose tasks leave the main actor and come back to it")
    func detail() throws {
        #expect(try host.output("navigate") == "static\n\n> Number 1\n> Number 2\n> Number 3\n")
        #expect(
            try host.output("navigate", "press:Number 3", "press:Count", "press:Count") == """
                static > static/detail?number=3
                challenge://static/3

                Static 3
                ========

                1 + 2 + 3
                [Count]
                Counted 2 times

                """)
    }

    @Test("the feature is connected by its host, and has the reason where it may not be")
    func connection() throws {
        let listener = try TCPListener(greeting: "hello")
        defer { listener.stop() }
        let destination = "static/connection?host=127.0.0.1&port=\(listener.port)"
        // A permission would have the port in the library.
        if Isolation.given != .inline {
            #expect(try host.output("navigate", destination).contains("its manifest does not ask for it by \"net\""))
        }
        try host.confine("off")
        #expect(try host.output("navigate", destination).contains("Read: hello\n"))
    }

    @Test("the feature copies a file that the user picks to another one, and learns when the user cancels")
    func files() throws {
        let home = try host.directory.makeDirectory("home")
        try File.write("hello", to: "\(home)/notes.txt")
        #expect(try host.output("navigate", "static/copy", "press:Copy").contains("no user is here to pick a file"))
        let app = try RunningApp(host, "static/copy", "--session", "")
        try app.see("Nothing copied", focus: "[ Copy ]")
        app.press(.enter)
        try app.see("'static' asks for a file to read", "The file to copy", status: "Path:")
        app.type("~/notes.txt\r")
        try app.see("'static' asks where to save a file", "The copy", status: "Path: notes.txt")
        app.type("\u{1}~/new-")
        app.press(.enter)
        try app.see("Copied 5 bytes of notes.txt")
        #expect(try File.read("\(home)/new-notes.txt") == Array("hello".utf8))
        app.press(.enter)
        try app.see("The file to copy", status: "Path:")
        app.press(.escape)
        try app.see("No source")
        try app.quit()
    }

    @Test("a link leads to the feature, and a wrong destination fails with its reason")
    func links() throws {
        #expect(try host.output("navigate", "challenge://static/2").contains("1 + 2\n"))
        let outcome = try host.run("navigate", "static/detail?number=x")
        #expect(outcome.end == .exit(1))
        #expect(outcome.diagnostics.contains("number"))
    }
}

@Suite(
    "A feature in Embedded Swift", .deep, .blocking, .inlineAndInWorkers,
    .enabled(if: SwiftFixture.embedded.reasonItIsMissing == nil, SwiftFixture.embedded.reasonItIsMissing))
struct EmbeddedSwiftTests {
    private let host: Sandbox

    init() throws {
        host = try Sandbox(.only([SwiftFixture.embedded.feature]), wiring: .text(#"{"root": "embedded"}"#))
    }

    @Test("the feature shows a number, and the numbers that it leads to")
    func detail() throws {
        #expect(
            try host.output("navigate", "challenge://embedded/90", "press:The next", "press:13", "press:Note") == """
                embedded > embedded/of?number=90 > embedded/of?number=91 > embedded/of?number=13
                challenge://embedded/13

                13
                ==

                It is prime, or 1.
                > The next number
                Noted 1 times
                [Note]

                """)
    }

    @Test("the feature's refusal reaches the user", arguments: [0, -5, Int64.max])
    func refusal(number: Int64) throws {
        let outcome = try host.run("navigate", "embedded/of?number=\(number)")
        #expect(outcome.end == .exit(1))
        #expect(outcome.diagnostics.contains("\(number) is not taken apart"))
    }
}

@Suite(
    "Features with the host's Swift runtime, with their own and with none", .deep, .blocking,
    .inlineAndInWorkers,
    .enabled(if: Fixtures.haveCompiler, "no cc is installed"),
    .enabled(if: SwiftFixture.staticRuntime.reasonItIsMissing == nil, SwiftFixture.staticRuntime.reasonItIsMissing),
    .enabled(if: SwiftFixture.embedded.reasonItIsMissing == nil, SwiftFixture.embedded.reasonItIsMissing),
    .disabled(if: isThreadSanitized, "ThreadSanitizer does not see what the runtime in it waits for"))
struct SwiftRuntimesTests {
    private static let features = [.notes, .character] + SwiftFixture.ofOtherRuntimes.map(\.feature)
    private let host: Sandbox

    init() throws {
        host = try Sandbox(.only(Self.features), wiring: .text(#"{"root": "notes"}"#))
    }

    @Test("list shows the features side by side")
    func list() throws {
        let ids = try host.json("list")["features"]?.array?.compactMap { $0["id"]?.string }
        #expect(ids == ["character", "embedded", "notes", "static"])
        #expect(try host.run("doctor").end == .exit(0))
    }

    @Test("one run visits all features, back and forth")
    func walk() throws {
        let outcome = try host.run(
            "navigate", "press:Buy milk", "character/detail?identifier=42", "static/detail?number=3", "press:Count",
            "embedded/of?number=12", "press:Note", "static/detail?number=2", "character/list", "back", "back", "back")
        #expect(outcome.end == .exit(0))
        #expect(outcome.diagnostics == "")
        #expect(outcome.output.contains("Static 3\n"))
        #expect(outcome.output.contains("1 + 2 + 3\n[Count]\nCounted 1 times\n"))
    }
}
