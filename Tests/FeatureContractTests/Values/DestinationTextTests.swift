import FeatureContract
import TestSupport
import Testing

@Suite struct DestinationTextTests {
    @Test(
        "a destination prints as feature/route?name=value, percent-encoded",
        arguments: [
            ([], "f/r"),
            ([.init("identifier", .integer(42))], "f/r?identifier=42"),
            ([.init("b", .bool(true)), .init("a", .integer(-7))], "f/r?b=true&a=-7"),
            (
                [.init("d", .double(2.5)), .init("e", .double(1e20)), .init("f", .double(-0.001))],
                "f/r?d=2.5&e=1e%2B20&f=-0.001"
            ),
            ([.init("s", .string(""))], "f/r?s="),
            ([.init("s", .string("a+b"))], "f/r?s=a%2Bb"),
            ([.init("s", .string("a&b=c%d"))], "f/r?s=a%26b%3Dc%25d"),
            ([.init("s", .string("?/#é 🚂"))], "f/r?s=%3F/%23%C3%A9%20%F0%9F%9A%82"),
            ([.init("l", .list([]))], "f/r?l"),
            ([.init("l", .list([.string("")]))], "f/r?l="),
            ([.init("l", .list([.integer(1), .integer(2)])), .init("m", .string("x"))], "f/r?l=1&l=2&m=x"),
            ([.init("n", .null), .init("m", .bool(false))], "f/r?m=false"),
        ] as [([Destination.Argument], String)])
    func printing(arguments: [Destination.Argument], text: String) {
        #expect(Destination(feature: "f", route: "r", arguments: arguments).text == text)
    }

    struct Reading: Sendable, CustomTestStringConvertible {
        let text: String
        let feature: String
        let route: String
        let items: [[String?]]

        init(_ text: String, _ feature: String, _ route: String = "", _ items: [[String?]] = []) {
            (self.text, self.feature, self.route, self.items) = (text, feature, route, items)
        }

        var testDescription: String { text }
    }

    @Test(
        "a destination's text is split into its parts, and its values are decoded once",
        arguments: [
            Reading("home", "home"),
            Reading("a-1", "a-1"),
            Reading("home?", "home"),
            Reading("home?tab=1", "home", "", [["tab", "1"]]),
            Reading("character/detail", "character", "detail"),
            Reading("c/_d-E9?a=1&b=2", "c", "_d-E9", [["a", "1"], ["b", "2"]]),
            Reading("c/d?a=1&a=2", "c", "d", [["a", "1"], ["a", "2"]]),
            Reading("c/d?a&b=", "c", "d", [["a", nil], ["b", ""]]),
            Reading("c/d?&a=1&&b=2&", "c", "d", [["a", "1"], ["b", "2"]]),
            Reading("c/d?a=b=c", "c", "d", [["a", "b=c"]]),
            Reading("c/d?a=x?y", "c", "d", [["a", "x?y"]]),
            Reading("c/d?a=x/y", "c", "d", [["a", "x/y"]]),
            Reading("c/d?a=1+1", "c", "d", [["a", "1+1"]]),
            Reading("c/d?a=%2525", "c", "d", [["a", "%25"]]),
            Reading("c/d?%61=%C3%A9", "c", "d", [["a", "é"]]),
            Reading("c/d?a=é", "c", "d", [["a", "é"]]),
            // A combining mark belongs to the value, not to the character in front of it.
            Reading("c/d?a=\u{301}b&c=\u{20E3}", "c", "d", [["a", "\u{301}b"], ["c", "\u{20E3}"]]),
        ])
    func reading(expected: Reading) throws {
        let text = try DestinationText(expected.text)
        #expect(text.feature == expected.feature)
        #expect(text.route == expected.route)
        #expect(text.items.map { [$0.name, $0.value] } == expected.items)
    }

    @Test(
        "a text that is not a destination is refused with the part that is wrong",
        arguments: [
            ("", .notAFeatureID("", in: "")),
            ("Home", .notAFeatureID("Home", in: "Home")),
            ("9a", .notAFeatureID("9a", in: "9a")),
            ("-a", .notAFeatureID("-a", in: "-a")),
            ("a_b", .notAFeatureID("a_b", in: "a_b")),
            ("é", .notAFeatureID("é", in: "é")),
            ("/detail", .notAFeatureID("", in: "/detail")),
            ("?a=1", .notAFeatureID("", in: "?a=1")),
            ("challenge://a/b", .notAFeatureID("challenge:", in: "challenge://a/b")),
            ("a/", .notARoute("", in: "a/")),
            ("a/b/c", .notARoute("b/c", in: "a/b/c")),
            ("a/9", .notARoute("9", in: "a/9")),
            ("a/b c", .notARoute("b c", in: "a/b c")),
            ("a/%62", .notARoute("%62", in: "a/%62")),
            ("a/b?=1", .notAnArgumentName("", in: "a/b?=1")),
            ("a/b?x y=1", .notAnArgumentName("x y", in: "a/b?x y=1")),
            ("a/b?x%20y=1", .notAnArgumentName("x y", in: "a/b?x%20y=1")),
            ("a/b?1=1", .notAnArgumentName("1", in: "a/b?1=1")),
            ("a/b?x=%", .malformedPercentEncoding("x=%", in: "a/b?x=%")),
            ("a/b?x=%C3", .malformedPercentEncoding("x=%C3", in: "a/b?x=%C3")),
            ("a/b?%zz", .malformedPercentEncoding("%zz", in: "a/b?%zz")),
        ] as [(String, DestinationError)])
    func errors(text: String, error: DestinationError) {
        #expect(throws: error) { try DestinationText(text) }
        #expect(error.description.hasPrefix("'\(text)' is not a destination: "))
    }

    @Test("names are at most 64 bytes long")
    func nameLength() throws {
        let longest = String(repeating: "a", count: 64)
        #expect(try DestinationText("\(longest)/\(longest)?\(longest)=1").items.count == 1)
        #expect(throws: DestinationError.self) { try DestinationText("\(longest)a") }
        #expect(throws: DestinationError.self) { try DestinationText("a/\(longest)a") }
        #expect(throws: DestinationError.self) { try DestinationText("a/b?\(longest)a=1") }
    }

    @Test(
        "canonical text reads back as an equal destination",
        arguments: Tier.rows(of: Array(1...6 as ClosedRange<UInt64>), first: 2))
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<700 {
            let route = generator.route()
            let destination = try generator.destination(of: route)
            let back = try DestinationText(destination.text).typed(by: route)
            #expect(back == destination, "\(destination.text)")
            // Equality ignores the order of arguments, and the scalars of strings.
            #expect(back.text == destination.text)
            #expect(back.text.utf8.elementsEqual(destination.text.utf8))
        }
    }
}
