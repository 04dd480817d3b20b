import FeatureContract
import HostCore
import HostSystem
import Terminal

/// Draws the whole app: the tabs, the breadcrumb, the screens over one another, and the status line.
@MainActor
struct AppView {
    private let app: FullScreenApp
    let places: AppLayout
    private(set) var isMoving = false
    /// Whether the feature has put the focus into a field.
    private(set) var beginsEditing = false

    private var coordinator: NavigationCoordinator { app.live.coordinator }

    init(_ app: FullScreenApp, size: Size) {
        self.app = app
        places = app.places(in: size)
    }

    mutating func draw(into canvas: inout Canvas) {
        drawTabs(into: &canvas)
        let rule = Rectangle(column: 0, row: places.breadcrumb.rows.upperBound, width: places.window.width, height: 1)
        canvas.fill(rule, with: "─", Theme.rule)
        drawScreens(into: &canvas)
        drawBreadcrumb(into: &canvas)
        defer { drawMessage(into: &canvas) }
        switch app.mode {
        case .palette(let palette): draw(palette, into: &canvas)
        case .find(let editor):
            let count = app.matchCount
            let canFilter = !count.isEmpty && app.pane?.isComplete == true
            let tab = app.search.isFilter ? "all rows" : canFilter ? "only these" : ""
            let keys = editor.text.isEmpty ? [] : [("Tab", tab), ("↑↓", "next"), ("Enter", "done")]
            drawPrompt(
                "/", editor,
                count: editor.text.isEmpty ? StyledText("find on this screen", Theme.secondary) : StyledText(count),
                hints: keys + [("Esc", "end")], into: &canvas)
        case .pickFile(let prompt): draw(prompt, into: &canvas)
        case .read(var reading):
            dimScreens(in: &canvas)
            reading.draw(into: &canvas, places.screens)
            app.mode = .read(reading)
            drawStatus(into: &canvas)
        case .browse, .edit: drawStatus(into: &canvas)
        }
    }

    // MARK: The bars

    /// Returns the columns of each tab in the bar, scrolled so that the selected one is visible.
    static func tabColumns(_ labels: [String], selected: Int, width: Int) -> [Range<Int>] {
        var column = 1
        let columns = labels.enumerated().map { number, label in
            let width = tabText(number, label).cells
            defer { column += width + 1 }
            return column..<column + width
        }
        let moved = columns.indices.contains(selected) ? max(0, columns[selected].upperBound - width + 1) : 0
        return columns.map { $0.lowerBound - moved..<$0.upperBound - moved }
    }

    private static func tabText(_ number: Int, _ label: String) -> String {
        " \(number + 1) \(DisplayText.safe(label)) "
    }

    private func drawTabs(into canvas: inout Canvas) {
        guard places.hasTabs else { return }
        let labels = coordinator.tabLabels
        let selected = coordinator.state.selectedIndex
        let columns = Self.tabColumns(labels, selected: selected, width: places.window.width)
        for (number, label) in labels.enumerated() {
            let position = Position(column: columns[number].lowerBound, row: places.tabBar.row)
            let style = number == selected ? Theme.accent.with([.reverse, .bold]) : .plain
            canvas.put(Self.tabText(number, label), at: position, style, in: places.tabBar)
        }
    }

    /// Where the window is in a list, if that leaves half of the line to the path.
    private var position: StyledText {
        let position = StyledText(app.pane?.position.map { "  \($0)" } ?? "", Theme.secondary)
        return position.cells <= places.breadcrumb.width / 2 ? position : StyledText()
    }

    /// The last screens of the path, as many as fit, each with its number among the titles and its first column.
    private var path: [(number: Int, text: StyledText, column: Int)] {
        let titles = coordinator.titles
        var parts = titles.enumerated().map { index, place in
            let isLast = index == titles.count - 1
            // A sheet has a frame with its title.
            let isTold = place.presentation.isModal && (place.presentation.word == "cover" || !places.hasFrames)
            return StyledText(isTold ? "(\(place.presentation.word)) " : "", Theme.secondary)
                .appending(place.title, isLast ? Theme.title : Theme.secondary)
        }
        let room = max(1, places.breadcrumb.width - 2 - position.cells)
        var cut: Int { titles.count - parts.count }
        func width() -> Int { parts.reduce(0) { $0 + $1.cells + 3 } - 3 + (cut > 0 ? 4 : 0) }
        while parts.count > 1, width() > room { parts.removeFirst() }
        var column = 1
        return parts.enumerated().map { index, part in
            var text = StyledText(index > 0 ? " › " : cut > 0 ? "… › " : "", Theme.secondary)
            text.append(part)
            defer { column += text.cells }
            return (cut + index, text.truncated(cells: max(1, room + 1 - column)), column)
        }
    }

    /// The number of the screen whose title in the path, or the sign before it, is at a position; nil without one.
    func title(at position: Position) -> Int? {
        guard places.breadcrumb.contains(position) else { return nil }
        return path.first { ($0.column..<$0.column + $0.text.cells).contains(position.column) }?.number
    }

    /// Draws the path, and at its end where the window is in a list.
    private func drawBreadcrumb(into canvas: inout Canvas) {
        let line = places.breadcrumb
        for part in path { canvas.put(part.text, at: Position(column: part.column, row: line.row), in: line) }
        canvas.put(position, at: Position(column: line.width - 1 - position.cells, row: line.row), in: line)
    }

    private func drawStatus(into canvas: inout Canvas) {
        let line = places.statusLine
        canvas.fill(line)
        let width = max(1, line.width - 2)
        for (item, column) in KeyLine(app).places(cells: width) {
            let text = item.text.truncated(cells: max(1, width - column))
            canvas.put(text, at: Position(column: 1 + column, row: line.row), in: line)
        }
    }

    /// Draws the message above the keys. A note stays until the next key.
    private func drawMessage(into canvas: inout Canvas) {
        let part = places.message
        // In a low window, a prompt must not be covered.
        guard part.height > 0, app.isCommanding || !part.rows.contains(places.statusLine.row) else { return }
        canvas.fill(part)
        for (row, line) in app.messageLines(columns: places.window.width).prefix(part.height).enumerated() {
            canvas.put(line, at: Position(column: 1, row: part.row + row), in: part)
        }
    }

    /// Shows in the status line why the host waits.
    ///
    /// - Returns: The columns of the hint, with which the text may end.
    static func drawWaiting(_ text: String, hint: String, tick: Int, into canvas: inout Canvas) -> Range<Int> {
        let line = Rectangle(column: 0, row: canvas.size.rows - 1, width: canvas.size.columns, height: 1)
        canvas.fill(line)
        canvas.cursor = nil
        let hasHint = text.hasSuffix(hint)
        let text = StyledText("\(ScreenLayout.spinner(tick)) ", Theme.accent).appending(text)
        canvas.put(text.truncated(cells: max(1, line.width - 2)), at: Position(column: 1, row: line.row), in: line)
        return 1 + text.cells - (hasHint ? hint.cells : 0)..<1 + text.cells
    }

    // MARK: Screens

    private mutating func drawScreens(into canvas: inout Canvas) {
        let layers = coordinator.layers
        // Screens behind a cover are not drawn.
        let first = layers.lastIndex { $0.presentation == .cover || $0.presentation == .managedCover } ?? 0
        var sheets = 0
        for (index, layer) in layers.enumerated() where index >= first {
            let isFront = index == layers.count - 1
            let screen = layer.screen ?? RenderedScreen()
            if index == first {
                var part = places.screen
                if places.isSplit, layer.inner == 0 {
                    drawBeside(into: &canvas)
                    part = places.right
                }
                if isFront, coordinator.failureAdvice != nil {
                    let lines = layout(of: layer, screen, width: places.inside(places.failure(lines: 1)).width).lines
                    let frame = places.failure(lines: lines.count)
                    drawFrame(frame, "", Theme.danger, into: &canvas)
                    part = places.inside(frame)
                }
                draw(layer, screen, in: part, isFront: isFront, into: &canvas)
                continue
            }
            dimScreens(in: &canvas)
            let title = screen.title.isEmpty ? layer.place.text : screen.title
            if layer.presentation == .alert || layer.presentation == .confirmation {
                let content = layout(of: layer, screen, width: places.boxWidth)
                let frame = places.box(lines: content.lines.count, cells: max(content.widestLine, title.cells))
                drawFrame(frame, title, into: &canvas)
                draw(layer, screen, in: places.inside(frame), isFront: isFront, into: &canvas)
            } else {
                let width = places.inside(places.sheet(sheets, lines: 1)).width
                let content = layout(of: layer, screen, width: width)
                let id = FullScreenApp.PaneID(screen: layer.id, inner: layer.inner)
                let cells = max(content.widestLine, app.panes[id]?.widestLine ?? 0)
                let frame = places.sheet(sheets, lines: content.lines.count, cells: cells)
                sheets += 1
                drawFrame(frame, title, into: &canvas)
                draw(layer, screen, in: places.inside(frame), isFront: isFront, into: &canvas)
            }
        }
    }

    /// Makes what is below a frame faint, without the bar of the focus.
    private func dimScreens(in canvas: inout Canvas) {
        canvas.restyle(places.screens) { style in
            style.attributes.remove(.reverse)
            style.attributes.insert(.dim)
        }
    }

    /// Draws the screen below the visible one to its left, with a bar beside the control that led on.
    private mutating func drawBeside(into canvas: inout Canvas) {
        canvas.put("┬", at: Position(column: places.divider, row: places.breadcrumb.rows.upperBound), Theme.rule)
        for row in places.screens.rows {
            canvas.put("│", at: Position(column: places.divider, row: row), Theme.rule)
        }
        guard let entry = app.beside, let layer = coordinator.layer(of: entry), let screen = layer.screen else {
            return
        }
        let id = FullScreenApp.PaneID(screen: layer.id, inner: 0)
        let isKnown = app.panes[id] != nil
        var pane = app.panes[id] ?? ScreenPane()
        let width = AppLayout.widestLeft(places.window.width)
        let layout = layout(of: layer, screen, width: width, isBeside: true)
        pane.show(layout, height: places.left.height)
        // The user may have come here by a link: then the mark is at the row that leads here, if there is one.
        let top = coordinator.state.top.place.destination
        var hasLed = true
        if let led = pane.target?.node.destination, led != top {
            if let index = pane.layout.targets.firstIndex(where: { $0.node.destination == top }) {
                pane.focus(index)
            } else {
                // A redirect may lead anywhere.
                hasLed = (try? coordinator.catalog.place(of: led))?.route.kind == .outgoing
            }
        }
        if !isKnown { app.panes[id] = pane }
        app.keepWidth(layout.widestLine, beside: layer.id)
        isMoving = isMoving || pane.isMoving
        pane.draw(into: &canvas, places.left, focusMark: nil, tick: app.tick)
        canvas.restyle(places.left) { $0 = Style($0.color == Theme.accent.color ? .default : $0.color, .dim) }
        guard hasLed, let target = pane.target, pane.isInSight(target) else { return }
        let row = places.left.row + target.lines.lowerBound - pane.offset
        canvas.restyle(Rectangle(column: 1, row: row, width: places.left.width, height: 1)) { $0 = .bold }
        canvas.put("▌", at: Position(column: 0, row: row), Theme.accent)
    }

    private func drawFrame(
        _ frame: Rectangle, _ title: String, _ style: Style = .plain, into canvas: inout Canvas
    ) {
        canvas.fill(frame)
        guard places.hasFrames else { return }
        canvas.box(frame, title: DisplayText.safe(title), border: .rounded, style, titleStyle: Theme.title)
    }

    private mutating func draw(
        _ layer: NavigationCoordinator.Layer, _ screen: RenderedScreen, in part: Rectangle, isFront: Bool,
        into canvas: inout Canvas
    ) {
        let layout = layout(of: layer, screen, width: part.width)
        var id = FullScreenApp.PaneID(screen: layer.id, inner: layer.inner)
        guard isFront else {
            var pane = app.panes[id] ?? ScreenPane()
            pane.show(layout, height: part.height)
            isMoving = isMoving || pane.isMoving
            return pane.draw(into: &canvas, part, focusMark: nil, tick: app.tick)
        }
        guard let box = layout.box else {
            // A sheet asks for input, which the user can type at once.
            let isSheet = layer.presentation == .sheet || layer.presentation == .managedSheet
            return drawFront(id, screen, layout, in: part, beginsInField: isSheet, into: &canvas)
        }
        var below = app.panes[id] ?? ScreenPane()
        below.show(layout, height: part.height)
        below.draw(into: &canvas, part, focusMark: nil, tick: app.tick)
        dimScreens(in: &canvas)
        id.box = "\(box.key) \(box.text)"
        let content = app.layout(of: id, revision: layer.revision, width: places.boxWidth) {
            ScreenLayout(box: box, hasTitle: !places.hasFrames, width: places.boxWidth)
        }
        let frame = places.box(lines: content.lines.count, cells: max(content.widestLine, box.text.cells))
        drawFrame(frame, box.text, into: &canvas)
        drawFront(id, screen, content, in: places.inside(frame), into: &canvas)
    }

    private func layout(
        of layer: NavigationCoordinator.Layer, _ screen: RenderedScreen, width: Int, isBeside: Bool = false
    ) -> ScreenLayout {
        let id = FullScreenApp.PaneID(screen: layer.id, inner: layer.inner)
        return app.layout(of: id, revision: layer.revision, width: width) {
            guard layer.id == coordinator.state.top.id, let advice = coordinator.failureAdvice else {
                return ScreenLayout(
                    screen, width: width, sorting: app.panes[id]?.sorting ?? [:], hasShortDetails: isBeside)
            }
            var steps = [("Try again", Step.reload)]
            if let guess = coordinator.failureGuess {
                steps = [("Open \(guess)", .operation(.swap(guess), text: "swap:\(guess)"))]
            }
            if app.wayBack != nil { steps.append(("Go back", .back)) }
            return ScreenLayout(failure: screen, advice: advice, steps: steps, width: width)
        }
    }

    private mutating func drawFront(
        _ id: FullScreenApp.PaneID, _ screen: RenderedScreen, _ layout: ScreenLayout, in part: Rectangle,
        beginsInField: Bool = false, into canvas: inout Canvas
    ) {
        app.keepFront(id, screen, part)
        var pane = app.panes[id] ?? ScreenPane()
        pane.filter(by: app.filter)
        pane.show(layout, height: part.height, beginsInField: beginsInField)
        beginsEditing = pane.followFeature(app.mode, isAllowed: app.followsFeature) || beginsEditing
        var isEditing = false
        if case .edit(let identity, let editor) = app.mode, let target = pane.target {
            isEditing = target.isSameField(as: identity)
            if isEditing, app.takesFieldText, let text = target.node.value.scalarText, text != editor.text {
                app.keepEditor(FieldEditor(text, isMultiline: editor.isMultiline))
            }
            if isEditing, editor.isMultiline {
                let row = target.lines.lowerBound + editor.caretRow(width: target.columns.count)
                let line = min(row, target.lines.upperBound - 1)
                pane.reveal(line..<line + 1)
            }
        }
        app.panes[id] = pane
        isMoving = isMoving || pane.isMoving
        let isPressed = app.flash.map { $0.pane == id && $0.target == pane.target?.identity } ?? false
        let mark = isPressed ? Theme.accent.with([.reverse, .bold]) : .reverse
        pane.draw(into: &canvas, part, focusMark: isEditing ? nil : mark, match: app.search.text, tick: app.tick)
        if isEditing { drawEditor(pane, in: part, into: &canvas) }
    }

    private func drawEditor(_ pane: ScreenPane, in part: Rectangle, into canvas: inout Canvas) {
        guard case .edit(_, let editor) = app.mode, let target = pane.target else { return }
        let field = Rectangle(
            column: part.column + pane.columns(of: target).lowerBound,
            row: part.row + target.lines.lowerBound - pane.offset,
            width: target.columns.count, height: target.lines.count
        ).intersection(Rectangle(column: 0, row: part.row, width: places.window.width, height: part.height))
        if !field.isEmpty { draw(editor, of: target, in: field, into: &canvas) }
        // The row of the caret, or the last one for a field that is out of sight.
        let last = Position(column: part.column, row: places.screens.rows.upperBound - 1)
        let place = Rectangle(
            column: field.isEmpty ? last.column : field.column, row: canvas.cursor?.row ?? last.row, width: 1, height: 1
        )
        if app.isShownBesideField, let fault = app.note {
            draw(fault, beside: place, in: part, into: &canvas)
        } else if !field.isEmpty, let date = target.node.date(editor.text) {
            drawMonth(of: date, beside: place, in: part, into: &canvas)
        }
    }

    /// Draws the text of the field that is being edited, with the caret.
    private func draw(
        _ editor: FieldEditor, of target: ScreenLayout.Target, in field: Rectangle, into canvas: inout Canvas
    ) {
        var editor = editor
        var shown = editor
        if target.node.flags.contains(.secure) { shown = editor.masked(with: "•") }
        canvas.cursor = shown.draw(into: &canvas, field, Theme.field.with(.bold))
        if shown.text.isEmpty {
            let prompt = DisplayText.safe(target.node.detail).truncated(cells: field.width)
            canvas.put(prompt, at: field.origin, Theme.field.with(.dim), in: field)
        }
        if !target.node.flags.contains(.secure) { editor = shown }
        app.keepEditor(editor)
    }

    /// Draws why the text of a field is refused, as far as there is room.
    private func draw(
        _ fault: LiveApp.Note, beside place: Rectangle, in part: Rectangle, into canvas: inout Canvas
    ) {
        let all = StyledText(fault.mark + fault.text, fault.style).wrapped(cells: max(1, min(50, part.width - 4)))
        let room = max(place.row - places.screens.row, places.screens.rows.upperBound - place.row - 1) - 2
        var lines = Array(all.prefix(max(1, room)))
        if lines.count < all.count { lines[lines.count - 1].append("…", fault.style) }
        let frame = frame(beside: place, width: (lines.map(\.cells).max() ?? 0) + 4, lines.count + 2, in: part)
        drawFrame(frame, "", into: &canvas)
        for (row, line) in lines.enumerated() {
            canvas.put(line, at: Position(column: frame.column + 2, row: frame.row + 1 + row), in: frame)
        }
    }

    /// Returns the frame below a place, or above it where there is no room.
    private func frame(beside place: Rectangle, width: Int, _ height: Int, in part: Rectangle) -> Rectangle {
        let isBelow = place.rows.upperBound + height <= places.screens.rows.upperBound
        return Rectangle(
            column: max(part.column, min(place.column, part.columns.upperBound - width)),
            row: isBelow ? place.rows.upperBound : place.row - height, width: width, height: height)
    }

    /// Draws the month of the date that is being edited, below its field or above, if there is room.
    private func drawMonth(
        of date: DateParts, beside place: Rectangle, in part: Rectangle, into canvas: inout Canvas
    ) {
        guard places.hasFrames, let month = date.month else { return }
        let titles = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
        // As high for each month, so that nothing moves from one to the next.
        let (width, height) = (titles.count * 3 + 3, 9)
        let frame = frame(beside: place, width: width, height, in: part)
        guard frame.row >= places.screens.row, width <= part.width else { return }
        drawFrame(frame, month.title, into: &canvas)
        func put(_ text: String, _ week: Int, _ day: Int, _ style: Style) {
            canvas.put(text, at: Position(column: frame.column + 2 + day * 3, row: frame.row + 1 + week), style)
        }
        for (index, title) in titles.enumerated() { put(title, 0, index, Theme.secondary) }
        for (week, days) in month.weeks.enumerated() {
            for (index, day) in days.enumerated() where day > 0 {
                put(day < 10 ? " \(day)" : "\(day)", week + 1, index, day == month.day ? .reverse : .plain)
            }
        }
    }

    // MARK: Prompts

    /// The fewest cells for what is typed into a prompt with hints.
    private static let fewestTyped = 8

    /// - Parameters:
    ///   - isSelected: Whether the text is marked, since typing replaces it.
    ///   - count: What was found.
    ///   - hints: Keys with their effects at the right of the prompt, as many as there is room for, but for those without
    ///     an effect.
    private func drawPrompt(
        _ sign: String, _ editor: FieldEditor, isSelected: Bool = false, count: StyledText = StyledText(),
        hints: [(key: String, effect: String)] = [], into canvas: inout Canvas
    ) {
        let line = places.statusLine
        canvas.fill(line)
        // A long name leaves half of the line to what is typed.
        let sign = StyledText(sign, .bold).truncated(cells: max(1, line.width / 2)).appending(" ")
        let column = canvas.put(sign, at: Position(column: 1, row: line.row), in: line)
        var texts = count.isEmpty ? [] : [count]
        texts += hints.filter { !$0.effect.isEmpty }.map { KeyLine.text($0.key, $0.effect) }
        var (editor, width) = (editor, max(1, line.width - column - 1))
        // The hints make room for the text.
        let typed = max(Self.fewestTyped, editor.text.cells + 1)
        func cells() -> Int { texts.reduce(0) { $0 + $1.cells + 2 } }
        while !texts.isEmpty, width - cells() < typed { texts.removeLast() }
        var end = column + width - max(0, cells() - 2)
        width -= cells()
        for text in texts {
            canvas.put(text, at: Position(column: end, row: line.row), in: line)
            end += text.cells + 2
        }
        let part = Rectangle(column: column, row: line.row, width: width, height: 1)
        canvas.cursor = editor.draw(into: &canvas, part)
        guard isSelected else { return }
        let text = Rectangle(column: column, row: line.row, width: editor.text.cells, height: 1)
        canvas.restyle(text.intersection(part)) { $0 = .reverse }
    }

    private func draw(_ prompt: PathPrompt, into canvas: inout Canvas) {
        drawPrompt("Path:", prompt.editor, into: &canvas)
        guard let request = app.coordinator.files.prompt, places.statusLine.row > 2 else { return }
        let width = max(1, places.window.width - 4)
        let title = request.request.title.cut(toBytes: 1000)
        var lines = Array(StyledText(title, Theme.title).wrapped(cells: width).prefix(2))
        if let message = prompt.message {
            lines += StyledText(LiveApp.Note(message, .problem).mark + message, Theme.danger).wrapped(cells: width)
        } else if prompt.matches.count > 1 {
            let more = prompt.matches.count - Self.maximumMatches
            lines += prompt.matches.prefix(Self.maximumMatches).map { StyledText($0) }
            if more > 0 { lines.append(StyledText("and \(more) more", Theme.secondary)) }
        } else {
            lines += StyledText(
                "Enter hands over the file, Esc none; Tab completes; ~ is your home directory", Theme.secondary
            ).wrapped(cells: width)
        }
        let count = min(lines.count, places.statusLine.row - 2)
        let frame = Rectangle(
            column: 0, row: places.statusLine.row - count - 2, width: places.window.width, height: count + 2)
        dimScreens(in: &canvas)
        drawFrame(frame, app.live.heading(of: request), into: &canvas)
        for (row, line) in lines.prefix(count).enumerated() {
            let part = Rectangle(column: 2, row: frame.row + 1 + row, width: width, height: 1)
            canvas.put(line.truncated(cells: width), at: part.origin, in: part)
        }
    }

    private static let maximumMatches = 10

    private func draw(_ palette: Palette, into canvas: inout Canvas) {
        drawPrompt(
            palette.picker.map { "\($0.isEmpty ? "Choose" : $0):" } ?? "Command:", palette.editor,
            isSelected: palette.isSelected,
            hints: [
                ("↑↓", "choose"), ("Enter", "do"), ("Esc", "close"), ("Tab", palette.picker == nil ? "complete" : ""),
            ], into: &canvas)
        let complaint =
            palette.complaint.map { StyledText($0, Theme.danger).wrapped(cells: max(1, places.window.width - 4)) } ?? []
        let (lines, first, shown) = list(of: palette)
        let taken = palette.taken.flatMap { lines.firstIndex(of: .match($0)) }
        let count = complaint.isEmpty ? shown : min(complaint.count, max(0, places.screens.height - 2))
        guard count > 0 else { return }
        let frame = frame(of: palette, count: count)
        let width = frame.width - 4
        let title = palette.picker.map { $0.isEmpty ? "Options" : $0 } ?? "Commands"
        let number = complaint.isEmpty ? palette.count : ""
        drawFrame(frame, DisplayText.safe(title).truncated(cells: max(1, width - number.cells - 6)), into: &canvas)
        drawCount(number, frame, into: &canvas)
        let indent = lines.count > palette.matches.count ? 2 : 0
        let shapes = lines.dropFirst(first).prefix(count).map { line in
            if case .match(let index) = line { palette.matches[index].shape.cells } else { 0 }
        }
        let column = min(width / 2, shapes.max() ?? 0)
        for row in 0..<count {
            let line = Rectangle(column: frame.column + 2, row: frame.row + 1 + row, width: width, height: 1)
            guard complaint.isEmpty else {
                canvas.put(complaint[row], at: line.origin, in: line)
                continue
            }
            switch lines[first + row] {
            case .heading(let group): canvas.put(StyledText(group.rawValue, Theme.secondary), at: line.origin, in: line)
            case .more(let count):
                let text = StyledText("  … \(UInt64(count).grouped) more: type to find them", Theme.secondary)
                canvas.put(text, at: line.origin, in: line)
            case .match(let index):
                let part = Rectangle(column: line.column + indent, row: line.row, width: width - indent, height: 1)
                draw(palette.matches[index], column: column, in: part, into: &canvas)
            }
            guard taken == first + row else { continue }
            let isDanger =
                if case .match(let index) = lines[first + row] { palette.matches[index].isDestructive } else { false }
            canvas.restyle(line) { $0 = Style(isDanger ? Theme.danger.color : .default, .reverse) }
        }
    }

    /// Draws a suggestion, with its summary in a column and its key at the right.
    private func draw(_ item: Suggestions.Item, column: Int, in line: Rectangle, into canvas: inout Canvas) {
        let style = item.isDestructive ? Theme.danger : .plain
        let text = StyledText(item.shape.padded(cells: column), style).appending("  " + item.summary, Theme.secondary)
        let key = StyledText(item.key, Theme.secondary)
        let rest = line.width - (key.isEmpty ? 0 : key.cells + 2)
        canvas.put(text.truncated(cells: max(1, rest)), at: line.origin, in: line)
        canvas.put(key, at: Position(column: line.columns.upperBound - key.cells, row: line.row), in: line)
    }

    /// Returns the lines of the palette's list, and which of them are shown: the first one, and how many.
    private func list(of palette: Palette) -> ([Palette.Line], first: Int, count: Int) {
        let sides = control(of: palette).map {
            max(places.screens.rows.upperBound - $0.row - 1, $0.row - places.screens.row)
        }
        let room = max(0, (sides ?? places.screens.height) - 2)
        let lines = palette.lines(hasHeadings: room >= Self.fewestForHeadings)
        let taken = palette.taken.flatMap { lines.firstIndex(of: .match($0)) }
        let count = min(lines.count, Self.maximumLines, room)
        return (lines, min(max(0, (taken ?? 0) - count + 1), max(0, lines.count - count)), count)
    }

    /// The most columns of the list of commands: the eye goes from a name to its key.
    private static let widestPalette = 100

    /// Returns the frame of the palette's list: at the bottom of the screens, and that of a picker or a menu at its
    /// control, as wide as what is in it.
    private func frame(of palette: Palette, count: Int) -> Rectangle {
        let (screens, height) = (places.screens, count + 2)
        let atBottom = Rectangle(
            column: 0, row: screens.rows.upperBound - height, width: min(places.window.width, Self.widestPalette),
            height: height)
        guard let control = control(of: palette), palette.complaint == nil else { return atBottom }
        let isBelow = control.row + 1 + height <= screens.rows.upperBound
        let width = min(places.window.width, palette.widest + 4)
        return Rectangle(
            column: max(0, min(control.column - 2, places.window.width - width)),
            row: isBelow ? control.row + 1 : control.row - height, width: width, height: height)
    }

    /// The place of the picker or menu whose list is open, or of the titles of the table that it sorts; nil for the
    /// commands, and in a window that has no room there.
    private func control(of palette: Palette) -> Position? {
        guard palette.picker != nil, let front = app.front, let pane = app.pane,
            places.screens.height >= Self.fewestForHeadings
        else { return nil }
        if palette.sorts {
            return pane.rowOfTitles.map { Position(column: front.part.column + 2, row: front.part.row + $0) }
        }
        guard let target = pane.target, pane.isInSight(target) else { return nil }
        return Position(
            column: front.part.column + pane.columns(of: target).lowerBound,
            row: front.part.row + target.lines.lowerBound - pane.offset)
    }

    /// Returns the index of the suggestion at a position; nil if there is none.
    func match(at position: Position, of palette: Palette) -> Int? {
        let (lines, first, count) = list(of: palette)
        let frame = frame(of: palette, count: count)
        let row = position.row - frame.row - 1
        guard palette.complaint == nil, frame.contains(position), (0..<count).contains(row),
            case .match(let index) = lines[first + row]
        else { return nil }
        return index
    }

    /// The most lines of the palette's list, with its headings.
    private static let maximumLines = 12
    /// The fewest lines of a list with headings.
    private static let fewestForHeadings = 8

    /// Draws how many suggestions there are into the upper edge of their frame.
    private func drawCount(_ count: String, _ frame: Rectangle, into canvas: inout Canvas) {
        guard places.hasFrames, !count.isEmpty else { return }
        let text = StyledText(" \(count) ", Theme.secondary)
        canvas.put(text, at: Position(column: frame.columns.upperBound - 2 - text.cells, row: frame.row), in: frame)
    }
}
