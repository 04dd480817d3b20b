import Glibc
import HostCore
import Terminal

/// Events from the terminal, and the keys that are commands unless the user edits a text.
extension FullScreenApp {
    func take(_ event: FullScreen.Event) {
        switch event {
        case .input(let event):
            waiting.append(event)
            // One event is handled at a time, after the one before it is drawn: keys that are typed ahead are meant for
            // the screen that will then be there.
            draw()
        case .redraw: draw()
        case .signal(let signal): end(.signal(signal))
        case .hangup: end(.signal(SIGHUP))
        }
    }

    /// Handles the next waiting event. Called when everything is drawn.
    func takeNext() {
        guard front != nil, !hasEnded, let event = nextEvent() else { return }
        take(event)
        draw()
    }

    /// Returns the next waiting event. Letters that have come together and go into a text become one change of it: the
    /// feature is called once for all of them, and not for each letter of a paste without brackets.
    private func nextEvent() -> InputEvent? {
        guard let event = waiting.popFirst() else { return nil }
        guard isWriting, var text = event.text else { return event }
        while let more = waiting.first?.text {
            text += more
            waiting.removeFirst()
        }
        return .paste(text)
    }

    /// Whether letters are text, and not commands.
    private var isWriting: Bool {
        switch mode {
        case .edit, .go, .find: true
        case .browse, .read: false
        }
    }

    private func take(_ event: InputEvent) {
        if case .key(.character("c"), .control) = event { return end(.signal(SIGINT)) }
        if case .key(.character("l"), .control) = event { return terminal.invalidate() }
        if case .mouse(let mouse) = event { return take(mouse) }
        switch mode {
        case .browse: browse(event)
        case .edit(let identity, let editor): edit(event, identity, editor)
        case .go(let prompt): go(event, prompt)
        case .find(let editor): find(event, editor)
        case .read(let reading): read(event, reading)
        }
    }

    func browse(_ event: InputEvent) {
        guard case .key(let key, let modifiers) = event else { return }
        let before = refused
        refused = nil
        note = nil
        if case .character(let character) = key {
            // A letter with Ctrl or Alt is no command.
            if modifiers.subtracting(.shift).isEmpty { browse(character, before) }
            return
        }
        switch key {
        case .up: change { $0.move(down: false) }
        case .down: change { $0.move(down: true) }
        case .left: change { $0.move(right: false) }
        case .right: change { $0.move(right: true) }
        case .pageUp: change { $0.page(down: false) }
        case .pageDown: change { $0.page(down: true) }
        case .home: change { $0.moveToEnd(false) }
        case .end: change { $0.moveToEnd(true) }
        case .tab:
            change { $0.cycle(forward: !modifiers.contains(.shift)) }
            beginEditing()
        case .enter: use()
        case .escape, .backspace: take(.back, isAgain: before == .step(.back))
        case .function(1): mode = .read(.help)
        default: break
        }
    }

    private func browse(_ character: Character, _ before: Refused?) {
        switch character {
        case "k": change { $0.move(down: false) }
        case "j": change { $0.move(down: true) }
        case "b": change { $0.page(down: false) }
        case " ": change { $0.page(down: true) }
        case "G": change { $0.moveToEnd(true) }
        case "g": mode = .go(GoPrompt(Suggestions(coordinator.catalog, coordinator.wiring, tabs: coordinator.tabNames)))
        case "/": mode = .find(LineEditor())
        case "n": findNext(forward: true)
        case "N": findNext(forward: false)
        case "u": copyURL()
        case "m": mode = .read(.messages(notes))
        case "r": live.reload()
        case "?": mode = .read(.help)
        case "q": quit(isAgain: before == .quit)
        case "1"..."9": selectTab(character.wholeNumberValue ?? 0, before)
        default: break
        }
    }

    /// Takes a step. If a lock refuses it, pressing the same key again overrides the lock.
    private func take(_ step: Step, isAgain: Bool) {
        live.take(isAgain ? .forced(step) : step)
        guard live.takeProblems() else { return }
        refused = .step(step)
        if let note { self.note = LiveApp.Note(note.text + " (the same key again leaves anyway)", .problem) }
    }

    private func quit(isAgain: Bool) {
        guard !isAgain, let lock = coordinator.locks.first else { return end(.quit) }
        show(LiveApp.Note("\(lock) (the same key again quits anyway)", .problem))
        refused = .quit
    }

    func selectTab(_ number: Int, _ before: Refused? = nil) {
        let names = coordinator.tabNames
        guard names.count > 1, names.indices.contains(number - 1) else { return }
        let step = Step.tab(names[number - 1])
        take(step, isAgain: before == .step(step))
    }

    private func copyURL() {
        guard let url = coordinator.url else {
            let destination = coordinator.state.top.destination
            return show(LiveApp.Note("no link leads here; its destination is \(destination.text)"))
        }
        terminal.copy(url)
        show(LiveApp.Note("copied: \(url)", .done))
    }
}
