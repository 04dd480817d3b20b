import FeatureContract
import Glibc
import HostCore
import HostSystem
import HostTools
import Synchronization
import Terminal

extension Command {
    static let plain = Option(
        "--plain", help: "Print screens as text with numbers, and read a command a line: for pipes and screen readers.")
    static let fresh = Option("--fresh", help: "Begin at the roots, and not where the last run has ended.")
    static let session = Option(
        "--session", value: .file,
        help: "Keep the session in FILE, and not in the app's own in the user's state directory; '' keeps none.")

    static let run = Command(
        name: "run", summary: "Browse the app in the terminal; features may come and go meanwhile.",
        operands: .any(.place),
        discussion: """
            Begins where the last run of this app, with its wiring file and its plugins directories, has ended, and opens
            what is given, in order. The keys are on the screen: '?' shows all of them.

            Meanwhile 'switchyard open' hands links to this run, if XDG_RUNTIME_DIR is set and no other run of the app
            takes them. With --socket other programs see and use the app too, as they do with 'serve'.

            Features that are copied into a plugins directory, replaced or removed are taken up at once, and so is a
            changed wiring file. A file that cannot be used is reported, and the version before stays in use.

            With --plain, and where standard input or output is no terminal or TERM is dumb, each screen is printed as
            text in which all that can be used has a number, and each line of the input is a command: 'help' shows them.
            A line that is refused is told on standard error, and the end of the input ends the program with code 0.

            EXAMPLES
              switchyard run            where the last run ended
              switchyard run LINK       at a link or a destination
              switchyard run --fresh    at the roots

            KEYS
            \(KeyTable.text)
            """,
        options: [plain, fresh, session, socket, record, .trace, .isolation, .verbose], printsData: false
    ) { arguments in
        try await RunCommand.run(arguments)
    }
}

@MainActor
enum RunCommand {
    static func run(_ arguments: Arguments) async throws -> ExitCode {
        let application = try HostApplication.open(arguments, startsFeatures: true, asksUser: isAtTerminal)
        return try await run(arguments, application, try steps(arguments, application))
    }

    static var isAtTerminal: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    /// Opens an app in the terminal.
    ///
    /// - Parameters:
    ///   - keepsSession: Whether there is a session where `--session` names none.
    ///   - begin: Called before the app begins.
    static func run(
        _ arguments: Arguments, _ application: HostApplication, _ steps: [Step], keepsSession: Bool = true,
        _ begin: (LiveApp) -> Void = { _ in }
    ) async throws -> ExitCode {
        // A terminal that cannot move its cursor gets the line mode.
        let isDumb = application.options.environment["TERM"] == "dumb"
        let isPlain = arguments.has(Command.plain) || isDumb || !isAtTerminal
        // The full screen would hide messages printed before it begins, so they are collected.
        let told = Mutex(isPlain ? [] : application.warnings + application.startNotes(asksUser: true))
        if !isPlain { Console.redirect { text in told.withLock { $0.append(text) } } }
        defer { Console.redirect(nil) }
        let listener: LocalListener?
        do throws(LocalSocketError) {
            listener = try ServeCommand.listener(arguments)
        } catch {
            Console.redirect(nil)
            return ServeCommand.report(error, arguments)
        }
        let session = try Session(arguments, application: application, isKept: keepsSession)
        let recorder: Recorder?
        do {
            recorder = try Recorder.make(arguments, application)
        } catch {
            for message in error.messages { Console.error(message) }
            return error.code
        }
        let live = LiveApp(
            application, saver: session.saver, recorder: recorder,
            lowestLevel: arguments.has(.verbose) ? .debug : .warning)
        defer { live.stop() }
        let server = Server(live, mayEnd: false)
        if let listener { server.add(listener) }
        live.server = server
        begin(live)
        if isPlain {
            return await LineMode(live).run(restoring: session.state, steps)
        }
        return await fullScreen(live, session, steps, told: told.withLock(\.self))
    }

    /// Reads what an app that stays open begins with.
    static func steps(_ arguments: Arguments, _ application: HostApplication) throws(UsageError) -> [Step] {
        try arguments.operands.map { (word) throws(UsageError) in
            var step: Step?
            do throws(UsageError) {
                let read = try Step(word, features: application.catalog.ids)
                step = read
                try read.requireKnownWord(application.catalog)
                return read
            } catch {
                let isElsewhere = step?.target.map(application.isOfNoFeature) == true
                let place = isElsewhere ? "; features are looked for in \(application.searchedText)" : ""
                throw UsageError(error.message + place, command: arguments.command)
            }
        }
    }

    private static func fullScreen(
        _ live: LiveApp, _ session: Session, _ steps: [Step], told: [String]
    ) async -> ExitCode {
        let environment = live.application.options.environment
        var colors = ColorSupport(noColor: environment["NO_COLOR"], term: environment["TERM"])
        let isExact = colors == .sixteen && ColorSupport.isExact(colorTerm: environment["COLORTERM"])
        let background = Background(colorFGBG: environment["COLORFGBG"])
        if isExact, let background { colors = .exact(background) }
        do throws(TerminalError) {
            // From then on, messages go to standard error again.
            defer { Console.redirect(nil) }
            let terminal = FullScreen(
                try TerminalDevice(input: STDIN_FILENO, output: STDOUT_FILENO), colors: colors,
                asksForBackground: isExact)
            let app = FullScreenApp(live, terminal)
            // Meanwhile the app shows messages, since standard error would overwrite the screen.
            Console.redirect { text in Task { @MainActor in app.show(LiveApp.Note(text, .problem)) } }
            // The first one, which names a cause, is the one to see.
            for text in told.reversed() { app.show(LiveApp.Note(text, .problem)) }
            if session.isFirst, steps.isEmpty, told.isEmpty { app.welcome() }
            switch try await app.run(restoring: session.state, steps) {
            case .quit: return live.hasFailedToSave ? .ioError : .ok
            case .signal(let signal):
                live.stop()
                try? Trace.end()
                terminal.end(by: signal)
            case .failed(let error): throw error
            }
        } catch {
            for text in told { Console.error(text) }
            Console.error("\(error)")
            return .ioError
        }
    }

    @MainActor
    struct Session {
        var saver: SessionSaver?
        var state: NavigationState?
        /// Whether the app is opened for the first time.
        var isFirst = false

        /// - Parameter isKept: Whether there is a session where `--session` names none.
        init(_ arguments: Arguments, application: HostApplication, isKept: Bool = true) throws {
            guard isKept || arguments.has(Command.session) else { return }
            guard let path = try Self.path(arguments, application) else { return }
            do {
                let saver = try SessionSaver(path: path, allowingInsecure: arguments.has(.allowInsecure))
                self.saver = saver
                try saver.prepare(catalog: application.catalog)
                guard !arguments.has(Command.fresh) else { return }
                switch try RestoredSession(
                    path: path, catalog: application.catalog, besides: saver.store,
                    allowingInsecure: arguments.has(.allowInsecure))
                {
                case .state(let state): self.state = state
                case .unusable(let messages): for message in messages { Console.warning(message) }
                case .missing: isFirst = true
                }
            } catch {
                // Another run holds the file, or it cannot be written: the app is useful without a session.
                saver?.close()
                saver = nil
                Console.warning("this run is not kept: \(error.message(path: path))")
            }
        }

        /// Returns the path of the session file; nil if no session is kept.
        private static func path(_ arguments: Arguments, _ application: HostApplication) throws -> String? {
            if let path = arguments.last(Command.session) { return path.isEmpty ? nil : path }
            guard let path = application.sessionFile, let folder = Path.parent(path) else { return nil }
            do {
                try FileSystem.makeDirectories(folder)
            } catch {
                Console.warning("this run is not kept: the folder '\(folder)' cannot be made: \(error)")
                return nil
            }
            return path
        }
    }
}
