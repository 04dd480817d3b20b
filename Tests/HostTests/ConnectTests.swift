import TestSupport
import Testing

@Suite(
    "Connections through the host", .blocking, .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct ConnectTests {
    /// The fixture with an id of its own, which asks for addresses.
    private static func feature(_ id: String = "connects", asking asked: [String]) -> Feature {
        let list = asked.map { "\\\"\($0)\\\"" }.joined(separator: ",")
        let members =
            asked.isEmpty
            ? "" : #"#define MEMBERS ",\"permissions\":[{\"net\":[\#(list)],\"reason\":\"To connect\"}]""#
        return .source(
            id,
            """
            #define FEATURE_ID "\(id)"
            \(members)
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
}
