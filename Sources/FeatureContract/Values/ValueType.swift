/// The declared type of an argument or a value: `bool`, `int`, `double`, `string`, `bytes`, a list of one type, or a
/// record of named fields, of which those with a `?` may be missing.
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

    /// The types of single values that can stand in a link.
    package enum Scalar: Hashable, Sendable {
        case bool, int, double, string
    }

    /// The number of lists and records that may stand in one another, as in a value.
    package static let maximumDepth = 16

    package var isList: Bool { if case .list = self { true } else { false } }

    /// The type of a list's items; for another type, the type itself.
    package var element: ValueType { if case .list(let element) = self { element } else { self } }

    /// The type of the single value, or of the list's items, that stands in a link; nil if values of this type cannot.
    package var scalar: Scalar? {
        switch element {
        case .bool: .bool
        case .int: .int
        case .double: .double
        case .string: .string
        case .bytes, .list, .record: nil
        }
    }

    /// Whether values of this type can stand in a link.
    package var isLinkable: Bool { scalar != nil }

    /// Reads a value of this single type, or of a list's items, from its decoded text. Nil if the text is not of the
    /// type.
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
            // `Double.init` also takes hexadecimal and "nan"; a link does not.
            let isDecimal = text.utf8.allSatisfy { byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.eE".utf8.contains(byte)
            }
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

    /// Reads the manifest's spelling, in which spaces may stand after `{`, `,`, `:` and before `}`; nil for anything
    /// else.
    package init?(_ text: String) {
        var rest = text[...]
        guard let type = Self.read(&rest, depth: 0), rest.isEmpty else { return nil }
        self = type
    }

    private static func read(_ text: inout Substring, depth: Int) -> ValueType? {
        guard depth <= maximumDepth else { return nil }
        switch text.first {
        case "[":
            text.removeFirst()
            guard let element = read(&text, depth: depth + 1), text.popFirst() == "]" else { return nil }
            return .list(element)
        case "{":
            text.removeFirst()
            return readFields(&text, depth: depth + 1).map { .record($0) }
        default:
            let word = text.prefix { $0.isASCII && $0.isLetter }
            text.removeFirst(word.count)
            switch word {
            case "bool": return .bool
            case "int": return .int
            case "double": return .double
            case "string": return .string
            case "bytes": return .bytes
            default: return nil
            }
        }
    }

    /// Reads the fields of a record and its end.
    private static func readFields(_ text: inout Substring, depth: Int) -> [Field]? {
        var fields: [String: Field] = [:]
        skipSpaces(&text)
        while text.first != "}" {
            let name = String(text.prefix { $0 != ":" })
            text.removeFirst(name.count)
            guard Identifier.isName(name), fields[name] == nil, text.popFirst() == ":" else { return nil }
            skipSpaces(&text)
            guard let type = read(&text, depth: depth) else { return nil }
            let isOptional = text.first == "?"
            if isOptional { text.removeFirst() }
            fields[name] = Field(name, type, isOptional: isOptional)
            skipSpaces(&text)
            guard text.first == "," else { break }
            text.removeFirst()
            skipSpaces(&text)
            if text.first == "}" { return nil }
        }
        guard text.popFirst() == "}" else { return nil }
        return fields.values.sorted { $0.name < $1.name }
    }

    private static func skipSpaces(_ text: inout Substring) {
        text = text.drop { $0 == " " }
    }
}

extension ValueType.Field: CustomStringConvertible {
    package var description: String { "\(name): \(declaredType)" }

    /// The type with the mark of an optional field.
    fileprivate var declaredType: String { "\(type)\(isOptional ? "?" : "")" }
}

extension ValueType {
    /// A place in two types at which values of the one do not fit the other.
    package struct Difference: Hashable, Sendable, CustomStringConvertible {
        /// The place: `.tags[]` for the items of the field `tags`; empty for the whole value.
        package let path: String
        /// What stands there in the type of the values; nil if nothing does.
        package let here: String?
        /// What stands there in the other type.
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
