/// A value that crosses between a feature and its host: an argument, a checkpoint's value, a field's content.
///
/// Equality is exact: `.integer(1)` and `.double(1)` differ, as their types do.
///
/// - SeeAlso: `sy_value` in FeatureABI.h
package enum Value: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// A finite number.
    case double(Double)
    case string(String)
    case bytes([UInt8])
    case list([Value])
    /// The values of fields by name, without missing ones.
    case record([String: Value])

    package var isNull: Bool { if case .null = self { true } else { false } }

    /// Whether this value is valid where `type` is declared. A record may have further fields.
    package func has(type: ValueType) -> Bool {
        switch (self, type) {
        case (.bool, .bool), (.integer, .int), (.double, .double), (.string, .string), (.bytes, .bytes): true
        case (.list(let items), .list(let element)): items.allSatisfy { $0.has(type: element) }
        case (.record(let values), .record(let fields)):
            fields.allSatisfy { field in values[field.name].map { $0.has(type: field.type) } ?? field.isOptional }
        default: false
        }
    }

    /// The value, which has the type, without the fields that `type` does not declare and its receiver does not know.
    package func trimmed(to type: ValueType) -> Value {
        guard !type.isLinkable else { return self }
        switch (self, type) {
        case (.list(let items), .list(let element)): return .list(items.map { $0.trimmed(to: element) })
        case (.record(let values), .record(let fields)):
            let known = fields.compactMap { field in values[field.name].map { (field.name, $0.trimmed(to: field.type)) }
            }
            return .record(Dictionary(uniqueKeysWithValues: known))
        default: return self
        }
    }

    /// The value for a message: a single value's text, or a description.
    package var shortText: String {
        switch self {
        case .bytes(let bytes): "\(bytes.count) bytes"
        case .list: "a list"
        case .record: "a record"
        case .null: "null"
        default: "'\(scalarText ?? "")'"
        }
    }
}

extension Value {
    /// The text of a single value, not percent-encoded, that ``ValueType/value(fromText:)`` reads back; nil for null
    /// and for values that cannot occur in a link alone.
    package var scalarText: String? {
        switch self {
        case .null, .bytes, .list, .record: nil
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

/// The saved state of a screen, for the next screen in its place.
///
/// - SeeAlso: `sy_state` in FeatureABI.h
package struct ScreenState: Hashable, Sendable {
    package static let maximumSize = 1 << 20

    /// The form of the bytes, a number of the feature's choice.
    package let version: UInt32
    package let bytes: [UInt8]

    package init(version: UInt32, bytes: [UInt8]) {
        self.version = version
        self.bytes = bytes
    }
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
