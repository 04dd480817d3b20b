internal import JSONText

/// A destination's text form, before its arguments have types: `character/detail?identifier=42`.
///
/// The text alone does not show whether `42` is a number; the route's declaration does. ``typed(by:)`` makes a
/// ``Destination`` of it.
///
/// Grammar: `feature [ "/" route ] [ "?" name [ "=" value ] *( "&" name [ "=" value ] ) ]`, names and values
/// percent-encoded (RFC 3986, section 2.1). A repeated name fills a list; a name without `=` is an empty list.
package struct DestinationText: Hashable, Sendable {
    package struct Item: Hashable, Sendable {
        package let name: String
        /// The decoded value; nil if the item has no `=`.
        package let value: String?
    }

    package let feature: String
    package let route: String
    package let items: [Item]

    package init(_ text: String) throws(DestinationError) {
        let (path, query) = text.splitOnce(at: "?")
        let (feature, route) = path.splitOnce(at: "/")
        guard Identifier.isFeature(feature) else { throw .notAFeatureID(String(feature), in: text) }
        guard route.map(Identifier.isName) ?? true else { throw .notARoute(String(route ?? ""), in: text) }
        self.feature = String(feature)
        self.route = route.map(String.init) ?? ""
        var items: [Item] = []
        func decoded(_ part: some StringProtocol, of item: some StringProtocol) throws(DestinationError) -> String {
            guard let decoded = PercentCoding.decoded(part) else {
                throw .malformedPercentEncoding(String(item), in: text)
            }
            return decoded
        }
        for item in query?.splitAll(at: "&") ?? [] where !item.isEmpty {
            let (encodedName, encodedValue) = item.splitOnce(at: "=")
            let name = try decoded(encodedName, of: item)
            guard Identifier.isName(name) else { throw .notAnArgumentName(name, in: text) }
            var value: String?
            if let encodedValue { value = try decoded(encodedValue, of: item) }
            items.append(Item(name: name, value: value))
        }
        self.items = items
    }

    /// The destination of a route without a present declaration: its arguments are strings, or lists of them. It keeps
    /// this text, and so gets its types back when the route is declared again.
    package var untyped: Destination {
        var arguments: [Destination.Argument] = []
        for item in items where !arguments.contains(where: { $0.name == item.name }) {
            let values = items.filter { $0.name == item.name }.compactMap(\.value).map { Value.string($0) }
            arguments.append(.init(item.name, values.count == 1 ? values[0] : .list(values)))
        }
        return Destination(feature: feature, route: route, arguments: arguments)
    }
}

extension Destination {
    /// The canonical text, with the arguments in order and percent-encoded. Reading it back with the route's
    /// declaration gives an equal destination.
    package var text: String {
        var text = qualifiedRoute
        var separator = "?"
        func append(_ name: String, _ value: String?) {
            text += separator + PercentCoding.encoded(name) + (value.map { "=" + PercentCoding.encoded($0) } ?? "")
            separator = "&"
        }
        for argument in arguments {
            guard case .list(let items) = argument.value else {
                append(argument.name, argument.value.scalarText)
                continue
            }
            if items.isEmpty { append(argument.name, nil) }
            for item in items { append(argument.name, item.scalarText) }
        }
        return text
    }
}

/// The rules for names in a destination's text.
package enum Identifier {
    /// Whether a text is a feature's id: `[a-z][a-z0-9-]*`, at most 64 bytes.
    package static func isFeature(_ text: some StringProtocol) -> Bool {
        guard text.utf8.count <= 64, let first = text.utf8.first, isLower(first) else { return false }
        return text.utf8.allSatisfy { isLower($0) || $0.isDigit || $0 == UInt8(ascii: "-") }
    }

    /// Whether a text is the name of a route, argument, checkpoint or type: `[A-Za-z_][A-Za-z0-9_-]*`, at most 64
    /// bytes.
    package static func isName(_ text: some StringProtocol) -> Bool {
        guard text.utf8.count <= 64, let first = text.utf8.first else { return false }
        guard first.isLetter || first == UInt8(ascii: "_") else { return false }
        return text.utf8.allSatisfy {
            $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
        }
    }

    private static func isLower(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
}

// These split by scalars, as the grammars are defined: a Character would join '=' or '#' with a combining mark after
// it. An ASCII scalar is one byte of UTF-8, and no byte of another scalar.
extension StringProtocol {
    /// Returns the text before the first `separator`, and the text after it; the latter is nil without a separator.
    package func splitOnce(at separator: Unicode.Scalar) -> (SubSequence, SubSequence?) {
        guard let index = utf8.firstIndex(of: UInt8(ascii: separator)) else { return (self[...], nil) }
        return (self[..<index], self[utf8.index(after: index)...])
    }

    /// Returns the parts between the separators, including empty ones.
    package func splitAll(at separator: Unicode.Scalar) -> [SubSequence] {
        utf8.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false).map {
            self[$0.startIndex..<$0.endIndex]
        }
    }
}
