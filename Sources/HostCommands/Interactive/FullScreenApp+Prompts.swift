import HostCore
import Terminal

struct Search {
    /// An element of a list in which the text was found.
    struct Found {
        let list: ScreenLayout.List.Identity
        let index: Int
    }

    var text = ""
    var line: Int?
    var found: Found?
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
        if let found = search.found { search.line = pane.line(of: found) }
        let lines = pane.lines(containing: search.text)
        let rest = pane.rest(forward: forward)
        // The search continues from the last match, and wraps around at the end.
        let next = search.line.flatMap { line in forward ? lines.first { $0 > line } : lines.last { $0 < line } }
        let isFirst = search.line == nil && search.found == nil
        let found = next ?? (isFirst || rest == nil ? forward ? lines.first : lines.last : nil)
        guard let found else {
            guard let rest else {
                search.line = nil
                return show(LiveApp.Note("'\(search.text)' is not on this screen", .problem))
            }
            return find(in: rest.list, from: rest.from, forward: forward)
        }
        note = nil
        (search.line, search.found) = (found, nil)
        change { $0.goTo(line: found) }
    }

    /// Looks at the part of a list that the screen does not have, a part after the other, until the text is found or a key
    /// is pressed.
    private func find(in list: ScreenLayout.List, from start: Int, forward: Bool) {
        guard let front else { return }
        let screen = list.identity.screen == 0 ? front.id.screen : list.identity.screen
        let (text, step) = (search.text, Int(ListPart.searchedAtOnce))
        searching = Task { [weak self] in
            var (looked, next) = (0, start)
            while looked < list.count {
                guard let self, !Task.isCancelled, !hasEnded, search.text == text else { return }
                let first = forward ? next : max(0, next - step)
                let count = forward ? min(step, list.count - first) : next - first
                let progress = "\(UInt64(looked).grouped) of \(UInt64(list.count).grouped) rows"
                note = LiveApp.Note("looking for '\(text)': \(progress); a key stops")
                let part = ListPart(of: list.identity.key, from: UInt64(first), count: UInt64(max(1, count)))
                // The user may have stopped waiting for the feature.
                guard let screen = coordinator.look(at: part, of: screen) else {
                    (note, searching) = (nil, nil)
                    return draw()
                }
                let elements = screen.lists.first { $0.key == list.identity.key }?.elements ?? []
                let matches = elements.enumerated().filter { $1.contains(text.lowercased()) }.map(\.offset)
                if let match = forward ? matches.first : matches.last {
                    (note, searching) = (nil, nil)
                    search.found = Search.Found(list: list.identity, index: first + match)
                    change { $0.go(toElement: first + match) }
                    return draw()
                }
                looked += max(1, count)
                next = forward ? (first + count) % list.count : first == 0 ? list.count : first
                draw()
                try? await Task.sleep(for: .milliseconds(1))
            }
            guard let self else { return }
            searching = nil
            show(LiveApp.Note("'\(text)' is not in this list", .problem))
        }
    }

    /// Ends a search through a list.
    func stopSearching() -> Bool {
        guard let searching else { return false }
        searching.cancel()
        self.searching = nil
        note = nil
        return true
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
