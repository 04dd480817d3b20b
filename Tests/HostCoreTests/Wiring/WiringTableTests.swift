import FeatureContract
import JSONText
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@Suite("The table of the wiring file's keys")
struct WiringTableTests {
    /// A key of the table, with a file that has a value for it.
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
        + WiringObject.permissions.keys.map {
            Use(
                key: $0, path: ["features", "a", "deny", .key($0.name)],
                text: "{ \"features\": { \"a\": { \"deny\": { \"\($0.name)\": @ } } } }")
        }
        + WiringObject.condition.keys.map {
            Use(
                key: $0, path: ["conditions", "a", .key($0.name)],
                text: "{ \"conditions\": { \"a\": { \"\($0.name)\": @ } } }")
        }

    @Test("each key is read: a value of a kind that it does not accept is refused at its place", arguments: uses)
    func reading(use: Use) throws {
        // No value of a wiring file may be a fraction.
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

    @Test("the schema has no keyword that the schema check ignores")
    func keywords() {
        #expect(SchemaCheck.unknownKeywords(in: WiringSchema.json) == [])
    }

    @Test(
        "the schema accepts files that the reader accepts",
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
            """
            { "features": { "a": { "allow": { "net": ["tcp:65535", "https://*.a.b:1"], "read": ["/"], "write": [], "run": false, "env": ["A"] },
                                   "deny": {} } } }
            """,
            #"{ "features": { "a": { "openFiles": 64.0 }, "b": { "openFiles": 1e2 } } }"#,
            #"{ "tabs": [{ "name": "a_1", "root": "a", "retain": false }, { "name": "b", "root": "b/c?x=%20" }] }"#,
            #"{ "tabs": [{ "name": "a b", "root": "a", "reselect": "keep", "title": "A & B", "symbol": "🏠" }] }"#,
        ])
    func taken(text: String) throws {
        #expect(throws: Never.self) { try wiring(text) }
        #expect(try SchemaCheck.takes(JSON.parse(text, options: .withComments), WiringSchema.json))
    }

    /// Mistakes beyond any schema: they concern two places, or the meaning of a text.
    private static let beyondSchema = [
        "there are 'tabs' and a 'root'", "stands twice", "stands for the same", "so it has no value",
        "is not an argument of", "is not a route's name", "percent-encoded", "names the argument", "part of a value",
        "number of files", "at least, and", "cannot be confined",
    ]

    @Test(
        "the schema refuses files that the reader refuses, except for mistakes beyond any schema",
        arguments: WiringFileTests.mistakes)
    func refused(mistake: WiringFileTests.Broken) throws {
        guard let value = try? JSON.parse(mistake.text, options: .withComments) else { return }
        let isBeyond = Self.beyondSchema.contains { mistake.message.contains($0) }
        #expect(try SchemaCheck.takes(value, WiringSchema.json) == isBeyond, "\(mistake.message)")
    }
}
