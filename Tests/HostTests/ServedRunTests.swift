import Glibc
import HostSystem
import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

/// A `switchyard run` that other programs see and use, as clients of `switchyard serve` do.
@Suite("run: served to other programs", .blocking)
struct ServedRunTests {
    private static func sandbox(
        _ plugins: Sandbox.Plugins = .shipped, wiring: Sandbox.Wiring = .shipped
    ) throws -> Sandbox {
        let host = try Sandbox(plugins, wiring: wiring)
        try host.makeRuntimeDirectory()
        return host
    }

    /// Attaches to the run that is open, and waits for its screen.
    private static func attach(_ host: Sandbox, patches: Bool = false) throws -> ServeConnection {
        wait { host.socket != nil }
        let client = ServeConnection(try host.connect())
        try client.initialize(patches: patches)
        return client
    }

    /// Waits until a client has been shown the screen of this title.
    private static func see(_ title: JSON, _ client: ServeConnection) throws {
        while client.screen["title"] != title { try client.receive { $0["method"] == "screen" } }
    }

    @Test("a program that attaches sees the screen of the terminal, presses a button, and the terminal shows it")
    func press() throws {
        let host = try Self.sandbox()
        let app = try RunningApp(host)
        try app.see("Welcome to Switchyard.")
        let client = try Self.attach(host)
        #expect(client.screen["title"] == "Home")
        try client.call("perform", ["label": "Characters"])
        try app.see("72 characters", way: "Home › Characters")
        #expect(client.screen["title"] == "Characters")
        try client.call("perform", ["label": "Filter", "value": "bennet"])
        try app.see("1 of 72 characters", "Elizabeth Bennet")
        try client.call("open", ["target": "home", "method": "sheet"])
        try app.see("Welcome to Switchyard.")
        try client.call("dismiss")
        try client.call("back")
        try app.see("Welcome to Switchyard.", way: "Home")
        try app.expectDrawnWhole()
        try app.quit()
    }

    @Test("a program that attaches follows what the user does at the terminal", arguments: [true, false])
    func follow(patches: Bool) throws {
        let host = try Self.sandbox()
        let app = try RunningApp(host)
        try app.see("Welcome to Switchyard.")
        let client = try Self.attach(host, patches: patches)
        app.press(.enter)
        try app.see("72 characters")
        try Self.see("Characters", client)
        app.press(.up, .up)
        app.type("bennet")
        try app.see("1 of 72 characters")
        while client.screen["nodes"]?[0]?["children"]?[0]?["value"] != "bennet" {
            try client.receive { $0["method"] == "screen" }
        }
        // Ctrl-C, since letters are written.
        try app.quit()
        while try client.next() != nil {}
        #expect(host.socket == nil)
    }

    @Test("the user goes on with the text that another program has written into the field")
    func sameField() throws {
        let host = try Self.sandbox()
        let app = try RunningApp(host, "character/list")
        try app.see("72 characters")
        app.press(.up, .up)
        app.type("dar")
        try app.see("Filter: dar")
        let client = try Self.attach(host)
        try client.call("perform", ["label": "Filter", "value": "bennet"])
        try app.see("Filter: bennet", "1 of 72 characters")
        app.type("x")
        try app.see("Filter: bennetx", "0 of 72 characters")
        try app.quit()
    }

    @Test("several programs and the user use one app, and each is shown what the others do")
    func several() throws {
        let host = try Self.sandbox()
        let app = try RunningApp(host)
        try app.see("Welcome to Switchyard.")
        let clients = try (0..<3).map { _ in try Self.attach(host, patches: true) }
        try clients[0].call("perform", ["label": "Characters"])
        #expect(try host.output("open", "challenge://character/detail?id=42").hasPrefix("shown: "))
        for client in clients { try Self.see("Elizabeth Bennet", client) }
        try app.see("Pride and Prejudice")
        app.press(.escape)
        for client in clients { try Self.see("Characters", client) }
        let outcome = try clients[1].refusal("open", ["target": "challenge://nobody/x"])
        #expect(outcome.message.hasPrefix("no feature has links for challenge://nobody"))
        try app.see(status: "! no feature has links for challenge://nobody")
        try app.quit()
    }

    @Test("a question over the screen is answered by either", .enabled(if: Fixtures.haveCompiler))
    func box() throws {
        let host = try Self.sandbox(.only([.fixture("Asks")]), wiring: .text(#"{"root": "asks"}"#))
        let app = try RunningApp(host)
        try app.see("The answer: none")
        let client = try Self.attach(host)
        try client.call("perform", ["label": "Ask"])
        try app.see("It cannot be had back.")
        #expect(try client.refusal("perform", ["label": "Tell"]).code == -32008)
        try client.call("perform", ["label": "Delete"])
        try app.see(gone: "It cannot be had back.")
        try app.click("[ Ask ]")
        try app.see("It cannot be had back.")
        app.press(.escape)
        try app.see(gone: "It cannot be had back.")
        try app.quit()
    }

    @Test("a program that never reads, and asks without end, does not hold up the terminal")
    func stuck() throws {
        let host = try Self.sandbox()
        let app = try RunningApp(host)
        try app.see("Welcome to Switchyard.")
        let stuck = try (0..<3).map { _ in try Self.attach(host) }
        let question = String(
            repeating: "Content-Length: 41\r\n\r\n" + #"{"jsonrpc":"2.0","id":1,"method":"state"}"#, count: 500)
        for client in stuck {
            var rest = Array(question.utf8)[...]
            while !rest.isEmpty, let count = client.connection.write(rest), count > 0 { rest = rest.dropFirst(count) }
        }
        for _ in 0..<20 {
            app.press(.enter)
            try app.see("72 characters")
            app.press(.escape)
            try app.see("Welcome to Switchyard.")
        }
        #expect(try host.output("open", "challenge://character/list") == "shown: challenge://character/list\n")
        try app.see("72 characters")
        withExtendedLifetime(stuck) {}
        try app.quit()
    }

    @Test("while a feature works for another program the user goes on by Esc", .enabled(if: Fixtures.haveCompiler))
    func busy() throws {
        let host = try Self.sandbox(
            .only([.fixture("Busy"), .fixture("Plain")]), wiring: .text(#"{"root": "busy", "deadline": "3600s"}"#))
        let app = try RunningApp(host)
        try app.see("0 answers")
        let client = try Self.attach(host)
        client.send(["jsonrpc": "2.0", "id": "slow", "method": "perform", "params": ["label": "Ask slowly"]])
        try app.see("Esc stop waiting")
        app.press(.escape)
        let reason = "'Ask slowly': 'busy' still works, and is not waited for"
        try client.receive { $0["params"]?["message"]?.string == reason }
        try client.receive { $0["id"] == "slow" }
        try app.go(to: "plain")
        try app.see("This is plain 1.0.0.")
        try client.receive { $0["params"]?["destination"] == "plain" }
        try app.quit()
    }

    @Test("a file that another program's press asks for is picked at the terminal", .enabled(if: Fixtures.haveCompiler))
    func file() throws {
        let picker = Feature.source("picks", "#define FEATURE_ID \"picks\"\n#include \"Picks/picks.c\"\n")
        let host = try Self.sandbox(.only([picker]), wiring: .text(#"{"root": "picks"}"#))
        let app = try RunningApp(host, "picks/screen")
        try app.see("asked 0", focus: "[ Open ]")
        let client = try Self.attach(host)
        try client.call("perform", ["label": "Open"])
        try app.see("asks for a file to read", status: "Path:")
        app.press(.escape)
        try app.see("cancelled 1")
        try app.quit()
    }

    @Test("a locked screen refuses another program too, which may force it", .enabled(if: Fixtures.haveCompiler))
    func locked() throws {
        let host = try Self.sandbox(
            .only([.fixture("Pages"), .home]), wiring: .text("{\"root\": \"pages\", \(Fixtures.pagesRedirects)}"))
        let app = try RunningApp(host)
        let client = try Self.attach(host)
        try client.call("open", ["target": "pages/page?number=2"])
        try client.call("perform", ["label": "Do", "value": "lock"])
        let refused = try client.answer("back")["error"]
        #expect(refused?["data"]?["kind"] == "locked")
        #expect(refused?["message"] == "'Page 2' is locked: the page is not done")
        try app.see(status: "! 'Page 2' is locked: the page is not done")
        try client.call("back", ["force": true])
        #expect(try client.call("state")["text"] == "pages")
        // Any key takes the message away.
        app.press(.down)
        try app.see(gone: "Page 2")
        try app.quit()
    }

    @Test("'shutdown' does not end the app of a user at a terminal, who ends it")
    func shutdown() throws {
        let host = try Self.sandbox()
        let app = try RunningApp(host)
        let client = try Self.attach(host)
        let refused = try client.refusal("shutdown")
        #expect(refused.code == -32000)
        #expect(refused.message == "the app is open at a terminal, and its user ends it there")
        try app.quit()
        while try client.next() != nil {}
    }

    @Test("line mode prints what another program's request has changed, and serves what a line has")
    func lineMode() throws {
        let host = try Self.sandbox()
        let run = try LineRun(host)
        let client = try Self.attach(host)
        try client.call("perform", ["label": "Characters"])
        run.type("1=bennet")
        while client.screen["nodes"]?[0]?["children"]?[0]?["value"] != "bennet" {
            try client.receive { $0["method"] == "screen" }
        }
        let outcome = try run.quit()
        #expect(outcome.output.contains("home > character/list\n"))
        #expect(outcome.output.contains("1 of 72 characters"))
    }

    @Test("with --socket the run is served at a socket of the user's choice, and another one there is refused")
    func socket() throws {
        let host = try Sandbox()
        let path = host.directory("app.sock")
        let app = try RunningApp(host, "--socket", path)
        try app.see("Welcome to Switchyard.")
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        let client = ServeConnection(
            try SocketDirectory(at: host.directory.path).connect("app.sock", until: .now.advanced(by: .seconds(300))))
        try client.initialize(patches: true)
        try client.call("perform", ["label": "Characters"])
        try app.see("72 characters")
        for command in ["run", "serve"] {
            let second = try host.run(command, "--session", "", "--socket", path)
            #expect(second.end == .exit(69))
            #expect(second.messages == ["another process listens at '\(path)'"])
        }
        try app.quit()
        #expect(access(path, F_OK) != 0)
    }
}
