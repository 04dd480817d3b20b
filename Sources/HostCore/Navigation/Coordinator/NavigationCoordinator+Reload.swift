import FeatureContract

/// Replacing running features by other versions.
extension NavigationCoordinator {
    /// Begins a reload, which ends with ``adopt(_:)`` if any file has changed.
    ///
    /// - Returns: False if the coordinator cannot replace features now.
    func beginReload(isForced: Bool) -> Bool {
        guard !isShutDown, !clock.isCalling else { return false }
        receive(.reload(isForced: isForced))
        return true
    }

    /// The features, wiring and running instances that a reload puts in place.
    package struct Successors {
        package let catalog: Catalog
        package let wiring: Wiring
        let activations: [String: FeatureStore.Activation]
        /// The new versions that run already.
        let started: [String: any FeatureInstance]
        /// The ids of features that stay as they are.
        let unchanged: Set<String>

        package init(
            catalog: Catalog, wiring: Wiring, activations: [String: FeatureStore.Activation],
            started: [String: any FeatureInstance], unchanged: Set<String>
        ) {
            self.catalog = catalog
            self.wiring = wiring
            self.activations = activations
            self.started = started
            self.unchanged = unchanged
        }
    }

    /// Starts a new version of a feature beside the running one.
    package func start(_ activation: FeatureStore.Activation, _ id: String) throws(CallFailure) -> any FeatureInstance {
        let waiting = requests.count
        do throws(CallFailure) {
            return try clock.call { () throws(CallFailure) in try features.start(id, activation, host: self) }
        } catch {
            // A version that did not start makes no requests.
            requests.cut(to: waiting)
            throw error
        }
    }

    /// The lock of a screen of this feature, which prevents its replacement; nil if there is none.
    func lockReason(of feature: String) -> String? {
        receive(.checkLocks(feature))
        return screens.all.lazy.filter { $0.feature == feature }.compactMap { self.lockMessage(of: $0) }.first
    }

    /// Renders the changed screens of a feature, since a render may lock them.
    func renderAll(of feature: String) {
        for screen in screens.all where screen.feature == feature && screen.rendered != nil {
            refresh(screen, isSeen: screen.isSeen)
        }
    }

    /// Puts the new versions in place. Screens of changed features are destroyed, and made again at the same position
    /// when they become visible.
    ///
    /// - Returns: Notes for the user about parts of the state that have no place in the new wiring.
    func adopt(_ successors: Successors) -> [String] {
        (notes, self.successors) = ([], successors)
        receive(.adopt(started: successors.started.keys.sorted(), unchanged: successors.unchanged.sorted()))
        return notes
    }

    func adoptSuccessors() {
        guard let successors else { return }
        self.successors = nil
        let hasOtherRoots =
            successors.wiring.tabs.map { [$0.name, $0.root] } != wiring.tabs.map { [$0.name, $0.root] }
            || successors.wiring.root != wiring.root
        func isStale(_ screen: LiveScreen) -> Bool {
            // The host's own screens and its replacements for broken screens depend on the installed features.
            hasOtherRoots || screen.feature == Manifest.systemID || screen.isBroken
                || !successors.unchanged.contains(screen.feature)
        }
        for screen in screens.newestFirst where isStale(screen) { save(screen) }
        for screen in screens.all where screen.container != nil && isStale(screen) {
            guard let container = screen.container.flatMap({ screens[$0] }) else { continue }
            container.embedded.removeAll { $0.screen == screen.id }
            container.needsRender = true
            destroy(screen.id)
        }
        for screen in screens.newestFirst where isStale(screen) { destroy(screen.id) }
        let replaced = features.replace(
            by: successors.activations, catalog: successors.catalog, started: successors.started,
            unchanged: successors.unchanged)
        for feature in replaced {
            files.withdraw(feature.manifest.id)
            http.endBroker(of: feature.manifest.id)
            clock.call { features.retire(feature) }
        }
        requests.removeAll { !successors.unchanged.contains($0.feature) && successors.started[$0.feature] == nil }
        featureLog.forgetDefects(except: successors.unchanged)
        let left = state
        let holds = planner.holds(in: left)
        planner = Planner(catalog: successors.catalog, wiring: successors.wiring)
        requests.forgetProjection()
        if hasOtherRoots {
            (state, nextID) = planner.roots(from: nextID, left.conditions)
            restoreConditions(left)
            notes = restore(left)
        } else {
            state.conditions = planner.conditions(keeping: left.conditions)
            restoreConditions(left)
            reviveEntries()
        }
        let now = planner.holds(in: state)
        let dropped = holds.map(\.condition).filter { condition in !now.contains { $0.keeps(condition) } }
        followRestoredConditions(dropping: dropped)
        for tab in state.tabs { for entry in tab.entries { expectScreen(of: entry) } }
        noteChange()
        clock.fire()
    }
}

/// The results of a reload, line by line, for the user.
public struct Reload: Hashable, Sendable {
    /// The changes that are in effect now.
    public package(set) var changes: [String] = []
    /// The changed files whose old version stays, and other files that cannot be used, each with the reason.
    public package(set) var refusals: [String] = []
}
