import Dispatch
import FeatureContract
import HostCore
import Terminal

/// The app on the whole of a terminal: `switchyard run`.
///
/// What happens changes a value here, and asks for a drawing; that is made once for all that has happened meanwhile.
@MainActor
final class FullScreenApp {
    enum Mode {
        case browse
        /// Writing into a text field.
        case edit(ScreenLayout.Target.Identity, LineEditor)
        case go(GoPrompt)
        case find(LineEditor)
        /// Reading what stands over everything.
        case read(Reading)
    }

    /// Whose a pane is: a screen's, or that of what has to be answered over it.
    struct PaneID: Hashable {
        let screen: ScreenID
        var box: String?
    }

    enum Ending {
        case quit
        case signal(Int32)
        case failed(TerminalError)
    }

    /// What was refused as something is locked, and is done all the same by the same key.
    enum Refused: Equatable {
        case step(Step)
        case quit
    }

    let live: LiveApp
    let terminal: FullScreen
    var mode = Mode.browse
    /// What the status line says; nil for the keys.
    var note: LiveApp.Note?
    /// What was told, the last one last.
    private(set) var notes: [LiveApp.Note] = []
    /// What the screens were left as.
    var panes: [PaneID: ScreenPane] = [:]
    /// The screen in front as it was drawn last, and where.
    private(set) var front: (id: PaneID, screen: RenderedScreen, part: Rectangle)?
    var search = Search()
    var refused: Refused?
    /// What has been typed and is not taken yet.
    var waiting: ArraySlice<InputEvent> = []
    private(set) var tick = 0
    private var layouts: [PaneID: (revision: Int, layout: ScreenLayout)] = [:]
    private var isDrawing = false
    private var isDrawingSoon = false
    private var lastDrawing = ContinuousClock.now
    private var isMoving = false
    private var ended: CheckedContinuation<Ending, Never>?

    var coordinator: NavigationCoordinator { live.coordinator }
    var hasEnded: Bool { ended == nil }

    init(_ live: LiveApp, _ terminal: FullScreen) {
        self.live = live
        self.terminal = terminal
    }

    /// Runs until the person leaves.
    func run(restoring state: NavigationState?, _ steps: [Step]) async throws(TerminalError) -> Ending {
        live.noteSink = { [weak self] note in self?.show(note) }
        coordinator.changeSink = { [weak self] in self?.drawSoon() }
        WorkerProcess.whileWaiting = { [weak self] libraries in self?.drawWaiting(for: libraries) }
        defer { WorkerProcess.whileWaiting = nil }
        try terminal.enter { [weak self] event in self?.take(event) }
        // The first screen may take a while.
        drawStarting()
        live.start(restoring: state, steps)
        let ending = await withCheckedContinuation { continuation in
            ended = continuation
            draw()
        }
        coordinator.changeSink = {}
        terminal.leave()
        return ending
    }

    func end(_ ending: Ending) {
        ended?.resume(returning: ending)
        ended = nil
    }

    // MARK: Telling

    /// How many messages are kept to be read again.
    private static let keptNotes = 100

    func show(_ note: LiveApp.Note) {
        notes.append(note)
        if notes.count > Self.keptNotes { notes.removeFirst(notes.count - Self.keptNotes) }
        // What went wrong is not hidden by what is only told after it.
        if self.note?.weight != .problem || note.weight != .notice { self.note = note }
        drawSoon()
    }

    // MARK: Drawing

    private func drawStarting() {
        var canvas = Canvas(terminal.size)
        canvas.put("Starting…", at: Position(column: 1, row: max(0, canvas.size.rows - 1)), Theme.secondary)
        drawNow(canvas)
    }

    /// Draws once what is going on now is over: the person has done something.
    func draw() {
        guard !isDrawing, !hasEnded else { return }
        isDrawing = true
        DispatchQueue.main.async { MainActor.assumeIsolated { [weak self] in self?.drawWhatIsSeen() } }
    }

    /// How long it is at least from one drawing to the next that nobody has asked for: a feature may change its screen
    /// all the time.
    private static let pause = Duration.milliseconds(30)

    /// Draws when something has changed by itself, once for all that changes until then.
    private func drawSoon() {
        guard !isDrawing, !isDrawingSoon, !hasEnded else { return }
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

    private func drawWhatIsSeen() {
        isDrawing = false
        guard !hasEnded else { return }
        lastDrawing = .now
        coordinator.show()
        live.takeProblems()
        var canvas = Canvas(terminal.size)
        var view = AppView(self, size: terminal.size)
        view.draw(into: &canvas)
        drawNow(canvas)
        if view.isMoving { move() }
        takeNext()
    }

    /// Says what holds everything up: a library that is looked at for the first time, a feature that starts slowly or
    /// computes long in a call.
    private func drawWaiting(for libraries: [String]) {
        tick += 1
        var canvas = Canvas(terminal.size)
        // As it is by now: what is waited for has begun with what the person has done.
        if front != nil {
            var view = AppView(self, size: terminal.size)
            view.draw(into: &canvas)
        }
        AppView.drawWaiting(for: libraries.map(Path.name), tick: tick, into: &canvas)
        drawNow(canvas)
    }

    private func drawNow(_ canvas: Canvas) {
        do throws(TerminalError) {
            try terminal.draw(canvas)
        } catch {
            end(.failed(error))
        }
    }

    /// Moves on what moves by itself, a little later.
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

    // MARK: What a drawing finds out

    /// A screen, or a box over it, as lines, which are made once for all drawings of the same.
    func layout(of id: PaneID, revision: Int, width: Int, _ make: () -> ScreenLayout) -> ScreenLayout {
        if let known = layouts[id], known.revision == revision, known.layout.width == width { return known.layout }
        let layout = make()
        layouts[id] = (revision, layout)
        return layout
    }

    func keep(_ pane: ScreenPane, of id: PaneID) { panes[id] = pane }

    func keepFront(_ id: PaneID, _ screen: RenderedScreen, _ part: Rectangle) {
        if front?.id != id {
            search = Search()
            if case .edit = mode { stopEditing() }
            let ids = Set(coordinator.state.allEntries.map(\.id))
            // A box that is asked again is another one.
            panes = panes.filter { ids.contains($0.key.screen) && ($0.key.box == nil || $0.key == id) }
            // Of what is not seen the text would be there twice.
            let seen = Set(coordinator.layers.map(\.id))
            layouts = layouts.filter { seen.contains($0.key.screen) && ($0.key.box == nil || $0.key == id) }
        }
        front = (id, screen, part)
    }

    func keepEditor(_ editor: LineEditor) {
        if case .edit(let identity, _) = mode { mode = .edit(identity, editor) }
    }

    /// What is drawn in front, and can be moved in.
    var pane: ScreenPane? { front.flatMap { panes[$0.id] } }

    func change(_ body: (inout ScreenPane) -> Void) {
        guard let id = front?.id, var pane = panes[id] else { return }
        body(&pane)
        panes[id] = pane
    }
}
