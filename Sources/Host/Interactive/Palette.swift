import HostCore
import HostSystem
import Terminal

/// The palette: one line in which the user types a command, with suggestions for it.
///
/// A command is a link, a destination or a step, the label of a control on the screen, or the name of a key.
struct Palette {
    var editor = FieldEditor()
    private let suggestions: Suggestions
    private(set) var matches: [Suggestions.Item]
    /// The index of the chosen suggestion; nil while the typed text counts.
    private(set) var chosen: Int?
    /// Whether the typed text is a place or a step, which Enter takes as it is.
    var isPlace = false

    init(_ suggestions: Suggestions) {
        self.suggestions = suggestions
        matches = suggestions.all
    }

    /// The text in the prompt.
    var text: String { editor.text }

    /// The index of the suggestion that Enter takes: the chosen one, else the first, unless the text means something by
    /// itself. Nil if Enter takes the text.
    var taken: Int? {
        if let chosen { return chosen }
        return text.isEmpty || isPlace ? nil : matches.firstIndex { !$0.hasArguments }
    }

    /// - Returns: Whether the palette has handled the event.
    mutating func handle(_ event: InputEvent) -> Bool {
        switch event {
        case .key(.down, _): choose(1)
        case .key(.up, _): choose(-1)
        case .key(.tab, let modifiers): complete(forward: !modifiers.contains(.shift))
        default:
            guard editor.handle(event) else { return false }
            matches = suggestions.matching(editor.text)
            chosen = nil
        }
        return true
    }

    /// Completes as much as all matching places have in common, and after that one suggestion after the other.
    private mutating func complete(forward: Bool) {
        let places = matches.filter { $0.action == .go }
        if chosen == nil, let completion = Suggestions.completion(of: editor.text, among: places) {
            editor = FieldEditor(completion)
            matches = suggestions.matching(completion)
        } else {
            choose(forward ? 1 : -1)
        }
    }

    private mutating func choose(_ step: Int) {
        guard !matches.isEmpty else { return }
        let next = chosen.map { ($0 + step + matches.count) % matches.count } ?? (step > 0 ? 0 : matches.count - 1)
        chosen = next
        editor = FieldEditor(matches[next].text)
    }
}

extension FullScreenApp {
    func openPalette() {
        let places = Suggestions(coordinator.catalog, coordinator.wiring, withTabs: true).all
        var controls: [Suggestions.Item] = []
        var links: [Suggestions.Item] = []
        for target in pane?.layout.targets ?? [] {
            let label = target.label
            guard !label.isEmpty else { continue }
            let item = Suggestions.Item(text: label, summary: target.summary, action: .use(target.identity))
            if target.use == "open" { links.append(item) } else { controls.append(item) }
        }
        let keys = KeyTable.commands.map {
            Suggestions.Item(text: $0.name, summary: "the key \($0.key)", action: .press($0.key))
        }
        mode = .palette(Palette(Suggestions(controls + places + links + keys)))
    }

    func take(_ event: InputEvent, _ palette: Palette) {
        var palette = palette
        if palette.handle(event) {
            palette.isPlace = (try? step(palette.text.trimmed)) != nil
            mode = .palette(palette)
            return
        }
        switch event {
        case .key(.enter, _):
            mode = .browse
            note = nil
            if let taken = palette.taken { take(palette.matches[taken]) } else { go(to: palette.text.trimmed) }
        case .key(.escape, _): mode = .browse
        default: break
        }
    }

    private func take(_ item: Suggestions.Item) {
        switch item.action {
        case .go: go(to: item.text)
        case .press(let key): browse(.key(.character(key)))
        case .use(let identity):
            guard let index = pane?.layout.targets.firstIndex(where: { $0.identity == identity }) else {
                return show(LiveApp.Note("'\(item.text)' is not on the screen any more", .problem))
            }
            change { $0.focus(index) }
            if let target = pane?.target { use(target) }
        }
    }

    private func go(to text: String) {
        guard !text.isEmpty else { return }
        do {
            live.take(try step(text))
        } catch {
            return show(LiveApp.Note(error.message, .problem))
        }
        live.takeProblems()
    }

    /// Returns the step of a text that does not read the screen.
    private func step(_ text: String) throws(UsageError) -> Step {
        let step = try Step(text, features: coordinator.catalog.ids)
        guard !step.readsScreen else {
            throw UsageError("'\(text)' is no place to go to: a link, a destination, or a step")
        }
        try step.requireKnownWord(coordinator.catalog)
        return step
    }
}

extension ScreenLayout.Target {
    /// The text by which the palette offers the control: its label, and for an option that of its picker before it.
    var label: String {
        guard node.kind == .picker, case .press(let value) = kind else { return DisplayText.safe(node.label) }
        let option = node.children.first { $0.value == value }?.label ?? ""
        return DisplayText.safe(node.text.isEmpty ? option : "\(node.text)=\(option)")
    }
}
