import FeatureContract

/// Returning to checkpoints.
extension NavigationCoordinator {
    /// A checkpoint that can be returned to.
    struct Checkpoint {
        let shared: SharedName
        let position: NavigationState.Position
        /// The screen that shows it: that of the position, or one that is embedded there.
        let screen: LiveScreen
    }

    package func canReturn(toCheckpoint name: String, of feature: String, from screen: ScreenID) -> Bool {
        guard !isShutDown, let ends = try? ends(.checkpoint, name, of: feature),
            let standing = try? position(ofAsking: screen, of: feature)
        else { return false }
        // The feature waits for the answer: nothing of it is called meanwhile.
        return call {
            let expected = expectedState
            let position = position(of: screen, in: expected) ?? expected.clamped(standing)
            return checkpoint(ends, from: position, in: expected) != nil
        }
    }

    /// Refuses what cannot be returned to, as far as that can be told before screens are rendered.
    func checkReturn(
        to name: String, with value: Value, of feature: String, from position: NavigationState.Position,
        in expected: NavigationState
    ) throws(CallFailure) {
        let found = try findCheckpoint(name, value, of: feature, from: position, in: expected)
        try checkLocks(expected.edits(.unwind(to: found.position), at: position), in: expected)
    }

    /// Where a checkpoint stands that can be returned to.
    func checkpointPosition(
        _ name: String, with value: Value, of feature: String, from position: NavigationState.Position,
        in expected: NavigationState
    ) throws(CallFailure) -> NavigationState.Position {
        try findCheckpoint(name, value, of: feature, from: position, in: expected).position
    }

    /// Unwinds exactly to the nearest checkpoint of that name, and delivers the value.
    func returnToCheckpoint(
        _ name: String, with value: Value, of feature: String, from position: NavigationState.Position
    ) throws(CallFailure) {
        let found = try findCheckpoint(name, value, of: feature, from: position, in: state)
        try commit(state.edits(.unwind(to: found.position), at: position))
        do throws(CallFailure) {
            try call { () throws(CallFailure) in
                try found.screen.instance.returned(toCheckpoint: found.shared.name.name, with: value)
            }
        } catch {
            throw CallFailure(
                error.code,
                "the checkpoint '\(found.shared.chain.last ?? name)' did not take its value: \(error.reason)")
        }
    }

    private func findCheckpoint(
        _ name: String, _ value: Value, of feature: String, from position: NavigationState.Position,
        in expected: NavigationState
    ) throws(CallFailure) -> Checkpoint {
        let ends = try ends(.checkpoint, name, of: feature)
        try Self.check(value, fits: ends.first?.name.type, of: "the checkpoint '\(feature)/\(name)'")
        guard let found = checkpoint(ends, from: position, in: expected) else {
            let chains = ends.map(\.chain).filter { $0.count > 1 }.map { $0.joined(separator: " -> ") }
            let way = chains.isEmpty ? "" : " (\(chains.joined(separator: ", ")))"
            throw CallFailure(
                .notFound, "no screen from here outward shows the checkpoint '\(feature)/\(name)'\(way)")
        }
        return found
    }

    /// The features that provide what a feature's name for something shared stands for.
    func ends(
        _ kind: SharedNameKind, _ name: String, of feature: String
    ) throws(CallFailure) -> [SharedName] {
        do throws(SharedNameError) {
            return try redirector.resolve(kind, name, of: feature)
        } catch {
            throw CallFailure(error)
        }
    }

    /// Refuses a value of another type than is taken; nil for none.
    static func check(_ value: Value, fits type: ValueType?, of what: String) throws(CallFailure) {
        if let type {
            guard !value.has(type: type) else { return }
            let found = value == .null ? "none was given" : "'\(value.scalarText ?? "a list")' is not"
            throw CallFailure(.wrongType, "\(what) takes a value of type \(type), and \(found)")
        }
        guard value == .null else {
            throw CallFailure(.wrongType, "\(what) takes no value, and '\(value.scalarText ?? "a list")' was given")
        }
    }

    /// The nearest screen that shows one of the checkpoints, from a position outward across stacks and modals.
    private func checkpoint(
        _ ends: [SharedName], from position: NavigationState.Position, in expected: NavigationState
    ) -> Checkpoint? {
        for position in expected.positions(outwardFrom: position) {
            let entry = expected[position]
            if callDepth == 0, let screen = screens[entry.id] { refresh(screen, isSeen: screen.isSeen) }
            for screen in tree(of: entry.id) {
                let shown = ends.first { end in
                    screen.feature == end.feature
                        && screen.rendered?.checkpoints.contains {
                            $0.name == end.name.name && $0.type == end.name.type
                        } == true
                }
                if let shown { return Checkpoint(shared: shown, position: position, screen: screen) }
            }
        }
        return nil
    }

    /// Makes and renders what is not seen of the selected tab and may show checkpoints, so that what is above can
    /// return to them.
    func learnCheckpoints() {
        let tab = state.selectedIndex
        let isNewTab = learnedTab != tab
        let new = newUnknown
        // Rendering one may change another.
        (learnedTab, newUnknown) = (tab, [])
        guard !unknown.isEmpty, isNewTab || !new.isEmpty else { return }
        let entries =
            isNewTab || new.count > 16
            ? state.selected.entries
            : new.filter(unknown.contains).compactMap { state.position(of: $0) }.filter { $0.tab == tab }.map {
                state[$0]
            }
        for entry in entries where unknown.remove(entry.id) != nil && mayShowCheckpoints(entry) {
            // One that cannot be made says so when it is seen.
            if screens[entry.id] == nil { screens[entry.id] = try? make(entry) }
            if let screen = screens[entry.id] { refresh(screen, isSeen: screen.isSeen) }
        }
    }

    /// What a screen shows is not known any more.
    func forget(_ screen: ScreenID) {
        if unknown.insert(screen).inserted { newUnknown.append(screen) }
    }

    /// Writes to the log what the author of a feature forgot: nothing can return to such a checkpoint.
    func tellOfUndeclaredCheckpoints(in screen: LiveScreen) {
        guard let checkpoints = screen.rendered?.checkpoints, !checkpoints.isEmpty else { return }
        let declared = catalog.feature(screen.feature)?.manifest.checkpoints ?? []
        for checkpoint in checkpoints
        where !declared.contains(where: { $0.name == checkpoint.name && $0.type == checkpoint.type })
            && screen.undeclared.insert(checkpoint.name).inserted
        {
            let type = checkpoint.type.map { " (\($0))" } ?? ""
            log(
                LogLine(
                    feature: screen.feature, level: .warning,
                    message: "shows the checkpoint '\(checkpoint.name)'\(type), which its manifest does not declare so")
            )
        }
    }

    func mayShowCheckpoints(_ entry: NavigationState.Entry) -> Bool {
        let features = [entry.destination.feature] + tree(of: entry.id).map(\.feature)
        return features.contains(where: declaresCheckpoints)
    }

    func declaresCheckpoints(_ feature: String) -> Bool {
        catalog.feature(feature)?.manifest.checkpoints.isEmpty == false
    }
}
