import Glibc
import HostCore
import HostSystem
import HostTools
import JSONText

extension Command {
    static let wait = Option(
        "--wait", value: .text("TIME"),
        help: "How long to wait for a screen that is loading, such as 500ms or 5s (the default).")
    static let state = Option("--state", help: "Print the state after each step too.")
    static let html = Option("--html", help: "Print a page of HTML with the screen, as 'web' shows it.")
    static let rows = Option(
        "--rows", value: .text("FIRST[:COUNT]"),
        help: "Show these rows of each list, the first of them counted from 1, 200 unless COUNT says how many.")
    static let script = Option(
        "--script", value: .file, isRepeatable: true,
        help: "Take the steps in FILE, - for standard input, after the others. May be given several times.")
    static let save = Option(
        "--save", value: .file,
        help: "Keep the state in FILE, at each change; a session that is there stays till then.")
    static let restore = Option("--restore", value: .file, help: "Begin with the state that was saved in FILE.")

    static let dryRun = Option(
        "--dry-run", help: "Print the state that the steps would lead to, and start no feature.")

    static let navigate = Command(
        name: "navigate", summary: "Take steps through the app, and print the screen where they end.",
        operands: .any(.step),
        discussion: """
            Steps are taken in order, from the root that the wiring names or where a saved session has ended:

              URL                 open a link:          challenge://character/detail?id=42
              DESTINATION         go to a destination:  character/detail?identifier=42, or a feature's id
              METHOD:DESTINATION  show it by push, sheet, managedSheet, cover, managedCover, alert or confirmation
            \(Step.operationRows)
              press:LABEL         use the link, button, toggle, row or option (or PICKER=OPTION) of that label or beginning
              type:LABEL=TEXT     put text into the text field of that label
              rows:FIRST:COUNT    show these rows of the lists on the screen, such as rows:500:100
              reload              take up what has changed in the plugins directories and the wiring
              force:STEP          take a step that navigates though a screen is locked: force:back

            The screen goes to standard output, below the stack of destinations and the screen's own link; what goes
            wrong goes to standard error. The first step that goes wrong is the last one, and the exit code is 1.

            With --html the output is the page of 'web' with this one screen, which needs nothing but itself: a picture,
            on which nothing can be pressed. With --state it has the steps as well.

            With --dry-run no feature is started: the output is the state that the steps lead to as far as the wiring
            and the features' declarations say, as --state prints it. Locks and what screens do on their own are not
            known then, and press, type, rows and reload cannot be taken.

            A script has a step a line. Lines that begin with '#' are comments, and others say what is expected:

              expect TEXT              the screen shows TEXT
              expect-not TEXT          the screen does not show TEXT
              expect-value LABEL=TEXT  the control has that value: a text, on or off, an option
              expect-enabled LABEL     the control can be used
              expect-disabled LABEL    the control cannot be used
              expect-count N LABEL     so many controls have that label
              expect-state STATE       the state, as --state or the output prints it, or in JSON
              expect-url URL           the link of the screen
              expect-error TEXT        the step above fails, with a message that contains TEXT
              include FILE             the lines of FILE, which lies beside this script, stand here
              set NAME=VALUE           ${NAME} stands for VALUE below, unless --set says otherwise

            EXAMPLES
              switchyard navigate LINK            what is behind a link
              switchyard navigate home press:OK   what a press does
              switchyard navigate --dry-run LINK  where a link leads
            """,
        options: [
            html, state, rows, dryRun, script, .set, save, restore, record, .trace, wait, .isolation, .verbose,
        ]
    ) { arguments in
        try await NavigateCommand.run(arguments)
    }
}

@MainActor
private enum NavigateCommand {
    static func run(_ arguments: Arguments) async throws -> ExitCode {
        let timeout = try arguments.time(Command.wait, usual: .seconds(5))
        if arguments.has(.json), arguments.has(Command.html) {
            throw UsageError("'--html' and '--json' are two forms of one output; give one of them", command: "navigate")
        }
        if arguments.has(Command.dryRun),
            let other = [Command.html, Command.script, Command.save, Command.record].first(where: arguments.has)
        {
            throw UsageError("'--dry-run' and '\(other.name)' cannot be given together", command: "navigate")
        }
        let rows = try arguments.last(Command.rows).map { (text) throws(UsageError) in
            let rows = try Rows(text, in: "'--rows \(text)'")
            return ListPart(from: rows.first - 1, count: rows.count)
        }
        let files = arguments.all(Command.script).map(ScriptFile.init)
        guard files.count(where: { $0.path == "-" }) <= 1 else {
            throw UsageError("standard input is one script, and '--script -' was given twice", command: "navigate")
        }
        let variables = try arguments.scriptVariables()
        let application = try HostApplication.open(
            arguments, startsFeatures: !arguments.has(Command.dryRun))
        // Steps are read only now: the catalog tells a feature's id from a mistyped step.
        let steps = try arguments.operands.map { (word) throws(UsageError) in
            try Step(word, features: application.catalog.ids)
        }
        if arguments.has(Command.dryRun), let step = steps.first(where: \.needsScreens) {
            throw UsageError("'--dry-run' starts no feature, which '\(step)' needs", command: "navigate")
        }
        do {
            let scripts = try read(files, catalog: application.catalog, variables)
            let saver = try saver(arguments)
            defer { saver?.close() }
            let restored = try restored(arguments, catalog: application.catalog, saver: saver)
            try prepare(saver, catalog: application.catalog)

            let recorder = try Recorder.make(arguments, application)
            let coordinator = application.makeCoordinator()
            coordinator.observer = recorder
            defer {
                coordinator.shutDown()
                for problem in coordinator.takeProblems() { Console.warning(problem.text) }
            }
            let lowest: LogLine.Level = arguments.has(.verbose) ? .debug : .warning
            coordinator.logSink = { line in
                if line.level >= lowest { Console.error("\(line)") }
            }
            if let saver { coordinator.stateSink = { saver.save($0) } }
            coordinator.asksFeatures = !arguments.has(Command.dryRun)
            if let rows { coordinator.show(rows, of: 0) }
            for note in coordinator.start(restoring: restored.state) { Console.warning(note) }
            if arguments.has(Command.dryRun) {
                let code = DryRun.run(steps, coordinator, arguments)
                return code == .ok ? restored.code : code
            }

            let flow = Flow(
                application, coordinator, timeout: timeout, records: arguments.has(Command.state)
            ) { Console.error($0) }
            let code = await perform(steps, scripts, flow, arguments)
            if code == .no { application.noteUnusedFiles(for: flow.target) }
            print(flow, arguments)
            // A state that was not saved is lost, so this code wins over that of a failed step.
            if saver?.hasFailed == true || recorder?.hasFailed == true { return .ioError }
            return code == .ok ? restored.code : code
        } catch {
            return error.report()
        }
    }

    // MARK: Preparation

    private static let maximumMessages = 10

    /// Reads all scripts, and reports the wrong lines of all of them together.
    private static func read(
        _ files: [ScriptFile], catalog: Catalog, _ variables: ScriptVariables
    ) throws(FlowError) -> [Script] {
        var scripts: [Script] = []
        var messages: [String] = []
        for file in files {
            let bytes = try file.read()
            do {
                scripts.append(try Script(bytes, name: file.name, catalog: catalog, variables: variables))
            } catch {
                messages += error.messages
            }
        }
        guard messages.isEmpty else {
            let rest = messages.count - maximumMessages
            throw FlowError(
                Array(messages.prefix(maximumMessages)),
                notes: rest > 0 ? ["\(rest) more line\(rest == 1 ? " is" : "s are") wrong."] : [], code: .dataError)
        }
        return scripts
    }

    private static func saver(_ arguments: Arguments) throws(FlowError) -> SessionSaver? {
        guard let path = arguments.last(Command.save) else { return nil }
        do {
            return try SessionSaver(path: path, allowingInsecure: arguments.has(.allowInsecure))
        } catch {
            throw FlowError([error.message(path: path)], code: error.exitCodeOfSaving)
        }
    }

    private static func prepare(_ saver: SessionSaver?, catalog: Catalog) throws(FlowError) {
        guard let saver else { return }
        do {
            try saver.prepare(catalog: catalog)
        } catch {
            throw FlowError([error.message(path: saver.store.path)], code: error.exitCodeOfSaving)
        }
    }

    /// Returns the initial state, nil for the roots, and the exit code if nothing else fails.
    private static func restored(
        _ arguments: Arguments, catalog: Catalog, saver: SessionSaver?
    ) throws(FlowError) -> (state: NavigationState?, code: ExitCode) {
        guard let path = arguments.last(Command.restore) else { return (nil, .ok) }
        let session: RestoredSession
        do {
            session = try RestoredSession(
                path: path, catalog: catalog, besides: saver?.store,
                allowingInsecure: arguments.has(.allowInsecure), quarantines: !arguments.has(Command.dryRun))
        } catch {
            throw FlowError([error.message(path: path)], code: .noInput)
        }
        switch session {
        case .state(let state): return (state, .ok)
        case .unusable(let messages):
            for message in messages { Console.error(message) }
            return (nil, .dataError)
        case .missing:
            throw FlowError(["there is no session file '\(path)'; '--save' makes one"], code: .noInput)
        }
    }

    // MARK: The flow

    /// Takes the steps, then the scripts, and prints failures.
    private static func perform(
        _ steps: [Step], _ scripts: [Script], _ flow: Flow, _ arguments: Arguments
    ) async -> ExitCode {
        do {
            try await flow.perform(steps)
            for script in scripts { try await ScriptRun(script: script, flow: flow).run() }
            // The state is the requested one, but its screen cannot be shown.
            return flow.endsAtFailure ? .no : .ok
        } catch {
            let showsScreen = !arguments.has(.json) && !arguments.has(Command.html)
            return showsScreen && isSaid(error, by: flow.coordinator) ? error.code : error.report()
        }
    }

    /// Whether the user sees both the messages and the screen, and this says why it stands there.
    private static func isSaid(_ error: FlowError, by coordinator: NavigationCoordinator) -> Bool {
        guard isatty(STDOUT_FILENO) == 1, isatty(STDERR_FILENO) == 1, coordinator.failureAdvice != nil else {
            return false
        }
        let screen = FlowReport.text(of: coordinator).lowercased()
        return error.reasons.allSatisfy { screen.contains($0.lowercased()) }
    }

    private static func print(_ flow: Flow, _ arguments: Arguments) {
        let span = TraceSpan.begin()
        defer { span?.end("draw", .output) }
        let coordinator = flow.coordinator
        if arguments.has(Command.html) {
            // For their titles in the path.
            for entry in coordinator.state.selected.entries.dropLast() { coordinator.renderHidden(entry) }
        }
        guard arguments.has(.json) || arguments.has(Command.html) else {
            let steps =
                arguments.has(Command.state)
                ? FlowReport.stagesText(of: flow.recordedSteps, coordinator.state) + "\n" : ""
            return Console.print(steps + FlowReport.text(of: coordinator))
        }
        var object = FlowReport.json(of: coordinator)
        if arguments.has(Command.state) {
            object.append(
                key: "steps", value: FlowReport.stagesJSON(of: flow.recordedSteps, labelledBy: coordinator.wiring))
        }
        if arguments.has(Command.html) {
            if let advice = coordinator.failureAdvice {
                object.append(key: "failure", value: ["advice": .string(advice)])
            }
            Console.print(SavedPage.html(.object(object), text: FlowReport.text(of: coordinator)))
        } else {
            Console.print(.object(object))
        }
    }
}
