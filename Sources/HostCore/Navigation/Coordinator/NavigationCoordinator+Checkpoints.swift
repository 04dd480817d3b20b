import FeatureContract

/// Returning to checkpoints.
extension NavigationCoordinator {
    /// A checkpoint that can be returned to.
    struct Checkpoint {
        let shared: SharedName
        let position: NavigationState.Position
        /// The screen that shows the checkpoint: the one at the position, or one embedded in it. Nil if the checkpoint
        /// is only possible: the feature provides it, and the screen's rendering is missing or out of date.
        let screen: LiveScreen?
    }

    /// The answer to a feature's `canReturn` during a render.
    struct CheckpointAnswer {
        let checkpoint: String
        let feature: String
        let screen: ScreenID
        let canReturn: Bool
    }

    /// Whether a screen can return to a checkpoint of that name. A target that is not rendered yet counts if its
    /// feature provides such a checkpoint: returning makes and renders it.
    package func canReturn(toCheckpoint name: String, of feature: String, from screen: ScreenID) -> Bool {
        guard !isShutDown, let ends = try? ends(.checkpoint, name, of: feature),
            let standing = try? position(ofAsking: screen, of: feature)
        else { return false }
        // The feature waits for the answer, so no call into it is made meanwhile.
        let canReturn = call {
            let expected = expectedState
            let position = position(of: screen, in: expected) ?? expected.clamped(standing)
            return checkpoint(ends, from: position, in: expected) != nil
        }
        if let count = checkpointAnswers?.count, count < Self.maximumCheckpointAnswers {
            checkpointAnswers?.append(
                CheckpointAnswer(checkpoint: name, feature: feature, screen: screen, canReturn: canReturn))
        }
        return canReturn
    }

    /// The most answers of one render that are checked again afterwards.
    private static let maximumCheckpointAnswers = 256

    /// Renders a screen, and renders it again if its new content makes a `canReturn` answer from the render wrong.
    func render(_ screen: LiveScreen) throws(CallFailure) {
        checkpointAnswers = []
        defer { checkpointAnswers = nil }
        keep(try call { () throws(CallFailure) in try screen.instance.render() }, of: screen)
        let answers = checkpointAnswers ?? []
        checkpointAnswers = nil
        let isWrong = answers.contains { answer in
            canReturn(toCheckpoint: answer.checkpoint, of: answer.feature, from: answer.screen) != answer.canReturn
        }
        if isWrong { keep(try call { () throws(CallFailure) in try screen.instance.render() }, of: screen) }
    }

    /// Refuses a return that is impossible, as far as that is known before screens are rendered.
    func checkReturn(
        to name: String, with value: Value, of feature: String, from position: NavigationState.Position,
        in expected: NavigationState
    ) throws(CallFailure) {
        let found = try findCheckpoint(name, value, of: feature, from: position, in: expected)
        try checkLocks(expected.edits(.unwind(to: found.position), at: position), in: expected)
    }

    /// The position of the nearest checkpoint that can be returned to.
    func checkpointPosition(
        _ name: String, with value: Value, of feature: String, from position: NavigationState.Position,
        in expected: NavigationState
    ) throws(CallFailure) -> NavigationState.Position {
        try findCheckpoint(name, value, of: feature, from: position, in: expected).position
    }

    /// Unwinds to the nearest checkpoint of that name, and delivers the value.
    func returnToCheckpoint(
        _ name: String, with value: Value, of feature: String, from position: NavigationState.Position
    ) throws(CallFailure) {
        let found = try findCheckpoint(name, value, of: feature, from: position, in: state)
        try commit(state.edits(.unwind(to: found.position), at: position))
        do throws(CallFailure) {
            try call { () throws(CallFailure) in
                try found.screen?.instance.returned(toCheckpoint: found.shared.name.name, with: value)
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

    /// Resolves a feature's checkpoint or value name to the features that provide it.
    func ends(
        _ kind: SharedNameKind, _ name: String, of feature: String
    ) throws(CallFailure) -> [SharedName] {
        do {
            return try redirector.resolve(kind, name, of: feature)
        } catch {
            throw CallFailure(error)
        }
    }

    /// Refuses a value that does not have the declared type. A nil `type` takes no value.
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

    /// The nearest screen that shows one of the checkpoints, from a position outward across stacks and modals. Between
    /// calls, each screen is rendered first. During a call, a screen whose rendering is missing or out of date counts
    /// if its feature provides one.
    private func checkpoint(
        _ ends: [SharedName], from position: NavigationState.Position, in expected: NavigationState
    ) -> Checkpoint? {
        for position in expected.positions(outwardFrom: position) {
            let entry = expected[position]
            if callDepth == 0 {
                if screens[entry.id] == nil { refreshCheckpoints(of: entry) }
                if let screen = screens[entry.id] { refresh(screen, isSeen: screen.isSeen) }
            }
            let tree = tree(of: entry.id)
            for screen in tree {
                let shown = ends.first { end in
                    screen.feature == end.feature
                        && screen.rendered?.checkpoints.contains {
                            $0.name == end.name.name && $0.type == end.name.type
                        } == true
                }
                if let shown { return Checkpoint(shared: shown, position: position, screen: screen) }
            }
            let isKnown = !tree.isEmpty && tree.allSatisfy { $0.rendered != nil && !$0.needsRender }
            // A screen that is being made cannot take a value yet.
            guard callDepth > 0, !isKnown, entry.id != pendingScreen?.screen else { continue }
            let features = [entry.destination.feature] + tree.map(\.feature)
            if let possible = ends.first(where: { features.contains($0.feature) }) {
                return Checkpoint(shared: possible, position: position, screen: nil)
            }
        }
        return nil
    }

    /// Makes and renders the hidden screens of the selected tab that may show checkpoints, so that the screens above
    /// can return to them.
    func refreshCheckpoints() {
        let tab = state.selectedIndex
        let isNewTab = refreshedTab != tab
        let new = newlyStale
        // Rendering one screen may change another, so the lists are cleared first.
        (refreshedTab, newlyStale) = (tab, [])
        guard !stale.isEmpty, isNewTab || !new.isEmpty else { return }
        let entries =
            isNewTab || new.count > 16
            ? state.selected.entries
            : new.filter(stale.contains).compactMap { state.position(of: $0) }.filter { $0.tab == tab }.map {
                state[$0]
            }
        // The top screen is about to be rendered as a visible one.
        for entry in entries where entry.id != state.top.id && stale.remove(entry.id) != nil {
            refreshCheckpoints(of: entry)
        }
    }

    /// Makes and renders the screen of an entry if it may show checkpoints.
    private func refreshCheckpoints(of entry: NavigationState.Entry) {
        guard mayShowCheckpoints(entry) else { return }
        // A screen that cannot be made reports the failure when it becomes visible.
        if screens[entry.id] == nil { screens[entry.id] = try? make(entry) }
        if let screen = screens[entry.id] { refresh(screen, isSeen: screen.isSeen) }
    }

    /// Marks the rendering of a screen as out of date.
    func forget(_ screen: ScreenID) {
        if stale.insert(screen).inserted { newlyStale.append(screen) }
    }

    /// Logs checkpoints that the manifest does not declare: no feature can return to them.
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
