import Dispatch
import FeatureContract

/// What features ask for: checked when it is asked, queued, and carried out in order.
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
            // The feature waits for the answer: nothing of it is called meanwhile.
            try call { () throws(CallFailure) in
                let expected = expectedState
                let position =
                    self.position(of: screen, in: expected, near: position) ?? expected.clamped(position)
                try check(request, feature: feature, at: position, in: expected)
            }
        } catch {
            // One that asks without end is told of often enough.
            if problems.count < Self.maximumRequestsInARow { problems.append(NavigationProblem(error, of: feature)) }
            throw error
        }
        // What is to come begins with what was to come.
        let expectation = expectation
        queue.append(QueuedRequest(request: request, feature: feature, screen: screen, position: position))
        self.expectation = expectation
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
        // What it asked for in the call that has ended it goes with that call.
        queue.removeAll { $0.feature == feature }
        for live in screens.values where live.feature == feature {
            // What it had to lose, it has lost.
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

    /// Tells which lines of the log were left out, of the seconds that are over; of all where `now` is nil.
    func finishLog(at now: ContinuousClock.Instant?) {
        for line in logLimit.finish(at: now) { logSink(line) }
    }

    package func callIntoFeature(_ body: () -> Void) {
        call(body)
    }

    // MARK: Checking

    /// Where a screen stands that asks for something: it must be the feature's own, and not be gone.
    func position(ofAsking screen: ScreenID, of feature: String) throws(CallFailure) -> NavigationState.Position {
        // What has left the state is gone, though it may not have been told yet.
        guard let position = position(of: screen, in: placedState) else {
            throw CallFailure(.invalidState, "the screen \(screen) of '\(feature)' is gone")
        }
        guard screen == 0 || screens[screen]?.feature ?? feature == feature else {
            throw CallFailure(.invalidState, "the screen \(screen) is not one of '\(feature)'")
        }
        return position
    }

    /// Refuses what cannot be carried out, without carrying it out.
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

    /// How many requests are carried out in a row: screens that navigate on as they are made would never end.
    static let maximumRequestsInARow = 256

    func drain() {
        // Whatever is asked for while this runs goes to the end of the queue.
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
            // It was checked when it was asked for: what fails now is making the screen.
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

    /// - Parameter feature: Who asks; nil for the person, who may go anywhere.
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

    /// Where a feature's own destination leads.
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
    /// What a feature is told of a destination that the catalog does not have.
    init(_ error: CatalogError) {
        switch error {
        case .noFeature, .refused: self.init(.unavailable, error.description)
        case .noRoute: self.init(.unknownRoute, error.description)
        case .destination: self.init(.invalidArgument, error.description)
        }
    }
}
