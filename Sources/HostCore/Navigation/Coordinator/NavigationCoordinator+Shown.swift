import FeatureContract

/// What the screens show, as the planner asks for it.
///
/// Between calls into features, each screen is rendered before it answers. Inside a call, its last rendering answers.
extension NavigationCoordinator: @MainActor ShownScreens {
    package func lock(of entry: NavigationState.Entry, asking asker: ScreenID) -> String? {
        guard let screen = screens[entry.id] else { return nil }
        // A screen that was never rendered has nothing to lose, and one whose feature has stopped has lost it already.
        if callDepth == 0, screen.rendered != nil, !screen.isLost { refresh(screen, isSeen: screen.isSeen) }
        for screen in tree(of: entry.id) where screen.id != asker {
            // Inside a call, a screen that has changed since its last render is asked when the request is carried out.
            guard callDepth == 0 || !screen.needsRender, let reason = screen.rendered?.lock else { continue }
            return lockMessage(reason, at: entry)
        }
        return nil
    }

    package func checkpoint(
        among names: [SharedName], of entry: NavigationState.Entry
    ) -> (name: SharedName, screen: ScreenID?)? {
        if callDepth == 0 {
            if screens[entry.id] == nil { refreshCheckpoints(of: entry) }
            if let screen = screens[entry.id] { refresh(screen, isSeen: screen.isSeen) }
        }
        let tree = tree(of: entry.id)
        for screen in tree {
            let shown = names.first { name in
                screen.feature == name.feature
                    && screen.rendered?.checkpoints.contains {
                        $0.name == name.name.name && $0.type == name.name.type
                    } == true
            }
            if let shown { return (shown, screen.id) }
        }
        let isKnown = !tree.isEmpty && tree.allSatisfy { $0.rendered != nil && !$0.needsRender }
        // A screen that is being made cannot take a value yet.
        guard callDepth > 0, !isKnown, entry.id != pendingScreen?.screen else { return nil }
        let features = [entry.place.feature] + tree.map(\.feature)
        return names.first { features.contains($0.feature) }.map { ($0, nil) }
    }

    package func receives(tab name: String) -> Bool? {
        guard queue.isEmpty, pendingScreen == nil, !screens.values.contains(where: \.needsRender) else { return nil }
        // Nothing is delivered, so nothing fails.
        return (try? offer(.tab(name), toScreensOf: nil) { $0 }) != nil
    }

    package var paused: (by: String, senders: Set<String>)? {
        guard let sending, case .paused(let pauser) = sending.phase else { return nil }
        return (pauser, sending.senders)
    }

    // MARK: Positions

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
}
