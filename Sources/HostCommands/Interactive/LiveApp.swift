import FeatureContract
import HostCore
import HostTools

/// An app that stays open: features and wiring are reloaded when they change, and the state is saved when it changes.
@MainActor
final class LiveApp {
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
    /// Receives each message for the user as it arises.
    var noteSink: @MainActor (Note) -> Void = { _ in }
    /// Called when the user may see something else than before. It is called often, and from within other calls.
    var changeSink: @MainActor () -> Void = {}
    /// Shows what a request of another program has led to. Called after each of them, in a turn.
    var requestSink: (@MainActor () async -> Void)?
    /// Called at the end.
    var stopSink: @MainActor () -> Void = {}
    /// The user's lines and the links of other programs, in sequence.
    let turns = Turns()
    /// The server for the other programs that see and use the app.
    var server: Server?
    /// The screen that was still loading at the end of a wait.
    var unsettled: NavigationState.Entry?
    /// Whether a user is there who can be asked for permissions.
    var asksForPermissions = false
    /// Whether the user picks files by an alert of the host's.
    var asksForFiles = false
    /// The question that the user sees or would see, and the screen over which it stands.
    private var asked: (question: Question, screen: ScreenID)?
    /// What was typed for a file last, and the reason why there is no file yet.
    private var refusedPath: (number: Int, text: String, reason: String)?
    let isVerbose: Bool
    private let saver: SessionSaver?
    private let recorder: Recorder?
    private var watch: ApplicationWatch?
    /// The features whose missing permissions have been reported to the user.
    private var unpermitted: Set<String> = []
    /// Whether the last reload found unusable files.
    private var hasRefused = false

    init(_ application: HostApplication, saver: SessionSaver?, recorder: Recorder?, lowestLevel: LogLine.Level) {
        self.application = application
        self.saver = saver
        self.recorder = recorder
        isVerbose = lowestLevel == .debug
        coordinator = application.makeCoordinator()
        coordinator.observer = recorder
        coordinator.files.hasUser = true
        coordinator.logSink = { [weak self] line in
            guard let self, line.level >= lowestLevel else { return }
            noteSink(Note("\(line)", line.level >= .error ? .problem : .notice))
            server?.tell(line)
        }
        coordinator.changeSink = { [weak self] in
            self?.changeSink()
            self?.server?.publishSoon()
        }
        if let saver { coordinator.stateSink = { saver.save($0) } }
    }

    func note(_ text: String, _ weight: Note.Weight = .notice) {
        let note = Note(text, weight)
        noteSink(note)
        server?.tell(note)
    }

    /// Starts with the state of a session, nil for the roots, and then takes the steps: the first one at once, each
    /// other one in its turn, once the screen before it has loaded.
    func start(restoring state: NavigationState?, _ steps: [Step]) {
        for note in coordinator.start(restoring: state) { self.note(note) }
        // A run that begins by the same link each time has its screen once.
        if let first = steps.first, state == nil || !isInFront(first) { perform(first) }
        for step in steps.dropFirst() {
            turns.add { [self] in
                await settleBefore()
                perform(step)
                takeProblems()
            }
        }
        listenForLinks()
        server?.start()
        do {
            watch = try ApplicationWatch(application) { [weak self] in self?.reload() }
            if let refusal = watch?.refusal { note(refusal + "; 'reload' takes them up") }
        } catch {
            note("changes of files are not noticed (\(error)); 'reload' takes them up")
        }
    }

    /// Ends every feature, the watch of the files, the serving of other programs, and the saving.
    func stop() {
        stopSink()
        server?.stop()
        server = nil
        watch?.stop()
        watch = nil
        coordinator.changeSink = {}
        coordinator.shutDown()
        saver?.close()
    }

    var hasFailedToSave: Bool { saver?.hasFailed == true || recorder?.hasFailed == true }

    /// Adopts changes of the plugins directories and the wiring file.
    func reload() {
        tell(application.reload(coordinator))
    }

    private func tell(_ reload: Reload) {
        for line in reload.changes { note(line, .done) }
        for line in reload.refusals { note(line, .problem) }
        // Report that earlier problems are solved.
        let isRefused = !reload.refusals.isEmpty || !application.errors().isEmpty
        if hasRefused, !isRefused, reload.changes.isEmpty { note("everything can be used again", .done) }
        hasRefused = isRefused
        takeProblems()
    }

    /// Uses a control on the screen.
    ///
    /// - Returns: The URL of a link that leads out of the app, for the caller to open; nil for any other control.
    func use(_ node: ViewNode, value: Value) -> String? {
        if let url = coordinator.outsideURL(of: node) { return url }
        coordinator.use(node, value: value)
        return nil
    }

    /// Takes a step that does not read the screen. What is not there does not stay below what is opened instead.
    /// Whether a step by a link or a destination leads to the screen that is in front.
    private func isInFront(_ step: Step) -> Bool {
        switch step {
        case .link(let text), .destination(let text, nil): isInFront(text)
        default: false
        }
    }

    /// Whether the place of a link or a destination is the screen that is in front.
    func isInFront(_ text: String) -> Bool {
        let top = coordinator.state.top
        guard top.inner.isEmpty else { return false }
        return text == coordinator.url || (try? coordinator.catalog.place(text)).map(top.place.isSameScreen) ?? false
    }

    func perform(_ step: Step) {
        switch step {
        case .link, .destination(_, nil):
            if coordinator.isShowingNotFound, coordinator.state.selected.entries.count > 1 { coordinator.back() }
        default: break
        }
        if let reload = application.perform(step, in: coordinator) { tell(reload) }
    }

    /// Reports the problems since the last call.
    ///
    /// - Returns: Whether a lock was in the way.
    @discardableResult
    func takeProblems() -> Bool {
        var isLocked = false
        for problem in coordinator.takeProblems() {
            isLocked = isLocked || problem.isLocked
            noteSink(Note(problem.text, problem.isNotice ? .notice : .problem))
            server?.tell(problem)
        }
        followAnswer()
        askUser()
        if asked == nil { tellOfPermissions() }
        return isLocked
    }

    private enum Question: Equatable {
        case permissions(PermissionQuestion)
        /// A file, by the number of its prompt, with what was typed and refused before.
        case file(Int, typed: String, refusal: String)
    }

    /// Asks over the screen for a file that one of its features wants, or for what it has no permission for.
    private func askUser() {
        let top = coordinator.state.top
        let prompt = asksForFiles ? coordinator.files.prompt : nil
        if refusedPath?.number != prompt?.number { refusedPath = nil }
        let question: Question? =
            if let prompt {
                .file(prompt.number, typed: refusedPath?.text ?? "", refusal: refusedPath?.reason ?? "")
            } else if asksForPermissions, !coordinator.isShowingFailure {
                coordinator.seenFeatures.lazy.compactMap(application.question).first.map { .permissions($0) }
            } else {
                nil
            }
        guard question != asked?.question || question != nil && top.id != asked?.screen else { return }
        asked = question.map { ($0, top.id) }
        let box: ViewNode? =
            switch question {
            case .permissions(let question): question.box
            case .file(_, let typed, let refusal): prompt.map { self.box(of: $0, typed: typed, refusal: refusal) }
            case nil: nil
            }
        coordinator.ask(box, over: top.id)
    }

    /// Takes the user's answer.
    private func followAnswer() {
        guard let answer = coordinator.takeAnswer(), let question = asked?.question else { return }
        asked = nil
        switch question {
        case .permissions(let question):
            if let choice = PermissionAnswers.Choice(rawValue: answer.action) { follow(choice, question) }
        case .file(let number, _, _):
            guard coordinator.files.prompt?.number == number else { return }
            if answer.action == Self.cancel || answer.text.trimmed.isEmpty { return coordinator.files.cancel() }
            refusedPath = pickFile(answer.text).map { (number, answer.text, $0) }
        }
    }

    /// Records an answer, and starts the feature again if that gives it more.
    private func follow(_ choice: PermissionAnswers.Choice, _ question: PermissionQuestion) {
        do throws(PermissionFile.Fault) {
            try application.answer(question, choice)
        } catch {
            note("this answer counts until the app ends: \(error)", .problem)
        }
        reload()
    }

    /// Reports, once in a run, missing permissions of the feature on the screen, and the edit of the wiring that would
    /// grant them.
    private func tellOfPermissions() {
        let feature = coordinator.state.top.place.feature
        guard !unpermitted.contains(feature), application.isConfined(feature),
            let manifest = application.catalog.feature(feature)?.manifest, !manifest.permissions.isEmpty
        else { return }
        let permissions = application.permissions(of: manifest)
        guard !permissions.notAllowed.isEmpty else { return }
        unpermitted.insert(feature)
        let requests = permissions.notAllowed.map(\.text).joined(separator: "; ")
        note(
            "'\(feature)' may not do what it asks for: \(requests); to allow it, "
                + permissions.advice(toAllow: permissions.notAllowed.union))
    }
}
