import FeatureContract

/// Sample values of each type, for routes without a value from a screen.
package enum SampleValues {
    static let integers: [Int64] = [1, 0, 2, 3, 7, 42, -1, 100]
    static let strings = ["a", "1", "home", "main", "test", "A b", "42", "main.txt"]
    static let doubles = [1, 0, 0.5, 42, -1, 100, 3.25, 1e6]

    static let count = 8

    static func value(_ type: ValueType, _ number: Int) -> Value {
        switch type {
        case .bool: .bool(number % 2 == 0)
        case .int: .integer(integers[number % integers.count])
        case .double: .double(doubles[number % doubles.count])
        case .string: .string(strings[number % strings.count])
        case .bytes: .bytes(Array(0..<UInt8(number % count)))
        case .list(let element): number % 2 == 1 ? .list([]) : .list([value(element, number / 2)])
        case .record(let fields):
            // Every other one has only the required fields.
            .record(
                Dictionary(
                    uniqueKeysWithValues: fields.filter { !$0.isOptional || number % 2 == 0 }.map {
                        ($0.name, value($0.type, number / 2))
                    }))
        }
    }

    /// A destination of each incoming route, with a sample value of each required argument.
    package static func destinations(_ manifest: Manifest) -> [Destination] {
        manifest.incoming.map { destination(of: $0, manifest, 0) }
    }

    /// The destination of a route with the sample values of a number.
    static func destination(of route: RouteDeclaration, _ manifest: Manifest, _ number: Int) -> Destination {
        let arguments = route.requiredArguments.map { Destination.Argument($0.name, value($0.type, number)) }
        let bare = Destination(feature: manifest.id, route: route.name, arguments: arguments)
        return (try? route.checked(bare)) ?? bare
    }

    /// A value of a different type.
    static func wrong(for type: ValueType) -> Value {
        switch type {
        case .bool, .int, .double: .string("not of its type")
        case .string, .bytes, .list, .record: .integer(1)
        }
    }

    /// The empty value of a type, if it has one.
    static func empty(_ type: ValueType) -> Value? {
        switch type {
        case .string: .string("")
        case .bytes: .bytes([])
        case .list: .list([])
        case .bool, .int, .double, .record: nil
        }
    }

    /// The extreme values that may cross the ABI: the largest string that every host accepts, the longest list, the
    /// ends of the numbers.
    static func huge(_ type: ValueType) -> [Value] {
        switch type {
        case .bool: [.bool(true)]
        case .int: [.integer(.max), .integer(.min)]
        case .double: [.double(.greatestFiniteMagnitude), .double(-.leastNonzeroMagnitude)]
        case .string: [.string(String(repeating: "x", count: EveryHost.stringSize))]
        case .bytes: [.bytes(Array(repeating: 255, count: EveryHost.stringSize))]
        // Small items, so that as many as possible fit into one message.
        case .list(let element) where element.isLinkable && !element.isList:
            [.list(Array(repeating: value(element, 0), count: EveryHost.arrayCount))]
        case .list(let element): [.list([value(element, 0)])]
        case .record: [value(type, 0)]
        }
    }

    /// Valid text that authors seldom expect: U+0000, a line break, a lone combining mark, a character outside the
    /// first plane, and text that looks like markup, a path or a link.
    static let oddStrings = [
        "\u{0}", "a\u{0}b", "\n", "\u{301}", "👩‍👩‍👧", "\u{FEFF}", "<b>&amp;", "../../etc/passwd", "%00%2F", "a=b&c=d",
    ]
}

/// Pseudo-random numbers, equal for equal seeds: SplitMix64, by Steele, Lea and Flood (OOPSLA 2014).
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
