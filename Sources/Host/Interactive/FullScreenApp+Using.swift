import FeatureContract
import HostCore
import Terminal

/// Using what is on the screen, and writing into its text fields.
extension FullScreenApp {
    /// Uses what has the focus, where it is in sight: nobody presses what they do not see.
    func use() {
        guard let pane, let target = pane.target else { return }
        guard pane.isInSight(target) else { return change { $0.reveal(target.lines) } }
        use(target)
    }

    func use(_ target: ScreenLayout.Target) {
        switch target.kind {
        case .field: beginEditing()
        case .press(let value):
            search = Search()
            change { $0.choose() }
            if let url = live.use(target.node, value: value) {
                terminal.copy(url)
                show(LiveApp.Note("this link leads out of the app, and is copied: \(url)"))
            }
        }
        live.takeProblems()
    }

    /// Begins to write where the focus is on a text field.
    func beginEditing() {
        guard let target = pane?.target, target.kind == .field else { return }
        // Whatever comes to be beside it, that is where the person is.
        change { $0.choose() }
        mode = .edit(target.identity, LineEditor(target.node.value.scalarText ?? ""))
    }

    /// What was written into is gone: what is typed ahead was meant for it, and nothing else is to obey it.
    func stopEditing() {
        mode = .browse
        waiting = []
    }

    func edit(_ event: InputEvent, _ identity: ScreenLayout.Target.Identity, _ editor: LineEditor) {
        guard let target = pane?.target, target.isSameField(as: identity) else {
            stopEditing()
            return show(LiveApp.Note("the text field is not there any more"))
        }
        var editor = editor
        let before = editor.text
        if editor.handle(event) {
            mode = .edit(target.identity, editor)
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
        default: mode = .edit(target.identity, editor)
        }
    }
}
