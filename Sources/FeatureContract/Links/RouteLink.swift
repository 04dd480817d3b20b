internal import JSONText

/// A link pattern and its route.
///
///     let link = try RouteLink(pattern, to: detail, of: "character")
///     try link.match(LinkURL("challenge://character/detail?id=42")).get()   // character/detail?identifier=42
///     link.url(for: destination)                                           // challenge://character/detail?id=42
///
/// The two directions agree: ``match(_:)`` turns a link from ``url(for:)`` back into an equal destination.
package struct RouteLink: Hashable, Sendable {
    /// The contents behind one reference: copying all of them takes as long as matching a link.
    private let contents: Contents

    private final class Contents: Sendable {
        let pattern: LinkPattern
        let feature: String
        let route: RouteDeclaration
        let fixedArguments: [Destination.Argument]
        let rank: LinkRank

        init(
            _ pattern: LinkPattern, to route: RouteDeclaration, of feature: String,
            fixedArguments: [Destination.Argument]
        ) {
            self.pattern = pattern
            self.feature = feature
            self.route = route
            self.fixedArguments = fixedArguments
            rank = LinkRank(pattern, to: route)
        }
    }

    package var pattern: LinkPattern { contents.pattern }
    package var feature: String { contents.feature }
    package var route: RouteDeclaration { contents.route }
    /// Fixed arguments of this link that are not in its pattern.
    package var fixedArguments: [Destination.Argument] { contents.fixedArguments }
    package var rank: LinkRank { contents.rank }

    package init(
        _ pattern: LinkPattern, to route: RouteDeclaration, of feature: String,
        fixedArguments: [Destination.Argument] = []
    ) throws(LinkError) {
        let names = pattern.argumentNames
        let given = names + fixedArguments.map(\.name)
        for name in given where route.position(ofArgument: name) == nil {
            throw .unknownArgument(name, known: route.arguments.map(\.name))
        }
        let inPattern = NameIndex(names)
        for fixed in fixedArguments {
            if inPattern.contains(fixed.name, in: names) { throw .argumentTwice(fixed.name) }
            guard let type = route.argument(named: fixed.name)?.type, fixed.value.has(type: type) else {
                throw .ill(argument: fixed.name, type: route.argument(named: fixed.name)?.type ?? .string)
            }
        }
        let index = NameIndex(given)
        for argument in route.requiredArguments where !index.contains(argument.name, in: given) {
            throw .requiredArgumentNotBound(argument.name)
        }
        let lists = names.filter { route.argument(named: $0)?.type.isList == true }
        if !lists.isEmpty {
            let listNames = pattern.namesWithRoomForLists
            for name in lists where !listNames.contains(name) { throw .listInPath(name) }
        }
        contents = Contents(pattern, to: route, of: feature, fixedArguments: fixedArguments)
    }

    // The rank is not compared, since it follows from the rest.
    package static func == (left: RouteLink, right: RouteLink) -> Bool {
        left.contents === right.contents
            || left.pattern == right.pattern && left.feature == right.feature && left.route == right.route
                && left.fixedArguments == right.fixedArguments
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(pattern)
        hasher.combine(feature)
        hasher.combine(route)
        hasher.combine(fixedArguments)
    }

    /// Returns the destination of a link, or the first reason why it does not match.
    package func match(_ url: LinkURL) -> Result<Destination, LinkError> {
        do {
            return .success(try matched(url))
        } catch {
            return .failure(error)
        }
    }

    /// Returns the destination of a link; nil if it does not match. ``match(_:)`` also gives the reason.
    package func destination(of url: LinkURL) -> Destination? {
        values(of: url).map { route.destination(of: feature, $0) }
    }

    /// Returns the values of the route's arguments in a link, one for each declared argument; nil if the link does not
    /// match.
    package func values(of url: LinkURL) -> [Value]? {
        try? contents.route.values(of: matched(url))
    }

    /// Returns the link to a destination of this route; nil if the pattern cannot express it.
    package func url(for destination: Destination) -> String? {
        guard destination.feature == feature, destination.route == route.name,
            fixedArguments.allSatisfy({ destination[$0.name] == $0.value })
        else { return nil }
        guard let text = LinkPrinter(link: self, destination: destination).text else { return nil }
        // A value may contain a separator of the pattern. Such a destination has no link of this pattern.
        guard let url = try? LinkURL(text), self.destination(of: url) == destination else { return nil }
        return text
    }

    private func matched(_ url: LinkURL) throws(LinkError) -> Destination {
        let contents = contents
        guard url.scheme.isExactly(contents.pattern.scheme) else {
            throw .scheme(expected: contents.pattern.scheme, found: url.scheme)
        }
        guard url.host.isExactly(contents.pattern.host) else {
            throw .host(expected: contents.pattern.host, found: url.host)
        }
        var reader = LinkReader(url, route: contents.route)
        try reader.read(pathBy: contents.pattern.segments)
        try reader.read(queryBy: contents.pattern.query)
        if let fragment = contents.pattern.fragment { try reader.read(fragment: url.fragment, by: fragment) }
        let fixed = contents.fixedArguments
        let bare = Destination(
            feature: contents.feature, route: contents.route.name,
            arguments: fixed.isEmpty ? reader.arguments : reader.arguments + fixed)
        do {
            return try contents.route.checked(bare)
        } catch {
            throw .destination(error)
        }
    }
}

extension LinkPattern {
    /// The arguments that may be lists: alone in a query value, or as the rest of the path.
    fileprivate var namesWithRoomForLists: Set<String> {
        var names: Set<String> = []
        for item in query where item.name != nil && item.value.parts.count == 1 {
            if case .argument(let name) = item.value.parts[0] { names.insert(name) }
        }
        if case .rest(let name)? = segments.last { names.insert(name) }
        return names
    }
}
