import FeatureContract
import HTTPBroker
import HostSystem

/// The worker's side of the protocol: loads the library, and passes the host's calls on to the feature.
@MainActor
final class WorkerServer {
    /// The connection to the host, for requests and notices.
    @MainActor
    protocol Upstream: AnyObject {
        func call(_ message: HostMessage) -> HostReply
        /// Reports a stage of loading to the host.
        func reached(_ stage: LoadingStage)
        /// Returns the descriptor that came with the current call; nil if there is none.
        func removeDescriptor() -> OpenDescriptor?
    }

    /// A loaded library: its manifest, and a function that activates the feature.
    struct Library {
        let manifest: [UInt8]
        let activate: @MainActor (any FeatureHost, ActivationContext) throws(CallFailure) -> any FeatureInstance
    }

    /// Loads a library, and reports each stage. Loads only this version of the file; nil stands for any.
    typealias Load =
        @MainActor (
            _ path: String, _ version: FileIdentity?, _ limits: WorkerLimits, _ reached: (LoadingStage) -> Void
        ) throws(LibraryError) -> Library

    private let load: Load
    private unowned let upstream: any Upstream
    private var library: Library?
    private var feature: (any FeatureInstance)?
    private var host: RemoteHost?

    init(upstream: any Upstream, load: @escaping Load) {
        self.upstream = upstream
        self.load = load
    }

    func reply(to call: WorkerCall) -> WorkerReply {
        do throws(CallFailure) {
            switch call {
            case .load(let path, let version, let limits): return load(path, version, limits)
            case .feature(let message):
                host?.beginExchange()
                return .feature(try reply(to: message))
            case .ahead(let message):
                guard host?.isDue(message) ?? true else { return .skipped }
                guard case .render = message, let host else { return .feature(try reply(to: message)) }
                host.holdsInvalidations = true
                let reply = try reply(to: message)
                return host.hasAskedToReturn ? .skipped : .feature(reply)
            case .turn: return .feature(.done)
            case .fork: throw .outOfTurn
            case .broker(let limits):
                guard library == nil, let socket = upstream.removeDescriptor() else { throw .outOfTurn }
                try WorkerMain.becomeBroker(limits, socket)
                return .feature(.done)
            }
        } catch {
            return .feature(.failure(error))
        }
    }

    /// Called when the reply has been sent.
    func replied() { host?.sendInvalidations() }

    private func reply(to message: FeatureMessage) throws(CallFailure) -> FeatureReply {
        host?.begin(message)
        do throws(CallFailure) {
            return try make(message)
        } catch {
            host?.hasFailed = true
            throw error
        }
    }

    private func make(_ message: FeatureMessage) throws(CallFailure) -> FeatureReply {
        switch message {
        case .activate(let context):
            guard let library, feature == nil else { throw .outOfTurn }
            let host = RemoteHost(upstream)
            self.host = host
            feature = try library.activate(host, context)
            return .done
        case .connected(let request, let failure): return try answer(request, name: "", failure)
        case .picked(let request, let name, let failure): return try answer(request, name: name, failure)
        case .answered(let request, let answer, let failure):
            guard let host else { throw .outOfTurn }
            host.answer(request, failure.map { .failure($0) } ?? .success(answer.map { Handover(http: $0) }))
            return .done
        default: break
        }
        guard let feature else { throw .outOfTurn }
        if message == .deactivate { self.feature = nil }
        return try feature.call(message)
    }

    /// Answers a request of the feature for a descriptor.
    ///
    /// - Parameter name: The name of the file; nil if the user has picked none.
    private func answer(_ request: UInt64, name: String?, _ failure: CallFailure?) throws(CallFailure) -> FeatureReply {
        guard let host else { throw .outOfTurn }
        let descriptor = upstream.removeDescriptor()
        if let failure {
            host.answer(request, .failure(failure))
        } else if let name {
            host.answer(
                request, descriptor.map { .success(Handover($0, name: name)) } ?? .failure(Self.noDescriptorLeft))
        } else {
            host.answer(request, .success(nil))
        }
        return .done
    }

    private func load(_ path: String, _ version: FileIdentity?, _ limits: WorkerLimits) -> WorkerReply {
        do {
            let library = try load(path, version, limits) { upstream.reached($0) }
            self.library = library
            return .manifest(library.manifest)
        } catch {
            return .refused(error)
        }
    }

    /// The kernel closes a descriptor on its way into a process at its limit.
    private static var noDescriptorLeft: CallFailure {
        CallFailure(
            .limit,
            "the feature has as many open files as it may (\(DescriptorLimit.current)), so it gets no other")
    }
}

/// The host from the view of a feature in a worker: passes everything on to the host's process.
///
/// The connection handles no call while a call into the feature runs, so the feature's requests need not wait.
@MainActor
private final class RemoteHost: FeatureHost {
    private unowned let upstream: any WorkerServer.Upstream
    /// The numbered requests that the host has not answered yet, with the exchanges of those about HTTP.
    private var unanswered: [UInt64: (exchange: UInt64?, done: Handover.Done?)] = [:]

    // The state that decides whether a call is made ahead of time.

    var hasFailed = false
    private var hasNavigated = false
    /// Whether the feature has called `canReturn` in this call. Its rendering then depends on the host's answer, which
    /// may have changed when the host comes to this call.
    private(set) var hasAskedToReturn = false
    /// Whether invalidations wait until the reply to this call has been sent: if a screen rendered ahead of time asks
    /// for a further rendering, it gets that afterwards.
    var holdsInvalidations = false
    private var held: [ScreenID] = []
    /// The screens that the feature has not invalidated since they were rendered.
    private var rendered: Set<ScreenID> = []

    init(_ upstream: any WorkerServer.Upstream) {
        self.upstream = upstream
    }

    func call(_ message: HostMessage, of feature: String, done: Handover.Done?) -> HostReply {
        switch message {
        case .navigation: hasNavigated = true
        case .canReturn: hasAskedToReturn = true
        case .invalidate(0): rendered = []
        case .invalidate(let id): rendered.remove(id)
        case .cancel(let exchange): unanswered = unanswered.filter { $0.value.exchange != exchange }
        default: break
        }
        if case .invalidate(let id) = message, holdsInvalidations {
            if !held.contains(id) { held.append(id) }
            return .done
        }
        let reply = upstream.call(message)
        if case .done = reply, let number = message.request {
            let exchange: UInt64? = if case .http(_, let exchange, _) = message { exchange } else { nil }
            unanswered[number] = (exchange, done)
        }
        return reply
    }

    /// Records that the host waits for the reply to the next call.
    func beginExchange() { (hasFailed, hasNavigated) = (false, false) }

    /// Whether the host would still make this call after the others of the exchange. An unchanged screen is not
    /// rendered, nor is one that navigates on.
    func isDue(_ message: FeatureMessage) -> Bool {
        guard !hasFailed else { return false }
        return if case .render(let id, _, _) = message { !hasNavigated && !rendered.contains(id) } else { true }
    }

    func sendInvalidations() {
        holdsInvalidations = false
        for id in held { _ = upstream.call(.invalidate(id)) }
        held = []
    }

    func begin(_ message: FeatureMessage) {
        hasAskedToReturn = false
        switch message {
        case .render(let id, _, _): rendered.insert(id)
        case .destroy(let id): rendered.remove(id)
        default: break
        }
    }

    /// Passes on the host's answer to a request for a descriptor.
    func answer(_ request: UInt64, _ result: Result<Handover?, CallFailure>) {
        unanswered.removeValue(forKey: request)?.done?(result)
    }
}
