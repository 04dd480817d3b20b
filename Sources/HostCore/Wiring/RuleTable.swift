import FeatureContract

/// The wiring's redirects, by the route from which they lead.
final class RuleTable: Sendable {
    /// The rules from each route, in the order of matching.
    private let rules: [Origin: [Wiring.Redirect]]

    /// The feature and route from which a redirect leads.
    private struct Origin: Hashable {
        let feature: String
        let route: String
    }

    init(_ redirects: [Wiring.Redirect]) {
        rules = Dictionary(grouping: Self.ordered(redirects)) { rule in
            Origin(feature: rule.from.feature, route: rule.from.route)
        }
    }

    /// Sorts redirects into the order of matching: more literals first, then the order of the file.
    static func ordered(_ redirects: [Wiring.Redirect]) -> [Wiring.Redirect] {
        redirects.enumerated().sorted { left, right in
            let (mine, other) = (left.element.from.literalCount, right.element.from.literalCount)
            return mine == other ? left.offset < right.offset : mine > other
        }.map(\.element)
    }

    /// The rules from a route, those with most literals first.
    func rules(feature: String, route: String) -> [Wiring.Redirect] {
        rules[Origin(feature: feature, route: route)] ?? []
    }

    /// The rule that redirects a place.
    func rule(from place: Place) -> Wiring.Redirect? {
        rules(feature: place.feature, route: place.route.name).first { $0.from.matches { place[$0] } }
    }
}
