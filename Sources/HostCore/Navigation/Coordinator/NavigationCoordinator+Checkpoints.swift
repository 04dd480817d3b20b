import FeatureContract

/// Returning to checkpoints.
extension NavigationCoordinator {
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
        guard !isShutDown, let standing = try? position(ofAsking: screen, of: feature) else { return false }
        // The feature waits for the answer, so no call into it is made meanwhile.
        let canReturn = call {
            let expected = expectedState
            let position = position(of: screen, in: expected) ?? expected.clamped(standing)
            return (try? planner.checkpoint(name, of: feature, in: expected, from: position, self)) != nil
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

    /// Hands a value to the screen at a checkpoint, on top of which nothing stands any more.
    func hand(_ value: Value, to checkpoint: Planner.Checkpoint) throws(CallFailure) {
        do throws(CallFailure) {
            try call { () throws(CallFailure) in
                try checkpoint.screen.flatMap { screens[$0] }?.instance.returned(
                    toCheckpoint: checkpoint.shared.name.name, with: value)
            }
        } catch {
            let name = checkpoint.shared.chain.last ?? checkpoint.shared.name.name
            throw CallFailure(error.code, "the checkpoint '\(name)' did not take its value: \(error.reason)")
        }
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
    func refreshCheckpoints(of entry: NavigationState.Entry) {
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
        let features = [entry.place.feature] + tree(of: entry.id).map(\.feature)
        return features.contains(where: declaresCheckpoints)
    }

    func declaresCheckpoints(_ feature: String) -> Bool {
        catalog.feature(feature)?.manifest.checkpoints.isEmpty == false
    }
}
