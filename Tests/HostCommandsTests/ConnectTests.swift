import TestSupport
import Testing

@testable import HostCore
@testable import ProgramTestSupport

@Suite(
    "Connections through the host", .blocking, .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct ConnectTests {
    /// The fixture with an id of its own, which asks for addresses.
    private static func feature(_ id: String = "connects", asking asked: [String], _ more: String = "") -> Feature {
        let list = asked.map { "\\\"\($0)\\\"" }.joined(separator: ",")
        let members =
            asked.isEmpty
            ? "" : #"#define MEMBERS ",\"permissions\":[{\"net\":[\#(list)],\"reason\":\"To connect\"}]""#
        return .source(
            id,
            """
            #define FEATURE_ID "\(id)"
            \(members)
            \(more)
            #include "Connects/connects.c"

            """)
    }

    /// - Parameter options: The options of the feature in the wiring file.
    private func sandbox(asking asked: [String], _ options: String = "{}") throws -> Sandbox {
        try Sandbox(
            .only([Self.feature(asking: asked)]),
            wiring: .text(#"{ "features": { "connects": \#(options) } }"#))
    }

    private func shown(_ host: Sandbox, _ steps: String...) throws -> String {
        let outcome = try host.run(["navigate"] + steps)
        #expect(outcome.end == .exit(0), "\(outcome.diagnostics)")
        return outcome.output
    }

    @Test("a feature that may connect gets a connection, and its worker opens no socket itself")
    func permitted() throws {
        let listener = try TCPListener(greeting: "hello")
        defer { listener.stop() }
        let port = "tcp:\(listener.port)"
        let host = try sandbox(asking: [port], #"{ "allow": { "net": ["\#(port)"] } }"#)
        let shown = try shown(host, "connects/to?host=127.0.0.1&port=\(listener.port)")
        #expect(shown.contains("asked 1, refused 0, connected 1, failed 0"), "\(shown)")
        #expect(shown.contains("read: hello"), "\(shown)")
        #expect(listener.count == 1)
    }

    @Test(
        "what a feature asks for and the wiring allows by name or port, it may connect to, and denied beats allowed",
        arguments: [
            (["127.0.0.1:@"], #""allow": { "net": ["127.0.0.1:@"] }"#, nil),
            (["127.0.0.1:@"], #""allow": { "net": ["tcp:@"] }"#, nil),
            (["tcp:@"], #""allow": { "net": ["127.0.0.1:@"] }"#, nil),
            (
                ["tcp:@"], #""allow": { "net": ["localhost:@"] }"#,
                #"write "allow": {"net": ["127.0.0.1:@", "localhost:@"]}"#
            ),
            (["localhost:@"], #""allow": { "net": ["tcp:@"] }"#, "its manifest does not ask for it by"),
            (["tcp:1"], #""allow": { "net": ["tcp:@"] }"#, "its manifest does not ask for it by"),
            ([], "", "its manifest does not ask for it by"),
            (["127.0.0.1:@"], "", #"add "allow": {"net": ["127.0.0.1:@"]} to "connects" in "features""#),
            (
                ["tcp:@"], #""allow": { "net": ["tcp:@"] }, "deny": { "net": ["127.0.0.1:@"] }"#,
                "the wiring file denies it"
            ),
            (
                ["127.0.0.1:@"], #""allow": { "net": ["127.0.0.1:@"] }, "deny": { "net": ["tcp:@"] }"#,
                "the wiring file denies it"
            ),
            ([], #""isolation": "inline""#, nil),
        ] as [([String], String, String?)])
    func permissions(asked: [String], options: String, refusal: String?) throws {
        let listener = try TCPListener(greeting: "hello")
        defer { listener.stop() }
        func text(_ text: String) -> String { text.replacing("@", with: "\(listener.port)") }
        let host = try sandbox(asking: asked.map(text), "{ \(text(options)) }")
        let shown = try shown(host, "connects/to?host=127.0.0.1&port=\(listener.port)")
        if let refusal {
            #expect(shown.contains("asked 1, refused 1, connected 0, failed 0"), "\(shown)")
            #expect(shown.contains("3: 'connects' may not connect to '127.0.0.1:\(listener.port)': "), "\(shown)")
            #expect(shown.contains(text(refusal)), "\(shown)")
        } else {
            #expect(shown.contains("asked 1, refused 0, connected 1, failed 0"), "\(shown)")
        }
        #expect(listener.count == (refusal == nil ? 1 : 0))
    }

    /// A sandbox in which any machine may be connected to at a port.
    private func sandbox(port: UInt16, more features: [Feature] = []) throws -> Sandbox {
        let host = try sandbox(asking: ["tcp:\(port)"], #"{ "allow": { "net": ["tcp:\#(port)"] } }"#)
        for feature in features { try host.install(feature) }
        return host
    }

    @Test(
        "a machine that does not take a connection, a name without one and a text that is none have reasons",
        arguments: [
            ("127.0.0.1", "12: no connection to '127.0.0.1:@': Connection refused"),
            ("switchyard.invalid", " no connection to 'switchyard.invalid:@': "),
            ("a b", "2: 'a b' with the port @ is no address; expected a name in ASCII or an IP address"),
        ])
    func failures(machine: String, reason: String) throws {
        let listener = try TCPListener(greeting: "hello")
        let port = listener.port
        listener.stop()
        let shown = try shown(
            sandbox(port: port), "connects/to?host=\(machine.replacing(" ", with: "%20"))&port=\(port)")
        #expect(shown.contains("connected 0"), "\(shown)")
        #expect(shown.contains(reason.replacing("@", with: "\(port)")), "\(shown)")
    }

    @Test("a recorded connection is not made again: 'replay --with' compares up to where it is handed over")
    func recorded() throws {
        let listener = try TCPListener(greeting: "hello")
        let host = try sandbox(port: listener.port)
        let place = "connects/to?host=127.0.0.1&port=\(listener.port)"
        _ = try host.output("navigate", place, "--record", "connected")
        listener.stop()
        _ = try host.output("navigate", place, "--record", "refused")
        let library = host.path(Self.feature(asking: ["tcp:\(listener.port)"]))
        let connected = try host.run("replay", "connected", "--with", library)
        #expect(connected.end == .exit(0), "\(connected.output)")
        #expect(connected.output.contains("it hands over a connection or a file, which no recording has.\n"))
        let refused = try host.run("replay", "refused", "--with", library)
        #expect(refused.end == .exit(0), "\(refused.output)")
        #expect(refused.output.hasSuffix(" in 1 activation compared.\n"), "\(refused.output)")
    }

    @Test("of a hundred requests at once the host takes sixteen, and refuses the others with the limit")
    func hundred() throws {
        let listener = try TCPListener(greeting: "hello")
        defer { listener.stop() }
        let host = try sandbox(port: listener.port)
        let shown = try shown(host, "connects/to?host=127.0.0.1&port=\(listener.port)&count=100")
        #expect(shown.contains("asked 100, refused 84, connected 16, failed 0"), "\(shown)")
        #expect(shown.contains("11: 16 connections are under way already"), "\(shown)")
        #expect(shown.contains("sockets 1\n"), "\(shown)")
    }

    @Test("a machine that does not answer delays neither other screens nor the end of the host")
    func silent() throws {
        let listener = try TCPListener(greeting: nil)
        defer { listener.stop() }
        let host = try sandbox(port: listener.port, more: [.fixture("Plain")])
        let shown = try shown(
            host, "connects/to?host=127.0.0.1&port=\(listener.port)&count=16&waits=false", "plain/screen")
        #expect(shown.contains("This is plain 1.0.0."), "\(shown)")
        #expect(host.remainingProcesses() == [])
    }

    @Test("a feature that crashes while it waits is made anew, and can connect again")
    func crash() throws {
        let (silent, listener) = (try TCPListener(greeting: nil), try TCPListener(greeting: "hello"))
        defer {
            silent.stop()
            listener.stop()
        }
        let host = try sandbox(
            asking: ["tcp:\(silent.port)", "tcp:\(listener.port)"],
            #"{ "allow": { "net": ["tcp:\#(silent.port)", "tcp:\#(listener.port)"] } }"#)
        try File.write(
            """
            connects/to?host=127.0.0.1&port=\(silent.port)&waits=false
            press:Crash
            connects/to?host=127.0.0.1&port=\(listener.port)
            quit

            """, to: host.directory("lines"))
        let outcome = try host.run(["run", "--plain"], input: host.directory("lines"))
        #expect(outcome.diagnostics.contains("crashed in perform (SIGABRT: aborted)"), "\(outcome.diagnostics)")
        #expect(outcome.output.contains("read: hello"), "\(outcome.output)")
        #expect(host.remainingProcesses() == [])
    }

    @MainActor
    @Test("a feature that is reloaded while it waits gets the answer to what its new version asks alone")
    func reload() async throws {
        let silent = try TCPListener(greeting: nil)
        let host = try sandbox(port: silent.port)
        let application = try host.application()
        let coordinator = application.makeCoordinator()
        defer { coordinator.shutDown() }
        coordinator.start()
        coordinator.go(to: "connects/to?host=127.0.0.1&port=\(silent.port)&waits=false")
        #expect(coordinator.showText().contains("asked 1, refused 0, connected 0, failed 0"))
        try host.install(Self.feature(asking: ["tcp:\(silent.port)"], "#define FEATURE_VERSION \"2.0.0\""))
        #expect(application.reload(coordinator).changes.count == 1)
        #expect(coordinator.showText().contains("asked 1, refused 0, connected 0, failed 0"))
        silent.stop()
        try await wait { coordinator.showText().contains("asked 1, refused 0, connected 0, failed 1") }
        #expect(coordinator.showText().contains("asked 1, refused 0, connected 0, failed 1"))
        #expect(coordinator.takeProblems().isEmpty)
    }

    @Test("a feature that crashes in the answer ends its worker alone")
    func crashInAnswer() throws {
        let listener = try TCPListener(greeting: "hello")
        defer { listener.stop() }
        let host = try sandbox(port: listener.port)
        let outcome = try host.run("navigate", "connects/to?host=127.0.0.1&port=\(listener.port)&crash=true")
        #expect(outcome.end == .exit(1))
        #expect(
            outcome.diagnostics.contains("'connects' crashed in the callback of connect (SIGABRT: aborted)"),
            "\(outcome.diagnostics)")
        #expect(host.remainingProcesses() == [])
    }

    @Test("a worker that may open no more files gets the reason instead of a connection, and each that it can take")
    func files() throws {
        let listener = try TCPListener(greeting: "hello")
        defer { listener.stop() }
        let port = "tcp:\(listener.port)"
        let host = try sandbox(
            asking: [port], #"{ "openFiles": 16, "allow": { "net": ["\#(port)"] } }"#)
        let shown = try shown(host, "connects/to?host=127.0.0.1&port=\(listener.port)&count=16&keep=true")
        let counts = try #require(shown.firstMatch(of: /asked 16, refused 0, connected (\d+), failed (\d+)/))
        let (connected, failed) = (Int(counts.1) ?? 0, Int(counts.2) ?? 0)
        #expect(connected + failed == 16)
        #expect(connected > 0 && failed > 0)
        #expect(shown.contains("11: the feature has as many open files as it may (16), so it gets no other"))
    }

    @Test("a connection of one feature is open in no other worker")
    func kept() throws {
        let listener = try TCPListener(greeting: "hello")
        defer { listener.stop() }
        let host = try sandbox(port: listener.port, more: [Self.feature("other", asking: [])])
        let connecting = "connects/to?host=localhost&port=\(listener.port)&keep=true"
        let own = try shown(host, connecting)
        #expect(own.contains("sockets 2\n"), "\(own)")
        let other = try shown(host, connecting, "other/sockets")
        #expect(other.contains("asked 0"), "\(other)")
        #expect(other.contains("sockets 1\n"), "\(other)")
    }

    @Test("a check of a library connects to nothing")
    func check() throws {
        let listener = try TCPListener(greeting: "hello")
        defer { listener.stop() }
        let host = try sandbox(port: listener.port)
        let outcome = try host.run("check", host.path(Self.feature(asking: ["tcp:\(listener.port)"])))
        #expect(!outcome.output.contains("may not connect"), "\(outcome.output)")
        #expect(listener.count == 0)
    }
}
