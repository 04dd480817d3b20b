import FeatureContract
import TestSupport
import Testing

@testable import FeatureCore

/// The conversion of cases to destinations and back.
@Suite struct RouteCodingTests {
    @Test(
        "a case is its route with its arguments, without nil ones",
        arguments: [
            (
                .all(flag: true, text: "a b", ratio: 0.5, small: -1, size: .large, level: .high),
                "f/all?flag=true&text=a%20b&ratio=0.5&small=-1&size=large&level=10"
            ),
            (.optional(page: nil, size: nil, numbers: nil), "f/optional"),
            (.optional(page: 3, size: .small, numbers: [1, 2]), "f/optional?page=3&size=small&numbers=1&numbers=2"),
            (
                .lists(texts: ["a", ""], sizes: [.large], bytes: [], ratios: [0.5]),
                "f/lists?texts=a&texts=&sizes=large&bytes&ratios=0.5"
            ),
            (.unlabelled("x", 7), "f/unlabelled?_0=x&_1=7"),
        ] as [(Everything, String)])
    func text(navigation: Everything, text: String) throws {
        #expect(try navigation.destination(of: "f").text == text)
    }

    @Test("a case is restored from its destination, as a value and as text", arguments: UInt64(0)..<200)
    func roundTrip(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let navigation = Everything.random(using: &random)
        let destination = try navigation.destination(of: "f")
        #expect(try Everything(destination) == navigation)
        let declaration = try RouteTable<Everything>.shared.get().declaration(named: destination.route, of: "f")
        let read = try DestinationText(destination.text).typed(by: declaration)
        #expect(try Everything(read) == navigation)
    }

    @Test("raw strings name the routes of their cases, both ways", arguments: RawNavigation.samples)
    func rawStrings(navigation: RawNavigation) throws {
        let destination = try navigation.destination(of: "f")
        #expect(destination.text == "f/\(navigation.rawValue)")
        #expect(try RawNavigation(destination) == navigation)
    }

    @Test(
        "a value that cannot be encoded is refused, with its case and its argument's type",
        arguments: [
            (.ratio(.nan), "Extreme.ratio(nan): nan is not a finite number"),
            (.ratio(-.infinity), "Extreme.ratio(-inf): -inf is not a finite number"),
            (
                .natural(.max),
                "Extreme.natural(18446744073709551615): 18446744073709551615 is not within the 64 bits of an int"
            ),
        ] as [(Extreme, String)])
    func noForm(navigation: Extreme, reason: String) {
        #expect(throws: NavigationError(.invalidArgument, reason: reason)) { try navigation.destination(of: "f") }
    }

    @Test(
        "a destination that fits no case is refused with the reason",
        arguments: [
            ("unlabelled", [("_0", .string("x"))], "the argument '_1' is missing"),
            (
                "unlabelled", [("_0", .integer(1)), ("_1", .integer(1))],
                "the argument '_0' is the int 1; expected a string"
            ),
            ("lists", [("texts", .string("x"))], "the argument 'texts' is the string 'x'; expected a list"),
            ("all", [("flag", .string("true"))], "the argument 'flag' is the string 'true'; expected a bool"),
            (
                "lists",
                [("texts", .list([])), ("sizes", .list([])), ("bytes", .list([.integer(256)])), ("ratios", .list([]))],
                "the argument 'bytes[0]' is the int 256; expected a value of UInt8"
            ),
        ] as [(String, [(String, Value)], String)])
    func misfits(route: String, arguments: [(String, Value)], reason: String) {
        let destination = Destination(
            feature: "f", route: route, arguments: arguments.map { Destination.Argument($0.0, $0.1) })
        #expect {
            try Everything(destination)
        } throws: { error in
            "\(error)" == reason
        }
    }

    @Test("an unknown route, and a raw value that no case has, give no case")
    func unknown() {
        #expect(throws: (any Error).self) { try Everything(Destination(feature: "f", route: "unknown")) }
        #expect(throws: (any Error).self) { try RawNavigation(Destination(feature: "f", route: "unknown")) }
        #expect(throws: (any Error).self) {
            try Everything(
                Destination(feature: "f", route: "optional", arguments: [.init("size", .string("medium"))]))
        }
    }

    @Test("NoNavigation has no routes, and no destination gives one")
    func noNavigation() throws {
        #expect(try RouteTable<NoNavigation>.shared.get().declarations(of: "f").isEmpty)
        #expect(throws: (any Error).self) { try NoNavigation(Destination(feature: "f", route: "any")) }
    }
}

enum Extreme: Navigation {
    case ratio(Double)
    case natural(UInt64)
    static let samples: [Self] = [.ratio(0), .natural(0)]
}

enum Everything: Navigation {
    case all(flag: Bool, text: String, ratio: Double, small: Int8, size: Size, level: Level)
    case integers(a: Int, b: Int16, c: Int32, d: Int64, e: UInt, f: UInt8, g: UInt16, h: UInt32, i: Float)
    case optional(page: Int?, size: Size?, numbers: [Int]?)
    case lists(texts: [String], sizes: [Size], bytes: [UInt8], ratios: [Float])
    case unlabelled(String, Int)
    case bare

    static let samples: [Self] = [
        .all(flag: false, text: "", ratio: 0, small: 0, size: .small, level: .low),
        .integers(a: 0, b: 0, c: 0, d: 0, e: 0, f: 0, g: 0, h: 0, i: 0),
        .optional(page: 0, size: .small, numbers: [0]), .lists(texts: [""], sizes: [.small], bytes: [0], ratios: [0]),
        .unlabelled("", 0), .bare,
    ]

    static func random(using random: inout SeededGenerator) -> Everything {
        func integer<I: FixedWidthInteger>(_ type: I.Type = I.self) -> I {
            I(truncatingIfNeeded: random.next()) >> I(random.next() % UInt64(I.bitWidth))
        }
        func double() -> Double {
            let double = Double(bitPattern: random.next())
            return double.isFinite ? double : Double(random.next() % 1000) / 7
        }
        func float() -> Float {
            let float = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
            return float.isFinite ? float : 0.1
        }
        func text() -> String {
            let alphabet: [Character] = [
                "a", "Z", "0", " ", "/", "?", "&", "=", "%", "+", "#", "{", "é", "字", "🚂", "\n",
            ]
            return String((0..<random.next() % 6).map { _ in alphabet[Int(random.next() % 16)] })
        }
        func list<Item>(_ item: () -> Item) -> [Item] { (0..<random.next() % 4).map { _ in item() } }
        func size() -> Size { random.next() % 2 == 0 ? .small : .large }
        func maybe<Item>(_ item: () -> Item) -> Item? { random.next() % 3 == 0 ? nil : item() }

        switch random.next() % 6 {
        case 0:
            return .all(
                flag: random.next() % 2 == 0, text: text(), ratio: double(), small: integer(), size: size(),
                level: random.next() % 2 == 0 ? .low : .high)
        case 1:
            return .integers(
                a: integer(), b: integer(), c: integer(), d: integer(), e: integer(UInt.self) >> 1, f: integer(),
                g: integer(), h: integer(), i: float())
        case 2: return .optional(page: maybe { integer() }, size: maybe(size), numbers: maybe { list { integer() } })
        case 3: return .lists(texts: list(text), sizes: list(size), bytes: list { integer() }, ratios: list(float))
        case 4: return .unlabelled(text(), integer())
        default: return .bare
        }
    }
}
