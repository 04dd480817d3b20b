import HostCore
import Terminal

/// The keys with an effect here, for the status line.
struct KeyLine {
    /// Each key with its effect: `Enter open`.
    private(set) var items: [String] = []

    @MainActor
    init(_ app: FullScreenApp) {
        if case .edit(_, let editor) = app.mode {
            let submits = app.pane?.target?.node.flags.contains(.submits) == true
            let ends =
                submits ? "Enter submit; Esc when done" : "\(editor.isMultiline ? "Esc" : "Enter or Esc") when done"
            items = ["Type; \(ends)", "Tab next"]
            return
        }
        if case .read = app.mode {
            items = ["↑↓ scroll", "any other key closes"]
            return
        }
        let coordinator = app.coordinator
        if app.pane?.takesText == true {
            items = ["Type to write", "Tab next", "Esc \(app.wayBack ?? "done")"]
            items += app.shortcuts.prefix(4).map { "\($0.keys) \($0.meaning)" }
            items += ["Ctrl-K commands", "F1 help", "Ctrl-C quit"]
            return
        }
        if app.pane?.canMoveSideways == true { items.append("←→ move") }
        if app.pane?.canMove == true { items.append("↑↓ move") }
        if let target = app.pane?.target { items.append("Enter \(target.use)") }
        if app.pane?.canScrollSideways == true, app.pane?.canMoveSideways != true { items.append("←→ scroll") }
        if app.canStepBeside { items.append("JK next row") }
        if let way = app.wayBack, !app.shortcuts.contains(where: { $0.keys == "Esc" }) { items.append("Esc \(way)") }
        items += app.shortcuts.prefix(4).map { "\($0.keys) \($0.meaning)" }
        if coordinator.tabNames.count > 1 { items.append("1–\(min(9, coordinator.tabNames.count)) tab") }
        items += [": commands", "/ find"]
        if !app.search.text.isEmpty { items.append("n next") }
        if coordinator.url != nil { items.append("u copy link") }
        if !app.notes.isEmpty { items.append("m messages") }
        items += [Self.help, "q quit"]
    }

    private static let help = "? help"

    /// Returns as many keys as fit. The key for the help is the last but one to be left out.
    func text(cells: Int) -> String {
        var items = items
        while items.count > 1, items.joined(separator: "  ").cells > cells {
            let isHelpLast = items.last == Self.help && items.count > 2
            items.remove(at: isHelpLast ? items.count - 2 : items.count - 1)
        }
        return items.joined(separator: "  ")
    }
}

extension FullScreenApp {
    /// The shortcuts of the controls in front, with the controls' labels. Enter is the key of the focused control, so a
    /// default action is shown with Alt.
    var shortcuts: [(keys: String, meaning: String)] {
        (pane?.layout.targets ?? []).compactMap { target in
            guard target.kind != .field, let shortcut = target.node.keyboardShortcut else { return nil }
            let keys = shortcut.key == "Enter" && shortcut.isAlone ? "Alt-Enter" : shortcut.label
            return (keys, target.label)
        }
    }

    /// The effect of Esc on this screen; nil if there is nothing to leave.
    var wayBack: String? {
        let tab = coordinator.state.selected
        if front?.id.box != nil { return "close" }
        if let inner = coordinator.state.top.inner.last { return inner.presentation == .push ? "back" : "close" }
        guard tab.entries.count > 1 else { return nil }
        return tab.stacks.last?.count == 1 ? "close" : "back"
    }
}

extension ScreenLayout.Target {
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

    /// The control's shortcut; without one the key that uses it once it has the focus.
    var key: String { node.keyboardShortcut?.label ?? "Enter" }

    /// The effect of Enter on the control, in a word.
    var use: String {
        guard kind != .field else { return "write" }
        return switch node.kind {
        case .toggle: "switch"
        case .picker: "choose"
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
