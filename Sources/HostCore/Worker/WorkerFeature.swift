import FeatureContract
import Glibc
import HostSystem

/// A feature that runs in a worker process. The worker is started on demand, restarted after an exit, and deactivated
/// after too many exits in a row. Its screens end with it.
@MainActor
package final class WorkerFeature: FeatureInstance {
    /// The start of the worker, and its settings.
    package struct Launch {
        /// Starts a worker for the library, which the worker then loads.
        package let start: @MainActor () throws(CallFailure) -> (link: any WorkerLink, library: String)
        package fileprivate(set) var limits: WorkerLimits
        package let deadline: Double
        package fileprivate(set) var context: ActivationContext
        /// Called after a premature exit of a worker.
        package let ended: @MainActor () -> Void
        /// Called when the library gives another manifest than in its scan, for the error.
        let differs: @MainActor () -> LibraryError
        /// The allowed paths that the next worker does not get.
        let refusals: @MainActor () -> [GrantRefusal]

        package init(
            limits: WorkerLimits = .usual, deadline: Double, context: ActivationContext = ActivationContext(),
            ended: @escaping @MainActor () -> Void = {},
            differs: @escaping @MainActor () -> LibraryError = { .otherManifest },
            refusals: @escaping @MainActor () -> [GrantRefusal] = { [] },
            start: @escaping @MainActor () throws(CallFailure) -> (link: any WorkerLink, library: String)
        ) {
            self.start = start
            self.limits = limits
            self.deadline = deadline
            self.context = context
            self.ended = ended
            self.differs = differs
            self.refusals = refusals
        }
    }

    package let manifest: Manifest
    private var launch: Launch
    /// The manifest's text from the scan of the file. The feature must return the same bytes at each load.
    private let manifestText: [UInt8]
    /// The number of this instance of the feature: ``HostMessage/ofInstance(_:)``.
    private let number = HostMessage.nextInstance()
    /// Whether the worker has made requests of HTTP, which end with it.
    private var hasAsked = false
    private weak var host: (any FeatureHost)?
    private var data: FeatureData?
    private var link: (any WorkerLink)?
    /// The link whose worker is being deactivated.
    private var leaving: (any WorkerLink)?
    /// Whether a call has been made since the last turn, which may have started a task.
    private var needsTurn = false
    /// The time of the first message without reply since the last turn.
    private var told: ContinuousClock.Instant?
    private var policy = RestartPolicy()
    private let budget: CallBudget
    /// The reason for the deactivation, as the end of a sentence, with the step that lets it start again.
    private var deactivation = ""
    private var isCalling = false
    /// The calls that will probably follow the next one.
    private var expected: [FeatureMessage] = []
    /// The calls that the worker makes ahead of time, in order.
    private var ahead: [(call: WorkerCall, reply: PendingReply)] = []
    /// The number of calls that the worker still makes, but the user no longer waits for.
    private var abandoned = 0
    /// The screens of the running worker. Those of an earlier one no longer exist.
    private var screens: Set<ScreenID> = []

    /// Makes the feature without a worker, which ``activate(_:)`` starts.
    package init(manifest: Manifest, text: [UInt8], launch: Launch) {
        self.manifest = manifest
        manifestText = text
        self.launch = launch
        budget = CallBudget(deadline: launch.deadline)
    }

    /// Starts the feature.
    ///
    /// - Parameter data: The data directory with the right to use it; nil for the directory of the context.
    package func activate(_ host: any FeatureHost, data: FeatureData? = nil) throws(CallFailure) {
        self.host = host
        self.data = data
        if let data {
            launch.context.dataDirectory = data.path
            if data.path.isEmpty { launch.limits.confinement.dataDirectory = nil }
        }
        isStarting = true
        defer { isStarting = false }
        try requireWorker(for: host.firstCalls)
    }

    /// The feature in messages. During a start, the caller names the feature.
    private var subject: String { isStarting ? "it" : "the feature '\(manifest.id)'" }
    private var isStarting = false

    package func reenable() {
        policy.reset()
        budget.renew()
    }

    package var isRunning: Bool { link != nil }

    package func restart() throws(CallFailure) { try requireWorker(for: []) }

    package var isDeactivated: Bool { policy.isDeactivated }

    // MARK: Calls

    package func call(_ message: FeatureMessage) throws(CallFailure) -> FeatureReply {
        let isAlive = message.screen.map { screens.contains($0) }
        let next = expected
        expected = []
        switch message {
        case .deactivate: deactivate()
        case .disappear: if isAlive == true { tell(message) }
        case .destroy(let id): if screens.remove(id) != nil { tell(message) }
        default:
            guard isAlive != false else {
                throw CallFailure(.unavailable, "the screen has ended with its feature's process")
            }
            try requireWorker(for: [message] + next)
            return try reply(to: message, then: next)
        }
        return .done
    }

    package func expect(_ calls: @autoclosure () -> [FeatureMessage]) { expected = calls() }

    /// Makes a call to the running worker.
    ///
    /// - Parameter next: The calls that will probably follow.
    private func reply(
        to message: FeatureMessage, then next: [FeatureMessage] = []
    ) throws(CallFailure) -> FeatureReply {
        guard case .feature(let reply) = try exchange(.feature(message), then: next), message.fits(reply) else {
            throw unexpectedReply(to: message.name)
        }
        if case .failure(let failure) = reply { throw failure }
        if case .made = reply, let id = message.newScreen { screens.insert(id) }
        return reply
    }

    package func runTurns() {
        // Without a worker, no task of the feature runs.
        guard let link else { return }
        defer { (needsTurn, told) = (false, nil) }
        if needsTurn {
            _ = try? exchange(.turn, isTold: true)
        } else if let told, link.isBehind {
            // Requests of a screen that is being left are part of the step, unless its feature is busy.
            catchUp(link, within: max(Self.graceForTold, told.duration(to: .now) / .seconds(1) / 5))
        }
    }

    /// The least time in seconds that a step waits for the screens that it has left. They were notified before the next
    /// screen was made, so most have replied by then.
    private static let graceForTold = 0.001

    /// Waits until the worker has replied to all calls, and returns whether it did so in time.
    @discardableResult
    private func catchUp(_ link: any WorkerLink, within seconds: Double) -> Bool {
        isCalling = true
        defer { isCalling = false }
        do throws(WorkerExit) {
            return try link.catchUp(within: seconds, serving: self)
        } catch {
            ended(error, of: link)
            return true
        }
    }

    /// The time for a busy feature to answer before the app ends.
    static let graceToEnd = Duration.seconds(1)

    package func beginEnd() { tell(call: .turn) }

    package func endIfBusy(at end: ContinuousClock.Instant) {
        guard let link, link.isBehind else { return }
        let seconds = abandoned > 0 ? 0 : max(0, ContinuousClock.now.duration(to: end) / .seconds(1))
        guard !catchUp(link, within: seconds), link === self.link else { return }
        let cause = WorkerExit.Cause.deadline(seconds: Self.graceToEnd / .seconds(1))
        _ = ended(WorkerExit(cause, during: WorkerCall.turn.name), isTold: true)
    }

    private func deactivate() {
        guard let link else { return }
        (leaving, self.link, screens, ahead) = (link, nil, [], [])
        // The closure keeps the feature and its worker until the worker has replied or ended.
        link.tell(.feature(.deactivate), with: nil, within: budget.deadline) { self.left(link) }
        endRequests()
    }

    /// Ends the requests of HTTP of the worker that has ended, or is about to.
    private func endRequests() {
        guard hasAsked else { return }
        hasAsked = false
        _ = host?.call(HostMessage.cancel(exchange: 0).ofInstance(number), of: manifest.id, done: nil)
    }

    private func left(_ link: any WorkerLink) {
        link.stop()
        if leaving === link { leaving = nil }
        // The worker uses the directory up to its end.
        if self.link == nil { data = nil }
    }

    package func waitForEnd() {
        guard let leaving else { return }
        if !catchUp(leaving, within: budget.total) { ended(WorkerExit(overdrawn, during: ""), of: leaving) }
    }

    /// Makes a call without waiting for its result. If the worker exits in it, the host receives the reason.
    private func tell(_ message: FeatureMessage, with descriptor: OpenDescriptor? = nil) {
        if message.mayStartTask { needsTurn = true }
        // The worker may have rendered a screen ahead of time, before it gets this message.
        ahead = []
        tell(call: .feature(message), with: descriptor)
    }

    private func tell(call: WorkerCall, with descriptor: OpenDescriptor? = nil) {
        if told == nil { told = .now }
        link?.tell(call, with: descriptor, within: budget.deadline) {}
    }

    /// Makes a call to the running worker and waits for the reply, unless the worker has made that call ahead of time.
    ///
    /// - Parameters:
    ///   - next: The calls that will probably follow.
    ///   - isTold: Whether the host receives the reason if the worker exits, because no caller reports it.
    private func exchange(
        _ call: WorkerCall, then next: [FeatureMessage] = [], isTold: Bool = false
    ) throws(CallFailure) -> WorkerReply {
        guard let link, !isCalling else {
            throw CallFailure(.invalidState, "the feature '\(manifest.id)' is not running")
        }
        // The user would wait for the same work again.
        guard abandoned == 0 else { throw givenUp }
        let seconds = budget.next
        guard seconds > 0 else { throw ended(WorkerExit(overdrawn, during: call.name), isTold: isTold) }
        let called = ContinuousClock.now
        isCalling = true
        if case .feature(let message) = call { needsTurn = needsTurn || message.mayStartTask }
        let pending: PendingReply
        let known = removeAhead(call)
        if let known {
            pending = known
        } else {
            pending = link.begin(call, within: seconds)
            // The visible screen is rendered before tasks have their turn.
            let hasTurn = needsTurn && next.contains { if case .render = $0 { true } else { false } }
            for next in next.map(WorkerCall.ahead) + (hasTurn ? [.turn] : []) {
                ahead.append((next, link.begin(next, within: seconds)))
            }
        }
        let reply: WorkerReply?
        do {
            reply = try link.reply(pending, within: budget.rest, serving: self)
            isCalling = false
            budget.spend(called.duration(to: .now))
        } catch {
            isCalling = false
            budget.spend(called.duration(to: .now))
            var exit = error
            switch error.cause {
            case .deadline(seconds) where !budget.isFull(seconds), .callBudget: exit.cause = overdrawn
            default: break
            }
            throw ended(exit, isTold: isTold, goodUntil: called)
        }
        guard let reply else {
            abandoned += 1
            ahead = []
            pending.then { [weak self] in self?.receive(late: $0, to: call) }
            throw givenUp
        }
        guard reply == .skipped else { return reply }
        // Only a call ahead of time may be left out. The host makes it now.
        guard known != nil else { throw unexpectedReply(to: call.name) }
        return try exchange(call, then: next, isTold: isTold)
    }

    /// Returns the reply to a call that the worker makes ahead of time; nil if it was not asked to.
    private func removeAhead(_ call: WorkerCall) -> PendingReply? {
        let call: WorkerCall = if case .feature(let message) = call { .ahead(message) } else { call }
        guard let index = ahead.firstIndex(where: { $0.call == call }) else {
            // A call that changes nothing in the feature leaves the replies to the others valid.
            if call.mayChange { ahead = [] }
            return nil
        }
        // The host will not make the calls before this one any more.
        defer { ahead.removeFirst(index + 1) }
        return ahead[index].reply
    }

    private var givenUp: CallFailure {
        CallFailure(
            .givenUp, "'\(manifest.name.isEmpty ? manifest.id : manifest.name)' still works, and is not waited for")
    }

    /// Receives the reply to a call that the user no longer waits for. The call has had its effect on the feature.
    private func receive(late reply: WorkerReply, to call: WorkerCall) {
        abandoned -= 1
        _ = host?.call(.invalidate(0), of: manifest.id, done: nil)
        switch (call, reply) {
        case (.feature(let message), .feature(.made)): if let id = message.newScreen { tell(.destroy(id)) }
        case (_, .feature(.failure(let failure))):
            host?.log(
                LogLine(
                    feature: manifest.id, level: .warning, message: "\(call.name) has failed later: \(failure.reason)"))
        default: break
        }
    }

    private var overdrawn: WorkerExit.Cause { .callBudget(seconds: budget.total) }

    /// Ends a worker that has replied to a different call, since it is no longer reliable.
    private func unexpectedReply(to name: String) -> CallFailure {
        ended(WorkerExit(.garbage("a reply to another call"), during: name))
    }

    // MARK: Start and exit

    /// Starts a worker if none runs.
    ///
    /// - Parameter calls: The calls that will follow.
    private func requireWorker(for calls: [FeatureMessage]) throws(CallFailure) {
        guard link == nil else { return }
        guard !policy.isDeactivated else {
            throw CallFailure(.unavailable, "\(subject) is deactivated after \(deactivation)")
        }
        try budget.check(subject)
        Self.sleep(policy.wait(at: .now))
        policy.start(at: .now)
        (screens, abandoned, ahead) = ([], 0, [])
        do {
            try startWorker(for: calls)
            _ = try reply(to: .activate(launch.context))
        } catch {
            // An exit is counted already. A worker that refused to start may try again, but not at once.
            if link != nil { budget.refuse(error) }
            link?.stop()
            link = nil
            endRequests()
            throw error
        }
        guard let link else { return }
        link.serve(self, within: budget.total) { [weak self, weak link] exit in
            // No caller waited: the feature's own work ended the worker, or a call without reply.
            if let self, let link { ended(exit, of: link) }
        }
    }

    private func startWorker(for calls: [FeatureMessage]) throws(CallFailure) {
        let span = TraceSpan.begin()
        defer { span?.end("worker start", .feature, ["feature": .string(manifest.id)]) }
        for refusal in launch.refusals() {
            host?.log(LogLine(feature: manifest.id, level: .warning, message: refusal.message))
        }
        let started = try launch.start()
        link = started.link
        try load(started.library, for: calls)
    }

    private func load(_ library: String, for calls: [FeatureMessage]) throws(CallFailure) {
        let call = WorkerCall.load(path: library, version: nil, launch.limits)
        switch try exchange(call, then: [.activate(launch.context)] + calls) {
        case .manifest(manifestText): return
        case .manifest: throw CallFailure(.unavailable, launch.differs().description)
        case .refused(let error): throw CallFailure(.unavailable, error.description)
        case .feature(.failure(let failure)): throw failure
        case .feature, .skipped, .forked: throw unexpectedReply(to: call.name)
        }
    }

    /// Handles an exit of the worker that no call reports.
    private func ended(_ exit: WorkerExit, of link: any WorkerLink) {
        if link === self.link {
            _ = ended(exit, isTold: true)
        } else if link === leaving {
            left(link)
            launch.ended()
            // A new version of the feature may run by now, with its own screens.
            host?.log(LogLine(feature: manifest.id, level: .error, message: "it \(exit)"))
        }
    }

    /// Handles the exit of the worker.
    ///
    /// - Parameter goodUntil: The start of the call in which it exited, if any. The time in a hanging call does not
    ///   count as work, however long the deadline.
    private func ended(
        _ exit: WorkerExit, isTold: Bool = false, goodUntil: ContinuousClock.Instant = .now
    ) -> CallFailure {
        link?.stop()
        (link, screens, ahead) = (nil, [], [])
        endRequests()
        launch.ended()
        policy.end(at: .now, goodUntil: goodUntil)
        var reason = "\(subject) \(exit)"
        if let place = exit.place { reason += " at \(place)" }
        if let words = exit.stderrTail { reason += ": \(words)" }
        if policy.isDeactivated {
            deactivation =
                "it has ended \(policy.ends) times in a row, at last it \(exit); the step 'reload' lets it try again, as a new version of its file does"
            reason += "; it has ended \(policy.ends) times in a row and is deactivated until 'reload'"
        }
        for line in exit.details {
            host?.log(LogLine(feature: manifest.id, level: .notice, message: line))
        }
        host?.featureStopped(manifest.id, isTold ? reason : nil)
        return CallFailure(.unavailable, reason, hasEnded: true)
    }

    private static func sleep(_ time: Duration) {
        guard time > .zero else { return }
        usleep(UInt32(clamping: Int64(time / .microseconds(1))))
    }
}

extension WorkerFeature: WorkerService {
    package func answer(_ message: HostMessage) -> HostReply {
        guard let host else {
            return .failure(CallFailure(.invalidState, "the feature '\(manifest.id)' is not active"))
        }
        // The feature has changed a screen since the worker rendered it ahead of time.
        if case .invalidate(let id) = message {
            ahead.removeAll { call, reply in
                guard case .ahead(.render(let screen, _, _)) = call, reply.reply != nil else { return false }
                return id == 0 || id == screen
            }
        }
        switch message {
        case .http where link == nil:
            return .failure(CallFailure(.invalidState, "the feature '\(manifest.id)' ends"))
        case .http: hasAsked = true
        // A feature that ends has no requests any more.
        case .cancel where link == nil: return .done
        default: break
        }
        let message = message.ofInstance(number)
        guard message.request != nil else { return host.call(message, of: manifest.id, done: nil) }
        return host.call(message, of: manifest.id) { [weak self, weak link = link] result in
            // If the asking worker has exited, the descriptor is closed.
            guard let self, let host = self.host, let link, link === self.link, let answer = message.answer(result)
            else { return }
            host.callIntoFeature { self.tell(answer, with: (try? result.get())?.descriptor) }
        }
    }

    package func log(printed line: String) {
        host?.log(LogLine(feature: manifest.id, level: .info, message: line))
    }
}
