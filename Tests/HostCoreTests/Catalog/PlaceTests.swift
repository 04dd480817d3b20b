import FeatureContract
import Testing

@testable import HostCore
@testable import HostTestSupport

@Suite("Places")
struct PlaceTests {
    private static let feature = """
        {
            "id": "f", "main": "list",
            "incoming": [
                { "name": "list", "arguments": [{ "name": "page", "type": "int", "default": 1 }] },
                {
                    "name": "r",
                    "arguments": [
                        { "name": "a", "type": "int" }, { "name": "b", "type": "string", "optional": true },
                        { "name": "l", "type": "[string]" }
                    ]
                }
            ],
            "outgoing": [{ "name": "out" }]
        }
        """

    private func catalog() throws -> Catalog {
        try HostTestSupport.catalog([Self.feature, #"{ "id": "g", "main": "list", "incoming": [{ "name": "list" }] }"#])
    }

    @Test("a place has one value for each declared argument, in declared order")
    func values() throws {
        let place = try catalog().place("f/r?l=x&l=y&a=4")
        #expect(place.arguments == [.integer(4), .null, .list([.string("x"), .string("y")])])
        #expect(place["a"] == .integer(4))
        #expect(place["b"] == nil)
        #expect(place["c"] == nil)
        #expect(place.text == "f/r?a=4&l=x&l=y")
        #expect(place.isKnown)
    }

    @Test(
        "a link, a text and a destination make equal places, and other values or routes make others",
        arguments: [
            ("f/r?a=4", "f/r?a=4", true), ("f/r?a=4", "f/r?a=04", true), ("f/r?a=4&l", "f/r?a=4", true),
            ("f/r?a=4", "f/r?a=5", false), ("f/r?a=4", "f/r?a=4&b=", false), ("f", "f/list", false),
            ("g/list", "f/list", false),
        ])
    func equality(first: String, second: String, areEqual: Bool) throws {
        let catalog = try catalog()
        let (one, other) = (try catalog.place(first), try catalog.place(of: catalog.place(second).destination))
        #expect((one == other) == areEqual)
        if areEqual { #expect(one.hashValue == other.hashValue) }
    }

    @Test(
        "the main screen and the route that stands for it, with its defaults, are the same screen",
        arguments: [
            ("f", "f", true), ("f", "f/list", true), ("f/list", "f", true), ("f/list?page=1", "f", true),
            ("f/list?page=2", "f/list?page=2", true), ("f/list?page=2", "f/list", false), ("f/list?page=2", "f", false),
            ("f", "g", false), ("f/list", "g/list", false), ("g", "g/list", true), ("f/out", "f", false),
        ])
    func sameScreens(first: String, second: String, areSame: Bool) throws {
        let catalog = try catalog()
        #expect(try catalog.place(first).isSameScreen(as: catalog.place(second)) == areSame)
    }

    @Test("a place that the catalog does not have keeps its text, and equals one with this text")
    func unknown() throws {
        let text = "gone/door?x=1&x=2&y&z=a%26b"
        let place = Place(unknown: try DestinationText(text).untyped)
        #expect(!place.isKnown)
        #expect(place.text == text)
        #expect(place == Place(unknown: try DestinationText(text).untyped))
        #expect(place != Place(unknown: try DestinationText("gone/door?x=1&x=2&y&z=a").untyped))
        #expect(place != Place(unknown: try DestinationText("gone/window?x=1&x=2&y&z=a%26b").untyped))
    }

    @Test("the places of two catalogs differ, and lead to each other by their destinations")
    func generations() throws {
        let (old, new) = (try catalog(), try catalog())
        let place = try old.place("f/r?a=4")
        #expect(try place != new.place("f/r?a=4"))
        #expect(try new.place(of: place.destination) == new.place("f/r?a=4"))
    }
}
