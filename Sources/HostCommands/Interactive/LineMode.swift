import Glibc
import HostCore
import HostSystem
import JSONText

/// The app in line mode: a screen as text, with a number before each control, and one command a line.
///
/// At a terminal, where a screen reader may read it aloud, a screen is in words, and a line that stays on its screen
/// prints only what it has changed there. In a pipe or a file each screen is printed whole, as 'navigate' prints it.
///
/// It prints only what a line or another program asks for, so that the output can be read aloud, piped and compared:
/// screens on standard output, errors and events on standard error. A line that was refused prints no screen if the
/// screen has not changed.
@MainActor
final class LineMode {
    private let live: LiveApp
    private let reader = LineReader(STDIN_FILENO)
    /// The screen that was printed last.
    private var printed = ""
    /// The screen that was announced last: where it is, and its lines.
    private var announced: (place: String, lines: [String]) = ("", [])
    /// The key of the host's question that was announced last.
    private var questionAnnounced = ""
    /// Whether a user reads the output at a terminal, and types there.
    private let isAtTerminal = RunCommand.isAtTerminal
    /// The controls behind the numbers on that screen.
    private var uses: [ScreenControl] = []
    /// The number of the request for a file that is printed and not answered; nil if none is.
    private var asked: Int?
    /// Whether a change of ``asked`` has its turn.
    private var isFollowing = false
    /// Whether a problem was reported since the last command.
    private var hasProblem = false
    /// A text of several lines whose end is not read yet.
    private var here = HereText()

    private var coordinator: NavigationCoordinator { live.coordinator }

    init(_ live: LiveApp) {
        self.live = live
    }

    /// - Returns: ``ExitCode/ok`` even if commands were refused, since the user has seen why; 'navigate' is for a flow
    ///   that must not fail. ``ExitCode/ioError`` if the session could not be saved.
    func run(restoring state: NavigationState?, _ steps: [Step]) async -> ExitCode {
        live.noteSink = { [weak self] note in
            guard note.weight == .problem else { return Console.note(note.text) }
            self?.hasProblem = true
            Console.error(note.text)
        }
        live.asksForPermissions = isAtTerminal
        live.requestSink = { [weak self] in await self?.showRequest() }
        live.changeSink = { [weak self] in self?.followFileRequests() }
        live.start(restoring: state, steps)
        await live.turns.add { await self.showScreen() }.value
        prompt()
        while let line = await reader.next() {
            guard let line = whole(line) else {
                prompt("| ")
                continue
            }
            guard await live.turns.add({ await self.handle(line) }).value else { return end }
            prompt()
        }
        if let word = here.end { Console.error("the text has no end: expected a line '\(word)' below it") }
        // The shell's own prompt then begins a line.
        prompt("\n")
        return end
    }

    private var end: ExitCode { live.hasFailedToSave ? .ioError : .ok }

    /// Prints a prompt where the user types and reads at a terminal; nothing of it goes into a pipe.
    private func prompt(_ text: String) {
        if isAtTerminal { Console.print(text) }
    }

    private func prompt() { prompt(isAsking ? "path> " : "> ") }

    /// Returns a line with the text below it, if that has ended; nil while it goes on.
    private func whole(_ line: LineReader.Line) -> LineReader.Line? {
        guard !isAsking, case .text(let text) = line else { return line }
        return here.append(text).map(LineReader.Line.text)
    }

    /// Carries out a line.
    ///
    /// - Returns: Whether to go on.
    private func handle(_ line: LineReader.Line) async -> Bool {
        do {
            if isAsking {
                await pickFile(try text(line))
                return true
            }
            let features = coordinator.catalog.ids
            switch try LineCommand(text(line), features: features) {
            case .quit: return false
            case .showScreen:
                announced = ("", [])
                await showScreen()
            case .help: Console.print(LineCommand.summary)
            case .url: printURL()
            case .places:
                Console.print(
                    Suggestions(coordinator.catalog, coordinator.wiring, withTabs: true).all.map {
                        DisplayText.safe($0.shape) + "\n"
                    }
                    .joined())
            case .find(let text): find(text)
            case .number(let number, let text):
                let use = try use(number, text)
                if text == nil, use.role == .picker { return printOptions(of: use.node, number) }
                await perform(nil) { press(use) }
            case .step(let step):
                try step.requireKnownWord(coordinator.catalog)
                let body = try await body(step)
                await perform(step, body)
            }
        } catch let error as UsageError {
            Console.error(error.message)
        } catch {
            Console.error("\(error)")
        }
        return true
    }

    private func text(_ line: LineReader.Line) throws(UsageError) -> String {
        switch line {
        // The text that a field is given stands as it is.
        case .text(let text): return text.contains("\n") ? text : text.trimmed
        case .tooLong: throw UsageError("the line is longer than \(LineReader.maximumLength) bytes, and is not taken")
        case .notText(let reason): throw UsageError("\(reason), and is not taken")
        }
    }

    // MARK: Commands

    /// Returns the action of a step. Its label is looked up now.
    private func body(_ step: Step) async throws(NodeFinderError) -> () -> Void {
        switch step {
        case .press(let label):
            let use = try await coordinator.findControl(label)
            return { self.press(use) }
        case .type(let label, let text):
            let (label, text) = NodeFinder(coordinator.show()).split(label, text)
            let field = try await coordinator.findField(label)
            return { [coordinator] in coordinator.write(field.value(ofTyped: text), into: field) }
        default: return { [live] in live.perform(step) }
        }
    }

    /// - Parameter step: The step; nil for a number.
    private func perform(_ step: Step?, _ body: () -> Void) async {
        hasProblem = false
        live.server?.endCollecting()
        body()
        if live.takeProblems() { Console.note(FlowError.overridingLocks(on: step)) }
        await showScreen(unlessSame: hasProblem)
    }

    /// Returns the control with a number on the screen as it is now. If the control that had the number when it was
    /// printed is gone, nothing is used, since the user did not mean the one that has the number now.
    private func use(_ number: Int, _ text: String?) throws(UsageError) -> ScreenControl {
        guard uses.indices.contains(number - 1) else {
            throw UsageError(
                uses.isEmpty
                    ? "nothing on this screen has a number" : "'\(number)' is no number from 1 to \(uses.count)")
        }
        let meant = uses[number - 1]
        let current = coordinator.show().controls.first { $0.number == number }
        guard var use = current, use.looks(like: meant) else {
            throw UsageError(
                "'\(meant.node.label)' has not the number \(number) any more: an empty line shows the screen as it is "
                    + "now")
        }
        guard let text else {
            guard use.isPressed || use.role == .picker else {
                throw UsageError("\(number) is a text field: write \(number)=TEXT")
            }
            return use
        }
        if use.role == .picker {
            let options = use.node.children.filter { !$0.flags.contains(.disabled) }
            let alike = options.filter { $0.label.lowercased() == text.lowercased() }
            if let option = alike.first {
                use.value = option.value
                return use
            }
            let nearest = Spelling.nearest(to: text, in: options.map(\.label))
            throw UsageError(
                "'\(use.node.label)' has no option '\(text)'; "
                    + (nearest.map { "did you mean '\($0)'?" } ?? "\(number) alone lists them"))
        }
        guard use.role == .textField || use.role == .slider else {
            throw UsageError("\(number) is no text field: write \(number) alone")
        }
        use.value = use.node.value(ofTyped: text)
        return use
    }

    /// Prints the options of a picker, and how one is chosen.
    ///
    /// - Returns: True, since the app goes on.
    private func printOptions(of picker: ViewNode, _ number: Int) -> Bool {
        let options = picker.children.filter { !$0.flags.contains(.disabled) }
        let lines = options.map { DisplayText.safe($0.label) + ($0.value == picker.value ? " (chosen)" : "") }
        Console.print((lines + ["\(number)=OPTION chooses one"]).map { $0 + "\n" }.joined())
        return true
    }

    // MARK: Showing

    /// - Parameter unlessSame: Whether to print nothing if the screen is the one that was printed last.
    private func showScreen(unlessSame: Bool = false) async {
        let isSettled = await live.settle()
        live.takeProblems()
        if !isSettled { Console.note("\(coordinator.unsettledReason) after 5 s; an empty line shows it again") }
        live.server?.publishSoon()
        let span = TraceSpan.begin()
        defer { span?.end("draw", .output) }
        if isAtTerminal {
            announce(coordinator.show(), unlessSame: unlessSame)
            return askForFile()
        }
        let screen = TextRenderer.numbered(coordinator.show())
        uses = screen.uses
        var text = DisplayText.safe(coordinator.state.placeText(labelledBy: coordinator.wiring)) + "\n"
        if let url = coordinator.url { text += DisplayText.safe(url) + "\n" }
        text += "\n" + screen.text + "\n"
        if !unlessSame || text != printed {
            printed = text
            Console.print(text)
        }
        askForFile()
    }

    /// Prints a screen in words: as a whole if it is another one than before, else the lines that are new in it.
    private func announce(_ screen: RenderedScreen, unlessSame: Bool) {
        let spoken = SpokenRenderer(screen)
        uses = spoken.uses
        if let question = screen.openBox, question.isOfHost, question.key != questionAnnounced {
            // Lines that the user typed before seeing the question must not answer it.
            questionAnnounced = question.key
            reader.dropTyped()
        }
        let tab = coordinator.state.selected.name
        let titles = coordinator.titles.map { place in
            (place.presentation.isModal ? "\(place.presentation.word) " : "") + place.title
        }
        let place = DisplayText.safe(
            (tab.isEmpty ? "" : "tab \(coordinator.wiring.label(ofTab: tab)): ") + titles.joined(separator: ", then "))
        let before = announced
        announced = (place, spoken.lines)
        var old: [String: Int] = [:]
        for line in before.lines { old[line, default: 0] += 1 }
        let new = spoken.lines.filter { line in
            guard let count = old[line], count > 0 else { return true }
            old[line] = count - 1
            return false
        }
        // A screen that is mostly new is easier to follow as a whole.
        guard place == before.place, new.count <= max(4, spoken.lines.count / 2) else {
            return Console.print(([place] + spoken.lines).map { $0 + "\n" }.joined())
        }
        let gone = before.lines.count - (spoken.lines.count - new.count)
        if !new.isEmpty {
            Console.print(new.map { $0 + "\n" }.joined())
        } else if gone > 0 {
            Console.print(gone == 1 ? "1 line is gone\n" : "\(gone) lines are gone\n")
        } else if !unlessSame {
            Console.print("nothing has changed\n")
        }
    }

    /// Shows what a request of another program has changed, below the prompt that waits.
    private func showRequest() async {
        prompt("\n")
        await showScreen(unlessSame: true)
        prompt()
    }

    // MARK: Files

    /// Whether the next line is the path of a file that a feature asks for.
    private var isAsking: Bool { asked != nil && coordinator.files.prompt?.number == asked }

    /// Asks for the file that a feature wants, or reports that it wants none any more, once the line before it has been
    /// carried out.
    private func followFileRequests() {
        guard coordinator.files.prompt?.number != asked, !isFollowing else { return }
        isFollowing = true
        live.turns.add { [self] in
            isFollowing = false
            guard coordinator.files.prompt?.number != asked else { return }
            prompt("\n")
            if asked != nil { Console.note("the file is not asked for any more") }
            asked = nil
            askForFile()
            prompt()
        }
    }

    private func askForFile() {
        guard let prompt = coordinator.files.prompt, prompt.number != asked else { return }
        asked = prompt.number
        let request = prompt.request
        let suggestion = request.suggestedName.isEmpty ? "" : " (suggested: \(request.suggestedName))"
        let text = "\(live.heading(of: prompt)): \(request.title)\(suggestion)".cut(toBytes: 1000)
        Console.print(DisplayText.safe(text) + "\nThe next line is its path; an empty line picks none.\n")
    }

    private func pickFile(_ typed: String) async {
        if typed.isEmpty {
            coordinator.files.cancel()
        } else if let message = live.pickFile(typed) {
            return Console.error(message)
        }
        asked = nil
        await showScreen()
    }

    private func printURL() {
        guard let url = coordinator.url else {
            return Console.error(
                "no link leads here; its destination is \(coordinator.state.top.place.text)")
        }
        Console.print(DisplayText.safe(url) + "\n")
    }

    private func press(_ use: ScreenControl) {
        guard let url = live.use(use.node, value: use.value) else { return }
        Console.note("this link leads out of the app: \(url)")
    }

    private func find(_ text: String) {
        let folded = text.lowercased()
        let screen = coordinator.show()
        let all =
            isAtTerminal
            ? SpokenRenderer(screen).lines
            : TextRenderer.numbered(screen).text.split(separator: "\n").map(String.init)
        let lines = all.filter { $0.lowercased().contains(folded) }
        guard !lines.isEmpty else { return Console.error("'\(text)' is not on this screen") }
        Console.print(lines.map { $0 + "\n" }.joined())
    }
}
