import FeatureContract

/// Conditions: values set them; a false one removes screens, a true one shows parked destinations.
extension NavigationCoordinator {
    /// Sets the conditions named by a feature's values. Only the feature that the wiring names for a condition can set
    /// it.
    ///
    /// Screens change only once the waiting requests have been carried out: a screen that signs the user in may dismiss
    /// itself right after it has sent the value.
    ///
    /// - Parameter feature: The sending feature. Nil for the user, who sets no condition.
    func setConditions(by messages: [Message], of feature: String?) {
        guard let feature, !wiring.conditions.isEmpty else { return }
        for case .value(let type, .bool(let value)) in messages {
            let conditions = wiring.conditionsSet(by: feature, sending: type).filter {
                state.conditions[$0.name] != value
            }
            // A value that a receiver added has not been checked yet.
            guard !conditions.isEmpty, (try? planner.receivers(of: type, .bool(value), from: feature)) != nil else {
                continue
            }
            commit(conditions.map { .set(condition: $0.name, value) })
            changedConditions = (changedConditions ?? []).union(conditions.map(\.name))
        }
    }

    /// Removes screens whose conditions are false, and shows parked destinations whose conditions are true.
    ///
    /// - Returns: Whether a condition had changed.
    func followConditions() -> Bool {
        guard let changed = changedConditions, !isShutDown else { return false }
        changedConditions = nil
        reviveEntries()
        leave(planner.admitting(changed, in: state), changed)
        reembed()
        for parked in state.parked where planner.goesOn(parked, after: changed, in: state) {
            commit([.unpark(parked)])
            do throws(CallFailure) {
                try carryOut(planner.plan(goingOn: parked, in: state, self), of: nil)
            } catch {
                guard error.code != .locked else {
                    problems.append(NavigationProblem(error))
                    continue
                }
                showNotFound(parked.place.text, error)
            }
        }
        return true
    }

    /// Removes screens that may no longer be shown, locked or not.
    private func leave(_ edits: [NavigationState.Edit], _ changed: Set<String>) {
        guard !edits.isEmpty else { return }
        let ended = changed.filter { state.conditions[$0] == false }
        // A login that is finished may still hold a lock.
        for entry in state.entriesRemoved(by: edits).reversed() where changed.isEmpty || !ended.isEmpty {
            guard let message = screens.tree(of: entry.id).lazy.compactMap({ self.lockMessage(of: $0) }).first else {
                continue
            }
            let names = ended.sorted().map { "'\($0)'" }.joined(separator: " and ")
            let reason = ended.isEmpty ? "a condition that it requires is false" : "\(names) is false now"
            problems.append(NavigationProblem("\(message); it has left all the same: \(reason)", .notice))
        }
        try? carryOut(.edits(edits), of: nil)
    }

    /// Renews the embedded screens that a condition decides on, in visible and hidden screens.
    private func reembed() {
        for screen in screens.all where screen.container != nil {
            let isHeld = planner.hold(on: screen.place, state.conditions) != nil
            guard isHeld || screen.feature == Manifest.systemID,
                let container = screen.container.flatMap({ screens[$0] })
            else { continue }
            container.embedded.removeAll { $0.screen == screen.id }
            container.needsRender = true
            if !container.isSeen { screens.markStale(screens.outermost(container.id)) }
            destroy(screen.id)
        }
    }

    /// Adopts a session's conditions before its screens are restored, since the roots depend on them.
    func restoreConditions(_ saved: NavigationState) {
        let conditions = planner.conditions(keeping: saved.conditions)
        if conditions != state.conditions { (state, nextID) = planner.roots(from: nextID, conditions) }
        state.parked = saved.parked.suffix(Planner.maximumParked).map { parked in
            .init(planner.current(parked.place), by: parked.origin, method: parked.method, tab: parked.tab)
        }
    }

    /// Applies conditions that come from a session or from new wiring.
    ///
    /// - Parameter dropped: Conditions that are still false, but that no destination waits for any more.
    func followRestoredConditions(dropping dropped: [Wiring.Condition] = []) {
        leave(planner.admitting([], in: state), [])
        let ended = planner.admitting([], dropping: dropped, in: state)
        if !ended.isEmpty { try? carryOut(.edits(ended), of: nil) }
        let free = state.parked.filter { planner.goesOn($0, after: [], in: state) }
        guard !free.isEmpty else { return }
        let ends = free.map { (try? planner.chain($0.place).end) ?? $0.place }
        let met = ends.flatMap { wiring.requirementRules(of: $0, in: catalog) }.flatMap(\.conditions)
        changedConditions = (changedConditions ?? []).union(met)
    }
}
