import FeatureContract
import Testing

@testable import FeatureCore

/// The conversion of `Codable` types to values and back, and the types that manifests declare for them.
@Suite struct ValueCodingTests {
    @Test("a struct's type has its fields, with optionals, lists, bytes, enums and structs in them")
    func types() {
        #expect(Person.navigationValueType.description == "{id: int, name: string?, tags: [string]}")
        #expect(
            Team.navigationValueType.description
                == "{leader: {id: int, name: string?, tags: [string]}?, level: int?, logo: bytes, "
                + "members: [{id: int, name: string?, tags: [string]}], mood: string, ratio: double, secret: bool}")
        #expect([Person].navigationValueType.description == "[{id: int, name: string?, tags: [string]}]")
        #expect(Mood.navigationValueType.description == "string")
    }

    @Test(
        "a struct is restored from its record",
        arguments: [
            Team(leader: nil, members: [], mood: .good, level: nil, logo: [], ratio: 1, secret: true),
            Team(
                leader: Person(id: 1, name: "Ada", tags: ["a", ""]),
                members: [Person(id: .max, name: nil, tags: [])], mood: .bad, level: .high, logo: [0, 255],
                ratio: -0.5, secret: false),
        ])
    func roundTrip(team: Team) throws {
        let raw = team.navigationRawValue
        #expect(try raw.encoded.get().has(type: Team.navigationValueType.declared.get()))
        #expect(Team(navigationRawValue: raw) == team)
    }

    @Test("fields that the receiver does not know are ignored, and a missing optional is nil")
    func fields() {
        let value = Value.record(["id": .integer(1), "tags": .list([]), "more": .bool(true)])
        #expect(Person(navigationRawValue: NavigationRawValue(value)) == Person(id: 1, name: nil, tags: []))
    }

    @Test(
        "a record of another type gives no value",
        arguments: [
            .integer(1), .record([:]), .record(["id": .string("1"), "tags": .list([])]),
            .record(["id": .integer(1), "tags": .list([.integer(1)])]),
        ] as [Value])
    func others(value: Value) {
        #expect(Person(navigationRawValue: NavigationRawValue(value)) == nil)
    }

    @Test("a type that does not show its fields is refused with its place and what to write")
    func refusals() {
        #expect(
            Shape.navigationValueType.description
                == "Shape has no fixed fields, as an enum with associated values and a dictionary have none; write a "
                + "struct with a field for each value, optional where it may be missing")
        #expect(Drawing.navigationValueType.description.hasPrefix("Drawing.shapes[] has no fixed fields"))
        #expect(Table.navigationValueType.description.hasPrefix("Table.rows has no fixed fields"))
        #expect(
            Folder.navigationValueType.description
                == "Folder.folders[]: Folder contains itself, which a record cannot; pass an id instead")
        #expect(
            Gaps.navigationValueType.description
                == "Gaps.items is a list of optionals; a list cannot hold an item without a value")
        #expect(
            Dashed.navigationValueType.description
                == "Dashed: 'first name' cannot be a field's name: ASCII letters, digits, '_' and '-', at most 64; give it "
                + "another by CodingKeys")
        #expect(
            Picky.navigationValueType.description
                == "Picky.word: the type of Word cannot be found out, since its init(from:) refuses a value of it "
                + "(no word); leave its Codable to the compiler, and check its values where they are used")
    }

    @Test("a value that cannot cross is refused when it is sent, with its type")
    func noValue() {
        let measure = Measure(ratio: .nan)
        #expect(throws: NavigationError(.invalidArgument, reason: "Measure: nan is not a finite number")) {
            try measure.navigationMessage(from: NavigationSender(id: "f"))
        }
    }
}

private nonisolated struct Person: Codable, NavigationValue {
    let id: Int
    let name: String?
    let tags: [String]
}

nonisolated enum Mood: String, Codable, NavigationValue { case good = "+", bad = "-" }

nonisolated struct Team: Codable, NavigationValue {
    fileprivate let leader: Person?
    fileprivate let members: [Person]
    fileprivate let mood: Mood
    fileprivate let level: Level?
    fileprivate let logo: [UInt8]
    fileprivate let ratio: Float
    fileprivate let secret: Bool
}

private nonisolated enum Shape: Codable, NavigationValue { case circle(radius: Double), line }
private nonisolated struct Drawing: Codable, NavigationValue { let shapes: [Shape] }
private nonisolated struct Table: Codable, NavigationValue { let rows: [String: Int] }
private nonisolated struct Folder: Codable, NavigationValue { let folders: [Folder] }
private nonisolated struct Gaps: Codable, NavigationValue { let items: [Int?] }
private nonisolated struct Measure: Codable, NavigationValue { let ratio: Double }

private nonisolated struct Dashed: Codable, NavigationValue {
    let name: String
    enum CodingKeys: String, CodingKey { case name = "first name" }
}

private nonisolated struct Picky: Codable, NavigationValue { let word: Word }

private nonisolated struct Word: Codable, Hashable {
    let text: String

    struct NoWord: Error, CustomStringConvertible { let description = "no word" }

    init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
        guard text.allSatisfy(\.isLetter), !text.isEmpty else { throw NoWord() }
    }
}
