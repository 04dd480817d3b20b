import Glibc
import HostCore
import HostSystem

extension Command {
    static let dev = Command(
        name: "dev", summary: "Work on a feature: build it at each change, and see it in the app at once.",
        operands: .optional(.directory),
        discussion: """
            DIR is the folder of a feature, and the working directory where it is not given: with a Package.swift it
            is built by 'swift build', with a Cargo.toml by 'cargo build', with a Makefile by 'make'. Opens the app as
            'run' does, with what was built in the place of an installed feature of that id, at the feature's screen.

            When a file in the folder changes, 'dev' builds the feature again, and the app takes up the new library. The
            app stays on the same screen, which keeps what it saves: in Swift @SceneStorage, not @State. If the compiler
            reports errors, the app keeps the earlier library and shows the first error with its file and line; 'm'
            shows all errors. If the first build fails, the app opens after the first build that succeeds.

            The app's own features, its wiring file and the session are those of 'run', but that no session is kept
            unless --session names one. What was built is not installed: the app takes it from .build/switchyard,
            target/switchyard or .switchyard in DIR.
            """,
        options: [plain, fresh, session, socket, record, .trace, .isolation, .verbose], printsData: false
    ) { arguments in
        try await DevCommand.run(arguments)
    }
}

@MainActor
private enum DevCommand {
    static func run(_ arguments: Arguments) async throws -> ExitCode {
        let folder = arguments.operands.first ?? "."
        guard let package = PackageBuild(folder) else {
            throw UsageError(
                "'\(folder)' is no folder of a feature: expected a Package.swift, a Cargo.toml or a Makefile in it; "
                    + "'\(Program.word) new NAME' makes one", command: "dev")
        }
        guard Program.find(package.tool.rawValue) != nil else {
            Console.error("there is no '\(package.tool.rawValue)' in PATH, which builds '\(folder)'; install it")
            return .unavailable
        }
        let plugins = package.plugins
        let builder: PackageBuilder
        let signals: DescriptorWatch
        do throws(SystemError) {
            try package.clearPlugins()
            builder = try PackageBuilder(package)
            signals = try Interruption.watch { builder.stop() }
        } catch {
            Console.error("nothing can be built into '\(plugins)': \(error.operation): \(error)")
            return .cantCreate
        }
        builder.noteSink = ServeCommand.tell
        guard await builder.waitForSuccess() else {
            Interruption.end()
            return .no
        }
        signals.disarm()
        Interruption.forget()
        let application = try HostApplication.open(
            arguments, startsFeatures: true, asksUser: RunCommand.isAtTerminal, replacements: [plugins])
        let built = application.catalog.ids.filter {
            application.catalog.feature($0)?.path?.hasPrefix(plugins + "/") == true
        }
        if built.isEmpty { Console.warning("'\(folder)' has built no feature: \(application.refusal(in: plugins))") }
        let steps = try built.prefix(1).map { (id) throws(UsageError) in
            try Step(id, features: application.catalog.ids)
        }
        return try await RunCommand.run(arguments, application, Array(steps), keepsSession: false) { live in
            builder.noteSink = { live.note($0.text, $0.weight) }
            live.stopSink = { builder.stop() }
        }
    }
}

extension HostApplication {
    /// Says why a directory has no feature.
    fileprivate func refusal(in directory: String) -> String {
        let refused = catalog.refusals.first { $0.path.hasPrefix(directory + "/") }
        return refused.map { "\(Path.name($0.path)): \($0.reason)" } ?? "there is no library (.so)"
    }
}
