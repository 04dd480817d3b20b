import FeatureContract
import HostSystem
import JSONText

/// A feature whose calls, requests and notices an observer sees, and whose calls are in the trace.
@MainActor
final class ObservedFeature: FeatureInstance {
    private let inner: any FeatureInstance
    /// The feature keeps no reference to its host.
    private let host: ObservedHost
    private let context: ActivationContext

    var manifest: Manifest { inner.manifest }

    /// Starts a feature.
    init(
        _ id: String, host: any FeatureHost, observer: (any CoordinatorObserver)?, _ activate: FeatureStore.Activation
    ) throws(CallFailure) {
        let observed = ObservedHost(id, host, observer)
        self.host = observed
        context = activate.context
        inner = try observed.call(.activate(context)) { _ in
            .done
        } _: { () throws(CallFailure) in
            try activate(observed)
        }
    }

    var isRunning: Bool { inner.isRunning }

    /// Starts the feature again if its process has exited, as a call of its own.
    func restart() throws(CallFailure) {
        guard !inner.isRunning else { return }
        let inner = inner
        try host.call(.activate(context)) {
            .done
        } _: { () throws(CallFailure) in
            try inner.restart()
        }
    }

    func makeMainScreen(_ id: ScreenID) throws(CallFailure) -> any ScreenInstance {
        try restart()
        let inner = inner
        return ObservedScreen(
            id, host,
            try host.call(.makeMainScreen(id)) {
                .made(keepsState: $0.keepsState)
            } _: { () throws(CallFailure) in
                try inner.makeMainScreen(id)
            })
    }

    func resolve(_ destination: Destination, _ id: ScreenID) throws(CallFailure) -> (any ScreenInstance)? {
        try restart()
        let inner = inner
        let screen = try host.call(.resolve(destination, id)) { screen in
            screen.map { .made(keepsState: $0.keepsState) } ?? .notMine
        } _: { () throws(CallFailure) in
            try inner.resolve(destination, id)
        }
        return screen.map { ObservedScreen(id, host, $0) }
    }

    func resolve(url: String) throws(CallFailure) -> Destination? {
        // Without links of its own, it is not asked.
        if !manifest.customLinks.isEmpty { try restart() }
        let inner = inner
        return try host.call(.resolveURL(url)) {
            $0.map(WorkerReply.destination) ?? .notMine
        } _: {
            () throws(CallFailure) in
            try inner.resolve(url: url)
        }
    }

    func receive(_ message: Message) throws(CallFailure) -> Resume? {
        if !manifest.receives.isEmpty { try restart() }
        let inner = inner
        return try host.call(.receive(message)) {
            $0.map(WorkerReply.resume) ?? .notMine
        } _: {
            () throws(CallFailure) in
            try inner.receive(message)
        }
    }

    /// No call of the ABI: what the feature asks for meanwhile is observed.
    func takeTurns() { inner.takeTurns() }

    func deactivate() { host.tell(.deactivate) { inner.deactivate() } }

    func waitForEnd() { inner.waitForEnd() }

    func beginEnd() { inner.beginEnd() }

    func endIfBusy(at end: ContinuousClock.Instant) { inner.endIfBusy(at: end) }

    func reenable() { inner.reenable() }
}

/// A screen of an observed feature.
@MainActor
private final class ObservedScreen: ScreenInstance {
    private let id: ScreenID
    private let host: ObservedHost
    private let inner: any ScreenInstance

    init(_ id: ScreenID, _ host: ObservedHost, _ inner: any ScreenInstance) {
        self.id = id
        self.host = host
        self.inner = inner
    }

    func render() throws(CallFailure) -> RenderedScreen {
        let inner = inner
        return try host.call(.render(id), WorkerReply.screen) { () throws(CallFailure) in try inner.render() }
    }

    func perform(_ action: UInt64, _ value: Value) throws(CallFailure) {
        let inner = inner
        try host.call(.perform(id, action: action, value)) {
            .done
        } _: { () throws(CallFailure) in
            try inner.perform(action, value)
        }
    }

    func appear() throws(CallFailure) {
        let inner = inner
        try host.call(.appear(id)) {
            .done
        } _: { () throws(CallFailure) in
            try inner.appear()
        }
    }

    func disappear() { host.tell(.disappear(id)) { inner.disappear() } }

    func returned(toCheckpoint name: String, with value: Value) throws(CallFailure) {
        let inner = inner
        try host.call(.returned(id, checkpoint: name, value)) {
            .done
        } _: { () throws(CallFailure) in
            try inner.returned(toCheckpoint: name, with: value)
        }
    }

    func receive(_ message: Message) throws(CallFailure) -> Resume? {
        let inner = inner
        return try host.call(.screenReceive(id, message)) {
            $0.map(WorkerReply.resume) ?? .notMine
        } _: {
            () throws(CallFailure) in
            try inner.receive(message)
        }
    }

    var keepsState: Bool { inner.keepsState }

    func save() throws(CallFailure) -> ScreenState? {
        let inner = inner
        return try host.call(.save(id)) {
            $0.map(WorkerReply.state) ?? .notMine
        } _: { () throws(CallFailure) in
            try inner.save()
        }
    }

    func restore(_ state: ScreenState) throws(CallFailure) {
        let inner = inner
        try host.call(.restore(id, state)) {
            .done
        } _: { () throws(CallFailure) in
            try inner.restore(state)
        }
    }

    func destroy() { host.tell(.destroy(id)) { inner.destroy() } }
}

/// The host as an observed feature sees it.
@MainActor
private final class ObservedHost: FeatureHost {
    private let feature: String
    private let host: any FeatureHost
    private weak var observer: (any CoordinatorObserver)?
    /// The number of the last request for a descriptor.
    private var lastRequest: UInt64 = 0

    init(_ feature: String, _ host: any FeatureHost, _ observer: (any CoordinatorObserver)?) {
        self.feature = feature
        self.host = host
        self.observer = observer
    }

    /// Makes a call into the feature.
    ///
    /// - Parameter reply: The form of what the call returns, for the observer.
    func call<Result>(
        _ call: WorkerCall, _ reply: (Result) -> WorkerReply, _ body: () throws(CallFailure) -> Result
    ) throws(CallFailure) -> Result {
        let span = TraceSpan.begin()
        defer { span?.end(call.name, .feature, values(of: call)) }
        observer?.begin(call, of: feature)
        do throws(CallFailure) {
            let result = try body()
            observer?.end(call, of: feature, reply(result))
            return result
        } catch {
            observer?.end(call, of: feature, .failure(error))
            throw error
        }
    }

    /// Makes a call that cannot fail.
    func tell(_ call: WorkerCall, _ body: () -> Void) {
        let span = TraceSpan.begin()
        defer { span?.end(call.name, .feature, values(of: call)) }
        observer?.begin(call, of: feature)
        body()
        observer?.end(call, of: feature, .done)
    }

    /// More about a call for the trace, without any value.
    private func values(of call: WorkerCall) -> JSONObject {
        var values: JSONObject = ["feature": .string(feature)]
        if case .resolve(let destination, _) = call { values.append(key: "route", value: .string(destination.route)) }
        return values
    }

    // MARK: FeatureHost

    func request(_ request: NavigationRequest, by feature: String, from screen: ScreenID) throws(CallFailure) {
        try answer(.navigation(request, screen)) { () throws(CallFailure) in
            try host.request(request, by: feature, from: screen)
        }
    }

    private func answer(
        _ request: WorkerRequest, _ body: () throws(CallFailure) -> Void
    ) throws(CallFailure) {
        do throws(CallFailure) {
            try body()
            observer?.take(request, of: feature, .done)
        } catch {
            observer?.take(request, of: feature, .failure(error))
            throw error
        }
    }

    func canReturn(toCheckpoint name: String, of feature: String, from screen: ScreenID) -> Bool {
        let answer = host.canReturn(toCheckpoint: name, of: feature, from: screen)
        observer?.take(.canReturn(checkpoint: name, screen), of: feature, .bool(answer))
        return answer
    }

    func connect(
        to endpoint: Endpoint, for feature: String, done: @escaping Handover.Done
    ) throws(CallFailure) {
        lastRequest += 1
        let number = lastRequest
        try answer(.connect(endpoint, request: number)) { () throws(CallFailure) in
            try host.connect(to: endpoint, for: feature) { [self] result in
                let failure: CallFailure? = if case .failure(let failure) = result { failure } else { nil }
                tell(.connected(request: number, failure)) { done(result) }
            }
        }
    }

    func pickFile(
        _ request: FileRequest, for feature: String, done: @escaping Handover.Done
    ) throws(CallFailure) {
        lastRequest += 1
        let number = lastRequest
        try answer(.pickFile(request, request: number)) { () throws(CallFailure) in
            try host.pickFile(request, for: feature) { [self] result in
                var (name, failure): (String?, CallFailure?) = (nil, nil)
                switch result {
                case .success(let handover): name = handover?.name
                case .failure(let error): failure = error
                }
                tell(.picked(request: number, name: name, failure)) { done(result) }
            }
        }
    }

    func invalidate(_ screen: ScreenID, of feature: String) {
        observer?.take(.invalidate(screen), of: feature)
        host.invalidate(screen, of: feature)
    }

    func log(_ line: LogLine) {
        observer?.take(
            line.defect.map { .defect(name: $0, line.message) } ?? .log(line.level, line.message), of: feature)
        host.log(line)
    }

    func featureStopped(_ feature: String, _ reason: String?) {
        observer?.takeEnd(of: feature, reason)
        host.featureStopped(feature, reason)
    }

    func callIntoFeature(_ body: () -> Void) { host.callIntoFeature(body) }
}
