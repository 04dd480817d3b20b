import FeatureContract

/// The change of the state that a link would make.
package struct LinkPlan: Sendable {
    package let policy: Wiring.LinkPolicy
    /// The root of the tab that the link leads to.
    package let root: NavigationState.Position
    /// The destinations above that root afterwards, the target last; used by ``Wiring/LinkPolicy/rebuild``.
    package let aboveRoot: [Destination]

    package init(
        _ chain: Redirector.Chain, place: Catalog.Place, wiring: Wiring, redirector: Redirector, state: NavigationState
    ) {
        let target = chain.end
        // A target that is a tab's root is shown there, and put nowhere else.
        if let tab = state.tab(withRoot: target, of: place.manifest) {
            policy = .rebuild
            root = NavigationState.Position(tab: tab, stack: 0, entry: 0)
            aboveRoot = []
            return
        }
        policy = chain.link ?? wiring.options(of: target.feature)?.links ?? wiring.links
        func isOfTarget(_ tab: NavigationState.Tab) -> Bool { tab.root.destination.feature == target.feature }
        let staysInTab = policy != .rebuild || isOfTarget(state.selected)
        let tab = staysInTab ? state.selectedIndex : state.tabs.firstIndex(where: isOfTarget) ?? state.selectedIndex
        root = NavigationState.Position(tab: tab, stack: 0, entry: 0)
        let rootDestination = state.tabs[tab].root.destination
        let values = Dictionary(target.arguments.map { ($0.name, $0.value) }) { first, _ in first }
        let parents = place.declaration.parents.compactMap { parent -> Destination? in
            guard let declaration = place.manifest.incomingRoute(named: parent.route) else { return nil }
            // A redirect of the wiring may replace the parent by another screen.
            return (try? parent.filled(with: values, by: declaration)).flatMap { try? redirector.resolve($0).end }
        }
        // The root must not stand a second time above itself.
        aboveRoot = (parents + [target]).filter { !place.manifest.areSame($0, rootDestination) }
    }

    /// Returns the state after the link. The ids of its new entries are 0.
    ///
    /// - Parameter presentation: The presentation of the target if it is put over the visible screen.
    package func state(after state: NavigationState, presentation: Presentation) -> NavigationState {
        var after = state
        switch policy {
        case .rebuild:
            try? after.perform(.replaceStack(aboveRoot.map { .init(id: 0, destination: $0) }), at: root)
            if root.tab != after.selectedIndex { after.apply([.select(tab: root.tab)]) }
        case .append, .present:
            let presentation = policy == .present ? .sheet : presentation
            if let target = aboveRoot.last {
                try? after.perform(.put(.init(id: 0, destination: target, presentation: presentation)))
            }
        }
        return after
    }
}

extension NavigationState {
    /// The index of the tab whose root is this destination; the selected tab is preferred. Nil if there is none.
    ///
    /// - Parameter manifest: The manifest of the destination's feature, which says whether a route equals the main
    ///   screen.
    func tab(withRoot destination: Destination, of manifest: Manifest) -> Int? {
        func isItsRoot(_ tab: Tab) -> Bool {
            tab.root.destination.feature == destination.feature
                && manifest.areSame(tab.root.destination, destination)
        }
        return isItsRoot(selected) ? selectedIndex : tabs.firstIndex(where: isItsRoot)
    }
}
