import FeatureContract
import HostCore
import Terminal

/// Using the controls on the screen, and editing its text fields.
extension FullScreenApp {
    /// Uses the focused control if it is in sight, else scrolls to it: the user does not press an invisible control.
    func use() {
        guard let pane, let target = pane.target else { return }
        guard pane.isInSight(target) else { return change { $0.reveal(target.lines) } }
        use(target)
    }

    func use(_ target: ScreenLayout.Target) {
        followsFeature = true
        switch target.kind {
        case .field: beginEditing()
        case .step(let step): live.perform(step)
        case .options: open(target, at: pane?.focus ?? 0)
        case .press(let value): use(target.node, value)
        case .adjust: if target.node.isUsable { use(target.node, .null) }
        }
        live.takeProblems()
    }

    func use(_ node: ViewNode, _ value: Value) {
        if !search.isFilter { search = Search() }
        change { $0.choose() }
        flash(node)
        pressed = "\(coordinator.titles.last?.title ?? ""): \(node.label)"
        if let url = live.use(node, value: value) {
            terminal.copy(url)
            show(LiveApp.Note("this link leads out of the app, and is copied: \(url)"))
        }
        live.takeProblems()
    }

    /// Uses the control in front with this key as its shortcut. Returns false if there is none.
    func useShortcut(_ key: Key, _ modifiers: Modifiers) -> Bool { useShortcut { $0.isShortcut(key, modifiers) } }

    func useShortcut(where isMeant: (ScreenLayout.Target) -> Bool) -> Bool {
        let targets = pane?.layout.targets ?? []
        // Each row of a list may have the same: that of the row with the focus is meant.
        var owners = shortcutTargets.filter(isMeant)
        let own = owners.filter { pane?.target?.isBeside($0) == true }
        if owners.count > 1, own.count == 1 { owners = own }
        guard let owner = owners.first else { return false }
        leaveField()
        guard owners.count == 1 else {
            let labels = Set(owners.map { "'\($0.label)'" }).sorted().joined(separator: " and ")
            show(LiveApp.Note("\(labels) have the same shortcut: choose one of them", .problem))
            return true
        }
        if owner.kind == .field, let index = targets.firstIndex(where: isMeant) { change { $0.focus(index) } }
        use(owner)
        return true
    }

    /// Begins editing if the focus is on a text field.
    ///
    /// - Parameter event: The event that begins the editing, if it is also typed there.
    func beginEditing(with event: InputEvent? = nil) {
        guard pane?.target?.kind == .field else { return }
        // The focus stays on this field, whatever the screen adds beside it.
        change { $0.choose() }
        // The field would leave the screen once its text is another than the one that the user looked for.
        if !filter.isEmpty { endSearch() }
        guard let target = pane?.target, target.kind == .field else { return }
        textBefore = target.node.value.scalarText ?? ""
        mode = .edit(
            target.identity,
            FieldEditor(
                target.node.value.scalarText ?? "", isMultiline: target.node.flags.contains(.multiline)))
        coordinator.setFocus(true, of: target.node)
        guard let event, case .edit(let identity, var editor) = mode else { return }
        // A user who types at a date writes it from its first part on.
        if target.node.isDate, event.text != nil {
            editor = FieldEditor(editor.text, caret: editor.text.prefix(while: \.isDigit).count)
        }
        edit(event, identity, editor)
    }

    /// Begins to edit the focused field with an event that would change its text; returns whether it did.
    func write(_ event: InputEvent) -> Bool {
        guard let pane, pane.takesText, let node = pane.target?.node else { return false }
        let before = FieldEditor(node.value.scalarText ?? "", isMultiline: node.flags.contains(.multiline))
        var editor = before
        guard event != .key(.enter, []), editor.handle(event), editor.text != before.text else { return false }
        beginEditing(with: event)
        return true
    }

    /// Ends editing, and informs the field if it is still there. What is no date gives way to what was there before.
    func leaveField() {
        defer { mode = .browse }
        guard case .edit(let identity, let editor) = mode, let target = pane?.target, target.isSameField(as: identity)
        else { return }
        if let fault = dateFault(of: editor.text, in: target.node) {
            let canRestore = textBefore.isEmpty || target.node.date(textBefore) != nil
            if canRestore { coordinator.use(target.node, value: .string(textBefore)) }
            let after = canRestore && !textBefore.isEmpty ? "; it is \(textBefore) again" : ""
            note = LiveApp.Note(fault + after, .problem)
        }
        coordinator.setFocus(false, of: target.node)
    }

    /// Why a field does not take a text: a date that is none. Nil if it does.
    private func dateFault(of text: String, in node: ViewNode) -> String? {
        guard node.isDate, !text.isEmpty, node.date(text) == nil else { return nil }
        return "'\(text)' is no date: \(node.dateFault(text))"
    }

    /// Ends editing when the text field is gone, and drops the keys typed ahead, which were meant only for that field.
    func stopEditing() {
        leaveField()
        waiting = []
    }

    /// Changes a date by its parts: digits are written into them, arrow keys go to the next part to the side, and change
    /// it up and down. Its day they move as in a calendar, by days and weeks, and a page is a month.
    ///
    /// - Returns: Whether it was such a key; one that goes up or down only changes a text that is a date.
    private func editDate(_ event: InputEvent, of node: ViewNode, in editor: inout FieldEditor) -> Bool {
        if let text = event.text?.trimmed {
            // A whole date takes the place of the other.
            if let date = node.date(text) {
                editor = FieldEditor(date.text)
                return true
            }
            let parts = (hasDate: node.flags.contains(.date), hasTime: node.flags.contains(.time))
            let written = DateParts.writing(text, into: editor.text, at: editor.caret, of: parts)
            editor = FieldEditor(written.text, caret: written.caret)
            return true
        }
        guard case .key(let key, []) = event else { return false }
        if let date = DateParts(editor.text), date.isInDay(at: editor.caret),
            let days = [Key.left: -1, .right: 1, .up: -7, .down: 7][key]
        {
            editor = FieldEditor(date.stepped(byDays: Int32(days)) ?? editor.text, caret: editor.caret)
            return true
        }
        if key == .left || key == .right {
            let caret = DateParts.caret(in: editor.text, from: editor.caret, forward: key == .right)
            editor = FieldEditor(editor.text, caret: caret)
            return true
        }
        guard [.up, .down, .pageUp, .pageDown].contains(key), let date = DateParts(editor.text) else { return false }
        switch key {
        case .pageUp, .pageDown:
            guard let next = date.stepped(byMonth: key == .pageDown) else { return true }
            editor = FieldEditor(next, caret: editor.caret)
        default:
            guard let next = date.stepped(at: editor.caret, up: key == .up) else { return true }
            editor = FieldEditor(next.text, caret: next.caret)
        }
        return true
    }

    func edit(_ event: InputEvent, _ identity: ScreenLayout.Target.Identity, _ editor: FieldEditor) {
        guard let target = pane?.target, target.isSameField(as: identity) else {
            stopEditing()
            return show(LiveApp.Note("the text field is not there any more"))
        }
        if event == .key(.character("k"), .control) {
            leaveField()
            return openPalette()
        }
        var editor = editor
        let before = editor.text
        if target.node.isDate, let text = event.text, !text.allSatisfy({ $0.isDigit || " -:T".contains($0) }) {
            return show(LiveApp.Note("a date has only digits and its signs, as \(target.node.dateForm)"))
        }
        if target.node.isDate && editDate(event, of: target.node, in: &editor) || editor.handle(event) {
            mode = .edit(target.identity, editor)
            if pane?.isInSight(target) == false { change { $0.reveal(target.lines) } }
            guard editor.text != before else { return }
            note = nil
            coordinator.use(target.node, value: .string(editor.text))
            live.takeProblems()
            fault = note?.weight == .problem ? note : nil
            return
        }
        guard case .key(let key, let modifiers) = event else { return }
        if modifiers.contains(.alt), useShortcut(key, modifiers) { return }
        if key == .function(1) {
            leaveField()
            return mode = .read(.help(shortcuts, idle: idleKeys))
        }
        if key == .enter, let fault = dateFault(of: before, in: target.node) {
            return note = LiveApp.Note(fault, .problem)
        }
        let submits = key == .enter && target.node.flags.contains(.submits)
        if submits { coordinator.use(target.node) }
        guard [.up, .down, .tab, .enter, .escape].contains(key) else { return }
        // A message about the text ends with the editing.
        note = nil
        leaveField()
        followsFeature = submits
        if key == .escape { change { $0.endWriting() } }
        if submits {
            live.takeProblems()
            return
        }
        switch key {
        case .up: change { $0.move(down: false) }
        case .down: change { $0.move(down: true) }
        case .tab:
            change { $0.cycle(forward: !modifiers.contains(.shift)) }
            beginEditing()
        case .enter: _ = useShortcut(.enter, [])
        default: break
        }
    }
}
