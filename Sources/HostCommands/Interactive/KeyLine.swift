import HostCore
import Terminal

/// The keys with an effect here, for the status line.
struct KeyLine {
    /// A key with its effect: `Enter open`. A click on it has the same effect.
    struct Item {
        enum Click: Hashable {
            case key(Key, Modifiers = [])
            /// The shortcut of a control, by the keys that are shown.
            case shortcut(String)
        }

        /// The key, and its effect.
        let key, effect: String
        /// The key that a click stands for: of several keys the one that goes on.
        let click: Click
        /// How much the user needs the key. A line without room for all keys leaves out the least needed ones first.
        enum Need: Comparable { case low, quit, commands, usual, high, all }
        let need: Need
        /// Whether the key is the same on each screen: it stands at the right.
        let isCommon: Bool

        init(_ key: String, _ effect: String, _ click: Click, _ need: Need = .usual, isCommon: Bool = false) {
            (self.key, self.effect, self.click) = (key, effect, click)
            (self.need, self.isCommon) = (need, isCommon)
        }

        var text: StyledText { KeyLine.text(key, effect) }
    }

    static func text(_ key: String, _ effect: String) -> StyledText {
        StyledText(key, Theme.accent).appending(" \(effect)", Theme.secondary)
    }

    private(set) var items: [Item] = []

    @MainActor
    init(_ app: FullScreenApp) {
        switch app.mode {
        case .edit(_, let editor): addEditing(app, editor)
        case .read:
            add("↑↓", "scroll", .down)
            add("any other key", "closes", .escape)
        case _ where app.pane?.takesText == true: addWriting(app)
        default: addBrowsing(app)
        }
    }

    /// Adds the keys of a field that is written in.
    @MainActor
    private mutating func addEditing(_ app: FullScreenApp, _ editor: FieldEditor) {
        let submits = app.pane?.target?.node.flags.contains(.submits) == true
        if let date = app.pane?.target?.node.date(editor.text) {
            let isInDay = date.isInDay(at: editor.caret)
            add("↑↓", isInDay ? "week" : "change", isInDay ? .down : .up)
            add("←→", isInDay ? "day" : "part", .right)
            if date.month != nil { add("PgDn", "month", .pageDown) }
        }
        if submits { add("Enter", "submit", .enter) }
        if submits || editor.isMultiline {
            add("Esc", "done", .escape)
        } else {
            add("Enter", "done", .enter)
        }
        if app.pane?.canCycle == true { add("Tab", "next", .tab) }
        addCommonWhereLettersAreText()
    }

    /// Adds the keys of a field that a letter opens.
    @MainActor
    private mutating func addWriting(_ app: FullScreenApp) {
        if let node = app.pane?.target?.node, node.isDate {
            add("←→", node.flags.contains(.time) ? "part" : "day", .right)
        }
        add("Type", "to write", .enter)
        if app.pane?.canCycle == true { add("Tab", "next", .tab) }
        if app.filter.isEmpty { add("Esc", app.wayBack ?? "done", .escape) } else { addAllRows() }
        addShortcuts(app)
        addCommonWhereLettersAreText()
    }

    @MainActor
    private mutating func addBrowsing(_ app: FullScreenApp) {
        if app.pane?.canAdjust == true {
            add("←→", "change", .right)
        } else if app.pane?.hasActions == true {
            add("→", "actions", .right)
        }
        let isSideways = items.isEmpty && app.pane?.canMoveSideways == true
        if app.pane?.canMove == true {
            add(isSideways ? "↑↓←→" : "↑↓", "move", .down)
        } else if isSideways {
            add("←→", "move", .right)
        }
        if let pane = app.pane, let target = pane.target, !target.node.flags.contains(.disabled) {
            // What is scrolled out of sight is shown before it is used.
            let effect = pane.isInSight(target) ? target.use : "show \(target.label.shortened(to: 20))"
            add("Enter", effect, .enter)
        }
        if app.pane?.canScrollSideways == true, app.pane?.canMoveSideways != true, app.pane?.canAdjust != true {
            add("←→", "scroll", .right)
        }
        if app.canStepBeside { add("JK", "next row", .character("J")) }
        if app.isFound {
            let count = app.matchCount
            add("n", count.contains(" of ") ? "next, \(count)" : "next", .character("n"), need: .high)
        }
        if !app.filter.isEmpty {
            addAllRows()
        } else if app.isFound {
            add("Esc", "end find", .escape, need: .high)
        } else if let way = app.wayBack, !app.shortcuts.contains(where: { $0.keys == "Esc" }) {
            add("Esc", "\(way)", .escape, need: .high)
        }
        addShortcuts(app)
        let tabs = min(9, app.coordinator.tabNames.count)
        if tabs > 1 {
            let next = (app.coordinator.state.selectedIndex + 1) % tabs + 1
            add("1–\(tabs)", "tab", .character(Character("\(next)")))
        }
        if app.pane?.canSort == true {
            add("s", "sort", .character("s"), need: .low)
            if app.pane?.sortedColumn != nil { add("S", "turn", .character("S"), need: .low) }
        }
        items.append(Item(":", "commands", .key(.character(":")), .commands, isCommon: true))
        if app.pane?.isLong == true {
            items.append(Item("/", "find", .key(.character("/")), .commands, isCommon: true))
        }
        if !app.notes.isEmpty { items.append(Item("m", "messages", .key(.character("m")), .low, isCommon: true)) }
        items.append(Item("?", "help", .key(.character("?")), .high, isCommon: true))
        items.append(Item("q", "quit", .key(.character("q")), .quit, isCommon: true))
    }

    @MainActor
    private mutating func addShortcuts(_ app: FullScreenApp) {
        items += app.shortcuts.prefix(4).map { Item($0.keys, $0.meaning, .shortcut($0.keys), .low) }
    }

    private mutating func addCommonWhereLettersAreText() {
        items.append(Item("Ctrl-K", "commands", .key(.character("k"), .control), .commands, isCommon: true))
        items.append(Item("F1", "help", .key(.function(1)), .high, isCommon: true))
        items.append(Item("Ctrl-C", "quit", .key(.character("c"), .control), .quit, isCommon: true))
    }

    /// Adds the key that ends a search: nothing else says that rows are left out.
    private mutating func addAllRows() { items.append(Item("Esc", "all rows", .key(.escape), .all)) }

    private mutating func add(_ name: String, _ effect: String, _ key: Key, need: Item.Need = .usual) {
        items.append(Item(name, effect, .key(key), need))
    }

    /// Returns as many keys as fit: of those that are needed least the last is left out first. The first one is what
    /// most use here.
    private func fitting(cells: Int) -> [Item] {
        var items = items
        while items.count > 1, Self.cells(of: items) > cells {
            let needs = items.enumerated().map { $0 == 0 ? max(.high, $1.need) : $1.need }
            items.remove(at: needs.min().flatMap(needs.lastIndex) ?? 0)
        }
        return items
    }

    /// The cells of keys with the gaps between them.
    private static func cells(of items: [Item]) -> Int {
        items.reduce(2 * max(0, items.count - 1)) { $0 + $1.text.cells }
    }

    /// Returns the keys that fit, each with its first column: those of this screen, and at the right the common ones.
    func places(cells: Int) -> [(item: Item, column: Int)] {
        let items = fitting(cells: cells)
        let common = Self.cells(of: items.filter(\.isCommon))
        var column = 0
        return items.map { item in
            if item.isCommon { column = max(column, cells - common) }
            defer { column += item.text.cells + 2 }
            return (item, column)
        }
    }
}

extension FullScreenApp {
    /// The shortcuts of the controls in front, with the controls' labels: each key once, since the rows of a list may
    /// have the same.
    var shortcuts: [KeyTable.Row] {
        var known: Set<String> = []
        return shortcutTargets.compactMap { target in
            guard let keys = target.shortcutKeys, known.insert("\(keys) \(target.label)").inserted else { return nil }
            return (keys, target.label)
        }
    }

    /// The controls whose shortcuts count: all but the actions of rows without the focus, and menus by their own.
    var shortcutTargets: [ScreenLayout.Target] {
        let focused = pane?.target
        return (pane?.layout.targets ?? []).filter { !$0.isRowMenu || focused?.isBeside($0) == true }.flatMap {
            $0.node.kind == .menu ? [$0] + $0.controls : [$0]
        }
    }

    /// Whether one of the buttons of the question in front must be pressed: nothing else closes it.
    var mustAnswer: Bool { front?.id.box != nil && front?.screen.openBox.map { $0.closing == nil } == true }

    /// The effect of Esc on this screen; nil if there is nothing to leave.
    var wayBack: String? {
        let tab = coordinator.state.selected
        if front?.id.box != nil { return mustAnswer ? nil : "close" }
        if let inner = coordinator.state.top.inner.last { return inner.presentation == .push ? "back" : "close" }
        guard tab.entries.count > 1 else { return nil }
        return tab.stacks.last?.count == 1 ? "close" : "back"
    }
}

extension ScreenLayout.Target {
    /// The control's shortcut as it is shown; nil for a text field. Enter is the key of the focused control, so a default
    /// action is shown with Alt.
    var shortcutKeys: String? {
        guard kind != .field, let shortcut = node.keyboardShortcut else { return nil }
        return shortcut.key == "Enter" && shortcut.isAlone ? "Alt-Enter" : shortcut.label
    }

    /// Whether a key of the terminal is the control's shortcut.
    func isShortcut(_ key: Key, _ modifiers: Modifiers) -> Bool {
        guard !node.flags.contains(.disabled), let shortcut = node.keyboardShortcut else { return false }
        guard modifiers.contains(.alt) || shortcut.isAlone else { return false }
        guard case .character(let character) = key else {
            return key.name == shortcut.key && modifiers.contains(.shift) == shortcut.hasShift
        }
        if character == " " { return shortcut.key == "Space" }
        // A terminal sends a letter with Shift as the upper-case one.
        let hasShift = modifiers.contains(.shift) || String(character).lowercased() != String(character)
        return String(character).lowercased() == shortcut.key && hasShift == shortcut.hasShift
    }

    /// The effect of Enter on the control, in a word.
    var use: String {
        guard kind != .field else { return "write" }
        return switch node.kind {
        case .toggle: "switch"
        case .picker, .menu: "choose"
        case .urlLink: "follow"
        case .link, .embedded: "open"
        case .row where node.destination != nil: "open"
        default: "press"
        }
    }
}

extension Key {
    /// The key's name in a shortcut; nil for a key that cannot be one.
    fileprivate var name: String? {
        switch self {
        case .enter: "Enter"
        case .escape: "Escape"
        case .tab: "Tab"
        case .backspace: "Backspace"
        case .delete: "Delete"
        case .up: "ArrowUp"
        case .down: "ArrowDown"
        case .left: "ArrowLeft"
        case .right: "ArrowRight"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PageUp"
        case .pageDown: "PageDown"
        case .character, .insert, .function: nil
        }
    }
}
