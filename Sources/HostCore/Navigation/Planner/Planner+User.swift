import FeatureContract

/// What the user does, and only the user: going somewhere by name or by a link, and selecting tabs.
extension Planner {
    /// Goes to a destination of any feature. The root of a tab is selected and popped to.
    ///
    /// - Parameters:
    ///   - method: The method that shows it, whatever the wiring and the route say.
    ///   - byLink: Whether a link on a screen leads there. That always pushes, unless the wiring names another method.
    @MainActor
    package func plan(
        goingTo destination: Destination, by method: NavigationMethod? = nil, byLink: Bool = false,
        in state: NavigationState, by asker: Asker = .user, _ screens: some ShownScreens
    ) throws(CallFailure) -> Plan {
        let chain = try chain(destination, of: nil)
        if method == nil, !byLink, let tab = tab(withRoot: chain.end, in: state) {
            let root = NavigationState.Position(tab: tab, stack: 0, entry: 0)
            return try selecting(tab, after: state.edits(.reset, at: root), in: state, by: asker, screens)
        }
        return try showing(
            chain, by: byLink ? chain.method ?? .push : method, in: state, at: state.topPosition)
    }

    /// Where a link leads before redirects, as far as the patterns say.
    package enum LinkMatch: Sendable {
        case destination(Destination)
        /// No pattern matches, and these features resolve further links of its scheme and host by code.
        case code([String], LinkURL)
    }

    package func match(link text: String) throws(CallFailure) -> LinkMatch {
        let url: LinkURL
        do {
            url = try LinkURL(text)
        } catch {
            throw CallFailure(.notFound, error.description)
        }
        if let refusal = LinkRules(catalog: catalog, wiring: wiring).schemeRefusal(of: url) {
            throw CallFailure(.notFound, refusal.description)
        }
        switch catalog.match(url) {
        case .destination(let destination, _): return .destination(destination)
        case .ambiguous(let first, let second):
            throw CallFailure(.notFound, LinkRefusal.ambiguous(url.text, first, second).description)
        case .noPattern(let askable):
            guard !askable.isEmpty else { throw unmatched(url) }
            return .code(askable, url)
        }
    }

    func unmatched(_ url: LinkURL) -> CallFailure {
        CallFailure(.notFound, LinkRules(catalog: catalog, wiring: wiring).unmatched(url).description)
    }

    /// Opens the destination of a link by the wiring's link policy, which may put the target's parents below it.
    ///
    /// - Parameter destination: The destination before redirects.
    @MainActor
    package func plan(
        link destination: Destination, in state: NavigationState, by asker: Asker = .user,
        _ screens: some ShownScreens
    ) throws(CallFailure) -> Plan {
        let chain = try chain(destination)
        let place = try place(of: chain)
        let target = chain.end
        func rebuild(_ tab: Int, _ above: [Destination]) throws(CallFailure) -> Plan {
            let root = NavigationState.Position(tab: tab, stack: 0, entry: 0)
            let edits = try state.edits(.replaceStack(above.map { .init(id: 0, destination: $0) }), at: root)
            return try selecting(tab, after: edits, in: state, by: asker, screens)
        }
        // A target that is a tab's root is shown there, and put nowhere else.
        if let tab = tab(withRoot: target, in: state) { return try rebuild(tab, []) }
        switch chain.link ?? wiring.options(of: target.feature)?.links ?? wiring.links {
        case .append: return try showing(chain, by: nil, in: state, at: state.topPosition)
        case .present: return try showing(chain, by: .sheet, in: state, at: state.topPosition)
        case .rebuild:
            func isOfTarget(_ tab: NavigationState.Tab) -> Bool { tab.root.destination.feature == target.feature }
            let tab =
                isOfTarget(state.selected)
                ? state.selectedIndex : state.tabs.firstIndex(where: isOfTarget) ?? state.selectedIndex
            let root = state.tabs[tab].root.destination
            // The root must not stand a second time above itself.
            let above = (parents(of: target, place) + [target]).filter { !place.manifest.areSame($0, root) }
            return try rebuild(tab, above)
        }
    }

    /// Pushes the host's not-found screen, which says why what was asked for is not shown.
    package func plan(
        notFound asked: String, _ reason: String, in state: NavigationState, at position: NavigationState.Position
    ) -> Plan {
        let entry = NavigationState.Entry(id: 0, destination: SystemRoutes.notFound(asked, reason: reason))
        let position = state.clamped(position)
        return .edits([.push(entry, tab: position.tab, stack: position.stack)])
    }

    /// Selects a tab and dismisses all modals, as a value that is sent to the tab does.
    @MainActor
    func plan(
        sendingTo tab: Int, in state: NavigationState, by asker: Asker, _ screens: some ShownScreens
    ) throws(CallFailure) -> Plan {
        try selecting(tab, after: state.edits(.dismissAll, at: state.topPosition), in: state, by: asker, screens)
    }

    @MainActor
    private func selecting(
        _ tab: Int, after edits: [NavigationState.Edit], in state: NavigationState, by asker: Asker,
        _ screens: some ShownScreens
    ) throws(CallFailure) -> Plan {
        let edits = tab == state.selectedIndex ? edits : leaving(edits + [.select(tab: tab)], in: state)
        return .edits(try unlocked(edits, in: state, by: asker, screens))
    }

    /// The destinations that a link puts below its target, the lowest first.
    private func parents(of target: Destination, _ place: Catalog.Place) -> [Destination] {
        let values = Dictionary(target.arguments.map { ($0.name, $0.value) }) { first, _ in first }
        return place.declaration.parents.compactMap { parent in
            guard let declaration = place.manifest.incomingRoute(named: parent.route) else { return nil }
            // A redirect of the wiring may replace the parent by another screen.
            return (try? parent.filled(with: values, by: declaration)).flatMap { try? redirector.resolve($0).end }
        }
    }

    /// The index of the tab whose root is this destination; the selected tab is preferred. Nil if there is none.
    private func tab(withRoot destination: Destination, in state: NavigationState) -> Int? {
        guard let manifest = catalog.feature(destination.feature)?.manifest else { return nil }
        func isItsRoot(_ tab: NavigationState.Tab) -> Bool {
            tab.root.destination.feature == destination.feature
                && manifest.areSame(tab.root.destination, destination)
        }
        return isItsRoot(state.selected) ? state.selectedIndex : state.tabs.firstIndex(where: isItsRoot)
    }
}
