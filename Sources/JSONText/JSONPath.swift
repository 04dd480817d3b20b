/// The path from the root of a document to a value in it.
///
/// ```swift
/// let path: JSONPath = ["tabs", 0, "name"]
/// print(path)                                    // tabs[0].name
/// print(path.parent.appending(key: "two words")) // tabs[0]."two words"
/// ```
package struct JSONPath: Hashable, Sendable {
    package var elements: [JSONPathElement]

    package init(_ elements: [JSONPathElement] = []) {
        self.elements = elements
    }

    package static let root = JSONPath()

    /// The path without its last step; the parent of the root is the root.
    package var parent: JSONPath { JSONPath(elements.dropLast()) }

    package func appending(key: String) -> JSONPath { JSONPath(elements + [.key(key)]) }

    package func appending(index: Int) -> JSONPath { JSONPath(elements + [.index(index)]) }
}

extension JSONPath: ExpressibleByArrayLiteral {
    package init(arrayLiteral elements: JSONPathElement...) { self.init(elements) }
}

extension JSONPath: CustomStringConvertible {
    /// The text for a message: `redirects."home/character?identifier={identifier}".to`. The root is `(root)`, unlike
    /// any key.
    package var description: String {
        guard let first = elements.first else { return "(root)" }
        return elements.dropFirst().reduce(into: first.description) { text, element in
            if case .key = element { text += "." }
            text += element.description
        }
    }
}

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
    /// The element in a message: `name`, `"a key with spaces"` or `[0]`. A very long key is shortened.
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
