import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

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
            #define MEMBERS ",\\"sends\\":[{\\"name\\":\\"Open\\",\\"type\\":\\"bool\\"}]"
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

    @Test("a session that is restored and saved at once has the new name, so that it outlives the older one")
    func savedAtOnce() throws {
        let host = try Sandbox(.only([Self.before, .home]), wiring: .text(#"{"root": "home"}"#))
        _ = try saved(host)
        try host.install(Self.after)
        _ = try host.output("navigate", "--restore", "session", "--save", "session")
        let file = String(decoding: try File.read("\(host.work)/session"), as: UTF8.self)
        #expect(file.contains(#""destination": "plain/screen""#) && !file.contains("plain/old"), "\(file)")
        try host.install(Self.plain(#"{"name":"screen"}"#))
        #expect(try host.run("navigate", "--restore", "session").firstLine == "home > plain/screen")
    }

    @Test("a session that names nothing by an older name stays untouched until the user does something")
    func untouched() throws {
        let host = try Sandbox(.only([Self.after, .home]), wiring: .text(#"{"root": "home"}"#))
        _ = try host.output("navigate", "--save", "session", "plain/screen")
        let path = "\(host.work)/session"
        let file = String(decoding: try File.read(path), as: UTF8.self).replacing("0.2.0", with: "0.0.9")
        try File.write(file, to: path)
        _ = try host.output("navigate", "--restore", "session", "--save", "session")
        #expect(String(decoding: try File.read(path), as: UTF8.self) == file)
    }

    @Test("a requirement by an older name protects the route, and doctor names it")
    func requirement() throws {
        let host = try Sandbox(
            .only([Self.after, .home]),
            wiring: .text(
                #"""
                { "root": "home", "requires": { "plain/old": "open" },
                  "conditions": { "open": { "from": "plain/Open", "else": "home" } } }
                """#))
        let shown = try host.run("navigate", "home", "plain/screen")
        #expect(shown.firstLine == "home", "\(shown.output)")
        #expect(shown.diagnostics.contains("'plain/screen' waits for 'open'"), "\(shown.diagnostics)")
        // Once from a discovery, and once from a snapshot.
        #expect(try host.run("navigate", "home", "plain/old").firstLine == "home")
        let findings = try host.json("doctor")["findings"]?.array?.filter { $0["code"] == "route-renamed" } ?? []
        #expect(findings.map { $0["subject"] ?? .null } == ["plain/old"])
        #expect(findings.first?["fix"] == "write 'plain/screen'")
        #expect(
            try host.json("explain", "plain/screen")["requires"] == [["rule": "plain/old", "conditions": ["open"]]])
    }

    @Test("a condition by an older name of its value is set by that of today, and routes and doctor name it")
    func value() throws {
        let renamed = Feature.source(
            "plain",
            #"""
            #define MEMBERS ",\"sends\":[{\"name\":\"Opened\",\"type\":\"bool\",\"was\":[\"Open\"]}]"
            #include "PlainFeature.h"
            """#)
        let host = try Sandbox(
            .only([renamed, .home]),
            wiring: .text(
                #"""
                { "root": "home", "requires": { "plain": "open" },
                  "conditions": { "open": { "from": "plain/Open", "else": "home" } } }
                """#))
        let shown = try host.run("navigate", "home", "plain/screen")
        #expect(shown.firstLine == "home")
        let routes = try host.run("routes", "plain").output
        #expect(
            routes.contains("  sends plain/Opened (bool)\n         was   Open\n         sets the condition 'open'\n"),
            "\(routes)")
        #expect(try host.json("routes", "plain")["values"]?[0]?["was"] == ["Open"])
        let findings = try host.json("doctor")["findings"]?.array?.filter { $0["code"] == "route-renamed" } ?? []
        #expect(findings.map { $0["fix"] ?? .null } == ["write 'plain/Opened'"])
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
