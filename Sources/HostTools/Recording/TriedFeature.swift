import FeatureContract
import HTTPBroker
import HostCore
import HostSystem

/// A feature that receives recorded calls, and whose requests are answered as recorded.
@MainActor
final class TriedFeature: FeatureHost {
    private let activate: FeatureStore.Activation
    private let log: @MainActor (LogLine) -> Void
    private let clock = TurnClock()
    private var feature: (any FeatureInstance)?
    private var screens: Set<ScreenID> = []
    /// The recorded requests not made yet.
    private var expected: ArraySlice<RecordedCalls.Request>
    /// The index of the last call, and whether it is running.
    private var call = 0
    private var isCalling = false
    /// The callbacks for requested descriptors, by the number of the request.
    private var handovers: [UInt64: Handover.Done] = [:]

    /// The first request that is not recorded at its place.
    private(set) var strangeRequest: HostMessage?
    private(set) var exitReason: String?
    /// The screens that were invalidated since they were rendered.
    private var invalidated: Set<ScreenID> = []
    /// The screens with an invalidation that no recorded one has matched. It may have come before the render that the
    /// recording has first: a feature's replies and its invalidations reach the host separately.
    private var unmatched: Set<ScreenID> = []

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
    func make(_ message: FeatureMessage, _ index: Int) -> FeatureReply {
        call = index
        isCalling = true
        defer { isCalling = false }
        // Each call has the whole time, as if the user had waited between the calls.
        feature?.reenable()
        do throws(CallFailure) {
            return try reply(to: message)
        } catch {
            return .failure(error)
        }
    }

    private func reply(to message: FeatureMessage) throws(CallFailure) -> FeatureReply {
        switch message {
        case .activate: feature = try activate(self)
        case .deactivate: deactivate()
        case .connected(let number, let failure):
            if let failure { handovers.removeValue(forKey: number)?(.failure(failure)) }
        case .picked(let number, _, let failure):
            handovers.removeValue(forKey: number)?(failure.map { .failure($0) } ?? .success(nil))
        case .answered(let number, let answer, let failure):
            let handover = answer.map { Handover(http: $0) }
            handovers.removeValue(forKey: number)?(failure.map { .failure($0) } ?? .success(handover))
        case .disappear(let id) where !screens.contains(id), .destroy(let id) where !screens.contains(id): break
        default:
            guard let feature else { throw CallFailure(.unavailable, "it did not start") }
            if let id = message.screen, !screens.contains(id) {
                throw CallFailure(.unavailable, "it has no such screen")
            }
            if case .render(let id, _, _) = message { invalidated.remove(id) }
            let reply = try feature.call(message)
            if case .made = reply, let id = message.newScreen {
                screens.insert(id)
                // A new screen counts as changed, since nothing of it is shown yet.
                invalidated.insert(id)
            }
            if case .destroy(let id) = message { screens.remove(id) }
            return reply
        }
        return .done
    }

    func deactivate() {
        feature?.deactivate()
        feature = nil
        screens = []
    }

    // MARK: Waiting

    /// Waits for the next request or invalidation of the feature.
    func change(atMost duration: Duration) async { await clock.change(atMost: duration) }

    /// Whether to stop waiting: the feature has ended, or has made a request that is not recorded.
    var isOver: Bool { exitReason != nil || strangeRequest != nil }

    /// The first recorded request due by a call that was not made.
    func missingRequest(through index: Int) -> RecordedCalls.Request? {
        expected.first.flatMap { $0.call <= index ? $0 : nil }
    }

    /// Forgets missing recorded requests up to a call, and a request that is not recorded.
    func forgetRequests(through index: Int) {
        expected = expected.drop { $0.call <= index }
        strangeRequest = nil
    }

    /// A screen that was invalidated in the recorded call, but not now.
    func missingInvalidation(_ recorded: Set<ScreenID>) -> ScreenID? {
        let there = invalidated.union(unmatched)
        return recorded.sorted().first { id in
            id == 0 ? there.isEmpty && !screens.isEmpty : screens.contains(id) && !there.contains(id)
        }
    }

    /// Counts the invalidations that a recorded call has as matched.
    func matchInvalidations(_ recorded: Set<ScreenID>) {
        unmatched = recorded.contains(0) ? [] : unmatched.subtracting(recorded)
    }

    func isInvalidated(_ id: ScreenID) -> Bool { invalidated.contains(id) }

    // MARK: FeatureHost

    func call(_ message: HostMessage, of feature: String, done: Handover.Done?) -> HostReply {
        switch message {
        case .navigation, .canReturn: return answer(message)
        case .cancel: break
        case .connect, .pickFile, .http:
            let number = expected.first?.request.request
            let reply = answer(message)
            if case .done = reply, let number { handovers[number] = done }
            return reply
        case .invalidate(let screen):
            let changed = screen == 0 ? screens : [screen]
            invalidated.formUnion(changed)
            unmatched.formUnion(changed)
            clock.fire()
        case .log(let level, let text, let defect):
            log(LogLine(feature: feature, level: level, message: text, defect: defect))
        }
        return .done
    }

    /// The recorded answer to a request. A request from the feature's own work may come before the call with which it
    /// is recorded.
    private func answer(_ request: HostMessage) -> HostReply {
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

    func featureStopped(_ feature: String, _ reason: String?) {
        exitReason = reason ?? ""
        clock.fire()
    }
}

extension HostMessage {
    fileprivate func isSame(as recorded: RecordedCalls.Request) -> Bool {
        switch (self, recorded.request) {
        case (.connect(let endpoint, _), .connect(let other, _)) where endpoint == other: true
        case (.pickFile(let request, _), .pickFile(let other, _)) where request == other: true
        case (.http(let question, _, _), .http(let other, _, _)) where question == other: true
        case (recorded.request, _): true
        default: recorded.hasSecret && Redaction.matches(recorded.request.text, text)
        }
    }
}
