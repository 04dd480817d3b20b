import FeatureContract
import HostCore

/// An app that stays open: its features and its wiring are taken up as they change, and the state is saved as it does.
@MainActor
final class LiveApp {
    /// Something for the person to know.
    struct Note: Hashable, Sendable {
        enum Weight: Hashable, Sendable { case done, notice, problem }

        let text: String
        let weight: Weight

        init(_ text: String, _ weight: Weight = .notice) {
            self.text = text
            self.weight = weight
        }
    }

    let application: HostApplication
    let coordinator: NavigationCoordinator
    /// Gets what the person is to know, as it happens.
    var noteSink: @MainActor (Note) -> Void = { _ in }
    private let saver: SessionSaver?
    private var watch: ApplicationWatch?
    /// Whether something could not be used when it was last looked.
    private var hasRefused = false

    init(_ application: HostApplication, saver: SessionSaver?, lowestLevel: LogLine.Level) {
        self.application = application
        self.saver = saver
        coordinator = application.makeCoordinator()
        coordinator.logSink = { [weak self] line in
            guard line.level >= lowestLevel else { return }
            self?.note("\(line)", line.level >= .error ? .problem : .notice)
        }
        if let saver { coordinator.stateSink = { saver.save($0) } }
    }

    func note(_ text: String, _ weight: Note.Weight = .notice) { noteSink(Note(text, weight)) }

    /// Begins where a session has ended, nil for the roots, or with steps that win over it.
    func start(restoring state: NavigationState?, _ steps: [Step]) {
        for note in coordinator.start(restoring: state) { self.note(note) }
        for step in steps { take(step) }
        do {
            watch = try ApplicationWatch(application) { [weak self] in self?.reload() }
            if let refusal = watch?.refusal { note(refusal + "; 'reload' takes them up") }
        } catch {
            note("changes of files are not noticed (\(error)); 'reload' takes them up")
        }
    }

    /// Ends every feature.
    func stop() {
        watch?.stop()
        watch = nil
        coordinator.changeSink = {}
        coordinator.shutDown()
        saver?.close()
    }

    var hasFailedToSave: Bool { saver?.hasFailed == true }

    /// Takes up what has changed in the plugins directories and the wiring file.
    func reload() {
        tell(coordinator.reload())
    }

    private func tell(_ reload: Reload) {
        for line in reload.changes { note(line, .done) }
        for line in reload.refusals { note(line, .problem) }
        // What was wrong is not left standing.
        let isRefused = !reload.refusals.isEmpty || !application.errors().isEmpty
        if hasRefused, !isRefused, reload.changes.isEmpty { note("everything can be used again", .done) }
        hasRefused = isRefused
        takeProblems()
    }

    /// Uses something on the screen.
    ///
    /// - Returns: Where a link leads that leads out of the app: nothing is done for it here.
    func use(_ node: ViewNode, value: Value) -> String? {
        if node.destination == nil, !node.url.isEmpty, coordinator.leadsOut(node.url) { return node.url }
        coordinator.use(node, value: value)
        return nil
    }

    /// Takes a step that needs no screen.
    func take(_ step: Step) {
        if let reload = coordinator.take(step) { tell(reload) }
    }

    /// Tells what has gone wrong since the last time.
    ///
    /// - Returns: Whether something was locked.
    @discardableResult
    func takeProblems() -> Bool {
        var isLocked = false
        for problem in coordinator.takeProblems() {
            isLocked = isLocked || problem.isLocked
            note(problem.text, problem.isNotice ? .notice : .problem)
        }
        return isLocked
    }
}
