import HostCore
import Terminal

/// A search on the screen: its text, and the last match.
struct Search {
    var text = ""
    /// The line of the last match.
    var line: Int?
}

/// The prompt for a place to go to, the one for a file, the search on the screen, and the pager.
extension FullScreenApp {
    func go(_ event: InputEvent, _ prompt: GoPrompt) {
        var prompt = prompt
        if prompt.handle(event) {
            mode = .go(prompt)
            return
        }
        switch event {
        case .key(.enter, _):
            mode = .browse
            go(to: prompt.text.trimmed)
        case .key(.escape, _): mode = .browse
        default: break
        }
    }

    private func go(to text: String) {
        guard !text.isEmpty else { return }
        note = nil
        do {
            let step = try Step(text, features: coordinator.catalog.ids)
            guard !step.readsScreen else {
                return show(LiveApp.Note("'\(text)' is no place to go to: a link, a destination, or a step", .problem))
            }
            try step.requireKnownWord(coordinator.catalog)
            live.take(step)
        } catch {
            return show(LiveApp.Note(error.message, .problem))
        }
        live.takeProblems()
    }

    /// Opens the prompt for a file that a feature asks for, and closes it when the feature does not ask any more.
    func followFileRequests() {
        let request = coordinator.files.prompt
        if case .pickFile(let prompt) = mode, prompt.number != request?.number {
            // Keys that were typed for the path are no commands.
            stopEditing()
            // The reason why the feature has ended says it too.
            if note == nil { show(LiveApp.Note("the file is not asked for any more")) }
        }
        switch mode {
        case .browse, .edit:
            guard let request else { return }
            // Keys typed ahead must not pick a file before the user has seen who asks.
            stopEditing()
            note = nil
            mode = .pickFile(PathPrompt(request))
        case .go, .find, .read, .pickFile: break
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

    func find(_ event: InputEvent, _ editor: LineEditor) {
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
        // The search goes on from the last match, and from the end to the beginning.
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
        // Any other key closes the pager.
        default:
            mode = .browse
            note = nil
            return
        }
        if modifiers.subtracting(.shift).isEmpty { mode = .read(reading) }
    }
}

/// The line in which the user types a place to go to, with the suggestions for it.
struct GoPrompt {
    var editor = LineEditor()
    private let places: Suggestions
    private(set) var matches: [Suggestions.Place]
    /// The index of the chosen suggestion; nil while the typed text counts.
    private(set) var chosen: Int?

    init(_ places: Suggestions) {
        self.places = places
        matches = places.all
    }

    /// The text in the prompt.
    var text: String { editor.text }

    /// - Returns: Whether the prompt has handled the event.
    mutating func handle(_ event: InputEvent) -> Bool {
        switch event {
        case .key(.down, _): choose(1)
        case .key(.up, _): choose(-1)
        case .key(.tab, let modifiers): complete(forward: !modifiers.contains(.shift))
        default:
            guard editor.handle(event) else { return false }
            matches = places.matching(editor.text)
            chosen = nil
        }
        return true
    }

    /// Completes as much as all suggestions have in common, and after that one suggestion after the other.
    private mutating func complete(forward: Bool) {
        if chosen == nil, let completion = Suggestions.completion(of: editor.text, among: matches) {
            editor = LineEditor(completion)
            matches = places.matching(completion)
        } else {
            choose(forward ? 1 : -1)
        }
    }

    private mutating func choose(_ step: Int) {
        guard !matches.isEmpty else { return }
        let next = chosen.map { ($0 + step + matches.count) % matches.count } ?? (step > 0 ? 0 : matches.count - 1)
        chosen = next
        editor = LineEditor(matches[next].text)
    }
}
