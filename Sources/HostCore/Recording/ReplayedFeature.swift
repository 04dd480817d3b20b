import FeatureContract

/// A feature that answers from a recording. No library is loaded.
@MainActor
final class ReplayedFeature: FeatureInstance {
    /// Answers a call with its recorded reply.
    typealias Answer = @MainActor (WorkerCall, _ feature: String) throws(CallFailure) -> WorkerReply

    let manifest: Manifest
    private let answer: Answer

    init(_ manifest: Manifest, _ answer: @escaping Answer) throws(CallFailure) {
        self.manifest = manifest
        self.answer = answer
        _ = try answer(.activate(ActivationContext()), manifest.id)
    }

    fileprivate func call(_ call: WorkerCall) throws(CallFailure) -> WorkerReply { try answer(call, manifest.id) }

    func makeMainScreen(_ id: ScreenID) throws(CallFailure) -> any ScreenInstance {
        guard let screen = try screen(id, .makeMainScreen(id)) else { throw .notMine }
        return screen
    }

    func resolve(_ destination: Destination, _ id: ScreenID) throws(CallFailure) -> (any ScreenInstance)? {
        try screen(id, .resolve(destination, id))
    }

    private func screen(_ id: ScreenID, _ call: WorkerCall) throws(CallFailure) -> ReplayedScreen? {
        guard case .made(let keepsState) = try self.call(call) else { return nil }
        return ReplayedScreen(id, self, keepsState: keepsState)
    }

    func resolve(url: String) throws(CallFailure) -> Destination? {
        if case .destination(let destination) = try call(.resolveURL(url)) { destination } else { nil }
    }

    func receive(_ message: Message) throws(CallFailure) -> Resume? { try resume(.receive(message)) }

    fileprivate func resume(_ call: WorkerCall) throws(CallFailure) -> Resume? {
        if case .resume(let resume) = try self.call(call) { resume } else { nil }
    }

    func deactivate() { _ = try? call(.deactivate) }
}

/// A screen that answers from a recording.
@MainActor
private final class ReplayedScreen: ScreenInstance {
    private let id: ScreenID
    private let feature: ReplayedFeature
    let keepsState: Bool

    init(_ id: ScreenID, _ feature: ReplayedFeature, keepsState: Bool) {
        self.id = id
        self.feature = feature
        self.keepsState = keepsState
    }

    func render() throws(CallFailure) -> RenderedScreen {
        if case .screen(let screen) = try feature.call(.render(id)) { screen } else { RenderedScreen() }
    }

    func perform(_ action: UInt64, _ value: Value) throws(CallFailure) {
        _ = try feature.call(.perform(id, action: action, value))
    }

    func appear() throws(CallFailure) { _ = try feature.call(.appear(id)) }

    func disappear() { _ = try? feature.call(.disappear(id)) }

    func returned(toCheckpoint name: String, with value: Value) throws(CallFailure) {
        _ = try feature.call(.returned(id, checkpoint: name, value))
    }

    func receive(_ message: Message) throws(CallFailure) -> Resume? { try feature.resume(.screenReceive(id, message)) }

    func save() throws(CallFailure) -> ScreenState? {
        if case .state(let state) = try feature.call(.save(id)) { state } else { nil }
    }

    func restore(_ state: ScreenState) throws(CallFailure) { _ = try feature.call(.restore(id, state)) }

    func destroy() { _ = try? feature.call(.destroy(id)) }
}
