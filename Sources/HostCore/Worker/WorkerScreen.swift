import FeatureContract

/// A screen of a feature in a worker. It ends with that worker.
@MainActor
final class WorkerScreen: ScreenInstance {
    private let id: ScreenID
    private let feature: WorkerFeature
    /// The generation of the worker that the screen was made in.
    private let generation: Int
    let keepsState: Bool

    /// Makes the screen in the running worker. Nil if the feature answers that the destination is not its own.
    ///
    /// - Parameter destination: The destination of the screen; nil for the main screen.
    init?(_ id: ScreenID, _ destination: Destination?, _ feature: WorkerFeature) throws(CallFailure) {
        let call = destination.map { WorkerCall.resolve($0, id) } ?? .makeMainScreen(id)
        switch try feature.call(call) {
        case .made(let keepsState): self.keepsState = keepsState
        case .notMine: return nil
        case let reply: throw feature.unexpected(reply, to: call)
        }
        self.id = id
        self.feature = feature
        generation = feature.generation
    }

    func render() throws(CallFailure) -> RenderedScreen {
        let call = WorkerCall.render(id)
        guard case .screen(let screen) = try self.call(call) else { throw feature.unexpected(.done, to: call) }
        return screen
    }

    func perform(_ action: UInt64, _ value: Value) throws(CallFailure) {
        _ = try call(.perform(id, action: action, value))
    }

    func appear() throws(CallFailure) {
        _ = try call(.appear(id))
    }

    func disappear() {
        if isAlive { feature.tell(.disappear(id)) }
    }

    func returned(toCheckpoint name: String, with value: Value) throws(CallFailure) {
        _ = try call(.returned(id, checkpoint: name, value))
    }

    func receive(_ message: Message) throws(CallFailure) -> Resume? {
        try requireWorker()
        return try feature.resume(.screenReceive(id, message))
    }

    func save() throws(CallFailure) -> ScreenState? {
        let call = WorkerCall.save(id)
        switch try self.call(call) {
        case .state(let state): return state
        case .notMine: return nil
        case let reply: throw feature.unexpected(reply, to: call)
        }
    }

    func restore(_ state: ScreenState) throws(CallFailure) {
        _ = try call(.restore(id, state))
    }

    func destroy() {
        if isAlive { feature.tell(.destroy(id)) }
    }

    private var isAlive: Bool { feature.runs(generation) }

    private func call(_ call: WorkerCall) throws(CallFailure) -> WorkerReply {
        try requireWorker()
        return try feature.call(call)
    }

    private func requireWorker() throws(CallFailure) {
        guard isAlive else { throw CallFailure(.unavailable, "the screen has ended with its feature's process") }
    }
}
