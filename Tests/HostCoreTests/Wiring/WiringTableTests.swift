import FeatureContract
import JSONText
import Testing

@testable import HostCore

@Suite("The table of the wiring file's keys")
struct WiringTableTests {
    /// A key of the table in a file that has a value at it.
    struct Use: Sendable, CustomTestStringConvertible {
        let key: WiringKey
        let path: JSONPath
        /// The file, with `@` for the value.
        let text: String

        var testDescription: String { path.description }
    }

    static let uses =
        WiringObject.file.keys.map { Use(key: $0, path: [.key($0.name)], text: "{ \"\($0.name)\": @ }") }
        + WiringObject.tab.keys.map {
            Use(key: $0, path: ["tabs", 0, .key($0.name)], text: "{ \"tabs\": [{ \"\($0.name)\": @ }] }")
        }
        + WiringObject.redirect.keys.map {
            Use(
                key: $0, path: ["redirects", "a", .key($0.name)],
                text: "{ \"redirects\": { \"a\": { \"\($0.name)\": @ } } }")
        }
        + WiringObject.feature.keys.map {
            Use(
                key: $0, path: ["features", "a", .key($0.name)],
                text: "{ \"features\": { \"a\": { \"\($0.name)\": @ } } }")
        }

    @Test("each of its keys is read: a value of no kind that it takes is refused at its place", arguments: uses)
    func reading(use: Use) throws {
        // No value of a wiring file is a fraction.
        let text = use.text.replacing("@", with: "7.5")
        guard use.key.name != "$schema" else {
            #expect(throws: Never.self) { try wiring(text) }
            return
        }
        let error = #expect(throws: WiringError.self) { try wiring(text) }
        guard case .mismatches(let mistakes)? = error?.problem else {
            Issue.record("no mistake")
            return
        }
        #expect(mistakes.contains { $0.path == use.path }, "\(mistakes)")
        #expect(!mistakes.contains { $0.message.contains("unknown key") }, "\(mistakes)")
    }

    @Test("the schema has no rule that the check of it passes over")
    func keywords() {
        #expect(SchemaCheck.unknownKeywords(in: WiringSchema.json) == [])
    }

    @Test(
        "the schema takes what the reader takes",
        arguments: [
            WiringFileTests.example, "{}",
            """
            {
              "$schema": "wiring.schema.json", "schemes": [], "root": "character/detail?identifier=1",
              "links": "present", "deadline": "1.5s",
              "redirects": {
                "a": { "to": "b/c", "method": "managedCover", "link": "append" }, "a/b?x={y}": "c?x={y}",
                "d/e": ["f/g", "h/i"]
              },
              "features": {
                "a": { "isolation": "process", "settings": { "x": [1, null] }, "links": "append" },
                "b-2": { "deadline": "250ms", "memory": "64MiB", "openFiles": 64 }, "c": {}
              }
            }
            """,
            #"{ "tabs": [{ "name": "a_1", "root": "a", "retain": false }, { "name": "b", "root": "b/c?x=%20" }] }"#,
        ])
    func taken(text: String) throws {
        #expect(throws: Never.self) { try wiring(text) }
        #expect(try SchemaCheck.takes(JSON.parse(text, options: .withComments), WiringSchema.json))
    }

    /// What no schema can say: it is about two places, or about what a text means.
    private static let beyondSchema = [
        "there are 'tabs' and a 'root'", "stands twice", "stands for the same", "so it has no value",
        "is not an argument of", "is not a route's name", "percent-encoded", "names the argument", "part of a value",
        "number of files", "at least, and",
    ]

    @Test(
        "the schema refuses what the reader refuses, but for what no schema can say",
        arguments: WiringFileTests.mistakes)
    func refused(mistake: WiringFileTests.Broken) throws {
        guard let value = try? JSON.parse(mistake.text, options: .withComments) else { return }
        let isBeyond = Self.beyondSchema.contains { mistake.message.contains($0) }
        #expect(try SchemaCheck.takes(value, WiringSchema.json) == isBeyond, "\(mistake.message)")
    }
}
