import JSONText
import TestSupport
import Testing

/// A feature whose route has had other names, on its way through the program.
@Suite(
    "Routes with older names", .blocking, .inlineAndInWorkers,
    .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct OlderNameTests {
    private static func plain(_ route: String) -> Feature {
        .source(
            "plain",
            """
            #define INCOMING "\(route.replacing("\"", with: "\\\""))"
            #include "PlainFeature.h"
            """)
    }

    private static let before = plain(#"{"name":"old"}"#)
    private static let after = plain(#"{"name":"screen","was":["old"],"deprecated":"Use 'plain'."}"#)
    private static let wiring = #"{"root": "plain/old", "redirects": {"home/characters": "plain/old"}}"#

    @Test("roots, redirects and destinations with an older name show the route as it is called now")
    func leads() throws {
        let host = try Sandbox(.only([Self.after, .home]), wiring: .text(Self.wiring))
        #expect(try host.output("navigate").hasPrefix("plain/screen\n"))
        #expect(try host.output("navigate", "home", "plain/old").hasPrefix("plain/screen\n"))
        let redirected = try host.run("navigate", "home", "press:Characters")
        #expect(redirected.firstLine == "plain/screen > home > plain/screen", "\(redirected.diagnostics)")
    }

    @Test("a session that was saved under the older name goes on under the new one")
    func session() throws {
        let host = try Sandbox(.only([Self.before, .home]), wiring: .text(#"{"root": "home"}"#))
        let file = #"{"session": 1, "state": \#(try saved(host))}"#
        #expect(file.contains("plain/old"))
        try host.install(Self.after)
        let restored = try host.run("navigate", "--restore", "session")
        #expect(restored.firstLine == "home > plain/screen", "\(restored.diagnostics)")
    }

    /// The state of a run that ends on the route of the old version, which shows an error there.
    private func saved(_ host: Sandbox) throws -> String {
        _ = try host.run("navigate", "--save", "session", "plain/old")
        let file = try JSON.parse(String(decoding: File.read("\(host.work)/session"), as: UTF8.self))
        return file["state"]?.text() ?? ""
    }

    @Test("doctor names what uses the older name and the deprecated route, and routes shows both")
    func reports() throws {
        let host = try Sandbox(.only([Self.after, .home]), wiring: .text(Self.wiring))
        let findings = try host.json("doctor")["findings"]?.array ?? []
        #expect(findings.count { $0["code"] == "route-renamed" } == 2)
        #expect(findings.count { $0["code"] == "route-deprecated" } == 2)
        let routes = try host.run("routes", "plain").output
        #expect(routes.contains("\n         was   old\n         deprecated: Use 'plain'.\n"), "\(routes)")
        let json = try host.json("routes", "plain")["routes"]?[0]
        #expect(json?["was"] == ["old"])
        #expect(json?["deprecated"] == "Use 'plain'.")
    }

    @Test("a library whose older name is a route of this version is refused")
    func collision() throws {
        let host = try Sandbox(
            .only([Self.plain(#"{"name":"screen","was":["other"]},{"name":"other"}"#)]), wiring: .none)
        let reason = try host.json("list")["notUsed"]?[0]?["reason"]?.string ?? ""
        #expect(reason.contains("the older name 'other' is that of a route"), "\(reason)")
    }
}
