import FeatureContract
import Glibc
import HostCore
import HostSystem
import HostTools
import JSONText

extension Command {
    fileprivate static let port = Option(
        "--port", value: .text("PORT"), help: "Listen at that port; without it at one that is free.")
    fileprivate static let openBrowser = Option("--open", help: "Open the link in the user's browser, by xdg-open.")

    static let web = Command(
        name: "web", summary: "Show the app in a browser on this machine.", operands: .any(.place),
        discussion: """
            Prints a link on standard output; the page behind it shows the app, and is used with the mouse, the keyboard
            or a screen reader. It opens what is given, in order, and begins where the last run of this app has ended.
            Each screen has an address, which can be a bookmark, and the browser's Back and Forward go through the app.
            All windows show one app, with one stack.

            Only browsers on this machine can reach it, and only with the link: it has a random token.
            Whoever has the link can use the app as you do. Requests under another name, and those of other sites'
            pages, are refused.

            Features and wiring are taken up while they change, as by 'run'. A signal, such as that of Ctrl-C, ends the
            host; the windows say so, and find the next one at the same --port by its new link.
            """,
        options: [port, openBrowser, fresh, session, .trace, .isolation, .verbose], printsData: false
    ) { arguments in
        try await WebCommand.run(arguments)
    }
}

@MainActor
private enum WebCommand {
    static func run(_ arguments: Arguments) async throws -> ExitCode {
        let port = try port(arguments)
        let application = try HostApplication.open(arguments, startsFeatures: true, asksUser: true)
        let steps = try RunCommand.steps(arguments, application)
        let session = try RunCommand.Session(arguments, application: application)
        let lowest: LogLine.Level = arguments.has(.verbose) ? .debug : .warning
        let live = LiveApp(application, saver: session.saver, recorder: nil, lowestLevel: lowest)
        let server = Server(live, mayEnd: true)
        live.server = server
        live.noteSink = ServeCommand.tell
        (live.asksForPermissions, live.asksForFiles) = (true, true)
        let web: WebServer
        do throws(SystemError) {
            web = try WebServer(server, port: port) { GraphPage.text(of: Graph(application)) }
        } catch {
            let advice = error.code == EADDRINUSE ? "; another program has that port, so name another" : ""
            Console.error("nothing is served at port \(port): \(error.operation): \(error)\(advice)")
            live.stop()
            return .unavailable
        }
        signal(SIGPIPE, SIG_IGN)
        web.start()
        defer { web.stop() }
        Console.print(web.link + "\n")
        let isOpened = arguments.has(Command.openBrowser)
        if isOpened { openBrowser(web, application) }
        Console.note(
            isOpened
                ? "a browser is asked to show it; where none comes, open the link yourself; Ctrl-C ends the app"
                : "the app is behind that link, in a browser; Ctrl-C ends it")
        return await ServeCommand.serve(live, server, session, steps) {
            web.serve()
            return server.attend()
        }
    }

    private static func port(_ arguments: Arguments) throws(UsageError) -> UInt16 {
        guard let text = arguments.last(Command.port) else { return 0 }
        guard text.utf8.allSatisfy(\.isDigit), let port = UInt16(text) else {
            throw UsageError("'\(text)' is no port: expected a number from 0 to 65535", command: "web")
        }
        return port
    }

    private static func openBrowser(_ web: WebServer, _ application: HostApplication) {
        let environment = application.options.environment
        guard let program = Program.find("xdg-open") else {
            return Console.warning("there is no xdg-open (package xdg-utils), so open the link yourself")
        }
        let variables = environment.all.map { "\($0.key)=\($0.value)" }
        let started = LinuxProcess.spawn(program, ["xdg-open", web.makeTicket()], variables) {
            posix_spawn_file_actions_addopen(&$0, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
            posix_spawn_file_actions_addopen(&$0, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        }
        if case .failure(let error) = started {
            Console.warning("\(program) cannot be started (\(error)), so open the link yourself")
        }
    }
}
