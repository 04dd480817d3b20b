import FeatureContract
import JSONText
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@Suite("The wiring file")
struct WiringFileTests {
    /// The example of the design, word for word.
    static let example = """
        {
          "schemes": ["challenge"],                       // links of other schemes are refused
          "tabs": [{ "name": "home", "root": "home" }],   // or "root": "home" for a single stack
          "redirects": {                                  // the only place where two features meet
            "home/characters": "character/list",
            "home/character?identifier={id}": { "to": "character/detail?identifier={id}", "method": "sheet" }
          },
          "features": { "character": { "isolation": "inline", "deadline": "2s" } }
        }
        """

    @Test("the design's example is read with its intended meaning")
    func example() throws {
        let wiring = try wiring(Self.example)
        #expect(wiring.path == "switchyard.jsonc")
        #expect(wiring.schemes == ["challenge"])
        #expect(wiring.tabs == [Wiring.Tab(name: "home", root: "home", retain: true)])
        #expect(wiring.root == nil)
        #expect(wiring.links == .rebuild)
        #expect(wiring.redirects.map(\.from.description) == ["home/characters", "home/character?identifier={id}"])
        #expect(wiring.redirects.map(\.to.description) == ["character/list", "character/detail?identifier={id}"])
        #expect(wiring.redirects.map(\.method) == [nil, .sheet])
        #expect(wiring.features["character"]?.isolation == .inline)
        #expect(wiring.features["character"]?.deadline == 2)
        #expect(wiring.features["home"] == nil)
    }

    @Test("comments of both kinds, trailing commas and a schema are accepted, and an empty object wires nothing")
    func leniency() throws {
        let wiring = try wiring(
            """
            // first
            { "$schema": "https://example.org/wiring.json", /* one
              two */ "root": "home", "schemes": ["A+b.1-c", ], }
            """)
        #expect(wiring.root == "home")
        #expect(wiring.schemes == ["a+b.1-c"])
        let empty = try HostTestSupport.wiring("{}")
        #expect(empty.schemes == nil && empty.tabs.isEmpty && empty.root == nil && empty.redirects.isEmpty)
    }

    @Test("every key of the file is read")
    func everything() throws {
        let wiring = try wiring(
            """
            {
              "root": "character/detail?identifier=1", "links": "present", "panes": "two",
              "redirects": { "a": { "to": "b/c", "method": "managedCover", "link": "append" } },
              "features": {
                "a": { "isolation": "process", "settings": { "x": [1, null] }, "links": "append" }, "b": {}
              }
            }
            """)
        #expect(wiring.root == "character/detail?identifier=1")
        #expect(wiring.links == .present)
        #expect(wiring.panes == .two)
        #expect(wiring.redirects.first?.method == .managedCover)
        #expect(wiring.redirects.first?.link == .append)
        #expect(wiring.features["a"]?.isolation == .process)
        #expect(wiring.features["a"]?.settings?.text() == #"{"x":[1,null]}"#)
        #expect(wiring.features["a"]?.links == .append)
        #expect(wiring.features["b"]?.settings == nil)
    }

    @Test("conditions and requirements are read in the order of the file")
    func conditions() throws {
        let wiring = try wiring(
            """
            { "requires": { "b/*": "two", "a": ["one", "two"], "a/x": "one" },
              "conditions": { "two": { "from": "c/D", "else": "c" }, "one": { "from": "a/B", "else": "a/b?c=1" } } }
            """)
        #expect(wiring.conditions.map(\.name) == ["two", "one"])
        #expect(wiring.condition(named: "one")?.source == "a/B")
        #expect(wiring.condition(named: "one")?.otherwise == "a/b?c=1")
        #expect(wiring.requirements.map(\.key) == ["b/*", "a", "a/x"])
        #expect(wiring.requirements.map(\.route) == [nil, nil, "x"])
        #expect(wiring.requirements.map(\.conditions) == [["two"], ["one", "two"], ["one"]])
    }

    @Test(
        "a mistake of a condition is reported with what was expected",
        arguments: [
            (#"{ "conditions": { "a b": { "from": "a/B", "else": "a" } } }"#, "'a b' is not the name of a condition"),
            (#"{ "conditions": { "a": { "from": "a", "else": "a" } } }"#, "'a' is not a value that a feature sends"),
            (
                #"{ "conditions": { "a": { "from": "a/B?c", "else": "a" } } }"#,
                "'a/B?c' is not a value that a feature sends"
            ),
            (#"{ "conditions": { "a": { "from": "a/B" } } }"#, "else"),
            (#"{ "requires": { "a/*": "x" } }"#, "there is no condition 'x'; the file has no 'conditions'"),
            (
                #"{ "conditions": { "signedIn": { "from": "a/B", "else": "a" } }, "requires": { "a": "signdIn" } }"#,
                "there is no condition 'signdIn'; did you mean 'signedIn'?"
            ),
            (
                #"{ "conditions": { "s": { "from": "a/B", "else": "a" } }, "requires": { "a/b?c=1": "s" } }"#,
                "'a/b?c=1' is neither FEATURE, FEATURE/* nor FEATURE/ROUTE"
            ),
            (
                #"{ "conditions": { "s": { "from": "a/B", "else": "a" } }, "requires": { "a": [] } }"#,
                "expected at least one condition"
            ),
        ])
    func conditionMistakes(text: String, message: String) throws {
        let error = #expect(throws: WiringError.self) { try wiring(text) }
        #expect(error?.messages.contains { $0.contains(message) } == true, "\(error?.messages ?? [])")
    }

    @Test("the permissions that a feature is allowed and denied are read as they are written")
    func permissions() throws {
        let wiring = try wiring(
            """
            { "features": {
                "a": {
                  "allow": { "net": ["tcp:443", "A.example.org:80", "tcp:80", "[0::1]:1", "HTTPS://*.A.org"],
                             "read": ["~/Notes"], "write": ["$XDG_DATA_HOME/a/", "/b"], "run": true, "env": ["LANG"] },
                  "deny": { "read": ["~/Notes/secret"], "run": false },
                },
                "b": {} } }
            """)
        #expect(
            try wiring.features["a"]?.allow
                == Permissions(
                    ports: [80, 443], endpoints: endpoints("a.example.org:80", "[::1]:1"),
                    origins: [OriginPattern("https://*.a.org")], read: ["~/Notes"],
                    write: ["$XDG_DATA_HOME/a/", "/b"], run: true, environment: ["LANG"]))
        #expect(wiring.features["a"]?.deny == Permissions(read: ["~/Notes/secret"]))
        #expect(wiring.features["b"]?.allow == Permissions.none)
        #expect(wiring.features["b"]?.deny == Permissions.none)
    }

    @Test("a running feature is started again for other permissions, and not for others of the same meaning")
    func restart() throws {
        func atStart(_ options: String) throws -> Wiring.FeatureOptions? {
            try wiring("{ \"features\": { \"a\": \(options) } }").features["a"]?.atStart
        }
        let allowed = try atStart(#"{ "allow": { "net": ["tcp:1", "tcp:2"] } }"#)
        #expect(allowed != nil)
        #expect(try allowed == atStart(#"{ "allow": { "net": ["tcp:2", "tcp:1"], "run": false } }"#))
        #expect(try allowed != atStart(#"{ "allow": { "net": ["tcp:1"] } }"#))
        #expect(try allowed != atStart(#"{ "deny": { "net": ["tcp:1", "tcp:2"] } }"#))
        #expect(try atStart(#"{ "allow": {}, "deny": { "net": [] }, "links": "append" }"#) == nil)
    }

    @Test("every key of a tab is read, and without a title its name is the title")
    func tabs() throws {
        let wiring = try wiring(
            """
            {
              "tabs": [
                { "name": "chats", "root": "chats", "retain": false, "reselect": "keep", "title": "Chats", "symbol": "💬" },
                { "name": "my notes", "root": "notes", "reselect": "root", "symbol": "note.text" },
              ]
            }
            """)
        #expect(
            wiring.tabs == [
                Wiring.Tab(name: "chats", root: "chats", retain: false, reselect: .keep, title: "Chats", symbol: "💬"),
                Wiring.Tab(name: "my notes", root: "notes", title: "my notes", symbol: "note.text"),
            ])
        // A symbol of several characters is the name of a picture.
        #expect(wiring.tabs.map(\.label) == ["💬 Chats", "my notes"])
    }

    /// Texts that can be the name, the title and the symbol of a tab.
    static let labels = [
        "a", "Chats", "My notes", "Größe", "e\u{301}", "お気に入り", "إعدادات", "👩‍👩‍👧", "❤️", "1", "100%", "*starred*", "a|b",
        "[a]",
        "]", ">", "a > b", "\\", "/", "'", "\"", "It's", "-x", "tab:a", "$(a)", "`a`", "a&b", "{n}", "%41", "#",
        "home?a=1",
        String(repeating: "a", count: 64), String(repeating: "é", count: 32),
    ]

    @Test("a tab's name, title and symbol are any text of one line", arguments: labels)
    func label(text: String) throws {
        let quoted = JSON.string(text).text()
        let tab = #"{ "name": \#(quoted), "root": "home", "title": \#(quoted), "symbol": \#(quoted) }"#
        let wiring = try wiring(#"{ "tabs": [\#(tab)] }"#)
        #expect(wiring.tabs == [Wiring.Tab(name: text, root: "home", title: text, symbol: text)])
        #expect(try SchemaCheck.takes(JSON.parse(#"{ "tabs": [\#(tab)] }"#), WiringSchema.json))
    }

    @Test(
        "a text with control characters, white space at its ends, nothing to see, or more than 64 bytes is no tab's name",
        arguments: [
            "", " ", " a", "a ", "\u{A0}a", "a\u{3000}", "\n", "a\nb", "\ta", "a\tb", "\r\n", "\u{0}", "a\u{1B}[2Jb",
            "\u{7F}",
            "\u{85}", "\u{9B}", "a\u{2028}b", "a\u{2029}b", "a\u{202E}b", "a\u{2066}b", "\u{200E}a", "\u{200B}",
            "\u{301}",
            String(repeating: "a", count: 65), String(repeating: "é", count: 32) + "a",
        ])
    func noLabel(text: String) throws {
        let file = #"{ "tabs": [{ "name": \#(JSON.string(text).text()), "root": "home" }] }"#
        let error = #expect(throws: WiringError.self) { try wiring(file) }
        #expect(error?.description.contains("is not a tab's name: ") == true, "\(String(describing: error))")
    }

    struct Broken: Sendable, CustomTestStringConvertible {
        let text: String
        let line: Int
        let column: Int
        /// Empty for a syntax error.
        let path: String
        let message: String

        init(_ text: String, _ line: Int, _ column: Int, _ path: String, _ message: String) {
            self.text = text
            self.line = line
            self.column = column
            self.path = path
            self.message = message
        }

        var testDescription: String { text }
    }

    /// Texts with one mistake each.
    static let mistakes = [
        Broken("", 1, 1, "", "the text is empty"),
        Broken(
            "{\n  \"root\": \"home\"\n  \"links\": \"append\"\n}", 3, 3, "", "expected ',' or '}' after a member"),
        Broken("{ \"root\": home }", 1, 11, "", "expected a value"),
        Broken("{ 'root': \"home\" }", 1, 3, "", "single quote"),
        Broken("{ /* no end", 1, 3, "", "has no end"),
        Broken("{ \"root\": \"a\",\n\"root\": \"b\" }", 2, 1, "", "is in this object already, at line 1, column 3"),
        Broken(
            "{ \"redirects\": {\n  \"a/b\": \"c\",\n  \"a/b\": \"d\"\n} }", 3, 3, "",
            "the key \"a/b\" is in this object already"),
        Broken("[]", 1, 1, "(root)", "expected an object, found an array"),
        Broken("{\n\n  \"rooot\": \"home\" }", 3, 3, "rooot", "unknown key 'rooot'; did you mean 'root'?"),
        Broken("{ \"zzz\": 1 }", 1, 3, "zzz", "unknown key 'zzz'; known are '$schema', 'schemes', 'tabs', 'root'"),
        Broken("{ \"schemes\": \"challenge\" }", 1, 14, "schemes", "expected an array, found a string"),
        Broken("{ \"schemes\": [\"ok\", 3] }", 1, 21, "schemes[1]", "expected a string, found a number"),
        Broken("{ \"schemes\": [\"1st\"] }", 1, 15, "schemes[0]", "'1st' is not a scheme"),
        Broken(
            "{ \"root\": \"home\",\n  \"tabs\": [{ \"name\": \"a\", \"root\": \"home\" }] }", 2, 11, "tabs",
            "there are 'tabs' and a 'root'"),
        Broken("{ \"tabs\": [] }", 1, 11, "tabs", "expected at least one tab"),
        Broken("{ \"tabs\": [{ \"root\": \"home\" }] }", 1, 12, "tabs[0]", "expected the member 'name'"),
        Broken("{ \"tabs\": [{ \"name\": \"a\" }] }", 1, 12, "tabs[0]", "expected the member 'root'"),
        Broken(
            "{ \"tabs\": [{ \"name\": \"\", \"root\": \"home\" }] }", 1, 22, "tabs[0].name",
            "'' is not a tab's name: it is empty"),
        Broken(
            "{ \"tabs\": [{ \"name\": \" a\", \"root\": \"home\" }] }", 1, 22, "tabs[0].name",
            "' a' is not a tab's name: white space stands at its beginning or end"),
        Broken(
            "{ \"tabs\": [{ \"name\": \"\(String(repeating: "a", count: 65))\", \"root\": \"home\" }] }", 1, 22,
            "tabs[0].name", "a' is not a tab's name: it is longer than 64 bytes"),
        Broken(
            "{ \"tabs\": [{ \"name\": \"a\\nb\", \"root\": \"home\" }] }", 1, 22, "tabs[0].name",
            "b' is not a tab's name: it has a control character"),
        Broken(
            "{ \"tabs\": [{ \"name\": \"a\", \"root\": \"x\", \"title\": \"a \" }] }", 1, 49, "tabs[0].title",
            "'a ' is not a tab's title: white space stands at its beginning or end"),
        Broken(
            "{ \"tabs\": [{ \"name\": \"a\", \"root\": \"x\", \"symbol\": \"\\u001b\" }] }", 1, 50, "tabs[0].symbol",
            "is not a tab's symbol: it has a control character"),
        Broken(
            "{ \"tabs\": [{ \"name\": \"a\", \"root\": \"x\", \"symbol\": 1 }] }", 1, 50, "tabs[0].symbol",
            "expected a string, found a number"),
        Broken(
            "{ \"tabs\": [{ \"name\": \"a\", \"root\": \"x\", \"reselect\": \"keeep\" }] }", 1, 52, "tabs[0].reselect",
            "'keeep' is none of 'root', 'keep'; did you mean 'keep'?"),
        Broken(
            "{ \"tabs\": [{ \"name\": \"a\", \"root\": \"x\", \"reselekt\": \"keep\" }] }", 1, 40, "tabs[0].reselekt",
            "did you mean 'reselect'?"),
        Broken(
            "{ \"tabs\": [\n  { \"name\": \"a\", \"root\": \"x\" },\n  { \"name\": \"a\", \"root\": \"y\" } ] }", 3,
            13,
            "tabs[1].name", "the tab 'a' stands twice"),
        Broken(
            "{ \"tabs\": [{ \"name\": \"a\", \"root\": \"x\", \"retian\": true }] }", 1, 40, "tabs[0].retian",
            "did you mean 'retain'?"),
        Broken(
            "{ \"tabs\": [{ \"name\": \"a\", \"root\": \"x\", \"retain\": 1 }] }", 1, 50, "tabs[0].retain",
            "expected true or false, found a number"),
        Broken("{ \"root\": \"Home\" }", 1, 11, "root", "'Home' is not a feature id"),
        Broken("{ \"root\": \"home/a b\" }", 1, 11, "root", "'a b' is not a route's name"),
        Broken("{ \"root\": \"home/a?x=%2\" }", 1, 11, "root", "'x=%2' is not valid percent-encoded UTF-8"),
        Broken("{ \"links\": \"appendd\" }", 1, 12, "links", "did you mean 'append'?"),
        Broken("{ \"redirects\": [] }", 1, 16, "redirects", "expected an object, found an array"),
        Broken(
            "{ \"redirects\": { \"a\": 7 } }", 1, 23, "redirects.a",
            "expected a destination, or an object with 'to', found a number"),
        Broken(
            "{ \"redirects\": {\n  \"A/b\": \"c\" } }", 2, 3, "redirects.\"A/b\"", "'A' is not a feature id"),
        Broken(
            "{ \"redirects\": { \"a/b?x={\": \"c\" } }", 1, 18, "redirects.\"a/b?x={\"",
            "an argument is a part of a value"),
        Broken("{ \"redirects\": { \"a\": \"b/c d\" } }", 1, 23, "redirects.a", "'c d' is not a route's name"),
        Broken(
            "{ \"redirects\": { \"a\": { \"method\": \"push\" } } }", 1, 23, "redirects.a",
            "expected the member 'to'"),
        Broken("{ \"redirects\": { \"a\": { \"to\": 1 } } }", 1, 31, "redirects.a.to", "expected a string"),
        Broken(
            "{ \"redirects\": { \"a\": { \"to\": \"b\", \"methd\": \"push\" } } }", 1, 36, "redirects.a.methd",
            "did you mean 'method'?"),
        Broken(
            "{ \"redirects\": { \"a\": { \"to\": \"b\", \"method\": \"sheets\" } } }", 1, 46, "redirects.a.method",
            "did you mean 'sheet'?"),
        Broken(
            "{ \"redirects\": { \"a\": { \"to\": \"b\", \"link\": \"over\" } } }", 1, 44, "redirects.a.link",
            "'over' is none of 'rebuild', 'append', 'present'"),
        Broken(
            "{ \"redirects\": { \"a?x={x}\": \"b?y={z}\" } }", 1, 29, "redirects.\"a?x={x}\"",
            "'{z}' is not an argument of 'a?x={x}'"),
        Broken(
            "{ \"redirects\": {\n  \"a?x={x}\": \"b\",\n  \"a?x={y}\": \"c\"\n} }", 3, 3, "redirects.\"a?x={y}\"",
            "'a?x={y}' stands for the same destinations as 'a?x={x}'"),
        Broken(
            "{ \"redirects\": {\n  \"a\": \"b\",\n  \"a?x={y}\": \"c\"\n} }", 3, 3, "redirects.\"a?x={y}\"",
            "stands for the same destinations as 'a'"),
        Broken(
            "{ \"redirects\": {\n  \"a?x=1&y={y}\": \"b\",\n  \"a?y={z}&x=1\": \"c\"\n} }", 3, 3,
            "redirects.\"a?y={z}&x=1\"", "stands for the same destinations"),
        Broken(
            "{ \"redirects\": {\n  \"a?x=1&x={y}\": \"b\" } }", 2, 3, "redirects.\"a?x=1&x={y}\"",
            "it names the argument 'x' twice"),
        Broken(
            "{ \"redirects\": { \"a\": \"b?x=1&x=2\" } }", 1, 23, "redirects.a", "it names the argument 'x' twice"),
        Broken("{ \"features\": { \"A\": {} } }", 1, 17, "features.A", "'A' is not a feature id"),
        Broken("{ \"features\": { \"a\": 1 } }", 1, 22, "features.a", "expected an object"),
        Broken(
            "{ \"features\": { \"a\": { \"isolation\": \"inlin\" } } }", 1, 37, "features.a.isolation",
            "did you mean 'inline'?"),
        Broken(
            "{ \"features\": { \"a\": { \"deadline\": \"2 s\" } } }", 1, 36, "features.a.deadline",
            "'2 s' is not a duration above zero such as \"2s\" or \"250ms\""),
        Broken(
            "{ \"deadline\": \"0e5s\" }", 1, 15, "deadline",
            "'0e5s' is not a duration above zero such as \"2s\" or \"250ms\""),
        Broken(
            "{ \"features\": { \"a\": { \"deadline\": \"0s\" } } }", 1, 36, "features.a.deadline",
            "'0s' is not a duration above zero such as \"2s\" or \"250ms\""),
        Broken(
            "{ \"features\": { \"a\": { \"deadline\": 2 } } }", 1, 36, "features.a.deadline", "expected a string"),
        Broken(
            "{ \"features\": { \"a\": { \"settings\": [] } } }", 1, 36, "features.a.settings", "expected an object"),
        Broken(
            "{ \"features\": { \"a\": { \"allow\": { \"nett\": [] } } } }", 1, 35, "features.a.allow.nett",
            "did you mean 'net'?"),
        Broken(
            "{ \"features\": { \"a\": { \"allow\": { \"net\": [\"tcp:1\", \"tcp:x\"] } } } }", 1, 52,
            "features.a.allow.net[1]", "'tcp:x' is neither a TCP port from 'tcp:1' to 'tcp:65535' nor an address"),
        Broken(
            "{ \"features\": { \"a\": { \"allow\": { \"net\": [\"udp:53\"] } } } }", 1, 43, "features.a.allow.net[0]",
            "'udp:53' is of no protocol that can be allowed: write 'tcp:' and the port, an address such as "
                + "'api.example.org:443', or an origin such as 'https://api.example.org'"),
        Broken(
            "{ \"features\": { \"a\": { \"deny\": { \"net\": [\"https://*.org\"] } } } }", 1, 42,
            "features.a.deny.net[0]",
            "'https://*.org' is not an origin such as 'https://api.example.org' or 'https://*.example.org': what follows "
                + "'*.' is not a name with a dot"),
        Broken(
            "{ \"features\": { \"a\": { \"deny\": { \"read\": [\"Notes\"] } } } }", 1, 43, "features.a.deny.read[0]",
            "'Notes' is not a path that begins with '/' or with one of '~', '$HOME'"),
        Broken(
            "{ \"features\": { \"a\": { \"deny\": { \"write\": [\"~/../b\"] } } } }", 1, 44, "features.a.deny.write[0]",
            "'~/../b' has the segment '..'"),
        Broken(
            "{ \"features\": { \"a\": { \"deny\": { \"env\": [\"A=b\"] } } } }", 1, 42, "features.a.deny.env[0]",
            "'A=b' is not a variable's name"),
        Broken(
            "{ \"features\": { \"a\": { \"allow\": { \"run\": 1 } } } }", 1, 42, "features.a.allow.run",
            "expected true or false"),
        Broken(
            "{ \"features\": { \"a\": { \"isolation\": \"inline\", \"allow\": {} } } }", 1, 56, "features.a.allow",
            "'a' has the isolation \"inline\" and 'allow', and a feature inside the host cannot be confined; take 'allow'"
        ),
        Broken(
            "{ \"features\": { \"a\": { \"deny\": { \"run\": true }, \"isolation\": \"inline\" } } }", 1, 32,
            "features.a.deny", "a feature inside the host cannot be confined; take 'deny' out"),
        Broken(
            "{ \"features\": { \"a\": { \"setting\": {} } } }", 1, 24, "features.a.setting",
            "did you mean 'settings'?"),
    ]

    @Test("a mistake is reported with its line, its column, its key path and what was expected", arguments: mistakes)
    func broken(broken: Broken) {
        do {
            _ = try wiring(broken.text)
            Issue.record("it was taken")
        } catch let error as WiringError {
            let path = broken.path == "(root)" || broken.path.isEmpty ? "" : "\(broken.path): "
            let start = "switchyard.jsonc, line \(broken.line), column \(broken.column): \(path)"
            #expect(error.description.hasPrefix(start), "\(error)")
            #expect(error.description.contains(broken.message), "\(error)")
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test("all mistakes of a file are reported together, in the order of their places")
    func several() {
        let text = """
            {
              "rooot": "home", "links": "appendd",
              "schemes": ["1st", "ok", 3],
              "tabs": [{ "name": " ab", "root": "Home" }, { "root": "home", "retain": 1 }, 7],
              "redirects": {
                "A/b": "c d", "a?x={x}": "b?y={z}", "c": { "too": "d", "method": "sheets" }, "e": ["f", "f", "g?x=1"]
              },
              "features": {
                "a": { "isolation": "inlin", "deadline": "2", "memory": "1MiB", "openFiles": 1, "settings": [] }, "B": 1
              },
              "deadline": 5
            }
            """
        let error = #expect(throws: WiringError.self) { try wiring(text) }
        let places = error?.messages.map { message in
            message.split(separator: ": ").prefix(2).joined(separator: " ").replacing(
                "switchyard.jsonc, line ", with: "")
        }
        #expect(
            places == [
                "2, column 3 rooot", "2, column 29 links", "3, column 15 schemes[0]", "3, column 28 schemes[2]",
                "4, column 22 tabs[0].name", "4, column 37 tabs[0].root", "4, column 47 tabs[1]",
                "4, column 75 tabs[1].retain", "4, column 80 tabs[2]", "6, column 5 redirects.\"A/b\"",
                "6, column 12 redirects.\"A/b\"", "6, column 30 redirects.\"a?x={x}\"", "6, column 46 redirects.c",
                "6, column 48 redirects.c.too", "6, column 70 redirects.c.method", "6, column 93 redirects.e[1]",
                "6, column 98 redirects.e[2]", "9, column 25 features.a.isolation", "9, column 46 features.a.deadline",
                "9, column 61 features.a.memory", "9, column 82 features.a.openFiles",
                "9, column 97 features.a.settings",
                "9, column 103 features.B", "9, column 108 features.B", "11, column 15 deadline",
            ])
        #expect(error?.description.split(separator: "\n").count == places?.count)
    }

    @Test("a file with very many mistakes reports the first ones, and that there may be more")
    func many() {
        let schemes = Array(repeating: "1", count: 5000).joined(separator: ", ")
        let error = #expect(throws: WiringError.self) { try wiring("{ \"schemes\": [\(schemes)] }") }
        #expect(error?.messages.count == 101)
        #expect(error?.messages.last?.contains("there may be more mistakes") == true)
    }

    @Test(
        "rules that differ in a literal or in their fixed arguments are different rules",
        arguments: [
            #"{ "a?x=1": "b", "a?x=2": "c" }"#, #"{ "a?x={x}": "b", "a?x=1": "c" }"#,
            #"{ "a?x=1": "b", "a?y=1": "c" }"#,
            #"{ "a/b": "c", "a/d": "c", "a": "c" }"#,
        ])
    func notAlike(redirects: String) throws {
        #expect(try wiring(#"{ "redirects": \#(redirects) }"#).redirects.count >= 2)
    }

    @Test(
        "a duration is a number with 's' or 'ms'",
        arguments: [
            ("2s", 2), ("1.5s", 1.5), ("250ms", 0.25), ("0.5ms", 0.0005), ("0s", nil), ("0ms", nil), ("-1s", nil),
            ("2", nil), ("s", nil), ("ms", nil), ("", nil), ("2 s", nil), ("2m", nil), ("+2s", nil), (".5s", nil),
            ("0x2s", nil), ("nans", nil), ("infs", nil), ("1e400s", nil), ("1e300s", nil),
            ("1e9s", 1e9), ("2sec", nil),
        ] as [(String, Double?)])
    func durations(text: String, expected: Double?) {
        #expect(Duration.seconds(inText: text) == expected)
    }
}
