import HostCore
import HostSystem
import Terminal

/// One screen in view of the user: its visible part, and the control with the focus.
struct ScreenPane {
    /// The lines, except those that the filter leaves out.
    private(set) var layout = ScreenLayout(nodes: [], width: 8)
    /// The layout with all lines.
    private var whole = ScreenLayout(nodes: [], width: 8)
    /// The text whose rows alone are shown; empty for all rows.
    private(set) var filter = ""
    private(set) var offset = 0
    /// The number of cells of wide lines that are scrolled out to the left.
    private var shift = 0
    private var height = 1
    /// The order that the user wants in tables of the screen, by their numbers.
    private(set) var sorting: [Int: TableSorting] = [:]
    /// The cells of the widest line so far, in a window of this width: a sheet grows, and does not shrink while the user
    /// types.
    private(set) var widestLine = 0
    /// The control with the focus, by its place among those of the screen.
    private(set) var focus: Int?
    private var focused: ScreenLayout.Target.Identity?
    /// Whether the user has chosen the focused control. Otherwise the focus goes to the most useful one.
    private var isChosen = false
    private var beginsInField = false
    /// Whether letters are commands even with the focus on a text field, until the user moves it: the user has ended
    /// writing, or has not moved the focus there.
    private var isDone = false
    /// The field in which the feature wants the focus, once it has gone there or the user has declined.
    private var followed: ScreenLayout.Target.Identity?
    /// The first line that has changed above or below an unchanged window, and the number of others. Nil once the user
    /// has scrolled or moved the focus.
    private(set) var news: StyledText?
    /// Where the user goes once the screen has that part of its list.
    private var goal: Goal?
    /// The element that was at the top of the window, and is not in the part that the screen has.
    private var lost: Top?
    /// Whether the end of the screen stays in sight when lines come there.
    private var followsEnd = false
    /// The numbers of what has been brought into sight for the features of the screen and of those that it embeds.
    private var revealed: [ScreenID: UInt64] = [:]

    private enum Goal {
        case beginning, end
        case element(Int, ScreenLayout.List.Identity)
        /// What the feature of that screen reveals.
        case revealed(ScreenID)
    }

    /// An element of a list in sight, and the lines above it in the window.
    private struct Top {
        let list: ScreenLayout.List
        let index: Int
        let key: String
        let distance: Int
        /// Whether it is looked for as if the elements that are new had come above it.
        var isMoved = false
    }

    var target: ScreenLayout.Target? {
        focus.flatMap { layout.targets.indices.contains($0) ? layout.targets[$0] : nil }
    }

    // MARK: Content

    /// Adopts the screen's new content. The focus stays on its control, or near its place, and content in sight stays
    /// in its place in the window, whatever changes above it.
    ///
    /// - Parameter beginsInField: Whether the first text field has the focus before the user chooses a control.
    mutating func show(_ layout: ScreenLayout, height: Int, beginsInField: Bool = false) {
        self.beginsInField = beginsInField
        whole = layout
        let layout = filter.isEmpty ? layout : layout.filtered(by: filter)
        let before = self
        let wasSeen = target.map(isInSight) ?? false
        let isResized = layout.width != self.layout.width || max(1, height) != self.height
        widestLine = max(layout.widestLine, layout.width == self.layout.width ? widestLine : 0)
        self.layout = layout
        self.height = max(1, height)
        shift = min(shift, max(0, layout.overflow))
        if isChosen, let focused, let index = nearest(to: focus ?? 0, where: { $0.identity == focused }) {
            focus = index
            anchor(before, isFocusSeen: wasSeen)
        } else if isChosen, hasMovedList(before), let old = before.target,
            before.layout.lists.contains(where: { $0.lines.contains(old.lines.lowerBound) })
        {
            // The control is in a part of the list that is not shown now.
            isChosen = false
            anchor(before, isFocusSeen: false)
            self.focus = mostUseful
            focused = target?.identity
        } else if isChosen, let focus, !layout.targets.isEmpty {
            self.focus = min(focus, layout.targets.count - 1)
            anchor(before, isFocusSeen: false)
            if target?.node.flags.contains(.destructive) == true {
                isChosen = false
                self.focus = mostUseful
            }
            focused = target?.identity
            // The user has typed these letters for the control that has disappeared.
            isDone = true
        } else {
            anchor(before, isFocusSeen: false)
            focus = mostUseful
            focused = target?.identity
        }
        // A window of another size shows other lines, and a screen may have become shorter: a focused control that was
        // in sight stays in sight.
        if wasSeen, isChosen || isResized, let target, !isInSight(target) { reveal(target.lines) }
        if layout.startsAtEnd != before.layout.startsAtEnd {
            followsEnd = layout.startsAtEnd
            goal = followsEnd ? .end : nil
        }
        for (screen, node) in layout.reveals where revealed.updateValue(node.number, forKey: screen) != node.number {
            goal = .revealed(screen)
        }
        reachGoal()
        if followsEnd {
            offset = maximumOffset
            // The focus follows too, if it is there.
            if let row = lastRow, before.focus == before.lastRow, layout.targets[row].identity != focused {
                focus(row, revealing: false)
            }
        }
        if hasMovedList(before) { news = nil } else { noteNews(before) }
    }

    /// Scrolls to a line that the feature wants to be seen. The focus comes along, unless it is in sight then too.
    private mutating func bringIntoSight(_ line: Int) {
        (goal, lost) = (nil, nil)
        if !isSeen(line) { offset = max(0, min(line - height / 2, maximumOffset)) }
        followsEnd = followsEnd && offset == maximumOffset
        if let target, !isInSight(target), let index = layout.targets.firstIndex(where: { $0.lines.contains(line) }) {
            focus(index, revealing: false)
        }
    }

    /// Shows only the rows with a text; for an empty one all rows.
    mutating func filter(by text: String) {
        guard text != filter else { return }
        filter = text
        show(whole, height: height, beginsInField: beginsInField)
        news = nil
    }

    /// Whether the screen has all elements of its lists.
    var isComplete: Bool { whole.lists.allSatisfy { $0.elements.count >= $0.count } }

    /// Whether another part of a list is shown than before.
    private func hasMovedList(_ before: ScreenPane) -> Bool {
        layout.lists.contains { list in
            before.layout.lists.contains {
                $0.identity == list.identity
                    && ($0.offset != list.offset || $0.elements.first?.key != list.elements.first?.key)
            }
        }
    }

    // MARK: Lists that are shown in parts

    /// The part of a list to show, since the window comes near the end of what is shown, or the user goes elsewhere; nil
    /// if what is shown is enough.
    var wanted: (part: ListPart, screen: ScreenID)? {
        let most = Int(ListPart.usualCount)
        let count = max(most, 4 * height)
        func part(_ list: ScreenLayout.List, from offset: Int) -> (part: ListPart, screen: ScreenID)? {
            let start = max(0, min(offset, list.count - count))
            guard start != list.offset || list.elements.count < min(count, list.count) else { return nil }
            return (ListPart(of: list.identity.key, from: UInt64(start), count: UInt64(count)), list.identity.screen)
        }
        // An offset beyond any end: the list stays there while it grows.
        func last(_ list: ScreenLayout.List) -> (part: ListPart, screen: ScreenID) {
            (ListPart(of: list.identity.key, from: .max, count: UInt64(count)), list.identity.screen)
        }
        switch goal {
        case .beginning: if let list = layout.lists.first(where: { $0.offset > 0 }) { return part(list, from: 0) }
        case .end: if let list = layout.lists.last, !list.isAtEnd { return last(list) }
        case .element(let index, let identity):
            if let list = layout.list(identity), list.line(ofElement: index, key: "") == nil {
                return part(list, from: index - count / 2)
            }
        case .revealed(let screen):
            if let node = layout.reveals[screen], let (list, isAtEnd) = list(cutBeside: node.line) {
                return isAtEnd ? last(list) : part(list, from: 0)
            }
        case nil: break
        }
        if let lost, let list = layout.list(lost.list.identity) {
            for new in lost.isMoved ? [list.count - lost.list.count] : [0, list.count - lost.list.count] {
                if let part = part(list, from: lost.index + new - count / 2) { return part }
            }
        }
        for list in layout.lists where list.lines.overlaps(max(0, offset - height)..<offset + 2 * height) {
            let isNearStart = list.offset > 0 && offset - height < list.lines.lowerBound
            let isNearEnd = !list.isAtEnd && offset + 2 * height > list.end
            guard isNearStart || isNearEnd else { continue }
            // The lines above a list belong above its first element, so the list is shown from there.
            if isNearStart, offset < list.lines.lowerBound { return part(list, from: 0) }
            if let part = part(list, from: list.index(atLine: offset + height / 2) - count / 2) { return part }
        }
        return nil
    }

    /// The list beside a line whose rows there are not shown, and whether these are its last ones.
    private func list(cutBeside line: Int) -> (list: ScreenLayout.List, isAtEnd: Bool)? {
        if let list = layout.lists.last(where: { $0.end <= line }), !list.isAtEnd, line - list.end < height {
            return (list, true)
        }
        let below = layout.lists.first { $0.lines.lowerBound > line }
        return below.flatMap { $0.offset > 0 && $0.lines.lowerBound - line < height ? ($0, false) : nil }
    }

    /// Stays where the window is, since the feature does not give what is wanted.
    ///
    /// - Returns: Whether the user wanted to go elsewhere.
    mutating func stopGoing() -> Bool {
        defer { (goal, lost) = (nil, nil) }
        return goal != nil
    }

    /// The list that a number of a row is of: the first one in sight, or else of the screen.
    private var listInSight: ScreenLayout.List? {
        layout.lists.first { $0.lines.overlaps(offset..<offset + height) } ?? layout.lists.first
    }

    /// Goes to the element of that index.
    ///
    /// - Parameter identity: The list with it; nil for the one in sight, or without one the rows of the screen.
    mutating func go(toElement index: Int, of identity: ScreenLayout.List.Identity? = nil) {
        guard let list = identity.flatMap(layout.list) ?? listInSight else {
            let rows = rows
            if !rows.isEmpty { focus(rows[min(index, rows.count - 1)]) }
            return
        }
        (news, followsEnd, lost) = (nil, false, nil)
        goal = .element(max(0, min(index, list.count - 1)), list.identity)
        reachGoal()
    }

    /// Scrolls to where the user goes, if the screen has that part.
    private mutating func reachGoal() {
        switch goal {
        case .beginning where layout.lists.allSatisfy({ $0.offset == 0 }): moveToEnd(false)
        case .end where layout.lists.last?.isAtEnd != false:
            (goal, lost, offset) = (nil, nil, maximumOffset)
            if let row = lastRow { focus(row, revealing: false) }
        case .element(let index, let identity):
            guard let line = layout.list(identity)?.line(ofElement: index, key: "") else { return }
            (goal, lost) = (nil, nil)
            offset = max(0, min(line - height / 2, maximumOffset))
            goTo(line: line, showing: "")
        case .revealed(let screen):
            guard let line = layout.reveals[screen]?.line else { return goal = nil }
            if list(cutBeside: line) == nil { bringIntoSight(line) }
        default: break
        }
    }

    /// The first element in the window of a list that is shown in parts; nil if there is none.
    private var top: Top? {
        for list in layout.lists where list.lines.overlaps(offset..<offset + height) {
            let seen = list.elements.indices.first { list.elements[$0].line >= offset } ?? list.elements.count - 1
            guard list.elements.indices.contains(seen) else { continue }
            return Top(
                list: list, index: list.offset + seen, key: list.elements[seen].key,
                distance: list.elements[seen].line - offset)
        }
        return nil
    }

    /// The controls that are rows of the screen, by their places among all.
    private var rows: [Int] {
        layout.targets.indices.filter { index in
            let target = layout.targets[index]
            return [.link, .urlLink, .row].contains(target.node.kind) || target.isRow
        }
    }

    /// The last row of a list that the screen has in part.
    private var lastRow: Int? {
        guard let list = layout.lists.last else { return nil }
        return rows.last { list.lines.contains(layout.targets[$0].lines.lowerBound) }
    }

    /// How many rows there are that a number can mean.
    var rowCount: Int { listInSight?.count ?? rows.count }

    /// Which row of the list in sight has the focus, `12/1,000,000`; if none has it, those in sight, `1–20/72`. Nil
    /// without rows, and if all are in sight.
    var position: String? {
        let line = target.map(\.lines.lowerBound).flatMap { isSeen($0) ? $0 : nil }
        let (numbers, count): (ClosedRange<Int>, Int)
        if let list = layout.lists.first(where: { $0.lines.overlaps(offset..<offset + height) }) {
            let seen = list.lines.clamped(to: offset..<offset + height)
            let focused = line.flatMap { list.lines.contains($0) ? list.index(atLine: $0) : nil }
            let last = list.index(atLine: seen.upperBound - 1)
            (numbers, count) = ((focused ?? list.index(atLine: seen.lowerBound))...(focused ?? last), list.count)
        } else {
            let rows = rows
            let seen = rows.indices.filter { isSeen(layout.targets[rows[$0]].lines.lowerBound) }
            guard layout.lines.count > height, rows.count > 1, let first = seen.first, let last = seen.last else {
                return nil
            }
            let focused = line == nil ? nil : focus.flatMap(rows.firstIndex)
            (numbers, count) = ((focused ?? first)...(focused ?? last), rows.count)
        }
        let first = UInt64(numbers.lowerBound + 1).grouped
        let last = numbers.count > 1 ? "–\(UInt64(numbers.upperBound + 1).grouped)" : ""
        return "\(first)\(last)/\(UInt64(count).grouped)"
    }

    /// Follows the feature's focus into a field. While the user writes into another field, nothing is decided: the
    /// focus may move when they submit it.
    ///
    /// - Parameter isAllowed: Whether to follow. Otherwise the user has left a field, and is not taken back.
    /// - Returns: Whether the focus has moved, so that the user now writes there.
    mutating func followFeature(_ mode: FullScreenApp.Mode, isAllowed: Bool) -> Bool {
        guard let wanted = layout.wantedField else {
            followed = nil
            return false
        }
        guard wanted.target.identity != followed else { return false }
        switch mode {
        case .edit(let identity, _):
            if wanted.target.identity == identity { followed = wanted.target.identity }
            return false
        case .browse:
            followed = wanted.target.identity
            if isAllowed { focus(wanted.index) }
            return isAllowed
        default: return false
        }
    }

    /// Scrolls so that the focused control, or the first remaining line, stays in its row of the window. At the
    /// beginning of a screen the beginning stays in sight.
    private mutating func anchor(_ before: ScreenPane, isFocusSeen: Bool) {
        defer { offset = max(0, min(offset, maximumOffset)) }
        guard layout.width == before.layout.width, !layout.isSame(as: before.layout) else { return }
        if isFocusSeen, let old = before.target, let target {
            return offset = target.lines.lowerBound - (old.lines.lowerBound - before.offset)
        }
        // The window goes elsewhere: what was in it does not stay there.
        guard goal == nil else { return }
        if var top = before.lost ?? before.top, let list = layout.list(top.list.identity) {
            if let line = list.line(ofElement: top.index, key: top.key) {
                lost = nil
                // At the beginning of a screen the beginning stays in sight.
                if before.offset > 0 || top.list.offset > 0 { offset = line - top.distance }
                return
            }
            // It is looked for where it was, and then as many elements further as there are more now.
            let isNew = before.lost == nil
            if isNew ? list.count == top.list.count : top.isMoved {
                lost = nil
            } else {
                top.isMoved = !isNew
                lost = top
                return
            }
        }
        guard before.offset > 0 else { return }
        for line in before.linesInSight where !before.layout.lines[line].text.isEmpty {
            let text = before.layout.lines[line].text
            let same = layout.lines.indices.filter { layout.lines[$0].text == text }
            if let nearest = same.min(by: { abs($0 - line) < abs($1 - line) }) {
                return offset = nearest - (line - before.offset)
            }
        }
    }

    private var linesInSight: Range<Int> {
        let end = min(offset + height, layout.lines.count)
        return min(offset, end)..<end
    }

    /// The lines in sight, except those of the focused control, which its use changes.
    private var unchosenLines: [StyledText] {
        linesInSight.filter { target?.lines.contains($0) != true }.map { layout.lines[$0].text }
    }

    /// Records lines that have changed above or below an unchanged window, since the user would not notice them.
    private mutating func noteNews(_ before: ScreenPane) {
        guard !before.layout.lines.isEmpty, layout.width == before.layout.width, !layout.isSame(as: before.layout)
        else { return }
        guard unchosenLines == before.unchosenLines else { return news = nil }
        // Skip the common beginning and end: a long screen often differs in a line or two.
        let (old, new) = (before.layout.lines, layout.lines)
        let common = min(old.count, new.count)
        let start = (0..<common).first { old[$0].text != new[$0].text } ?? common
        let end = (0..<common - start).first { old[old.count - 1 - $0].text != new[new.count - 1 - $0].text }
        let changed = start..<new.count - (end ?? common - start)
        let known = Set(old[start..<old.count - (end ?? common - start)].map(\.text))
        func unknown(_ lines: Range<Int>) -> [StyledText] {
            // The titles of a table stay in sight.
            lines.clamped(to: changed).filter { new[$0].columns.isEmpty }.map { new[$0].text }.filter {
                !known.contains($0)
            }
        }
        let above = unknown(0..<linesInSight.lowerBound)
        let below = unknown(linesInSight.upperBound..<new.count)
        guard let first = above.first ?? below.first else { return }
        var text = StyledText(above.isEmpty ? "↓ below: " : "↑ above: ", Theme.secondary)
        text.append(first)
        let more = (above.isEmpty ? below : above).count - 1
        if more > 0 { text.append(", and \(more) more line\(more == 1 ? "" : "s")", Theme.secondary) }
        news = text
    }

    /// The control in sight that has the focus before the user chooses one: of a form the first text field; else the
    /// first row that leads on or is pressed, or the first that is neither destructive nor a text field.
    private var mostUseful: Int? {
        let inSight = layout.targets.indices.filter { isInSight(layout.targets[$0]) }
        if beginsInField || layout.isForm, let field = inSight.first(where: { layout.targets[$0].kind == .field }) {
            return field
        }
        let pressed = inSight.filter { layout.targets[$0].kind != .field }
        let harmless = pressed.filter { layout.targets[$0].node.flags.isDisjoint(with: [.destructive, .disabled]) }
        return harmless.first { layout.targets[$0].use == "open" } ?? harmless.first { layout.targets[$0].isRow }
            ?? harmless.first ?? inSight.first { layout.targets[$0].kind == .field }
    }

    private func isSeen(_ line: Int) -> Bool {
        (offset..<offset + height).contains(line) && (line > offset || heading == nil)
    }

    /// The column titles of the table at the top of the window, if they are scrolled out of sight. They cover the first
    /// line.
    private var heading: ScreenLayout.Line? {
        guard height > 1, layout.lines.indices.contains(offset) else { return nil }
        let distance = layout.lines[offset].distanceToHeading
        return distance > 0 ? layout.lines[offset - distance] : nil
    }

    func isInSight(_ target: ScreenLayout.Target) -> Bool { isSeen(target.lines.lowerBound) }

    /// Whether there is a place to go above or below.
    var canMove: Bool {
        let line = target?.lines ?? layout.targets.first?.lines
        return layout.lines.count > height || layout.targets.contains { $0.lines != line }
    }

    /// Whether there is another control to go to.
    var canCycle: Bool { layout.targets.count > 1 }

    /// Whether another control shares the line of the focused one.
    var canMoveSideways: Bool {
        guard let target else { return false }
        return layout.targets.count { $0.isBeside(target) } > 1
    }

    /// Whether the menu of the row with the focus is beside it.
    var hasActions: Bool {
        guard let focus, let target, layout.targets.indices.contains(focus + 1) else { return false }
        let next = layout.targets[focus + 1]
        return next.isRowMenu && next.isBeside(target)
    }

    /// Whether there are more lines than the window has.
    var isLong: Bool { layout.lines.count > height || !layout.lists.isEmpty }

    var canScrollSideways: Bool { layout.overflow > 0 }

    var takesText: Bool {
        guard let target, target.kind == .field, !isDone else { return false }
        return isInSight(target)
    }

    /// Ends writing into the focused field.
    mutating func endWriting() { isDone = true }

    var isMoving: Bool { layout.moving.contains { isSeen($0.line) } }

    private func nearest(to index: Int, where matches: (ScreenLayout.Target) -> Bool) -> Int? {
        layout.targets.indices.filter { matches(layout.targets[$0]) }.min { abs($0 - index) < abs($1 - index) }
    }

    private var maximumOffset: Int { max(0, layout.lines.count - height) }

    // MARK: Moving

    mutating func focus(_ index: Int, revealing: Bool = true) {
        guard layout.targets.indices.contains(index) else { return }
        isDone = false
        news = nil
        if revealing, layout.targets[index].lines.upperBound < layout.lines.count { followsEnd = false }
        focus = index
        focused = layout.targets[index].identity
        isChosen = true
        if revealing {
            reveal(layout.targets[index].lines)
            revealColumns(of: layout.targets[index])
        }
    }

    /// Keeps the focus on its control, since the user has used it.
    mutating func choose() { isChosen = isChosen || target != nil }

    /// Scrolls as little as possible to show these lines.
    mutating func reveal(_ lines: Range<Int>) {
        if lines.upperBound > offset + height { offset = lines.upperBound - height }
        if lines.lowerBound < offset { offset = lines.lowerBound }
        if lines.lowerBound == offset, heading != nil { offset -= 1 }
        // The heading above the first control is shown with it.
        if layout.targets.first?.lines == lines, lines.upperBound <= height { offset = 0 }
        offset = max(0, min(offset, maximumOffset))
    }

    /// Scrolls a table sideways as little as possible to show a control in it.
    private mutating func revealColumns(of target: ScreenLayout.Target) {
        let line = layout.lines[target.lines.lowerBound]
        // A row is the whole line, and does not move sideways.
        if target.node.kind != .row, line.isWide { revealColumns(target.columns, in: line) }
    }

    private mutating func revealColumns(_ columns: Range<Int>, in line: ScreenLayout.Line) {
        guard columns.lowerBound >= line.fixedEnd else { return }
        if columns.upperBound > shift + layout.width {
            shift = columns.upperBound - layout.width
            // At the left a whole column begins, if there is room.
            let starts = columnStarts.filter { $0 >= shift && $0 <= columns.lowerBound - line.fixedEnd }
            shift = starts.min() ?? shift
        }
        if columns.lowerBound < shift + line.fixedEnd { shift = columns.lowerBound - line.fixedEnd }
        shift = max(0, min(shift, layout.overflow))
    }

    /// Returns where columns of a line are drawn: those of a table move sideways, but for its first.
    private func shown(_ columns: Range<Int>, in line: ScreenLayout.Line) -> Range<Int> {
        guard line.isWide, shift > 0 else { return columns }
        guard columns.lowerBound >= line.fixedEnd else {
            return columns.lowerBound..<min(columns.upperBound, max(line.fixedEnd, columns.lowerBound))
        }
        return max(line.fixedEnd, columns.lowerBound - shift)..<max(line.fixedEnd, columns.upperBound - shift)
    }

    func columns(of target: ScreenLayout.Target) -> Range<Int> {
        target.node.kind == .row
            ? target.columns : shown(target.columns, in: layout.lines[target.lines.lowerBound])
    }

    mutating func scroll(by lines: Int) {
        news = nil
        if lines < 0 { followsEnd = false }
        offset = max(0, min(offset + lines, maximumOffset))
    }

    /// Moves the focus to the next control above or below; while that is far out of sight, scrolls by a line instead.
    ///
    /// - Parameter isByLetter: Whether the key is a letter, which keeps moving when the focus comes to a text field.
    mutating func move(down: Bool, byLetter isByLetter: Bool = false) {
        defer { if isByLetter { isDone = true } }
        guard let next = vertical(down: down) else { return scroll(by: down ? 1 : -1) }
        let lines = layout.targets[next].lines
        let isNear = lines.lowerBound < offset + height + 2 && lines.upperBound > offset - 2
        if isNear { focus(next) } else { scroll(by: down ? 1 : -1) }
    }

    /// Returns the nearest target on a line above or below that of the focus.
    private func vertical(down: Bool) -> Int? {
        let targets = layout.targets
        guard let target, isInSight(target) else {
            return down
                ? targets.indices.first { targets[$0].lines.lowerBound >= offset }
                : targets.indices.last { targets[$0].lines.upperBound <= offset + height }
        }
        let others = targets.indices.filter {
            down
                ? targets[$0].lines.lowerBound >= target.lines.upperBound
                : targets[$0].lines.upperBound <= target.lines.lowerBound
        }
        guard let first = down ? others.first : others.last else { return nil }
        // Of several targets on that line, the nearest.
        let line = targets[first].lines.lowerBound
        return others.filter { targets[$0].lines.lowerBound == line }.min {
            abs(targets[$0].columns.lowerBound - target.columns.lowerBound)
                < abs(targets[$1].columns.lowerBound - target.columns.lowerBound)
        }
    }

    /// Whether the focus is on a stepper or slider, which the keys to the sides change.
    var canAdjust: Bool { if case .adjust = target?.kind { true } else { false } }

    /// Moves the focus to the button of the same stepper or slider that makes it larger, or smaller.
    mutating func focusStep(up: Bool) {
        guard let focus, case .adjust(let isUp)? = target?.kind, isUp != up else { return }
        self.focus(focus + (up ? 1 : -1))
    }

    /// Moves the focus to the target before or after it on the same line; without one, scrolls the tables by half their
    /// visible width.
    mutating func move(right: Bool) {
        if let focus, let target {
            let next = focus + (right ? 1 : -1)
            if layout.targets.indices.contains(next), layout.targets[next].isBeside(target) {
                return self.focus(next)
            }
        }
        // By as many whole columns of a table as half of the width has, or by one that is wider and seen as a whole.
        let step = max(1, layout.width / 2)
        let distances = columnStarts.map { right ? $0 - shift : shift - $0 }.filter { $0 > 0 && $0 <= layout.width }
        let distance = distances.filter { $0 <= step }.max() ?? distances.filter { $0 <= step * 3 / 2 }.min() ?? step
        shift = max(0, min(shift + (right ? distance : -distance), layout.overflow))
    }

    /// How far tables have to move for a column to stand first.
    private var columnStarts: [Int] {
        layout.lines.flatMap { line in line.columns.map { $0.cells.lowerBound - line.fixedEnd } }
    }

    /// Moves the focus to the next control, and from the last one to the first. The options of a picker are one control,
    /// which is entered at the chosen one.
    mutating func cycle(forward: Bool) {
        let targets = layout.targets
        guard !targets.isEmpty else { return }
        let step = forward ? 1 : targets.count - 1
        var next = forward ? 0 : targets.count - 1
        if let focus {
            next = focus
            repeat {
                next = (next + step) % targets.count
            } while next != focus && targets[next].isOption(besides: targets[focus])
        }
        let chosen = targets.firstIndex {
            $0.isOption(besides: targets[next]) && $0.kind == .press($0.node.value)
        }
        self.focus(chosen ?? next)
    }

    /// Moves the focus to the next or the previous row that leads on, and returns whether there is one.
    mutating func step(down: Bool) -> Bool {
        guard let focus else { return false }
        let targets = layout.targets
        let next =
            down
            ? targets.indices.first { $0 > focus && targets[$0].use == "open" }
            : targets.indices.last { $0 < focus && targets[$0].use == "open" }
        if let next { self.focus(next) }
        return next != nil
    }

    mutating func page(down: Bool) {
        scroll(by: (down ? 1 : -1) * max(1, height - 1))
        focusInSight(first: down)
    }

    mutating func moveToEnd(_ isEnd: Bool) {
        news = nil
        let hasMore = isEnd ? layout.lists.last?.isAtEnd == false : layout.lists.contains { $0.offset > 0 }
        (goal, lost) = (hasMore ? isEnd ? .end : .beginning : nil, nil)
        followsEnd = isEnd && !layout.lists.isEmpty
        offset = isEnd ? maximumOffset : 0
        // At the beginning, the initial focus of a screen.
        if let index = isEnd ? layout.targets.indices.last : mostUseful ?? layout.targets.indices.first {
            focus(index, revealing: false)
        }
    }

    /// Moves the focus to a target in sight if it is on none.
    private mutating func focusInSight(first: Bool) {
        if let target, isSeen(target.lines.lowerBound) { return }
        let inSight = layout.targets.indices.filter { isSeen(layout.targets[$0].lines.lowerBound) }
        if let index = first ? inSight.first : inSight.last { focus(index, revealing: false) }
    }

    // MARK: Positions

    /// Returns the target at a position within the drawn area.
    func target(at column: Int, _ row: Int) -> Int? {
        let line = offset + row
        guard isSeen(line) else { return nil }
        // A control in a row of a table comes after the row.
        return layout.targets.lastIndex { target in
            guard target.lines.contains(line) else { return false }
            // A target of several lines takes the whole of each.
            return target.lines.count > 1 || columns(of: target).contains(column)
        }
    }

    var canSort: Bool { tableInUse != nil }

    /// The titles of the columns by which the table with the focus, or the first one, can be sorted.
    var titles: [String] { columnsInUse.map(\.title) }

    private var columnsInUse: [(title: String, cells: Range<Int>)] {
        tableInUse.flatMap { layout.tables[$0] }.map { layout.lines[$0].columns } ?? []
    }

    /// The row of the window with those titles; nil if they are out of sight.
    var rowOfTitles: Int? {
        guard let line = tableInUse.flatMap({ layout.tables[$0] }) else { return nil }
        if heading != nil, offset - layout.lines[offset].distanceToHeading == line { return 0 }
        return isSeen(line) ? line - offset : nil
    }

    /// Whether the last comes first there.
    var isSortedDown: Bool { tableInUse.flatMap { sorting[$0]?.isDown } == true }

    /// The column by which that table is sorted; nil if it is as the feature has it.
    var sortedColumn: Int? { tableInUse.flatMap { sorting[$0]?.column } }

    /// Sorts that table by its next column; after the last one as the feature has it.
    mutating func sortByNextColumn() {
        let next = sortedColumn.map { $0 + 1 } ?? 0
        sort(by: next < columnsInUse.count ? next : nil)
    }

    /// Sorts that table by a column, which comes into sight; nil for the order that the feature has.
    mutating func sort(by column: Int?) {
        guard let number = tableInUse else { return }
        sorting[number] = column.map { TableSorting(column: $0) }
        guard let column, let line = layout.tables[number], columnsInUse.indices.contains(column) else { return }
        revealColumns(columnsInUse[column].cells, in: layout.lines[line])
    }

    /// Turns the order of the table.
    mutating func turnSorting() {
        if let number = tableInUse { sorting[number]?.isDown.toggle() }
    }

    /// The number of the table with the focus, or of the first one.
    private var tableInUse: Int? {
        let line = target?.lines.lowerBound ?? 0
        return layout.tables.lastIndex { $0.map { $0 <= line } == true } ?? layout.tables.firstIndex { $0 != nil }
    }

    /// Sorts by the column with its title at a place: upwards, then downwards, then as the feature has it.
    ///
    /// - Returns: Whether there is such a title.
    mutating func sort(at column: Int, _ row: Int) -> Bool {
        var line = offset + row
        if row == 0, heading != nil { line -= layout.lines[offset].distanceToHeading }
        guard isSeen(offset + row) || row == 0, layout.lines.indices.contains(line),
            let number = layout.tables.firstIndex(of: line),
            let index = layout.lines[line].columns.firstIndex(where: {
                shown($0.cells, in: layout.lines[line]).contains(column)
            })
        else { return false }
        let before = sorting[number]
        sorting[number] =
            before?.column != index
            ? TableSorting(column: index) : before?.isDown == true ? nil : TableSorting(column: index, isDown: true)
        return true
    }

    /// The line of a found element, if the screen has it.
    func line(of found: Search.Found) -> Int? {
        layout.list(found.list)?.line(ofElement: found.index, key: "")
    }

    /// The lists that the screen has in part, the first one in sight first.
    var searchedLists: [ScreenLayout.List] {
        let first = layout.lists.firstIndex { $0.lines.overlaps(offset..<offset + height) } ?? 0
        return Array(layout.lists[first...] + layout.lists[..<first])
    }

    /// Shows a line and a text in it, and puts the focus on the control there.
    mutating func goTo(line: Int, showing text: String) {
        reveal(line..<line + 1)
        let shown = layout.lines[line]
        let all = shown.text.text.lowercased()
        if shown.isWide, !text.isEmpty, let range = all.firstRange(of: text.lowercased()) {
            let start = shown.indent + all[..<range.lowerBound].cells
            revealColumns(start..<start + all[range].cells, in: shown)
        }
        if let index = layout.targets.firstIndex(where: { $0.lines.contains(line) }) { focus(index) }
    }

    // MARK: Drawing

    /// - Parameters:
    ///   - part: The area to draw in.
    ///   - focusMark: The mark of the focused control; nil for none.
    ///   - match: The text of the search, to mark it.
    ///   - tick: A number that goes up while a spinner turns.
    func draw(
        into canvas: inout Canvas, _ part: Rectangle, focusMark: Style?, match: String = "", tick: Int
    ) {
        let heading = heading
        for row in 0..<min(part.height, max(0, layout.lines.count - offset)) {
            let isHeading = row == 0 && heading != nil
            let line = isHeading ? heading ?? layout.lines[offset] : layout.lines[offset + row]
            draw(line, row, &canvas, part)
            guard isHeading else { continue }
            canvas.restyle(Rectangle(column: part.column, row: part.row, width: part.width, height: 1)) {
                $0.attributes.insert(.underline)
            }
        }
        for sign in layout.moving where isSeen(sign.line) {
            let position = Position(column: part.column + sign.column, row: part.row + sign.line - offset)
            canvas.put(String(ScreenLayout.spinner(tick)), at: position, Theme.accent, in: part)
        }
        if let focusMark, let target { markFocus(target, focusMark, &canvas, part) }
        if !match.isEmpty {
            for row in 0..<min(part.height, max(0, layout.lines.count - offset)) where isSeen(offset + row) {
                mark(match, layout.lines[offset + row], row, &canvas, part)
            }
        }
        drawScrollBar(into: &canvas, part)
    }

    /// Draws a line. One of a table that is wider than the window moves sideways behind its first column, and its ends
    /// say that it goes on.
    private func draw(_ line: ScreenLayout.Line, _ row: Int, _ canvas: inout Canvas, _ part: Rectangle) {
        let position = Position(column: part.column + line.indent, row: part.row + row)
        guard line.isWide else {
            canvas.put(line.text, at: position, in: part)
            return
        }
        let moved = Position(column: position.column - shift, row: position.row)
        let fixed = Rectangle(column: part.column, row: part.row, width: line.fixedEnd, height: part.height)
        let rest = Rectangle(
            column: fixed.columns.upperBound, row: part.row, width: part.width - line.fixedEnd, height: part.height)
        canvas.put(line.text, at: moved, in: rest)
        if line.fixedEnd > 0 { canvas.put(line.text, at: position, in: fixed) }
        if shift > 0 {
            let column = part.column + max(0, line.fixedEnd - 1)
            canvas.put("‹", at: Position(column: column, row: position.row), Theme.rule, in: part)
        }
        let last = part.columns.upperBound - 1
        if moved.column + line.text.cells - 1 > last {
            canvas.put("›", at: Position(column: last, row: position.row), Theme.rule, in: part)
        }
    }

    private func markFocus(
        _ target: ScreenLayout.Target, _ mark: Style, _ canvas: inout Canvas, _ part: Rectangle
    ) {
        // The bar has one colour, whatever it contains; that of a control which loses something is its own.
        let isDanger = mark == .reverse && target.node.flags.contains(.destructive)
        let color = isDanger ? Theme.danger.color : mark.color
        if target.kind == .field, isSeen(target.lines.lowerBound) {
            // The name of the field stands out with it.
            let start = part.column + columns(of: target).lowerBound - target.lead
            let row = part.row + target.lines.lowerBound - offset
            canvas.restyle(
                Rectangle(column: start, row: row, width: target.lead, height: 1).intersection(part)
            ) { $0 = Theme.button }
        }
        for line in target.lines where line < offset + part.height && isSeen(line) {
            let columns = target.kind == .field ? writtenColumns(of: target, in: line) : rowColumns(of: target)
            let rectangle = Rectangle(
                column: part.column + columns.lowerBound, row: part.row + line - offset, width: columns.count,
                height: 1)
            canvas.restyle(rectangle.intersection(part)) { style in
                if mark.attributes.contains(.reverse) {
                    style = Style(color, style.attributes.intersection([.bold, .underline]))
                }
                style.attributes.formUnion(mark.attributes)
            }
        }
    }

    /// Returns the marked columns of a text field in its first line: those of what is written there, or of the cell where
    /// it will be.
    private func writtenColumns(of field: ScreenLayout.Target, in line: Int) -> Range<Int> {
        let columns = columns(of: field)
        guard line == field.lines.lowerBound else { return columns.lowerBound..<columns.lowerBound }
        let text = field.node.value.scalarText?.prefix { !$0.isNewline } ?? ""
        let cells = field.node.flags.contains(.secure) ? text.count : DisplayText.safe(String(text)).cells
        return columns.lowerBound..<columns.lowerBound + min(columns.count, max(1, cells))
    }

    /// Returns the marked columns of a control: for a row, or several lines, the whole width, unless it contains
    /// another control too.
    private func rowColumns(of target: ScreenLayout.Target) -> Range<Int> {
        let isRow =
            [.link, .urlLink, .embedded, .row, .toggle].contains(target.node.kind) || target.isRow
            || target.lines.count > 1
        // The menu of a row is a part of it.
        guard isRow, layout.targets.count(where: { $0.isBeside(target) && !$0.isRowMenu }) == 1 else {
            return columns(of: target)
        }
        return layout.lines[target.lines.lowerBound].indent..<max(layout.width, target.columns.upperBound)
    }

    private func mark(
        _ match: String, _ line: ScreenLayout.Line, _ row: Int, _ canvas: inout Canvas, _ part: Rectangle
    ) {
        let text = line.text.text.lowercased()
        for range in text.ranges(of: match.lowercased()) {
            let start = line.indent + text[..<range.lowerBound].cells
            let columns = shown(start..<start + text[range].cells, in: line)
            let rectangle = Rectangle(
                column: part.column + columns.lowerBound, row: part.row + row, width: columns.count, height: 1)
            canvas.restyle(rectangle.intersection(part)) { $0 = Theme.match }
        }
    }

    /// Draws a bar at the right edge if there are more lines than fit.
    private func drawScrollBar(into canvas: inout Canvas, _ part: Rectangle) {
        // An element that the screen does not have counts as a line.
        let count = layout.lists.reduce(layout.lines.count) { $0 + $1.count - $1.elements.count }
        let above = layout.lists.reduce(offset) { $1.lines.lowerBound <= offset + height ? $0 + $1.offset : $0 }
        guard count > part.height, part.height > 1 else { return }
        let length = max(1, part.height * part.height / count)
        let fraction = Double(above) / Double(max(1, count - part.height))
        let start = min(part.height - length, Int(Double(part.height - length) * fraction))
        // One column is left free, unless the window ends there.
        let column = max(part.columns.upperBound, min(part.columns.upperBound + 1, canvas.size.columns - 1))
        for row in 0..<part.height {
            let isThumb = (start..<start + length).contains(row)
            canvas.put(
                isThumb ? "┃" : "│", at: Position(column: column, row: part.row + row), Theme.rule)
        }
    }
}
