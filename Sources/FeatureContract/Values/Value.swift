/// One value that crosses between a feature and its host: an argument, a checkpoint's value, a field's content.
///
/// Lists hold single values; a list in a list has no text and no type. Equality is exact: `.integer(1)` and
/// `.double(1)` differ, as their types do.
///
/// - SeeAlso: `sy_value` in FeatureABI.h
package enum Value: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// A finite number.
    case double(Double)
    case string(String)
    case list([Value])

    package var isNull: Bool { if case .null = self { true } else { false } }

    /// The type of this value; nil for null and for lists that mix types. An empty list fits any list type and is
    /// reported as a list of strings.
    package var type: ValueType? {
        switch self {
        case .null: nil
        case .bool: .bool
        case .integer: .int
        case .double: .double
        case .string: .string
        case .list(let items): Value.listType(of: items)
        }
    }

    /// Whether this value may stand where `type` is declared.
    package func has(type: ValueType) -> Bool {
        if case .list(let items) = self {
            return type.isList && items.allSatisfy { $0.has(type: type.element) }
        }
        return self.type == type
    }

    private static func listType(of items: [Value]) -> ValueType? {
        guard let first = items.first else { return ValueType(.string, isList: true) }
        guard let element = first.type, !element.isList, items.allSatisfy({ $0.type == element }) else { return nil }
        return ValueType(element.scalar, isList: true)
    }
}

/// The declared type of an argument or a value: `bool`, `int`, `double`, `string`, or a list of one of them, `[int]`.
///
/// Its text is the spelling in a manifest:
///
///     ValueType("[int]")?.element   // int
package struct ValueType: Hashable, Sendable, CustomStringConvertible {
    package enum Scalar: String, Hashable, Sendable, CaseIterable {
        case bool, int, double, string
    }

    package let scalar: Scalar
    package let isList: Bool

    package init(_ scalar: Scalar, isList: Bool = false) {
        self.scalar = scalar
        self.isList = isList
    }

    package static let bool = ValueType(.bool)
    package static let int = ValueType(.int)
    package static let double = ValueType(.double)
    package static let string = ValueType(.string)

    /// Reads the manifest's spelling; nil for anything else.
    package init?(_ text: String) {
        let isList = text.hasPrefix("[") && text.hasSuffix("]") && text.utf8.count > 2
        guard let scalar = Scalar(rawValue: isList ? String(text.dropFirst().dropLast()) : text) else { return nil }
        self.init(scalar, isList: isList)
    }

    package var description: String { isList ? "[\(scalar.rawValue)]" : scalar.rawValue }

    /// The type of a list's items; for a single value, the type itself.
    package var element: ValueType { ValueType(scalar) }

    /// Reads a value of this (single) type from its decoded text, or returns nil if the text is not of the type.
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
        case .string:
            return .string(text)
        }
    }
}

extension Value {
    /// The text of a single value, not percent-encoded, that ``ValueType/value(fromText:)`` reads back; nil for null
    /// and for lists.
    package var scalarText: String? {
        switch self {
        case .null, .list: nil
        case .bool(let bool): bool ? "true" : "false"
        case .integer(let integer): String(integer)
        case .double(let double): String(describing: double)
        case .string(let string): string
        }
    }
}

/// One message that a feature sends.
///
/// - SeeAlso: `sy_message` in FeatureABI.h
package enum Message: Hashable, Sendable {
    /// A value of a type that a manifest lists under `receives`.
    case value(type: String, Value)
    case destination(Destination)
    /// A tab to select, by its name in the wiring.
    case tab(String)
}

/// The answer of a receiver: how sending continues.
///
/// - SeeAlso: `sy_resume` in FeatureABI.h
package enum Resume: Hashable, Sendable {
    case auto
    case immediately
    case after(seconds: Double)
    case inserting([Message])
    case appending([Message])
    case replacing([Message])
    case pause
    case cancel
}
