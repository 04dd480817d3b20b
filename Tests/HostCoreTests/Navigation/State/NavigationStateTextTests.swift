import FeatureContract
import JSONText
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@Suite("The text and JSON of the navigation state", .blocking)
struct NavigationStateTextTests {
    /// A feature with an argument of each type.
    private static let kitchen = """
        {
            "id": "kitchen", "name": "Kitchen",
            "incoming": [
                { "name": "sink", "arguments": [
                    { "name": "text", "type": "string" }, { "name": "number", "type": "int", "optional": true },
                    { "name": "ratio", "type": "double", "default": 0.5 },
                    { "name": "isOn", "type": "bool", "optional": true },
                    { "name": "words", "type": "[string]" }, { "name": "numbers", "type": "[int]", "optional": true },
                    { "name": "ratios", "type": "[double]", "default": [1.5] }, { "name": "flags", "type": "[bool]" }
                ] },
                { "name": "pot", "arguments": [{ "name": "size", "type": "int" }] }
            ]
        }
        """

    private static func everything() throws -> Catalog {
        try catalog([kitchen, Manifests.home, Manifests.character, Manifests.notes, Manifests.vault])
    }

    private static func read(_ text: String, _ catalog: Catalog) throws(CallFailure) -> NavigationState {
        try NavigationState(text, reader: NavigationStateReader(catalog))
    }

    private static func read(_ json: JSON, _ catalog: Catalog) throws(CallFailure) -> NavigationState {
        try NavigationState(json, reader: NavigationStateReader(catalog))
    }

    private static func reason(_ read: () throws(CallFailure) -> NavigationState) -> String {
        do {
            return "read as \(try read().text)"
        } catch {
            return error.description
        }
    }

    /// Expects that the state's text and JSON, and its JSON's text, read back equal and print the same bytes.
    private static func expectReadBack(_ state: NavigationState, _ catalog: Catalog) throws {
        let jsonText = state.json.text()
        let fromJSONText = try read(try JSON.parse(jsonText), catalog)
        for again in [try read(state.text, catalog), try read(state.json, catalog), fromJSONText] {
            #expect(again == state)
            // The equality of strings ignores how a letter is composed.
            #expect(Array(again.text.utf8) == Array(state.text.utf8))
            #expect(Array(again.json.text().utf8) == Array(jsonText.utf8))
        }
    }

    // MARK: Reading back

    @Test(
        "a canonical text is read as the state that prints it",
        arguments: [
            "home", "home > home/about > home/about", "notes > sheet:notes/edit", "gone > gone/too?x=1",
            "character > character/detail?identifier=42 > cover:character/quote?identifier=42&number=-7",
            "home > push > sheet > sheet:cover > alert:alert",
            "home > managedSheet:notes/wizard > home/about > managedCover:notes/full > alert:home > confirmation:home",
            "[*home] home", "[*home] home > home/about | [people] character > sheet:notes/edit",
            "[a] home | [*b-2] home | [_C] home", "[*My notes] notes | [Größe] home | [100%25] home | [a: b > c] home",
            "[%2Aa] home | [*%2A*] home", "[*a\u{301}] home", "[*\u{301}a] home | [\u{301}*] home",
            "[a%5Db] home | [*[a%7Cb%5D] home", "[*%252A] home | [a*] home",
            "[a] vault | [b] notes | [c] notes/note?title=a:b,c/d@e.f~g | [*d] vault/door",
            "home > sheet:notes/note?title=cover:home > notes/note?title=%3E%20%7C%20%5B%2Aa%5D",
        ])
    func canonical(text: String) throws {
        let catalog = try Self.everything()
        let state = try Self.read(text, catalog)
        #expect(state.text == text)
        try Self.expectReadBack(state, catalog)
    }

    @Test(
        "a text that is not canonical is read, and printed as a canonical one",
        arguments: [
            ("[**a] home", "[*%2Aa] home"), ("[*%61%5d] home", "[*a%5D] home"), ("[*%5B%3E] home", "[*[>] home"),
            (" home ", "home"), ("\thome\t", "home"), ("home\r", "home"), ("home>home/about", "home > home/about"),
            ("home\t>  home/about", "home > home/about"), ("push:home > push:home/about", "home > home/about"),
            ("[*a]home|[b]notes", "[*a] home | [b] notes"), ("  [*a]   home  |\t[b]\tnotes", "[*a] home | [b] notes"),
            ("notes/note?title=%41%2f%e2%82%ac", "notes/note?title=A/%E2%82%AC"), ("home?", "home"),
            ("notes/note?title=é", "notes/note?title=%C3%A9"), ("notes/note?title", "notes/note?title="),
            ("character/detail?identifier=007", "character/detail?identifier=7"),
            // An argument given once with a value and once without keeps its value, and is read so.
            ("kitchen/pot?size=3&size", "kitchen/pot?size=3"), ("gone/pot?size&size=3", "gone/pot?size=3"),
            // The arguments print in the declared order, with the defaults that were left out.
            (
                "kitchen/sink?isOn=true&text=a",
                "kitchen/sink?text=a&ratio=0.5&isOn=true&words&ratios=1.5&flags"
            ),
        ])
    func notCanonical(text: String, canonical: String) throws {
        let catalog = try Self.everything()
        let state = try Self.read(text, catalog)
        #expect(state.text == canonical)
        try Self.expectReadBack(state, catalog)
    }

    @Test("each presentation is read as itself", arguments: Presentation.allCases)
    func presentations(presentation: Presentation) throws {
        let catalog = try Self.everything()
        let state = try Self.read("home > \(presentation.rawValue):notes/edit > vault", catalog)
        #expect(state.selected.entries.map(\.presentation) == [.push, presentation, .push])
        #expect(state.selected.stacks.map(\.count) == (presentation == .push ? [3] : [1, 2]))
        try Self.expectReadBack(state, catalog)
    }

    @Test("the tab with the star is the selected one", arguments: 0..<3)
    func selected(index: Int) throws {
        let catalog = try Self.everything()
        let text = (0..<3).map { "[\($0 == index ? "*" : "")t\($0)] home" }.joined(separator: " | ")
        let state = try Self.read(text, catalog)
        #expect(state.selectedIndex == index)
        #expect(state.tabs.map(\.name) == ["t0", "t1", "t2"])
        #expect(state.json["selected"]?.string == "t\(index)")
        try Self.expectReadBack(state, catalog)
    }

    @Test("ids count on from the first, tab by tab, root first")
    func identities() throws {
        let text = "[a] home > sheet:notes/edit | [*b] vault"
        let catalog = try Self.everything()
        let read = try NavigationState(text, reader: NavigationStateReader(catalog, firstID: 41))
        #expect(read.allEntries.map(\.id) == [41, 42, 43])
        #expect(read == (try Self.read(text, catalog)))
        #expect(try NavigationState(read.json, reader: .init(catalog, firstID: 5)).allEntries.map(\.id) == [5, 6, 7])
    }

    @Test("unknown members of the JSON are ignored")
    func lenientJSON() throws {
        let json = try JSON.parse(
            #"{"tabs": [{"icon": 1, "entries": [{"destination": "home", "presentation": "push"}, {"x": [], "destination": "vault", "presentation": "push"}]}], "y": 2}"#
        )
        #expect(try Self.read(json, Self.everything()).text == "home > vault")
    }

    // MARK: Values

    private static let nastyStrings = [
        "", " ", "  a  ", ">", " > ", "|", " | [b] home", "]", "[", "[*a] home", "*", "%", "%41", "%zz", "%00", ":",
        "sheet:home", "?", "&", "=", "#", "/", "+", ",", ";", "'", "\"", "\\", "\\u0000", "\u{0}", "a\u{0}b", "\n",
        "\r\n", "\t", "\u{1B}[31m", "\u{7F}", "é", "e\u{301}", "\u{301}", "a\u{20E3}", "\u{1F600}",
        "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "\u{1F1E9}\u{1F1EA}", "\u{2028}", "\u{FEFF}", "\u{202E}abc",
        "\u{FFFD}", "\u{10FFFF}", "42", "true", "null", String(repeating: "> ", count: 500),
    ]

    private static func sink(_ arguments: [(String, Value)], _ catalog: Catalog) throws -> Place {
        let given = arguments.map { Destination.Argument($0.0, $0.1) }
        return try catalog.place(of: Destination(feature: "kitchen", route: "sink", arguments: given))
    }

    @Test(
        "any string is read back to the byte, alone or in a list",
        arguments: Tier.rows(of: nastyStrings, first: 12))
    func nastyString(string: String) throws {
        let catalog = try Self.everything()
        let lists: [[String]] = [[string], [string, string], ["", string], [string, "a", ""]]
        for list in lists {
            let words = Value.list(list.map { .string($0) })
            let place = try Self.sink([("text", .string(string)), ("words", words)], catalog)
            var state = NavigationState(tabs: [.init(name: "a", root: .init(id: 1, place: place))])
            try state.perform(.navigate(.init(id: 2, place: place, presentation: .managedSheet), method: nil))
            #expect(state.text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }, "not a line that can be printed")
            try Self.expectReadBack(state, catalog)
            let read = try Self.read(state.text, catalog).top.place
            guard case .string(let again) = read["text"], case .list(let items) = read["words"] else {
                Issue.record("'\(read)' has other types")
                continue
            }
            #expect(Array(again.utf8) == Array(string.utf8))
            #expect(items.map { $0.scalarText.map { Array($0.utf8) } } == list.map { Array($0.utf8) })
        }
    }

    @Test(
        "a value of each type is read back as that type",
        arguments: [
            ("number", .integer(0)), ("number", .integer(.min)), ("number", .integer(.max)),
            ("ratio", .double(1)), ("ratio", .double(-0.0)), ("ratio", .double(0.1)), ("ratio", .double(-1e300)),
            ("ratio", .double(.leastNonzeroMagnitude)), ("ratio", .double(.greatestFiniteMagnitude)),
            ("isOn", .bool(true)), ("isOn", .bool(false)), ("words", .list([])), ("words", .list([.string("")])),
            ("words", .list([.string("1"), .string("1")])), ("numbers", .list([])), ("numbers", .list([.integer(-1)])),
            ("numbers", .list([.integer(3), .integer(2), .integer(1)])), ("ratios", .list([])),
            ("ratios", .list([.double(2), .double(1e-7)])), ("flags", .list([.bool(true), .bool(false)])),
        ] as [(String, Value)])
    func values(name: String, value: Value) throws {
        let catalog = try Self.everything()
        let place = try Self.sink([("text", .string("")), (name, value)], catalog)
        let state = NavigationState(tabs: [.init(name: "", root: .init(id: 1, place: place))])
        try Self.expectReadBack(state, catalog)
        #expect(try Self.read(state.text, catalog).top.place[name] == value)
        // An optional argument that is not given stays absent.
        #expect(try Self.sink([("text", .string(""))], catalog)["number"] == nil)
    }

    // MARK: Placeholders

    /// Texts, each with a catalog that lacks a part of it.
    private static let placeholders: [(text: String, manifests: [String])] = [
        ("home > kitchen/pot?size=3", [Manifests.home]), ("home > sheet:kitchen/pot?size=3 > home/about", []),
        ("home > kitchen", [Manifests.home]),
        ("kitchen/sink?text=%3E%20%00&number=-3&ratio=0.25&isOn=true&words&numbers=1&ratios=1.5&ratios=2.0&flags", []),
        ("kitchen/sink?text=&ratio=1e-07&words=&words=a&numbers&ratios&flags=true&flags=false", []),
        // The route is missing.
        ("kitchen/pot?size=3 > alert:kitchen/pot?size=3", [#"{ "id": "kitchen", "name": "Kitchen" }"#]),
        // The argument is missing, of another type or not a list, or another argument is required.
        (
            "kitchen/pot?size=3",
            [#"{ "id": "kitchen", "name": "Kitchen", "incoming": [{ "name": "pot" }] }"#]
        ),
        ("kitchen/pot?size=3", [pot(#"{ "name": "size", "type": "bool" }"#)]),
        ("kitchen/pot?size=3", [pot(#"{ "name": "width", "type": "int" }"#)]),
        ("kitchen/pot?size=3", [pot(#"{ "name": "size", "type": "int" }, { "name": "lid", "type": "bool" }"#)]),
        (
            "kitchen/sink?text=a&ratio=0.5&words=a&words=b&ratios=1.5&flags",
            [
                """
                { "id": "kitchen", "name": "Kitchen", "incoming": [
                    { "name": "sink", "arguments": [{ "name": "words", "type": "string" }] }
                ] }
                """
            ]
        ),
    ]

    private static func pot(_ arguments: String) -> String {
        #"{ "id": "kitchen", "name": "Kitchen", "incoming": [{ "name": "pot", "arguments": [\#(arguments)] }] }"#
    }

    @Test(
        "a destination without a feature keeps its text exactly, and works again when the feature is back",
        arguments: placeholders.indices)
    func placeholder(index: Int) throws {
        let everything = try Self.everything()
        let text = Self.placeholders[index].text
        let lacking = try catalog(Self.placeholders[index].manifests)
        let typed = try Self.read(text, everything)
        for held in [try Self.read(text, lacking), try Self.read(typed.json, lacking)] {
            #expect(held.text == text)
            #expect(held.json == typed.json)
            try Self.expectReadBack(held, lacking)
            // The state is saved and read again without the feature, any number of times.
            let kept = try Self.read(try Self.read(held.json, lacking).text, lacking)
            #expect(kept == held)
            #expect(try Self.read(kept.text, everything) == typed)
            #expect(try Self.read(kept.json, everything) == typed)
        }
    }

    @Test("a placeholder's arguments are strings and lists of strings")
    func untyped() throws {
        let state = try Self.read("kitchen/sink?text=a&number=1&words&numbers=1&numbers=2", catalog([]))
        #expect(
            state.top.place.destination.arguments == [
                .init("text", .string("a")), .init("number", .string("1")), .init("words", .list([])),
                .init("numbers", .list([.string("1"), .string("2")])),
            ])
        #expect(try state != Self.read(state.text, Self.everything()))
    }

    // MARK: What is no state

    @Test(
        "the refusal of a malformed text has the reason",
        arguments: [
            ("", "'' is not a destination"), (" ", "'' is not a destination"), ("|", "each of several tabs has a name"),
            (">", "'' is not a destination"), ("home >", "'' is not a destination"), ("> home", "'' is not a destin"),
            ("home > > home", "'' is not a destination"), ("home|", "each of several tabs has a name"),
            ("|home", "each of several tabs has a name"), ("home | home", "each of several tabs has a name"),
            ("[*a] home | home", "each of several tabs has a name"), ("[*a] home |", "each of several tabs has a name"),
            ("[*a]", "'' is not a destination"), ("[*a] home | [b]", "'' is not a destination"),
            ("[*a home", "'[*a home' lacks a ']' behind the tab's name"),
            ("[", "'[' lacks a ']' behind the tab's name"),
            ("[] home", "'' is not a tab's name: it is empty"), ("[*] home", "'' is not a tab's name: it is empty"),
            ("[* a] home", "' a' is not a tab's name: white space stands at its beginning or end"),
            ("[*a\u{A0}] home", "is not a tab's name: white space"),
            ("[*%0A] home", "is not a tab's name: it has a control"),
            ("[*%] home", "'%' is not a tab's name: '%' begins a byte of UTF-8 in hexadecimal"),
            ("[*100%] home", "'100%' is not a tab's name: '%' begins"), ("[*%FF] home", "'%FF' is not a tab's name"),
            ("[*a]] home", "'] home' is not a destination"),
            ("[*a] home | [*b] home", "two tabs are marked as selected"),
            ("[*a] home | [*a] home", "two tabs are marked as selected"),
            ("[a] home | [b] home", "no tab is selected"),
            ("[*a] home | [a] home", "the tab 'a' stands twice"),
            ("[a] home | [*b] home | [a] vault", "the tab 'a' stands twice"),
            ("sheet:home", "'home' is a root, and cannot be presented"),
            ("[*a] home | [b] cover:vault > home", "'vault' is a root, and cannot be presented"),
            ("home > shete:home", "'shete' is not a presentation; did you mean 'sheet'?"),
            (
                "home > window:home",
                "'window' is not a presentation; there are push, sheet, managedSheet, cover, managedCover, alert, "
                    + "confirmation"
            ),
            ("home > Sheet:home", "'Sheet' is not a presentation; did you mean 'sheet'?"),
            ("home > :home", "'' is not a presentation"), ("home > send:home", "'send' is not a presentation"),
            ("home > sheet:", "'' is not a destination"), ("home > sheet: home", "' home' is not a feature id"),
            ("home > sheet :home", "'sheet ' is not a presentation"),
            ("home > sheet:cover:home", "'cover:home' is not a feature id"),
            ("Home", "'Home' is not a destination: 'Home' is not a feature id"), ("home about", "is not a feature id"),
            ("home/", "'' is not a route's name"), ("home/a/b", "'a/b' is not a route's name"),
            ("home\n", "is not a feature id"), ("home\u{0}", "is not a feature id"),
            ("home/about?x=%", "is not valid percent-encoded UTF-8"),
            ("home/about?x=%FF", "is not valid percent-encoded UTF-8"), ("home/about?=1", "not an argument's name"),
        ])
    func noText(text: String, reason: String) throws {
        let catalog = try Self.everything()
        let said = Self.reason { () throws(CallFailure) in try Self.read(text, catalog) }
        #expect(said.contains(reason), "\(said)")
    }

    @Test(
        "the refusal of malformed JSON has the reason and the place",
        arguments: [
            ("null", "'tabs' is not a list"), ("[]", "'tabs' is not a list"), ("{}", "'tabs' is not a list"),
            (#""home""#, "'tabs' is not a list"), (#"{"tabs": null}"#, "'tabs' is not a list"),
            (#"{"tabs": {}}"#, "'tabs' is not a list"), (#"{"tabs": []}"#, "a state has at least one tab"),
            (#"{"tabs": [1]}"#, "'tabs[0].entries' is not a list"),
            (#"{"tabs": [{}]}"#, "'tabs[0].entries' is not a list"),
            (#"{"tabs": [{"entries": "home"}]}"#, "'tabs[0].entries' is not a list"),
            (#"{"tabs": [{"entries": []}]}"#, "a tab has at least its root"),
            (#"{"tabs": [{"entries": [null]}]}"#, "'tabs[0].entries[0].destination' is not a string"),
            (#"{"tabs": [{"entries": ["home"]}]}"#, "'tabs[0].entries[0].destination' is not a string"),
            (
                #"{"tabs": [{"entries": [{"destination": "home", "presentation": "push"}, {"destination": 5, "presentation": "push"}]}]}"#,
                "'tabs[0].entries[1].destination' is not a string"
            ),
            (
                #"{"tabs": [{"entries": [{"destination": "home", "presentation": null}]}]}"#,
                "'tabs[0].entries[0].presentation' is not a string"
            ),
            (
                #"{"tabs": [{"entries": [{"destination": "home", "presentation": "push"}, {"destination": "home", "presentation": "cver"}]}]}"#,
                "'cver' is not a presentation; did you mean 'cover'?"
            ),
            (
                #"{"tabs": [{"entries": [{"destination": "home", "presentation": "sheet"}]}]}"#,
                "'home' is a root, and cannot be presented"
            ),
            (#"{"tabs": [{"entries": [{"destination": "", "presentation": "push"}]}]}"#, "'' is not a destination"),
            (
                #"{"tabs": [{"entries": [{"destination": "home"}]}]}"#,
                "'tabs[0].entries[0].presentation' is not a string"
            ),
            (
                #"{"tabs": [{"entries": [{"destination": " home", "presentation": "push"}]}]}"#,
                "' home' is not a feature id"
            ),
            (
                #"{"tabs": [{"entries": [{"destination": "sheet:home", "presentation": "push"}]}]}"#,
                "'sheet:home' is not a feature id"
            ),
            (
                #"{"tabs": [{"entries": [{"destination": "home > home", "presentation": "push"}]}]}"#,
                "is not a feature id"
            ),
            (
                #"{"tabs": [{"name": 1, "entries": [{"destination": "home", "presentation": "push"}]}]}"#,
                "'tabs[0].name' is not a string"
            ),
            (
                #"{"tabs": [{"name": null, "entries": [{"destination": "home", "presentation": "push"}]}]}"#,
                "'tabs[0].name' is not a string"
            ),
            (
                #"{"tabs": [{"name": "", "entries": [{"destination": "home", "presentation": "push"}]}]}"#,
                "'' is not a tab's name"
            ),
            (
                #"{"tabs": [{"name": " a", "entries": [{"destination": "home", "presentation": "push"}]}], "selected": " a"}"#,
                "' a' is not a tab's name: white space stands at its beginning or end"
            ),
            (
                #"{"tabs": [{"name": "a", "entries": [{"destination": "home", "presentation": "push"}]}]}"#,
                "no tab is selected"
            ),
            (
                #"{"tabs": [{"name": "a", "entries": [{"destination": "home", "presentation": "push"}]}], "selected": "b"}"#,
                "the selected tab 'b' is none of the tabs"
            ),
            (
                #"{"tabs": [{"name": "a", "entries": [{"destination": "home", "presentation": "push"}]}], "selected": 0}"#,
                "'selected' is not a string"
            ),
            (
                #"{"tabs": [{"entries": [{"destination": "home", "presentation": "push"}]}], "selected": "a"}"#,
                "the selected tab 'a' is none of the tabs"
            ),
            (
                #"{"tabs": [{"entries": [{"destination": "home", "presentation": "push"}]}], "selected": ""}"#,
                "the selected tab '' is none of the tabs"
            ),
            (
                #"{"tabs": [{"entries": [{"destination": "home", "presentation": "push"}]}, {"entries": [{"destination": "home", "presentation": "push"}]}]}"#,
                "each of several tabs has a name"
            ),
            (
                """
                {"tabs": [{"name": "a", "entries": [{"destination": "home", "presentation": "push"}]},
                    {"name": "a", "entries": [{"destination": "home", "presentation": "push"}]}], "selected": "a"}
                """, "the tab 'a' stands twice"
            ),
        ])
    func noJSON(text: String, reason: String) throws {
        let catalog = try Self.everything()
        let json = try JSON.parse(text)
        let said = Self.reason { () throws(CallFailure) in try Self.read(json, catalog) }
        #expect(said.contains(reason), "\(said)")
    }

    // MARK: At random

    /// A tab's name of few characters, most of which have a meaning in the state's text.
    private static func randomName(using generator: inout SeededGenerator) -> String {
        let pieces = [
            "]", "[", "|", "*", "%", ">", " ", "\\", ":", "%5D", "%2A", "[*a]", " > ", " | ", "'", "\"", "a", "Z", "9",
            "_",
            "-", "ä", "e\u{301}", "\u{301}", "日本", "👩‍👧", "sheet:home", "?", "=", "&", "#", "/", "$",
        ]
        while true {
            let name = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
                pieces.randomElement(using: &generator) ?? ""
            }.joined()
            if Wiring.Tab.flaw(of: name) == nil { return name }
        }
    }

    @Test("a random name of a tab is read back to the byte, and a name of letters is its own text", arguments: 1...2)
    func randomNames(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let catalog = try Self.everything()
        let root = NavigationState.Entry(id: 1, place: try catalog.place("home"))
        for _ in 0..<500 {
            let names = [Self.randomName(using: &generator), "other"]
            var state = NavigationState(tabs: names.map { .init(name: $0, root: root) })
            for selected in names.indices {
                state.apply([.select(tab: selected)])
                try Self.expectReadBack(state, catalog)
                let again = try Self.read(state.text, catalog)
                #expect(again.selectedIndex == selected)
                #expect(again.tabs.map { Array($0.name.utf8) } == names.map { Array($0.utf8) })
            }
        }
        let plain = NavigationState(tabs: [.init(name: "My_notes-2", root: root)])
        #expect(plain.text == "[*My_notes-2] home")
    }

    private static func randomState(_ catalog: Catalog, using generator: inout SeededGenerator) throws
        -> NavigationState
    {
        func place() throws -> Place {
            func string() -> String {
                (0..<Int.random(in: 0...2, using: &generator)).map { _ in
                    nastyStrings.randomElement(using: &generator) ?? ""
                }.joined()
            }
            func list(_ item: () -> Value) -> Value {
                .list((0..<Int.random(in: 0...3, using: &generator)).map { _ in item() })
            }
            func integer() -> Value {
                .integer(Int64(truncatingIfNeeded: generator.next()) >> Int64.random(in: 0...63, using: &generator))
            }
            switch Int.random(in: 0..<4, using: &generator) {
            case 0:
                let feature = ["home", "gone", "vault", "sheet"].randomElement(using: &generator) ?? ""
                return (try? catalog.place(feature)) ?? Place(unknown: Destination(feature: feature))
            case 1: return Place(unknown: try DestinationText("gone/r?a=\(PercentCoding.encoded(string()))&b").untyped)
            case 2: return try catalog.place("kitchen/pot?size=\(Int.random(in: -9...9, using: &generator))")
            default:
                return try sink(
                    [
                        ("text", .string(string())), ("number", integer()), ("words", list { .string(string()) }),
                        ("ratios", list { .double(Double(Int.random(in: -50...50, using: &generator)) / 8) }),
                        ("flags", list { .bool(.random(using: &generator)) }), ("numbers", list(integer)),
                    ], catalog)
            }
        }
        let count = Int.random(in: 0...3, using: &generator)
        var names = count == 0 ? [""] : []
        while names.count < count {
            let name = Self.randomName(using: &generator)
            if !names.contains(name) { names.append(name) }
        }
        var id: ScreenID = 0
        func entry(_ presentation: Presentation = .push) throws -> NavigationState.Entry {
            id += 1
            return .init(id: id, place: try place(), presentation: presentation)
        }
        var state = NavigationState(tabs: try names.map { .init(name: $0, root: try entry()) })
        for tab in names.indices {
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                let presentation = Presentation.allCases.randomElement(using: &generator) ?? .push
                try state.perform(.navigate(entry(presentation), method: nil), at: state.topPosition(ofTab: tab))
            }
        }
        state.apply([.select(tab: names.indices.randomElement(using: &generator) ?? 0)])
        return state
    }

    @Test(
        "a random state is read back from its text and from its JSON", arguments: Tier.rows(of: Array(1...2), first: 1))
    func randomStates(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let catalog = try Self.everything()
        for _ in 0..<150 { try Self.expectReadBack(Self.randomState(catalog, using: &generator), catalog) }
    }

    /// Changes a few bytes, mostly to bytes with a meaning.
    private static func mutated(_ bytes: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        let meaningful = Array(#" >|[]*%:?&=/"\{},a1"#.utf8) + [0, 0x0A, 0x80, 0xCC, 0x81, 0xFF]
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let place = Int.random(in: 0...bytes.count, using: &generator)
            let byte = meaningful.randomElement(using: &generator) ?? 0
            let end = min(bytes.count, place + .random(in: 0...9, using: &generator))
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: bytes.insert(byte, at: place)
            case 1 where place < bytes.count: bytes[place] = byte
            case 2 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
            case 3: bytes.removeSubrange(place..<end)
            default: bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
            }
        }
        return bytes
    }

    /// The numbers of texts that were read and refused.
    private struct Count {
        var read = 0
        var refused = 0

        /// Expects that a state that can be read prints a text that reads back equal, and that a refusal has a reason.
        mutating func take(_ read: () throws(CallFailure) -> NavigationState, _ catalog: Catalog) {
            do throws(CallFailure) {
                let state = try read()
                self.read += 1
                let again = try NavigationStateTextTests.read(state.text, catalog)
                let fromJSON = try NavigationStateTextTests.read(state.json, catalog)
                if again != state || again.text != state.text || fromJSON != state {
                    Issue.record("'\(state.text)' is read as '\(again.text)'")
                }
            } catch {
                refused += 1
                if error.description.isEmpty { Issue.record("refused without a reason") }
            }
        }
    }

    @Test(
        "a text with a few changed bytes is read or refused, without a trap",
        arguments: Tier.rows(of: Array(1...2), first: 1))
    func mutatedTexts(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let catalog = try Self.everything()
        var count = Count()
        for _ in 0..<60 {
            let bytes = Array(try Self.randomState(catalog, using: &generator).text.utf8)
            for _ in 0..<15 {
                let text = String(decoding: Self.mutated(bytes, using: &generator), as: UTF8.self)
                count.take({ () throws(CallFailure) in try Self.read(text, catalog) }, catalog)
            }
        }
        #expect(count.read > 100 && count.refused > 100, "\(count)")
    }

    @Test("a JSON text with a few changed bytes is read or refused, without a trap", .deep, arguments: 1...2)
    func mutatedJSON(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let catalog = try Self.everything()
        var count = Count()
        for _ in 0..<60 {
            let bytes = try Self.randomState(catalog, using: &generator).json.utf8()
            for _ in 0..<15 {
                guard let json = try? JSON.parse(Self.mutated(bytes, using: &generator)) else { continue }
                count.take({ () throws(CallFailure) in try Self.read(json, catalog) }, catalog)
            }
        }
        #expect(count.read > 50 && count.refused > 20, "\(count)")
    }

    @Test("random words of the grammar and random bytes are read or refused, without a trap", arguments: 1...2)
    func randomTexts(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let catalog = try Self.everything()
        let words = [
            "home", "vault", "notes/edit", "kitchen/pot?size=1", "gone?x", " > ", " > ", " > ", "sheet:", "cover:",
            "push:", " | ", "[*a] ", "[b] ", "[c] ", "[", "]", "*", ":", " ", "%", "\u{301}", "\u{0}", "\n",
        ]
        var count = Count()
        for index in 0..<2000 {
            let text =
                index.isMultiple(of: 4)
                ? String(
                    decoding: (0..<Int.random(in: 0..<30, using: &generator)).map { _ in
                        UInt8.random(in: 0...255, using: &generator)
                    }, as: UTF8.self)
                : (0..<Int.random(in: 0...7, using: &generator)).map { _ in
                    words.randomElement(using: &generator) ?? ""
                }.joined()
            count.take({ () throws(CallFailure) in try Self.read(text, catalog) }, catalog)
        }
        #expect(count.read > 20 && count.refused > 100, "\(count)")
    }
}
