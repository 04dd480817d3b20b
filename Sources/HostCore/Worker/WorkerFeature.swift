import FeatureContract
import Glibc
import HostSystem

/// A feature that runs in a worker process. The worker is started when it is needed, started again after an exit, and
/// deactivated after too many exits in a row.
///
/// Its screens end with their worker.
@MainActor
package final class WorkerFeature: FeatureInstance {
    /// The start of the worker, and the values that it gets.
    package struct Launch {
        /// Starts a worker for the library, which the worker then loads.
        package let start: @MainActor () throws(CallFailure) -> (link: any WorkerLink, library: String)
        package fileprivate(set) var limits: WorkerLimits
        /// The deadline of a call, in seconds.
        package let deadline: Double
        package fileprivate(set) var context: ActivationContext
        /// Called when a worker has exited prematurely.
        package let ended: @MainActor () -> Void
        /// The paths that the next worker does not get, though they are allowed.
        let refusals: @MainActor () -> [GrantRefusal]

        package init(
            limits: WorkerLimits = .usual, deadline: Double, context: ActivationContext = ActivationContext(),
            ended: @escaping @MainActor () -> Void = {}, refusals: @escaping @MainActor () -> [GrantRefusal] = { [] },
            start: @escaping @MainActor () throws(CallFailure) -> (link: any WorkerLink, library: String)
        ) {
            self.start = start
            self.limits = limits
            self.deadline = deadline
            self.context = context
            self.ended = ended
            self.refusals = refusals
        }
    }

    package let manifest: Manifest
    private var launch: Launch
    /// The manifest's text from the scan of the file. The feature must return the same bytes whenever it is loaded.
    private let manifestText: [UInt8]
    private weak var host: (any FeatureHost)?
    private var data: FeatureData?
    private var link: (any WorkerLink)?
    /// The link whose worker is being deactivated.
    private var leaving: (any WorkerLink)?
    /// Whether a call has been made since the last turn, which may have started a task.
    private var needsTurn = false
    /// When the feature was first told something since the last turn.
    private var told: ContinuousClock.Instant?
    private var policy = RestartPolicy()
    private let budget: CallBudget
    /// The reason why the feature is deactivated.
    private var deactivation = ""
    private var isCalling = false
    /// The number of calls for which the user has stopped waiting, and which the worker still makes.
    private var abandoned = 0
    /// The number of workers started so far. A screen of an earlier worker no longer exists.
    private(set) var generation = 0

    /// Creates the feature. No worker is started before ``activate(_:)``.
    package init(manifest: Manifest, text: [UInt8], launch: Launch) {
        self.manifest = manifest
        manifestText = text
        self.launch = launch
        budget = CallBudget(deadline: launch.deadline)
    }

    /// Starts the feature.
    ///
    /// - Parameter data: The data directory, and the right to use it; nil for the directory of the context.
    package func activate(_ host: any FeatureHost, data: FeatureData? = nil) throws(CallFailure) {
        self.host = host
        self.data = data
        if let data {
            launch.context.dataDirectory = data.path
            if data.path.isEmpty { launch.limits.confinement.dataDirectory = nil }
        }
        try requireWorker()
    }

    package func reenable() {
        policy.reset()
        budget.renew()
    }

    package var isRunning: Bool { link != nil }

    package func restart() throws(CallFailure) { try requireWorker() }

    /// Whether the feature is deactivated after too many exits.
    package var isDeactivated: Bool { policy.isDeactivated }

    // MARK: Calls

    package func makeMainScreen(_ id: ScreenID) throws(CallFailure) -> any ScreenInstance {
        try requireWorker()
        guard let screen = try WorkerScreen(id, nil, self) else {
            throw CallFailure(.notFound, "the feature '\(manifest.id)' has no main screen")
        }
        return screen
    }

    package func resolve(_ destination: Destination, _ id: ScreenID) throws(CallFailure) -> (any ScreenInstance)? {
        try requireWorker()
        return try WorkerScreen(id, destination, self)
    }

    package func resolve(url: String) throws(CallFailure) -> Destination? {
        guard !manifest.customLinks.isEmpty else { return nil }
        try requireWorker()
        switch try call(.resolveURL(url)) {
        case .destination(let destination): return destination
        case .notMine: return nil
        case let reply: throw unexpected(reply, to: .resolveURL(url))
        }
    }

    package func receive(_ message: Message) throws(CallFailure) -> Resume? {
        guard !manifest.receives.isEmpty else { return nil }
        try requireWorker()
        return try resume(.receive(message))
    }

    package func takeTurns() {
        // Without a worker, no task of the feature runs.
        guard let link else { return }
        defer { (needsTurn, told) = (false, nil) }
        if needsTurn {
            _ = try? call(.turn, isTold: true)
        } else if let told, link.isBehind {
            // What a screen asks for when it is left is part of the step, unless its feature is busy.
            catchUp(link, within: max(Self.graceForTold, told.duration(to: .now) / .seconds(1) / 5))
        }
    }

    /// The least time in seconds that a step waits for the screens that it has left. They have been told before the
    /// next screen was made, so that most have replied by then.
    private static let graceForTold = 0.001

    /// Waits until the worker has replied to all calls.
    ///
    /// - Returns: Whether it has in time.
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

    /// The time that a busy feature has to answer before the app ends.
    static let graceToEnd = Duration.seconds(1)

    package func beginEnd() { tell(.turn) }

    package func endIfBusy(at end: ContinuousClock.Instant) {
        guard let link, link.isBehind else { return }
        let seconds = abandoned > 0 ? 0 : max(0, ContinuousClock.now.duration(to: end) / .seconds(1))
        guard !catchUp(link, within: seconds), link === self.link else { return }
        let cause = WorkerExit.Cause.deadline(seconds: Self.graceToEnd / .seconds(1))
        _ = ended(WorkerExit(cause, during: WorkerCall.turn.name), isTold: true)
    }

    package func deactivate() {
        guard let link else { return }
        (leaving, self.link) = (link, nil)
        // This keeps the feature and its worker until the worker has replied or has ended.
        link.tell(.deactivate, with: nil, within: budget.deadline) { self.left(link) }
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

    /// Makes a call that passes a value to the feature.
    func resume(_ call: WorkerCall) throws(CallFailure) -> Resume? {
        switch try self.call(call) {
        case .resume(let resume): return resume
        case .notMine: return nil
        case let reply: throw unexpected(reply, to: call)
        }
    }

    /// Makes a call whose result is not needed, and does not wait for it. If the worker exits in it, the host gets the
    /// reason.
    func tell(_ call: WorkerCall, with descriptor: OpenDescriptor? = nil) {
        switch call {
        case .connected, .picked: needsTurn = true
        default: break
        }
        if told == nil { told = .now }
        link?.tell(call, with: descriptor, within: budget.deadline) {}
    }

    /// Makes a call to the running worker.
    ///
    /// - Parameters:
    ///   - descriptor: A descriptor that the worker gets too.
    ///   - isTold: Whether the host gets the reason if the worker exits, because no caller reports it.
    func call(
        _ call: WorkerCall, with descriptor: OpenDescriptor? = nil, isTold: Bool = false
    ) throws(CallFailure) -> WorkerReply {
        guard let link, !isCalling else {
            throw CallFailure(.invalidState, "the feature '\(manifest.id)' is not running")
        }
        // The user would wait for the same work again.
        guard abandoned == 0 else { throw givenUp }
        let size = call.bytes.count
        guard size <= FrameBuffer.maximumSize else {
            throw CallFailure(.limit, "\(call.name) would take \(FrameBuffer.limitText(size))")
        }
        let seconds = budget.next
        guard seconds > 0 else { throw ended(WorkerExit(overdrawn, during: call.name), isTold: isTold) }
        let called = ContinuousClock.now
        isCalling = true
        needsTurn = needsTurn || call.mayStartTask
        let reply: WorkerReply?
        do {
            reply = try link.exchange(
                call, with: descriptor, within: seconds, inAll: budget.rest, serving: self
            ) { [weak self] in self?.take(late: $0, to: call) }
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
            throw givenUp
        }
        if case .failure(let failure) = reply { throw failure }
        return reply
    }

    private var givenUp: CallFailure {
        CallFailure(
            .givenUp, "'\(manifest.name.isEmpty ? manifest.id : manifest.name)' still works, and is not waited for")
    }

    /// Takes the reply to a call for which the user has stopped waiting. The call has had its effect on the feature.
    private func take(late reply: WorkerReply, to call: WorkerCall) {
        abandoned -= 1
        host?.invalidate(0, of: manifest.id)
        switch (call, reply) {
        case (.makeMainScreen(let id), .made), (.resolve(_, let id), .made): tell(.destroy(id))
        case (_, .failure(let failure)):
            host?.log(
                LogLine(
                    feature: manifest.id, level: .warning, message: "\(call.name) has failed later: \(failure.reason)"))
        default: break
        }
    }

    private var overdrawn: WorkerExit.Cause { .callBudget(seconds: budget.total) }

    /// Ends a worker that has sent the reply to another call, as it is no longer reliable.
    func unexpected(_ reply: WorkerReply, to call: WorkerCall) -> CallFailure {
        ended(WorkerExit(.garbage("a reply to another call"), during: call.name))
    }

    // MARK: Start and exit

    /// Whether the worker of that generation still runs, with the screens made in it.
    func runs(_ generation: Int) -> Bool { link != nil && generation == self.generation }

    /// Starts a worker if none runs.
    func requireWorker() throws(CallFailure) {
        guard link == nil else { return }
        guard !policy.isDeactivated else { throw CallFailure(.unavailable, deactivation) }
        try budget.check(manifest.id)
        Self.sleep(policy.wait(at: .now))
        policy.start(at: .now)
        generation += 1
        abandoned = 0
        do {
            try startWorker()
            _ = try call(.activate(launch.context))
        } catch {
            // A worker that exited has been counted. One that refused to start may try again, but not at once.
            if link != nil { budget.refuse(error) }
            link?.stop()
            link = nil
            throw error
        }
        guard let link else { return }
        link.serve(self, within: budget.total) { [weak self, weak link] exit in
            // No caller waited: the feature's own work has ended the worker, or a call that it was told.
            if let self, let link { ended(exit, of: link) }
        }
    }

    private func startWorker() throws(CallFailure) {
        let span = TraceSpan.begin()
        defer { span?.end("worker start", .feature, ["feature": .string(manifest.id)]) }
        for refusal in launch.refusals() {
            host?.log(LogLine(feature: manifest.id, level: .warning, message: refusal.message))
        }
        let started = try launch.start()
        link = started.link
        try load(started.library)
    }

    private func load(_ library: String) throws(CallFailure) {
        switch try call(.load(path: library, version: nil, launch.limits)) {
        case .manifest(manifestText): return
        case .manifest:
            throw CallFailure(.other, "it gives another manifest than before, which is a defect of it")
        case .refused(let error): throw CallFailure(.unavailable, error.description)
        case let reply: throw unexpected(reply, to: .load(path: library, version: nil, launch.limits))
        }
    }

    /// Handles the exit of a worker, which no call reports.
    private func ended(_ exit: WorkerExit, of link: any WorkerLink) {
        if link === self.link {
            _ = ended(exit, isTold: true)
        } else if link === leaving {
            left(link)
            launch.ended()
            // Another version of the feature may run by now, whose screens have not ended.
            host?.log(LogLine(feature: manifest.id, level: .error, message: "it \(exit)"))
        }
    }

    /// Handles the exit of the worker.
    ///
    /// - Parameter goodUntil: The start of the call in which it exited, if any. Time in a hanging call is not time in
    ///   which it worked, however long the deadline.
    private func ended(
        _ exit: WorkerExit, isTold: Bool = false, goodUntil: ContinuousClock.Instant = .now
    ) -> CallFailure {
        link?.stop()
        link = nil
        launch.ended()
        policy.end(at: .now, goodUntil: goodUntil)
        var reason = "the feature '\(manifest.id)' \(exit)"
        if let place = exit.place { reason += " at \(place)" }
        if let words = exit.stderrTail { reason += ": \(words)" }
        if policy.isDeactivated {
            deactivation =
                "the feature '\(manifest.id)' is deactivated after it has ended \(policy.ends) times in a row, at last "
                + "it \(exit); the step 'reload' lets it try again, as a new version of its file does"
            reason += "; it has ended \(policy.ends) times in a row and is deactivated until 'reload'"
        }
        for line in exit.details {
            host?.log(LogLine(feature: manifest.id, level: .notice, message: line))
        }
        host?.featureStopped(manifest.id, isTold ? reason : nil)
        return CallFailure(.unavailable, reason)
    }

    private static func sleep(_ time: Duration) {
        guard time > .zero else { return }
        usleep(UInt32(clamping: Int64(time / .microseconds(1))))
    }
}

extension WorkerFeature: WorkerService {
    package func answer(_ request: WorkerRequest) -> HostAnswer {
        guard let host else {
            return .failure(CallFailure(.invalidState, "the feature '\(manifest.id)' is not active"))
        }
        switch request {
        case .navigation(let request, let screen):
            do {
                try host.request(request, by: manifest.id, from: screen)
                return .done
            } catch {
                return .failure(error)
            }
        case .canReturn(let checkpoint, let screen):
            return .bool(host.canReturn(toCheckpoint: checkpoint, of: manifest.id, from: screen))
        case .connect(let endpoint, let number):
            return self.request { (done) throws(CallFailure) in
                try host.connect(to: endpoint, for: manifest.id, done: done)
            } answer: { _, failure in
                .connected(request: number, failure)
            }
        case .pickFile(let file, let number):
            return self.request { (done) throws(CallFailure) in
                try host.pickFile(file, for: manifest.id, done: done)
            } answer: { name, failure in
                .picked(request: number, name: name, failure)
            }
        }
    }

    /// Makes a request of the worker for a descriptor.
    ///
    /// - Parameters:
    ///   - ask: Passes the request to the host.
    ///   - answer: Returns the call that answers it. It is not made if the worker that asked has exited; the descriptor is
    ///     closed then.
    private func request(
        _ ask: (@escaping Handover.Done) throws(CallFailure) -> Void,
        answer: @escaping (_ name: String?, CallFailure?) -> WorkerCall
    ) -> HostAnswer {
        let generation = generation
        do {
            try ask { [weak self] result in
                guard let self, let host, runs(generation) else { return }
                host.callIntoFeature {
                    switch result {
                    case .success(let handover): self.tell(answer(handover?.name, nil), with: handover?.descriptor)
                    case .failure(let failure): self.tell(answer(nil, failure))
                    }
                }
            }
            return .done
        } catch {
            return .failure(error)
        }
    }

    package func take(_ notice: WorkerNotice) {
        switch notice {
        case .invalidate(let screen): host?.invalidate(screen, of: manifest.id)
        case .log(let level, let message): host?.log(LogLine(feature: manifest.id, level: level, message: message))
        case .defect(let name, let message): host?.log(.defect(message, of: manifest.id, name: name))
        case .reached: break
        }
    }

    package func take(printed line: String) {
        host?.log(LogLine(feature: manifest.id, level: .info, message: line))
    }
}
