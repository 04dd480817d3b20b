import HostSystem

/// The reason why a host cannot be set up, such as a missing plugins directory, an unreadable wiring file, or rules in
/// it that go round in a loop. Its description is for the user, one line per fault.
///
/// ```swift
/// do throws(HostError) {
///     let application = try HostApplication.open(HostOptions(plugins: ["plugins"]))
/// } catch {
///     print(error)  // the plugins directory 'plugins' does not exist; name one that holds features' .so files
/// }
/// ```
public struct HostError: Error, Sendable, CustomStringConvertible {
    package enum Problem: Sendable {
        case directory(DirectoryError)
        case wiring(WiringError)
        case badWiring([Finding])
        /// This program is to run workers, but would not become one.
        case noWorker
        /// The named executable does not become a worker.
        case isNoWorker(String)
        case notWatched(SystemError)
    }

    package let problem: Problem

    package init(_ problem: Problem) {
        self.problem = problem
    }

    package var messages: [String] {
        switch problem {
        case .badWiring(let findings): findings.map(\.located)
        case .wiring(let error): error.messages
        default: [description]
        }
    }

    /// A reference for further reading; nil if the messages suffice.
    package var hint: String? {
        if case .wiring(let error) = problem { error.hint } else { nil }
    }

    /// The message: the problem and its remedy.
    public var description: String {
        switch problem {
        case .directory(let error): error.description
        case .wiring(let error): error.description
        case .badWiring(let findings): findings.map(\.located).joined(separator: "\n")
        case .noWorker:
            "features run in processes of this program, which would not become a worker when it is started as one; call "
                + "WorkerMain.runIfStartedAsWorker() first of all in main, or name an executable that is one, such as "
                + "an installed 'switchyard', as HostOptions(worker:)"
        case .isNoWorker(let executable):
            "features are to run in processes of '\(executable)', which cannot be started or does not become a worker; "
                + "name an executable that does, such as an installed 'switchyard', as HostOptions(worker:)"
        case .notWatched(let error): "changes of files are not noticed: \(error)"
        }
    }
}
