import FeatureContract

/// The wiring's redirects, indexed by the route that they lead from.
final class RuleTable: Sendable {
    /// The redirects, grouped by the route that they lead from, each group in the order in which its rules are tried.
    private let rules: [Wiring.Redirect]
    /// The index in ``rules`` of the first rule from a route.
    private let starts: HashSlots

    init(_ redirects: [Wiring.Redirect]) {
        var byRoute: [Route: [Wiring.Redirect]] = [:]
        for rule in Self.ordered(redirects) { byRoute[Route(rule), default: []].append(rule) }
        var (rules, starts): ([Wiring.Redirect], HashSlots) = ([], HashSlots(byRoute.count))
        for (route, ofRoute) in byRoute {
            starts.add(rules.count, LinkHash.of(route.feature, route.route))
            rules += ofRoute
        }
        (self.rules, self.starts) = (rules, starts)
    }

    /// Sorts redirects into the order in which they are tried: more literals first, then the order of the file.
    static func ordered(_ redirects: [Wiring.Redirect]) -> [Wiring.Redirect] {
        redirects.enumerated().sorted { left, right in
            let (mine, other) = (left.element.from.literalCount, right.element.from.literalCount)
            return mine == other ? left.offset < right.offset : mine > other
        }.map(\.element)
    }

    private struct Route: Hashable {
        let feature: String
        let route: String

        init(_ rule: Wiring.Redirect) { (feature, route) = (rule.from.feature, rule.from.route) }
    }

    /// The rules from a route, those with most literals first.
    func rules(feature: String, route: String) -> [Wiring.Redirect] {
        guard let start = start(feature, route) else { return [] }
        return Array(rules[start...].prefix { $0.isFrom(feature, route) })
    }

    /// Whether a rule leads from a route. This is faster than copying its rules.
    func hasRules(feature: String, route: String) -> Bool { start(feature, route) != nil }

    /// The rule that a place is redirected by.
    func rule(from place: Place) -> Wiring.Redirect? {
        let (feature, route) = (place.feature, place.route.name)
        guard var index = start(feature, route, place.route.nameHash) else { return nil }
        while index < rules.count, rules[index].isFrom(feature, route) {
            if rules[index].from.matches({ place[$0] }) { return rules[index] }
            index += 1
        }
        return nil
    }

    private func start(_ feature: String, _ route: String, _ hash: UInt64) -> Int? {
        starts.first(hash) { rules[$0].isFrom(feature, route) }
    }

    private func start(_ feature: String, _ route: String) -> Int? {
        start(feature, route, LinkHash.of(feature, route))
    }
}

extension Wiring.Redirect {
    fileprivate func isFrom(_ feature: String, _ route: String) -> Bool {
        from.feature == feature && from.route == route
    }
}
