import FeatureContract

/// The wiring's redirects, found by the route that they lead from. Of a wiring that is kept only those are read that
/// are asked for.
struct RedirectRules: Sendable {
    private let source: Source

    private enum Source {
        /// By feature and route.
        case read([String: [String: [Wiring.Redirect]]])
        case kept(KeptWiring)
    }

    init(_ redirects: [Wiring.Redirect]) {
        var rules: [String: [String: [Wiring.Redirect]]] = [:]
        for rule in Self.ordered(redirects) {
            rules[rule.from.feature, default: [:]][rule.from.route, default: []].append(rule)
        }
        source = .read(rules)
    }

    /// In the order in which they are tried: more literals say more; of equally many the first in the file.
    static func ordered(_ redirects: [Wiring.Redirect]) -> [Wiring.Redirect] {
        redirects.enumerated().sorted { left, right in
            let (mine, other) = (left.element.from.literalCount, right.element.from.literalCount)
            return mine == other ? left.offset < right.offset : mine > other
        }.map(\.element)
    }

    init(_ kept: KeptWiring) { source = .kept(kept) }

    /// The rules from a route, the one with most literals first.
    func rules(feature: String, route: String) -> [Wiring.Redirect] {
        switch source {
        case .read(let rules): rules[feature]?[route] ?? []
        case .kept(let kept): kept.rules(feature: feature, route: route)
        }
    }
}
