import FeatureContract

/// The wiring's redirects, found by the route that they lead from.
final class RuleTable: Sendable {
    /// Those from one route one behind the other, in the order in which they are tried.
    private let rules: [Wiring.Redirect]
    /// Where in ``rules`` those from a route begin.
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

    /// The order in which redirects are tried: those with more literals first, of equally many the first in the file.
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

    /// The rules from a route, the one with most literals first.
    func rules(feature: String, route: String) -> [Wiring.Redirect] {
        guard let start = start(feature, route) else { return [] }
        return Array(rules[start...].prefix { $0.isFrom(feature, route) })
    }

    /// Whether there is a rule from a route: to copy all of them takes longer.
    func hasRules(feature: String, route: String) -> Bool { start(feature, route) != nil }

    /// The rule that a destination is redirected by.
    func rule(from destination: Destination) -> Wiring.Redirect? {
        guard var index = start(destination.feature, destination.route) else { return nil }
        while index < rules.count, rules[index].isFrom(destination.feature, destination.route) {
            if rules[index].from.matches(destination) { return rules[index] }
            index += 1
        }
        return nil
    }

    private func start(_ feature: String, _ route: String) -> Int? {
        starts.first(LinkHash.of(feature, route)) { rules[$0].isFrom(feature, route) }
    }
}

extension Wiring.Redirect {
    fileprivate func isFrom(_ feature: String, _ route: String) -> Bool {
        from.feature == feature && from.route == route
    }
}
