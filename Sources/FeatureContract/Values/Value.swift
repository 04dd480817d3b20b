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
