import Dispatch
import FeatureContract

/// The requests of features: checked when they are made, queued, and carried out in order.
extension NavigationCoordinator: FeatureHost {
    package func request(
        _ request: NavigationRequest, by feature: String, from screen: ScreenID
    ) throws(CallFailure) {
        guard !isShutDown else { throw CallFailure(.invalidState, "the host is shutting down") }
        let position = try position(ofAsking: screen, of: feature)
        do throws(CallFailure) {
            guard queue.count < Self.maximumRequestsInARow else {
                throw CallFailure(.limit, "more than \(Self.maximumRequestsInARow) requests to navigate wait already")
            }
            // The feature waits for the answer, so no call into it is made meanwhile.
            try call { () throws(CallFailure) in
                let expected = expectedState
                let position =
                    self.position(of: screen, in: expected, near: position) ?? expected.clamped(position)
                let asker = Planner.Asker(feature: feature, screen: screen)
                _ = try planner.plan(request, in: expected, at: position, by: asker, self)
            }
        } catch {
            // A feature that asks without end must not fill the problems.
            if problems.count < Self.maximumRequestsInARow { problems.append(NavigationProblem(error, of: feature)) }
            throw error
        }
        // The projected state before this request is still right, so appending need not discard it.
        let projection = projection
        queue.append(QueuedRequest(request: request, feature: feature, screen: screen, position: position))
        self.projection = projection
        changed.fire()
        scheduleDrain()
    }

    package func invalidate(_ screen: ScreenID, of feature: String) {
        let changed = screen == 0 ? Array(screens.values) : [screens[screen]].compactMap(\.self)
        for live in changed where live.feature == feature {
            live.needsRender = true
            if !live.isSeen, declaresCheckpoints(feature) { forget(outermost(live.id)) }
            self.changed.fire()
        }
    }

    package func featureStopped(_ feature: String, _ reason: String?, rendering screen: ScreenID) {
        if let reason { problems.append(NavigationProblem(reason, isNotice: true)) }
        // Requests made during the call that stopped the feature go with that call.
        queue.removeAll { $0.feature == feature }
        for live in screens.values where live.feature == feature {
            // Unsaved content is already lost with the feature, so no lock protects it.
            live.isLost = true
            live.rendered?.lock = nil
            guard live.id != screen else { continue }
            live.needsRender = true
            if !live.isSeen, declaresCheckpoints(feature) { forget(outermost(live.id)) }
        }
        changed.fire()
    }

    package func log(_ line: LogLine) {
        for line in logLimit.take(line, at: .now) { logSink(line) }
        guard logLimit.hasLeftOut, !isLogScheduled else { return }
        isLogScheduled = true
        Task { [weak self] in
            try? await Task.sleep(for: .seconds(1))
            self?.isLogScheduled = false
            self?.finishLog(at: .now)
        }
    }

    /// Logs how many lines were left out in the seconds that are over; in all of them if `now` is nil.
    func finishLog(at now: ContinuousClock.Instant?) {
        for line in logLimit.finish(at: now) { logSink(line) }
    }

    package func callIntoFeature(_ body: () -> Void) {
        call(body)
    }

    // MARK: Checking

    /// The position of a screen that makes a request: the screen must belong to the feature and still exist.
    func position(ofAsking screen: ScreenID, of feature: String) throws(CallFailure) -> NavigationState.Position {
        // A screen that has left the state is gone, even if the feature has not been called about it yet.
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
        guard let pendingScreen, !pendingScreen.edits.isEmpty else { return state }
        var placed = state
        placed.apply(pendingScreen.edits)
        return placed
    }

    /// The state after all waiting requests, as far as it can be projected before their screens are made.
    var expectedState: NavigationState {
        var expected = projection?.state ?? placedState
        let reached = projection?.reached ?? 0
        projection = nil
        for waiting in queue[reached...] {
            let plan = try? planner.plan(
                waiting.request, in: expected, at: position(of: waiting, in: expected), by: waiting.asker, self)
            if let plan { expected.apply(plan.edits) }
        }
        projection = (expected, queue.count)
        return expected
    }

    /// The position from which a waiting request acts: that of its screen, or the screen's last one if it is gone.
    private func position(of waiting: QueuedRequest, in state: NavigationState) -> NavigationState.Position {
        position(of: waiting.screen, in: state, near: waiting.position) ?? state.clamped(waiting.position)
    }

    // MARK: Carrying out

    /// The most requests carried out in a row: screens that navigate on as they are made would never end.
    static let maximumRequestsInARow = 256

    func drain() {
        // Requests made while this loop runs go to the end of the queue.
        var count = 0
        while callDepth == 0 {
            guard !queue.isEmpty else {
                if continueSending() { continue }
                break
            }
            let next = queue.removeFirst()
            count += 1
            guard count <= Self.maximumRequestsInARow else {
                problems.append(
                    NavigationProblem(
                        "'\(next.feature)': more than \(Self.maximumRequestsInARow) requests to navigate in a row; "
                            + "the rest is dropped"))
                queue = []
                sending = nil
                break
            }
            carryOut(next)
        }
        if callDepth == 0 { publish() }
    }

    private func carryOut(_ next: QueuedRequest) {
        let position = position(of: next, in: state)
        do throws(CallFailure) {
            let plan = try planner.plan(next.request, in: state, at: position, by: next.asker, self)
            try carryOut(plan, of: next.feature)
        } catch {
            problems.append(NavigationProblem(error, of: next.feature))
            guard error.code != .locked else { return }
            // The request was checked when it was made, so what failed now is making the screen.
            if let asked = next.request.target { putNotFound(asked.text, error.reason, at: position) }
        }
    }

    func scheduleDrain() {
        guard callDepth == 0, !isDrainScheduled else { return }
        isDrainScheduled = true
        DispatchQueue.main.async { [weak self] in
            MainActor.assumeIsolated {
                self?.isDrainScheduled = false
                self?.drain()
            }
        }
    }

    /// - Parameter feature: The feature that asks; nil for the user.
    func carryOut(_ plan: Plan, of feature: String?) throws(CallFailure) {
        switch plan {
        case .edits(let edits): try carryOut(edits)
        case .send(let messages): startSending(messages, from: feature)
        case .resume: sending?.phase = .now
        case .returning(let edits, let checkpoint, let value):
            commit(edits)
            try hand(value, to: checkpoint)
        }
    }

    private func carryOut(_ planned: [NavigationState.Edit]) throws(CallFailure) {
        let edits = planned.map { $0.numbered(by: newID) }
        // The new top screen is made before anything changes; the screens below it are made when they are seen.
        if let top = edits.last(where: { $0.added != nil })?.added {
            screens[top.id] = try make(top, of: top.place, placing: edits)
        }
        commit(edits)
    }
}

extension NavigationState.Edit {
    /// The entry that stands on top after this edit; nil if the edit puts none there.
    fileprivate var added: NavigationState.Entry? {
        switch self {
        case .push(let entry, _, _), .present(let entry, _): entry
        case .cut, .select, .replaceRoot: nil
        }
    }

    /// The edit, with a number for the entry that it adds.
    fileprivate func numbered(by newID: () -> ScreenID) -> Self {
        func numbered(_ entry: NavigationState.Entry) -> NavigationState.Entry {
            .init(id: newID(), place: entry.place, presentation: entry.presentation)
        }
        return switch self {
        case .push(let entry, let tab, let stack): .push(numbered(entry), tab: tab, stack: stack)
        case .present(let entry, let tab): .present(numbered(entry), tab: tab)
        case .replaceRoot(let entry, let tab): .replaceRoot(numbered(entry), tab: tab)
        case .cut, .select: self
        }
    }
}
