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
                try check(request, feature: feature, at: position, in: expected)
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

    /// Refuses a request that cannot be carried out; changes nothing.
    private func check(
        _ request: NavigationRequest, feature: String, at position: NavigationState.Position,
        in expected: NavigationState
    ) throws(CallFailure) {
        switch request {
        case .navigate(let destination, let method):
            let chain = try chain(destination, of: feature)
            if try self.method(of: chain, asked: method) == .send {
                try checkSend([.destination(destination)], of: feature)
            }
        case .replaceStack(let destinations):
            for destination in destinations { _ = try handledPlace(chain(destination, of: feature)) }
            let ends = try ends(of: destinations, feature: feature)
            try checkLocks(expected.edits(.replaceStack(ends), at: position), in: expected)
        case .back, .pop, .popTo, .popToRoot, .dismiss, .dismissAll, .reset, .selectTab:
            guard let operation = try operation(request, of: feature) else { return }
            try checkLocks(leaving(expected.edits(operation, at: position), in: expected), in: expected)
        case .returnToCheckpoint(let name, let value):
            try checkReturn(to: name, with: value, of: feature, from: position, in: expected)
        case .send(let messages):
            try checkSend(messages, of: feature)
        case .resume:
            try checkResume(by: feature)
        }
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
            try carryOut(next.request, feature: next.feature, at: position)
        } catch {
            problems.append(NavigationProblem(error, of: next.feature))
            guard error.code != .locked else { return }
            // The request was checked when it was made, so what failed now is making the screen.
            switch next.request {
            case .navigate(let asked, _): putNotFound(asked.text, error.reason, at: position)
            case .replaceStack(let asked): putNotFound(asked.last?.text ?? "", error.reason, at: position)
            default: break
            }
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

    /// - Parameter feature: The feature that asks; nil for the user, who may go anywhere.
    func carryOut(
        _ request: NavigationRequest, feature: String?, at position: NavigationState.Position
    ) throws(CallFailure) {
        switch request {
        case .navigate(let destination, let method):
            let chain = try chain(destination, of: feature)
            let method = try self.method(of: chain, asked: method)
            guard method != .send else {
                return startSending([.destination(destination)], from: feature)
            }
            try put(chain, method: method, at: position)
        case .replaceStack(let destinations):
            var entries: [NavigationState.Entry] = []
            for destination in destinations {
                entries.append(entry(try chain(destination, of: feature).end, .push))
            }
            try replaceStack(with: entries, at: position, isForced: feature == nil && isForcing)
        case .returnToCheckpoint(let name, let value):
            guard let feature else {
                throw CallFailure(.notAllowed, "only a feature returns to a checkpoint")
            }
            try returnToCheckpoint(name, with: value, of: feature, from: position)
        case .send(let messages):
            startSending(messages, from: feature)
        case .resume:
            try resumeSending(by: feature)
        case .back, .pop, .popTo, .popToRoot, .dismiss, .dismissAll, .reset, .selectTab:
            guard let operation = try operation(request, of: feature) else { return }
            let edits = leaving(try state.edits(operation, at: position), in: state)
            try commit(edits, isForced: feature == nil && isForcing)
        }
    }

    /// Follows the redirects from a destination, which must be the feature's own if `feature` is given.
    func chain(_ destination: Destination, of feature: String?) throws(CallFailure) -> Redirector.Chain {
        if let feature, destination.feature != feature {
            throw CallFailure(.notAllowed, Self.foreignReason(destination))
        }
        let checked: Destination
        do throws(CatalogError) {
            checked = try catalog.checked(destination)
        } catch {
            throw CallFailure(error)
        }
        do throws(RedirectError) {
            return try redirector.resolve(checked)
        } catch {
            throw CallFailure(.unconnected, error.description)
        }
    }

    static func foreignReason(_ destination: Destination) -> String {
        "'\(destination)' is another feature's: declare an outgoing destination, and let the wiring lead there"
    }
}

extension CallFailure {
    /// The failure that a feature receives for a destination that the catalog does not have.
    init(_ error: CatalogError) {
        switch error {
        case .noFeature, .refused: self.init(.unavailable, error.description)
        case .noRoute: self.init(.unknownRoute, error.description)
        case .destination: self.init(.invalidArgument, error.description)
        }
    }
}
