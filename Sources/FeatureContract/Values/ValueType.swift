internal import JSONText

/// The declared type of an argument or a value: `bool`, `int`, `double`, `string`, `bytes`, a list of one type, or a
/// record of named fields, in which those with a `?` are optional.
///
/// Its text is the spelling in a manifest:
///
///     ValueType("[int]")?.element   // int
///     ValueType("{id: int, name: string?, tags: [string]}")
package indirect enum ValueType: Hashable, Sendable {
    case bool, int, double, string, bytes
    case list(ValueType)
    /// The fields, in the order of their names.
    case record([Field])

    package struct Field: Hashable, Sendable {
        package let name: String
        package let type: ValueType
        package let isOptional: Bool

        package init(_ name: String, _ type: ValueType, isOptional: Bool = false) {
            self.name = name
            self.type = type
            self.isOptional = isOptional
        }
    }

    /// The types of single values that can occur in a link.
    package enum Scalar: Hashable, Sendable {
        case bool, int, double, string
    }

    /// The most lists and records within each other, as in a value.
    package static let maximumDepth = 16

    package var isList: Bool { if case .list = self { true } else { false } }

    /// The type of a list's items; for another type, the type itself.
    package var element: ValueType { if case .list(let element) = self { element } else { self } }

    /// The type of the single value, or of the list's items, in a link; nil if values of this type cannot occur there.
    package var scalar: Scalar? {
        switch element {
        case .bool: .bool
        case .int: .int
        case .double: .double
        case .string: .string
        case .bytes, .list, .record: nil
        }
    }

    package var isLinkable: Bool { scalar != nil }

    /// Reads a value of this single type, or of a list's items, from its decoded text; nil for any other text.
    ///
    /// `bool` is `true` or `false`; `int` an optional minus sign and decimal digits within 64 bits; `double` a finite
    /// decimal number with an optional fraction and exponent; `string` anything.
    package func value(fromText text: String) -> Value? {
        switch scalar {
        case .bool:
            return text == "true" ? .bool(true) : text == "false" ? .bool(false) : nil
        case .int:
            guard text.utf8.first != UInt8(ascii: "+"), let integer = Int64(text) else { return nil }
            return .integer(integer)
        case .double:
            // `Double.init` also accepts hexadecimal and "nan"; a link does not.
            let isDecimal = text.utf8.allSatisfy { $0.isDigit || "+-.eE".utf8.contains($0) }
            guard isDecimal, let double = Double(text), double.isFinite else { return nil }
            return .double(double)
        case .string: return .string(text)
        case nil: return nil
        }
    }
}

extension ValueType: CustomStringConvertible {
    package var description: String {
        switch self {
        case .bool: "bool"
        case .int: "int"
        case .double: "double"
        case .string: "string"
        case .bytes: "bytes"
        case .list(let element): "[\(element)]"
        case .record(let fields): "{\(fields.map(\.description).joined(separator: ", "))}"
        }
    }

    /// Reads the manifest's spelling, with optional spaces after `{`, `,`, `:` and before `}`; nil for anything else.
    package init?(_ text: String) {
        let text = text.utf8Span.span
        var position = 0
        guard let type = Self.read(text, &position, depth: 0), position == text.count else { return nil }
        self = type
    }

    private static let words: [(text: String, type: ValueType)] = [
        ("bool", .bool), ("int", .int), ("double", .double), ("string", .string), ("bytes", .bytes),
    ]

    private static func read(_ text: Span<UInt8>, _ position: inout Int, depth: Int) -> ValueType? {
        guard depth <= maximumDepth else { return nil }
        if skip("[", text, &position) {
            guard let element = read(text, &position, depth: depth + 1), skip("]", text, &position) else { return nil }
            return .list(element)
        }
        if skip("{", text, &position) { return readFields(text, &position, depth: depth + 1).map { .record($0) } }
        let start = position
        while position < text.count, text[position].isLetter { position += 1 }
        let word = String(decoding: (start..<position).map { text[$0] }, as: UTF8.self)
        return words.first { $0.text == word }?.type
    }

    /// Reads the fields of a record and its end.
    private static func readFields(_ text: Span<UInt8>, _ position: inout Int, depth: Int) -> [Field]? {
        var fields: [String: Field] = [:]
        skipSpaces(text, &position)
        while !skip("}", text, &position) {
            let start = position
            while position < text.count, text[position] != UInt8(ascii: ":") { position += 1 }
            let name = String(decoding: (start..<position).map { text[$0] }, as: UTF8.self)
            guard Identifier.isName(name), fields[name] == nil, skip(":", text, &position) else { return nil }
            skipSpaces(text, &position)
            guard let type = read(text, &position, depth: depth) else { return nil }
            fields[name] = Field(name, type, isOptional: skip("?", text, &position))
            skipSpaces(text, &position)
            if skip("}", text, &position) { break }
            guard skip(",", text, &position) else { return nil }
            skipSpaces(text, &position)
            if position < text.count, text[position] == UInt8(ascii: "}") { return nil }
        }
        return fields.values.sorted { $0.name < $1.name }
    }

    /// Steps over this character if it is at the position; false if it is not.
    private static func skip(_ character: Unicode.Scalar, _ text: Span<UInt8>, _ position: inout Int) -> Bool {
        guard position < text.count, text[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private static func skipSpaces(_ text: Span<UInt8>, _ position: inout Int) {
        while skip(" ", text, &position) {}
    }
}

extension ValueType.Field: CustomStringConvertible {
    package var description: String { "\(name): \(declaredType)" }

    /// The type with the mark of an optional field.
    fileprivate var declaredType: String { "\(type)\(isOptional ? "?" : "")" }
}

extension ValueType {
    /// A place in two types at which values of the first do not fit the second.
    package struct Difference: Hashable, Sendable, CustomStringConvertible {
        /// The place: `.tags[]` for the items of the field `tags`; empty for the whole value.
        package let path: String
        /// The part of the values' type at the place; nil if there is none.
        package let here: String?
        /// The part of the other type at the place.
        package let there: String

        /// ``.id` is int here and string there``
        package var description: String {
            "\(path.isEmpty ? "the value" : "`\(path)`") is \(here ?? "missing") here and \(there) there"
        }
    }

    /// The first place at which values of this type do not fit `other`; nil if all do. A record may have fields that
    /// the other does not declare.
    ///
    ///     try? contact.difference(from: recipient)   // `.id` is int here and string there
    package func difference(from other: ValueType, at path: String = "") -> Difference? {
        switch (self, other) {
        case (.list(let element), .list(let theirs)): return element.difference(from: theirs, at: path + "[]")
        case (.record(let fields), .record(let theirs)):
            for their in theirs {
                let place = "\(path).\(their.name)"
                guard let own = fields.first(where: { $0.name == their.name }) else {
                    if their.isOptional { continue }
                    return Difference(path: place, here: nil, there: their.declaredType)
                }
                if own.isOptional, !their.isOptional {
                    return Difference(path: place, here: own.declaredType, there: their.declaredType)
                }
                if let difference = own.type.difference(from: their.type, at: place) { return difference }
            }
            return nil
        default:
            return self == other ? nil : Difference(path: path, here: description, there: other.description)
        }
    }
}
