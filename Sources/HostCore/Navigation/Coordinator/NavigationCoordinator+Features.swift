import FeatureContract

/// The requests of features: checked when made, queued, and carried out in order.
extension NavigationCoordinator: FeatureHost {
    package func call(_ message: HostMessage, of feature: String, done: Handover.Done?) -> HostReply {
        switch message {
        case .navigation(let request, let screen):
            return HostReply { () throws(CallFailure) in try self.request(request, by: feature, from: screen) }
        case .canReturn(let checkpoint, let screen):
            return .bool(canReturn(toCheckpoint: checkpoint, of: feature, from: screen))
        case .connect(let endpoint, _):
            return HostReply { () throws(CallFailure) in try connect(to: endpoint, for: feature, done: done) }
        case .pickFile(let request, _):
            return HostReply { () throws(CallFailure) in try pickFile(request, for: feature, done: done) }
        case .http(let question, let exchange, _):
            return HostReply { () throws(CallFailure) in
                guard !isShutDown, let done else { throw CallFailure(.invalidState, "the host is shutting down") }
                try http.ask(question, of: exchange, for: feature, done: done)
            }
        case .cancel(let exchange): http.cancel(exchange, of: feature)
        case .invalidate(let screen): invalidate(screen, of: feature)
        case .log(let level, let text, let defect):
            featureLog.append(LogLine(feature: feature, level: level, message: text, defect: defect))
        }
        return .done
    }

    private func request(
        _ request: NavigationRequest, by feature: String, from number: ScreenID
    ) throws(CallFailure) {
        guard !isShutDown else { throw CallFailure(.invalidState, "the host is shutting down") }
        let screen = try asking(number, of: feature)
        let position = try position(ofAsking: screen, of: feature)
        do throws(CallFailure) {
            guard !requests.isFull else {
                throw CallFailure(.limit, "more than \(RequestQueue.maximumLength) requests to navigate wait already")
            }
            // The feature waits for the answer, so no call into it is made meanwhile.
            try clock.call { () throws(CallFailure) in
                let expected = expectedState
                let position =
                    self.position(of: screen, in: expected, near: position) ?? expected.clamped(position)
                let asker = Planner.Asker(feature: feature, screen: screen)
                _ = try planner.plan(request, in: expected, at: position, by: asker, self)
            }
        } catch {
            if refusals.count < RequestQueue.maximumLength { refusals.append(error) }
            throw error
        }
        requests.append(.init(request: request, feature: feature, screen: screen, position: position))
        clock.fire()
        clock.schedule()
    }

    /// The earlier refusal whose code a failed call of the feature passes on; nil if the failure is the feature's own.
    func refusal(passedOnAs failure: CallFailure) -> CallFailure? { refusals.last { $0.code == failure.code } }

    private func connect(to endpoint: Endpoint, for feature: String, done: Handover.Done?) throws(CallFailure) {
        guard !isShutDown, let done else { throw CallFailure(.invalidState, "the host is shutting down") }
        try connectionCheck(endpoint, feature)
        try connections.connect(to: endpoint, for: feature, done: done)
    }

    private func pickFile(_ request: FileRequest, for feature: String, done: Handover.Done?) throws(CallFailure) {
        guard !isShutDown, let done else { throw CallFailure(.invalidState, "the host is shutting down") }
        // The user must not take the request for one of the visible feature.
        guard !files.hasUser || isSeen(feature) else {
            throw CallFailure(
                .invalidState,
                "the user sees no screen of '\(feature)' now; ask for a file in an action of a screen, or in appear")
        }
        try files.ask(request, for: feature, done: done)
        clock.fire()
    }

    /// Whether the user sees a screen of the feature.
    private func isSeen(_ feature: String) -> Bool {
        seenEntries.contains { screens.tree(of: $0.id).contains { $0.feature == feature } }
    }

    /// Cancels the file request of a feature with no visible screen any more.
    func cancelUnseenFilePrompt() {
        guard let prompt = files.prompt, !isSeen(prompt.feature) else { return }
        files.cancel()
        clock.fire()
    }

    private func invalidate(_ number: ScreenID, of feature: String) {
        let changed =
            number == 0 ? Array(screens.all) : [screens.id(ofNumber: number).flatMap { screens[$0] }].compactMap(\.self)
        for live in changed where live.feature == feature {
            live.needsRender = true
            if !live.isSeen, declaresCheckpoints(feature) { screens.markStale(screens.outermost(live.id)) }
            clock.fire()
        }
    }

    package func featureStopped(_ feature: String, _ reason: String?) {
        if let reason { problems.append(NavigationProblem(reason, .ended)) }
        files.withdraw(feature)
        http.endBroker(of: feature)
        // Requests made during the call that stopped the feature are dropped too.
        requests.removeAll { $0.feature == feature }
        for live in screens.all where live.feature == feature {
            // Content that the screen has not saved is lost with the feature, so no lock protects it.
            live.lose()
            live.rendered?.lock = nil
            guard live.id != rendering else { continue }
            live.needsRender = true
            if !live.isSeen, declaresCheckpoints(feature) { screens.markStale(screens.outermost(live.id)) }
        }
        clock.fire()
    }

    package func callIntoFeature(_ body: () -> Void) {
        clock.call(body)
    }

    // MARK: Checking

    /// Returns the id of the requesting screen, which must exist; 0 for the feature itself.
    private func asking(_ number: ScreenID, of feature: String) throws(CallFailure) -> ScreenID {
        if number == 0 { return 0 }
        guard let id = screens.id(ofNumber: number) else {
            throw CallFailure(.invalidState, "the screen \(number) of '\(feature)' is gone")
        }
        return id
    }

    /// The position of a requesting screen, which must belong to the feature and still exist.
    func position(ofAsking screen: ScreenID, of feature: String) throws(CallFailure) -> NavigationState.Position {
        // A screen that has left the state is gone, even if its feature has not been called about it yet.
        guard let position = position(of: screen, in: placedState) else {
            throw CallFailure(.invalidState, "the screen \(screen) of '\(feature)' is gone")
        }
        guard screen == 0 || screens[screen]?.feature ?? feature == feature else {
            throw CallFailure(.invalidState, "the screen \(screen) is not one of '\(feature)'")
        }
        return position
    }

    /// The state with the pending screen already in its place.
    private var placedState: NavigationState {
        guard let pending = screens.pending, !pending.edits.isEmpty else { return state }
        var placed = state
        placed.apply(pending.edits)
        return placed
    }

    /// The state after all waiting requests, projected as far as possible before their screens are made.
    var expectedState: NavigationState {
        requests.projectedState(from: { placedState }) { waiting, expected in
            let plan = try? planner.plan(
                waiting.request, in: expected, at: position(of: waiting, in: expected), by: waiting.asker, self)
            if let plan { expected.apply(plan.edits) }
        }
    }

    /// The position from which a waiting request acts: that of its screen, or the screen's last one if the screen is
    /// gone.
    func position(of waiting: RequestQueue.Item, in state: NavigationState) -> NavigationState.Position {
        position(of: waiting.screen, in: state, near: waiting.position) ?? state.clamped(waiting.position)
    }

    // MARK: Checkpoints

    /// The answer to a feature's `canReturn` during a render.
    struct CheckpointAnswer {
        let checkpoint: String
        let feature: String
        /// The number of the screen that asked.
        let number: ScreenID
        let canReturn: Bool
    }

    /// Whether a screen can return to a checkpoint of that name. A target not rendered yet counts if its feature
    /// provides such a checkpoint: the return makes and renders it.
    func canReturn(toCheckpoint name: String, of feature: String, from number: ScreenID) -> Bool {
        guard !isShutDown, let screen = try? asking(number, of: feature),
            let standing = try? position(ofAsking: screen, of: feature)
        else { return false }
        // The feature waits for the answer, so no call into it is made meanwhile.
        let canReturn = clock.call {
            let expected = expectedState
            let position = position(of: screen, in: expected) ?? expected.clamped(standing)
            return (try? planner.checkpoint(name, of: feature, in: expected, from: position, self)) != nil
        }
        if let count = checkpointAnswers?.count, count < Self.maximumCheckpointAnswers {
            checkpointAnswers?.append(
                CheckpointAnswer(checkpoint: name, feature: feature, number: number, canReturn: canReturn))
        }
        return canReturn
    }

    /// The most `canReturn` answers of one render that are checked again afterwards.
    private static let maximumCheckpointAnswers = 256
}

/// Answers the planner's questions about screens. Between calls into features, renders each screen first. Inside a
/// call, uses its last rendering.
extension NavigationCoordinator: @MainActor ShownScreens {
    package func lock(of entry: NavigationState.Entry, asking asker: ScreenID) -> String? {
        guard let screen = screens[entry.id] else { return nil }
        // A screen never rendered has nothing to lose. If the feature has stopped, unsaved content is lost already.
        if !clock.isCalling, screen.rendered != nil, screen.instance != nil || !entry.saved.isEmpty {
            refresh(screen, isSeen: screen.isSeen)
        }
        for screen in screens.tree(of: entry.id) where screen.id != asker {
            // Inside a call, a changed screen is asked only when the request is carried out.
            guard !clock.isCalling || !screen.needsRender, let reason = screen.rendered?.lock else { continue }
            return lockMessage(reason, at: entry)
        }
        return nil
    }

    package func checkpoint(
        among names: [SharedName], of entry: NavigationState.Entry
    ) -> (name: SharedName, screen: ScreenID?)? {
        if !clock.isCalling {
            if screens[entry.id] == nil { refreshCheckpoints(of: entry) }
            if let screen = screens[entry.id] { refresh(screen, isSeen: screen.isSeen) }
        }
        let tree = screens.tree(of: entry.id)
        for screen in tree {
            let shown = names.first { name in
                screen.feature == name.feature
                    && screen.rendered?.checkpoints.contains {
                        $0.name == name.name.name && $0.type == name.name.type
                    } == true
            }
            if let shown { return (shown, screen.id) }
        }
        let isKnown = !tree.isEmpty && tree.allSatisfy { $0.rendered != nil && !$0.needsRender }
        // A screen still being made cannot receive a value.
        guard clock.isCalling, !isKnown, entry.id != screens.pending?.screen else { return nil }
        let features = [entry.place.feature] + tree.map(\.feature)
        return names.first { features.contains($0.feature) }.map { ($0, nil) }
    }

    package func receives(tab name: String) -> Bool? {
        guard requests.isEmpty, screens.pending == nil, !screens.all.contains(where: \.needsRender) else { return nil }
        // `offer` delivers nothing here, so it cannot fail.
        return (try? offer(.tab(name), toScreensOf: nil) { $0 }) != nil
    }

    package var paused: (by: String, senders: Set<String>)? { delivery.paused }

    // MARK: Positions

    /// The position of a screen or of its container; the top for a feature itself.
    ///
    /// - Parameter place: The last known position, which is tried first.
    func position(
        of screen: ScreenID, in state: NavigationState, near place: NavigationState.Position? = nil
    ) -> NavigationState.Position? {
        guard screen != 0 else { return state.topPosition }
        let outermost = screens.outermost(screen)
        if let place, state.clamped(place) == place, state[place].id == outermost { return place }
        return state.position(of: outermost)
    }
}
