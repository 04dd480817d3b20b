import FeatureContract
import Testing

@testable import FeatureCore

/// The routes of a navigation type's cases.
@Suite struct RouteTableTests {
    @Test("a case without arguments is a route of its name")
    func bare() throws {
        #expect(try routes(of: PlainNavigation.self) == ["list()", "settings()"])
    }

    @Test("an enum of one case has one route")
    func single() throws {
        #expect(try routes(of: SingleNavigation.self) == ["only(identifier: int)"])
    }

    @Test("an enum of raw strings has a route for each string")
    func rawStrings() throws {
        #expect(try routes(of: RawNavigation.self) == ["home()", "profile-page()"])
    }

    @Test("an argument has its label and its type, and without a label its position")
    func types() throws {
        #expect(
            try routes(of: TypesNavigation.self) == [
                "bool(flag: bool)", "text(_0: string)", "numbers(_0: double, small: double)",
                "integers(a: int, b: int, c: int, d: int, e: int)", "naturals(a: int, b: int, c: int, d: int, e: int)",
                "enums(size: string, level: int)", "id(identifier: string)",
            ])
    }

    @Test("an optional argument is declared optional and keeps its place, with a value in the sample or without")
    func optionals() throws {
        #expect(
            try routes(of: OptionalNavigation.self) == [
                "given(text: string?, page: int)", "left(text: string?, page: int, ratio: double?, flag: bool?)",
                "size(size: string?)",
            ])
    }

    @Test("a list has the type of its items, and an optional its type, even where the sample has none")
    func lists() throws {
        #expect(
            try routes(of: ListNavigation.self) == [
                "plain(flags: [bool], numbers: [int], ratios: [double], texts: [string])",
                "empty(flags: [bool], numbers: [int], bytes: [int], ratios: [double], texts: [string])",
                "sizes(sizes: [string], levels: [int])", "maybe(numbers: [int]?)", "none(size: string?, levels: [int])",
            ])
    }

    @Test("an argument of an unsupported type is refused with its name and the supported types")
    func unsupported() {
        let hint =
            ": an argument is a Bool, an integer, a Double, a String, an enum with such a raw value, or an optional or "
            + "array of these; pass an object's id, not the object"
        #expect(
            problem(of: StructNavigation.self)
                == "StructNavigation.samples: show(item: FeatureKitTests.PlainStruct(id: 1)): the argument 'item' is of the type "
                + "PlainStruct" + hint)
        #expect(
            problem(of: DictionaryNavigation.self)?.contains("the argument 'table' is of the type Dictionary") == true)
        #expect(
            problem(of: NestedListNavigation.self)?.contains("the argument 'grid' is of the type Array<Array<Int>>")
                == true)
        #expect(
            problem(of: StructListNavigation.self)?.contains("the argument 'items' is of the type PlainStruct") == true)
        #expect(
            problem(of: OptionalStructNavigation.self)?.contains("the argument 'item' is of the type PlainStruct")
                == true)
    }

    @Test("a type that the sample does not show is asked for with the argument's name")
    func hiddenTypes() {
        #expect(
            problem(of: HiddenOptionalNavigation.self)
                == "HiddenOptionalNavigation.samples: show(code: nil): the argument 'code' has no value in the sample "
                + "that shows its type; give it one")
        #expect(
            problem(of: HiddenListNavigation.self)
                == "HiddenListNavigation.samples: show(codes: []): the argument 'codes' has no item in the sample "
                + "that shows its type; give it one")
    }

    @Test("a route name outside of ASCII is refused")
    func names() {
        #expect(
            problem(of: UnicodeNavigation.self)
                == "UnicodeNavigation.samples: größe: 'größe' cannot be a route's name: ASCII letters, digits and '_', "
                + "at most 64")
    }

    @Test("an enum of raw numbers has no routes")
    func rawNumbers() {
        #expect(
            problem(of: NumberedNavigation.self)
                == "NumberedNavigation.samples: one: a navigation type with raw values needs strings, which name its "
                + "routes")
    }

    @Test("the first of two samples of one case counts")
    func twice() throws {
        #expect(try routes(of: TwiceNavigation.self) == ["show(text: string?)"])
    }

    private func routes<N: Navigation>(of type: N.Type) throws -> [String] {
        try RouteTable<N>.shared.get().declarations(of: "f").map { route in
            let arguments = route.arguments.map { "\($0.name): \($0.type)\($0.isOptional ? "?" : "")" }
            return "\(route.name)(\(arguments.joined(separator: ", ")))"
        }
    }

    private func problem<N: Navigation>(of type: N.Type) -> String? {
        do {
            _ = try RouteTable<N>.shared.get()
            return nil
        } catch {
            return error.description
        }
    }
}

enum PlainNavigation: Navigation {
    case list, settings
    static let samples: [Self] = [.list, .settings]
}

enum SingleNavigation: Navigation {
    case only(identifier: Int)
    static let samples: [Self] = [.only(identifier: 0)]
}

enum RawNavigation: String, Navigation {
    case home
    case profile = "profile-page"
    static let samples: [Self] = [.home, .profile]
}

nonisolated enum Size: String, Codable { case small, large }
nonisolated enum Level: Int, Codable { case low = 1, high = 10 }

private nonisolated struct Identifier: RawRepresentable, Hashable, Codable {
    let rawValue: String
}

private enum TypesNavigation: Navigation {
    case bool(flag: Bool)
    case text(String)
    case numbers(Double, small: Float)
    case integers(a: Int, b: Int8, c: Int16, d: Int32, e: Int64)
    case naturals(a: UInt, b: UInt8, c: UInt16, d: UInt32, e: UInt64)
    case enums(size: Size, level: Level)
    case id(identifier: Identifier)

    static let samples: [Self] = [
        .bool(flag: false), .text(""), .numbers(0, small: 0), .integers(a: 0, b: 0, c: 0, d: 0, e: 0),
        .naturals(a: 0, b: 0, c: 0, d: 0, e: 0), .enums(size: .small, level: .low),
        .id(identifier: Identifier(rawValue: "")),
    ]
}

private enum OptionalNavigation: Navigation {
    case given(text: String?, page: Int)
    case left(text: String?, page: Int, ratio: Double?, flag: Bool?)
    case size(size: Size?)

    static let samples: [Self] = [
        .given(text: "", page: 0), .left(text: nil, page: 0, ratio: nil, flag: nil), .size(size: .small),
    ]
}

private enum ListNavigation: Navigation {
    case plain(flags: [Bool], numbers: [Int], ratios: [Double], texts: [String])
    case empty(flags: [Bool], numbers: [Int], bytes: [UInt8], ratios: [Float], texts: [String])
    case sizes(sizes: [Size], levels: [Level])
    case maybe(numbers: [Int]?)
    case none(size: Size?, levels: [Level])

    static let samples: [Self] = [
        .plain(flags: [true], numbers: [1], ratios: [1], texts: [""]),
        .empty(flags: [], numbers: [], bytes: [], ratios: [], texts: []), .sizes(sizes: [.small], levels: [.low]),
        .maybe(numbers: nil), .none(size: nil, levels: []),
    ]
}

nonisolated struct PlainStruct: Hashable, Codable { let id: Int }

private enum StructNavigation: Navigation {
    case show(item: PlainStruct)
    static let samples: [Self] = [.show(item: PlainStruct(id: 1))]
}

private enum DictionaryNavigation: Navigation {
    case show(table: [String: Int])
    static let samples: [Self] = [.show(table: ["a": 1])]
}

private enum NestedListNavigation: Navigation {
    case show(grid: [[Int]])
    static let samples: [Self] = [.show(grid: [[1]])]
}

private enum StructListNavigation: Navigation {
    case show(items: [PlainStruct])
    static let samples: [Self] = [.show(items: [PlainStruct(id: 1)])]
}

private enum OptionalStructNavigation: Navigation {
    case show(item: PlainStruct?)
    static let samples: [Self] = [.show(item: PlainStruct(id: 1))]
}

private enum HiddenOptionalNavigation: Navigation {
    case show(code: Code?)
    static let samples: [Self] = [.show(code: nil)]
}

private enum HiddenListNavigation: Navigation {
    case show(codes: [Code])
    static let samples: [Self] = [.show(codes: [])]
}

/// A string of letters, which refuses every other.
private nonisolated struct Code: Hashable, Codable {
    let text: String

    init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
        guard !text.isEmpty, text.allSatisfy(\.isLetter) else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no letters"))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

private enum UnicodeNavigation: Navigation {
    case größe
    static let samples: [Self] = [.größe]
}

private enum NumberedNavigation: Int, Navigation {
    case one = 1
    static let samples: [Self] = [.one]
}

private enum TwiceNavigation: Navigation {
    case show(text: String?)
    static let samples: [Self] = [.show(text: nil), .show(text: "more")]
}
