import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("check --against", .blocking)
struct CheckAgainstTests {
    /// An app of Home and Character, wired, with this manifest of Character beside it.
    private static func host(_ manifest: String) throws -> Sandbox {
        let host = try Sandbox(.only([.home, .character]), wiring: .shipped)
        try File.write(manifest, to: "\(host.work)/character.json")
        return host
    }

    private static func arguments(_ host: Sandbox, _ more: String...) -> [String] {
        ["check", "character.json", "--against", host.plugins, "--config", Repository.path("switchyard.jsonc")] + more
    }

    /// What the shipped Character declares, and the wiring uses.
    private static let same = #"""
        {
            "manifest": 1, "id": "character", "main": "list",
            "incoming": [
                { "name": "list" },
                { "name": "detail", "arguments": [{ "name": "identifier", "type": "int" }], "parents": ["list"] }
            ],
            "links": [
                { "scheme": "challenge", "host": "character", "pattern": "/list", "route": "list" },
                { "scheme": "challenge", "host": "character", "pattern": "/detail?id={identifier}", "route": "detail" }
            ]
        }
        """#

    @Test("a library that fits in the place of the installed one has no new findings: 0")
    func fits() throws {
        let host = try Self.host(Self.same)
        let outcome = try host.run(Self.arguments(host))
        #expect(outcome.end == .exit(0), "\(outcome.diagnostics)")
        #expect(
            outcome.output
                == "'character.json' in the place of '\(host.plugins)/libCharacterFeature.so'\n\nNo new findings\n")
    }

    @Test("what the wiring would have wrong with the library is an error with its place in the wiring file: 1")
    func breaks() throws {
        let host = try Self.host(
            Self.same.replacing("\"identifier\", \"type\": \"int\"", with: "\"identifier\", \"type\": \"string\""))
        let outcome = try host.run(Self.arguments(host))
        #expect(outcome.end == .exit(1))
        #expect(
            outcome.output.contains("error: \(Repository.path("switchyard.jsonc")), line 12, "), "\(outcome.output)")
        #expect(outcome.output.hasSuffix("\n1 error\n"))
        let json = try JSON.parse(host.run(Self.arguments(host, "--json")).output)
        #expect(json["errors"] == 1)
        #expect(json["findings"]?.array?.map { $0["code"] } == ["redirect-ill-typed"])
        #expect(json["libraries"]?[0]?["replaces"] == .string("\(host.plugins)/libCharacterFeature.so"))
    }

    @Test("what is wrong with the app already is no finding")
    func known() throws {
        let host = try Self.host(Self.same)
        try File.write(
            #"{"root": "home/nowhere", "redirects": {"home/characters": "character/lsit"}}"#, to: host.wiring)
        let outcome = try host.run("check", "character.json", "--against", host.plugins, "--config", host.wiring)
        #expect(outcome.end == .exit(0))
        #expect(outcome.output.hasSuffix("\n\nNo new findings\n"), "\(outcome.output)")
    }

    @Test("a library whose feature the app does not have is added, and what it leaves to the wiring is a warning")
    func added() throws {
        let host = try Self.host(#"{"manifest": 1, "id": "shop", "outgoing": [{"name": "buy"}]}"#)
        let outcome = try host.run(Self.arguments(host))
        #expect(outcome.end == .exit(0))
        #expect(outcome.output.hasPrefix("'character.json' beside the features that are there\n\nwarning: "))
        #expect(outcome.output.contains("'shop/buy' is not connected"))
    }

    @Test(
        "options that do not belong together, and what cannot be read, are refused",
        arguments: [
            (["x.so", "--config", "w.jsonc"], 64, "'--config' is the wiring file of '--against', which is missing"),
            (["--against", "."], 64, "'check' needs the file of a library, such as libNotesFeature.so"),
            (["x.so", "--against", ".", "--seed", "1"], 64, "'--seed' is for tests, and '--against' does none"),
            (
                ["x.so", "--against", "nowhere"], 66,
                "there is no directory 'nowhere'; expected the plugins directory of an app"
            ),
            (
                ["x.so", "--against", "."], 66,
                "'x.so' cannot be read (No such file or directory); expected the file of"
            ),
            (["character.json", "--against", ".", "--config", "nope"], 66, "the wiring file 'nope' cannot be read"),
        ] as [([String], Int32, String)])
    func refused(arguments: [String], code: Int32, message: String) throws {
        let outcome = try Self.host(Self.same).run(["check"] + arguments)
        #expect(outcome.end == .exit(code), "\(outcome.diagnostics)")
        #expect(outcome.output == "")
        #expect(outcome.messages.first?.hasPrefix(message) == true, "\(outcome.messages)")
    }
}
