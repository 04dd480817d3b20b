/// A JSON value (RFC 8259 section 3).
///
/// Numbers keep their written form: `1` is `.integer(1)`, `1.0` and `1e0` are `.double(1)`, and the two are not equal.
/// Strings compare as Swift strings do, by canonical equivalence; keys of objects compare exactly: ``JSONObject``.
///
/// ```swift
/// let json = try JSON.parse(#"{"name": "home", "order": 1}"#)
/// json["name"]?.string   // "home"
/// ```
package enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number without fraction and exponent. The parser refuses one that does not fit `Int64`.
    case integer(Int64)
    /// A number with a fraction or an exponent, and `-0`. JSON has no text for infinity and NaN: the parser never makes
    /// them, and the writer writes `null`.
    case double(Double)
    case string(String)
    case array([JSON])
    case object(JSONObject)
}

extension JSON {
    package var isNull: Bool { self == .null }

    package var bool: Bool? {
        if case .bool(let bool) = self { bool } else { nil }
    }

    /// The integer, in any form: `1`, `1.0` and `1e0` are 1, and `-0` is 0. Nil for any other value.
    ///
    /// With a fraction or an exponent it is an integer up to 2^53 - 1: beyond, several texts have one double (RFC 8259
    /// section 6).
    package var integer: Int64? {
        switch self {
        case .integer(let integer): integer
        case .double(let double) where double.magnitude < 0x1p53: Int64(exactly: double)
        default: nil
        }
    }

    /// The integer or double; nil for any other value. An integer beyond 2^53 is rounded to the nearest double.
    package var number: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .double(let double): double
        default: nil
        }
    }

    package var string: String? {
        if case .string(let string) = self { string } else { nil }
    }

    package var array: [JSON]? {
        if case .array(let array) = self { array } else { nil }
    }

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

    /// The member with that key; nil if there is none or the value is not an object.
    package subscript(key: String) -> JSON? { object?[key] }

    /// The element at that index; nil if there is none or the value is not an array.
    package subscript(index: Int) -> JSON? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }

    /// The value at that path; nil if the path leads nowhere. The empty path is the value itself.
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

// There is no nil literal: with one, `object["key"] == nil` would test for a null member instead of an absent one.

extension JSON: ExpressibleByBooleanLiteral {
    package init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSON: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int64) { self = .integer(value) }
}

extension JSON: ExpressibleByFloatLiteral {
    package init(floatLiteral value: Double) { self = .double(value) }
}

extension JSON: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) { self = .string(value) }
}

extension JSON: ExpressibleByArrayLiteral {
    package init(arrayLiteral elements: JSON...) { self = .array(elements) }
}

extension JSON: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, JSON)...) { self = .object(JSONObject(elements)) }
}

extension JSON {
    /// Reads one JSON text (RFC 8259 section 2), the whole of `bytes`.
    ///
    /// Strict by default. Choices left by the RFC: keys of an object must differ (section 4), compared scalar by
    /// scalar; the escape of a lone surrogate is refused (section 8.2); an integer beyond `Int64` becomes the nearest
    /// double and one too small for a double becomes zero (section 6); `-0` is `.double(-0.0)`.
    ///
    /// ```swift
    /// try JSON.parse("[1, 2.0]")   // .array([.integer(1), .double(2)])
    /// try JSON.parse("[1, 2")      // line 1, column 6: expected ',' or ']' after an element, found end of text; …
    /// ```
    ///
    /// - Throws: The first error. An invalid byte is reported before an error of grammar in front of it.
    package static func parse(
        _ bytes: some Collection<UInt8>, options: JSONOptions = .strict
    ) throws(JSONError) -> JSON {
        try JSONParser.tokens(of: bytes, options: options).value(0)
    }

    package static func parse(_ text: String, options: JSONOptions = .strict) throws(JSONError) -> JSON {
        try parse(text.utf8, options: options)
    }
}

extension JSON {
    /// The text of the value, as ``JSONWriter`` writes it.
    ///
    /// ```swift
    /// JSON.object(["name": "home", "order": 1]).text()   // {"name":"home","order":1}
    /// ```
    package func text(pretty: Bool = false) -> String {
        String(decoding: utf8(pretty: pretty), as: UTF8.self)
    }

    /// The text for a `script` element of HTML, with nothing that looks like markup: in JSON, `<`, `>` and `&` stand in
    /// strings alone, where they may be written as numbers.
    package func textInScript() -> String {
        var bytes: [UInt8] = []
        for byte in utf8() {
            switch byte {
            case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"):
                bytes += "\\u00\(String(byte, radix: 16))".utf8
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    package func utf8(pretty: Bool = false) -> [UInt8] {
        var bytes: [UInt8] = []
        JSONWriter(pretty: pretty).write(self, to: &bytes)
        return bytes
    }
}

/// A parsed text with the locations of its values.
///
/// For files that users edit: a later check can report an error (an unknown key, a value of the wrong kind) with its
/// line and column. A document costs the text, and 40 bytes for each value and key.
///
/// ```swift
/// let document = try JSONDocument.parse(text, options: .withComments)
/// let path: JSONPath = ["tabs", 0, "name"]
/// if document.root[path]?.string == nil, let location = document.location(of: path) {
///     report("\(location): \(path): expected a string")
/// }
/// ```
package final class JSONDocument: Sendable {
    let tokens: JSONTokens
    private let locations: JSONLocations

    private init(_ tokens: JSONTokens) {
        self.tokens = tokens
        locations = JSONLocations(tokens.bytes)
    }

    /// Reads one JSON text, by the rules of ``JSON/parse(_:options:)``.
    package static func parse(
        _ bytes: some Collection<UInt8>, options: JSONOptions = .strict
    ) throws(JSONError) -> JSONDocument {
        JSONDocument(try JSONParser.tokens(of: bytes, options: options))
    }

    package static func parse(_ text: String, options: JSONOptions = .strict) throws(JSONError) -> JSONDocument {
        try parse(text.utf8, options: options)
    }

    /// The value of the whole text, built at each access.
    package var root: JSON { tokens.value(0) }

    /// Returns the location of the value at a path; nil if there is no such value. Searches the text for it: for
    /// messages, not for every value.
    package func location(of path: JSONPath) -> JSONLocation? {
        tokens.index(of: path).map(location)
    }

    /// Returns the location of the opening quote of a member's key; nil if there is no such member.
    package func keyLocation(of path: JSONPath) -> JSONLocation? {
        guard case .key? = path.elements.last else { return nil }
        return tokens.index(of: path).map { location($0 - 1) }
    }

    func location(_ index: Int) -> JSONLocation { locations[tokens[index].start] }
}
