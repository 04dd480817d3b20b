import FeatureContract
import HostSystem
import JSONText

/// Follows the wiring's redirects until none applies.
package struct Redirector: Sendable {
    /// The most redirects in a row. A chain of exactly this number succeeds.
    static let maximumHops = 5

    /// One redirect: the rule, and the place that it led to.
    package struct Hop: Hashable, Sendable {
        package let rule: Wiring.Redirect
        package let place: Place
    }

    /// The redirects of a place, from start to end.
    package struct Chain: Hashable, Sendable {
        package let start: Place
        package let hops: [Hop]

        package var end: Place { hops.last?.place ?? start }
        /// The method of the last rule that has one.
        var method: NavigationMethod? { hops.last { $0.rule.method != nil }?.rule.method }
        var link: Wiring.LinkPolicy? { hops.last { $0.rule.link != nil }?.rule.link }
    }

    private let rules: RuleTable
    let catalog: Catalog
    let limit: Int

    package init(_ redirects: [Wiring.Redirect], catalog: Catalog, limit: Int = Redirector.maximumHops) {
        self.init(RuleTable(redirects), catalog: catalog, limit: limit)
    }

    init(_ wiring: Wiring, catalog: Catalog) {
        self.init(wiring.rules, catalog: catalog, limit: Self.maximumHops)
    }

    private init(_ rules: RuleTable, catalog: Catalog, limit: Int) {
        self.rules = rules
        self.catalog = catalog
        self.limit = limit
    }

    /// The rules from a route, those with most literals first.
    func rules(from qualifiedRoute: String) -> [Wiring.Redirect] {
        let (feature, route) = qualifiedRoute.splitOnce(at: "/")
        return rules.rules(feature: String(feature), route: String(route ?? ""))
    }

    func hasRules(from qualifiedRoute: String) -> Bool {
        let (feature, route) = qualifiedRoute.splitOnce(at: "/")
        return !rules.rules(feature: String(feature), route: String(route ?? "")).isEmpty
    }

    /// Returns the chain from a place to one that no rule redirects, possibly an outgoing one.
    package func resolve(_ start: Place) throws(RedirectError) -> Chain {
        var hops: [Hop] = []
        var place = start
        while let rule = rules.rule(from: place) {
            let span = TraceSpan.begin()
            defer {
                span?.end(
                    "redirect", .plan,
                    [
                        "from": .string("\(rule.from.feature)/\(rule.from.route)"),
                        "to": .string("\(rule.to.feature)/\(rule.to.route)"),
                    ])
            }
            do {
                place = try end(of: rule, from: place)
            } catch {
                let target = error.isAbsence ? Self.target(of: rule, from: place).text : rule.to.description
                throw .dangling(error, Self.texts(start, hops) + [target])
            }
            // With so few hops, comparing is faster than hashing.
            let isAgain = place == start || hops.contains { $0.place == place }
            hops.append(Hop(rule: rule, place: place))
            guard !isAgain else { throw .loop(Self.texts(start, hops)) }
            guard hops.count <= limit else { throw .tooManyHops(limit: limit, Self.texts(start, hops)) }
        }
        return Chain(start: start, hops: hops)
    }

    /// The place to which a rule leads from a matching one.
    private func end(of rule: Wiring.Redirect, from place: Place) throws(CatalogError) -> Place {
        let to = try catalog.route(rule.to.route, of: rule.to.feature)
        do {
            let values = try rule.to.values(by: to.declaration) { name in
                rule.from.argument(for: name).flatMap { place[$0] }
            }
            return Place(to, values)
        } catch {
            throw .destination(error)
        }
    }

    /// The destination of a rule whose target feature is missing, so that its argument types are unknown.
    private static func target(of rule: Wiring.Redirect, from place: Place) -> Destination {
        let arguments = rule.to.items.compactMap { item -> Destination.Argument? in
            switch item.term {
            case .literal(let text): .init(item.name, .string(text))
            case .argument(let name):
                rule.from.argument(for: name).flatMap { place[$0] }.map { .init(item.name, $0) }
            }
        }
        return Destination(feature: rule.to.feature, route: rule.to.route, arguments: arguments)
    }

    private static func texts(_ start: Place, _ hops: [Hop]) -> [String] {
        [start.text] + hops.map(\.place.text)
    }
}

/// The reason why a redirect or a shared name leads nowhere. Each case has the destinations or names on the way, in
/// order.
package enum RedirectError: Error, Hashable, Sendable, CustomStringConvertible {
    case loop([String])
    case tooManyHops(limit: Int, [String])
    case dangling(CatalogError, [String])
    /// The feature itself has no such shared name.
    case undeclared(String, SharedNameKind, feature: String, nearest: String?)
    /// A shared name leads to a missing feature.
    case noFeature(CatalogError, [String])
    case unconnected(SharedNameKind, reason: String, [String])
    case otherType(SharedNameKind, from: ValueType?, to: ValueType?, [String])

    package var chain: [String] {
        switch self {
        case .undeclared: []
        case .loop(let chain), .tooManyHops(_, let chain), .dangling(_, let chain), .noFeature(_, let chain),
            .unconnected(_, _, let chain), .otherType(_, _, _, let chain):
            chain
        }
    }

    package var description: String {
        let way = chain.map { $0.shortened() }.joined(separator: " -> ")
        switch self {
        case .loop: return "the redirects go round in a loop: \(way)"
        case .tooManyHops(let limit, _): return "more than \(limit) redirects in a row: \(way)"
        case .dangling(let error, _):
            return "the redirect leads nowhere, since \(error.followed(by: way))"
        case .undeclared(let name, let kind, let feature, let nearest):
            let what = kind == .checkpoint ? "checkpoint" : "type of values"
            let hint =
                nearest.map { "did you mean '\($0)'?" }
                ?? "its manifest declares them in \"\(kind == .checkpoint ? "checkpoints" : "receives")\", in Swift by "
                + "Feature.\(kind == .checkpoint ? "checkpoints" : "receivedValues")"
            return "the feature '\(feature)' declares no \(what) '\(name)'; \(hint)"
        case .noFeature(let error, _):
            return "the wiring leads nowhere, since \(error.followed(by: way))"
        case .unconnected(let kind, let reason, let chain):
            return "the \(kind) '\(chain[chain.count - 1])' is not connected: \(reason)"
                + (chain.count > 1 ? ": \(way)" : "")
        case .otherType(let kind, let from, let to, let chain):
            if let from, let to, let difference = from.difference(from: to), !difference.path.isEmpty {
                return "the \(kind) does not fit: \(way): \(difference)"
            }
            func text(_ type: ValueType?) -> String { type.map { "takes a value of type \($0)" } ?? "takes no value" }
            return "the \(kind) '\(chain[0])' \(text(from)), and '\(chain[chain.count - 1])' \(text(to)): \(way)"
        }
    }

    /// The installed feature, route or name that is probably meant. Nil if no name is similar.
    var nearest: String? {
        switch self {
        case .dangling(let error, _), .noFeature(let error, _): error.nearest
        case .undeclared(_, _, let feature, let nearest): nearest.map { "\(feature)/\($0)" }
        case .loop, .tooManyHops, .unconnected, .otherType: nil
        }
    }

    /// Whether a feature is missing, even if a similar id is installed.
    var isAbsence: Bool {
        switch self {
        case .dangling(let error, _): error.isAbsence
        case .noFeature: true
        default: false
        }
    }
}

/// A chain of redirects that begins with one rule, followed as far as it is equal for all argument values.
struct RedirectWalk {
    private(set) var chain: [DestinationTemplate]
    private(set) var error: RedirectError?

    init(from rule: Wiring.Redirect, _ steps: RedirectSteps) {
        chain = [rule.from, rule.to]
        var visited: Set<DestinationTemplate> = [rule.from.comparable(in: steps.catalog)]
        var last = rule.to.comparable(in: steps.catalog)
        if !visited.insert(last).inserted { error = .loop(chain.map(\.description)) }
        while error == nil, let next = steps.next(after: last) {
            chain.append(next)
            last = next.comparable(in: steps.catalog)
            let texts = chain.map(\.description)
            if !visited.insert(last).inserted {
                error = .loop(texts)
            } else if chain.count > Redirector.maximumHops + 1 {
                error = .tooManyHops(limit: Redirector.maximumHops, texts)
            }
        }
    }
}

/// An index of the redirects by their left sides.
struct RedirectSteps: Sendable {
    private struct Step {
        /// The rule's rank: of two matching rules, the one with the lower position applies.
        let position: Int
        let from: DestinationTemplate
        let rule: Wiring.Redirect

        var literals: [DestinationTemplate.Item] {
            from.items.filter { if case .literal = $0.term { true } else { false } }
        }
    }

    let catalog: Catalog
    /// The rules by their route and rarest literal, if they have one: a route may have thousands of rules, one for each
    /// value.
    private var steps: [DestinationTemplate: [Step]] = [:]

    init(_ redirects: [Wiring.Redirect], redirector: Redirector) {
        catalog = redirector.catalog
        for route in Set(redirects.map(\.from.qualifiedRoute)) {
            let steps = redirector.rules(from: route).enumerated().map { position, rule in
                Step(position: position, from: rule.from.comparable(in: catalog), rule: rule)
            }
            var counts: [DestinationTemplate.Item: Int] = [:]
            for step in steps { for literal in step.literals { counts[literal, default: 0] += 1 } }
            for step in steps {
                let rarest = step.literals.min { counts[$0, default: 0] < counts[$1, default: 0] }
                self.steps[step.from.only(rarest), default: []].append(step)
            }
        }
    }

    /// The next destination after a comparable target. Nil if no rule matches all destinations of the target.
    func next(after target: DestinationTemplate) -> DestinationTemplate? {
        let candidates = ([nil] + target.items.map(Optional.some)).flatMap { steps[target.only($0)] ?? [] }
        // A rule with a literal counts only if the target has that literal: the argument's value is unknown here.
        let step = candidates.filter { $0.from.matches(everythingOf: target) }.min { $0.position < $1.position }
        return step.map { $0.rule.to.substituting($0.rule.from.terms(in: target)) }
    }
}

extension DestinationTemplate {
    /// The route with only this item, or without items.
    fileprivate func only(_ item: Item?) -> DestinationTemplate {
        DestinationTemplate(feature: feature, route: route, items: item.map { [$0] } ?? [])
    }

    /// Whether this pattern matches every destination that `other` can be filled to.
    fileprivate func matches(everythingOf other: DestinationTemplate) -> Bool {
        guard feature == other.feature, route == other.route else { return false }
        return items.allSatisfy { item in
            guard case .literal = item.term else { return true }
            return other.items.contains(item)
        }
    }

    /// The template in a form that is equal for equal destinations: sorted by name, with one text for all spellings of
    /// a value. `-0` and `00`, read as integers, are `0`.
    fileprivate func comparable(in catalog: Catalog) -> DestinationTemplate {
        // Most templates have no literals, and their features' manifests need not be read.
        lazy var declaration = try? catalog.route(route, of: feature).declaration
        let items = items.map { item in
            guard case .literal(let text) = item.term,
                let value = declaration?.argument(named: item.name)?.type.element.value(fromText: text)
            else { return item }
            // A double has a second, negative zero that equals the first.
            return Item(item.name, .literal(value == .double(0) ? "0.0" : value.scalarText ?? text))
        }
        return DestinationTemplate(feature: feature, route: route, items: items.sorted { $0.name < $1.name })
    }

    /// The terms of a target for the names in braces of this pattern.
    fileprivate func terms(in target: DestinationTemplate) -> [String: Term] {
        var terms: [String: Term] = [:]
        for item in items {
            guard case .argument(let name) = item.term else { continue }
            terms[name] = target.items.first { $0.name == item.name }?.term
        }
        return terms
    }

    fileprivate func substituting(_ terms: [String: Term]) -> DestinationTemplate {
        DestinationTemplate(
            feature: feature, route: route,
            items: items.compactMap { item in
                guard case .argument(let name) = item.term else { return item }
                return terms[name].map { Item(item.name, $0) }
            })
    }
}

extension CatalogError {
    /// The description with the way that led to the error behind it: the error may end with a question.
    func followed(by way: String) -> String {
        let text = description
        return text.hasSuffix("?") ? "\(text) (\(way))" : "\(text): \(way)"
    }
}
