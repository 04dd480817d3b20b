internal import FeatureABI
internal import FeatureContract
internal import JSONText
internal import Observation

/// A live screen: its view, the results of the last render, and its running tasks.
@MainActor
final class ExportedScreen {
    let id: UInt64
    let feature: ExportedFeature
    private let navigator: HostNavigator
    private let view: AnyView
    private var rendered: ViewRenderer?
    private var isVisible = false
    /// The places of the views whose onAppear has been called since the screen appeared.
    private var appeared: Set<UInt64> = []
    /// The actions of the views that have appeared, for when they are gone.
    private var disappearActions: [UInt64: () -> Void] = [:]
    private var tasks: [UInt64: (id: AnyHashable?, task: Task<Void, Never>)] = [:]
    /// What the last render leaves to do once it has returned, since a render itself changes nothing.
    private var effects: [() -> Void] = []
    private var changes: [() -> Void] = []
    private var isPosted = false
    private let values: SceneValues
    private let models: RestorableModels
    private let states = ViewStates()
    private let openedLink = OpenedLink()
    private let environment: EnvironmentValues
    /// The observable properties that the last render has read. A body that it kept from an earlier render has its own.
    private var reads: TrackedReads?
    /// The sheets that the screen in this place showed before, until their views take them or the user does something.
    private var restoredModals: [String: Value] = [:]

    init(id: UInt64, feature: ExportedFeature, navigator: HostNavigator, values: SceneValues, view: AnyView) {
        self.id = id
        self.feature = feature
        self.navigator = navigator
        self.values = values
        self.view = view
        models = RestorableModels(in: view)
        environment = EnvironmentValues(
            navigator: navigator, context: feature.context, openURL: OpenURLAction(openedLink))
    }

    deinit { reads?.cancel() }

    func render(_ parts: ListParts, to sink: UnsafePointer<sy_view_sink>) {
        let nodes = HostNodeSink(sink)
        let (handle, id) = (feature.handle, id)
        let renderer = ViewRenderer(
            feature: feature.library.id, navigator: navigator, sink: nodes, strings: feature.strings, states: states,
            environment: environment, onChange: { handle.invalidate(id) }
        ) { reason in
            handle.log(.error, reason)
        }
        renderer.restoredModals = restoredModals
        renderer.parts = parts
        reads?.cancel()
        (_, reads) = TrackedReads.track(
            { values.active { renderer.screen(view, openedLink: openedLink) } }, onChange: renderer.onChange)
        restoredModals = renderer.restoredModals
        states.endRender()
        nodes.info(of: renderer)
        rendered = renderer
        effects = renderer.effects
        changes += renderer.changes
        if !effects.isEmpty || !changes.isEmpty || isVisible && hasWork(renderer) { postWork() }
    }

    /// Whether tasks or appearances of views may begin or end with a render.
    private func hasWork(_ rendered: ViewRenderer) -> Bool {
        let work = rendered.work
        return !work.tasks.isEmpty || !tasks.isEmpty || !work.appearActions.isEmpty || !appeared.isEmpty
            || !work.disappearActions.isEmpty || !disappearActions.isEmpty
    }

    /// Starts the work of the last render, and runs its effects, when the call of the host has returned.
    private func postWork() {
        guard !isPosted else { return }
        isPosted = true
        feature.handle.post { [weak self] in
            guard let self else { return }
            isPosted = false
            if isVisible { startWork() }
            let work = changes + effects
            (changes, effects) = ([], [])
            values.active { for work in work { work() } }
        }
    }

    func perform(_ action: UInt64, _ value: Value) throws(CallFailure) {
        guard let actions = rendered?.actions, action > 0, action <= UInt64(actions.count) else {
            throw CallFailure(.notFound, "the screen does not show the action \(action)")
        }
        restoredModals = [:]
        try UnhandledRefusal.collect { () throws(CallFailure) in
            do {
                try values.active { try actions[Int(action) - 1](value) }
            } catch {
                throw error as? CallFailure ?? CallFailure(.other, "\(error)")
            }
        }
    }

    func appear() {
        isVisible = true
        startWork()
    }

    func disappear() {
        isVisible = false
        appeared = []
        for running in tasks.values { running.task.cancel() }
        tasks = [:]
        let actions = disappearActions.values
        disappearActions = [:]
        values.active { for action in actions { action() } }
    }

    func returned(to name: String, with value: Value) throws(CallFailure) {
        guard let checkpoint = rendered?.checkpoints.last(where: { $0.name == name }) else {
            throw CallFailure(.notFound, "the screen shows no checkpoint '\(name)'")
        }
        guard try UnhandledRefusal.collect({ values.active { checkpoint.receive(value) } }) else {
            throw CallFailure(
                .wrongType,
                "the checkpoint '\(name)' takes \(checkpoint.type.map { "a value of type \($0)" } ?? "no value")")
        }
    }

    func receive(_ message: Message) throws(CallFailure) -> NavigationResume? {
        try UnhandledRefusal.collect {
            for receiver in rendered?.receivers ?? [] {
                if let resume = values.active({ receiver.receive(message) }) { return resume }
            }
            return nil
        }
    }

    /// What a new screen in this place takes; nil if that is nothing.
    func save() throws(CallFailure) -> ScreenState? {
        do {
            var saved: [String: Value] = [:]
            if !models.isEmpty { saved["models"] = .record(try models.saved) }
            let stored = values.saved
            if !stored.isEmpty { saved["stored"] = .record(stored) }
            let shown = (rendered?.modals ?? [:]).compactMapValues { $0.saved() }
            let modals = restoredModals.merging(shown) { $1 }
            if !modals.isEmpty { saved["modals"] = .record(modals) }
            guard !saved.isEmpty else { return nil }
            return ScreenState(version: Self.stateVersion, bytes: Array(Value.record(saved).json.text().utf8))
        } catch {
            throw CallFailure(.other, "its state cannot be saved: \(error)")
        }
    }

    func restore(_ state: ScreenState) throws(CallFailure) {
        guard state.version == Self.stateVersion else {
            throw CallFailure(
                .unsupported,
                "its saved state is of the form \(state.version), and this FeatureKit reads \(Self.stateVersion)")
        }
        do {
            let json = try JSON.parse(state.bytes)
            try models.restore(Value.records(of: json["models"]))
            values.restore(Value.records(of: json["stored"]))
            restoredModals = Value.records(of: json["modals"])
        } catch {
            throw CallFailure(.invalidArgument, "\(error)")
        }
    }

    /// The form of the bytes that this FeatureKit writes: a JSON object of `models`, `stored` and `modals`.
    private static let stateVersion: UInt32 = 1

    /// Starts the tasks of the last render that are not running, cancels those that it no longer has, and calls
    /// onAppear of new views and onDisappear of those that are gone.
    private func startWork() {
        guard let rendered = rendered?.work else { return }
        let wanted = Dictionary(rendered.tasks.map { ($0.place, $0.id) }) { $1 }
        for (place, running) in tasks where wanted[place] != .some(running.id) {
            running.task.cancel()
            tasks[place] = nil
        }
        for (place, id, work) in rendered.tasks where tasks[place] == nil {
            tasks[place] = (id, Task { await work() })
        }
        let gone = disappearActions.filter { place, _ in !rendered.disappearActions.contains { $0.place == place } }
        disappearActions = Dictionary(rendered.disappearActions.map { ($0.place, $0.action) }) { $1 }
        for action in gone.values { values.active(action) }
        for (place, action) in rendered.appearActions where appeared.insert(place).inserted { values.active(action) }
        appeared.formIntersection(rendered.appearActions.map(\.place))
    }
}

extension Value {
    /// The members of a JSON object, each as the value that its JSON shows.
    fileprivate static func records(of json: JSON?) -> [String: Value] {
        guard let object = json?.object else { return [:] }
        return Dictionary(object.members.map { ($0.key, Value($0.value)) }) { $1 }
    }
}
