import Glibc
import HostCore

/// The app as a conversation: a screen as text, with a number before all that can be used, and a command a line.
///
/// Nothing is printed but what a line asks for, so that it can be read aloud, piped and compared.
@MainActor
final class LineMode {
    private let live: LiveApp
    private let reader = LineReader(STDIN_FILENO)
    /// What the numbers on the last screen stand for.
    private var uses: [NodeFinder.Use] = []
    private var hasFailed = false

    private var coordinator: NavigationCoordinator { live.coordinator }

    /// How long a screen that is loading is waited for.
    private static let patience = Duration.seconds(5)

    init(_ live: LiveApp) {
        self.live = live
    }

    func run(restoring state: NavigationState?, _ steps: [Step]) async -> ExitCode {
        live.noteSink = { [weak self] note in
            if note.weight == .problem { self?.hasFailed = true }
            Console.note(note.text)
        }
        live.start(restoring: state, steps)
        await showScreen()
        prompt()
        while let line = await reader.next() {
            guard await take(line.trimmed) else { break }
            prompt()
        }
        return live.hasFailedToSave ? .ioError : .ok
    }

    /// Where somebody types: a pipe's other end reads nothing.
    private func prompt() {
        if isatty(STDIN_FILENO) == 1 { Console.print("> ") }
    }

    private static let help = """
        A number             use what has that number on the screen
        NUMBER=TEXT          put TEXT into the text field of that number
        an empty line        show the screen again
        url                  print the link that leads here
        places               print the links and destinations there are
        find TEXT            print the lines of the screen with TEXT in them
        quit                 leave; the next run goes on from here

        And each step of 'switchyard navigate': a link, a destination, back, root, dismiss, tab:NAME, press:LABEL,
        type:LABEL=TEXT, reload, force:STEP.

        """

    /// - Returns: Whether to go on.
    private func take(_ line: String) async -> Bool {
        switch line {
        case "quit", "q", "exit": return false
        case "help", "?": Console.print(Self.help)
        case "url": Console.print((coordinator.url.map { DisplayText.safe($0) } ?? "no link leads here") + "\n")
        case "places":
            Console.print(Places(coordinator.catalog).all.map { DisplayText.safe($0.shape) + "\n" }.joined())
        case "": await showScreen()
        case _ where line.hasPrefix("find "): find(String(line.dropFirst(5)).trimmed)
        default:
            guard await perform(line) else { return true }
            await showScreen()
        }
        return true
    }

    /// - Returns: Whether something was done.
    private func perform(_ line: String) async -> Bool {
        do {
            if let use = try numbered(line) {
                coordinator.use(use.node, value: use.value)
            } else {
                let step = try Step(line, features: coordinator.catalog.features.map(\.manifest.id))
                switch step {
                case .press(let label):
                    let use = try NodeFinder(coordinator.show()).press(label)
                    coordinator.use(use.node, value: use.value)
                case .type(let label, let text):
                    coordinator.use(try NodeFinder(coordinator.show()).field(label), value: .string(text))
                default: live.take(step)
                }
            }
            return true
        } catch let error as UsageError {
            Console.error("\(error.message); 'help' shows what there is")
        } catch {
            Console.error("\(error)")
        }
        return false
    }

    /// What a number means: `3`, or `3=text` for a text field. Nil where the line begins with none.
    private func numbered(_ line: String) throws(UsageError) -> NodeFinder.Use? {
        let digits = String(line.unicodeScalars.prefix { ("0"..."9").contains($0) })
        let rest = String(line.unicodeScalars.dropFirst(digits.unicodeScalars.count))
        guard !digits.isEmpty, rest.isEmpty || rest.hasPrefix("=") else { return nil }
        guard let number = Int(digits), uses.indices.contains(number - 1) else {
            throw UsageError(
                uses.isEmpty
                    ? "nothing on this screen has a number" : "'\(digits)' is no number from 1 to \(uses.count)")
        }
        let use = uses[number - 1]
        if rest.isEmpty {
            guard use.node.kind != .textField else {
                throw UsageError("\(number) is a text field: write \(number)=TEXT")
            }
            return use
        }
        guard use.node.kind == .textField else { throw UsageError("\(number) is no text field: write \(number) alone") }
        return NodeFinder.Use(node: use.node, value: .string(String(rest.dropFirst())))
    }

    private func showScreen() async {
        let isSettled = await coordinator.settle(timeout: Self.patience)
        live.takeProblems()
        if !isSettled { Console.note("\(coordinator.unsettledReason) after 5 s; an empty line shows it again") }
        let screen = TextRenderer.numbered(coordinator.show())
        uses = screen.uses
        var text = DisplayText.safe(coordinator.state.placeText) + "\n"
        if let url = coordinator.url { text += DisplayText.safe(url) + "\n" }
        Console.print(text + "\n" + screen.text + "\n")
    }

    private func find(_ text: String) {
        let folded = text.lowercased()
        let lines = TextRenderer.numbered(coordinator.show()).text.split(separator: "\n").filter {
            !folded.isEmpty && $0.lowercased().contains(folded)
        }
        guard !lines.isEmpty else { return Console.error("'\(text)' is not on this screen") }
        Console.print(lines.map { $0 + "\n" }.joined())
    }
}
