import Glibc
import HostCore
import HostSystem

extension Command {
    static let socket = Option(
        "--socket", value: .file,
        help: "Serve the app to other programs at a UNIX socket, in a directory that no other user may write to.")
    static let messageSchema = Option("--schema", help: "Print a JSON Schema of the messages, and serve nothing.")

    static let serve = Command(
        name: "serve", summary: "Serve the app to other programs, such as a front end of your own.", operands: .none,
        discussion: """
            Speaks JSON-RPC 2.0, each message behind a header with its Content-Length, as the Language Server Protocol
            does: on standard input and output for one client, or with --socket for several at once, which all see and
            use the same app. A client begins with 'initialize', gets the screen and the state as notifications whenever
            they change, and sends 'open', 'perform', 'back', 'tab' and others. Documentation/Serve.md has all of them.

            Features and wiring are taken up while they change, sessions are kept, and links of 'switchyard open' are
            taken, as by 'run'. The end of standard input, a 'shutdown' or a signal ends the host.
            """,
        options: [socket, messageSchema, fresh, session, .trace, .isolation, .verbose], printsData: false
    ) { arguments in
        try await ServeCommand.run(arguments)
    }
}

@MainActor
enum ServeCommand {
    static func run(_ arguments: Arguments) async throws -> ExitCode {
        if arguments.has(Command.messageSchema) {
            Console.print(String(decoding: PackageResources.serve_schema_json, as: UTF8.self))
            return .ok
        }
        let path = arguments.last(Command.socket)
        let standard: StandardConnection?
        do throws(SystemError) {
            standard = path == nil ? try StandardConnection() : nil
        } catch {
            Console.error("standard input and output cannot be used: \(error.operation): \(error)")
            return .ioError
        }
        let application = try HostApplication.open(arguments, startsFeatures: true)
        let listener: LocalListener?
        do throws(LocalSocketError) {
            listener = try Self.listener(arguments)
        } catch {
            return report(error, arguments)
        }
        let session = try RunCommand.Session(arguments, application: application)
        let lowest: LogLine.Level = arguments.has(.verbose) ? .debug : .warning
        let live = LiveApp(application, saver: session.saver, recorder: nil, lowestLevel: lowest)
        let server = Server(live, mayEnd: true)
        live.server = server
        if let standard { server.add(standard) }
        if let listener {
            server.add(listener)
            live.noteSink = tell
        }
        return await serve(live, server, session) { server.attend() }
    }

    /// Serves an app until its end. A signal ends the host in order, so that screens are saved and sockets are removed.
    ///
    /// - Parameters:
    ///   - steps: The steps that the app begins with.
    ///   - attend: Called while the host waits for a feature, as ``Server/attend()``.
    static func serve(
        _ live: LiveApp, _ server: Server, _ session: RunCommand.Session, _ steps: [Step] = [],
        whileWaiting attend: @escaping @MainActor () -> Bool
    ) async -> ExitCode {
        // A client that closes its end is no reason to end, and neither is who reads the messages.
        signal(SIGPIPE, SIG_IGN)
        // A feature that asks a program for a file is refused.
        live.coordinator.files.hasUser = live.asksForFiles
        let signals: DescriptorWatch
        do throws(SystemError) {
            signals = try Interruption.watch { server.end() }
        } catch {
            Console.error("nothing is served: \(error.operation): \(error)")
            return .unavailable
        }
        defer { signals.disarm() }
        WorkerProcess.whileWaiting = { _ in attend() }
        defer { WorkerProcess.whileWaiting = nil }
        live.start(restoring: session.state, steps)
        await server.waitForEnd()
        live.stop()
        Interruption.end()
        return live.hasFailedToSave ? .ioError : .ok
    }

    /// Tells whoever has started the host.
    static func tell(_ note: LiveApp.Note) {
        note.weight == .problem ? Console.error(note.text) : Console.note(note.text)
    }

    /// Begins to listen at the socket that `--socket` names. Nil without it.
    static func listener(_ arguments: Arguments) throws(LocalSocketError) -> LocalListener? {
        guard let path = arguments.last(Command.socket) else { return nil }
        let name = Path.name(path)
        guard !path.isEmpty, !path.hasSuffix("/"), name != ".", name != ".." else {
            throw .unsafe(path: path, problem: "it is no name of a socket")
        }
        return try SocketDirectory(at: Path.parent(path) ?? ".").listen(name)
    }

    static func report(_ error: LocalSocketError, _ arguments: Arguments) -> ExitCode {
        let path = arguments.last(Command.socket) ?? ""
        Console.error(error == .inUse ? "another process listens at '\(path)'" : "nothing is served: \(error)")
        return .unavailable
    }
}
