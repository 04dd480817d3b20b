import FeatureContract

/// Returning to checkpoints.
extension NavigationCoordinator {
    /// A checkpoint that can be returned to.
    struct Checkpoint {
        let shared: SharedName
        let position: NavigationState.Position
        /// The screen that shows it: that of the position, or one that is embedded there. Nil where that screen has not
        /// been rendered as it is now, and its feature has such a checkpoint.
        let screen: LiveScreen?
    }

    /// What a feature was answered while one of its screens was rendered.
    struct CheckpointAnswer {
        let checkpoint: String
        let feature: String
        let screen: ScreenID
        let canReturn: Bool
    }

    /// Whether a screen can return to a checkpoint of that name. Of a screen that is not rendered yet the answer is that
    /// it can, where its feature has such a checkpoint: returning makes and renders it.

    package func canReturn(toCheckpoint name: String, of feature: String, from screen: ScreenID) -> Bool {
        guard !isShutDown, let ends = try? ends(.checkpoint, name, of: feature),
            let standing = try? position(ofAsking: screen, of: feature)
        else { return false }
        // The feature waits for the answer: nothing of it is called meanwhile.
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

    /// How many answers of one render are looked at again.
    private static let maximumCheckpointAnswers = 256

    /// Renders a screen, and once more where what it shows now makes an answer wrong that was given meanwhile.
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

    /// The nearest screen that shows one of the checkpoints, from a position outward across stacks and modals. Between
    /// calls each is rendered as it is now; within one, a screen of which that is not known may be the one.
    private func checkpoint(
        _ ends: [SharedName], from position: NavigationState.Position, in expected: NavigationState
    ) -> Checkpoint? {
        for position in expected.positions(outwardFrom: position) {
            let entry = expected[position]
            if callDepth == 0 {
                if screens[entry.id] == nil { learnCheckpoints(of: entry) }
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
            // One that is being made takes nothing yet.
            guard callDepth > 0, !isKnown, entry.id != making?.screen else { continue }
            let features = [entry.destination.feature] + tree.map(\.feature)
            if let possible = ends.first(where: { features.contains($0.feature) }) {
                return Checkpoint(shared: possible, position: position, screen: nil)
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
        // The screen on top is about to be rendered, as one that is seen.
        for entry in entries where entry.id != state.top.id && unknown.remove(entry.id) != nil {
            learnCheckpoints(of: entry)
        }
    }

    /// Makes and renders the screen of an entry, where it may show checkpoints.
    private func learnCheckpoints(of entry: NavigationState.Entry) {
        guard mayShowCheckpoints(entry) else { return }
        // One that cannot be made says so when it is seen.
        if screens[entry.id] == nil { screens[entry.id] = try? make(entry) }
        if let screen = screens[entry.id] { refresh(screen, isSeen: screen.isSeen) }
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
