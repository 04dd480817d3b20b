import FeatureCheck
import Glibc
import HostCore
import HostSystem

/// The program `switchyard`: the host on the command line. Each command is a file in Commands.
package enum Switchyard {
    /// Runs the command named by the arguments, and exits with its code.
    package static func main() -> Never {
        // Before anything is opened: a worker has its socket, and no other descriptor.
        WorkerMain.runIfStartedAsWorker()
        let arguments = Array(CommandLine.arguments.dropFirst())
        if CheckChild.isChild(arguments) { CheckChild.run() }
        InheritedState.resetSignals()
        InheritedState.openStandardDescriptors()
        InheritedState.setLimits()
        if let missing = SystemNeeds.missing() {
            Console.error(missing)
            exit(ExitCode.unavailable.rawValue)
        }
        Task { @MainActor in
            let code = await run(arguments)
            exit(endTrace(code).rawValue)
        }
        MainLoop.run()
    }

    @MainActor
    private static func run(_ arguments: [String]) async -> ExitCode {
        do {
            try requireUTF8()
            switch try Invocation(arguments, commands: Command.all) {
            case .overview:
                Console.print(Help.overview())
                return .ok
            case .help(let command):
                Console.print(command.map { Help.text(of: $0) } ?? Help.text())
                return .ok
            case .version:
                Console.print("\(HostName.name) \(HostName.version)\n")
                return .ok
            case .run(let command, let parsed):
                return try await run(command, parsed)
            }
        } catch {
            Console.error(error.message)
            Console.note(error.hint)
            return .usage
        }
    }

    /// Refuses arguments that are not UTF-8, which Swift would change before they can be checked.
    private static func requireUTF8() throws(UsageError) {
        for index in 0..<Int(CommandLine.argc) {
            guard let argument = CommandLine.unsafeArgv[index], String(validatingCString: argument) == nil else {
                continue
            }
            throw UsageError("argument \(index) is not UTF-8: '\(String(cString: argument))'", command: nil)
        }
    }

    /// Writes the rest of the trace, if there is one.
    ///
    /// - Returns: The code itself, or that of a file that cannot be written.
    private static func endTrace(_ code: ExitCode) -> ExitCode {
        do {
            try Trace.end()
            return code
        } catch {
            Console.error("the trace is not complete: \(error)")
            return code == .ok ? .ioError : code
        }
    }

    @MainActor
    private static func run(_ command: Command, _ arguments: Arguments) async throws(UsageError) -> ExitCode {
        if let path = arguments.last(.trace) {
            do {
                try Trace.begin(path: path)
            } catch {
                Console.error(error.message(writing: path))
                return .cantCreate
            }
        }
        do {
            return try await command.run(arguments)
        } catch let error as UsageError {
            throw error
        } catch let error as HostError {
            for message in error.messages { Console.error(message) }
            if let hint = error.hint { Console.note(hint) }
            return error.exitCode
        } catch {
            Console.error("\(error)")
            return .software
        }
    }
}

extension HostError {
    fileprivate var exitCode: ExitCode {
        switch problem {
        case .directory: return .noInput
        case .wiring(let error):
            if case .notReadable = error.problem { return .noInput }
            return .config
        case .badWiring: return .config
        case .noWorker, .isNoWorker: return .software
        case .notWatched: return .ioError
        }
    }
}
