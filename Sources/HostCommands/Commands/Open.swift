import FeatureContract
import Glibc
import HostCore
import HostSystem
import JSONText

extension Command {
    static let start = Option("--start", help: "Where no run of the app is open, do what 'run LINK…' does.")
    static let silence = Option(
        "--wait", value: .text("TIME"),
        help: "How long the run may give no sign of life, such as 500ms or 10s (the default).")
    static let desktopEntry = Option(
        "--desktop-entry",
        help: "Print an entry for ~/.local/share/applications, by which a desktop hands links of the app to 'open'.")

    static let open = Command(
        name: "open", summary: "Hand links to the run of the app that is open.", operands: .any(.link),
        discussion: """
            The run opens the links in order, each once the screen before it has loaded, and reports the outcome of each:
            shown, parked until a condition is true, not found, refused by a locked screen, or still loading after 5 s.
            The exit code is 0 if all are shown or parked, 1 if one is not found or refused, and 69 if one is still
            loading.

            The run is that of the same app: the same wiring file and plugins directories. Where none is open, the exit
            code is 69, or with --start this becomes the run; the options of 'run' are for that.

            Links go through a socket in the directory that XDG_RUNTIME_DIR names. It is used only if it belongs to you,
            no other user may write to it, and the process at the other end runs as you.

            With --desktop-entry nothing is opened. The entry has the schemes of the wiring or, where that names none, of
            the features' links; with --start it opens a terminal for the app.
            """,
        options: [start, silence, desktopEntry, plain, fresh, session, .isolation, .verbose]
    ) { arguments in
        try await OpenCommand.run(arguments)
    }
}

@MainActor
private enum OpenCommand {
    static func run(_ arguments: Arguments) async throws -> ExitCode {
        let links = arguments.operands
        if arguments.has(Command.desktopEntry) { return try printDesktopEntry(arguments) }
        guard !links.isEmpty else {
            throw UsageError("'open' lacks a link: expected SCHEME://HOST/PATH", command: "open")
        }
        if arguments.has(Command.start), arguments.has(.json) {
            throw UsageError("'--start' may open a run, which prints no JSON; leave out '--json'", command: "open")
        }
        for link in links {
            do {
                _ = try LinkURL(link)
            } catch {
                throw UsageError("\(error)", command: "open")
            }
        }
        let options = HostOptions(arguments)
        let patience = try arguments.time(Command.silence, usual: .seconds(10))
        let app = AppLoader.identity(options)
        var results: [LinkResult] = []
        do {
            var client = try LinkClient(app: app.id, environment: options.environment, patience: patience)
            defer { print(links, results, host: client.host, arguments) }
            try client.open(links) { results.append($0) }
        } catch {
            // Where nothing was reached, the JSON is still one object.
            if case .socket = error, arguments.has(.json) { print(links, [], host: nil, arguments) }
            switch error {
            case .socket(.noListener) where arguments.has(Command.start): return try await RunCommand.run(arguments)
            case .socket(.noRuntimeDirectory) where arguments.has(Command.start):
                Console.warning("no run that is open can be found: \(LocalSocketError.noRuntimeDirectory)")
                return try await RunCommand.run(arguments)
            case .socket(.system(_, let missing)) where missing.code == ENOENT && arguments.has(Command.start):
                // Where the runtime directory is missing, no run has a socket in it.
                return try await RunCommand.run(arguments)
            default:
                report(error, app)
                if !results.isEmpty, let next = links.dropFirst(results.count).first {
                    Console.note(
                        "\(results.count) of \(links.count) links are reported; the outcome is unknown from '\(next)' on."
                    )
                }
                return .unavailable
            }
        }
        return code(results)
    }

    private static func code(_ results: [LinkResult]) -> ExitCode {
        if results.contains(where: { $0.outcome == .notFound || $0.outcome == .refused }) { return .no }
        return results.contains { $0.outcome == .loading } ? .unavailable : .ok
    }

    // MARK: Output

    /// - Parameter host: The process of the run; nil if none was reached.
    private static func print(_ links: [String], _ results: [LinkResult], host: Int32?, _ arguments: Arguments) {
        if arguments.has(.json) {
            let array = zip(links, results).map { link, result in
                JSON.object(JSONObject([("link", .string(link))] + result.json.members))
            }
            return Console.print(["process": host.map { .integer(Int64($0)) } ?? .null, "links": .array(array)])
        }
        for (link, result) in zip(links, results) {
            let reason = result.reason.map { " (\($0))" } ?? ""
            switch result.outcome {
            case .shown: Console.print("shown: \(DisplayText.safe(link))\n")
            case .notFound: Console.error("not found: \(link)\(reason)")
            case .refused: Console.error("refused: \(link)\(reason)")
            case .loading: Console.error("still loading: \(link)\(reason)")
            case .parked: Console.print(DisplayText.safe("parked: \(link)\(reason)") + "\n")
            }
        }
    }

    private static func report(_ error: LinkClientError, _ app: AppLoader.Identity) {
        func run(_ process: Int32) -> String {
            "the run of this app" + (process > 0 ? " (process \(process))" : "")
        }
        switch error {
        case .socket(.noListener):
            Console.error("no run of this app is open: 'switchyard run' opens it, and so does --start")
            let plugins = app.plugins.map { "'\($0.path)'" }.joined(separator: ", ")
            let missing = app.wiring.map { FileSystem.identity($0.path) == nil ? ", which is not there" : "" } ?? ""
            Console.note(
                "The app is that of the plugins directories \(plugins) and "
                    + (app.wiring.map { "the wiring file '\($0.path)'\(missing)." } ?? "no wiring file."))
        case .socket(.timeout):
            Console.error(
                "the run of this app accepts no connection: it is stopped, or busy for long; --wait waits longer")
        case .socket(let error): Console.error("no run of this app can be reached: \(error)")
        case .silence(let host, let time):
            Console.error(
                "\(run(host)) has given no sign of life for \(time): it is stopped, or busy for long. It may still open "
                    + "the link when it goes on; --wait waits longer")
        case .ended(let host): Console.error("\(run(host)) has ended before it reported the outcome of the link")
        case .refused(let host, let reason): Console.error("\(run(host)) has not taken the link: \(reason)")
        }
    }

    // MARK: The desktop entry

    private static func printDesktopEntry(_ arguments: Arguments) throws -> ExitCode {
        if let link = arguments.operands.first {
            throw UsageError("'--desktop-entry' opens nothing, and '\(link)' was given", command: "open")
        }
        let application = try HostApplication.open(arguments)
        let schemes = application.catalog.schemes(takenBy: application.wiring)
        guard !schemes.isEmpty else {
            Console.error("no entry is printed: the app takes links of no scheme")
            return .no
        }
        let app = AppLoader.identity(application.options)
        var command = [Program.path ?? HostName.name, "open"]
        for directory in app.plugins where directory.isNamed { command += ["--plugins", directory.path] }
        if let wiring = app.wiring, wiring.isOnlyHere { command += ["--config", wiring.path] }
        for flag in [Option.allowInsecure, Command.start, Command.plain, Command.fresh] where arguments.has(flag) {
            command.append(flag.name)
        }
        for option in [Option.isolation, Command.silence, Command.session] {
            guard let value = arguments.last(option) else { continue }
            guard option != Command.session || value.isEmpty || value.hasPrefix("/") else {
                throw UsageError(
                    "'\(value)' is relative, and a desktop runs the entry in a directory of its own; give '--session' an "
                        + "absolute path", command: "open")
            }
            command += [option.name, value]
        }
        if let path = command.first(where: { DisplayText.safe($0) != $0 }) {
            throw UsageError("'\(path)' has characters that no desktop entry can have", command: "open")
        }
        let entry = DesktopEntry(command: command, schemes: schemes, needsTerminal: arguments.has(Command.start))
        if arguments.has(.json) {
            Console.print(["entry": .string(entry.text), "schemes": .array(schemes.map(JSON.string))])
        } else {
            Console.print(entry.text)
        }
        return .ok
    }
}
