/// A JSON value (RFC 8259 section 3).
///
/// Numbers keep the form they were written in: `1` is `.integer(1)`, `1.0` and `1e0` are `.double(1)`, and the two are
/// not equal. Strings compare as Swift strings do, by canonical equivalence; keys of objects compare exactly (see
/// ``JSONObject``).
///
/// ```swift
/// let json = try JSON.parse(#"{"name": "home", "order": 1}"#)
/// json["name"]?.string   // "home"
/// ```
package enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number without fraction and exponent that fits `Int64`.
    case integer(Int64)
    /// Any other number. Infinity and NaN have no JSON text: the parser never makes them, the writer writes `null`.
    case double(Double)
    case string(String)
    case array([JSON])
    case object(JSONObject)
}

extension JSON {
    /// Whether the value is `null`.
    package var isNull: Bool { self == .null }

    /// The truth value, or nil when the value is not a boolean.
    package var bool: Bool? {
        if case .bool(let bool) = self { bool } else { nil }
    }

    /// The integer, or nil when the value is anything else, a `.double` with an integral value included.
    package var integer: Int64? {
        if case .integer(let integer) = self { integer } else { nil }
    }

    /// The number, integer or double, or nil when the value is not a number.
    ///
    /// An integer beyond 2^53 is rounded to the nearest double.
    package var number: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .double(let double): double
        default: nil
        }
    }

    /// The string, or nil when the value is not a string.
    package var string: String? {
        if case .string(let string) = self { string } else { nil }
    }

    /// The elements, or nil when the value is not an array.
    package var array: [JSON]? {
        if case .array(let array) = self { array } else { nil }
    }

    /// The members, or nil when the value is not an object.
    package var object: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    /// The kind of the value with its article, for a message such as "expected a string, found an array".
    package var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .integer, .double: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The member of that key, or nil when there is none or the value is not an object.
    package subscript(key: String) -> JSON? { object?[key] }

    /// The element at that index, or nil when there is none or the value is not an array.
    package subscript(index: Int) -> JSON? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }

    /// The value at that path, or nil when the path leads nowhere. The empty path is the value itself.
    package subscript(path: JSONPath) -> JSON? {
        var value = self
        for element in path.elements {
            let next =
                switch element {
                case .key(let key): value[key]
                case .index(let index): value[index]
                }
            guard let next else { return nil }
            value = next
        }
        return value
    }
}
