import FeatureContract

/// Starting at the roots, or where the last session stopped.
extension NavigationCoordinator {
    /// Restores a saved state, then opens the links that waited, in their order; the last one decides what is visible.
    ///
    /// Screens are made when they are seen. A screen whose feature is missing keeps its place, and returns with the
    /// feature.
    ///
    /// - Returns: Notes for the user about parts of the saved state that have no place in the wiring any more.
    @discardableResult
    package func start(restoring saved: NavigationState? = nil) -> [String] {
        guard !isReady else { return [] }
        isReady = true
        for tab in state.tabs { expectScreen(of: tab.root) }
        let notes = saved.map(restore) ?? []
        publish()
        let links = waitingLinks
        waitingLinks = []
        for link in links { open(link) }
        return notes
    }

    /// Puts the screens above the roots of another state onto the roots of this one.
    func restore(_ saved: NavigationState) -> [String] {
        var notes: [String] = []
        for tab in saved.tabs {
            let what = tab.name.isEmpty ? "the one stack of the session" : "the session's tab '\(tab.name)'"
            let above = tab.entries.count - 1
            let loss =
                above == 0
                ? "" : ", and \(above == 1 ? "the screen above it is" : "the \(above) screens above it are") left out"
            guard let index = state.tabs.firstIndex(where: { $0.name == tab.name }) else {
                notes.append("\(what) is not in the wiring any more\(loss)")
                continue
            }
            let root = state.tabs[index].root
            let savedRoot = revived(tab.root.place)
            let isSamePlaceholder =
                SystemRoutes.asked(in: savedRoot) != nil
                && SystemRoutes.asked(in: savedRoot) == SystemRoutes.asked(in: root.place)
            let isAway = !root.place.isKnown
            guard isAway || root.place.isSameScreen(as: savedRoot) || isSamePlaceholder else {
                notes.append(
                    "\(what) began with '\(savedRoot)', and begins with '\(root.place)' now\(loss)")
                continue
            }
            // The catalog cannot say where the root of a missing feature leads, so the session's root is used.
            if isAway { state.apply([.replaceRoot(entry(savedRoot, .push), tab: index)]) }
            for (number, stack) in tab.stacks.enumerated() {
                let edits = stack.dropFirst(number == 0 ? 1 : 0).map {
                    NavigationState.Edit.put(entry(revived($0.place), $0.presentation), tab: index, stack: number)
                }
                state.apply(edits)
                expectScreens(of: edits)
            }
        }
        if let index = state.tabs.firstIndex(where: { $0.name == saved.selected.name }) {
            state.apply([.select(tab: index)])
        }
        return notes
    }
}
