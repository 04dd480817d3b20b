import FeatureContract
import JSONText
import TestSupport
import Testing

@Suite("manifest.schema.json")
struct ManifestSchemaTests {
    /// The names of the properties of each object in the schema, by the object's place in it.
    private typealias Properties = [String: Set<String>]

    /// Adds the properties that the schema has at a place, and those that a value there has.
    private func compare(
        _ node: JSON, _ value: JSON, at place: String, _ root: JSON, _ described: inout Properties,
        _ read: inout Properties
    ) {
        if let name = node["$ref"]?.string?.split(separator: "/").last, let definition = root["$defs"]?[String(name)] {
            return compare(definition, value, at: String(name), root, &described, &read)
        }
        if let items = node["items"] {
            for element in value.array ?? [] { compare(items, element, at: place, root, &described, &read) }
        }
        guard let properties = node["properties"]?.object, let members = value.object else { return }
        described[place] = Set(properties.keys)
        read[place, default: []].formUnion(members.keys)
        for (name, member) in members {
            guard let property = properties[name] else { continue }
            compare(property, member, at: "\(place).\(name)", root, &described, &read)
        }
    }

    private static func schema() throws -> JSON {
        let file = try File.read(Repository.path("Documentation/manifest.schema.json"))
        return try JSON.parse(String(decoding: file, as: UTF8.self))
    }

    @Test("the manifest in the header's comment fits the schema, and the host passes over nothing in it")
    func headersManifest() throws {
        let header = String(decoding: try File.read("\(Repository.includeDirectory)/FeatureABI.h"), as: UTF8.self)
        let lines = header.split(separator: "\n").map { $0.drop { $0 == " " || $0 == "*" } }
        let first = try #require(lines.firstIndex { $0 == "{" })
        let last = try #require(lines[first...].firstIndex { $0 == "}" })
        let text = lines[first...last].joined(separator: "\n")
        #expect(try SchemaCheck.takes(JSON.parse(text), Self.schema()))
        _ = try Manifest(parsing: Array(text.utf8))
        #expect(try Manifest.read(Array(text.utf8)).unknowns == [])
    }

    @Test("the schema describes exactly the members that the host reads")
    func members() throws {
        let schema = try Self.schema()
        let others =
            #""sharesData": true, "returns": [{ "name": "picked" }], "sends": [{ "name": "note" }], "customLinks":"#
        let text = try #require(ManifestText.changing(#""customLinks":"#, to: others))
        var (described, read): (Properties, Properties) = ([:], [:])
        compare(schema, try Manifest(text).json, at: "manifest", schema, &described, &read)
        #expect(described == read)
        #expect(read.count == 9, "an object of the schema is not in the manifest of this test")
    }

    @Test("the schema has no keyword that the schema check ignores")
    func keywords() throws {
        #expect(SchemaCheck.unknownKeywords(in: try Self.schema()) == [])
    }

    // MARK: The schema and the host

    /// What the host makes of a manifest.
    private enum Verdict: Equatable {
        case taken
        /// It is taken without what this version of the ABI does not know.
        case takenInPart(String)
        case refused(String)

        init(_ text: [UInt8]) {
            do {
                let unknowns = try Manifest.read(text).unknowns
                self =
                    unknowns.isEmpty ? .taken : .takenInPart(unknowns.map(\.mismatch.message).joined(separator: "; "))
            } catch {
                self = .refused(error.message)
            }
        }

        var message: String {
            switch self {
            case .taken: ""
            case .takenInPart(let message), .refused(let message): message
            }
        }
    }

    /// The rules beyond any schema: the beginning of each sentence about one in the schema's description, and parts of
    /// the host's messages about it.
    private static let beyondSchema = [
        (
            "No name stands twice in a list, ",
            [
                "stands twice", "' is both in '", "' is both incoming and outgoing",
                "is that of a route, a checkpoint or a value",
            ]
        ),
        (
            "What main, links and parents name ",
            [
                "one of the feature's incoming routes", "is not an incoming route", "is not an argument of",
                "needs arguments, and", "needs the argument", "is of type int, and", "may be missing, and",
                "is the route itself", "the route's argument",
            ]
        ),
        (
            "The texts of patterns and parents ",
            ["does not begin with '/'", "is not a route's name", "is not an argument's name", "percent"]
        ),
        ("A type's brackets match, ", ["is not a type in ABI"]),
        ("An integer has 64 bits, ", ["the default is not of the type int"]),
    ]

    @Test("a member, word or type that the schema of a released version takes is in this one too", arguments: ["1.0"])
    func released(version: String) throws {
        let file = try File.read(Repository.path("Tests/Fixtures/abi-\(version)/manifest.schema.json"))
        func missing(_ old: JSON, _ new: JSON?, at place: String) -> [String] {
            switch (old, new) {
            // Descriptions may be worded anew.
            case _ where place.hasSuffix(".description") || place.hasSuffix(".examples"): []
            case (.object(let members), .object?):
                members.members.flatMap { missing($0.value, new?[$0.key], at: "\(place).\($0.key)") }
            // An alternative more takes more.
            case (.string(let text), .string(let other)?)
            where place.hasSuffix(".pattern") && other.hasPrefix(text + "|"): []
            case (.array(let items), .array(let others)?): items.allSatisfy(others.contains) ? [] : [place]
            default: old == new ? [] : [place]
            }
        }
        #expect(missing(try JSON.parse(file), try Self.schema(), at: "") == [])
    }

    private func compare(_ manifest: JSON, _ schema: JSON, _ used: inout Set<String>) throws {
        let text = manifest.utf8()
        let verdict = Verdict(text)
        if case .takenInPart = verdict { #expect(throws: Never.self) { try Manifest(parsing: text) } }
        guard try SchemaCheck.takes(manifest, schema) != (verdict == .taken) else { return }
        let rule = Self.beyondSchema.first { $0.1.contains(where: verdict.message.contains) }?.0
        #expect(rule != nil, "\(String(decoding: text, as: UTF8.self)): \(verdict)")
        if let rule {
            used.insert(rule)
            #expect(verdict != .taken, "the schema refuses \(String(decoding: text, as: UTF8.self))")
        }
    }

    /// A manifest with each member once.
    private static let whole = #"""
        {
          "manifest": 1, "id": "a", "name": "A", "version": "1", "summary": "s", "abi": "1.0", "sdk": "", "toolchain": "c",
          "main": "list",
          "incoming": [
            {
              "name": "list", "summary": "s", "method": "sheet",
              "arguments": [{ "name": "page", "type": "int", "optional": true, "default": 1, "summary": "s" }]
            },
            { "name": "item", "arguments": [{ "name": "at", "type": "int", "default": 2 }], "parents": ["list?page={at}"],
              "was": ["thing"], "deprecated": "Use list." }
          ],
          "outgoing": [{ "name": "book" }],
          "links": [{ "scheme": "s", "host": "h", "pattern": "/x", "route": "list", "arguments": { "page": 3 } }],
          "customLinks": [{ "scheme": "s", "host": "h" }],
          "checkpoints": [{ "name": "c", "type": "{id: int, name: string?, tags: [[bytes]]}" }],
          "returns": [{ "name": "r", "type": "[{x: double}]" }], "receives": [{ "name": "v", "was": ["u"] }],
          "sends": [{ "name": "w", "type": "bytes" }],
          "settings": [{ "name": "n", "type": "bool" }, { "name": "o", "settings": [{ "name": "p" }] }],
          "permissions": [
            { "net": ["tcp:443"], "reason": "r" }, { "read": ["~/a"], "reason": "r" },
            { "write": ["/b"], "reason": "r" }, { "run": true, "reason": "r" }, { "env": ["LANG"], "reason": "r" }
          ],
          "requires": { "host": "1.2.0", "extensions": ["x/1"] }
        }
        """#

    /// The manifests that follow from one value: with another in its place, without it, or with more beside it.
    private static func variants(of value: JSON) -> [JSON] {
        let others: [JSON] = [
            .null, true, 1, 1.5, "", "x", "x y", "1", "\u{E9}", "a\n", [], [.null], ["x"], [[:]], [:], ["x": 1],
        ]
        var variants = others.filter { $0 != value }
        switch value {
        case .object(let object):
            for (key, member) in object.members {
                let rest = object.members.filter { $0.key != key }.map { ($0.key, $0.value) }
                variants.append(.object(JSONObject(rest)))
                variants += Self.variants(of: member).map { .object(JSONObject(rest + [(key, $0)])) }
            }
            for key in ["later", "names", ""] {
                variants.append(
                    .object(JSONObject(object.members.map { ($0.key, $0.value) } + [(key, JSON.integer(1))])))
            }
        case .array(let array):
            if let last = array.last { variants.append(.array(array + [last])) }
            for (index, element) in array.enumerated() {
                let before = Array(array[..<index])
                let after = Array(array[(index + 1)...])
                variants.append(.array(before + after))
                variants += Self.variants(of: element).map { .array(before + [$0] + after) }
            }
        default: break
        }
        return variants
    }

    @Test("the schema and the host agree on a manifest with any value changed, left out, doubled or added")
    func changes() throws {
        let schema = try Self.schema()
        let whole = try JSON.parse(Self.whole)
        #expect(Verdict(whole.utf8()) == .taken)
        var used: Set<String> = []
        let variants = Tier.rows(of: Self.variants(of: whole), first: 300)
        for variant in [whole] + variants { try compare(variant, schema, &used) }
        #expect(variants.count >= 300)
    }

    @Test("the schema and the host agree on words, names, types, numbers, permissions and names that stand twice")
    func words() throws {
        let schema = try Self.schema()
        let long = String(repeating: "a", count: 64)
        let names = [
            "a", "A", "_", "a-b", "a_1", "-a", "1a", "", " ", "a b", "a.b", "a/b", "\u{E9}", "a\n", "a\u{301}", long,
            long + "a", "system", "null",
        ].map { JSON.string($0).text() }
        let types = [
            "bool", "int", "double", "string", "bytes", "[bool]", "[int]", "[double]", "[string]", "[bytes]", "[[int]]",
            "{}", "{ }", "{id: int}", "{ id:int }", "{id: int?}", "{id: int, name: [string]?}", "[{a: {b: [bytes]}}]",
            "{id: {}, x: []}", "Int", "int?", "", " int", "int ", "[int", "int]", "[ int]", "{id: int", "{id: uuid}",
            "{id: int,}", "{id : int}", "{1: int}", "{id: int id: int}", "{id: int, id: int}", "{id}", "date", "null",
            "[]", "int\n", "{\(long)a: int}",
            String(repeating: "[", count: 16) + "int" + String(repeating: "]", count: 16),
            String(repeating: "[", count: 17) + "int" + String(repeating: "]", count: 17),
        ].map { JSON.string($0).text() }
        let numbers = [
            "1", "1.0", "1e0", "1E+0", "10e-1", "1.5", "2", "0", "-0", "-0.0", "-1", "9223372036854775807",
            "9223372036854775807.0", "9007199254740991.0", "9007199254740992.0", "1e300",
            "\"1\"",
            "true", "null",
        ]
        let values =
            numbers + ["\"\"", "\"x\"", "[]", "[1]", "[1.0]", "[1.5]", "[true]", "[\"x\"]", "[[]]", "[null]", "{}"]
        let schemes = ["s", "S+.-1", "1s", "", "s:", "s\n", "\u{E9}"].map { JSON.string($0).text() }
        let hosts = ["h", "H.x:1", "", "a b", "a/b", "*", "a%", "\u{E9}", "a\tb", "a\u{7F}", "{a}"]
            .map { JSON.string($0).text() }
        let methods =
            (NavigationMethod.allCases.map(\.rawValue) + ["Push", "sheets", "", "drawer"]).map {
                JSON.string($0).text()
            }
        let ports = [
            "tcp:1", "tcp:9", "tcp:443", "tcp:9999", "tcp:10000", "tcp:59999", "tcp:60000", "tcp:64999", "tcp:65499",
            "tcp:65529", "tcp:65535", "tcp:65536", "tcp:65540", "tcp:65600", "tcp:66000", "tcp:70000", "tcp:100000",
            "tcp:0", "tcp:01", "tcp:", "tcp", "tcp:-1", "tcp:+1", "tcp:1 ", " tcp:1", "tcp:1\n", "TCP:1", "tcp:https",
            "443", "", "udp:53", "unix:/x", "tcp:1:2", "tcp:\u{661}", ":1",
            "a.b:1", "api.example.org:443", "API.Example.org:443", "192.0.2.1:65535", "localhost:80", "a_b.-c:1",
            "[::1]:443", "[2001:DB8::1]:1", "[::ffff:192.0.2.1]:1", "nas:80", "Nas:80", "Localhost:80", "localhost:0",
            "localhost", "a.b:0", "a.b:65536", "a.b:01", "a.b:", "a.b", "a..b:1", ".a:1", "a.b.:1", "a.b:1\n",
            "a b.c:1",
            "a.b:1:2", "::1:443", "[::1]", "[::1]443", "[a.b]:1", "[]:1", "*.b:1", "\u{E9}.b:1", "https://a.b:1",
            "\(long).b:1", String(repeating: "a.", count: 127) + "b:1",
            "https://a.b", "HTTP://A.b:80", "http://localhost", "http://nas:8080", "https://*.a.b",
            "https://*.a.b:65535",
            "http://127.0.0.1", "http://255.249.199.99:1", "https://[::1]", "https://[2001:DB8::1]:1", "https://1.a",
            "https://0x1.a", "https://_a-b.c_", "https://\(long.dropFirst()).b", "https://\(long).b",
            "https://\(long)a.b",
            "https://" + String(repeating: "a.", count: 126) + "b",
            "https://" + String(repeating: "a.", count: 127) + "b",
            "https://*", "https://*.a", "https://*.1.2.3.4", "https://*.[::1]", "https://a.*.b", "https://*.*.a.b",
            "https://a*.b.c", "https://*.a.1", "https://a.b/", "https://a.b?", "https://a.b#", "https://a.b:",
            "https://a.b:0", "https://a.b:01", "https://a.b:65536", "https://c@a.b", "https://-a.b", "https://a-.b",
            "https://a..b", "https://a.b.", "https://.a.b", "https://", "https:///a", "https:a.b", "https:443",
            "http:80",
            "https:/a.b", "//a.b", "://a.b", "ftp://a.b", "udp://a.b", "ws://a.b:1", "https://2130706433",
            "https://0x7f.1",
            "https://a.0x1", "https://a.0X", "https://127.1", "https://0177.0.0.1", "https://1.2.3.256",
            "https://1.2.3.4.5",
            "https://a%2eb", "https://a b", "https://a.b\n", "https://\u{E9}.b", "https://a.b\\c", "https://[a.b]",
        ].map { JSON.string($0).text() }
        let paths = [
            "/", "/a", "/a/b/", "//a", "/./a", "~", "~/", "~/a b", "$HOME", "$HOME/a", "$XDG_DATA_HOME/a",
            "$XDG_CONFIG_HOME", "$XDG_CACHE_HOME/a", "$XDG_STATE_HOME/a", "$XDG_RUNTIME_DIR/a", "/a/...", "/..a",
            "/a..",
            "~/\u{E9}", "/a\u{301}", "/\u{301}a", "", "a", "./a", "..", "../a", "/..", "/a/..", "/a/../b", "~/..",
            "$HOME/../a", "~a", "~a/b", "$HOMEa", "$PATH", "$XDG_DATA_DIRS", "$XDG_RUNTIME_HOME", "$XDG_DATA_DIR/a",
            "${HOME}/a", " /a", "/a\n", "/a\u{0}", "/a\tb", "/a\u{85}", "/a\u{2028}b", "a\n/..", "/a\n/../b", "*",
        ].map { JSON.string($0).text() }
        let variables = [
            "LANG", "_", "a1", "_1", "LC_ALL", "1A", "", "A-B", "A=B", "A B", "A\n", "\u{E9}", "A\u{301}", "A\u{0}",
            "A.B",
            "$A", "@[`{", long + "a",
        ].map { JSON.string($0).text() }
        let reasons = [
            "r", "To read", " r ", "\u{E9}", "", " ", "   ", "a\nb", "a\n", "a\tb", "a\u{85}", "a\u{2028}", "a\u{301}",
        ].map { JSON.string($0).text() }
        let requests = [
            #""run": true"#, #""run": false"#, #""run": 1"#, #""net": []"#, #""read": []"#, #""env": []"#,
            #""net": ["udp:53", "tcp:1"]"#, #""net": ["udp:53"]"#, #""run": true, "env": ["A"]"#, #""usb": true"#,
            #""run": true, "later": 1"#, #""net": ["tcp:1", "tcp:1"]"#, #""read": "/a""#, #""write": [1]"#,
        ]
        let versions = [
            "0", "1", "1.2", "1.2.3", "0.0.0", "10.0", "999999999.0", "1000000000", "01", "1.02", "1.", ".1", "1..2",
            "1.2.3.4", "v1", "1.x", "1.2-beta", "-1", "+1", " 1", "1 ", "1\n", "", "\u{661}", "99999999999999999999999",
        ].map { JSON.string($0).text() }
        let extensions = [
            "x", "switchyard.files/1", "!~", "", " ", "a b", "a\n", "\u{E9}", "a\u{7F}",
            String(repeating: "a", count: 255), String(repeating: "a", count: 256),
        ].map { JSON.string($0).text() }
        func permission(_ members: String) -> String { #"{"manifest": 1, "id": "a", "permissions": [{\#(members)}]}"# }
        let tables: [(with: [String], manifest: String)] = [
            (ports, permission(#""net": [@], "reason": "r""#)), (paths, permission(#""read": [@], "reason": "r""#)),
            (paths, permission(#""write": ["/x", @], "reason": "r""#)),
            (variables, permission(#""env": [@], "reason": "r""#)),
            (reasons, permission(#""run": true, "reason": @"#)),
            (reasons, #"{"manifest": 1, "id": "a", "incoming": [{"name": "r", "deprecated": @}]}"#),
            (names, #"{"manifest": 1, "id": "a", "outgoing": [{"name": "r", "was": [@]}]}"#),
            (names, #"{"manifest": 1, "id": "a", "returns": [{"name": "r", "was": [@]}]}"#),
            (
                ["r", "s", "t", "x"],
                #"{"manifest": 1, "id": "a", "sends": [{"name": "s"}], "incoming": [{"name": "r", "was": ["t", "@"]}]}"#
            ), (requests, permission(#"@, "reason": "r""#)),
            (versions, #"{"manifest": 1, "id": "a", "requires": {"host": @}}"#),
            (extensions, #"{"manifest": 1, "id": "a", "requires": {"extensions": ["y", @]}}"#),
            (
                ["null", "[]", "{}", #""0.1""#, #"{"host": null}"#, #"{"extensions": {}}"#, #"{"later": 1}"#],
                #"{"manifest": 1, "id": "a", "requires": @}"#
            ),
            (requests, permission("@")), ([""], permission(#""reason": "r""#)),
            (numbers, #"{"manifest": @, "id": "a"}"#),
            (names, #"{"manifest": 1, "id": @}"#),
            (names, #"{"manifest": 1, "id": "a", "main": @, "incoming": [{"name": @}]}"#),
            (
                names,
                #"{"manifest": 1, "id": "a", "incoming": [{"name": "r", "arguments": [{"name": @, "type": "int"}]}]}"#
            ),
            (names, #"{"manifest": 1, "id": "a", "settings": [{"name": @}], "sends": [{"name": @}]}"#),
            (names, #"{"manifest": 1, "id": "a", @: 1}"#),
            (methods, #"{"manifest": 1, "id": "a", "incoming": [{"name": "r", "method": @}]}"#),
            (
                types,
                #"{"manifest": 1, "id": "a", "incoming": [{"name": "r", "arguments": [{"name": "x", "type": @}]}]}"#
            ),
            (types, #"{"manifest": 1, "id": "a", "checkpoints": [{"name": "x", "type": @}]}"#),
            (types, #"{"manifest": 1, "id": "a", "settings": [{"name": "x", "type": @}]}"#),
            (schemes, #"{"manifest": 1, "id": "a", "customLinks": [{"scheme": @, "host": "h"}]}"#),
            (hosts, #"{"manifest": 1, "id": "a", "customLinks": [{"scheme": "s", "host": @}]}"#),
            (
                ["name", "checkpoints", "returns", "receives", "sends", "incoming", "outgoing"],
                #"{"manifest": 1, "id": "a", "@": [{"name": "x"}, {"name": "x"}]}"#
            ),
            (
                ["outgoing", "returns", "sends"],
                #"{"manifest": 1, "id": "a", "@": [{"name": "x"}], "incoming": [{"name": "x"}], "checkpoints": "#
                    + #"[{"name": "x"}], "receives": [{"name": "x"}]}"#
            ),
        ]
        let defaults = ["bool", "int", "double", "string", "[bool]", "[int]", "[double]", "[string]"].map {
            (
                with: values,
                manifest: #"{"manifest": 1, "id": "a", "outgoing": [{"name": "r", "arguments": "#
                    + #"[{"name": "x", "type": "\#($0)", "default": @}]}]}"#
            )
        }
        var used: Set<String> = []
        for table in tables + defaults {
            for word in table.with {
                // A member cannot stand twice in a text that is JSON.
                guard let manifest = try? JSON.parse(table.manifest.replacing("@", with: word)) else { continue }
                try compare(manifest, schema, &used)
            }
        }
        // The texts of patterns and parents, and what they name, are changed one by one above.
        #expect(
            used == Set(["No name stands twice in a list, ", "A type's brackets match, ", "An integer has 64 bits, "]))
    }

    @Test("the schema's description names every rule that no schema can say", arguments: beyondSchema.map(\.0))
    func beyond(rule: String) throws {
        #expect(try Self.schema()["description"]?.string?.contains(rule) == true)
    }
}
