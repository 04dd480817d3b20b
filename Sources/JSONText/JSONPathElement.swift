/// One step from a value to a value inside it.
package enum JSONPathElement: Hashable, Sendable {
    /// Leads to the member of an object with exactly this key.
    case key(String)
    /// Leads to the element of an array at this index, from 0.
    case index(Int)
}

extension JSONPathElement: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) { self = .key(value) }
}

extension JSONPathElement: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int) { self = .index(value) }
}

extension JSONPathElement: CustomStringConvertible {
    /// The element as in a message: `name`, `"a key with spaces"` or `[0]`. A very long key is shortened.
    package var description: String {
        switch self {
        case .key(let key): Self.isPlain(key) ? key.shortened() : JSONWriter.quoted(key.shortened())
        case .index(let index): "[\(index)]"
        }
    }

    /// Whether a key reads unambiguously without quotes: `[A-Za-z_][A-Za-z0-9_-]*`.
    private static func isPlain(_ key: String) -> Bool {
        guard let first = key.utf8.first, first.isWord, !first.isDigit else { return false }
        return key.utf8.allSatisfy { $0.isWord || $0 == UInt8(ascii: "-") }
    }
}
