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

        package init(
            limits: WorkerLimits = .usual, deadline: Double, context: ActivationContext = ActivationContext(),
            ended: @escaping @MainActor () -> Void = {},
            start: @escaping @MainActor () throws(CallFailure) -> (link: any WorkerLink, library: String)
        ) {
            self.start = start
            self.limits = limits
            self.deadline = deadline
            self.context = context
            self.ended = ended
        }
    }

    package let manifest: Manifest
    private var launch: Launch
    /// The manifest's text from the scan of the file. The feature must return the same bytes whenever it is loaded.
    private let manifestText: [UInt8]
    private weak var host: (any FeatureHost)?
    private var data: FeatureData?
    private var link: (any WorkerLink)?
    private var policy = RestartPolicy()
    private let budget: CallBudget
    /// The reason why the feature is deactivated.
    private var deactivation = ""
    private var isCalling = false
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
            launch.limits.confinement.dataDirectory = data.path.isEmpty ? nil : data.path
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
        if link != nil { tell(.turn) }
    }

    package func deactivate() {
        if link != nil { tell(.deactivate) }
        link?.stop()
        link = nil
        data = nil
    }

    /// Makes a call that passes a value to the feature.
    func resume(_ call: WorkerCall) throws(CallFailure) -> Resume? {
        switch try self.call(call) {
        case .resume(let resume): return resume
        case .notMine: return nil
        case let reply: throw unexpected(reply, to: call)
        }
    }

    /// Makes a call whose result is not needed. If the worker exits in it, the host gets the reason.
    ///
    /// - Returns: The failure of the call, if any.
    @discardableResult
    func tell(_ call: WorkerCall, with descriptor: OpenDescriptor? = nil) -> CallFailure? {
        do {
            _ = try self.call(call, with: descriptor, isTold: true)
            return nil
        } catch {
            return error
        }
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
        let size = call.bytes.count
        guard size <= FrameBuffer.maximumSize else {
            throw CallFailure(.limit, "\(call.name) would take \(FrameBuffer.limitText(size))")
        }
        let seconds = budget.next
        guard seconds > 0 else { throw ended(WorkerExit(overdrawn, during: call.name), isTold: isTold) }
        let called = ContinuousClock.now
        isCalling = true
        let reply: WorkerReply
        do {
            reply = try link.exchange(call, with: descriptor, within: seconds, serving: self)
            isCalling = false
            budget.spend(called.duration(to: .now))
        } catch {
            isCalling = false
            budget.spend(called.duration(to: .now))
            var exit = error
            if case .deadline = error.cause, !budget.isFull(seconds) { exit.cause = overdrawn }
            throw ended(exit, isTold: isTold, goodUntil: called)
        }
        if case .failure(let failure) = reply { throw failure }
        return reply
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
        link?.serve(self, within: budget.total) { [weak self] exit in
            // No call was running: the feature's own work has ended the worker.
            _ = self?.ended(exit, isTold: true)
        }
    }

    private func startWorker() throws(CallFailure) {
        let span = TraceSpan.begin()
        defer { span?.end("worker start", .feature, ["feature": .string(manifest.id)]) }
        let started = try launch.start()
        link = started.link
        try load(started.library)
    }

    private func load(_ library: String) throws(CallFailure) {
        switch try call(.load(path: library, version: nil, launch.limits)) {
        case .manifest(manifestText): return
        case .manifest:
            throw CallFailure(.other, "it gives another manifest than before, which is a defect of it")
        case .refused(let reason, _, _): throw CallFailure(.unavailable, reason)
        case let reply: throw unexpected(reply, to: .load(path: library, version: nil, launch.limits))
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
