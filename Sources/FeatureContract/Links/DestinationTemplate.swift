/// A destination with placeholders for arguments: `character/detail?identifier={id}`, the form of both sides of a
/// redirect, and of a route's parents.
///
/// As a *pattern*, it matches destinations and extracts their arguments; as a *target*, it is filled with them. Each
/// value is either a whole placeholder, `{id}`, or literal text.
package struct DestinationTemplate: Hashable, Sendable, CustomStringConvertible {
    package enum Term: Hashable, Sendable {
        /// Decoded text, read as the declared type of its argument.
        case literal(String)
        case argument(String)
    }

    package struct Item: Hashable, Sendable {
        package let name: String
        package let term: Term

        package init(_ name: String, _ term: Term) {
            self.name = name
            self.term = term
        }
    }

    package let feature: String
    package let route: String
    package let items: [Item]

    package init(feature: String, route: String, items: [Item] = []) {
        self.feature = feature
        self.route = route
        self.items = items
    }

    /// Reads `feature/route?name=value&name={argument}`; see ``DestinationText`` for the grammar.
    package init(_ text: String) throws(DestinationError) {
        let (path, query) = text.splitOnce(at: "?")
        let bare = try DestinationText(String(path))
        var items: [Item] = []
        var names: Set<Substring> = []
        for itemText in query?.splitAll(at: "&") ?? [] where !itemText.isEmpty {
            let (name, value) = itemText.splitOnce(at: "=")
            guard Identifier.isName(name) else { throw .notAnArgumentName(String(name), in: text) }
            guard names.insert(name).inserted else { throw .namedTwice(String(name), in: text) }
            items.append(Item(String(name), try Self.term(value ?? "", in: text)))
        }
        self.init(feature: bare.feature, route: bare.route, items: items)
    }

    private static func term(_ text: Substring, in whole: String) throws(DestinationError) -> Term {
        if text.utf8.first == UInt8(ascii: "{"), text.utf8.last == UInt8(ascii: "}") {
            let name = String(Substring(text.utf8.dropFirst().dropLast()))
            guard Identifier.isName(name) else { throw .notAnArgumentName(name, in: whole) }
            return .argument(name)
        }
        guard !text.utf8.contains(where: "{}".utf8.contains) else { throw .partOfAValue(String(text), in: whole) }
        guard let decoded = PercentCoding.decoded(text) else {
            throw .malformedPercentEncoding(String(text), in: whole)
        }
        return .literal(decoded)
    }

    package var qualifiedRoute: String { route.isEmpty ? feature : "\(feature)/\(route)" }

    package var description: String {
        let query = items.map { item in
            switch item.term {
            case .literal(let text): "\(item.name)=\(PercentCoding.encoded(text))"
            case .argument(let name): "\(item.name)={\(name)}"
            }
        }
        return qualifiedRoute + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }

    package var argumentNames: [String] {
        items.compactMap { item in
            if case .argument(let name) = item.term { name } else { nil }
        }
    }

    /// The number of literal values. Of two patterns for one route, the one with more literals is more specific.
    package var literalCount: Int { items.count - argumentNames.count }

    /// Whether a destination of the route matches this pattern: it has every literal value of the template.
    ///
    /// - Parameter argument: Returns the destination's argument with a name.
    package func matches(_ argument: (String) -> Value?) -> Bool {
        for item in items {
            guard case .literal(let text) = item.term else { continue }
            guard let value = argument(item.name), value.matches(text) else { return false }
        }
        return true
    }

    /// Returns the name of the argument for a name in braces; nil if the template does not have that name.
    package func argument(for name: String) -> String? {
        items.last { $0.term == .argument(name) }?.name
    }

    /// Returns the route's arguments, one for each declared one, with the results of `value` for names in braces, typed
    /// by `declaration`. A name for which `value` is nil stays absent.
    package func values(
        by declaration: RouteDeclaration, _ value: (String) -> Value?
    ) throws(DestinationError) -> [Value] {
        var arguments: [Destination.Argument] = []
        arguments.reserveCapacity(items.count)
        for item in items {
            guard let declared = declaration.argument(named: item.name) else {
                throw .unknownArgument(item.name, of: qualifiedRoute, known: declaration.arguments.map(\.name))
            }
            let filled: Value
            switch item.term {
            case .argument(let name):
                filled = value(name) ?? .null
            case .literal(let text):
                guard let literal = declared.type.element.value(fromText: text) else {
                    throw .wrongType(argument: item.name, of: qualifiedRoute, type: declared.type, found: text)
                }
                filled = declared.type.isList ? .list([literal]) : literal
            }
            arguments.append(.init(item.name, filled))
        }
        return try declaration.values(of: Destination(feature: feature, route: route, arguments: arguments))
    }
}

extension Value {
    /// Whether the text reads as this value: `42` matches both the integer and the string.
    fileprivate func matches(_ text: String) -> Bool {
        switch self {
        case .list(let items): items.count == 1 && items[0].matches(text)
        case .bool: ValueType.bool.value(fromText: text) == self
        case .integer: ValueType.int.value(fromText: text) == self
        case .double: ValueType.double.value(fromText: text) == self
        case .string(let string): string == text
        case .null, .bytes, .record: false
        }
    }
}
