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
