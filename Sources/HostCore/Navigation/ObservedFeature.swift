import FeatureContract
import HostSystem
import JSONText

/// A feature whose calls and messages an observer sees, and whose calls are in the trace.
@MainActor
final class ObservedFeature: FeatureInstance {
    private let inner: any FeatureInstance
    /// The feature keeps no reference to its host.
    private let host: ObservedHost
    private let context: ActivationContext

    var manifest: Manifest { inner.manifest }

    init(
        _ id: String, host: any FeatureHost, observer: (any CoordinatorObserver)?, _ activate: FeatureStore.Activation
    ) throws(CallFailure) {
        let observed = ObservedHost(id, host, observer)
        self.host = observed
        context = activate.context
        var started: (any FeatureInstance)?
        _ = try observed.observe(.activate(context)) { () throws(CallFailure) in
            started = try activate(observed)
            return .done
        }
        guard let started else { throw .outOfTurn }
        inner = started
    }

    func call(_ message: FeatureMessage) throws(CallFailure) -> FeatureReply {
        if message.screen == nil, message != .deactivate { try restart() }
        return try host.observe(message) { () throws(CallFailure) in try inner.call(message) }
    }

    func expect(_ calls: @autoclosure () -> [FeatureMessage]) { inner.expect(calls()) }

    var isRunning: Bool { inner.isRunning }

    /// Starts the feature again if its process has exited. The observer sees a separate call.
    func restart() throws(CallFailure) {
        guard !inner.isRunning else { return }
        _ = try host.observe(.activate(context)) { () throws(CallFailure) in
            try inner.restart()
            return .done
        }
    }

    /// Not a call of the ABI, but requests made meanwhile are observed.
    func runTurns() { inner.runTurns() }
    func waitForEnd() { inner.waitForEnd() }
    func beginEnd() { inner.beginEnd() }
    func endIfBusy(at end: ContinuousClock.Instant) { inner.endIfBusy(at: end) }
    func reenable() { inner.reenable() }
}

/// The host as an observed feature sees it.
@MainActor
private final class ObservedHost: FeatureHost {
    private let feature: String
    private let host: any FeatureHost
    private weak var observer: (any CoordinatorObserver)?

    init(_ feature: String, _ host: any FeatureHost, _ observer: (any CoordinatorObserver)?) {
        self.feature = feature
        self.host = host
        self.observer = observer
    }

    /// Makes a call into the feature, and reports it to the observer.
    func observe(
        _ message: FeatureMessage, _ call: () throws(CallFailure) -> FeatureReply
    ) throws(CallFailure) -> FeatureReply {
        let span = TraceSpan.begin()
        defer { span?.end(message.name, .feature, values(of: message)) }
        observer?.begin(message, of: feature)
        do throws(CallFailure) {
            let reply = try call()
            observer?.end(message, of: feature, reply)
            return reply
        } catch {
            observer?.end(message, of: feature, .failure(error))
            throw error
        }
    }

    /// Details of a call for the trace, without any value.
    private func values(of message: FeatureMessage) -> JSONObject {
        var values: JSONObject = ["feature": .string(feature)]
        if case .resolve(let destination, _) = message {
            values.append(key: "route", value: .string(destination.route))
        }
        return values
    }

    func call(_ message: HostMessage, of feature: String, done: Handover.Done?) -> HostReply {
        guard message.waits else {
            observer?.answered(message, of: feature, .done)
            return host.call(message, of: feature, done: nil)
        }
        var observed: Handover.Done?
        if let done {
            observed = { [self] result in
                guard let answer = message.answer(result) else { return }
                _ = try? observe(answer) { () throws(CallFailure) in
                    done(result)
                    return .done
                }
            }
        }
        let reply = host.call(message, of: feature, done: observed)
        observer?.answered(message, of: feature, reply)
        return reply
    }

    var firstCalls: [FeatureMessage] { host.firstCalls }

    func featureStopped(_ feature: String, _ reason: String?) {
        observer?.ended(of: feature, reason)
        host.featureStopped(feature, reason)
    }

    func callIntoFeature(_ body: () -> Void) { host.callIntoFeature(body) }
}
