import Dispatch
import FeatureContract
import HostCore
import HostSystem
import Terminal

/// The full-screen app: `switchyard run`.
///
/// Events change the values here and ask for a drawing, which is made once for all changes until then.
@MainActor
final class FullScreenApp {
    enum Mode {
        case browse
        /// Editing a text field.
        case edit(ScreenLayout.Target.Identity, FieldEditor)
        /// Typing a command.
        case palette(Palette)
        case find(FieldEditor)
        /// Typing the path of a file that a feature asks for.
        case pickFile(PathPrompt)
        /// Reading in the pager.
        case read(Pager)
    }

    /// The owner of a pane: a screen, a sheet that it shows by itself, or a box over it that has to be answered.
    struct PaneID: Hashable {
        let screen: ScreenID
        let inner: Int
        var box: String?
    }

    enum Ending {
        case quit
        case signal(Int32)
        case failed(TerminalError)
    }

    /// An action that a lock has refused, and that pressing the same key again carries out.
    enum Refused: Equatable {
        case step(Step)
        case quit
    }

    let live: LiveApp
    let terminal: FullScreen
    var mode = Mode.browse
    /// The message in the status line; nil to show the keys.
    var note: LiveApp.Note?
    /// The messages so far, the latest last.
    private(set) var notes: [LiveApp.Note] = []
    /// The panes of the screens, with the focus and the scroll position that the user left.
    var panes: [PaneID: ScreenPane] = [:]
    /// The screen in front as it was drawn last, and its area.
    private(set) var front: (id: PaneID, screen: RenderedScreen, part: Rectangle)?
    var search = Search()
    var refused: Refused?
    /// The command that was refused last: the palette begins with it the next time.
    var refusedCommand = ""
    /// The events that are not handled yet.
    var waiting: ArraySlice<Typed> = []
    /// The last click that has come.
    var lastClick: (position: Position, time: ContinuousClock.Instant)?
    /// The pane in front when a click was handled last.
    var clickedPane: PaneID?
    /// What the user has just pressed: the title of the screen, and the label.
    var pressed: String?
    /// The wait for a feature that is under way: its library, when it began, and what the status line shows.
    private var wait: (library: String, start: ContinuousClock.Instant, text: String)?
    /// Whether events are handled while a feature is called.
    private(set) var isWaiting = false
    /// Whether the user stops waiting for the feature.
    var stopsWaiting = false
    private(set) var tick = 0
    private var layouts: [PaneID: (revision: Int, layout: ScreenLayout)] = [:]
    /// Whether the next drawing takes the text of the edited field from the screen, since another program may have
    /// written it.
    private(set) var takesFieldText = false
    /// The screens below the visible one that have been rendered for their titles, as far as that was possible.
    private var titled: Set<ScreenID> = []
    /// Whether the focus goes where the feature puts it: not after the user has left a field, until they use something.
    var followsFeature = true
    private var isDrawing = false
    private var isDrawingSoon = false
    private var lastDrawing = ContinuousClock.now
    private var isMoving = false
    private var ended: CheckedContinuation<Ending, Never>?
    private var ending: Ending?

    var coordinator: NavigationCoordinator { live.coordinator }
    var hasEnded: Bool { ending != nil }

    init(_ live: LiveApp, _ terminal: FullScreen) {
        self.live = live
        self.terminal = terminal
    }

    /// Runs until the user quits, a signal comes, or the terminal fails.
    func run(restoring state: NavigationState?, _ steps: [Step]) async throws(TerminalError) -> Ending {
        live.noteSink = { [weak self] note in self?.show(note) }
        live.changeSink = { [weak self] in self?.drawSoon() }
        live.requestSink = { [weak self] in self?.followRequest() }
        WorkerProcess.whileWaiting = { [weak self] in self?.look(waitingFor: $0) ?? true }
        defer { WorkerProcess.whileWaiting = nil }
        try terminal.enter { [weak self] event in self?.take(event) }
        // The first screen may take a while.
        drawStarting()
        live.start(restoring: state, steps)
        let ending = await withCheckedContinuation { (continuation: CheckedContinuation<Ending, Never>) in
            if let ending = self.ending { return continuation.resume(returning: ending) }
            ended = continuation
            draw()
        }
        live.changeSink = {}
        terminal.leave()
        return ending
    }

    func end(_ ending: Ending) {
        guard !hasEnded else { return }
        self.ending = ending
        ended?.resume(returning: ending)
        ended = nil
    }

    // MARK: Messages

    /// The number of messages that are kept for the pager.
    private static let keptNotes = 100

    func show(_ note: LiveApp.Note) {
        notes.append(note)
        if notes.count > Self.keptNotes { notes.removeFirst(notes.count - Self.keptNotes) }
        // A notice does not replace a problem in the status line.
        if self.note?.weight != .problem || note.weight != .notice { self.note = note }
        drawSoon()
    }

    // MARK: Drawing

    private func drawStarting() {
        var canvas = Canvas(terminal.size)
        canvas.put("Starting…", at: Position(column: 1, row: max(0, canvas.size.rows - 1)), Theme.secondary)
        drawNow(canvas)
    }

    /// Draws once the current event is handled. Called for actions of the user.
    func draw() {
        guard !isDrawing, !hasEnded, ended != nil else { return }
        isDrawing = true
        DispatchQueue.main.async { MainActor.assumeIsolated { [weak self] in self?.drawWhatIsSeen() } }
    }

    /// The shortest time between two drawings that the user has not caused: a feature may change its screen all the
    /// time.
    private static let pause = Duration.milliseconds(30)

    /// Draws after a change that the user has not caused, once for all changes until then.
    private func drawSoon() {
        guard !isDrawing, !isDrawingSoon, !hasEnded, ended != nil else { return }
        let rest = Self.pause - lastDrawing.duration(to: .now)
        guard rest > .zero else { return draw() }
        isDrawingSoon = true
        DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(Int(rest / .milliseconds(1)) + 1)) {
            MainActor.assumeIsolated { [weak self] in
                self?.isDrawingSoon = false
                self?.draw()
            }
        }
    }

    private func followRequest() {
        takesFieldText = true
        drawSoon()
    }

    private func drawWhatIsSeen() {
        isDrawing = false
        guard !hasEnded else { return }
        lastDrawing = .now
        (stopsWaiting, wait) = (false, nil)
        coordinator.showBeside(hasTwoPanes)
        coordinator.show()
        showTitles()
        live.takeProblems()
        followFileRequests()
        let span = TraceSpan.begin()
        var canvas = Canvas(terminal.size)
        var view = AppView(self, size: terminal.size)
        view.draw(into: &canvas)
        if view.beginsEditing { beginEditing() }
        // A message that comes of the drawing itself takes a part of the window.
        if view.beginsEditing || places(in: terminal.size) != view.places {
            canvas = Canvas(terminal.size)
            view = AppView(self, size: terminal.size)
            view.draw(into: &canvas)
        }
        drawNow(canvas)
        span?.end("draw", .output)
        takesFieldText = false
        live.server?.publishSoon()
        if view.isMoving { move() }
        (stopsWaiting, wait, pressed) = (false, nil, nil)
        takeNext()
    }

    /// Renders the screens in the path that have not been shown, for their titles, where no feature is started for it.
    private func showTitles() {
        for entry in coordinator.state.selected.entries.dropLast() where titled.insert(entry.id).inserted {
            coordinator.renderHidden(entry)
        }
    }

    private var hasTwoPanes: Bool {
        coordinator.wiring.panes == .two && terminal.size.columns >= AppLayout.narrowestSplit
    }

    /// The screen that stands at the left of the visible one. Nil for one pane.
    var beside: NavigationState.Entry? { hasTwoPanes ? coordinator.state.besideTop : nil }

    func places(in size: Size) -> AppLayout {
        AppLayout(
            size, hasTabs: coordinator.tabNames.count > 1, isSplit: beside != nil,
            messageLines: messageLines(columns: size.columns).count)
    }

    /// The lines above the keys: the latest message, until the next key; else what has changed out of sight.
    func messageLines(columns: Int) -> [StyledText] {
        let width = max(1, columns - 2)
        if let note, !isShownAsFailure(note) {
            return StyledText(note.mark + note.text, note.style).wrapped(cells: width)
        }
        // A low window has no room for more.
        guard terminal.size.rows > 10 else { return [] }
        return pane?.news.map { [$0.truncated(cells: width)] } ?? []
    }

    /// Whether the screen in front cannot be shown, and has the problem of the note as its reason.
    private func isShownAsFailure(_ note: LiveApp.Note) -> Bool {
        guard note.weight == .problem, coordinator.failureAdvice != nil, let screen = front?.screen else {
            return false
        }
        var isSaid = false
        screen.forEachNode {
            isSaid = isSaid || $0.text.contains(note.text) || !$0.text.isEmpty && note.text.hasSuffix($0.text)
        }
        return isSaid
    }

    /// Shows what the host waits for: a library that is scanned for the first time, or a feature that starts slowly or
    /// takes long in a call. Handles the events that need no feature: ``takeStop()``.
    ///
    /// - Returns: Whether to go on waiting.
    private func look(waitingFor waited: WorkerProcess.Waiting) -> Bool {
        isWaiting = true
        terminal.deliverEvents()
        isWaiting = false
        if case .feature = waited { takeStop() }
        if case .scans = waited, case .signal(let signal)? = ending {
            // Nothing is lost by it that a killed run would not lose.
            terminal.end(by: signal)
        }
        tick += 1
        var canvas = Canvas(terminal.size)
        // The app is drawn anew, since the action that the host waits for has changed it.
        if front != nil {
            var view = AppView(self, size: terminal.size)
            view.draw(into: &canvas)
        }
        AppView.drawWaiting(text(of: waited), tick: tick, into: &canvas)
        drawNow(canvas)
        return !stopsWaiting && !hasEnded
    }

    /// The text of the status line: `Kitchen: Ask slowly… 2 s   Esc stop waiting`.
    private func text(of waiting: WorkerProcess.Waiting) -> String {
        switch waiting {
        case .scans(let libraries):
            let names = libraries.map(Path.name)
            let more = names.count > 3 ? " and \(names.count - 3) more" : ""
            return "Waiting for \(names.prefix(3).joined(separator: ", "))\(more)…"
        case .feature(let library):
            if wait?.library != library { wait = (library, .now, pressed ?? name(ofFeatureIn: library)) }
            let seconds = wait.map { Int($0.start.duration(to: .now) / .seconds(1)) } ?? 0
            return "\(wait?.text ?? "")… \(seconds == 0 ? "" : "\(seconds) s")   Esc stop waiting"
        }
    }

    private func name(ofFeatureIn library: String) -> String {
        let manifest = coordinator.catalog.features().first { $0.path == library }?.manifest
        guard let manifest else { return Path.name(library) }
        return manifest.name.isEmpty ? manifest.id : manifest.name
    }

    private func drawNow(_ canvas: Canvas) {
        do {
            try terminal.draw(canvas)
        } catch {
            end(.failed(error))
        }
    }

    /// Advances the spinners, after 100 ms.
    private func move() {
        guard !isMoving else { return }
        isMoving = true
        DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(100)) {
            MainActor.assumeIsolated { [weak self] in
                self?.isMoving = false
                self?.tick += 1
                self?.drawSoon()
            }
        }
    }

    // MARK: Results of a drawing

    /// Returns a screen, or a box over it, as lines, made once for all drawings of one revision and width.
    ///
    /// - Parameter make: Lays it out anew. It gets the last layout, if there is one.
    func layout(of id: PaneID, revision: Int, width: Int, _ make: (ScreenLayout?) -> ScreenLayout) -> ScreenLayout {
        let last = layouts[id]
        if let last, last.revision == revision, last.layout.width == width { return last.layout }
        let layout = make(last?.layout)
        layouts[id] = (revision, layout)
        return layout
    }

    func keep(_ pane: ScreenPane, of id: PaneID) { panes[id] = pane }

    func keepFront(_ id: PaneID, _ screen: RenderedScreen, _ part: Rectangle) {
        if front?.id != id {
            search = Search()
            followsFeature = true
            if case .edit = mode { stopEditing() }
            let ids = Set(coordinator.state.allEntries.map(\.id))
            titled.formIntersection(ids)
            // A box or sheet that is shown again is a new one, so the old one's pane is dropped.
            panes = panes.filter { ids.contains($0.key.screen) && ($0.key.box == nil || $0.key == id) }
            panes = panes.filter { $0.key.inner == 0 || $0.key.screen == id.screen && $0.key.inner <= id.inner }
            // The layouts of hidden screens are dropped, since they hold the texts a second time.
            let seen = Set(coordinator.layers.map(\.id))
            layouts = layouts.filter { seen.contains($0.key.screen) && ($0.key.box == nil || $0.key == id) }
        }
        front = (id, screen, part)
    }

    func keepEditor(_ editor: FieldEditor) {
        if case .edit(let identity, _) = mode { mode = .edit(identity, editor) }
    }

    /// The pane in front, in which the user moves.
    var pane: ScreenPane? { front.flatMap { panes[$0.id] } }

    func change(_ body: (inout ScreenPane) -> Void) {
        guard let id = front?.id, var pane = panes[id] else { return }
        body(&pane)
        panes[id] = pane
    }
}
