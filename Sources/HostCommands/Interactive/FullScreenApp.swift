import FeatureContract
import Glibc
import HostCore
import HostSystem
import Terminal

/// The full-screen app: `switchyard run`.
///
/// Events change the values here and request a drawing, which is made once for all changes until then.
@MainActor
final class FullScreenApp {
    enum Mode {
        case browse
        case edit(ScreenLayout.Target.Identity, FieldEditor)
        case palette(Palette)
        case find(FieldEditor)
        /// Typing the path of a file that a feature requests.
        case pickFile(PathPrompt)
        case read(Pager)
    }

    /// The owner of a pane: a screen, a sheet of the screen's own nodes, or a box over it that must be answered.
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

    /// An action that a lock has refused; pressing its key again carries it out.
    enum Refused: Equatable {
        case step(Step)
        case quit
        /// The next or previous row of the screen at the left.
        case beside(down: Bool)
    }

    let live: LiveApp
    let terminal: FullScreen
    var mode = Mode.browse
    /// The message in the status line; nil to show the keys.
    var note: LiveApp.Note?
    /// The reason why the text of the field that is being edited is refused.
    var fault: LiveApp.Note?
    /// The text of the field that is edited, as it was before.
    var textBefore = ""
    /// The messages so far with their times of day, the latest last.
    private(set) var notes: [(time: String, note: LiveApp.Note)] = []
    /// The panes of the screens, with the focus and the scroll position that the user left.
    var panes: [PaneID: ScreenPane] = [:]
    /// The screen in front as last drawn, and its area.
    private(set) var front: (id: PaneID, screen: RenderedScreen, part: Rectangle)?
    var search = Search()
    /// The search through the rest of a list.
    var searching: Task<Void, Never>?
    var refused: Refused?
    /// The last refused command, with which the palette begins next time.
    var refusedCommand = ""
    var waiting: ArraySlice<Typed> = []
    var lastClick: (position: Position, time: ContinuousClock.Instant)?
    /// The pane in front at the last click.
    var clickedPane: PaneID?
    /// The control that has just been pressed, which shows it.
    var flash: (pane: PaneID, target: ScreenLayout.Target.Identity, number: Int)?
    /// The title of the screen and the label of the last pressed control.
    var pressed: String?
    /// The current wait for a feature: its library, its start, and the text of the status line.
    private var wait: (library: String, start: ContinuousClock.Instant, text: String)?
    /// The columns of `Esc stop waiting` while the last line shows a wait; empty for one that cannot be stopped.
    private(set) var stopHint: Range<Int>?
    /// Whether events are handled during a call of a feature.
    private(set) var isWaiting = false
    var stopsWaiting = false
    private(set) var tick = 0
    private var layouts: [PaneID: (revision: Int, layout: ScreenLayout)] = [:]
    /// Whether the next drawing takes the text of the edited field from the screen, since another program may have
    /// written it.
    private(set) var takesFieldText = false
    /// The screens below the visible one that have been rendered for their titles, if possible.
    private var titled: Set<ScreenID> = []
    /// Whether the focus follows the feature: not after the user has left a field, until the next use of a control.
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
        live.asksForPermissions = true
        live.noteSink = { [weak self] note in self?.show(note) }
        live.changeSink = { [weak self] in self?.drawSoon() }
        live.requestSink = { [weak self] in self?.followRequest() }
        WorkerProcess.whileWaiting = { [weak self] in self?.look(waitingFor: $0) ?? true }
        defer { WorkerProcess.whileWaiting = nil }
        try terminal.enter { [weak self] event in self?.handle(event) }
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

    private static let keptNotes = 100

    func show(_ note: LiveApp.Note) {
        notes.append((Self.timeOfDay, note))
        if notes.count > Self.keptNotes { notes.removeFirst(notes.count - Self.keptNotes) }
        // A notice does not replace a problem in the status line.
        if self.note?.weight != .problem || note.weight != .notice { self.note = note }
        drawSoon()
    }

    private static var timeOfDay: String {
        var (now, parts) = (time(nil), tm())
        localtime_r(&now, &parts)
        return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }
            .joined(separator: ":")
    }

    /// Says what is here and how to go on, until the first key.
    func welcome() {
        let count = live.application.catalog.ids.count
        guard count > 0 else { return }
        let features = count == 1 ? "1 feature" : "\(count) features"
        let wiring = coordinator.wiring.path.map { ", wired by \($0)" } ?? ""
        note = LiveApp.Note("\(features)\(wiring); ':' goes anywhere, '/' finds, '?' shows all keys")
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
        MainQueue.soon { [weak self] in self?.drawWhatIsSeen() }
    }

    /// The shortest time between two drawings that the user has not caused: a feature may change its screen constantly.
    private static let pause = Duration.milliseconds(30)

    /// Draws after a change that the user has not caused, once for all changes until then.
    private func drawSoon() {
        guard !isDrawing, !isDrawingSoon, !hasEnded, ended != nil else { return }
        let rest = Self.pause - lastDrawing.duration(to: .now)
        guard rest > .zero else { return draw() }
        isDrawingSoon = true
        MainQueue.after(rest) { [weak self] in
            self?.isDrawingSoon = false
            self?.draw()
        }
    }

    private func followRequest() {
        takesFieldText = true
        drawSoon()
    }

    private func drawn() -> (view: AppView, canvas: Canvas) {
        var canvas = Canvas(terminal.size)
        var view = AppView(self, size: terminal.size)
        view.draw(into: &canvas)
        return (view, canvas)
    }

    private func drawWhatIsSeen() {
        isDrawing = false
        guard !hasEnded else { return }
        lastDrawing = .now
        (stopsWaiting, wait, stopHint) = (false, nil, nil)
        coordinator.showBeside(hasTwoPanes)
        coordinator.show()
        showTitles()
        live.takeProblems()
        followFileRequests()
        let span = TraceSpan.begin()
        var (view, canvas) = drawn()
        while showWanted() { (view, canvas) = drawn() }
        if view.beginsEditing { beginEditing() }
        // A message that results from the drawing itself takes a part of the window.
        if view.beginsEditing || places(in: terminal.size) != view.places { (view, canvas) = drawn() }
        drawNow(canvas)
        span?.end("draw", .output)
        takesFieldText = false
        live.server?.publishSoon()
        if view.isMoving { move() }
        (stopsWaiting, wait, pressed, stopHint) = (false, nil, nil, nil)
        handleNext()
    }

    /// The most parts of lists that are asked for until one suffices or the user does something: a feature may give others
    /// than it is asked for.
    private static let mostParts = 3
    private var parts = 0

    /// Asks for the part of a list that the pane in front wants.
    ///
    /// - Returns: Whether the screen may be another now.
    private func showWanted() -> Bool {
        guard let front else { return false }
        let wanted = pane?.wanted
        guard let wanted, parts < Self.mostParts else {
            if wanted == nil { parts = 0 }
            if panes[front.id]?.stopGoing() == true {
                note = LiveApp.Note("the feature does not give the rows that it is asked for")
            }
            return false
        }
        parts += 1
        coordinator.show(wanted.part, of: wanted.screen == 0 ? front.id.screen : wanted.screen)
        coordinator.show()
        return true
    }

    /// Renders the screens of the path that have not been shown, for their titles, if their features run already.
    private func showTitles() {
        for entry in coordinator.state.selected.entries.dropLast() where titled.insert(entry.id).inserted {
            coordinator.renderHidden(entry)
        }
    }

    private var hasTwoPanes: Bool {
        coordinator.wiring.panes == .two && terminal.size.columns >= AppLayout.narrowestSplit
    }

    /// The screen that was last drawn at the left, and the cells of its widest line so far in a window of that width.
    private var besideWidth: (screen: ScreenID, cells: Int, columns: Int)?

    func keepWidth(_ cells: Int, beside screen: ScreenID) {
        let columns = terminal.size.columns
        let isSame = besideWidth?.screen == screen && besideWidth?.columns == columns
        besideWidth = (screen, max(cells, isSame ? besideWidth?.cells ?? 0 : 0), columns)
    }

    /// The screen to the left of the visible one; nil with one pane.
    var beside: NavigationState.Entry? { hasTwoPanes ? coordinator.state.besideTop : nil }

    func places(in size: Size) -> AppLayout {
        AppLayout(
            size, hasTabs: coordinator.tabNames.count > 1,
            beside: beside.map { $0.id == besideWidth?.screen ? besideWidth?.cells ?? .max : .max },
            messageLines: messageLines(columns: size.columns).count)
    }

    /// The lines above the keys: the latest message, until the next key; else the changes out of sight.
    func messageLines(columns: Int) -> [StyledText] {
        let width = max(1, columns - 2)
        if let note, !isShownAsFailure(note), !isShownBesideField {
            return StyledText(note.mark + note.text, note.style).wrapped(cells: width)
        }
        // A low window has no room for more.
        guard terminal.size.rows > 10 else { return [] }
        return pane?.news.map { [$0.truncated(cells: width)] } ?? []
    }

    /// Whether the note says why the text of the field being edited is refused, and stands beside that field.
    var isShownBesideField: Bool {
        guard case .edit = mode, let note else { return false }
        return note == fault && terminal.size.rows > 10 && terminal.size.columns >= 24
    }

    /// Whether the screen in front cannot be shown for the reason in the note.
    private func isShownAsFailure(_ note: LiveApp.Note) -> Bool {
        guard note.weight == .problem, coordinator.failureAdvice != nil, let screen = front?.screen else {
            return false
        }
        // A message quotes the destination, and the screen does not, which tells the reason as a sentence.
        func bare(_ text: String) -> String { text.lowercased().filter { $0 != "'" && $0 != "." } }
        let said = bare(note.text)
        var isSaid = false
        screen.forEachNode {
            let text = bare($0.text)
            isSaid = isSaid || text.contains(said) || !text.isEmpty && said.hasSuffix(text)
        }
        return isSaid
    }

    /// Shows why the host waits: a library is scanned for the first time, or a feature starts or answers slowly.
    /// Handles the events that need no feature: ``handleStop()``.
    ///
    /// - Returns: Whether to continue to wait.
    private func look(waitingFor waited: HostWaiting) -> Bool {
        isWaiting = true
        terminal.deliverEvents()
        isWaiting = false
        if case .feature = waited { handleStop() }
        if case .scans = waited, case .signal(let signal)? = ending {
            // This loses no more than a killed run does.
            terminal.end(by: signal)
        }
        tick += 1
        // Draw everything again, since the action in progress has changed the app.
        var canvas = front == nil ? Canvas(terminal.size) : drawn().canvas
        let text = text(of: waited)
        stopHint = AppView.drawWaiting(text, hint: Self.stopWaiting, tick: tick, into: &canvas)
        drawNow(canvas)
        let isWanted = live.server?.attend() ?? true
        return isWanted && !stopsWaiting && !hasEnded
    }

    private static let stopWaiting = "Esc stop waiting"

    /// The text of the status line: `Kitchen: Ask slowly… 2 s   Esc stop waiting`.
    private func text(of waiting: HostWaiting) -> String {
        switch waiting {
        case .scans(let libraries):
            let names = libraries.map(Path.name)
            let more = names.count > 3 ? " and \(names.count - 3) more" : ""
            return "Waiting for \(names.prefix(3).joined(separator: ", "))\(more)…"
        case .feature(let library):
            if wait?.library != library { wait = (library, .now, pressed ?? name(ofFeatureIn: library)) }
            let seconds = wait.map { Int($0.start.duration(to: .now) / .seconds(1)) } ?? 0
            return "\(wait?.text ?? "")… \(seconds == 0 ? "" : "\(seconds) s")   \(Self.stopWaiting)"
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
        MainQueue.after(.milliseconds(100)) { [weak self] in
            self?.isMoving = false
            self?.tick += 1
            self?.drawSoon()
        }
    }

    /// Shows for 100 ms that the control with the focus has been pressed, if it is that of the node.
    func flash(_ node: ViewNode) {
        guard let front, let target = pane?.target, target.node.isIdentical(to: node) else { return }
        let number = (flash?.number ?? 0) + 1
        flash = (front.id, target.identity, number)
        MainQueue.after(.milliseconds(100)) { [weak self] in
            guard self?.flash?.number == number else { return }
            self?.flash = nil
            self?.drawSoon()
        }
    }

    // MARK: Results of a drawing

    /// Returns a screen, or a box over it, as lines, made once for all drawings of one revision and width.
    func layout(of id: PaneID, revision: Int, width: Int, _ make: () -> ScreenLayout) -> ScreenLayout {
        if let last = layouts[id], last.revision == revision, last.layout.width == width,
            last.layout.sorting == panes[id]?.sorting ?? [:]
        {
            return last.layout
        }
        let layout = make()
        layouts[id] = (revision, layout)
        return layout
    }

    func keepFront(_ id: PaneID, _ screen: RenderedScreen, _ part: Rectangle) {
        if front?.id != id {
            // The rows that a search has left stay with their screen.
            if let last = front?.id, !search.isFilter { panes[last]?.filter(by: "") }
            search = Search()
            if let kept = panes[id]?.filter, !kept.isEmpty { search = Search(text: kept, isFilter: true) }
            followsFeature = true
            if case .edit = mode { stopEditing() }
            // Keys typed ahead must not answer a question that the user has not seen.
            if screen.openBox?.isOfHost == true {
                waiting = []
                if case .pickFile = mode {} else { mode = .browse }
            }
            let ids = Set(coordinator.state.allEntries.map(\.id))
            titled.formIntersection(ids)
            // A box or sheet that is shown again is a new one, so the old one's pane is dropped.
            panes = panes.filter { ids.contains($0.key.screen) && ($0.key.box == nil || $0.key == id) }
            panes = panes.filter { $0.key.inner == 0 || $0.key.screen == id.screen && $0.key.inner <= id.inner }
            // The layouts of hidden screens are dropped, since they contain the texts a second time.
            let seen = Set(coordinator.layers.map(\.id))
            layouts = layouts.filter { seen.contains($0.key.screen) && ($0.key.box == nil || $0.key == id) }
        }
        front = (id, screen, part)
    }

    func keepEditor(_ editor: FieldEditor) {
        if case .edit(let identity, _) = mode { mode = .edit(identity, editor) }
    }

    var pane: ScreenPane? { front.flatMap { panes[$0.id] } }

    func change(_ body: (inout ScreenPane) -> Void) {
        parts = 0
        guard let id = front?.id, var pane = panes[id] else { return }
        body(&pane)
        panes[id] = pane
    }
}
