import FeatureContract

/// Turning requests into edits of the state, and checking locks.
extension NavigationCoordinator {
    /// The operation of a request that makes no screen; nil for other requests.
    func operation(
        _ request: NavigationRequest, of feature: String?
    ) throws(CallFailure) -> NavigationOperation? {
        switch request {
        case .back: return .back
        case .pop(let count): return .pop(count)
        case .popTo(let destination):
            let end = try chain(destination, of: feature).end
            guard let manifest = catalog.feature(end.feature)?.manifest else { return .popTo(end) }
            return .popTo(end) { manifest.areSame($0, end) }
        case .popToRoot: return .popToRoot
        case .dismiss: return .dismiss
        case .dismissAll: return .dismissAll
        case .reset: return .reset
        case .selectTab(let name): return .selectTab(name)
        case .navigate, .replaceStack, .returnToCheckpoint, .send, .resume: return nil
        }
    }

    /// The edits, and those that reset the selected tab if it is left and its wiring does not retain it.
    func leaving(_ edits: [NavigationState.Edit], in state: NavigationState) -> [NavigationState.Edit] {
        let left = state.selectedIndex
        let leaves = edits.contains { if case .select(let tab) = $0 { tab != left } else { false } }
        guard leaves, wiring.tabs.indices.contains(left), !wiring.tabs[left].retain else { return edits }
        var rest = edits.filter { if case .cut(left, _, _) = $0 { false } else { true } }
        let tab = state.tabs[left]
        if tab.stacks.count > 1 || tab.stacks[0].count > 1 {
            rest.insert(.cut(tab: left, stack: 0, kept: 1), at: 0)
        }
        // The root starts anew too. It is the lowest screen removed, so its edit comes first.
        rest.insert(.replaceRoot(entry(tab.root.destination, .push), tab: left), at: 0)
        return rest
    }

    /// The position of a screen, or of the one it is embedded in; the top for a feature itself.
    ///
    /// - Parameter place: The last known position, which is tried first.
    func position(
        of screen: ScreenID, in state: NavigationState, near place: NavigationState.Position? = nil
    ) -> NavigationState.Position? {
        guard screen != 0 else { return state.topPosition }
        let outermost = outermost(screen)
        if let place, state.clamped(place) == place, state[place].id == outermost { return place }
        return state.position(of: outermost)
    }

    /// The outermost screen around a screen, which stands in the state itself.
    func outermost(_ screen: ScreenID) -> ScreenID {
        var outermost = screen
        while let container = container(of: outermost) { outermost = container }
        return outermost
    }

    private func container(of screen: ScreenID) -> ScreenID? {
        pendingScreen?.screen == screen ? pendingScreen?.container : screens[screen]?.container
    }

    // MARK: Locks

    /// Refuses edits that would remove a screen which holds a lock.
    ///
    /// Between calls into features, each screen is rendered first. Inside a call, the last rendering decides.
    func checkLocks(_ edits: [NavigationState.Edit], in expected: NavigationState? = nil) throws(CallFailure) {
        for entry in (expected ?? state).entriesRemoved(by: edits).reversed() {
            guard let screen = screens[entry.id] else { continue }
            // A screen that was never rendered has nothing to lose, and one whose feature has stopped has lost it
            // already.
            if callDepth == 0, screen.rendered != nil, !screen.isLost { refresh(screen, isSeen: screen.isSeen) }
            for screen in tree(of: entry.id) {
                // Inside a call, a screen that has changed since its last render is checked when the request is carried
                // out.
                guard callDepth == 0 || !screen.needsRender, let reason = screen.rendered?.lock else { continue }
                throw CallFailure(.locked, lockMessage(reason, at: entry))
            }
        }
    }
}
