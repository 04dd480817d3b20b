internal import FeatureABI
internal import FeatureContract
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
    private var tasks: [UInt64: Task<Void, Never>] = [:]

    init(id: UInt64, feature: ExportedFeature, navigator: HostNavigator, view: AnyView) {
        self.id = id
        self.feature = feature
        self.navigator = navigator
        self.view = view
    }

    func render(to sink: UnsafePointer<sy_view_sink>) {
        let nodes = HostNodeSink(sink)
        let handle = feature.handle
        let renderer = ViewRenderer(feature: feature.library.id, navigator: navigator, sink: nodes) { reason in
            handle.log(.error, reason)
        }
        let id = id
        withObservationTracking {
            view.render(in: renderer)
        } onChange: {
            handle.invalidate(id)
        }
        nodes.info(of: renderer)
        rendered = renderer
        if isVisible { startWork() }
        for effect in renderer.effects { effect() }
    }

    func perform(_ action: UInt64, _ value: Value) throws(CallFailure) {
        guard let actions = rendered?.actions, action > 0, action <= UInt64(actions.count) else {
            throw CallFailure(.notFound, "the screen does not show the action \(action)")
        }
        do {
            try actions[Int(action) - 1](value)
        } catch {
            throw error as? CallFailure ?? CallFailure(.other, "\(error)")
        }
    }

    func appear() {
        isVisible = true
        startWork()
    }

    func disappear() {
        isVisible = false
        appeared = []
        for task in tasks.values { task.cancel() }
        tasks = [:]
    }

    func returned(to name: String, with value: Value) throws(CallFailure) {
        guard let checkpoint = rendered?.checkpoints.last(where: { $0.name == name }) else {
            throw CallFailure(.notFound, "the screen shows no checkpoint '\(name)'")
        }
        guard checkpoint.receive(value) else {
            throw CallFailure(
                .wrongType,
                "the checkpoint '\(name)' takes \(checkpoint.type.map { "a value of type \($0)" } ?? "no value")")
        }
    }

    func receive(_ message: Message) -> NavigationResume? {
        for receiver in rendered?.receivers ?? [] {
            if let resume = receiver.receive(message) { return resume }
        }
        return nil
    }

    /// Starts the tasks of the last render that are not running, cancels those that it no longer has, and calls
    /// onAppear of new views.
    private func startWork() {
        guard let rendered else { return }
        let wanted = Set(rendered.tasks.map(\.place))
        for (place, task) in tasks where !wanted.contains(place) {
            task.cancel()
            tasks[place] = nil
        }
        for (place, work) in rendered.tasks where tasks[place] == nil {
            tasks[place] = Task { await work() }
        }
        for (place, action) in rendered.appearActions where appeared.insert(place).inserted { action() }
        appeared.formIntersection(rendered.appearActions.map(\.place))
    }
}
