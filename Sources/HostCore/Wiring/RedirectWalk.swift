import FeatureContract

/// Follows one rule as far as can be said for every value of its arguments.
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

/// The rules, found by their left sides.
struct RedirectSteps: Sendable {
    private struct Step {
        /// Of two that match, the one before the other applies.
        let position: Int
        let from: DestinationTemplate
        let rule: Wiring.Redirect

        var literals: [DestinationTemplate.Item] {
            from.items.filter { if case .literal = $0.term { true } else { false } }
        }
    }

    let catalog: Catalog
    /// By the route and the rarest literal, where there is one: thousands may redirect one route, a value each.
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

    /// What a comparable target is redirected to.
    func next(after target: DestinationTemplate) -> DestinationTemplate? {
        let candidates = ([nil] + target.items.map(Optional.some)).flatMap { steps[target.only($0)] ?? [] }
        // A rule with a literal may or may not apply to an argument whose value is not known.
        let step = candidates.filter { $0.from.matches(everythingOf: target) }.min { $0.position < $1.position }
        return step.map { $0.rule.to.substituting($0.rule.from.terms(in: target)) }
    }
}

extension DestinationTemplate {
    /// The route with one of the items, or with none.
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

    /// The same for the same destinations: in the order of its names, with one text for every spelling of a value. As
    /// the integers that they are read as, `-0` and `00` are `0`.
    fileprivate func comparable(in catalog: Catalog) -> DestinationTemplate {
        let declaration = try? catalog.place(feature: feature, route: route).declaration
        let items = items.map { item in
            guard case .literal(let text) = item.term,
                let value = declaration?.argument(named: item.name)?.type.element.value(fromText: text)
            else { return item }
            // Of a double there is a zero with a sign, which equals the other.
            return Item(item.name, .literal(value == .double(0) ? "0.0" : value.scalarText ?? text))
        }
        return DestinationTemplate(feature: feature, route: route, items: items.sorted { $0.name < $1.name })
    }

    /// What the names in braces of this pattern stand for in a target.
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
