import FeatureContract
import HostSystem

/// Actions that only the user has: going somewhere by name or by a link, and selecting tabs.
extension Planner {
    /// Goes to a place of any feature. The root of a tab is selected and popped to.
    ///
    /// - Parameters:
    ///   - method: The method that shows it, whatever the wiring and the route say.
    ///   - byLink: Whether the place comes from a link on a screen. Such a link pushes unless the wiring names another
    ///     method.
    @MainActor
    package func plan(
        goingTo place: Place, by method: NavigationMethod? = nil, byLink: Bool = false, in state: NavigationState,
        by asker: Asker = .user, _ screens: some ShownScreens
    ) throws(CallFailure) -> Plan {
        let chain = try chain(place)
        let shown = byLink ? chain.method ?? .push : method
        if let plan = try parking(
            chain, by: .user, method: shown, in: state, at: state.topPosition, asker: asker, screens)
        {
            return plan
        }
        if method == nil, !byLink, let tab = tab(withRoot: chain.end, in: state) {
            let root = NavigationState.Position(tab: tab, stack: 0, entry: 0)
            return try selecting(tab, after: state.edits(.reset, at: root), in: state, by: asker, screens)
        }
        return try showing(chain, by: shown, in: state, at: state.topPosition)
    }

    /// The match of a link before redirects, by patterns alone.
    package enum OpenedLink: Sendable {
        case place(Place)
        /// No pattern matches. These features resolve further links of its scheme and host by code.
        case code([String], LinkURL)
    }

    package func match(link text: String) throws(CallFailure) -> OpenedLink {
        let span = TraceSpan.begin()
        var pattern: String?
        defer { span?.end("match", .plan, pattern.map { ["pattern": .string($0)] } ?? [:]) }
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
        case .place(let place, let link):
            if span != nil { pattern = link.pattern.description }
            return .place(place)
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

    /// Opens the place of a link by the wiring's link policy, which may put the target's parents below it.
    ///
    /// - Parameter start: The place before redirects.
    @MainActor
    package func plan(
        link start: Place, in state: NavigationState, by asker: Asker = .user,
        _ screens: some ShownScreens
    ) throws(CallFailure) -> Plan {
        let chain = try chain(start)
        let target = try end(of: chain)
        if let plan = try parking(
            chain, by: .link, method: nil, in: state, at: state.topPosition, asker: asker, screens)
        {
            return plan
        }
        func rebuild(_ tab: Int, _ above: [Place]) throws(CallFailure) -> Plan {
            let root = NavigationState.Position(tab: tab, stack: 0, entry: 0)
            let edits = try state.edits(.replaceStack(above.map { .init(id: 0, place: $0) }), at: root)
            return try selecting(tab, after: edits, in: state, by: asker, screens)
        }
        // A target that is a tab's root is shown only there.
        if let tab = tab(withRoot: target, in: state) { return try rebuild(tab, []) }
        switch chain.link ?? wiring.options(of: target.feature)?.links ?? wiring.links {
        case .append: return try showing(chain, by: nil, in: state, at: state.topPosition)
        case .present: return try showing(chain, by: .sheet, in: state, at: state.topPosition)
        case .rebuild:
            func isOfTarget(_ tab: NavigationState.Tab) -> Bool { tab.root.place.feature == target.feature }
            let tab =
                isOfTarget(state.selected)
                ? state.selectedIndex : state.tabs.firstIndex(where: isOfTarget) ?? state.selectedIndex
            let root = state.tabs[tab].root.place
            // The root must not stand above itself.
            let parents = parents(of: target).filter { hold(on: $0, state.conditions) == nil }
            let above = (parents + [target]).filter { !$0.isSameScreen(as: root) }
            return try rebuild(tab, above)
        }
    }

    /// Pushes the host's not-found screen, with the text asked for and the reason.
    package func plan(
        notFound asked: String, _ reason: String, in state: NavigationState, at position: NavigationState.Position
    ) -> Plan {
        let entry = NavigationState.Entry(id: 0, place: SystemRoutes.notFound(asked, reason: reason))
        let position = state.clamped(position)
        return .edits([.push(entry, tab: position.tab, stack: position.stack)])
    }

    /// Selects a tab and dismisses all modals, as a value sent to the tab does.
    @MainActor
    func plan(
        sendingTo tab: Int, in state: NavigationState, by asker: Asker, _ screens: some ShownScreens
    ) throws(CallFailure) -> Plan {
        try selecting(tab, after: state.edits(.dismissAll, at: state.topPosition), in: state, by: asker, screens)
    }

    @MainActor
    func selecting(
        _ tab: Int, after edits: [NavigationState.Edit], in state: NavigationState, by asker: Asker,
        _ screens: some ShownScreens
    ) throws(CallFailure) -> Plan {
        let edits = tab == state.selectedIndex ? edits : leaving(edits + [.select(tab: tab)], in: state)
        return .edits(try unlocked(edits, in: state, by: asker, screens))
    }

    /// The destinations that a link puts below its target, lowest first.
    private func parents(of target: Place) -> [Place] {
        target.route.declaration.parents.compactMap { parent in
            guard let route = try? catalog.route(parent.route, of: target.feature), route.kind == .incoming,
                let values = try? parent.values(by: route.declaration, { target[$0] })
            else { return nil }
            // A redirect of the wiring may replace the parent by another screen.
            return try? redirector.resolve(Place(route, values)).end
        }
    }

    /// The index of the tab with this root, preferably the selected one; nil if there is none.
    func tab(withRoot place: Place, in state: NavigationState) -> Int? {
        guard place.isKnown, place.feature != Manifest.systemID else { return nil }
        func isItsRoot(_ tab: NavigationState.Tab) -> Bool { tab.root.place.isSameScreen(as: place) }
        return isItsRoot(state.selected) ? state.selectedIndex : state.tabs.firstIndex(where: isItsRoot)
    }
}
