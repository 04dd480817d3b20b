import FeatureContract
import HostCore
import Terminal

/// Draws all of an app: the tabs, the way to the screen, the screens over one another, and the status line.
@MainActor
struct AppView {
    private let app: FullScreenApp
    private let places: AppLayout
    /// Whether something moves by itself.
    private(set) var isMoving = false

    private var coordinator: NavigationCoordinator { app.live.coordinator }

    init(_ app: FullScreenApp, size: Size) {
        self.app = app
        places = AppLayout(size, hasTabs: app.live.coordinator.tabNames.count > 1)
    }

    mutating func draw(into canvas: inout Canvas) {
        drawTabs(into: &canvas)
        drawBreadcrumb(into: &canvas)
        drawScreens(into: &canvas)
        switch app.mode {
        case .go(let prompt): draw(prompt, into: &canvas)
        case .find(let editor): drawPrompt("/", editor, into: &canvas)
        case .help:
            drawHelp(into: &canvas)
            drawStatus(into: &canvas)
        case .browse, .edit: drawStatus(into: &canvas)
        }
    }

    // MARK: The bars

    /// Where each tab stands in the bar.
    static func tabColumns(_ names: [String]) -> [Range<Int>] {
        var column = 1
        return names.enumerated().map { number, name in
            let width = tabText(number, name).cells
            defer { column += width + 1 }
            return column..<column + width
        }
    }

    private static func tabText(_ number: Int, _ name: String) -> String { " \(number + 1) \(DisplayText.safe(name)) " }

    private func drawTabs(into canvas: inout Canvas) {
        guard places.hasTabs else { return }
        let names = coordinator.tabNames
        let selected = coordinator.state.selectedIndex
        let columns = Self.tabColumns(names)
        for (number, name) in names.enumerated() {
            let position = Position(column: columns[number].lowerBound, row: places.tabBar.row)
            canvas.put(
                Self.tabText(number, name), at: position,
                number == selected ? Style(.default, [.reverse, .bold]) : .plain,
                in: places.tabBar)
        }
    }

    private func drawBreadcrumb(into canvas: inout Canvas) {
        let titles = coordinator.titles
        var parts = titles.enumerated().map { index, place in
            let isLast = index == titles.count - 1
            let mark = place.presentation.isModal ? "(\(place.presentation.word)) " : ""
            return StyledText(mark, Theme.secondary).appending(place.title, isLast ? Theme.title : Theme.secondary)
        }
        let room = places.breadcrumb.width - 2
        var isCut = false
        func width() -> Int { parts.reduce(0) { $0 + $1.cells + 3 } - 3 + (isCut ? 4 : 0) }
        while parts.count > 1, width() > room {
            parts.removeFirst()
            isCut = true
        }
        var text = isCut ? StyledText("… › ", Theme.secondary) : StyledText()
        for (index, part) in parts.enumerated() {
            if index > 0 { text.append(" › ", Theme.secondary) }
            text.append(part)
        }
        canvas.put(
            text.truncated(cells: room), at: Position(column: 1, row: places.breadcrumb.row), in: places.breadcrumb)
        let rule = Rectangle(column: 0, row: places.breadcrumb.rows.upperBound, width: places.window.width, height: 1)
        canvas.fill(rule, with: "─", Theme.rule)
    }

    private static let keys =
        "↑↓ move  Enter use  Esc back  g go  / find  u copy link  ? help  q quit"

    private func drawStatus(into canvas: inout Canvas) {
        if let note = app.note { return draw(note, into: &canvas) }
        let line = places.statusLine
        var text = Self.keys
        if case .edit = app.mode { text = "Type; Enter or Esc when done, Tab for what is next" }
        canvas.fill(line)
        canvas.put(
            StyledText(text, Theme.secondary).truncated(cells: max(1, line.width - 2)),
            at: Position(column: 1, row: line.row), in: line)
    }

    /// What is told is seen as a whole until the next key: where it takes more than a line, over the end of the screen.
    private func draw(_ note: LiveApp.Note, into canvas: inout Canvas) {
        let (mark, style) =
            switch note.weight {
            case .done: ("✓ ", Theme.success)
            case .notice: ("", Style.plain)
            case .problem: ("! ", Theme.danger)
            }
        let width = max(1, places.statusLine.width - 2)
        let lines = StyledText(mark + note.text, style).wrapped(cells: width).prefix(places.screens.height)
        let part = Rectangle(
            column: 0, row: places.statusLine.row - lines.count + 1, width: places.window.width, height: lines.count)
        canvas.fill(part)
        for (row, line) in lines.enumerated() {
            canvas.put(line, at: Position(column: 1, row: part.row + row), in: part)
        }
        guard lines.count > 1 else { return }
        canvas.fill(Rectangle(column: 0, row: part.row - 1, width: part.width, height: 1), with: "─", Theme.rule)
    }

    // MARK: Screens

    private mutating func drawScreens(into canvas: inout Canvas) {
        let layers = coordinator.layers
        // What a cover hides is not drawn.
        let first = layers.lastIndex { $0.presentation == .cover || $0.presentation == .managedCover } ?? 0
        var sheets = 0
        for (index, layer) in layers.enumerated() where index >= first {
            let isFront = index == layers.count - 1
            let screen = layer.screen ?? RenderedScreen()
            if index == first {
                draw(layer, screen, in: places.screen, isFront: isFront, into: &canvas)
                continue
            }
            canvas.restyle(places.screens) { $0.attributes.formUnion(.dim) }
            let title = screen.title.isEmpty ? layer.destination.text : screen.title
            if layer.presentation == .alert || layer.presentation == .confirmation {
                let lines = ScreenLayout(screen, width: places.boxWidth, tick: app.tick).lines.count
                let frame = places.box(lines: lines)
                drawFrame(frame, title, into: &canvas)
                draw(layer, screen, in: places.inside(frame), isFront: isFront, into: &canvas)
            } else {
                let frame = places.sheet(sheets)
                sheets += 1
                drawFrame(frame, title, into: &canvas)
                draw(layer, screen, in: places.inside(frame), isFront: isFront, into: &canvas)
            }
        }
    }

    private func drawFrame(_ frame: Rectangle, _ title: String, into canvas: inout Canvas) {
        canvas.fill(frame)
        canvas.box(frame, title: DisplayText.safe(title), border: .rounded, titleStyle: Theme.title)
    }

    private mutating func draw(
        _ layer: NavigationCoordinator.Layer, _ screen: RenderedScreen, in part: Rectangle, isFront: Bool,
        into canvas: inout Canvas
    ) {
        let layout = ScreenLayout(screen, width: part.width, tick: app.tick)
        isMoving = isMoving || layout.isMoving
        var id = FullScreenApp.PaneID(screen: layer.id)
        guard isFront else {
            var pane = app.panes[id] ?? ScreenPane()
            pane.show(layout, height: part.height)
            return pane.draw(into: &canvas, part, isActive: false)
        }
        guard let box = layout.box else {
            return drawFront(id, screen, layout, in: part, into: &canvas)
        }
        var below = app.panes[id] ?? ScreenPane()
        below.show(layout, height: part.height)
        below.draw(into: &canvas, part, isActive: false)
        canvas.restyle(places.screens) { $0.attributes.formUnion(.dim) }
        let content = ScreenLayout(box: box, width: places.boxWidth)
        let frame = places.box(lines: content.lines.count)
        drawFrame(frame, box.text, into: &canvas)
        id.box = "\(box.key) \(box.text)"
        drawFront(id, screen, content, in: places.inside(frame), into: &canvas)
    }

    private func drawFront(
        _ id: FullScreenApp.PaneID, _ screen: RenderedScreen, _ layout: ScreenLayout, in part: Rectangle,
        into canvas: inout Canvas
    ) {
        app.keepFront(id, screen, part)
        var pane = app.panes[id] ?? ScreenPane()
        pane.show(layout, height: part.height)
        app.keep(pane, of: id)
        var isEditing = false
        if case .edit(let identity, _) = app.mode { isEditing = pane.target?.identity == identity }
        pane.draw(into: &canvas, part, isActive: !isEditing, match: app.match)
        if isEditing { drawEditor(pane, in: part, into: &canvas) }
    }

    private func drawEditor(_ pane: ScreenPane, in part: Rectangle, into canvas: inout Canvas) {
        guard case .edit(_, var editor) = app.mode, let target = pane.target else { return }
        let row = target.lines.lowerBound - pane.offset
        guard (0..<part.height).contains(row) else { return }
        let field = Rectangle(
            column: part.column + target.columns.lowerBound, row: part.row + row, width: target.columns.count, height: 1
        )
        var shown = editor
        if target.node.flags.contains(.secure) { shown = editor.masked(with: "•") }
        canvas.cursor = shown.draw(into: &canvas, field, Theme.field.with(.bold))
        if !target.node.flags.contains(.secure) { editor = shown }
        app.keepEditor(editor)
    }

    // MARK: Prompts

    private func drawPrompt(_ sign: String, _ editor: LineEditor, into canvas: inout Canvas) {
        let line = places.statusLine
        canvas.fill(line)
        let column = canvas.put(sign + " ", at: Position(column: 1, row: line.row), .bold, in: line)
        var editor = editor
        canvas.cursor = editor.draw(
            into: &canvas,
            Rectangle(column: column, row: line.row, width: max(1, line.width - column - 1), height: 1))
    }

    private static let maximumMatches = 10

    private func draw(_ prompt: GoPrompt, into canvas: inout Canvas) {
        drawPrompt("Go to:", prompt.editor, into: &canvas)
        let count = min(prompt.matches.count, Self.maximumMatches, max(0, places.screens.height - 2))
        guard count > 0 else { return }
        let first = min(max(0, (prompt.chosen ?? 0) - count + 1), prompt.matches.count - count)
        let frame = Rectangle(
            column: 0, row: places.statusLine.row - count - 2, width: places.window.width, height: count + 2)
        let rest = prompt.matches.count - count
        drawFrame(frame, rest > 0 ? "\(prompt.matches.count) places" : "Places", into: &canvas)
        for row in 0..<count {
            let place = prompt.matches[first + row]
            let isChosen = prompt.chosen == first + row
            let line = Rectangle(column: 2, row: frame.row + 1 + row, width: max(1, frame.width - 4), height: 1)
            let text = StyledText(place.shape).appending(
                place.summary.isEmpty ? "" : "  " + place.summary, Theme.secondary)
            canvas.put(text.truncated(cells: line.width), at: line.origin, in: line)
            if isChosen { canvas.restyle(line) { $0.attributes.insert(.reverse) } }
        }
    }

    // MARK: Help

    private static let help: [(keys: String, meaning: String)] = [
        ("↑ ↓  k j", "move to what can be used, and scroll"),
        ("← →", "move beside one another"),
        ("Tab, Shift-Tab", "the next, the one before"),
        ("Enter", "use it; write into a text field"),
        ("Esc, Backspace", "back: out of a field, a sheet, a screen"),
        ("1 … 9", "select a tab"),
        ("g", "go to a link or a destination; Tab completes it"),
        ("/  n N", "find on the screen; the next, the one before"),
        ("u", "copy the link that leads here"),
        ("Page keys, Space, b", "scroll by a page"),
        ("Home, End", "to the beginning, to the end"),
        ("r", "look at the plugins and the wiring anew"),
        ("Ctrl-L", "draw everything anew"),
        ("q, Ctrl-C", "quit: the next run goes on from here"),
    ]

    private func drawHelp(into canvas: inout Canvas) {
        canvas.restyle(places.screens) { $0.attributes.formUnion(.dim) }
        let keys = (Self.help.map(\.keys.cells).max() ?? 0) + 3
        let width = min(places.screens.width, keys + (Self.help.map(\.meaning.cells).max() ?? 0) + 4)
        let height = min(places.screens.height, Self.help.count + 2)
        let frame = Rectangle(
            column: (places.screens.width - width) / 2,
            row: places.screens.row + (places.screens.height - height) / 2, width: width, height: height)
        drawFrame(frame, "Keys", into: &canvas)
        let inside = frame.inset(columns: 2, rows: 1)
        for (row, line) in Self.help.enumerated() {
            canvas.put(line.keys, at: Position(column: inside.column, row: inside.row + row), .bold, in: inside)
            canvas.put(line.meaning, at: Position(column: inside.column + keys, row: inside.row + row), in: inside)
        }
    }
}

extension Presentation {
    /// For the person: a managed sheet is a sheet.
    var word: String {
        switch self {
        case .push: "screen"
        case .sheet, .managedSheet: "sheet"
        case .cover, .managedCover: "cover"
        case .alert: "alert"
        case .confirmation: "confirmation"
        }
    }
}
