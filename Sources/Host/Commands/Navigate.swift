import FeatureContract
import HostCore
import JSONText

extension Command {
    static let wait = Option(
        "--wait", value: "TIME",
        help: "How long to wait for a screen that is loading, such as 500ms or 5s (the default).")

    static let navigate = Command(
        name: "navigate", summary: "Take steps through the app, and print the screen where they end.",
        operands: "[STEP…]",
        discussion: """
            Steps are taken in order, from the root that the wiring names:

              URL             open a link:            challenge://character/detail?id=42
              DESTINATION     go to a destination:    character/detail?identifier=42, or a feature's id
              back            pop, else dismiss
              root            pop to the root of the stack
              dismiss         dismiss the topmost modal
              tab:NAME        select a tab of the wiring
              press:LABEL     use the (first) link, button, toggle, row or option of that label, or of that beginning
              type:LABEL=TEXT put text into the text field of that label

            The screen goes to standard output, below the stack of destinations and the screen's own link; what goes
            wrong goes to standard error. The first step that goes wrong is the last one, and the exit code is 1.
            """,
        options: [wait, .verbose]
    ) { arguments in
        try await NavigateCommand.run(arguments)
    }
}

@MainActor
private enum NavigateCommand {
    static func run(_ arguments: Arguments) async throws -> ExitCode {
        var steps: [Step] = []
        for word in arguments.operands { steps.append(try Step(word)) }
        let timeout = try timeout(arguments)
        let application = try HostApplication.open(arguments)
        let coordinator = application.makeCoordinator()
        let lowest: LogLine.Level = arguments.has(.verbose) ? .debug : .warning
        coordinator.logSink = { line in
            if line.level >= lowest { Console.error("\(line.feature): \(line.level): \(line.message)") }
        }
        coordinator.start()
        let code = await Walk(coordinator, timeout: timeout).take(steps)
        if code == .no { application.noteUnusedFiles() }
        if arguments.has(.json) {
            Console.print(json(coordinator))
        } else {
            Console.print(text(coordinator))
        }
        coordinator.shutDown()
        return code
    }

    private static func timeout(_ arguments: Arguments) throws(UsageError) -> Duration {
        guard let text = arguments.last(Command.wait) else { return .seconds(5) }
        guard let seconds = Duration.seconds(inText: text), seconds <= 86_400 else {
            throw UsageError("'\(text)' is not a time to wait, such as 500ms or 5s", command: "navigate")
        }
        return .milliseconds(Int64(seconds * 1000))
    }

    private static func text(_ coordinator: NavigationCoordinator) -> String {
        let state = coordinator.state
        var text = state.placeText + "\n"
        if let url = coordinator.catalog.url(for: state.top.destination) { text += url + "\n" }
        return text + "\n" + TextRenderer.text(of: coordinator.show())
    }

    private static func json(_ coordinator: NavigationCoordinator) -> JSON {
        let destination = coordinator.state.top.destination
        var object: JSONObject = ["destination": .string(destination.text)]
        if let url = coordinator.catalog.url(for: destination) { object.append(key: "url", value: .string(url)) }
        object.append(key: "state", value: coordinator.state.json)
        object.append(key: "screen", value: coordinator.show().json)
        return .object(object)
    }
}

/// Takes the steps, and tells what goes wrong.
@MainActor
private struct Walk {
    private let coordinator: NavigationCoordinator
    private let timeout: Duration

    init(_ coordinator: NavigationCoordinator, timeout: Duration) {
        self.coordinator = coordinator
        self.timeout = timeout
    }

    func take(_ steps: [Step]) async -> ExitCode {
        var previous: Step?
        for step in steps {
            // A label is looked for on the screen as it is when it has stopped loading.
            if step.readsScreen {
                let code = await settle(after: previous)
                if code != .ok { return code }
            } else if let previous, previous.readsScreen {
                // What the screen has begun there may still be on its way, and comes before what follows.
                _ = await coordinator.settle(timeout: timeout)
                let code = reportProblems(after: previous)
                if code != .ok { return code }
            }
            previous = step
            do throws(NodeFinderError) {
                try take(step)
            } catch {
                Console.error("\(step): \(error)")
                return .no
            }
            let code = reportProblems(after: step)
            if code != .ok {
                _ = await coordinator.settle(timeout: timeout)
                return code
            }
        }
        return await settle(after: steps.last)
    }

    private func take(_ step: Step) throws(NodeFinderError) {
        switch step {
        case .link(let text): coordinator.open(text)
        case .destination(let text): coordinator.go(toText: text)
        case .back: coordinator.perform(.back)
        case .root: coordinator.perform(.popToRoot)
        case .dismiss: coordinator.perform(.dismiss)
        case .tab(let name): coordinator.perform(.selectTab(name))
        case .press(let label):
            let use = try NodeFinder(coordinator.show()).press(label)
            coordinator.use(use.node, value: use.value)
        case .type(let label, let text):
            coordinator.use(try NodeFinder(coordinator.show()).field(label), value: .string(text))
        }
    }

    /// Waits for the screen, and tells what went wrong until then.
    private func settle(after step: Step?) async -> ExitCode {
        let isSettled = await coordinator.settle(timeout: timeout)
        let code = reportProblems(after: step)
        guard code == .ok, !isSettled else { return code }
        Console.error("the screen was still loading after \(timeout); wait longer by --wait")
        return .unavailable
    }

    private func reportProblems(after step: Step?) -> ExitCode {
        let problems = coordinator.takeProblems()
        for problem in problems {
            // Most name what was asked for; the others are told with the step that they are about.
            guard let step, !problem.contains(step.subject) else {
                Console.error(problem)
                continue
            }
            Console.error("\(step): \(problem)")
        }
        return problems.isEmpty ? .ok : .no
    }
}
