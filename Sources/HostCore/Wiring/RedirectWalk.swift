import FeatureContract

/// A chain of redirects that begins with one rule, followed as far as it is the same for all values of the arguments.
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
        /// The place in the order in which the route's rules are tried: of two that match, the earlier applies.
        let position: Int
        let from: DestinationTemplate
        let rule: Wiring.Redirect

        var literals: [DestinationTemplate.Item] {
            from.items.filter { if case .literal = $0.term { true } else { false } }
        }
    }

    let catalog: Catalog
    /// The rules by their route and rarest literal, if they have one: thousands may redirect one route, a value each.
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

    /// The destination that a comparable target is redirected to. Nil if no rule matches all that it stands for.
    func next(after target: DestinationTemplate) -> DestinationTemplate? {
        let candidates = ([nil] + target.items.map(Optional.some)).flatMap { steps[target.only($0)] ?? [] }
        // A rule with a literal counts only if the target has that literal: the value of an argument is not known here.
        let step = candidates.filter { $0.from.matches(everythingOf: target) }.min { $0.position < $1.position }
        return step.map { $0.rule.to.substituting($0.rule.from.terms(in: target)) }
    }
}

extension DestinationTemplate {
    /// The route with this item alone, or without items.
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
        let declaration = try? catalog.place(feature: feature, route: route).declaration
        let items = items.map { item in
            guard case .literal(let text) = item.term,
                let value = declaration?.argument(named: item.name)?.type.element.value(fromText: text)
            else { return item }
            // A double has a second zero, with a sign, that equals the first.
            return Item(item.name, .literal(value == .double(0) ? "0.0" : value.scalarText ?? text))
        }
        return DestinationTemplate(feature: feature, route: route, items: items.sorted { $0.name < $1.name })
    }

    /// The terms of a target that the names in braces of this pattern stand for.
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
