import FeatureContract
import HostCore
import HostSystem
import JSONText

/// Replays a recording: a coordinator receives the recorded inputs, and its features answer from the recording.
///
/// ```swift
/// let replay = try Replay(Recording.read("run.recording"))
/// let end = replay.run { step in print(step.text, step.shown?.text ?? "") }
/// ```
@MainActor
package final class Replay {
    /// A step of the user, and the resulting screen.
    package struct Step: Sendable {
        /// The number of the step; 0 for the start.
        package let number: Int
        /// The step as the user writes it, such as `press:Count`.
        package let text: String
        /// The time since the beginning of the recording, in microseconds.
        package let time: UInt64
        /// The control that it uses, if ``Replay/namesControls``; nil for any other step.
        package fileprivate(set) var control: Control?
        /// The last screen before the next step; nil if none was shown.
        package fileprivate(set) var shown: ShownScreen?
        package fileprivate(set) var problems: [NavigationProblem] = []
    }

    /// The control that a step uses.
    package struct Control: Sendable {
        /// The label by which a script finds it; nil if the replayed screen has no such control.
        package let label: String?
        /// The text that is typed; nil for a press.
        package let text: String?
        /// Whether it is a secure field, whose text is not recorded.
        package let isSecure: Bool
    }

    package enum End: Hashable, Sendable {
        /// At the end of the recorded run, or at the last step to replay.
        case whole
        /// The recording ends before its run: the host was killed, still runs, or the file was cut.
        case unfinished
        /// This host differs from the one that made the recording.
        case differs(String)
    }

    package let coordinator: NavigationCoordinator
    /// Whether each step is to have its control, which is searched on the screen.
    package var namesControls = false
    private let events: [Recording.Entry]
    private var index = 1
    /// The difference between the recording and this host.
    private var difference: String?
    private var isCut = false
    private var hasEnded = false
    /// The app that the reload in progress puts in place.
    private var coming: RecordedApp?
    /// The new versions of features started by the reload in progress, by their ids.
    private var started: [String: any FeatureInstance] = [:]
    private var counter = StepCounter()
    private var step = Step(number: 0, text: "start", time: 0)

    package init(_ recording: Recording) throws(RecordingError) {
        events = recording.events
        guard case .app(let app)? = events.first?.event else { throw .nothingWhole }
        let (catalog, wiring) = try Self.setup(app)
        let features = FeatureStore([:], catalog: catalog)
        coordinator = NavigationCoordinator(catalog: catalog, wiring: wiring, features: features)
        coordinator.clock.isManual = true
        _ = features.replace(by: activations(of: catalog), catalog: catalog, started: [:], unchanged: [])
    }

    private static func setup(_ app: RecordedApp) throws(RecordingError) -> (Catalog, Wiring) {
        var found: [Catalog.Entry] = []
        for feature in app.features {
            do {
                found.append(Catalog.Entry(manifest: try Manifest(parsing: feature.manifest), path: feature.path))
            } catch {
                throw .badApp("the manifest of '\(feature.path)' cannot be read: \(error.messageOfManifest)")
            }
        }
        let refusals = app.refusals.map {
            FileRefusal(path: $0.path, reason: .library(.recorded($0.reason)), featureID: $0.featureID)
        }
        return (
            Catalog(found: found, refusals: refusals), Wiring(path: app.wiringPath, content: app.wiring, source: nil)
        )
    }

    private func activations(of catalog: Catalog) -> [String: FeatureStore.Activation] {
        var activations: [String: FeatureStore.Activation] = [:]
        for entry in catalog.features() {
            activations[entry.manifest.id] = activation(of: entry.manifest)
        }
        return activations
    }

    private func activation(of manifest: Manifest) -> FeatureStore.Activation {
        FeatureStore.Activation { [unowned self] (host) throws(CallFailure) in
            try ReplayedFeature(manifest) { [unowned self] in
                deliverAll()
            } answer: { [unowned self] (message) throws(CallFailure) in
                try reply(to: message, of: manifest.id)
            }
        }
    }

    // MARK: Running

    /// Replays the recording.
    ///
    /// - Parameters:
    ///   - last: The number of the last step to replay; nil for all.
    ///   - goesOn: Called before each step with its number and its text; returns whether to continue.
    ///   - each: Called after each step with its result.
    package func run(
        through last: Int? = nil, goesOn: (Int, String) -> Bool = { _, _ in true }, each: (Step) -> Void
    ) -> End {
        while index < events.count, difference == nil, !isCut {
            let entry = events[index]
            if case .input(let input) = entry.event, counter.count(input) {
                each(step)
                guard step.number != last, goesOn(counter.number, counter.text) else { return .whole }
                step = Step(number: counter.number, text: counter.text, time: entry.time)
                if namesControls { step.control = control(of: input) }
            }
            index += 1
            replay(entry.event)
            step.problems += coordinator.takeProblems()
        }
        each(step)
        if let difference { return .differs(difference) }
        return hasEnded && !isCut ? .whole : .unfinished
    }

    private func control(of input: CoordinatorInput) -> Control? {
        guard case .use(let node, let value) = input else { return nil }
        let text: String? =
            switch value {
            case .string(let text) where node.kind == .textField: text
            case .double(let number) where node.kind == .slider: "\(number)"
            default: nil
            }
        return Control(
            label: NodeFinder(coordinator.shown).label(of: node, value: value, isTyped: text != nil), text: text,
            isSecure: node.flags.contains(.secure))
    }

    private func replay(_ event: RecordedEvent) {
        switch event {
        case .input(let input): replay(input)
        // The callback for a requested descriptor; the feature's actions follow.
        case .call(let call, let feature) where call.isCallback: _ = try? recordedReply(to: call, of: feature)
        // The parts of a reload: the app that it puts in place, and the features that it starts, or ends again.
        case .app(let app): coming = app
        case .call(.activate, let feature):
            index -= 1
            start(feature)
        case .call(.deactivate, let feature) where started[feature] != nil:
            index -= 1
            started.removeValue(forKey: feature)?.deactivate()
        case .message, .end: deliver(event)
        case .shown, .call, .reply: differ("the recording has \(event.name) where none can be")
        }
    }

    private func replay(_ input: CoordinatorInput) {
        switch input {
        case .renderHidden(let id) where coordinator.state.position(of: id) == nil:
            return differ("the recording renders the screen \(id), which is not there")
        // A wait without remaining work may be missing in a replay, which takes a different course.
        case .timer(let number) where !coordinator.clock.isWaiting(number):
            return differ("the recording ends the wait \(number), which is not there")
        case .start(let text): coordinator.restored = text.flatMap(state)
        case .adopt(let names, let unchanged): prepareToAdopt(names, Set(unchanged))
        case .shutDown: hasEnded = true
        case .miss(_, let reason): step.problems.append(NavigationProblem(reason, .notFound))
        default: break
        }
        coordinator.receive(input)
        if case .show = input { compareShown() }
    }

    private func state(_ text: String) -> NavigationState? {
        do {
            return try NavigationState(try JSON.parse(text), reader: NavigationStateReader(coordinator.catalog))
        } catch {
            differ("the session with which the run began cannot be restored: \(error)")
            return nil
        }
    }

    /// Compares the visible screen with the recorded one.
    private func compareShown() {
        guard difference == nil, !isCut else { return }
        guard index < events.count else { return isCut = true }
        guard case .shown(let digest) = events[index].event else {
            return differ("the screen is shown, and the recording has \(events[index].event.name)")
        }
        index += 1
        let shown = ShownScreen(coordinator.shown, of: coordinator)
        step.shown = shown
        guard let checksum = digest.checksum, ShownScreen.checksum(of: shown.text) != checksum else { return }
        differ(
            shown.state.text == digest.state
                ? "the screen at '\(digest.state)' is not the one that was recorded"
                : "the state is '\(shown.state.text)', and the recorded one is '\(digest.state)'")
    }

    private func differ(_ reason: String) {
        if difference == nil { difference = "event \(index), step \(step.number) (\(step.text)): \(reason)" }
    }

    // MARK: Features

    /// The recorded reply to a call of this host.
    private func reply(to call: FeatureMessage, of feature: String) throws(CallFailure) -> FeatureReply {
        let over = CallFailure(.unavailable, "the recording does not go on here")
        guard difference == nil, !isCut else { throw over }
        guard index < events.count else {
            isCut = true
            throw over
        }
        // The feature's process had exited, and was started again for this call.
        if case .call(.activate, feature) = events[index].event, !call.isActivate {
            index += 1
            _ = try recordedReply(to: .activate(ActivationContext()), of: feature)
            return try reply(to: call, of: feature)
        }
        guard case .call(let recorded, feature) = events[index].event, recorded.isSame(as: call) else {
            differ("this host calls \(call.name) of '\(feature)', and the recording has \(events[index].event.name)")
            throw over
        }
        index += 1
        return try recordedReply(to: call, of: feature)
    }

    /// Delivers the feature's actions during a call, up to its reply.
    private func recordedReply(to call: FeatureMessage, of feature: String) throws(CallFailure) -> FeatureReply {
        let over = CallFailure(.unavailable, "the recording does not go on here")
        while difference == nil {
            guard index < events.count else {
                isCut = true
                throw over
            }
            let event = events[index].event
            index += 1
            switch event {
            case .reply(.failure(let failure), feature): throw failure
            case .reply(let reply, feature): return reply
            case .message, .end: deliver(event)
            default:
                differ("the recording has \(event.name) where the reply of '\(feature)' to \(call.name) is expected")
            }
        }
        throw over
    }

    /// Delivers the features' own actions at this point.
    private func deliverAll() {
        while difference == nil, index < events.count {
            switch events[index].event {
            case .message, .end: deliver(events[index].event)
            default: return
            }
            index += 1
        }
    }

    /// Delivers one action of a feature.
    private func deliver(_ event: RecordedEvent) {
        switch event {
        // The outcome is in the recording: the replay opens no connection and no file, and makes no request.
        case .message(.connect, _, _), .message(.pickFile, _, _), .message(.http, _, _), .message(.cancel, _, _),
            .message(.log, _, _):
            break
        case .message(let message, let feature, let recorded):
            check(coordinator.call(message, of: feature, done: nil), recorded, feature)
        case .end(let feature, let reason): coordinator.featureStopped(feature, reason)
        default: break
        }
    }

    private func check(_ answer: HostReply, _ recorded: HostReply, _ feature: String) {
        guard answer.kind != recorded.kind else { return }
        differ(
            "this host answers a request of '\(feature)' by '\(answer.kind)', and the recording has '\(recorded.kind)'")
    }

    // MARK: Reloading

    /// Starts the new version of a feature, whose manifest is in the app after the reload.
    private func start(_ feature: String) {
        let coming = events[index...].lazy.compactMap { if case .app(let app) = $0.event { app } else { nil } }.first
        let manifest = coming?.features.lazy.compactMap { try? Manifest(parsing: $0.manifest) }.first {
            $0.id == feature
        }
        guard let manifest = manifest ?? coordinator.catalog.feature(feature)?.manifest else {
            return differ("the recording starts the feature '\(feature)', which is not there")
        }
        started[feature] = try? coordinator.start(activation(of: manifest), feature)
    }

    private func prepareToAdopt(_ names: [String], _ unchanged: Set<String>) {
        guard let app = coming, let (catalog, wiring) = try? Self.setup(app) else {
            return differ("the recording lacks the features after a reload")
        }
        coordinator.successors = .init(
            catalog: catalog, wiring: wiring, activations: activations(of: catalog),
            started: started.filter { names.contains($0.key) }, unchanged: unchanged)
        (coming, started) = (nil, [:])
    }
}

extension RecordedEvent {
    fileprivate var name: String {
        switch self {
        case .app: "the features and the wiring of an app"
        case .input(let input): input.stepText.map { "the step '\($0)'" } ?? "the input '\(input)'"
        case .shown: "a screen that was shown"
        case .call(let call, let feature): "the call of \(call.name) of '\(feature)'"
        case .reply(_, let feature): "a reply of '\(feature)'"
        case .message(_, let feature, _): "a message of '\(feature)'"
        case .end(let feature, _): "the end of '\(feature)'"
        }
    }
}

extension FeatureMessage {
    fileprivate var isCallback: Bool {
        switch self {
        case .connected, .picked, .answered: true
        default: false
        }
    }

    fileprivate var isActivate: Bool { if case .activate = self { true } else { false } }

    /// Whether a call equals a recorded one. The context of a feature's start depends on the machine, and is ignored.
    fileprivate func isSame(as other: FeatureMessage) -> Bool {
        if case .activate = self, case .activate = other { return true }
        return self == other
    }
}

extension HostReply {
    /// The answer without its reason, for messages.
    fileprivate var kind: String {
        switch self {
        case .done: "done"
        case .failure(let failure): "\(failure.code)"
        case .bool(let bool): "\(bool)"
        }
    }
}

/// A feature that answers from a recording. No library is loaded.
@MainActor
private final class ReplayedFeature: FeatureInstance {
    typealias Answer = @MainActor (FeatureMessage) throws(CallFailure) -> FeatureReply

    let manifest: Manifest
    private let answer: Answer
    private let finish: @MainActor () -> Void

    /// - Parameter finish: Delivers the feature's own actions before the end of the app.
    init(
        _ manifest: Manifest, finish: @escaping @MainActor () -> Void, answer: @escaping Answer
    ) throws(CallFailure) {
        self.manifest = manifest
        self.answer = answer
        self.finish = finish
        _ = try answer(.activate(ActivationContext()))
    }

    func call(_ message: FeatureMessage) throws(CallFailure) -> FeatureReply { try answer(message) }

    func endIfBusy(at end: ContinuousClock.Instant) { finish() }
}
