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
        (notes, restored) = ([], saved)
        take(.start(restored: nil))
        return notes
    }

    /// Begins with ``restored``.
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

    /// Puts the screens above the roots of another state onto the roots of this one.
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
            // The catalog cannot say where the root of a missing feature leads, so the session's root is used.
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

    /// The tab of this state that stands for each tab of another: the one of the same name, or, where the wiring has given
    /// it another name, the first new one that begins with the same screen and stands for no other.
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
/// There are two kinds. One is the host's not-found screen, shown for a request that leads nowhere. The other is an
/// entry that keeps its place in the state while its screen cannot be made, such as one of a session whose feature is
/// missing.
extension NavigationCoordinator {
    func showNotFound(_ asked: String, _ reason: String) {
        problems.append(NavigationProblem(reason))
        putNotFound(asked, reason, at: state.topPosition)
    }

    func putNotFound(_ asked: String, _ reason: String, at position: NavigationState.Position) {
        // The host's own screen is always made.
        try? carryOut(planner.plan(notFound: asked, reason, in: state, at: position), of: nil)
    }

    func notFoundScreen(
        _ id: ScreenID, _ asked: String, _ reason: String, in container: ScreenID? = nil
    ) -> LiveScreen? {
        let notFound = SystemRoutes.notFound(asked, reason: reason)
        let system = try? features.instance(of: Manifest.systemID, host: self)
        return (try? system?.resolve(notFound.destination, id)).map {
            LiveScreen(id, id, $0, of: notFound, in: container)
        }
    }

    /// Returns the place of a root whose feature is not installed, or does not have that destination; nil if the error is
    /// another one.
    ///
    /// The root keeps that text, so that the screens above it in a session are not lost.
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

    /// Looks up each place of the state in a new catalog, and replaces each placeholder by the screen it stands for, if
    /// that can be shown now.
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

    /// Returns the place that a placeholder stands for if it can be shown now, else the placeholder with the current
    /// reason. Any other place is returned as its feature declares it.
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

    /// Returns the end of the redirects from a link or a destination, given as text.
    private func end(of asked: String) throws(CallFailure) -> Place {
        let place: Place
        if !LinkURL.isLink(asked) {
            do throws(CatalogError) {
                place = try catalog.place(asked)
            } catch {
                throw CallFailure(error)
            }
        } else {
            place = try self.place(ofLink: asked)
        }
        let end = try planner.end(of: planner.chain(place))
        if let hold = planner.hold(on: end, state.conditions) {
            throw CallFailure(.notAllowed, hold.reason(of: end))
        }
        return end
    }
}
