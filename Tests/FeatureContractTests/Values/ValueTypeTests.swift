import FeatureContract
import TestSupport
import Testing

@Suite struct ValueTypeTests {
    @Test(
        "a type is spelled as in the manifest",
        arguments: [
            ("bool", .bool), ("int", .int), ("double", .double), ("string", .string),
            ("[bool]", ValueType(.bool, isList: true)), ("[int]", ValueType(.int, isList: true)),
            ("[double]", ValueType(.double, isList: true)), ("[string]", ValueType(.string, isList: true)),
        ] as [(String, ValueType)])
    func spelling(text: String, type: ValueType) {
        #expect(ValueType(text) == type)
        #expect(type.description == text)
        #expect(type.element.isList == false)
    }

    @Test(
        "any other text is no type",
        arguments: ["", "Int", "int ", "[]", "[", "]", "[[int]]", "[int", "int]", "int?", "null", "list", "float"])
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
        #expect(value.type == type)
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
            (.null, nil), (.bool(true), "bool"), (.integer(1), "int"), (.double(1), "double"), (.string("1"), "string"),
            (.list([]), "[string]"), (.list([.integer(1), .integer(2)]), "[int]"),
            (.list([.integer(1), .double(2)]), nil), (.list([.null]), nil), (.list([.list([])]), nil),
            (.list([.string(""), .null]), nil),
        ] as [(Value, String?)])
    func typeOfAValue(value: Value, type: String?) {
        #expect(value.type?.description == type)
        for other in ValueType.Scalar.allCases.flatMap({ [ValueType($0), ValueType($0, isList: true)] }) {
            let isEmptyList = value == .list([]) && other.isList
            #expect(value.has(type: other) == (other.description == type || isEmptyList), "\(other)")
        }
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
