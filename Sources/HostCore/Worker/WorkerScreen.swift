import FeatureContract

/// A screen of a feature in a worker. It remembers its destination, and is made anew in a new worker.
@MainActor
final class WorkerScreen: ScreenInstance {
    private let id: ScreenID
    /// The destination of the screen. Nil for the main screen.
    private let destination: Destination?
    private let feature: WorkerFeature
    /// The generation of the worker that the screen was made in.
    private var generation = 0
    private var isSeen = false
    private var isRendered = false
    /// The failure of an `appear` in which the worker exited. The next render throws it without trying again, since
    /// `appear` cannot report it.
    private var failure: CallFailure?

    init(_ id: ScreenID, _ destination: Destination?, _ feature: WorkerFeature) {
        self.id = id
        self.destination = destination
        self.feature = feature
    }

    /// Makes the screen in the running worker.
    ///
    /// - Returns: False if the feature answers that the destination is not its own.
    func make() throws(CallFailure) -> Bool {
        let call = destination.map { WorkerCall.resolve($0, id) } ?? .makeMainScreen(id)
        switch try feature.call(call) {
        case .done: break
        case .notMine: return false
        case let reply: throw feature.unexpected(reply, to: call)
        }
        generation = feature.generation
        isRendered = false
        return true
    }

    func render() throws(CallFailure) -> RenderedScreen {
        try feature.rendering(id) { () throws(CallFailure) in
            try requireScreen()
            return try renderOnce()
        }
    }

    private func renderOnce() throws(CallFailure) -> RenderedScreen {
        let call = WorkerCall.render(id)
        guard case .screen(let screen) = try feature.call(call) else { throw feature.unexpected(.done, to: call) }
        isRendered = true
        return screen
    }

    func perform(_ action: UInt64, _ value: Value) throws(CallFailure) {
        // The number of an action is meaningless to a screen that was made anew.
        guard feature.runs(generation), isRendered else {
            throw CallFailure(
                .unavailable, "the screen is made anew, as its feature has ended; look at it, and try again")
        }
        _ = try feature.call(.perform(id, action: action, value))
    }

    func appear() {
        isSeen = true
        guard feature.runs(generation) else { return }
        do {
            _ = try feature.call(.appear(id))
        } catch {
            failure = error
        }
    }

    func disappear() {
        isSeen = false
        if feature.runs(generation) { feature.tell(.disappear(id)) }
    }

    func returned(toCheckpoint name: String, with value: Value) throws(CallFailure) {
        try requireRendered()
        _ = try feature.call(.returned(id, checkpoint: name, value))
    }

    func receive(_ message: Message) throws(CallFailure) -> Resume? {
        try requireRendered()
        return try feature.resume(.screenReceive(id, message))
    }

    func destroy() {
        if feature.runs(generation) { feature.tell(.destroy(id)) }
    }

    /// Makes sure that the screen was rendered, since a render says what the screen accepts.
    private func requireRendered() throws(CallFailure) {
        try requireScreen()
        if !isRendered { _ = try renderOnce() }
    }

    private func requireScreen() throws(CallFailure) {
        if let failure {
            self.failure = nil
            throw failure
        }
        try feature.requireWorker()
        guard !feature.runs(generation) else { return }
        guard try make() else {
            throw CallFailure(.unknownRoute, "the feature '\(feature.manifest.id)' makes this screen no more")
        }
        if isSeen { _ = try feature.call(.appear(id)) }
    }
}
