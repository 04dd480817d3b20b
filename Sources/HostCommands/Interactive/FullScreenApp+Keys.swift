import Glibc
import HostCore
import HostSystem
import Terminal

/// Events from the terminal, and the keys that are commands unless the user edits a text.
extension FullScreenApp {
    func handle(_ event: FullScreen.Event) {
        switch event {
        case .input(let event):
            // The release of a button does nothing, and must not come between keys.
            guard event.isUsed else { return }
            if isWaiting { return handleWhileWaiting(event) }
            waiting.append(typed(event))
            // One event is handled at a time, after drawing the effect of the last: keys typed ahead are meant for the
            // screen that will then be there.
            draw()
        case .redraw: draw()
        case .signal(let signal): end(.signal(signal))
        case .hangup: end(.signal(SIGHUP))
        }
    }

    struct Typed {
        let event: InputEvent
        var isSecondClick = false
    }

    /// The longest time between two clicks that count as one action. The user types nothing in between.
    private static let doubleClick = Duration.milliseconds(400)

    private func typed(_ event: InputEvent) -> Typed {
        guard case .mouse(let mouse) = event else {
            lastClick = nil
            return Typed(event: event)
        }
        guard mouse.action == .press(.left) else { return Typed(event: event) }
        let now = ContinuousClock.now
        defer { lastClick = (mouse.position, now) }
        guard let lastClick, lastClick.time.duration(to: now) < Self.doubleClick else { return Typed(event: event) }
        return Typed(event: event, isSecondClick: mouse.position.isBeside(lastClick.position))
    }

    /// Handles an event during a wait for a feature. Nothing here may call the coordinator.
    ///
    /// Keys that scroll do so at once. Other events wait: ``handleStop()``.
    private func handleWhileWaiting(_ event: InputEvent) {
        if event == .key(.character("c"), .control) { return end(.signal(SIGINT)) }
        if case .read(let pager) = mode { return read(event, pager) }
        // Later keys are meant for the result of earlier ones.
        if isBrowsing, !isWriting, pane?.canAdjust != true, waiting.isEmpty, event.scrolls { return browse(event) }
        if case .mouse(let mouse) = event, mouse.action == .wheelUp || mouse.action == .wheelDown {
            return handle(mouse)
        }
        if case .mouse(let mouse) = event, let stopHint, mouse.position.row == terminal.size.rows - 1 {
            // No key is shown there but this one, and later there may be another.
            if stopHint.contains(mouse.position.column) { waiting.append(Typed(event: .key(.escape))) }
            return
        }
        waiting.append(typed(event))
    }

    /// Stops the wait for a feature if a waiting event demands it. Esc also drops the keys typed ahead, since they were
    /// meant for the missing result. A key that quits or selects a tab is handled then.
    func handleStop() {
        if waiting.contains(where: { if case .key(.escape, _) = $0.event { true } else { false } }) {
            (stopsWaiting, waiting) = (true, [])
        } else if isBrowsing, !isWriting, let next = waiting.first?.event, next.quitsOrSelects {
            (stopsWaiting, waiting) = (true, waiting.prefix(1))
        }
    }

    private var isBrowsing: Bool { if case .browse = mode { true } else { false } }

    /// Handles the next waiting event. Called when everything is drawn.
    func handleNext() {
        guard front != nil, !hasEnded, let next = nextEvent() else { return }
        if case .mouse(let mouse) = next.event, mouse.action == .press(.left) {
            defer { clickedPane = front?.id }
            // The user has clicked twice on something that is gone, and has not seen its replacement.
            if next.isSecondClick, clickedPane != front?.id { return draw() }
        }
        handle(next.event)
        draw()
    }

    /// Returns the next waiting event. Letters that arrived together for a text become one change: the feature is
    /// called once for all, and not for each letter of a paste without brackets.
    private func nextEvent() -> Typed? {
        guard let next = waiting.popFirst() else { return nil }
        guard isWriting, var text = next.event.text else { return next }
        while let more = waiting.first?.event.text {
            text += more
            waiting.removeFirst()
        }
        return Typed(event: .paste(text))
    }

    private func isConfirmed(_ event: InputEvent) -> Bool {
        if case .find = mode, case .key(.enter, _) = event { true } else { false }
    }

    /// Whether letters are text rather than commands.
    private var isWriting: Bool {
        switch mode {
        case .edit, .palette, .find, .pickFile: true
        case .browse: pane?.takesText == true
        case .read: false
        }
    }

    /// Whether the last line has keys rather than a prompt.
    var isCommanding: Bool {
        switch mode {
        case .browse, .edit, .read: true
        case .palette, .find, .pickFile: false
        }
    }

    private func handle(_ event: InputEvent) {
        live.server?.endCollecting()
        // Enter only closes the prompt of a search, and Esc only ends one that has no prompt any more.
        if !isConfirmed(event), stopSearching(), isBrowsing, case .key(.escape, _) = event { return draw() }
        if case .key(.character("c"), .control) = event { return end(.signal(SIGINT)) }
        if case .key(.character("l"), .control) = event { return terminal.invalidate() }
        if case .mouse(let mouse) = event { return handle(mouse) }
        switch mode {
        case .browse: browse(event)
        case .edit(let identity, let editor): edit(event, identity, editor)
        case .palette(let palette): handle(event, palette)
        case .find(let editor): find(event, editor)
        case .pickFile(let prompt): pickFile(event, prompt)
        case .read(let reading): read(event, reading)
        }
    }

    func browse(_ event: InputEvent) {
        if write(event) { return }
        guard case .key(let key, let modifiers) = event else { return }
        let before = refused
        refused = nil
        note = nil
        if modifiers.contains(.alt), useShortcut(key, modifiers) { return }
        if case .character(let character) = key {
            if character == "k", modifiers == .control { return openPalette() }
            // Any other letter with Ctrl or Alt is not a command.
            if modifiers.subtracting(.shift).isEmpty { browse(character, before) }
            return
        }
        switch key {
        case .up: change { $0.move(down: false) }
        case .down: change { $0.move(down: true) }
        case .left where pane?.canAdjust == true, .right where pane?.canAdjust == true:
            change { $0.focusStep(up: key == .right) }
            use()
        case .left where pane?.canMoveSideways != true && pane?.target?.node.isDate == true,
            .right where pane?.canMoveSideways != true && pane?.target?.node.isDate == true:
            beginEditing(with: event)
        case .left: change { $0.move(right: false) }
        case .right: change { $0.move(right: true) }
        case .pageUp: change { $0.page(down: false) }
        case .pageDown: change { $0.page(down: true) }
        case .home: change { $0.moveToEnd(false) }
        case .end: change { $0.moveToEnd(true) }
        case .tab:
            change { $0.cycle(forward: !modifiers.contains(.shift)) }
            beginEditing()
        case .enter: if pane?.target != nil || !useShortcut(.enter, []) { use() }
        case .escape where !filter.isEmpty || isFound: endSearch()
        case .escape where useShortcut(.escape, []): break
        case .escape where mustAnswer: note = LiveApp.Note("it asks for an answer: press one of its buttons")
        case .escape where wayBack == nil && pane?.takesText == true: change { $0.endWriting() }
        case .escape where wayBack == nil, .backspace where wayBack == nil:
            note = LiveApp.Note("this is the first screen; q quits")
        case .escape, .backspace: perform(.back, isAgain: before == .step(.back))
        case .function(1): mode = .read(.help(shortcuts, idle: idleKeys))
        case .function(let number) where modifiers.isEmpty: reportUnused("F\(number)")
        default: break
        }
    }

    /// Reports a key without effect, until the next key: the user may have meant to write, or expects another command.
    private func reportUnused(_ key: String) {
        let help = pane?.takesText == true ? "F1" : "?"
        note = LiveApp.Note("'\(key)' does nothing here; \(help) shows the keys")
    }

    private func browse(_ character: Character, _ before: Refused?) {
        switch character {
        case "k": change { $0.move(down: false, byLetter: true) }
        case "j": change { $0.move(down: true, byLetter: true) }
        case "b": change { $0.page(down: false) }
        case " " where pane?.target.map { $0.node.kind == .toggle } == true: use()
        case " ": change { $0.page(down: true) }
        case "J" where canStepBeside: stepBeside(down: true, isAgain: before == .beside(down: true))
        case "K" where canStepBeside: stepBeside(down: false, isAgain: before == .beside(down: false))
        case "G": change { $0.moveToEnd(true) }
        case ":", "g": openPalette()
        case "/": mode = .find(FieldEditor())
        case "n" where !search.text.isEmpty: findNext(forward: true)
        case "N" where !search.text.isEmpty: findNext(forward: false)
        case "s" where pane?.canSort == true: sort()
        case "S" where pane?.sortedColumn != nil: change { $0.turnSorting() }
        case "S" where pane?.canSort == true: note = LiveApp.Note("the table is not sorted; s sorts it")
        case "u": copyURL()
        case "m": mode = .read(.messages(notes))
        case "r":
            live.reload()
            if note == nil { note = LiveApp.Note("nothing has changed", .done) }
        case "?": mode = .read(.help(shortcuts, idle: idleKeys))
        case "q": quit(isAgain: before == .quit)
        case "1"..."9":
            if !selectTab(character.wholeNumberValue ?? 0, before) { reportUnused(String(character)) }
        default: reportUnused(String(character))
        }
    }

    /// Takes a step. If a lock refuses it, pressing the same key again overrides the lock.
    ///
    /// - Parameter isAgain: Whether it is the same key; nil for what is no key, and does not override a lock.
    private func perform(_ step: Step, isAgain: Bool?) {
        live.perform(isAgain == true ? .forced(step) : step)
        guard live.takeProblems(), isAgain != nil else { return }
        refused = .step(step)
        if let note { self.note = LiveApp.Note(note.text + " (the same key again leaves anyway)", .problem) }
    }

    /// Goes back to a screen of the path, by its number there, as far as locks let the user.
    func goBack(to number: Int) {
        if number == 0, coordinator.titles.allSatisfy({ $0.presentation == .push }) {
            return perform(.operation(.popToRoot, text: "root"), isAgain: nil)
        }
        var count = coordinator.titles.count
        while count > number + 1 {
            perform(.back, isAgain: nil)
            // A screen says when it is shown which screens of its own it has.
            _ = coordinator.show()
            guard coordinator.titles.count < count else { return }
            count = coordinator.titles.count
        }
    }

    private func quit(isAgain: Bool) {
        guard !isAgain, let lock = coordinator.locks.first else { return end(.quit) }
        show(LiveApp.Note("\(lock) (the same key again quits anyway)", .problem))
        refused = .quit
    }

    /// - Returns: Whether there is a tab with that number.
    @discardableResult
    func selectTab(_ number: Int, _ before: Refused? = nil) -> Bool {
        let names = coordinator.tabNames
        guard names.count > 1, names.indices.contains(number - 1) else { return false }
        let step = Step.tab(names[number - 1])
        perform(step, isAgain: before == .step(step))
        return true
    }

    /// The keys of ``KeyTable`` that do nothing on this screen.
    var idleKeys: Set<String> {
        let live = [
            KeyTable.tabs: coordinator.tabNames.count > 1, KeyTable.beside: canStepBeside,
            KeyTable.sorting: pane?.canSort == true,
        ]
        return Set(live.filter { !$0.value }.keys)
    }

    private func copyURL() {
        guard coordinator.failureAdvice == nil else { return show(LiveApp.Note("no link leads to what is not there")) }
        guard let url = coordinator.url else {
            return show(LiveApp.Note("no link leads here; its destination is \(coordinator.state.top.place)"))
        }
        terminal.copy(url)
        show(LiveApp.Note("copied: \(url)", .done))
    }
}

/// The wheel and the left button.
extension FullScreenApp {
    func handle(_ mouse: MouseEvent) {
        switch mouse.action {
        case .wheelUp: scroll(by: -3)
        case .wheelDown: scroll(by: 3)
        case .press(.left): click(mouse.position)
        default: break
        }
    }

    private func scroll(by lines: Int) {
        guard case .read(var reading) = mode else { return change { $0.scroll(by: lines) } }
        reading.scroll(by: lines)
        mode = .read(reading)
    }

    private func click(_ position: Position) {
        if let hint = hint(at: position) {
            switch hint.click {
            case .key(let key, let modifiers): handle(.key(key, modifiers))
            case .shortcut(let keys):
                (note, refused) = (nil, nil)
                _ = useShortcut { $0.shortcutKeys == keys }
            }
            return
        }
        switch mode {
        // A click takes a suggestion, or closes what covers the screen; it does not reach the screen.
        case .palette(let palette):
            note = nil
            mode = .browse
            if let index = AppView(self, size: terminal.size).match(at: position, of: palette) {
                take(index, of: palette)
            }
            return
        case .read:
            mode = .browse
            return
        case .pickFile: return
        case .browse, .edit, .find: break
        }
        leaveField()
        followsFeature = false
        note = nil
        refused = nil
        let places = places(in: terminal.size)
        if places.tabBar.contains(position) {
            let columns = AppView.tabColumns(
                coordinator.tabLabels, selected: coordinator.state.selectedIndex, width: places.window.width)
            if let index = columns.firstIndex(where: { $0.contains(position.column) }) { selectTab(index + 1) }
            return
        }
        if let number = AppView(self, size: terminal.size).title(at: position) {
            // A question is answered first.
            return front?.id.box == nil ? goBack(to: number) : ()
        }
        if places.isSplit, front?.id.box == nil, places.left.contains(position) {
            // A sheet of the screen's own is left by its own keys.
            guard front?.id.inner == 0 else { return }
            return clickBeside(Position(column: position.column - 1, row: position.row - places.left.row))
        }
        guard let front, front.part.contains(position), let pane else { return }
        let column = position.column - front.part.column
        var isSorted = false
        change { isSorted = $0.sort(at: column, position.row - front.part.row) }
        guard !isSorted else { return }
        guard let index = pane.target(at: column, position.row - front.part.row) else { return }
        change { $0.focus(index, revealing: false) }
        use(pane.layout.targets[index])
    }

    /// The key of the last line at a position; nil without one.
    private func hint(at position: Position) -> KeyLine.Item? {
        let places = places(in: terminal.size)
        let line = places.statusLine
        guard isCommanding, line.contains(position), !places.message.contains(position) else { return nil }
        return KeyLine(self).places(cells: max(1, line.width - 2)).first { item, column in
            (column..<column + item.text.cells).contains(position.column - 1)
        }?.item
    }
}

/// The screen beside the visible one.
extension FullScreenApp {
    /// The pane at the left, with what its screen shows.
    private var paneBeside: (PaneID, ScreenPane)? {
        guard let entry = beside, let screen = coordinator.layer(of: entry)?.screen else { return nil }
        let id = PaneID(screen: entry.id, inner: 0)
        var pane = panes[id] ?? ScreenPane()
        let layout = ScreenLayout(
            screen, width: AppLayout.widestLeft(terminal.size.columns), sorting: pane.sorting, hasShortDetails: true)
        pane.show(layout, height: places(in: terminal.size).left.height)
        return (id, pane)
    }

    /// Goes back to the screen on the left, and uses the clicked control there.
    private func clickBeside(_ position: Position) {
        guard let (id, shown) = paneBeside else { return }
        var pane = shown
        if pane.sort(at: position.column, position.row) {
            panes[id] = pane
            return
        }
        guard let index = pane.target(at: position.column, position.row) else { return }
        pane.focus(index, revealing: false)
        use(beside: pane, id)
    }

    /// Whether a row of the screen on the left can be used by `J` and `K`.
    var canStepBeside: Bool {
        guard let beside, let front, front.id.box == nil, front.id.inner == 0 else { return false }
        return panes[PaneID(screen: beside.id, inner: 0)].map { $0.target?.use == "open" } ?? true
    }

    /// Goes back to the screen on the left, and on by the next or previous row there.
    ///
    /// - Parameter isAgain: Whether the same key has just been refused by a lock, which it then overrides.
    func stepBeside(down: Bool, isAgain: Bool) {
        guard canStepBeside, let (id, shown) = paneBeside else { return }
        var pane = shown
        guard let target = pane.target, target.use == "open" else { return reportUnused(down ? "J" : "K") }
        guard pane.step(down: down) else { return }
        use(beside: pane, id, isAgain: isAgain)
        if refused != nil { refused = .beside(down: down) }
        // Where the next screen begins in a text field, the same key goes on.
        let next = PaneID(screen: coordinator.state.top.id, inner: 0)
        if next != id { panes[next, default: ScreenPane()].endWriting() }
    }

    private func use(beside pane: ScreenPane, _ id: PaneID, isAgain: Bool? = nil) {
        guard let identity = pane.target?.identity else { return }
        perform(.back, isAgain: isAgain)
        guard coordinator.state.top.id == id.screen else { return }
        panes[id] = pane
        // The screen may have changed since it was drawn: only the same control is used.
        let targets = ScreenLayout(coordinator.show(), width: pane.layout.width, sorting: pane.sorting).targets
        if let target = targets.first(where: { $0.identity == identity }) { use(target) }
    }
}

/// The keys of the full-screen mode with their effects, for its help and for `switchyard run --help`.
enum KeyTable {
    typealias Row = (keys: String, meaning: String)

    static var rows: [Row] { groups.flatMap(\.rows) }
    /// Keys that some screens have.
    static let tabs = "1 … 9", beside = "J K", sorting = "s S"

    /// The keys by what they are for.
    static let groups: [(title: String, rows: [Row])] = [
        ("Move", moving), ("Use", using), ("The app", theApp),
    ]

    private static let moving: [Row] = [
        ("↑ ↓  k j  Tab", "move to what can be used, and scroll"),
        ("← →", "move sideways; change a value; scroll a table"),
        ("Page keys, Space, b", "scroll by a page; Space switches a toggle"),
        ("Home, End", "to the beginning; to the end, and with what comes"),
        ("Esc, Backspace", "back: out of a field, a sheet, a screen"),
        (tabs, "select a tab"),
        (beside, "the next, the previous row of the screen at the left"),
        ("/  n N", "find on the screen; the next, the one before"),
    ]

    private static let using: [Row] = [
        ("Enter", "use it: press, write into a field, open a menu"),
        (":  Ctrl-K  g", "a command: a place, a control, the number of a row"),
        ("Alt and a key", "a control's shortcut, as the last line shows it"),
        (sorting, "sort a table by another column; turn its order"),
    ]

    private static let theApp: [Row] = [
        ("u m", "copy the link that leads here; read all messages"),
        ("r, Ctrl-L", "reload changed plugins and wiring; redraw the screen"),
        ("q, Ctrl-C", "quit: the next run goes on from here"),
    ]

    /// The keys that the palette offers by name.
    static let commands: [(name: String, key: Character)] = [
        ("Find on the screen", "/"), ("Copy the link", "u"), ("Messages", "m"),
        ("Reload", "r"), ("Help: the keys", "?"),
        ("Quit", "q"),
    ]

    static var text: String {
        let width = rows.map { DisplayText.width($0.keys) }.max() ?? 0
        return rows.map { "  \(DisplayText.padded($0.keys, to: width))  \($0.meaning)" }.joined(separator: "\n")
    }
}

extension Position {
    /// Whether a hand that clicks twice may hit both cells.
    fileprivate func isBeside(_ other: Position) -> Bool {
        abs(column - other.column) <= 1 && abs(row - other.row) <= 1
    }
}

extension InputEvent {
    /// Whether a mouse event has an effect here.
    fileprivate var isUsed: Bool {
        guard case .mouse(let mouse) = self else { return true }
        return [.press(.left), .wheelUp, .wheelDown].contains(mouse.action)
    }

    /// Whether the key moves the focus or scrolls, when keys are commands.
    fileprivate var scrolls: Bool {
        switch self {
        case .key(.up, _), .key(.down, _), .key(.left, _), .key(.right, _), .key(.pageUp, _), .key(.pageDown, _),
            .key(.home, _), .key(.end, _), .key(.character("k"), []), .key(.character("j"), []),
            .key(.character("b"), []), .key(.character(" "), []), .key(.character("G"), _):
            true
        default: false
        }
    }

    /// Whether the key quits or selects a tab, when keys are commands.
    fileprivate var quitsOrSelects: Bool {
        switch self {
        case .key(.character("q"), []), .key(.character("1"..."9"), []): true
        default: false
        }
    }
}
