import FeatureContract
import HostSystem

/// A feature that gets recorded calls, and whose requests are answered as recorded.
@MainActor
final class TriedFeature: FeatureHost {
    private let activate: FeatureStore.Activation
    private let log: @MainActor (LogLine) -> Void
    private let clock = TurnClock()
    private var feature: (any FeatureInstance)?
    private var screens: [ScreenID: any ScreenInstance] = [:]
    /// The recorded requests that have not been made.
    private var expected: ArraySlice<RecordedCalls.Request>
    /// The index of the call that was made last, and whether it runs.
    private var call = 0
    private var isCalling = false
    /// The callbacks that take the descriptor for a request, by the number of the request.
    private var handovers: [UInt64: Handover.Done] = [:]

    /// The first request that the recording does not have there.
    private(set) var strangeRequest: WorkerRequest?
    /// Why the feature's process has exited.
    private(set) var exitReason: String?
    /// The screens that were invalidated since they were rendered.
    private var invalidated: Set<ScreenID> = []

    /// - Parameter requests: The recorded requests of this activation.
    init(
        _ activate: FeatureStore.Activation, expecting requests: [RecordedCalls.Request],
        log: @escaping @MainActor (LogLine) -> Void
    ) {
        self.activate = activate
        self.log = log
        expected = requests[...]
    }

    // MARK: Calls

    /// Makes a call.
    ///
    /// - Parameter index: The index of the call in the recording.
    func make(_ call: WorkerCall, _ index: Int) -> WorkerReply {
        self.call = index
        isCalling = true
        defer { isCalling = false }
        // Each call has the whole time, as if the user had waited between the calls.
        feature?.reenable()
        do throws(CallFailure) {
            return try reply(to: call)
        } catch {
            return .failure(error)
        }
    }

    private func reply(to call: WorkerCall) throws(CallFailure) -> WorkerReply {
        switch call {
        case .activate: feature = try activate(self)
        case .makeMainScreen(let id):
            let screen = try running().makeMainScreen(id)
            add(screen, id)
            return .made(keepsState: screen.keepsState)
        case .resolve(let destination, let id):
            guard let screen = try running().resolve(destination, id) else { return .notMine }
            add(screen, id)
            return .made(keepsState: screen.keepsState)
        case .resolveURL(let url): return try running().resolve(url: url).map(WorkerReply.destination) ?? .notMine
        case .receive(let message): return try running().receive(message).map(WorkerReply.resume) ?? .notMine
        case .deactivate: deactivate()
        case .render(let id):
            invalidated.remove(id)
            return .screen(try screen(id).render())
        case .perform(let id, let action, let value): try screen(id).perform(action, value)
        case .appear(let id): try screen(id).appear()
        case .disappear(let id): screens[id]?.disappear()
        case .returned(let id, let checkpoint, let value):
            try screen(id).returned(toCheckpoint: checkpoint, with: value)
        case .screenReceive(let id, let message):
            return try screen(id).receive(message).map(WorkerReply.resume) ?? .notMine
        case .destroy(let id): screens.removeValue(forKey: id)?.destroy()
        case .save(let id): return try screen(id).save().map(WorkerReply.state) ?? .notMine
        case .restore(let id, let state): try screen(id).restore(state)
        case .connected(let number, let failure):
            if let failure { handovers.removeValue(forKey: number)?(.failure(failure)) }
        case .picked(let number, _, let failure):
            handovers.removeValue(forKey: number)?(failure.map { .failure($0) } ?? .success(nil))
        case .load, .turn, .fork: break
        }
        return .done
    }

    private func running() throws(CallFailure) -> any FeatureInstance {
        guard let feature else { throw CallFailure(.unavailable, "it did not start") }
        return feature
    }

    private func screen(_ id: ScreenID) throws(CallFailure) -> any ScreenInstance {
        guard let screen = screens[id] else { throw CallFailure(.unavailable, "it has no such screen") }
        return screen
    }

    private func add(_ screen: any ScreenInstance, _ id: ScreenID) {
        screens[id] = screen
        // Nothing of it is shown yet that could be outdated.
        invalidated.insert(id)
    }

    func deactivate() {
        feature?.deactivate()
        feature = nil
        screens = [:]
    }

    // MARK: Waiting

    /// Waits for the next change of what the feature has asked for or invalidated.
    func change(atMost duration: Duration) async { await clock.change(atMost: duration) }

    /// Whether nothing more is to be waited for: the feature has ended, or has made a request that is not recorded.
    var isOver: Bool { exitReason != nil || strangeRequest != nil }

    /// The first recorded request that was to be made up to a call and was not.
    func missingRequest(through index: Int) -> RecordedCalls.Request? {
        expected.first.flatMap { $0.call <= index ? $0 : nil }
    }

    /// Forgets that recorded requests up to a call were not made, and that one that is not recorded was.
    func forgetRequests(through index: Int) {
        expected = expected.drop { $0.call <= index }
        strangeRequest = nil
    }

    /// The screen of a recorded call that was to be invalidated and was not.
    func missingInvalidation(_ recorded: Set<ScreenID>) -> ScreenID? {
        recorded.sorted().first { id in
            id == 0 ? invalidated.isEmpty && !screens.isEmpty : screens[id] != nil && !invalidated.contains(id)
        }
    }

    /// Whether the screen has changed since it was rendered.
    func isInvalidated(_ id: ScreenID) -> Bool { invalidated.contains(id) }

    // MARK: FeatureHost

    func request(_ request: NavigationRequest, by feature: String, from screen: ScreenID) throws(CallFailure) {
        if case .failure(let failure) = answer(.navigation(request, screen)) { throw failure }
    }

    /// The recorded answer to a request. What a feature does by itself may come before the call in which it is recorded.
    private func answer(_ request: WorkerRequest) -> HostAnswer {
        defer { clock.fire() }
        guard strangeRequest == nil, let next = expected.first, !isCalling || next.call <= call,
            request.isSame(as: next)
        else {
            if strangeRequest == nil { strangeRequest = request }
            return .failure(CallFailure(.unavailable, "the recording has no answer to this request"))
        }
        expected.removeFirst()
        return next.answer
    }

    func canReturn(toCheckpoint name: String, of feature: String, from screen: ScreenID) -> Bool {
        answer(.canReturn(checkpoint: name, screen)) == .bool(true)
    }

    func connect(to endpoint: Endpoint, for feature: String, done: @escaping Handover.Done) throws(CallFailure) {
        try handOver(.connect(endpoint, request: 0), done)
    }

    func pickFile(_ request: FileRequest, for feature: String, done: @escaping Handover.Done) throws(CallFailure) {
        try handOver(.pickFile(request, request: 0), done)
    }

    private func handOver(_ request: WorkerRequest, _ done: @escaping Handover.Done) throws(CallFailure) {
        let number = expected.first?.request.number
        if case .failure(let failure) = answer(request) { throw failure }
        if let number { handovers[number] = done }
    }

    func invalidate(_ screen: ScreenID, of feature: String) {
        if screen == 0 { invalidated.formUnion(screens.keys) } else { invalidated.insert(screen) }
        clock.fire()
    }

    func log(_ line: LogLine) { log(line) }

    func featureStopped(_ feature: String, _ reason: String?) {
        exitReason = reason ?? ""
        clock.fire()
    }

    func callIntoFeature(_ body: () -> Void) { body() }
}

extension WorkerRequest {
    /// The number by which a descriptor is handed over; nil for a request of another kind.
    var number: UInt64? {
        switch self {
        case .connect(_, let number), .pickFile(_, let number): number
        case .navigation, .canReturn: nil
        }
    }

    /// Whether the request is a recorded one.
    fileprivate func isSame(as recorded: RecordedCalls.Request) -> Bool {
        switch (self, recorded.request) {
        case (.connect(let endpoint, _), .connect(let other, _)) where endpoint == other: true
        case (.pickFile(let request, _), .pickFile(let other, _)) where request == other: true
        case (recorded.request, _): true
        default: recorded.hasSecret && Redaction.matches(recorded.request.text, text)
        }
    }
}
