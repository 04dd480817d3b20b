import FeatureContract
import JSONText

/// Follows the wiring's redirects until none applies.
package struct Redirector: Sendable {
    /// The maximum number of redirects in a row. A chain of exactly this number succeeds.
    package static let maximumHops = 5

    /// One redirect: the rule that applied, and the destination that it led to.
    package struct Hop: Hashable, Sendable {
        package let rule: Wiring.Redirect
        package let destination: Destination
    }

    /// The redirects of a destination, from its start to its end.
    package struct Chain: Hashable, Sendable {
        package let start: Destination
        package let hops: [Hop]

        package var end: Destination { hops.last?.destination ?? start }
        /// The method of the last rule that has one.
        package var method: RouteMethod? { hops.last { $0.rule.method != nil }?.rule.method }
        package var link: Wiring.LinkPolicy? { hops.last { $0.rule.link != nil }?.rule.link }
    }

    private let rules: RuleTable
    let catalog: Catalog
    let limit: Int

    package init(_ redirects: [Wiring.Redirect], catalog: Catalog, limit: Int = Redirector.maximumHops) {
        self.init(RuleTable(redirects), catalog: catalog, limit: limit)
    }

    package init(_ wiring: Wiring, catalog: Catalog) {
        self.init(wiring.rules, catalog: catalog, limit: Self.maximumHops)
    }

    private init(_ rules: RuleTable, catalog: Catalog, limit: Int) {
        self.rules = rules
        self.catalog = catalog
        self.limit = limit
    }

    /// The rules from a route, those with most literals first.
    package func rules(from qualifiedRoute: String) -> [Wiring.Redirect] {
        let (feature, route) = qualifiedRoute.splitOnce(at: "/")
        return rules.rules(feature: String(feature), route: String(route ?? ""))
    }

    /// Whether a rule leads on from a route.
    func hasRules(from qualifiedRoute: String) -> Bool {
        let (feature, route) = qualifiedRoute.splitOnce(at: "/")
        return rules.hasRules(feature: String(feature), route: String(route ?? ""))
    }

    /// Returns the chain from a destination to one that no rule redirects, which may be an outgoing one.
    package func resolve(_ start: Destination) throws(RedirectError) -> Chain {
        var hops: [Hop] = []
        var destination = start
        while let rule = rules.rule(from: destination) {
            do {
                destination = try end(of: rule, from: destination)
            } catch {
                let target = error.isAbsence ? Self.target(of: rule, from: destination).text : rule.to.description
                throw .dangling(error, Self.texts(start, hops) + [target])
            }
            // There are few hops: comparing them is faster than hashing them.
            let isAgain = destination == start || hops.contains { $0.destination == destination }
            hops.append(Hop(rule: rule, destination: destination))
            guard !isAgain else { throw .loop(Self.texts(start, hops)) }
            guard hops.count <= limit else { throw .tooManyHops(limit: limit, Self.texts(start, hops)) }
        }
        return Chain(start: start, hops: hops)
    }

    /// The destination that a rule leads to from one that it matches.
    private func end(
        of rule: Wiring.Redirect, from destination: Destination
    ) throws(CatalogError) -> Destination {
        let to = rule.to
        let declaration = try catalog.place(feature: to.feature, route: to.route).declaration
        do throws(DestinationError) {
            if rule.keepsArguments, destination.arguments.elementsEqual(to.items, by: { $0.name == $1.name }) {
                return try declaration.checked(
                    Destination(feature: to.feature, route: to.route, arguments: destination.arguments))
            }
            return try to.filled(by: declaration) { rule.from.value(of: $0, in: destination) }
        } catch {
            throw .destination(error)
        }
    }

    /// The destination of a rule whose target feature is missing, so that the types of its arguments are not known.
    private static func target(of rule: Wiring.Redirect, from destination: Destination) -> Destination {
        let arguments = rule.to.items.compactMap { item -> Destination.Argument? in
            switch item.term {
            case .literal(let text): .init(item.name, .string(text))
            case .argument(let name): rule.from.value(of: name, in: destination).map { .init(item.name, $0) }
            }
        }
        return Destination(feature: rule.to.feature, route: rule.to.route, arguments: arguments)
    }

    private static func texts(_ start: Destination, _ hops: [Hop]) -> [String] {
        [start.text] + hops.map(\.destination.text)
    }
}

/// The reason why a redirect leads nowhere. Its description shows the whole chain.
package enum RedirectError: Error, Hashable, Sendable, CustomStringConvertible {
    case loop([String])
    case tooManyHops(limit: Int, [String])
    case dangling(CatalogError, [String])

    /// The destinations that were passed, from the first on.
    package var chain: [String] {
        switch self {
        case .loop(let chain), .tooManyHops(_, let chain), .dangling(_, let chain): chain
        }
    }

    package var description: String {
        let chain = chain.map { $0.shortened() }.joined(separator: " -> ")
        return switch self {
        case .loop: "the redirects go round in a loop: \(chain)"
        case .tooManyHops(let limit, _): "more than \(limit) redirects in a row: \(chain)"
        case .dangling(let error, _): "the redirect leads nowhere, since \(error): \(chain)"
        }
    }
}
