import FeatureContract

/// Putting other versions of features in the place of those that run.
extension NavigationCoordinator {
    /// Looks at the plugins directories and the wiring anew: what is new is there from now on, what has changed runs in
    /// its new version at the same places, and what is gone leaves its place to a notice. What cannot be used changes
    /// nothing. A feature that has been deactivated for its crashes may try again.
    ///
    /// ```swift
    /// let reload = coordinator.reload()
    /// reload.changes   // ["'notes' is version 2 now (plugins/notes.so)"]
    /// reload.refusals  // ["'plugins/chat.so' has changed, and the version before it stays: it crashed in …"]
    /// ```
    ///
    /// - Parameter isForced: Whether screens that hold a lock lose what they keep.
    @discardableResult
    public func reload(isForced: Bool = false) -> Reload {
        guard !isShutDown, callDepth == 0 else { return Reload() }
        drain()
        defer { drain() }
        return reloader?(isForced) ?? Reload()
    }

    /// What a feature becomes.
    struct Successors {
        let catalog: Catalog
        let wiring: Wiring
        let activations: [String: FeatureStore.Activation]
        /// The new versions of features that ran, which run already.
        let started: [String: any FeatureInstance]
        /// The ids of features that stay as they are.
        let unchanged: Set<String>
    }

    /// Starts a version of a feature beside the one that runs.
    func start(_ activation: FeatureStore.Activation, _ id: String) throws(CallFailure) -> any FeatureInstance {
        let waiting = queue.count
        do throws(CallFailure) {
            return try call { () throws(CallFailure) in try activation(self) }
        } catch {
            // What it has asked for goes with it.
            queue.removeSubrange(min(waiting, queue.count)...)
            throw error
        }
    }

    /// Why screens of a feature must not be made anew; nil where they may.
    func lockReason(of feature: String) -> String? {
        for screen in screens.values where screen.feature == feature {
            if screen.rendered != nil { refresh(screen, isSeen: screen.isSeen) }
            if let message = lockMessage(of: screen) { return message }
        }
        return nil
    }

    /// Puts the successors in their places. Screens of features that have changed are destroyed, and made anew where
    /// they stand when they are seen.
    ///
    /// - Returns: What of the state has no place in the wiring any more, for the person.
    func adopt(_ successors: Successors) -> [String] {
        let hasOtherRoots =
            successors.wiring.tabs != wiring.tabs || successors.wiring.root != wiring.root
        func isStale(_ screen: LiveScreen) -> Bool {
            // What the host shows by itself depends on what is installed, as does what it shows in another's place.
            hasOtherRoots || screen.feature == Manifest.systemID || screen.isBroken
                || !successors.unchanged.contains(screen.feature)
        }
        for screen in screens.values where screen.container != nil && isStale(screen) {
            guard let container = screen.container.flatMap({ screens[$0] }) else { continue }
            container.embedded.removeAll { $0.screen == screen.id }
            container.needsRender = true
            destroy(screen.id)
        }
        for screen in screens.values.sorted(by: { $0.id > $1.id }) where isStale(screen) { destroy(screen.id) }
        let ended = store.replace(
            by: successors.activations, catalog: successors.catalog, started: successors.started,
            unchanged: successors.unchanged)
        for feature in ended { call { feature.deactivate() } }
        queue.removeAll { !successors.unchanged.contains($0.feature) && successors.started[$0.feature] == nil }
        catalog = successors.catalog
        wiring = successors.wiring
        redirector = Redirector(wiring, catalog: catalog)
        expectation = nil
        var notes: [String] = []
        if hasOtherRoots {
            let left = state
            (state, nextID) = Self.roots(catalog, wiring, redirector, from: nextID)
            notes = restore(left)
        } else {
            reviveEntries()
        }
        for tab in state.tabs { for entry in tab.entries { expectScreen(of: entry) } }
        noteChange()
        changed.fire()
        return notes
    }
}

/// What a reload has led to, line by line, for the person.
public struct Reload: Hashable, Sendable {
    /// What is otherwise now.
    public package(set) var changes: [String] = []
    /// What stays as it was though its file is another, and what else cannot be used, each with the reason.
    public package(set) var refusals: [String] = []

    package init() {}
}
