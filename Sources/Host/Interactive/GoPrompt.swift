import Terminal

/// The line in which a person says where to go, with what there is below it.
struct GoPrompt {
    var editor = LineEditor()
    private let places: Places
    private(set) var matches: [Places.Place]
    /// Which of the matches is chosen; nil while what is typed counts.
    private(set) var chosen: Int?

    init(_ places: Places) {
        self.places = places
        matches = places.all
    }

    /// What has been said.
    var text: String { editor.text }

    /// - Returns: Whether the event means something here.
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

    /// Takes as much as all matches have in common, and then one after the other.
    private mutating func complete(forward: Bool) {
        if chosen == nil, let completion = Places.completion(of: editor.text, among: matches) {
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
