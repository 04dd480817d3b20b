import FeatureContract
import HostCore
import HostSystem
import Terminal

/// A screen as lines of a certain width, with the controls on them.
struct ScreenLayout: Sendable {
    struct Line: Sendable {
        var indent: Int
        var text: StyledText
        /// The number of the paragraph, shared by all lines of one broken text.
        var paragraph: Int
        /// Whether the line may be wider than the window and scrolls sideways, as in a table.
        var isWide = false
        /// Where the cells end that do not move sideways with it, those of its table's first column.
        var fixedEnd = 0
        /// The number of lines up to the column titles of its table; 0 outside tables, and for the titles.
        var distanceToHeading = 0
        /// For the titles of a table that can be sorted: each column's title and cells.
        var columns: [(title: String, cells: Range<Int>)] = []
    }

    /// A control, and its place in the lines.
    struct Target: Sendable {
        enum Kind: Hashable, Sendable {
            /// A control that is pressed, with this value.
            case press(Value)
            /// One of the two buttons of a stepper or slider. It keeps the focus where it can step no further.
            case adjust(up: Bool)
            /// A text field, which is edited.
            case field
            /// A picker or a menu, which opens the list of what there is to choose.
            case options
            /// A control of the host, for this step.
            case step(Step)
        }

        var node: ViewNode
        var kind: Kind
        var lines: Range<Int>
        /// The control's columns in the first line; for a field, those of its text.
        var columns: Range<Int>
        /// The cells of a text field's name before it.
        var lead = 0
        /// Whether a button is a row of a list.
        var isRow = false
        /// The key of the row with the control; empty outside tables, and in a row that is one control alone.
        var row = ""
        /// The label of the row, if the row has no key.
        var rowLabel = ""
        /// The place among the controls of a folded menu.
        var place = 0
        /// The title of the section of that menu.
        var section = ""
        /// The key of the list with the control, if the screen has that list in part; empty otherwise.
        var list = ""

        /// The control's identity, which stays over renders of the screen.
        var identity: Identity {
            Identity(
                kind: node.kind, list: list, row: row.isEmpty ? rowLabel : row, key: node.key,
                // The actions of a row have no name of their own.
                label: node.key.isEmpty && !isRowMenu ? node.label : "",
                // A toggle's value alternates with each press, so it does not count.
                use: node.kind == .toggle ? .press(.null) : kind, place: place)
        }

        /// Whether this is the menu with the actions of a row, which has no name.
        var isRowMenu: Bool { node.isRowMenu }

        /// The controls that this one stands for: those of a folded menu, which have its place; else itself.
        var controls: [Target] {
            guard node.kind == .menu else { return [self] }
            return (node.foldedControls() ?? []).enumerated().filter(\.element.control.isUsable).map { place, item in
                var target = self
                (target.node, target.kind, target.place) = (item.control, .press(.null), place)
                target.section = item.section
                return target
            }
        }

        /// Whether both are options of one picker.
        func isOption(besides other: Target) -> Bool {
            guard case .press = kind, case .press = other.kind, node.kind == .picker, other.node.kind == .picker else {
                return false
            }
            return node.action == other.node.action && node.screen == other.node.screen
        }

        /// Whether both are in one row, such as a row and the menu with its actions.
        func isBeside(_ other: Target) -> Bool {
            lines.overlaps(other.lines) || !row.isEmpty && row == other.row && list == other.list
        }

        /// Whether this is the field that the user edits. The label of a field without a key may change with each
        /// letter, so any field without a key in its place counts too.
        func isSameField(as other: Identity) -> Bool {
            kind == .field && list == other.list && row == other.row
                && (other.key.isEmpty && node.key.isEmpty || identity == other)
        }

        struct Identity: Hashable, Sendable {
            let kind: NodeKind?
            let list: String
            let row: String
            let key: String
            /// The label of a control without a key. A key stays when the label changes.
            let label: String
            let use: Kind
            let place: Int
        }
    }

    /// A list that the screen has in part, with the lines of its elements.
    struct List: Sendable {
        struct Identity: Hashable, Sendable {
            /// The embedded screen with the list; 0 for the visible one.
            let screen: ScreenID
            let key: String
        }

        let identity: Identity
        /// How many elements there are in all, and the index of the first one that the screen has.
        let count, offset: Int
        /// The first line of each element, and its key.
        var elements: [(line: Int, key: String)] = []
        /// The line below the last element.
        var end = 0

        var lines: Range<Int> { (elements.first?.line ?? end)..<end }
        var isAtEnd: Bool { offset + elements.count >= count }

        /// The index of the element in a line, or of the nearest one.
        func index(atLine line: Int) -> Int {
            offset + max(0, (elements.firstIndex { $0.line > line } ?? elements.count) - 1)
        }

        /// The line of the element with a key; of that index, for an empty key. Nil if the screen does not have it.
        func line(ofElement index: Int, key: String) -> Int? {
            guard key.isEmpty else { return elements.first { $0.key == key }?.line }
            return elements.indices.contains(index - offset) ? elements[index - offset].line : nil
        }
    }

    let width: Int
    /// The order that the user wants in tables of the screen, by their numbers from 0.
    let sorting: [Int: TableSorting]
    private(set) var lists: [List] = []
    /// Whether the feature wants the end of a list to be seen.
    private(set) var startsAtEnd = false
    /// What the features want in sight, by their screens: the visible one and those that it embeds.
    private(set) var reveals: [ScreenID: (number: UInt64, line: Int)] = [:]
    private(set) var lines: [Line] = []
    private(set) var targets: [Target] = []
    /// The box shown last, which must be answered before anything else on the screen.
    private(set) var box: ViewNode?
    /// The tables that the user can sort, in order: the line of each one's titles; nil for one that is filtered out.
    private(set) var tables: [Int?] = []
    /// The line of the title of each section, and the lines below it.
    private var sections: [(title: Int, lines: Range<Int>)] = []
    /// The number of cells by which the widest line does not fit.
    private(set) var overflow = 0
    private(set) var moving: [(line: Int, column: Int)] = []
    /// Whether the details of rows end in their line, in the place of going on in the next.
    private let hasShortDetails: Bool
    /// Whether the nodes are rows of a list.
    private var isInList = false

    /// - Parameters:
    ///   - screen: The screen to lay out.
    ///   - width: The width in cells.
    ///   - sorting: The order that the user wants in tables, by their numbers.
    ///   - hasShortDetails: Whether the details of rows end in their line, as beside another screen.
    init(_ screen: RenderedScreen, width: Int, sorting: [Int: TableSorting] = [:], hasShortDetails: Bool = false) {
        (self.width, self.sorting, self.hasShortDetails) = (width, sorting, hasShortDetails)
        add(screen.nodes, indent: 0)
        screen.forEachNode { startsAtEnd = startsAtEnd || $0.flags.contains(.atEnd) }
        if let lock = screen.lock {
            add(StyledText())
            add(StyledText("Locked: ", Theme.warning).appending(lock, Theme.secondary))
        }
        box = screen.openBox
    }

    /// The cells of the widest line. A line that only divides is as wide as the others.
    var widestLine: Int {
        lines.reduce(0) { widest, line in
            line.text.text.allSatisfy { $0 == "─" } ? widest : max(widest, line.indent + line.text.cells)
        }
    }

    func list(_ identity: List.Identity) -> List? { lists.first { $0.identity == identity } }

    /// Whether both layouts have the same lines in memory, so that the screen was not laid out again in between.
    func isSame(as other: ScreenLayout) -> Bool { lines.span.isIdentical(to: other.lines.span) }

    /// Whether the screen asks for input: it has a text field, and nothing to open. A field that searches rows is not to
    /// be filled in.
    var isForm: Bool {
        let hasRows = targets.contains(where: \.isRow)
        return targets.contains { $0.kind == .field && !(hasRows && $0.node.symbol == "magnifyingglass") }
            && !targets.contains { $0.use == "open" }
    }

    /// The field that the feature has given the focus.
    var wantedField: (index: Int, target: Target)? {
        targets.indices.first { targets[$0].kind == .field && targets[$0].node.flags.contains(.focused) }
            .map { ($0, targets[$0]) }
    }

    init(nodes: [ViewNode], width: Int) {
        (self.width, sorting, hasShortDetails) = (width, [:], false)
        add(nodes, indent: 0)
    }

    /// Lays out a screen that cannot be shown: its text, advice, and buttons for that.
    init(failure screen: RenderedScreen, advice: String, steps: [(label: String, step: Step)], width: Int) {
        self.init(screen, width: width)
        add(StyledText())
        flow(
            steps.map { label, step in
                let button = ViewNode(.button, text: label)
                return Item(text: self.button(button), target: (button, .step(step)))
            }, indent: 0)
        add(StyledText())
        add(StyledText(advice, Theme.secondary))
    }

    /// Lays out the content of a box, without its frame.
    ///
    /// - Parameter hasTitle: Whether to put its title above, in place of the frame.
    init(box: ViewNode, hasTitle: Bool, width: Int) {
        (self.width, sorting, hasShortDetails) = (width, [:], false)
        if hasTitle { add(StyledText(box.text, Theme.title)) }
        for line in StyledText(box.detail).wrapped(cells: self.width) where !line.isEmpty { add(line) }
        for node in box.boxContent { add(node, indent: 0) }
        add(StyledText())
        flow(box.boxButtons.map { Item(text: button($0), target: $0.target) }, indent: 0)
    }

    /// Returns the lines that contain a text, ignoring case.
    func lines(containing text: String) -> [Int] {
        let folded = text.lowercased()
        guard !folded.isEmpty else { return [] }
        var found: [Int] = []
        var index = 0
        while index < lines.count {
            // The lines of one paragraph are searched as one text.
            let paragraph = lines[index].paragraph
            let part = lines[index...].prefix { $0.paragraph == paragraph }
            var starts: [Int] = []
            var whole = ""
            for line in part {
                starts.append(whole.utf8.count)
                whole += line.text.text.lowercased() + " "
            }
            for range in whole.ranges(of: folded) {
                let start = whole.utf8.distance(from: whole.startIndex, to: range.lowerBound)
                let line = index + (starts.lastIndex { $0 <= start } ?? 0)
                if found.last != line { found.append(line) }
            }
            index += part.count
        }
        return found
    }

    /// Returns the layout with only the paragraphs, and the controls of several lines, that contain a text, below the
    /// titles of their sections and columns. It has no lists, of which it shows single elements.
    func filtered(by text: String) -> ScreenLayout {
        let paragraphs = Set(lines(containing: text).map { lines[$0].paragraph })
        var shown = Set(lines.indices.filter { paragraphs.contains(lines[$0].paragraph) })
        for target in targets where !shown.isDisjoint(with: target.lines) { shown.formUnion(target.lines) }
        for section in sections where !shown.isDisjoint(with: section.lines) { shown.insert(section.title) }
        shown.formUnion(shown.map { $0 - lines[$0].distanceToHeading })
        let order = shown.sorted()
        let places = Dictionary(uniqueKeysWithValues: zip(order, order.indices))
        var filtered = self
        filtered.lines = order.map { lines[$0] }
        for (place, line) in order.enumerated() {
            let heading = places[line - lines[line].distanceToHeading] ?? place
            filtered.lines[place].distanceToHeading = place - heading
        }
        filtered.tables = tables.map { $0.flatMap { places[$0] } }
        filtered.sections = []
        filtered.targets = targets.compactMap { target in
            guard let first = places[target.lines.lowerBound] else { return nil }
            var moved = target
            moved.lines = first..<first + target.lines.count
            return moved
        }
        filtered.moving = moving.compactMap { sign in places[sign.line].map { ($0, sign.column) } }
        filtered.lists = []
        filtered.reveals = [:]
        return filtered
    }

    // MARK: Lines

    /// Returns the number of cells after an indent: at least 4, even in a window that is too narrow.
    private func room(_ indent: Int) -> Int { max(4, width - indent) }

    /// Adds a paragraph.
    ///
    /// - Parameters:
    ///   - hanging: How much further in the lines behind the first begin.
    ///   - target: The control that the whole paragraph is; nil if it is not a control.
    ///   - rest: What stands in lines of its own below.
    private mutating func add(
        _ text: StyledText, indent: Int = 0, hanging: Int = 0, target: (node: ViewNode, kind: Target.Kind)? = nil,
        below rest: StyledText = StyledText()
    ) {
        let start = lines.count
        let first = text.wrapped(cells: room(indent))
        // Of several lines the first is as narrow as the others: it is broken with them.
        let parts = first.count == 1 ? first : text.wrapped(cells: room(indent + hanging))
        for (index, part) in parts.enumerated() {
            lines.append(Line(indent: indent + (index == 0 ? 0 : hanging), text: part, paragraph: start))
        }
        if !rest.isEmpty {
            for part in rest.wrapped(cells: room(indent + hanging)) {
                lines.append(Line(indent: indent + hanging, text: part, paragraph: start))
            }
        }
        guard let target else { return }
        let end = lines[start...].map { $0.indent + $0.text.cells }.max() ?? 0
        let columns = indent..<max(indent + 1, end)
        targets.append(Target(node: target.node, kind: target.kind, lines: start..<lines.count, columns: columns))
    }

    private struct Item {
        var text = StyledText()
        var target: (node: ViewNode, kind: Target.Kind)?
        /// The cells before the control itself, such as the label of a field.
        var lead = 0
        /// The cells up to the end of the control, if something comes after it.
        var end: Int?
        /// The empty cells after it.
        var trail = 0
        /// Whether it takes the remaining room in the line.
        var isSpacer = false
    }

    /// Adds items side by side, in as many lines as they need.
    ///
    /// - Parameter row: The key of the table's row with the items.
    private mutating func flow(_ items: [Item], indent: Int, row: String = "") {
        lines.append(Line(indent: indent, text: StyledText(), paragraph: lines.count))
        var column = indent
        let texts = items.filter { !$0.isSpacer }
        let taken = texts.reduce(2 * max(0, texts.count - 1)) { $0 + $1.text.cells }
        var spacers = items.count { $0.isSpacer }
        var left = room(indent) - taken
        for item in items {
            if item.isSpacer {
                // Without room in one line, spacers take none. The gap before the next item is 2 cells wide already.
                guard left > 0 else { continue }
                let share = left / spacers
                lines[lines.count - 1].text.append(String(repeating: " ", count: share))
                (left, spacers, column) = (left - share, spacers - 1, column + share)
                continue
            }
            let text = item.text.truncated(cells: room(indent))
            if column + 2 + text.cells > width, column > indent {
                lines.append(Line(indent: indent, text: StyledText(), paragraph: lines.count))
                column = indent
            } else if column > indent {
                lines[lines.count - 1].text.append("  ")
                column += 2
            }
            lines[lines.count - 1].text.append(text)
            let end = min(item.end ?? text.cells, text.cells)
            let columns = column + min(item.lead, end)..<column + max(1, end)
            column += text.cells
            if let target = item.target {
                targets.append(
                    Target(
                        node: target.node, kind: target.kind, lines: lines.count - 1..<lines.count, columns: columns,
                        lead: item.lead, row: row))
            }
            if item.trail > 0 {
                lines[lines.count - 1].text.append(String(repeating: " ", count: item.trail))
                column += item.trail
            }
        }
    }

    // MARK: Nodes

    /// The columns and the kind of rows that all nodes of one parent share.
    private struct Place {
        /// The column for the details of rows and labels; 0 for none.
        var details = 0
        /// The column for fields and choices after their labels; 0 for none.
        var inputs = 0
        /// Whether a link is a row of a list, and a button.
        var hasRows = false, hasButtonRows = false

        /// Whether a link, a button or a label is a row of a list.
        func isRow(_ node: ViewNode) -> Bool { node.kind == .button ? hasButtonRows : hasRows }
    }

    /// Adds nodes one below the other, with the details of rows and labels in one column, and the fields of a form in
    /// another.
    ///
    /// - Parameters:
    ///   - isWhole: Whether they are all of a screen or a section, and not a part of a list.
    ///   - each: Called before each node.
    private mutating func add(
        _ nodes: [ViewNode], indent: Int, isWhole: Bool = true,
        each: (inout ScreenLayout, ViewNode) -> Void = { _, _ in }
    ) {
        let room = room(min(indent, width / 2))
        // The buttons of a form stay buttons, and so does a single one among links and texts.
        let buttons = nodes.count { ($0.rowWithActions ?? $0).kind == .button }
        let hasRows = isInList && !nodes.contains { $0.isInput }
        var place = Place(
            inputs: inputColumn(of: nodes, room: room), hasRows: hasRows,
            hasButtonRows: hasRows && (buttons > 1 || !isWhole))
        place.details = detailColumn(of: nodes, place, room: room)
        let paragraphs = isWhole ? Self.paragraphs(nodes) : []
        for (index, node) in nodes.enumerated() {
            if paragraphs.contains(index), lines.last?.text.isEmpty == false { add(StyledText()) }
            each(&self, node)
            add(node, indent: indent, place)
        }
    }

    /// Returns the nodes with a blank line above them: what can be pressed at the end, after prose or the fields of a
    /// form, and before that the prose after facts; what comes after a button, if it is a field; and a table.
    private static func paragraphs(_ nodes: [ViewNode]) -> [Int] {
        let buttons = nodes.lastIndex { $0.kind != .button && $0.kind != .link }.map { $0 + 1 } ?? 0
        var paragraphs = nodes.indices.dropFirst().filter { index in
            let (one, two) = (nodes[index - 1], nodes[index])
            return one.kind == .button && two.isInput || (one.kind == .table) != (two.kind == .table)
        }
        guard buttons > 0 else { return [] }
        let last = nodes[buttons - 1]
        if buttons < nodes.count, last.kind == .text || last.isInput { paragraphs.append(buttons) }
        let prose = nodes[..<buttons].lastIndex { $0.kind != .text }.map { $0 + 1 } ?? 0
        if prose > 0, prose < buttons, nodes[prose - 1].kind == .label { paragraphs.append(prose) }
        return paragraphs
    }

    private mutating func add(_ node: ViewNode, indent: Int, _ place: Place = Place()) {
        // Deeply nested nodes stay visible.
        let indent = min(indent, width / 2)
        let style = Theme.style(node)
        noteReveal(node)
        switch node.kind {
        case .group: addChildren(of: node, indent: indent)
        case .list:
            let wasInList = isInList
            isInList = true
            addChildren(of: node, indent: indent)
            isInList = wasInList
        case .section: addSection(node, indent: indent)
        case .text:
            for line in node.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
                add(suffixed(StyledText(String(line), style), node), indent: indent)
            }
        case .label: addRow(node, place, indent: indent)
        case .embedded where !node.children.isEmpty: add(node.children, indent: indent)
        case .link, .embedded, .urlLink, .button: addRow(node, place, indent: indent, target: node.target)
        case .textField: addField(node, indent: indent, column: place.inputs)
        case .toggle: add(node, isDisclosure: false, indent)
        case .picker: addPicker(node, indent: indent, column: place.inputs)
        case .option: add(StyledText(node.symbolAndLabel, style), indent: indent)
        case .progress: addProgress(node, indent: indent)
        case .divider: add(StyledText(String(repeating: "─", count: room(indent)), Theme.rule), indent: indent)
        case .table: addTable(node, indent: indent)
        case .row: addTable(ViewNode(.table, children: [node]), indent: indent)
        case .hstack, .stepper, .slider, .menu: addStack(node, place, indent: indent)
        case .spacer: break
        case .grid: addGrid(node, indent: indent)
        case .disclosure:
            if let header = node.disclosureHeader { add(header, isDisclosure: true, indent) }
            add(node.disclosed, indent: indent + 2)
        case .chart: addChart(node, indent: indent)
        // Boxes and sheets are drawn over the screen.
        case .alert, .confirmation, .sheet, .cover, .push: break
        case nil:
            if !node.text.isEmpty { add(suffixed(StyledText(node.text, style), node), indent: indent) }
            add(node.children, indent: indent)
        }
    }

    /// Notes that a node, or one beside it in the same line, is what the feature wants in sight.
    private mutating func noteReveal(_ node: ViewNode) {
        if node.reveal != 0, node.reveal > reveals[node.screen]?.number ?? 0 {
            reveals[node.screen] = (node.reveal, lines.count)
        }
        guard node.kind == .hstack || node.kind == .row else { return }
        for node in node.children { noteReveal(node) }
    }

    /// How much further in a row goes on in its second line.
    private static let hanging = 2

    /// The narrowest column for texts that continue in the line below.
    private static let narrowestColumn = 20

    /// Returns the column for the details of rows and labels, after the longest of them that leaves half of the line to
    /// its detail.
    private func detailColumn(of nodes: [ViewNode], _ place: Place, room: Int) -> Int {
        func column(_ node: ViewNode) -> Int {
            guard node.isRow, !(node.detail.isEmpty && node.children.isEmpty && node.url.isEmpty) else { return 0 }
            let (label, detail) = parts(ofRow: node, isRow: place.isRow(node))
            return !detail.isEmpty && label.cells + 2 <= room / 2 ? label.cells + 2 : 0
        }
        return nodes.reduce(0) { max($0, $1.kind == .hstack ? $1.rowWithActions.map(column) ?? 0 : column($1)) }
    }

    /// Returns the column for fields and choices, after the longest of their labels that leaves half of the line to what
    /// is after it; 0 if there are not two of them.
    private func inputColumn(of nodes: [ViewNode], room: Int) -> Int {
        let labels = nodes.lazy.filter { node in
            (node.kind == .textField || node.kind == .picker) && !node.text.isEmpty && node.isInline
        }
        // Between the items of a choice are two cells.
        .map { DisplayText.safe($0.text).cells + ($0.kind == .picker ? 3 : 2) }.filter { $0 <= room / 2 }
        return labels.prefix(2).count < 2 ? 0 : labels.max() ?? 0
    }

    /// Adds a row or a label. Its detail begins in a column; without room for that, right after the label.
    private mutating func addRow(
        _ node: ViewNode, _ place: Place, indent: Int, target: (node: ViewNode, kind: Target.Kind)? = nil
    ) {
        let (label, detail) = parts(ofRow: node, isRow: place.isRow(node))
        let column = place.details
        let rest = suffixed(detail, node)
        guard !detail.isEmpty, label.cells + 2 <= column, room(indent) - column >= Self.narrowestColumn else {
            let hanging = room(indent) > 2 * Self.hanging ? Self.hanging : 0
            if hasShortDetails {
                let text = row(node, isRow: place.isRow(node)).truncated(cells: room(indent))
                add(text, indent: indent, target: target)
            } else if !detail.isEmpty, label.cells + 2 + rest.cells > room(indent) {
                add(label, indent: indent, hanging: hanging, target: target, below: rest)
            } else {
                add(row(node, isRow: place.isRow(node)), indent: indent, hanging: hanging, target: target)
            }
            if target != nil { targets[targets.count - 1].isRow = place.isRow(node) }
            return
        }
        let start = lines.count
        let cells = room(indent) - column
        for (index, part) in (hasShortDetails ? [rest.truncated(cells: cells)] : rest.wrapped(cells: cells))
            .enumerated()
        {
            var text = StyledText()
            if index == 0 {
                text = label.appending(String(repeating: " ", count: column - label.cells))
                text.append(part)
            }
            lines.append(
                index == 0
                    ? Line(indent: indent, text: text, paragraph: start)
                    : Line(indent: indent + column, text: part, paragraph: start))
        }
        guard let target else { return }
        targets.append(
            Target(
                node: target.node, kind: target.kind, lines: start..<lines.count,
                columns: indent..<indent + (lines[start].text.cells), isRow: place.isRow(node)))
    }

    private mutating func addChildren(of node: ViewNode, indent: Int) {
        guard node.elementCount > 0 else { return add(node.children, indent: indent) }
        var list = List(node)
        let target = targets.count
        add(node.children, indent: indent, isWhole: false) { list.elements.append(($0.lines.count, $1.key)) }
        end(list, from: target)
    }

    /// - Parameter target: The index of the first control in the list.
    private mutating func end(_ list: List, from target: Int) {
        var list = list
        list.end = lines.count
        lists.append(list)
        for index in targets[target...].indices { targets[index].list = list.identity.key }
    }

    private mutating func addSection(_ node: ViewNode, indent: Int) {
        if !lines.isEmpty, lines.last?.text.isEmpty == false { add(StyledText()) }
        let title = lines.count
        if !node.text.isEmpty { add(StyledText(node.text, .bold), indent: indent) }
        addChildren(of: node, indent: indent + (node.text.isEmpty ? 0 : 2))
        if !node.text.isEmpty { sections.append((title, title + 1..<max(title + 1, lines.count))) }
        if !node.detail.isEmpty { add(StyledText(node.detail, Theme.secondary), indent: indent) }
        add(StyledText())
    }

    private mutating func add(_ toggle: ViewNode, isDisclosure: Bool, _ indent: Int) {
        let item = item(toggle, isDisclosure: isDisclosure)
        add(item.text, indent: indent, target: item.target)
    }

    private func item(_ toggle: ViewNode, isDisclosure: Bool = false) -> Item {
        let isOn = toggle.value == .bool(true)
        let mark = isDisclosure ? (isOn ? "▾ " : "▸ ") : "[\(isOn ? "x" : " ")] "
        let text = suffixed(StyledText(mark, .bold).appending(toggle.text, Theme.style(toggle)), toggle)
        return Item(text: text, target: toggle.target)
    }

    /// The fewest rows of a text field for several lines.
    private static let fewestRows = 3

    /// Adds a text field of several lines, below its label.
    private mutating func addRows(of field: ViewNode, indent: Int) {
        if !field.text.isEmpty {
            add(suffixed(StyledText("\(field.text):", Theme.style(field)), field), indent: indent)
        }
        let (start, width) = (lines.count, room(indent))
        // With the line breaks of the editor.
        var rows = FieldEditor.rows(of: field.value.scalarText ?? "", cells: width - 1)
        rows += Array(repeating: "", count: max(0, Self.fewestRows - rows.count))
        let isEmpty = field.value.scalarText?.isEmpty != false && !field.detail.isEmpty
        if isEmpty { rows[0] = DisplayText.safe(field.detail)[...] }
        let style = isEmpty ? Theme.field.with(.dim) : Theme.field
        for row in rows {
            let text = String(row.last == "\n" ? row.dropLast() : row).truncated(cells: width)
            lines.append(Line(indent: indent, text: StyledText(text.padded(cells: width), style), paragraph: start))
        }
        guard let target = field.target else { return }
        targets.append(
            Target(node: field, kind: target.kind, lines: start..<lines.count, columns: indent..<indent + width))
    }

    private mutating func addField(_ node: ViewNode, indent: Int, column: Int) {
        guard !node.flags.contains(.multiline) else { return addRows(of: node, indent: indent) }
        // A label that leaves too little of the line to the field stands above it.
        let isAbove = !node.text.isEmpty && StyledText(node.text).cells + 2 > room(indent) / 2
        if isAbove { add(StyledText("\(node.text):", Theme.style(node)), indent: indent) }
        let item = field(node, hasLabel: !isAbove, room: room(indent), widest: 40, column: column)
        lines.append(Line(indent: indent, text: item.text, paragraph: lines.count))
        guard let target = item.target else { return }
        targets.append(
            Target(
                node: node, kind: target.kind, lines: lines.count - 1..<lines.count,
                columns: indent + item.lead..<indent + (item.end ?? item.text.cells), lead: item.lead))
    }

    private func field(_ node: ViewNode, hasLabel: Bool = true, room: Int, widest: Int, column: Int = 0) -> Item {
        let value = node.value.scalarText ?? ""
        let shown = node.flags.contains(.secure) ? String(repeating: "•", count: value.count) : value
        var label = node.text.isEmpty || !hasLabel ? StyledText() : StyledText("\(node.text): ", Theme.style(node))
        // At least half of the line is for the value.
        label = label.truncated(cells: max(1, room / 2))
        if !label.isEmpty { label.append(String(repeating: " ", count: max(0, column - label.cells))) }
        let lead = label.cells
        // All of what is no date is seen.
        let cells = node.dateCells.map { max($0, value.cells + 1) } ?? widest
        let width = max(4, min(cells, room - lead))
        let isEmpty = shown.isEmpty && !node.detail.isEmpty
        let text = DisplayText.safe(isEmpty ? node.detail : shown)
        label.append(
            String(text.truncated(cells: width)).padded(cells: width), isEmpty ? Theme.field.with(.dim) : Theme.field)
        var item = Item(text: label, target: node.target, lead: lead)
        if node.isDate, !value.isEmpty, room - label.cells >= 9 {
            let weekday = node.date(value).map { $0.weekday ?? "" }
            // The user is still writing a text that is shorter than a date: the line says the form, and calls nothing wrong.
            let isWhole = value.cells + 1 >= node.dateCells ?? 0
            let aside = weekday ?? (isWhole ? "no date: \(node.dateFault(value))" : "as \(node.dateForm)")
            item.text.append(
                String("  \(aside)".truncated(cells: room - label.cells)),
                weekday == nil && isWhole ? Theme.danger : Theme.secondary)
            item.end = label.cells
        }
        return item
    }

    /// Adds a picker in one line: its options side by side, if they are few and fit, else the chosen one with a sign
    /// that there are more.
    private mutating func addPicker(_ node: ViewNode, indent: Int, column: Int) {
        var label: [Item] = []
        if !node.text.isEmpty {
            var text = suffixed(StyledText("\(node.text):", Theme.style(node)), node)
            // Two cells are between the items anyway.
            text.append(String(repeating: " ", count: max(0, column - text.cells - 2)))
            label = [Item(text: text)]
        }
        flow(label + choice(node, room: room(indent) - Self.cells(label) - 2), indent: indent)
    }

    private func choice(_ picker: ViewNode, room: Int) -> [Item] {
        if !picker.hasManyOptions {
            let options = options(picker)
            if Self.cells(options) <= room { return options }
        }
        let chosen = picker.chosenOption?.symbolAndLabel ?? "none"
        let text = StyledText("\(chosen) ", picker.isUsable ? .bold : Theme.secondary).truncated(
            cells: max(1, room - 1)
        )
        .appending("▾", picker.isUsable ? Theme.accent : Theme.secondary)
        return [Item(text: text, target: picker.target)]
    }

    private func options(_ picker: ViewNode) -> [Item] {
        picker.children.map { option in
            let isChosen = option.value == picker.value
            let isUsable = picker.isUsable && !option.flags.contains(.disabled)
            let text = StyledText(isChosen ? "(•) " : "( ) ", isChosen ? .bold : .plain)
                .appending(option.symbolAndLabel, isUsable ? (isChosen ? .bold : .plain) : Theme.secondary)
                .appending(option.badge.isEmpty ? "" : " (\(option.badge))", Theme.badge)
            return Item(text: text, target: isUsable ? (picker, .press(option.value)) : nil)
        }
    }

    // MARK: Stacks

    private mutating func addStack(_ node: ViewNode, _ place: Place, indent: Int) {
        let (row, firstTarget) = (node.rowWithActions, targets.count)
        let key = row == nil ? "" : node.key
        defer {
            if let row, key.isEmpty {
                for index in targets[firstTarget...].indices { targets[index].rowLabel = row.label }
            }
        }
        if let row, row.isRow || place.isRow(row) {
            // As one of the rows around it, and its actions at the end of the line.
            let (label, detail) = parts(ofRow: row, isRow: place.isRow(row))
            let rest = suffixed(detail, row)
            let gap = rest.isEmpty ? 0 : max(2, place.details - label.cells)
            var text = label.appending(String(repeating: " ", count: gap))
            text.append(rest)
            let actions = node.children.dropFirst().flatMap(items)
            let left = room(indent) - Self.cells(actions) - 2
            if left >= Self.narrowestRow || text.cells <= left {
                addRow(text.wrapped(cells: left), row, actions, key: key, place, indent: indent)
                return
            }
        }
        guard node.fitsLine else {
            if !node.text.isEmpty { add(suffixed(StyledText(node.text, .bold), node), indent: indent) }
            return add(node.children, indent: indent + (node.text.isEmpty ? 0 : 2))
        }
        let items = items(node)
        if !items.isEmpty { flow(items, indent: indent, row: key) }
    }

    /// The fewest cells for the words of a row with actions, which then go on in further lines.
    private static let narrowestRow = 12

    /// Adds a row with its actions at the end of its first line.
    private mutating func addRow(
        _ words: [StyledText], _ row: ViewNode, _ actions: [Item], key: String, _ place: Place, indent: Int
    ) {
        let (start, first) = (targets.count, lines.count)
        flow([Item(text: words.first ?? StyledText(), target: row.target)] + actions, indent: indent, row: key)
        for line in words.dropFirst() { lines.append(Line(indent: indent + 2, text: line, paragraph: first)) }
        guard row.target != nil else { return }
        targets[start].isRow = place.isRow(row)
        targets[start].lines = first..<lines.count
    }

    /// Returns the parts of a node that shares a line with others.
    private func items(_ node: ViewNode) -> [Item] {
        let style = Theme.style(node)
        switch node.kind {
        case .group, .hstack: return node.children.flatMap(items)
        case .spacer: return [Item(isSpacer: true)]
        case .link, .embedded, .urlLink: return [Item(text: row(node), target: node.target)]
        case .button: return [Item(text: button(node), target: node.target)]
        case .toggle: return [item(node)]
        case .textField: return [field(node, room: min(width, 30), widest: 20)]
        case .picker:
            let label = node.text.isEmpty ? [] : [Item(text: suffixed(StyledText("\(node.text):", style), node))]
            return label + choice(node, room: width / 2)
        case .stepper, .slider:
            var label = StyledText(node.text, style)
            if !node.detail.isEmpty { label.append(node.text.isEmpty ? node.detail : ": \(node.detail)", style) }
            let bar = node.sliderFraction.map { [Item(text: Self.bar($0, cells: 10))] } ?? []
            return [Item(text: suffixed(label, node))] + bar + steps(of: node)
        case .menu where node.isFolded: return [menu(node)]
        case .menu:
            let label = node.isRowMenu ? [] : [Item(text: suffixed(StyledText("\(node.text):", style), node))]
            return label + node.children.flatMap(items)
        case .progress:
            let label = node.text.isEmpty ? [] : [Item(text: StyledText(node.text))]
            return label + [Item(text: node.value.number.map { Self.bar($0, cells: 10) } ?? StyledText("…"))]
        default:
            let text = row(node)
            return text.isEmpty ? [] : [Item(text: text)]
        }
    }

    /// Returns the controls of a stepper or slider. Both of its buttons can have the focus as long as one can be used.
    private func steps(of node: ViewNode) -> [Item] {
        let buttons = node.children
        guard buttons.count == 2, buttons.allSatisfy({ $0.kind == .button }), buttons.contains(where: \.isUsable) else {
            return buttons.flatMap(items)
        }
        return buttons.enumerated().map { Item(text: button($1), target: ($1, .adjust(up: $0 == 1))) }
    }

    /// Returns a folded menu: its name with a sign that it opens, and the actions of a row as three dots.
    private func menu(_ node: ViewNode) -> Item {
        let isUsable = node.foldedControls()?.contains(where: \.control.isUsable) == true
        let sign = isUsable ? Theme.accent : Theme.secondary
        let text =
            node.isRowMenu
            ? StyledText("⋯", sign)
            : suffixed(
                StyledText(DisplayText.symbol(node.symbol) + node.menuName, isUsable ? Theme.button : Theme.secondary),
                node
            ).appending(node.menuName.isEmpty ? "▾" : " ▾", sign)
        return Item(text: text, target: isUsable ? (node, .options) : nil)
    }

    private static func bar(_ fraction: Double, cells: Int) -> StyledText {
        let eighths = Int((min(max(fraction, 0), 1) * Double(8 * cells)).rounded())
        let part = eighths % 8 == 0 ? "" : String(parts[eighths % 8 - 1])
        return StyledText(String(repeating: "█", count: eighths / 8) + part, Theme.accent)
            .appending(String(repeating: "░", count: cells - eighths / 8 - part.count), Theme.secondary)
    }

    /// The signs for one to seven eighths of a cell.
    private static let parts = Array("▏▎▍▌▋▊▉")

    /// Adds the rows of a grid with their cells in columns; without room for that, each row separately.
    private mutating func addGrid(_ grid: ViewNode, indent: Int) {
        let rows = grid.children.map { row in
            row.kind == .hstack && row.isInline ? row.children.map { items($0).filter { !$0.isSpacer } } : nil
        }
        var widths: [Int] = []
        for row in rows.compactMap({ $0 }) {
            widths += Array(repeating: 0, count: max(0, row.count - widths.count))
            for (column, cell) in row.enumerated() { widths[column] = max(widths[column], Self.cells(cell)) }
        }
        guard widths.reduce(2 * max(0, widths.count - 1), +) <= room(indent) else {
            return addChildren(of: grid, indent: indent)
        }
        var list = List(grid)
        let target = targets.count
        defer { if grid.elementCount > 0 { end(list, from: target) } }
        for (row, columns) in zip(grid.children, rows) {
            list.elements.append((lines.count, row.key))
            guard let columns else {
                add(row, indent: indent)
                continue
            }
            noteReveal(row)
            // A gap of spaces is an item, with the usual gap of 2 cells before the next.
            var line: [Item] = []
            for (column, cell) in columns.enumerated() {
                line += cell
                let gap = widths[column] - Self.cells(cell)
                if gap > 0, column < columns.count - 1 {
                    if line.isEmpty || cell.isEmpty {
                        line.append(Item(text: StyledText(String(repeating: " ", count: gap))))
                    } else {
                        line[line.count - 1].trail = gap
                    }
                }
            }
            flow(line, indent: indent)
        }
    }

    /// Returns a sign that turns as the number goes up.
    static func spinner(_ tick: Int) -> Character { spinner[tick % spinner.count] }

    private static let spinner: [Character] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

    private mutating func addProgress(_ node: ViewNode, indent: Int) {
        guard let value = node.value.number else {
            moving.append((lines.count, indent))
            return add(
                StyledText("\(Self.spinner(0)) ", Theme.accent).appending(node.text.isEmpty ? "Loading…" : node.text),
                indent: indent
            )
        }
        let fraction = min(max(value, 0), 1)
        let length = min(30, max(4, room(indent) - 5))
        var text = StyledText(node.text.isEmpty ? "" : node.text + " ")
        if text.cells + length + 5 > room(indent), !text.isEmpty {
            add(text, indent: indent)
            text = StyledText()
        }
        text.append(Self.bar(fraction, cells: length))
        text.append(" \(Int((fraction * 100).rounded())) %")
        add(text, indent: indent)
    }

    // MARK: Tables

    /// Returns the columns' widths: as much as they need. Where there is less room, the widest columns share what the
    /// others leave, and their texts continue in the line below. Columns that would be too narrow then make the table
    /// wider than the window, and its lines scroll sideways.
    ///
    /// - Parameter fixed: The columns whose cells cannot be broken: those with controls, and numbers.
    private static func widths(_ needs: [Int], fixed: Set<Int>, room: Int) -> [Int] {
        var widths = needs
        var (left, wide) = (room, Set(needs.indices).subtracting(fixed))
        for column in fixed { left -= needs[column] }
        while !wide.isEmpty {
            let share = max(left / wide.count, narrowestColumn)
            let settled = wide.filter { needs[$0] <= share }
            guard settled.isEmpty else {
                for column in settled { left -= needs[column] }
                wide.subtract(settled)
                continue
            }
            for (index, column) in wide.sorted().enumerated() {
                widths[column] = share + (index < left - share * wide.count ? 1 : 0)
            }
            return widths
        }
        return widths
    }

    private mutating func addTable(_ table: ViewNode, indent: Int) {
        var rows = table.children.filter { $0.kind == .row }
        let titles = rows.prefix { $0.flags.contains(.header) }
        // Of a table without end, the rows that are not here would be missing in the order.
        let canSort = !titles.isEmpty && table.elementCount == 0
        let sorting = canSort ? sorting[tables.count] : nil
        if let sorting { rows = titles + sorting.sorted(Array(rows[titles.count...])) }
        let columns = rows.map(\.children.count).max() ?? 0
        guard columns > 0 else { return add(table.children.filter { $0.kind != .row }, indent: indent) }
        let canPress = rows.contains { $0.target != nil }
        let mark = canPress ? 2 : 0
        let available = room(indent) - mark - 2 * (columns - 1)
        let cells = rows.enumerated().map { index, row in
            var cells = row.children.map { cell($0, of: row) }
            if let sorting, index == 0, cells.indices.contains(sorting.column), !cells[sorting.column].isEmpty {
                cells[sorting.column][0].text.append(sorting.isDown ? "▼" : "▲", Theme.accent)
            }
            return cells
        }
        // Each column needs at least one cell: more columns than cells do not fit, and are not measured.
        guard columns <= available else { return addRows(rows, cells, indent: indent, canPress: canPress) }
        let elements = rows[titles.count...]
        let numeric = Set(
            (0..<columns).filter { column in TableSorting.isNumeric(elements.map { TableSorting.text(of: $0, column) })
            })
        let needs = (0..<columns).map { column in
            // A title has room for the sign of its order, so that no column moves when the table is sorted.
            let sign = canSort && cells[0].indices.contains(column) && column != sorting?.column ? 1 : 0
            let title = sign > 0 ? Self.cells(cells[0][column]) + sign : 1
            return cells.reduce(title) { $1.indices.contains(column) ? max($0, Self.cells($1[column])) : $0 }
        }
        let fixed = numeric.union((0..<columns).filter { column in cells.contains { Self.hasTarget($0, column) } })
        let widths = Self.widths(needs, fixed: fixed, room: available)
        let titleLine = lines.count
        defer { roundOverflow(ofTableFrom: titleLine, widths, mark: mark, indent: indent) }
        var heading: Int?
        var list = List(table)
        let target = targets.count
        defer { if table.elementCount > 0 { end(list, from: target) } }
        for (row, cells) in zip(rows, cells) {
            let start = lines.count
            if !row.flags.contains(.header) { list.elements.append((start, row.key)) }
            noteReveal(row)
            addRow(row, cells, widths, numeric, indent: indent, mark: mark)
            if let heading { for line in start..<lines.count { lines[line].distanceToHeading = line - heading } }
            if row.flags.contains(.header) {
                let rule = widths.map { String(repeating: "─", count: min($0, available)) }.joined(separator: "  ")
                addWide(
                    StyledText(String(repeating: " ", count: mark) + rule, Theme.rule), indent: indent,
                    fixed: firstColumn(widths, mark: mark))
                heading = start
                for line in start + 1..<lines.count { lines[line].distanceToHeading = line - start }
                if canSort, start == titleLine {
                    tables.append(start)
                    var column = indent + mark
                    lines[start].columns = widths.enumerated().map { index, width in
                        defer { column += width + 2 }
                        return (DisplayText.safe(TableSorting.text(of: row, index)), column..<column + width)
                    }
                }
            }
        }
    }

    /// Returns the parts of a cell: its texts and its controls.
    private func cell(_ cell: ViewNode, of row: ViewNode) -> [Item] {
        var items = cell.isInline ? items(cell).filter { !$0.isSpacer } : []
        // A picture has only a spoken name.
        if items.isEmpty, !cell.label.isEmpty { items = [Item(text: StyledText(cell.label, Theme.style(cell)))] }
        let style = row.flags.contains(.header) ? Style.bold : Theme.style(row)
        if style != .plain { for index in items.indices { items[index].text.restylePlain(style) } }
        return items
    }

    private static func hasTarget(_ cells: [[Item]], _ column: Int) -> Bool {
        cells.indices.contains(column) && cells[column].contains { $0.target != nil }
    }

    private static func cells(_ items: [Item]) -> Int {
        items.reduce(2 * max(0, items.count - 1)) { $0 + $1.text.cells }
    }

    /// Adds a row with its cells in columns, in as many lines as its longest cell needs. The row itself comes before
    /// the controls in it.
    ///
    /// - Parameter numeric: The columns of numbers, which end below one another.
    private mutating func addRow(
        _ row: ViewNode, _ cells: [[Item]], _ widths: [Int], _ numeric: Set<Int>, indent: Int, mark: Int
    ) {
        let isUsable = row.target != nil
        let start = lines.count
        var parts = [StyledText(mark == 0 ? "" : isUsable ? "› " : "  ", Theme.accent)]
        var column = mark
        var controls: [Target] = []
        for (index, cell) in cells.enumerated() {
            var text = StyledText()
            if numeric.contains(index) {
                text.append(String(repeating: " ", count: max(0, widths[index] - Self.cells(cell))))
            }
            for (number, item) in cell.enumerated() {
                if number > 0 { text.append("  ") }
                if let target = item.target {
                    let first = indent + column + text.cells + min(item.lead, item.text.cells)
                    let end = indent + column + text.cells + item.text.cells
                    controls.append(
                        Target(
                            node: target.node, kind: target.kind, lines: start..<start + 1,
                            columns: first..<max(first + 1, end), lead: item.lead, row: row.key))
                }
                text.append(item.text)
            }
            for (line, part) in text.wrapped(cells: widths[index]).enumerated() where !part.isEmpty {
                if line == parts.count { parts.append(StyledText()) }
                parts[line].append(String(repeating: " ", count: max(0, column - parts[line].cells)))
                parts[line].append(part)
            }
            column += widths[index] + 2
        }
        for part in parts { addWide(part, indent: indent, fixed: firstColumn(widths, mark: mark)) }
        if isUsable {
            let end = min(width, indent + (parts.map(\.cells).max() ?? 0))
            targets.append(
                Target(
                    node: row, kind: .press(.null), lines: start..<lines.count,
                    columns: indent..<max(indent + 1, end)))
        }
        targets += controls
    }

    /// Lets a table move on to the beginning of a column where its end would cut one.
    private mutating func roundOverflow(ofTableFrom line: Int, _ widths: [Int], mark: Int, indent: Int) {
        let widest = lines[line...].map { $0.indent + $0.text.cells }.max() ?? 0
        let fixed = firstColumn(widths, mark: mark)
        guard widest > width, fixed > 0 else { return }
        var start = mark
        for cells in widths {
            if start - fixed >= widest - width { return overflow = max(overflow, start - fixed) }
            start += cells + 2
        }
    }

    /// The cells of the first column, which stays while the others move sideways, half of the width at most.
    private func firstColumn(_ widths: [Int], mark: Int) -> Int {
        widths.count > 1 && width >= 12 ? min(mark + widths[0] + 2, width / 2) : 0
    }

    /// Adds a line that scrolls sideways instead of being broken.
    private mutating func addWide(_ text: StyledText, indent: Int, fixed: Int) {
        lines.append(
            Line(
                indent: indent, text: text, paragraph: lines.count, isWide: true,
                fixedEnd: fixed > 0 ? indent + fixed : 0))
        overflow = max(overflow, indent + text.cells - width)
    }

    /// Adds rows with more columns than the line has cells, each as one text, with its controls below.
    private mutating func addRows(_ rows: [ViewNode], _ cells: [[[Item]]], indent: Int, canPress: Bool) {
        for (row, cells) in zip(rows, cells) {
            noteReveal(row)
            let target = row.target
            let style = row.flags.contains(.header) ? Style.bold : Theme.style(row)
            let texts = row.children.map { DisplayText.safe($0.label) }.joined(separator: " · ")
            let text = StyledText(canPress ? (target != nil ? "› " : "  ") : "", Theme.accent).appending(texts, style)
            add(text, indent: indent, target: target)
            let controls = cells.joined().filter { $0.target != nil }
            if !controls.isEmpty { flow(controls, indent: indent + 2, row: row.key) }
        }
    }

    // MARK: Charts

    private mutating func addChart(_ node: ViewNode, indent: Int) {
        if !node.text.isEmpty { add(suffixed(StyledText(node.text, .bold), node), indent: indent) }
        guard let series = ChartSeries(node) else { return add(node.children, indent: indent) }
        for line in ChartDrawing(series).lines(width: room(indent)) {
            lines.append(Line(indent: indent, text: line, paragraph: lines.count))
        }
    }

    // MARK: Parts of lines

    /// - Parameter isRow: Whether a button is a row of a list.
    private func parts(ofRow node: ViewNode, isRow: Bool) -> (label: StyledText, detail: StyledText) {
        guard node.isLink || node.kind == .button else {
            // Of a fact the value counts.
            let isFact = !node.detail.isEmpty && node.role == .primary
            return (
                StyledText(symbol(node) + node.text, isFact ? Theme.secondary : Theme.style(node)),
                StyledText(node.detail, isFact ? .plain : Theme.secondary)
            )
        }
        let target = node.url.isEmpty ? node.destination?.text ?? "" : node.url
        let views = node.labelViews
        guard node.kind != .button else {
            let (label, style) = ("\(symbol(node))\(views.label)", style(ofButton: node, isRow: isRow))
            // In a list the sign alone has the colour: where all can be used, it says nothing.
            return (
                isRow
                    ? StyledText("› ", style).appending(label, style == Theme.accent ? .plain : style)
                    : StyledText("[ \(label) ]", style),
                StyledText(views.details.filter { !$0.isEmpty }.joined(separator: "  "), Theme.secondary)
            )
        }
        let label = views.label.isEmpty ? node.label.isEmpty ? target : node.label : views.label
        let style = node.flags.contains(.disabled) ? Theme.secondary : Theme.accent
        var details = (views.details + [node.detail]).filter { !$0.isEmpty }
        if !node.url.isEmpty, label != node.url { details.append("<\(node.url)>") }
        return (
            StyledText("› ", style).appending(symbol(node) + label, isRow && style == Theme.accent ? .plain : style),
            StyledText(details.joined(separator: "  "), Theme.secondary)
        )
    }

    /// Returns a link or a label with its detail right after it.
    private func row(_ node: ViewNode, isRow: Bool = false) -> StyledText {
        var (text, detail) = parts(ofRow: node, isRow: isRow)
        if !detail.isEmpty {
            text.append("  ")
            text.append(detail)
        }
        return suffixed(text, node)
    }

    private func button(_ node: ViewNode) -> StyledText { row(node) }

    private func style(ofButton node: ViewNode, isRow: Bool) -> Style {
        node.flags.contains(.disabled)
            ? Theme.secondary : node.flags.contains(.destructive) ? Theme.danger : isRow ? Theme.accent : Theme.button
    }

    private func symbol(_ node: ViewNode) -> String { DisplayText.symbol(node.symbol) }

    private func suffixed(_ text: StyledText, _ node: ViewNode) -> StyledText {
        var text = text
        if !node.badge.isEmpty { text.append(" (\(node.badge))", Theme.badge) }
        if node.flags.contains(.disabled) { text.append(" (disabled)", Theme.secondary) }
        return text
    }
}

extension ViewNode {
    /// The texts of the views in a control's label. A text after a spacer or of secondary role is a detail, and so is a
    /// label's own.
    var labelViews: (label: String, details: [String]) {
        guard text.isEmpty else { return (text, children.map(\.detail)) }
        var (labels, details): ([String], [String]) = ([], [])
        var isBehindSpacer = false
        for view in children { view.collectLabel(&labels, &details, &isBehindSpacer) }
        // The spoken name of a picture is shown too.
        if !labels.isEmpty, !accessibilityLabel.isEmpty, label == accessibilityLabel { labels.append(label) }
        return labels.isEmpty ? (label, children.map(\.detail)) : (labels.joined(separator: " "), details)
    }

    private func collectLabel(_ labels: inout [String], _ details: inout [String], _ isBehindSpacer: inout Bool) {
        switch kind {
        case .spacer: isBehindSpacer = true
        case .group, .hstack:
            let outer = isBehindSpacer
            for view in children { view.collectLabel(&labels, &details, &isBehindSpacer) }
            // A spacer divides the line that it stands in. Views in the lines below belong to the label again.
            if kind == .hstack { isBehindSpacer = outer }
        default:
            let text = symbolAndLabel
            if !text.isEmpty {
                if isBehindSpacer || role == .secondary { details.append(text) } else { labels.append(text) }
            }
            details.append(detail)
        }
    }

    /// The sign of the node's symbol, and its label. A symbol with a sign needs no name.
    fileprivate var symbolAndLabel: String {
        let sign = DisplayText.symbol(symbol)
        let name = label == symbol && !sign.isEmpty ? "" : label
        return name.isEmpty ? String(sign.dropLast()) : sign + name
    }

    /// The node as a control within reach of the keys; nil if it cannot be used.
    fileprivate var target: (node: ViewNode, kind: ScreenLayout.Target.Kind)? {
        guard isUsable, let role = controlRole else { return nil }
        return switch role {
        case .textField: (self, .field)
        case .picker: (self, .options)
        case .toggle, .disclosure: (self, .press(switched))
        case .link, .button, .slider, .row, .option, .closing: (self, .press(.null))
        }
    }

    fileprivate var isLink: Bool { kind == .link || kind == .urlLink || kind == .embedded && children.isEmpty }
    fileprivate var isInput: Bool {
        switch kind {
        case .textField, .toggle, .picker, .stepper, .slider: true
        default: false
        }
    }
    /// Whether the node has a label and a detail, which stand in columns.
    fileprivate var isRow: Bool { isLink || kind == .label || kind == .button && text.isEmpty }

    /// The row, of a stack with a row and its actions at the end of the line; nil for another node.
    fileprivate var rowWithActions: ViewNode? {
        guard kind == .hstack, children.count > 2, children[1].kind == .spacer,
            children[0].isRow || children[0].kind == .button,
            children[2...].allSatisfy({ $0.kind == .button || $0.kind == .menu })
        else { return nil }
        return children[0]
    }

    /// Whether the node can stand in a line, with a menu that opens as a list by its name.
    fileprivate var fitsLine: Bool {
        isInline || isFolded || (kind == .hstack || kind == .group) && children.allSatisfy(\.fitsLine)
    }

    /// Whether the node is a menu that opens as a list, since it has buttons and links alone. The only action of a row
    /// needs no menu.
    fileprivate var isFolded: Bool {
        guard kind == .menu, let controls = foldedControls() else { return false }
        return isRowMenu ? controls.count > 1 : !controls.isEmpty
    }

    /// Whether the node is the menu with the actions of a row, which has no name.
    fileprivate var isRowMenu: Bool {
        kind == .menu && text.isEmpty && symbol.isEmpty && accessibilityLabel.isEmpty
    }

    /// The name of a menu, which is not what it has to choose; empty if it has none.
    var menuName: String { DisplayText.safe(text.isEmpty ? accessibilityLabel : text) }

    /// Returns the buttons and links of a menu with the titles of their sections; nil if there is anything else in it.
    fileprivate func foldedControls(in section: String = "") -> [(control: ViewNode, section: String)]? {
        var controls: [(ViewNode, String)] = []
        for child in children {
            switch child.kind {
            case .button, .link, .urlLink: controls.append((child, section))
            case .divider: break
            case .group, .section:
                guard let inner = child.foldedControls(in: child.text.isEmpty ? section : child.text) else {
                    return nil
                }
                controls += inner
            default: return nil
            }
        }
        return controls
    }
}

extension Value {
    fileprivate var number: Double? {
        switch self {
        case .double(let value): value.isFinite ? value : nil
        case .integer(let value): Double(value)
        default: nil
        }
    }
}

extension ScreenLayout.List {
    fileprivate init(_ node: ViewNode) {
        self.init(
            identity: Identity(screen: node.screen, key: node.key), count: Int(clamping: node.elementCount),
            offset: Int(clamping: node.elementOffset))
    }
}
