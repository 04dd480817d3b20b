import Dispatch
import FeatureContract
import Glibc
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
        case help
    }

    /// Whose a pane is: a screen's, or that of what has to be answered over it.
    struct PaneID: Hashable {
        let screen: ScreenID
        var box: String?
    }

    let live: LiveApp
    private let terminal: FullScreen
    private(set) var mode = Mode.browse
    /// What the status line says; nil for the keys.
    private(set) var note: LiveApp.Note?
    /// What the screens were left as.
    private(set) var panes: [PaneID: ScreenPane] = [:]
    /// The screen in front as it was drawn last, and where.
    private(set) var front: (id: PaneID, screen: RenderedScreen, part: Rectangle)?
    /// What was looked for last, in the screen in front.
    private(set) var match = ""
    private(set) var tick = 0
    /// What is done once more, and then though a screen is locked.
    private var refused: Step?
    private var isDrawing = false
    /// What has been typed and is not taken yet.
    private var waiting: [InputEvent] = []
    private var isMoving = false
    private var ended: CheckedContinuation<Ending, Never>?

    enum Ending {
        case quit
        case signal(Int32)
        case failed(TerminalError)
    }

    private var coordinator: NavigationCoordinator { live.coordinator }

    init(_ live: LiveApp, _ terminal: FullScreen) {
        self.live = live
        self.terminal = terminal
    }

    /// Runs until the person leaves.
    func run(restoring state: NavigationState?, _ steps: [Step]) async throws(TerminalError) -> Ending {
        live.noteSink = { [weak self] note in self?.show(note) }
        coordinator.changeSink = { [weak self] in self?.draw() }
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

    private func end(_ ending: Ending) {
        ended?.resume(returning: ending)
        ended = nil
    }

    func show(_ note: LiveApp.Note) {
        // What went wrong is not hidden by what is only told after it.
        if self.note?.weight != .problem || note.weight != .notice { self.note = note }
        draw()
    }

    // MARK: Drawing

    private func drawStarting() {
        var canvas = Canvas(terminal.size)
        canvas.put("Starting…", at: Position(column: 1, row: max(0, canvas.size.rows - 1)), Theme.secondary)
        drawNow(canvas)
    }

    /// Draws soon, once for all that changes until then.
    private func draw() {
        guard !isDrawing, ended != nil else { return }
        isDrawing = true
        DispatchQueue.main.async { MainActor.assumeIsolated { [weak self] in self?.drawWhatIsSeen() } }
    }

    private func drawWhatIsSeen() {
        isDrawing = false
        guard ended != nil else { return }
        coordinator.show()
        live.takeProblems()
        var canvas = Canvas(terminal.size)
        var view = AppView(self, size: terminal.size)
        view.draw(into: &canvas)
        drawNow(canvas)
        if view.isMoving { move() }
        takeWhatWaits()
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
                self?.draw()
            }
        }
    }

    /// Keeps what a drawing has found out.
    func keep(_ pane: ScreenPane, of id: PaneID) { panes[id] = pane }

    func keepFront(_ id: PaneID, _ screen: RenderedScreen, _ part: Rectangle) {
        if front?.id != id {
            match = ""
            if case .edit = mode { mode = .browse }
            let ids = Set(coordinator.state.allEntries.map(\.id))
            // A box that is asked again is another one.
            panes = panes.filter { ids.contains($0.key.screen) && ($0.key.box == nil || $0.key == id) }
        }
        front = (id, screen, part)
    }

    func keepEditor(_ editor: LineEditor) {
        if case .edit(let identity, _) = mode { mode = .edit(identity, editor) }
    }

    // MARK: What comes

    private func take(_ event: FullScreen.Event) {
        switch event {
        case .input(let event):
            waiting.append(event)
            takeWhatWaits()
        case .redraw: draw()
        case .signal(let signal): end(.signal(signal))
        case .hangup: end(.signal(SIGHUP))
        }
    }

    /// Takes one event after the other, each once the one before it is seen: what is typed ahead means what will be
    /// there.
    private func takeWhatWaits() {
        while !isDrawing, front != nil, ended != nil, !waiting.isEmpty {
            take(waiting.removeFirst())
            draw()
        }
    }

    private func take(_ event: InputEvent) {
        if case .key(.character("c"), .control) = event { return end(.signal(SIGINT)) }
        if case .key(.character("l"), .control) = event { return terminal.invalidate() }
        if case .mouse(let mouse) = event { return take(mouse) }
        switch mode {
        case .browse: browse(event)
        case .edit(let identity, let editor): edit(event, identity, editor)
        case .go(let prompt): go(event, prompt)
        case .find(let editor): find(event, editor)
        case .help: mode = .browse
        }
    }

    private func change(_ body: (inout ScreenPane) -> Void) {
        guard let id = front?.id, var pane = panes[id] else { return }
        body(&pane)
        panes[id] = pane
    }

    private func browse(_ event: InputEvent) {
        guard case .key(let key, let modifiers) = event else { return }
        let before = refused
        refused = nil
        if key != .escape, key != .backspace { note = nil }
        switch key {
        case .up, .character("k"): change { $0.move(down: false) }
        case .down, .character("j"): change { $0.move(down: true) }
        case .left: change { $0.move(right: false) }
        case .right: change { $0.move(right: true) }
        case .pageUp, .character("b"): change { $0.page(down: false) }
        case .pageDown, .character(" "): change { $0.page(down: true) }
        case .home: change { $0.moveToEnd(false) }
        case .end, .character("G"): change { $0.moveToEnd(true) }
        case .tab:
            change { $0.cycle(forward: !modifiers.contains(.shift)) }
            beginEditing()
        case .enter: use()
        case .escape, .backspace: take(.back, again: before)
        case .character("g"): mode = .go(GoPrompt(Places(coordinator.catalog)))
        case .character("/"): mode = .find(LineEditor())
        case .character("n"): findNext(forward: true)
        case .character("N"): findNext(forward: false)
        case .character("u"): copyURL()
        case .character("r"): live.reload()
        case .character("?"), .function(1): mode = .help
        case .character("q"): end(.quit)
        case .character(let digit) where ("1"..."9").contains(digit): selectTab(digit.wholeNumberValue ?? 0)
        default: break
        }
    }

    /// Takes a step; the same one again insists where a screen is locked.
    private func take(_ step: Step, again before: Step?) {
        note = nil
        live.take(before == step ? .forced(step) : step)
        if live.takeProblems() {
            refused = step
            if let note { self.note = LiveApp.Note(note.text + " (the same key again leaves all the same)", .problem) }
        }
    }

    private func selectTab(_ number: Int) {
        let names = coordinator.tabNames
        guard names.count > 1, names.indices.contains(number - 1) else { return }
        live.take(.tab(names[number - 1]))
    }

    private func copyURL() {
        guard let url = coordinator.url else {
            return show(
                LiveApp.Note("no link leads here; its destination is \(coordinator.state.top.destination.text)"))
        }
        terminal.copy(url)
        show(LiveApp.Note("copied: \(url)", .done))
    }

    // MARK: Using what is on the screen

    private func use() {
        guard let target = front.flatMap({ panes[$0.id]?.target }) else { return }
        use(target)
    }

    private func use(_ target: ScreenLayout.Target) {
        switch target.kind {
        case .field: beginEditing()
        case .press(let value):
            match = ""
            change { $0.choose() }
            coordinator.use(target.node, value: value)
        }
        live.takeProblems()
    }

    /// Begins to write where the focus is on a text field.
    private func beginEditing() {
        guard let target = front.flatMap({ panes[$0.id]?.target }), target.kind == .field else { return }
        mode = .edit(target.identity, LineEditor(target.node.value.scalarText ?? ""))
    }

    private func edit(_ event: InputEvent, _ identity: ScreenLayout.Target.Identity, _ editor: LineEditor) {
        guard let target = front.flatMap({ panes[$0.id]?.target }), target.identity == identity else {
            mode = .browse
            return browse(event)
        }
        var editor = editor
        let before = editor.text
        if editor.handle(event) {
            mode = .edit(identity, editor)
            guard editor.text != before else { return }
            note = nil
            coordinator.use(target.node, value: .string(editor.text))
            live.takeProblems()
            return
        }
        guard case .key(let key, let modifiers) = event else { return }
        mode = .browse
        switch key {
        case .up: change { $0.move(down: false) }
        case .down: change { $0.move(down: true) }
        case .tab:
            change { $0.cycle(forward: !modifiers.contains(.shift)) }
            beginEditing()
        case .enter, .escape: break
        default: mode = .edit(identity, editor)
        }
    }

    // MARK: Going and finding

    private func go(_ event: InputEvent, _ prompt: GoPrompt) {
        var prompt = prompt
        if prompt.handle(event) {
            mode = .go(prompt)
            return
        }
        switch event {
        case .key(.enter, _):
            mode = .browse
            go(to: prompt.text)
        case .key(.escape, _): mode = .browse
        default: break
        }
    }

    private func go(to text: String) {
        let text = String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        guard !text.isEmpty else { return }
        note = nil
        if text.contains("://") {
            coordinator.open(text)
        } else {
            do throws(UsageError) {
                live.take(try Step(text, features: coordinator.catalog.features.map(\.manifest.id)))
            } catch {
                return show(LiveApp.Note(error.message, .problem))
            }
        }
        live.takeProblems()
    }

    private func find(_ event: InputEvent, _ editor: LineEditor) {
        var editor = editor
        if editor.handle(event) {
            mode = .find(editor)
            match = editor.text
            findNext(forward: true, from: 0)
            return
        }
        guard case .key(let key, _) = event else { return }
        switch key {
        case .enter: mode = .browse
        case .escape:
            mode = .browse
            match = ""
        case .down: findNext(forward: true)
        case .up: findNext(forward: false)
        default: break
        }
    }

    /// - Parameter from: From which line on; nil: beyond the focus, or what is seen.
    private func findNext(forward: Bool, from line: Int? = nil) {
        guard let id = front?.id, let pane = panes[id], !match.isEmpty else { return }
        let lines = pane.lines(containing: match)
        guard !lines.isEmpty else { return show(LiveApp.Note("'\(match)' is not on this screen", .problem)) }
        note = nil
        let here = pane.target?.lines.lowerBound ?? pane.offset
        let next =
            line.map { start in lines.first { $0 >= start } }
            ?? (forward ? lines.first { $0 > here } : lines.last { $0 < here })
        change { $0.goTo(line: next ?? (forward ? lines[0] : lines[lines.count - 1])) }
    }

    // MARK: The mouse

    private func take(_ mouse: MouseEvent) {
        switch mouse.action {
        case .wheelUp: change { $0.scroll(by: -3) }
        case .wheelDown: change { $0.scroll(by: 3) }
        case .press(.left): click(mouse.position)
        default: break
        }
    }

    private func click(_ position: Position) {
        if case .help = mode {
            mode = .browse
            return
        }
        mode = .browse
        note = nil
        refused = nil
        let places = AppLayout(terminal.size, hasTabs: coordinator.tabNames.count > 1)
        if places.tabBar.contains(position) {
            let columns = AppView.tabColumns(coordinator.tabNames)
            if let index = columns.firstIndex(where: { $0.contains(position.column) }) { selectTab(index + 1) }
            return
        }
        guard let front, front.part.contains(position), let pane = panes[front.id] else { return }
        let column = position.column - front.part.column
        guard let index = pane.target(at: column, position.row - front.part.row) else { return }
        change { $0.focus(index, revealing: false) }
        use(pane.layout.targets[index])
    }
}
