/// A route in a manifest: its name and its arguments in order.
package struct RouteDeclaration: Hashable, Sendable {
    package struct Argument: Hashable, Sendable {
        package let name: String
        package let type: ValueType
        package let isOptional: Bool
        /// The value of the argument if it is left out.
        package let defaultValue: Value?
        package let summary: String

        package init(
            name: String, type: ValueType, isOptional: Bool = false, defaultValue: Value? = nil, summary: String = ""
        ) {
            self.name = name
            self.type = type
            self.isOptional = isOptional
            self.defaultValue = defaultValue
            self.summary = summary
        }

        /// Whether a destination must give the argument. A missing list is empty.
        package var isRequired: Bool { !isOptional && defaultValue == nil && !type.isList }

        /// The value of the argument if it is missing; null if it is then absent.
        package var valueIfMissing: Value { defaultValue ?? (type.isList && !isOptional ? .list([]) : .null) }

        /// Whether a link must give the argument if its pattern names it: a required list needs at least one item.
        package var mustStandInLink: Bool { !isOptional && defaultValue == nil }
    }

    /// The contents behind one reference, since declarations are passed on with destinations.
    private let contents: Contents

    private final class Contents: Sendable {
        let name: String
        let arguments: [Argument]
        let summary: String
        let method: NavigationMethod
        let parents: [DestinationTemplate]
        let was: [String]
        let deprecated: String?
        let requiredArguments: [Argument]
        let defaults: [Value]
        let index: NameIndex

        init(
            _ name: String, _ arguments: [Argument], _ summary: String, _ method: NavigationMethod,
            _ parents: [DestinationTemplate], _ was: [String], _ deprecated: String?
        ) {
            self.name = name
            self.arguments = arguments
            self.summary = summary
            self.method = method
            self.parents = parents
            self.was = was
            self.deprecated = deprecated
            requiredArguments = arguments.filter(\.isRequired)
            defaults = arguments.map(\.valueIfMissing)
            index = NameIndex(arguments.lazy.map(\.name))
        }
    }

    package var name: String { contents.name }
    package var arguments: [Argument] { contents.arguments }
    package var summary: String { contents.summary }
    /// The method by which `navigate` shows the route, unless the request or the wiring names one.
    package var method: NavigationMethod { contents.method }
    /// The destinations that a link puts below this route, outermost first.
    package var parents: [DestinationTemplate] { contents.parents }
    /// The names of the route in earlier versions. Destinations with one of them lead to this route.
    package var was: [String] { contents.was }
    /// The reason why the route is deprecated, with the replacement, for users; nil if it is not.
    package var deprecated: String? { contents.deprecated }
    package var requiredArguments: [Argument] { contents.requiredArguments }

    package init(
        name: String, arguments: [Argument] = [], summary: String = "", method: NavigationMethod = .push,
        parents: [DestinationTemplate] = [], was: [String] = [], deprecated: String? = nil
    ) {
        contents = Contents(name, arguments, summary, method, parents, was, deprecated)
    }

    // The index and the required arguments follow from the rest, and are not compared.
    package static func == (left: RouteDeclaration, right: RouteDeclaration) -> Bool {
        left.contents === right.contents
            || left.name == right.name && left.arguments == right.arguments && left.summary == right.summary
                && left.method == right.method && left.parents == right.parents && left.was == right.was
                && left.deprecated == right.deprecated
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(arguments)
        hasher.combine(summary)
        hasher.combine(method)
        hasher.combine(parents)
        hasher.combine(was)
        hasher.combine(deprecated)
    }

    package func argument(named name: String) -> Argument? {
        position(ofArgument: name).map { contents.arguments[$0] }
    }

    package func position(ofArgument name: String) -> Int? {
        contents.index.position(of: name, in: contents.arguments, \.name)
    }

    /// Returns the destination with its arguments in declared order, defaults filled in, and each of its declared type.
    ///
    ///     try detail.checked(destination)   // character/detail needs the argument 'identifier' (int), …
    package func checked(_ destination: Destination) throws(DestinationError) -> Destination {
        if isComplete(destination) { return destination }
        return self.destination(of: destination.feature, try values(of: destination))
    }

    /// Returns a value for each declared argument, in declared order, with defaults filled in, of its declared type or
    /// null.
    package func values(of destination: Destination) throws(DestinationError) -> [Value] {
        if isComplete(destination) { return destination.arguments.map(\.value) }
        let route = destination.qualifiedRoute
        for given in destination.arguments where argument(named: given.name) == nil {
            throw .unknownArgument(given.name, of: route, known: arguments.map(\.name))
        }
        let given = NameIndex(destination.arguments.map(\.name))
        var values: [Value] = []
        for declared in arguments {
            let found = given.first(named: declared.name, of: destination.arguments, \.name)
            values.append(try value(found?.value, for: declared, of: route))
        }
        return values
    }

    /// The values of the arguments if none is given: the defaults.
    package var defaults: [Value] { contents.defaults }

    /// Returns the destination of this route with these values, one for each declared argument.
    package func destination(of feature: String, _ values: [Value]) -> Destination {
        var given: [Destination.Argument] = []
        given.reserveCapacity(values.count)
        for (declared, value) in zip(arguments, values) where !value.isNull {
            given.append(.init(declared.name, value))
        }
        return Destination(feature: feature, route: name, arguments: given)
    }

    /// Whether a destination has all arguments, in declared order and of their types, as most destinations do.
    private func isComplete(_ destination: Destination) -> Bool {
        guard destination.arguments.count == arguments.count else { return false }
        for (given, declared) in zip(destination.arguments, arguments) {
            guard given.name == declared.name, given.value.has(type: declared.type) else { return false }
        }
        return true
    }

    private func value(
        _ given: Value?, for declared: Argument, of route: String
    ) throws(DestinationError) -> Value {
        guard let given else {
            if declared.isRequired { throw .missingArgument(declared.name, of: route, type: declared.type) }
            return declared.valueIfMissing
        }
        guard given.has(type: declared.type) else {
            let found = given.scalarText ?? given.shortText
            throw .wrongType(argument: declared.name, of: route, type: declared.type, found: found)
        }
        return given
    }
}

extension DestinationText {
    /// Returns the destination of this text, with each argument read as its declared type.
    package func typed(by declaration: RouteDeclaration) throws(DestinationError) -> Destination {
        let bare = Destination(feature: feature, route: route)
        var arguments: [Destination.Argument] = []
        let itemsByName = Dictionary(grouping: items, by: \.name)
        for declared in declaration.arguments {
            guard let given = itemsByName[declared.name] else { continue }
            guard declared.type.isList || given.count == 1 else {
                throw .givenTwice(argument: declared.name, of: bare.qualifiedRoute, type: declared.type)
            }
            var values: [Value] = []
            for item in given {
                // A name without '=' is an empty list, or the empty string for a single argument.
                if declared.type.isList && item.value == nil { continue }
                guard let value = declared.type.value(fromText: item.value ?? "") else {
                    throw .wrongType(
                        argument: declared.name, of: bare.qualifiedRoute, type: declared.type, found: item.value ?? "")
                }
                values.append(value)
            }
            if declared.type.isList {
                arguments.append(.init(declared.name, .list(values)))
            } else if let value = values.first {
                arguments.append(.init(declared.name, value))
            }
        }
        for item in items where declaration.argument(named: item.name) == nil {
            throw .unknownArgument(item.name, of: bare.qualifiedRoute, known: declaration.arguments.map(\.name))
        }
        return try declaration.checked(Destination(feature: feature, route: route, arguments: arguments))
    }
}

/// The positions of names in a list, so that looking up all names takes linear time.
///
/// An index follows from its list, so all indexes compare as equal: two values with equal lists are equal.
struct NameIndex: Hashable, Sendable {
    /// The positions by name; empty for few names, which are faster to search one by one.
    private var positions: [String: Int] = [:]

    private static let fewNames = 12

    init() {}

    init(_ names: some Collection<String>) {
        guard names.count > Self.fewNames else { return }
        positions = Dictionary(zip(names, 0...)) { first, _ in first }
    }

    /// Adds the name of the next element of `list`, the list of this index. Returns false if an element of the list has
    /// the name already.
    mutating func insert<Element>(_ name: String, behind list: [Element], _ nameOf: (Element) -> String) -> Bool {
        guard position(of: name, in: list, nameOf) == nil else { return false }
        if list.count == Self.fewNames {
            for (position, element) in list.enumerated() { positions[nameOf(element)] = position }
        }
        if list.count >= Self.fewNames { positions[name] = list.count }
        return true
    }

    /// Returns the first repeated name in a list.
    static func repeated(in names: [String]) -> String? {
        let index = NameIndex(names)
        return zip(names, 0...).first { index.position(of: $0, in: names, \.self) != $1 }?.0
    }

    func contains(_ name: String, in names: [String]) -> Bool { position(of: name, in: names, \.self) != nil }

    /// Returns the first element with a name in `list`, the list of this index.
    func first<Element>(named name: String, of list: [Element], _ nameOf: (Element) -> String) -> Element? {
        position(of: name, in: list, nameOf).map { list[$0] }
    }

    /// Returns the position of the first element with a name in `list`, the list of this index.
    func position<Element>(of name: String, in list: [Element], _ nameOf: (Element) -> String) -> Int? {
        list.count > Self.fewNames ? positions[name] : list.firstIndex { nameOf($0) == name }
    }

    static func == (left: NameIndex, right: NameIndex) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}
