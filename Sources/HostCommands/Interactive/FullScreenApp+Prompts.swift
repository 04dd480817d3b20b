import HostCore
import Terminal

struct Search {
    var text = ""
    var line: Int?
}

/// The prompt for a file, the search on the screen, and the pager.
extension FullScreenApp {
    /// Opens the prompt for a file that a feature requests, and closes it when the request ends.
    func followFileRequests() {
        let request = coordinator.files.prompt
        if case .pickFile(let prompt) = mode, prompt.number != request?.number {
            // Keys typed for the path are not commands.
            stopEditing()
            // The reason for the feature's end implies this.
            if note == nil { show(LiveApp.Note("the file is not asked for any more")) }
        }
        switch mode {
        case .browse, .edit:
            guard let request else { return }
            // Keys typed ahead must not pick a file before the user has seen who asks.
            stopEditing()
            note = nil
            mode = .pickFile(PathPrompt(request))
        case .palette, .find, .read, .pickFile: break
        }
    }

    func pickFile(_ event: InputEvent, _ prompt: PathPrompt) {
        var prompt = prompt
        if prompt.handle(event) {
            mode = .pickFile(prompt)
            return
        }
        switch event {
        case .key(.enter, _) where !prompt.editor.text.trimmed.isEmpty:
            prompt.message = live.pickFile(prompt.editor.text)
            mode = prompt.message == nil ? .browse : .pickFile(prompt)
        case .key(.enter, _), .key(.escape, _):
            mode = .browse
            coordinator.files.cancel()
        default: return
        }
        live.takeProblems()
    }

    func find(_ event: InputEvent, _ editor: FieldEditor) {
        var editor = editor
        if editor.handle(event) {
            mode = .find(editor)
            search = Search(text: editor.text)
            return findNext(forward: true)
        }
        guard case .key(let key, _) = event else { return }
        switch key {
        case .enter: mode = .browse
        case .escape:
            mode = .browse
            search = Search()
        case .down: findNext(forward: true)
        case .up: findNext(forward: false)
        default: break
        }
    }

    func findNext(forward: Bool) {
        guard let pane, !search.text.isEmpty else { return }
        let lines = pane.lines(containing: search.text)
        guard let first = lines.first, let last = lines.last else {
            search.line = nil
            return show(LiveApp.Note("'\(search.text)' is not on this screen", .problem))
        }
        note = nil
        // The search continues from the last match, and wraps around at the end.
        let next = search.line.flatMap { line in forward ? lines.first { $0 > line } : lines.last { $0 < line } }
        let found = next ?? (forward ? first : last)
        search.line = found
        change { $0.goTo(line: found) }
    }

    func read(_ event: InputEvent, _ reading: Pager) {
        guard case .key(let key, let modifiers) = event else { return }
        var reading = reading
        switch key {
        case .up, .character("k"): reading.scroll(by: -1)
        case .down, .character("j"): reading.scroll(by: 1)
        case .pageUp, .character("b"): reading.scroll(by: -reading.page)
        case .pageDown, .character(" "): reading.scroll(by: reading.page)
        default:
            mode = .browse
            note = nil
            return
        }
        if modifiers.subtracting(.shift).isEmpty { mode = .read(reading) }
    }
}
