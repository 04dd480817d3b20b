import FeatureContract
import Testing

@testable import HostCore
@testable import HostTestSupport

@Suite("The catalog")
struct CatalogTests {
    private let catalog: Catalog

    init() throws { catalog = try HostTestSupport.catalog([Manifests.home, Manifests.character, Manifests.notes]) }

    @Test("the first of several features with one id wins, and the others are listed as shadowed")
    func shadowed() throws {
        let found = try [("/a/one.so", "b"), ("/a/two.so", "a"), ("/b/one.so", "b"), ("/c/one.so", "b")].map {
            (path: String, id: String) in
            Catalog.Entry(manifest: try manifest(#"{ "id": "\#(id)", "version": "\#(path)" }"#), path: path)
        }
        let broken = FileRefusal(path: "/a/broken.so", reason: .library(.noEntry))
        let catalog = Catalog(found: found, refusals: [broken])
        #expect(catalog.features().map(\.manifest.id) == ["a", "b"])
        #expect(catalog.feature("b")?.path == "/a/one.so")
        #expect(catalog.feature("c") == nil)
        #expect(
            catalog.refusals == [
                broken, .init(path: "/b/one.so", reason: .shadowed(id: "b", by: "/a/one.so")),
                .init(path: "/c/one.so", reason: .shadowed(id: "b", by: "/a/one.so")),
            ])
        #expect(
            catalog.refusals[1].reason.description
                == "its id 'b' is taken by /a/one.so, which was found earlier")
        #expect(
            broken.reason.description
                == "it is a foreign library, no feature: it exports no function 'switchyard_feature_entry' (in Swift, one that is "
                + "both 'public' and '@c')")
    }

    @Test(
        "a name stands for a main screen, an incoming route or an outgoing route",
        arguments: [
            ("character", "", "main"), ("character", "detail", "incoming"), ("home", "characters", "outgoing"),
            ("system", "", "main"), ("system", "notFound", "incoming"),
        ])
    func places(feature: String, route: String, expected: String) throws {
        let found = try catalog.route(route, of: feature)
        #expect("\(found.kind)" == expected)
        #expect(found.feature == feature)
        #expect(found.name == route)
    }

    @Test(
        "an error about an unknown name or a wrong argument names it, with the nearest name if there is one",
        arguments: [
            ("charcter/list", "no feature 'charcter' is installed; did you mean 'character'?"),
            ("weather", "no feature 'weather' is installed"),
            ("character/lst", "the feature 'character' has no route 'lst'; did you mean 'character/list'?"),
            ("home/charakters", "the feature 'home' has no route 'charakters'; did you mean 'home/characters'?"),
            ("character/zzzzzz", "the feature 'character' has no route 'zzzzzz'"),
            ("system/lost", "the feature 'system' has no route 'lost'"),
            ("character/detail", "character/detail needs the argument 'identifier' (int), and it is missing"),
            ("character/detail?identifier=1&x=2", "character/detail has no argument 'x'; it has 'identifier'"),
            (
                "character/detail?identifier=1&identifier=2",
                "the argument 'identifier' of character/detail is a single int, and it was given more than once"
            ),
            ("character?x=1", "character takes no arguments, and 'x' was given"),
        ])
    func absent(text: String, expected: String) {
        let error = #expect(throws: CatalogError.self) { try catalog.place(text) }
        #expect(error?.description == expected)
    }

    @Test("a text becomes a place with typed arguments in declared order")
    func place() throws {
        let quote = try catalog.place("character/quote?number=2&identifier=1")
        #expect(quote.text == "character/quote?identifier=1&number=2")
        #expect(quote["number"] == .integer(2))
        #expect(try catalog.place("notes/note?title=7")["title"] == .string("7"))
        #expect(try catalog.place("home").route.name == "")
    }

    @Test("the catalog checks a destination as it checks a text")
    func checked() throws {
        let mixed = Destination.of("character/quote?number=2&identifier=1")
        #expect(try catalog.place(of: mixed).text == "character/quote?identifier=1&number=2")
        #expect(throws: CatalogError.self) { try catalog.place(of: .of("character/detail?identifier=x")) }
        #expect(throws: CatalogError.self) { try catalog.place(of: .of("nobody")) }
    }

    @Test("a missing argument gets its default")
    func defaults() throws {
        let catalog = try HostTestSupport.catalog([
            """
            { "id": "d", "incoming": [{ "name": "r", "arguments": [
                { "name": "n", "type": "int", "default": 5 }, { "name": "o", "type": "int", "optional": true }] }] }
            """
        ])
        #expect(try catalog.place("d/r").text == "d/r?n=5")
        #expect(try catalog.place(of: .of("d/r?o=1")).text == "d/r?n=5&o=1")
    }

    @Test(
        "a destination prints the link of its highest-ranked pattern, and that link leads back to it",
        arguments: [
            ("character/list", "challenge://character/list"),
            ("character/detail?identifier=42", "challenge://character/detail?id=42"),
            ("character/quote?identifier=4&number=2", "challenge://character/detail/4/quotes/2"),
            ("notes/note?title=a%20b", "challenge://notes/note/a%20b"), ("notes/full", nil), ("home", nil),
            ("nobody/here", nil),
        ] as [(String, String?)])
    func urls(text: String, expected: String?) throws {
        let place = (try? catalog.place(text)) ?? Place(unknown: .of(text))
        #expect(catalog.url(for: place, takenBy: .empty) == expected)
        guard let expected else { return }
        guard case .place(let back, _) = catalog.match(try LinkURL(expected)) else {
            Issue.record("\(expected) matches nothing")
            return
        }
        #expect(back == place)
    }

    @Test(
        "a destination prints its best link among those whose scheme the wiring takes",
        arguments: [
            ("{}", "b://h/r"), (#"{ "schemes": ["a", "b"] }"#, "b://h/r"), (#"{ "schemes": ["A"] }"#, "a://h"),
            (#"{ "schemes": ["c"] }"#, nil), (#"{ "schemes": [] }"#, nil),
        ] as [(String, String?)])
    func takenURL(wiring text: String, expected: String?) throws {
        let catalog = try HostTestSupport.catalog([
            """
            { "id": "f", "incoming": [{ "name": "r" }], "links": [
                { "scheme": "a", "host": "h", "pattern": "", "route": "r" },
                { "scheme": "b", "host": "h", "pattern": "/r", "route": "r" }] }
            """
        ])
        #expect(catalog.url(for: try catalog.place("f/r"), takenBy: try wiring(text)) == expected)
    }

    @Test("the pattern of the highest rank prints a route's link, in any order of the patterns")
    func bestURL() throws {
        let links = [#""/o/{n}""#, #""/special?n={n}""#, #""/{n}""#].map {
            #"{ "scheme": "s", "host": "h", "pattern": \#($0), "route": "r" }"#
        }
        for order in [links, links.reversed()] {
            let catalog = try HostTestSupport.catalog([
                """
                { "id": "f", "incoming": [{ "name": "r", "arguments": [{ "name": "n", "type": "int" }] }],
                  "links": [\(order.joined(separator: ","))] }
                """
            ])
            #expect(catalog.url(for: try catalog.place("f/r?n=1"), takenBy: .empty) == "s://h/o/1")
        }
    }
}
