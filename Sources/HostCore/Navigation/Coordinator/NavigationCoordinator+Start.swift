import FeatureContract

/// Starting at the roots, or where the last session stopped.
extension NavigationCoordinator {
    /// Restores a saved state, then opens the waiting links in order; the last decides what is visible.
    ///
    /// Screens are made when they are seen. A screen whose feature is missing keeps its place, and returns with the
    /// feature.
    ///
    /// - Returns: Notes for the user about parts of the saved state that have no place in the wiring any more.
    @discardableResult
    package func start(restoring saved: NavigationState? = nil) -> [String] {
        (notes, restored) = ([], saved)
        receive(.start(restored: nil))
        return notes
    }

    func begin() {
        guard !isReady else { return }
        isReady = true
        let saved = restored
        restored = nil
        if let saved { restoreConditions(saved) }
        for tab in state.tabs { expectScreen(of: tab.root) }
        if let saved {
            notes = restore(saved)
            followRestoredConditions()
            if asksFeatures { drain() }
        }
        publish()
        let links = waitingLinks
        waitingLinks = []
        for link in links { open(link, hasUser: !visible.isEmpty) }
    }

    /// Puts the screens above another state's roots onto the roots of this state.
    func restore(_ saved: NavigationState) -> [String] {
        var notes: [String] = []
        let heirs = heirs(of: saved)
        for (tab, heir) in zip(saved.tabs, heirs) {
            let what = tab.name.isEmpty ? "the one stack of the session" : "the session's tab '\(tab.name)'"
            let above = tab.entries.count - 1
            let loss =
                above == 0
                ? "" : ", and \(above == 1 ? "the screen above it is" : "the \(above) screens above it are") left out"
            guard let index = heir else {
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
                    "\(what) began with '\(savedRoot)', by a swap or by other wiring, and begins with '\(root.place)' now"
                        + loss)
                continue
            }
            // The catalog does not know the redirects of a missing feature's root, so the session's root is used.
            if isAway {
                state.apply([
                    .replaceRoot(entry(savedRoot, .push, saved: tab.root.saved, inner: tab.root.inner), tab: index)
                ])
            } else {
                var kept = root
                (kept.saved, kept.inner) = (tab.root.saved, tab.root.inner)
                state.replaceEntry(root.id, with: kept)
            }
            for (number, stack) in tab.stacks.enumerated() {
                let edits = stack.dropFirst(number == 0 ? 1 : 0).map {
                    NavigationState.Edit.put(
                        entry(revived($0.place), $0.presentation, saved: $0.saved, inner: $0.inner),
                        tab: index, stack: number)
                }
                state.apply(edits)
                expectScreens(of: edits)
            }
        }
        if let index = heirs[saved.selectedIndex] { state.apply([.select(tab: index)]) }
        return notes
    }

    /// For each tab of a saved state, the index of its successor here: the tab of the same name. If the wiring renamed
    /// it: the first new tab with the same root that succeeds no other.
    private func heirs(of saved: NavigationState) -> [Int?] {
        var heirs = saved.tabs.map { tab in state.tabs.firstIndex { $0.name == tab.name } }
        for (number, tab) in saved.tabs.enumerated() where heirs[number] == nil {
            let root = revived(tab.root.place)
            heirs[number] = state.tabs.indices.first { index in
                !heirs.contains(index) && state.tabs[index].root.place.isSameScreen(as: root)
            }
        }
        return heirs
    }
}

/// Placeholders: entries for screens that cannot be shown now and return as soon as they can.
///
/// - The host's not-found screen, after a request that leads nowhere.
/// - An entry that keeps its place while its screen cannot be made, such as one of a session whose feature is missing.
extension NavigationCoordinator {
    func showNotFound(_ asked: String, _ failure: CallFailure) {
        problems.append(NavigationProblem(failure, otherwise: .notFound))
        putNotFound(asked, failure.reason, at: state.topPosition)
    }

    func putNotFound(_ asked: String, _ reason: String, at position: NavigationState.Position) {
        // The host's own screen can always be made.
        try? carryOut(planner.plan(notFound: asked, reason, in: state, at: position), of: nil)
    }

    func notFoundScreen(
        _ id: ScreenID, _ asked: String, _ reason: String, in container: ScreenID? = nil
    ) -> LiveScreen? {
        let notFound = SystemRoutes.notFound(asked, reason: reason)
        let system = try? features.instance(of: Manifest.systemID, host: self)
        return (try? system?.resolve(notFound.destination, id)).map {
            LiveScreen(id, id, $0, of: notFound, showing: firstPart, in: container)
        }
    }

    /// Returns a placeholder for a root whose feature or destination is not installed; nil for any other error. The
    /// placeholder keeps the root's text, so that a session's screens above it are not lost.
    nonisolated static func placeholder(_ text: String, _ error: any Error) -> Place? {
        let end: String? =
            switch error {
            case is CatalogError: text
            case RedirectError.dangling(_, let chain): chain.last
            default: nil
            }
        return end.flatMap { try? DestinationText($0).untyped }.map { Place(unknown: $0) }
    }

    // MARK: Reviving

    /// Looks up each place of the state in a new catalog, and replaces each placeholder whose screen can be shown now.
    ///
    /// A live screen keeps its entry; a reload has already destroyed the screens of placeholders.
    func reviveEntries() {
        for tab in state.tabs {
            for entry in tab.entries {
                let place = revived(entry.place)
                guard place != entry.place else { continue }
                let isSame = screens[entry.id] != nil || place.destination == entry.place.destination
                if !isSame { screens.unmarkStale(entry.id) }
                let id = isSame ? entry.id : newID()
                state.replaceEntry(
                    entry.id,
                    with: .init(
                        id: id, place: place, presentation: entry.presentation, saved: entry.saved,
                        inner: entry.inner))
            }
        }
    }

    /// Returns the place behind a placeholder if it can be shown now, else the placeholder with the current reason.
    /// Returns any other place as its feature declares it.
    func revived(_ place: Place) -> Place {
        guard let asked = SystemRoutes.asked(in: place) else {
            return (try? planner.declared(place)) ?? (try? end(of: place.text))
                ?? Place(unknown: place.destination)
        }
        do throws(CallFailure) {
            return try end(of: asked)
        } catch {
            return SystemRoutes.notFound(asked, reason: error.reason)
        }
    }

    private func end(of asked: String) throws(CallFailure) -> Place {
        let place = LinkURL.isLink(asked) ? try self.place(ofLink: asked) : try planner.place(ofText: asked)
        let end = try planner.end(of: planner.chain(place))
        if let hold = planner.hold(on: end, state.conditions) {
            throw CallFailure(.notAllowed, hold.reason(of: end))
        }
        return end
    }
}
