import FeatureContract
import TestSupport
import Testing

@Suite struct ValueTypeTests {
    @Test(
        "a type is spelled as in the manifest",
        arguments: [
            ("bool", .bool), ("int", .int), ("double", .double), ("string", .string),
            ("[bool]", .list(.bool)), ("[int]", .list(.int)),
            ("[double]", .list(.double)), ("[string]", .list(.string)), ("bytes", .bytes),
            ("[[int]]", .list(.list(.int))),
            ("{}", .record([])), ("{id: int}", .record([.init("id", .int)])),
            (
                "{id: int, name: string?, tags: [string]}",
                .record([.init("id", .int), .init("name", .string, isOptional: true), .init("tags", .list(.string))])
            ),
            ("[{at: {x: double, y: double}?}]", .list(.record([.init("at", point, isOptional: true)]))),
        ] as [(String, ValueType)])
    func spelling(text: String, type: ValueType) {
        #expect(ValueType(text) == type)
        #expect(type.description == text)
    }

    private static let point = ValueType.record([.init("x", .double), .init("y", .double)])

    @Test(
        "spaces and the order of a record's fields do not matter",
        arguments: ["{b:int,a:string?}", "{ b: int, a: string? }", "{a:  string?,  b: int}"])
    func spacesAndOrder(text: String) {
        #expect(ValueType(text)?.description == "{a: string?, b: int}")
    }

    @Test(
        "any other text is no type",
        arguments: [
            "", "Int", "int ", "[]", "[", "]", "[int", "int]", "int?", "null", "list", "float", "[ int]", "[int?]",
            "{", "{id}", "{id: }", "{id: int", "{id: int,}", "{id: int, id: int}", "{: int}", "{1: int}", "{id int}",
            "{,}",
            "{id: int} ", " {id: int}", "{id: int}?", "bytess", "{id: int?; name: string}",
            String(repeating: "[", count: 17) + "int" + String(repeating: "]", count: 17),
        ])
    func notATypeName(text: String) {
        #expect(ValueType(text) == nil)
    }

    @Test(
        "a text of a type gives its value",
        arguments: [
            (.bool, "true", .bool(true)), (.bool, "false", .bool(false)),
            (.int, "0", .integer(0)), (.int, "-42", .integer(-42)), (.int, "007", .integer(7)),
            (.int, "9223372036854775807", .integer(.max)), (.int, "-9223372036854775808", .integer(.min)),
            (.double, "1", .double(1)), (.double, "-2.5", .double(-2.5)), (.double, "1e3", .double(1000)),
            (.double, "1.5E-2", .double(0.015)), (.double, "1e+20", .double(1e20)),
            (.string, "", .string("")), (.string, "42", .string("42")), (.string, " +%", .string(" +%")),
        ] as [(ValueType, String, Value)])
    func ofAType(type: ValueType, text: String, value: Value) {
        #expect(type.value(fromText: text) == value)
        #expect(value.has(type: type))
    }

    @Test(
        "a text that is not of a type gives no value",
        arguments: [
            (.bool, ""), (.bool, "True"), (.bool, "1"), (.bool, "yes"), (.bool, " true"),
            (.int, ""), (.int, "-"), (.int, "+1"), (.int, "1.0"), (.int, "1e3"), (.int, " 1"), (.int, "1 "),
            (.int, "0x10"), (.int, "9223372036854775808"), (.int, "-9223372036854775809"), (.int, "١"), (.int, "1_000"),
            (.double, ""), (.double, "-"), (.double, "."), (.double, "nan"), (.double, "inf"), (.double, "-infinity"),
            (.double, "1e999"), (.double, "-1e999"), (.double, "0x1p3"), (.double, "1,5"), (.double, " 1"),
            (.double, "1e"), (.double, "1.5.2"), (.double, "٣"),
        ] as [(ValueType, String)])
    func notOfAType(type: ValueType, text: String) {
        #expect(type.value(fromText: text) == nil)
    }

    @Test(
        "a value has its own type and no other",
        arguments: [
            (.null, []), (.bool(true), ["bool"]), (.integer(1), ["int"]), (.double(1), ["double"]),
            (.string("1"), ["string"]), (.bytes([1]), ["bytes"]), (.list([.integer(1), .integer(2)]), ["[int]"]),
            (.list([.integer(1), .double(2)]), []), (.list([.null]), []), (.list([.string(""), .null]), []),
            (.list([]), ["[int]", "[string]", "[[int]]", "[{id: int}]"]),
            (.list([.list([])]), ["[[int]]"]), (.list([.list([.integer(1)])]), ["[[int]]"]),
            (.record([:]), ["{}", "{name: string?}"]),
            (.record(["id": .integer(1)]), ["{}", "{id: int}", "{name: string?}"]),
            (.list([.record(["id": .integer(1)])]), ["[{id: int}]"]),
            (.record(["id": .integer(1), "name": .string("")]), ["{}", "{id: int}", "{name: string?}"]),
            (.record(["name": .integer(1)]), ["{}"]),
        ] as [(Value, [String])])
    func typeOfAValue(value: Value, types: [String]) throws {
        let all = [
            "bool", "int", "double", "string", "bytes", "[int]", "[string]", "[[int]]", "[{id: int}]", "{}",
            "{id: int}",
            "{name: string?}",
        ]
        for other in all {
            #expect(value.has(type: try #require(ValueType(other))) == types.contains(other), "\(other)")
        }
    }

    @Test("a value loses the fields that its receiver does not declare, at every depth")
    func trimming() throws {
        let value = Value.record([
            "id": .integer(1), "secret": .string("x"),
            "at": .list([.record(["x": .double(1), "y": .double(2)])]),
        ])
        let type = try #require(ValueType("{at: [{x: double}], id: int, name: string?}"))
        #expect(value.has(type: type))
        #expect(value.trimmed(to: type) == .record(["id": .integer(1), "at": .list([.record(["x": .double(1)])])]))
    }

    @Test(
        "the difference of two types names the first place where values do not fit, and both sides",
        arguments: [
            ("int", "int", nil), ("int", "string", "the value is int here and string there"),
            ("{id: int}", "{id: string}", "`.id` is int here and string there"),
            ("{id: int, more: bool}", "{id: int}", nil), ("{id: int}", "{id: int, name: string?}", nil),
            ("{id: int}", "{id: int, name: string}", "`.name` is missing here and string there"),
            ("{id: int?}", "{id: int}", "`.id` is int? here and int there"), ("{id: int}", "{id: int?}", nil),
            ("[int]", "[double]", "`[]` is int here and double there"),
            ("{tags: [{t: int}]}", "{tags: [{t: bytes}]}", "`.tags[].t` is int here and bytes there"),
            ("{a: int}", "[int]", "the value is {a: int} here and [int] there"),
        ])
    func differences(from: String, to: String, expected: String?) throws {
        let types = try (#require(ValueType(from)), #require(ValueType(to)))
        #expect(types.0.difference(from: types.1)?.description == expected)
    }

    @Test("values of different types are unequal, and a list of one value is not equal to that value")
    func equality() {
        let values: [Value] = [
            .null, .bool(false), .bool(true), .integer(0), .integer(1), .double(0), .double(1), .string(""),
            .string("1"), .string("true"), .list([]), .list([.integer(1)]), .list([.double(1)]), .list([.null]),
        ]
        for (index, value) in values.enumerated() {
            for (otherIndex, other) in values.enumerated() { #expect((value == other) == (index == otherIndex)) }
        }
    }

    @Test("every scalar's text reads back as the same value", arguments: 1...4 as ClosedRange<UInt64>)
    func scalarText(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            let type = generator.type().element
            let value = generator.value(of: type)
            #expect(type.value(fromText: try #require(value.scalarText)) == value)
        }
        #expect(Value.null.scalarText == nil)
        #expect(Value.list([.integer(1)]).scalarText == nil)
    }
}
