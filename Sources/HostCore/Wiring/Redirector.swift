import FeatureContract

/// Follows the wiring's redirects to a fixed point.
package struct Redirector: Sendable {
    /// How often a destination may be redirected. Exactly so often succeeds.
    package static let maximumHops = 5

    /// One step: the rule that applied, and where it led.
    package struct Hop: Hashable, Sendable {
        package let rule: Wiring.Redirect
        package let destination: Destination
    }

    /// Where a destination ends, and the way there.
    package struct Chain: Hashable, Sendable {
        package let start: Destination
        package let hops: [Hop]

        package var end: Destination { hops.last?.destination ?? start }
        /// What the last rule that says one says.
        package var method: RouteMethod? { hops.last { $0.rule.method != nil }?.rule.method }
        package var link: Wiring.LinkPolicy? { hops.last { $0.rule.link != nil }?.rule.link }
    }

    private let rules: [String: [Wiring.Redirect]]
    let catalog: Catalog
    let limit: Int

    package init(_ redirects: [Wiring.Redirect], catalog: Catalog, limit: Int = Redirector.maximumHops) {
        var rules: [String: [Wiring.Redirect]] = [:]
        for redirect in redirects { rules[redirect.from.qualifiedRoute, default: []].append(redirect) }
        // More literals say more; of equally many the first in the file.
        self.rules = rules.mapValues { rules in
            rules.enumerated().sorted { left, right in
                let (mine, other) = (left.element.from.literalCount, right.element.from.literalCount)
                return mine == other ? left.offset < right.offset : mine > other
            }.map(\.element)
        }
        self.catalog = catalog
        self.limit = limit
    }

    /// The rules from a route, the one with most literals first.
    package func rules(from qualifiedRoute: String) -> [Wiring.Redirect] { rules[qualifiedRoute] ?? [] }

    /// The chain from a destination to the one that no rule redirects, which may be one that nobody handles.
    package func resolve(_ start: Destination) throws(RedirectError) -> Chain {
        var hops: [Hop] = []
        var current = start
        var visited: Set<Destination> = [start]
        while let hop = try hop(from: current, after: hops, start: start) {
            hops.append(hop)
            current = hop.destination
            let chain = [start] + hops.map(\.destination)
            guard visited.insert(current).inserted else { throw .loop(chain.map(\.text)) }
            guard hops.count <= limit else { throw .tooManyHops(limit: limit, chain.map(\.text)) }
        }
        return Chain(start: start, hops: hops)
    }

    private func hop(
        from destination: Destination, after hops: [Hop], start: Destination
    ) throws(RedirectError) -> Hop? {
        for rule in rules[destination.qualifiedRoute] ?? [] {
            guard let values = rule.from.match(destination) else { continue }
            let chain = ([start] + hops.map(\.destination)).map(\.text) + [rule.to.description]
            do {
                let declaration = try catalog.place(feature: rule.to.feature, route: rule.to.route).declaration
                return Hop(rule: rule, destination: try rule.to.filled(with: values, by: declaration))
            } catch let error as CatalogError {
                throw .dangling(error, chain)
            } catch let error as DestinationError {
                throw .dangling(.destination(error), chain)
            } catch {
                throw .dangling(.noFeature(rule.to.feature, nearest: nil), chain)
            }
        }
        return nil
    }
}

/// Why a redirect leads nowhere. Each prints the whole chain.
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
        let chain = chain.joined(separator: " -> ")
        return switch self {
        case .loop: "the redirects go round in a loop: \(chain)"
        case .tooManyHops(let limit, _): "more than \(limit) redirects in a row: \(chain)"
        case .dangling(let error, _): "the redirect leads nowhere, since \(error): \(chain)"
        }
    }
}
