import HostCore
import HostSystem
import JSONText
import Terminal

/// The palette: a line for commands, with suggestions.
///
/// A command is a link, a destination or a step, the label of a control on the screen, or the name of a key. The same
/// prompt offers the options of one picker, or what is in a menu.
struct Palette {
    /// The name of the picker or menu whose options are offered; nil for commands.
    let picker: String?
    var editor: FieldEditor
    private let suggestions: Suggestions
    private(set) var matches: [Suggestions.Item]
    /// How many suggestions on the screen are not shown.
    private var more = 0
    /// The index of the chosen suggestion; nil while the typed text counts.
    private(set) var chosen: Int?
    /// Whether the typed text is a whole place or step, which Enter accepts unchanged.
    var isPlace = false
    /// The reason why the text was refused at Enter.
    private var refusal: String?
    /// Whether the text is the one that it began with, which is selected: the first letter typed replaces it.
    private(set) var isSelected = false

    /// - Parameter text: The initial text, which is selected.
    init(_ suggestions: Suggestions, _ text: String = "") {
        isSelected = !text.isEmpty
        picker = nil
        self.suggestions = suggestions
        editor = FieldEditor(text)
        matches = []
        match(text)
    }

    init(options: [Suggestions.Item], of picker: String, chosen: Int?) {
        self.picker = picker
        self.chosen = chosen
        suggestions = Suggestions(options)
        editor = FieldEditor()
        matches = options
    }

    /// Finds the suggestions for a text. Without one, what is on the screen leaves room for the others.
    private mutating func match(_ text: String) {
        matches = suggestions.matching(text)
        more = 0
        guard text.isEmpty, picker == nil else { return }
        let count = matches.count { $0.group == .screen }
        guard count > Self.mostOfScreen else { return }
        more = count - Self.mostOfScreen
        matches.removeSubrange(Self.mostOfScreen..<count)
    }

    /// The most suggestions on the screen that are shown while nothing is typed.
    private static let mostOfScreen = 5

    /// Offers the row with a number, which is the text.
    mutating func offer(row number: UInt64, of count: Int) {
        let row = min(Int(clamping: number), count)
        let last = row == count ? ", the last one" : ""
        matches = [
            Suggestions.Item(text: text, summary: "row \(UInt64(row).grouped) of \(UInt64(count).grouped)\(last)")
        ]
    }

    /// Whether it lists the columns to sort a table by.
    var sorts: Bool { if case .sort? = suggestions.all.first?.action { true } else { false } }

    mutating func refuse(_ reason: String) { refusal = reason }

    /// The reason why Enter does not accept the text: the host has refused it, or no suggestion matches it. Nil if
    /// Enter accepts it.
    var complaint: String? {
        if let refusal { return "! " + refusal }
        guard matches.isEmpty, !isPlace, !text.trimmed.isEmpty else { return nil }
        let nearest = Spelling.nearest(to: text.trimmed, in: suggestions.all.map(\.text))
        return "nothing here is called '\(text.trimmed)'"
            + (nearest.map { "; did you mean '\($0)'?" } ?? (picker == nil ? "; Esc closes" : "; Esc chooses nothing"))
    }

    var text: String { editor.text }

    /// A line of the list: a match by its index, or the heading of a group.
    enum Line: Hashable {
        case heading(Suggestions.Item.Group)
        case match(Int)
        /// How many more there are.
        case more(Int)
    }

    /// - Parameter hasHeadings: Whether there is room for headings. A list of options has none.
    func lines(hasHeadings: Bool) -> [Line] {
        var lines: [Line] = []
        for (index, item) in matches.enumerated() {
            let isFirst = index == 0 || matches[index - 1].group != item.group
            if hasHeadings, picker == nil, isFirst { lines.append(.heading(item.group)) }
            lines.append(.match(index))
            let isLast = index + 1 == matches.count || matches[index + 1].group != item.group
            if more > 0, isLast, item.group == .screen { lines.append(.more(more)) }
        }
        return lines
    }

    /// The cells of the widest suggestion, with its summary and its key, and of the title with the count.
    var widest: Int {
        let items = suggestions.all
        let columns = [\.shape, \.summary, \.key].map { (column: KeyPath<Suggestions.Item, String>) in
            items.map { $0[keyPath: column].cells }.max() ?? 0
        }
        let widest = columns.reduce(0) { $0 + ($1 > 0 ? $1 + 2 : 0) }
        return max(widest, (picker ?? "").cells + 2 * "\(items.count)".cells + 7)
    }

    /// The number of the suggestion for Enter, if there is one, and how many there are: `1/89`.
    var count: String { (taken.map { "\($0 + 1)/" } ?? "") + "\(matches.count + more)" }

    /// The index of the suggestion for Enter: the chosen one, else the place that is typed, else the first. Nil if Enter
    /// accepts the text, which means something of its own.
    var taken: Int? {
        if let chosen { return chosen }
        if isPlace { return matches.firstIndex { $0.action == .go && $0.text == text } }
        return text.isEmpty ? nil : matches.firstIndex { !$0.hasArguments }
    }

    /// Whether the typed text is only the beginning of a place's.
    var isBeginning: Bool {
        let typed = text.trimmed.lowercased()
        let places = matches.filter { $0.action == .go && $0.foldedText.hasPrefix(typed) }
        return !places.isEmpty && !places.contains { $0.foldedText == typed && !$0.hasArguments }
    }

    /// Writes the place that is begun, or the only one that matches, up to its first argument, and says what is to be
    /// written there.
    ///
    /// - Returns: Whether there is one.
    mutating func completeBeginning() -> Bool {
        guard !isPlace, isBeginning || matches.count == 1,
            let place = matches.first(where: { $0.action == .go && $0.hasArguments })
        else { return false }
        let beginning = String(place.shape.prefix { $0 != "{" })
        guard text.trimmed.count <= beginning.count else { return false }
        editor = FieldEditor(beginning)
        match(beginning)
        let argument = place.shape.drop { $0 != "{" }
        refusal = "write what stands for \(argument.prefix { $0 != "}" })} in \(place.shape)"
        return true
    }

    /// - Returns: Whether the palette has handled the event.
    mutating func handle(_ event: InputEvent) -> Bool {
        if isSelected, event.text != nil || event == .key(.backspace) || event == .key(.delete) {
            editor = FieldEditor()
        }
        isSelected = false
        switch event {
        case .key(.down, _): choose(1)
        case .key(.up, _): choose(-1)
        case .key(.pageDown, _): choose(at: min((chosen ?? -1) + Self.page, matches.count - 1))
        case .key(.pageUp, _): choose(at: max((chosen ?? 0) - Self.page, 0))
        case .key(.home, _) where picker != nil: choose(at: 0)
        case .key(.end, _) where picker != nil: choose(at: matches.count - 1)
        case .key(.tab, let modifiers): complete(forward: !modifiers.contains(.shift))
        default:
            guard editor.handle(event) else { return false }
            refusal = nil
            match(editor.text)
            chosen = nil
        }
        return true
    }

    /// Completes the common beginning of all matching places, and after that one suggestion after the other.
    private mutating func complete(forward: Bool) {
        let places = matches.filter { $0.action == .go }
        if chosen == nil, let completion = Suggestions.completion(of: editor.text, among: places) {
            editor = FieldEditor(completion)
            match(completion)
        } else {
            choose(forward ? 1 : -1)
        }
    }

    private mutating func choose(_ step: Int) {
        guard !matches.isEmpty else { return }
        choose(at: chosen.map { ($0 + step + matches.count) % matches.count } ?? (step > 0 ? 0 : matches.count - 1))
    }

    private mutating func choose(at index: Int) {
        guard matches.indices.contains(index) else { return }
        chosen = index
        refusal = nil
        // A command may be written on; of the options of a picker the text is what they are filtered by.
        guard picker == nil, !(matches[index].hasArguments && text.hasPrefix(matches[index].text)) else { return }
        editor = FieldEditor(matches[index].text)
    }

    /// How many suggestions a page key moves by.
    private static let page = 10
}

extension FullScreenApp {
    func openPalette() {
        let places = Suggestions(coordinator.catalog, coordinator.wiring, withTabs: true).all
        var controls: [Suggestions.Item] = []
        var links: [Suggestions.Item] = []
        var options: [Suggestions.Item] = []
        // Of the actions of rows those of the row with the focus: a list may have many.
        let focused = pane?.target
        for (index, place) in (pane?.layout.targets ?? []).enumerated()
        where !place.isRowMenu || focused?.isBeside(place) == true {
            let row = place.isRowMenu ? pane?.layout.targets.first { !$0.isRowMenu && $0.isBeside(place) } : nil
            for target in place.controls where !target.label.isEmpty && !target.node.flags.contains(.disabled) {
                if target.kind == .options { options += Self.options(of: target, at: index, withLabel: true) }
                let item = Suggestions.Item(
                    text: target.label, summary: row.map { "of \($0.label)" } ?? target.detail,
                    key: target.shortcutKeys ?? target.use,
                    isDestructive: target.node.flags.contains(.destructive),
                    action: .use(target.identity, at: index))
                if target.use == "open" { links.append(item) } else { controls.append(item) }
            }
        }
        var keys = KeyTable.commands.map {
            Suggestions.Item(text: $0.name, summary: "", key: String($0.key), action: .press($0.key))
        }
        keys += sortings(from: "Sort by ")
        // The controls come before the links, since a list may have many.
        mode = .palette(Palette(Suggestions(controls + links + places + keys, whenTyped: options), refusedCommand))
        refusedCommand = ""
    }

    /// Opens the list of a picker's options, or of what is in a menu.
    func open(_ picker: ScreenLayout.Target, at index: Int) {
        let isMenu = picker.node.kind == .menu
        let options =
            isMenu
            ? picker.controls.map {
                Suggestions.Item(
                    text: $0.label, summary: DisplayText.safe($0.section), key: $0.shortcutKeys ?? "",
                    isDestructive: $0.node.flags.contains(.destructive), action: .use($0.identity, at: index))
            } : Self.options(of: picker, at: index, withLabel: false)
        // Of a menu Enter does at once what loses nothing.
        let chosen =
            isMenu
            ? picker.controls.firstIndex { !$0.node.flags.contains(.destructive) }
            : options.firstIndex { $0.action == .choose(picker.node.value, of: picker.identity, at: index) }
        mode = .palette(Palette(options: options, of: picker.label, chosen: chosen))
    }

    /// Opens the list of the columns of the table, or sorts it by the next one if they are few.
    func sort() {
        let columns = sortings(from: "")
        // With the order that the feature has.
        guard columns.count > Self.fewColumns + 1 else { return change { $0.sortByNextColumn() } }
        let chosen = pane?.sortedColumn ?? 0
        mode = .palette(Palette(options: columns, of: "Sort by", chosen: chosen))
    }

    /// The most columns of a table that a key goes through one after the other.
    private static let fewColumns = 3

    /// The columns by which the table can be sorted, and the order in which the feature has its rows.
    private func sortings(from beginning: String) -> [Suggestions.Item] {
        guard let titles = pane?.titles, !titles.isEmpty else { return [] }
        let items = titles.enumerated().map { column, title in
            let isAlone = !title.isEmpty && titles.count { $0 == title } == 1
            let mark = pane?.sortedColumn == column ? pane?.isSortedDown == true ? "▼" : "▲" : ""
            return Suggestions.Item(
                text: beginning + (isAlone ? title : "\(title) (column \(column + 1))".trimmed), summary: mark,
                action: .sort(column))
        }
        let unsorted = beginning.isEmpty ? "as it comes" : "Sort as it comes"
        return items + [Suggestions.Item(text: unsorted, summary: "", action: .sort(nil))]
    }

    private static func options(
        of picker: ScreenLayout.Target, at index: Int, withLabel: Bool
    ) -> [Suggestions.Item] {
        picker.node.children.filter { !$0.flags.contains(.disabled) }.map { option in
            let isChosen = option.value == picker.node.value
            let label = DisplayText.safe(option.label)
            return Suggestions.Item(
                text: withLabel && !picker.label.isEmpty ? "\(picker.label)=\(label)" : label,
                summary: isChosen ? "chosen" : withLabel ? "choose" : "",
                action: .choose(option.value, of: picker.identity, at: index))
        }
    }

    func handle(_ event: InputEvent, _ palette: Palette) {
        // The shortcuts of a menu stand in it.
        if palette.picker != nil, case .key(let key, let modifiers) = event, modifiers.contains(.alt) {
            mode = .browse
            return _ = useShortcut(key, modifiers)
        }
        var palette = palette
        // The key that has opened the columns goes on to the next.
        let isNext = palette.sorts && palette.picker != nil && palette.text.isEmpty && event == .key(.character("s"))
        if palette.handle(isNext ? .key(.down) : event) {
            let step = try? step(palette.text.trimmed)
            palette.isPlace = step.map { isWhole($0, palette) } ?? false
            if case .rows(let rows)? = step, let count = pane?.rowCount, palette.text.trimmed.isNumber {
                palette.offer(row: rows.first, of: count)
            }
            mode = .palette(palette)
            return
        }
        switch event {
        case .key(.enter, _):
            note = nil
            if let taken = palette.taken {
                take(taken, of: palette)
            } else if palette.text.trimmed.isEmpty {
                mode = .browse
            } else if palette.picker == nil {
                if palette.completeBeginning() { return mode = .palette(palette) }
                go(palette)
            }
        case .key(.escape, _): mode = .browse
        default: break
        }
    }

    /// Whether a step is more than the beginning of a place that is suggested.
    private func isWhole(_ step: Step, _ palette: Palette) -> Bool {
        switch step {
        case .destination(let text, nil): (try? coordinator.catalog.place(text)) != nil || !palette.isBeginning
        case .link: !palette.isBeginning
        default: true
        }
    }

    /// Does what a suggestion is for.
    func take(_ index: Int, of palette: Palette) {
        mode = .browse
        let item = palette.matches[index]
        switch item.action {
        case .go: go(to: item.text)
        case .press(let key): browse(.key(.character(key)))
        case .sort(let column): change { $0.sort(by: column) }
        case .use(let identity, let index):
            if let target = focus(identity, near: index, of: item) { use(target) }
        case .choose(let value, let identity, let index):
            if let target = focus(identity, near: index, of: item) { use(target.node, value) }
        }
    }

    /// Puts the focus on a suggestion's control, if it is still there. Of several with that identity, as in rows
    /// without keys, it is the one nearest to where it was.
    private func focus(
        _ identity: ScreenLayout.Target.Identity, near place: Int, of item: Suggestions.Item
    ) -> ScreenLayout.Target? {
        let targets = pane?.layout.targets ?? []
        let found = targets.indices.compactMap { index in
            ([targets[index]] + targets[index].controls).first { $0.identity == identity }.map { (index, $0) }
        }
        guard let (index, control) = found.min(by: { abs($0.0 - place) < abs($1.0 - place) }) else {
            show(LiveApp.Note("'\(item.text)' is not on the screen any more", .problem))
            return nil
        }
        change { $0.focus(index) }
        return control
    }

    /// Carries out the typed text. A refused text stays for correction.
    private func go(_ palette: Palette) {
        do {
            let step = try step(palette.text.trimmed)
            mode = .browse
            go(to: step, typed: palette.text)
        } catch {
            var palette = palette
            palette.refuse(error.message)
            mode = .palette(palette)
        }
    }

    private func go(to step: Step, typed: String) {
        if case .rows(let rows) = step { return change { $0.go(toElement: Int(clamping: rows.first - 1)) } }
        if live.isInFront(typed.trimmed) { return note = LiveApp.Note("this is the screen already; r reloads it") }
        let place = try? coordinator.catalog.place(typed.trimmed)
        let isShown = { (entry: NavigationState.Entry) in place.map(entry.place.isSameScreen) ?? false }
        // A screen of the path is gone back to, and not shown a second time.
        let entries = coordinator.state.selected.entries
        if front?.id.box == nil, let found = entries.lastIndex(where: isShown) {
            goBack(to: entries[..<found].reduce(0) { $0 + 1 + $1.inner.count })
        } else {
            live.perform(step)
            live.takeProblems()
        }
        if note?.weight == .problem { refusedCommand = typed }
    }

    private func go(to text: String) {
        guard !text.isEmpty else { return }
        do {
            go(to: try step(text), typed: text)
        } catch {
            show(LiveApp.Note(error.message, .problem))
        }
    }

    /// Returns the step of a text that does not read the screen.
    private func step(_ text: String) throws(UsageError) -> Step {
        // A number alone is that of a row.
        if text.isNumber, pane.map({ $0.rowCount > 0 }) == true {
            return .rows(Rows(from: max(1, UInt64(text) ?? .max)))
        }
        let step = try Step(text, features: coordinator.catalog.ids)
        if case .rows = step { return step }
        guard !step.readsScreen else {
            throw UsageError("'\(text)' is no place to go to: a link, a destination, or a step")
        }
        try step.requireKnownWord(coordinator.catalog)
        return step
    }
}

extension ScreenLayout.Target {
    /// The details of a row or a link.
    fileprivate var detail: String {
        guard use == "open" || isRow else { return "" }
        return DisplayText.safe(
            (node.labelViews.details + [node.detail]).filter { !$0.isEmpty }.joined(separator: "  "))
    }

    /// The palette's text for the control: its label, for an option after that of its picker.
    var label: String {
        if node.kind == .menu { return node.menuName.isEmpty ? "Actions" : node.menuName }
        guard node.kind == .picker, case .press(let value) = kind else { return DisplayText.safe(node.label) }
        let option = node.children.first { $0.value == value }?.label ?? ""
        return DisplayText.safe(node.text.isEmpty ? option : "\(node.text)=\(option)")
    }
}
