import FeatureContract

/// The wiring's redirects, found by the route that they lead from. Of a wiring that is kept only those are read that
/// are asked for.
struct RedirectRules: Sendable {
    private let source: Source

    private enum Source {
        case read(RuleTable)
        case kept(KeptWiring)
    }

    init(_ redirects: [Wiring.Redirect]) { source = .read(RuleTable(redirects)) }

    init(_ kept: KeptWiring) { source = .kept(kept) }

    /// In the order in which they are tried: more literals say more; of equally many the first in the file.
    static func ordered(_ redirects: [Wiring.Redirect]) -> [Wiring.Redirect] {
        redirects.enumerated().sorted { left, right in
            let (mine, other) = (left.element.from.literalCount, right.element.from.literalCount)
            return mine == other ? left.offset < right.offset : mine > other
        }.map(\.element)
    }

    /// The rules from a route, the one with most literals first.
    func rules(feature: String, route: String) -> [Wiring.Redirect] {
        switch source {
        case .read(let table): table.rules(feature: feature, route: route)
        case .kept(let kept): kept.rules(feature: feature, route: route)
        }
    }

    /// Whether there is a rule from a route.
    func hasRules(feature: String, route: String) -> Bool {
        switch source {
        case .read(let table): table.hasRules(feature: feature, route: route)
        case .kept(let kept): !kept.rules(feature: feature, route: route).isEmpty
        }
    }

    /// The rule that a destination is redirected by.
    func rule(from destination: Destination) -> Wiring.Redirect? {
        switch source {
        case .read(let table): table.rule(from: destination)
        case .kept(let kept):
            kept.rules(feature: destination.feature, route: destination.route).first { $0.from.matches(destination) }
        }
    }
}
