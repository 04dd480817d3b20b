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
    /// Whether only the rows with the text are on the screen.
    var isFilter = false
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
            // The prompt says that the control was pressed.
            flash = nil
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
            search = Search(text: editor.text, isFilter: search.isFilter)
            change { $0.filter(by: filter) }
            return findNext(forward: true)
        }
        guard case .key(let key, _) = event else { return }
        switch key {
        case .tab: toggleFilter()
        case .enter:
            mode = .browse
            if search.text.isEmpty { endSearch() }
        case .escape:
            mode = .browse
            endSearch()
        case .down: findNext(forward: true)
        case .up: findNext(forward: false)
        default: break
        }
    }

    /// Whether a search has found something, which is marked.
    var isFound: Bool { search.line != nil || search.found != nil }

    /// The text whose rows alone are on the screen; empty for all rows.
    var filter: String { search.isFilter ? search.text : "" }

    /// Shows all rows again, and finds nothing any more.
    func endSearch() {
        if !filter.isEmpty { toggleFilter() }
        search = Search()
    }

    /// Shows only the rows with the text, or all rows again. The match in sight stays in sight.
    private func toggleFilter() {
        // A list that is shown in parts has rows that are not here.
        guard search.isFilter || !matches.isEmpty && pane?.isComplete == true else { return }
        let index = search.line.flatMap(matches.firstIndex)
        search.isFilter.toggle()
        change { $0.filter(by: filter) }
        if let index, matches.indices.contains(index) { goTo(match: matches[index]) }
    }

    private var matches: [Int] { pane?.layout.lines(containing: search.text) ?? [] }

    /// Which match is in sight, and how many there are: `3 of 111`. Empty if there are none.
    var matchCount: String {
        let matches = matches
        guard let pane, !matches.isEmpty else { return "" }
        // There may be matches before and after those in the part of the list.
        guard pane.isComplete else { return "at least \(matches.count) match\(matches.count == 1 ? "" : "es")" }
        return (search.line.flatMap(matches.firstIndex).map { "\($0 + 1) of " } ?? "") + "\(matches.count)"
    }

    /// Goes to the next match, or the one before: on the screen from the last match on, then in what its lists do not
    /// show, then on the screen from the other end.
    func findNext(forward: Bool) {
        guard let pane, !search.text.isEmpty else { return }
        if let found = search.found { search.line = pane.line(of: found) }
        let lines = pane.layout.lines(containing: search.text)
        let end = forward ? lines.first : lines.last
        let next = search.line.flatMap { line in forward ? lines.first { $0 > line } : lines.last { $0 < line } }
        let isFirst = search.line == nil && search.found == nil
        if let line = next ?? (isFirst || pane.layout.lists.isEmpty ? end : nil) {
            goTo(match: line)
            if next == nil, !isFirst {
                note = LiveApp.Note(
                    lines.count == 1 ? "there is no other" : "\(forward ? "the first" : "the last") again")
            }
            return
        }
        guard !pane.layout.lists.isEmpty else { return showNoMatch() }
        searching = Task { [weak self] in
            if await self?.find(in: pane.searchedLists, forward: forward, width: pane.layout.width) != false { return }
            guard let self, !Task.isCancelled else { return }
            searching = nil
            if let end { goTo(match: end) } else { showNoMatch() }
            draw()
        }
    }

    private func goTo(match line: Int) {
        (note, search.line, search.found) = (nil, line, nil)
        let text = search.text
        change { $0.goTo(line: line, showing: text) }
    }

    private func showNoMatch() {
        search.line = nil
        let left = beside.flatMap {
            panes[PaneID(screen: $0.id, inner: 0)]?.layout.lines(containing: search.text).count
        }
        let elsewhere = left.map { $0 > 0 ? "; it is on the one at the left" : "" } ?? ""
        // No message to keep: the next letter may find it.
        note = LiveApp.Note("'\(search.text)' is not on this screen\(elsewhere)", .problem)
    }

    /// Looks at what the screen does not have of its lists, a part after the other, as it would be drawn.
    ///
    /// - Returns: Whether the search has ended: the text is found, or the feature cannot be asked.
    private func find(in lists: [ScreenLayout.List], forward: Bool, width: Int) async -> Bool {
        let text = search.text
        let all = lists.reduce(0) { $0 + $1.count - $1.elements.count }
        var looked = 0
        for list in lists {
            let step = Int(ListPart.searched(of: UInt64(list.count)))
            var rest = list.count - list.elements.count
            var place = forward ? list.offset + list.elements.count : list.offset
            while rest > 0 {
                if place == (forward ? list.count : 0) { place = list.count - place }
                let count = min(step, rest, forward ? list.count - place : place)
                let first = forward ? place : place - count
                let progress = "\(UInt64(looked).grouped) of \(UInt64(all).grouped) rows"
                note = LiveApp.Note("looking for '\(text)': \(progress); Esc stops")
                draw()
                try? await Task.sleep(for: .milliseconds(1))
                guard !Task.isCancelled, !hasEnded, let front else { return true }
                let part = ListPart(of: list.identity.key, from: UInt64(first), count: UInt64(count))
                let screen = list.identity.screen == 0 ? front.id.screen : list.identity.screen
                guard let screen = coordinator.look(at: part, of: screen) else {
                    (note, searching) = (nil, nil)
                    live.takeProblems()
                    draw()
                    return true
                }
                let layout = ScreenLayout(nodes: screen.lists.filter { $0.key == part.key }, width: width)
                let lines = layout.lines(containing: text)
                if let line = forward ? lines.first : lines.last, let shown = layout.lists.first {
                    (note, searching) = (nil, nil)
                    search.found = Search.Found(list: list.identity, index: shown.index(atLine: line))
                    change { $0.go(toElement: shown.index(atLine: line), of: list.identity) }
                    draw()
                    return true
                }
                (looked, rest, place) = (looked + count, rest - count, forward ? first + count : first)
            }
        }
        return false
    }

    /// Ends a search in what the lists do not show.
    ///
    /// - Returns: Whether there was one.
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
