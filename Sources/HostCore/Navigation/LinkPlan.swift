import FeatureContract

/// What a link would do with the state, before it does.
package struct LinkPlan: Sendable {
    package let policy: Wiring.LinkPolicy
    package let tabIndex: Int
    /// What stands above the tab's root afterwards, the target last: for ``Wiring/LinkPolicy/rebuild``.
    package let aboveRoot: [Destination]

    package init(
        _ chain: Redirector.Chain, place: Catalog.Place, wiring: Wiring, redirector: Redirector, state: NavigationState
    ) {
        let target = chain.end
        policy = chain.link ?? wiring.features[target.feature]?.links ?? wiring.links
        tabIndex =
            policy == .rebuild
            ? state.tabs.firstIndex { $0.entries[0].destination.feature == target.feature } ?? state.selectedIndex
            : state.selectedIndex
        let root = state.tabs[tabIndex].entries[0].destination
        let values = Dictionary(target.arguments.map { ($0.name, $0.value) }) { first, _ in first }
        let parents = place.declaration.parents.compactMap { parent -> Destination? in
            guard let declaration = place.manifest.incomingRoute(named: parent.route) else { return nil }
            // The operator may have put another screen in the parent's place.
            return (try? parent.filled(with: values, by: declaration)).flatMap { try? redirector.resolve($0).end }
        }
        // The root needs no second place above itself.
        aboveRoot = (parents + [target]).filter { !place.manifest.areSame($0, root) }
    }

    /// The state afterwards, but for its screens' identities.
    ///
    /// - Parameter presentation: How the target is shown where it is put on what is there.
    package func state(after state: NavigationState, presentation: Presentation) -> NavigationState {
        var after = state
        switch policy {
        case .rebuild:
            after.replaceStack(with: aboveRoot.map { .init(id: 0, destination: $0) }, inTab: tabIndex)
            if tabIndex != after.selectedIndex { try? after.selectTab(after.tabs[tabIndex].name) }
        case .append, .present:
            let presentation = policy == .present ? .sheet : presentation
            if let target = aboveRoot.last {
                after.append(.init(id: 0, destination: target, presentation: presentation), toTab: tabIndex)
            }
        }
        return after
    }
}
