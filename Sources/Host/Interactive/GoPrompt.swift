import Terminal

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
