import HostSystem

/// A source of many workers in succession. They are forked by a server, as starting each takes ten times as long.
///
/// If a server exits, no worker does, and another server is started. If the program does not become a server, as a
/// worker of another version, then every worker is started.
@MainActor
final class WorkerSource {
    private let executable: String
    /// The time that a server may take to start and fork for the first time, in seconds.
    private let patience: Double
    /// The time that a running server may take to fork, in seconds, for which other workers have to wait.
    private static let patienceToFork = 1.0
    private(set) var server: WorkerProcess?
    /// The number of servers that may still be started. Chance does not end so many.
    private var serversLeft = 3

    /// The name of a server, which ps(1) shows.
    private static let name = "libraries"

    init(executable: String, patience: Double) {
        self.executable = executable
        self.patience = patience
    }

    /// Returns a forked worker. Nil if there is no server and none can be started.
    func fork(name: String) -> WorkerProcess? {
        while serversLeft > 0 {
            do throws(SystemError) {
                let isNew = server == nil
                let seconds = isNew ? patience : min(patience, Self.patienceToFork)
                if let worker = try running().fork(name: name, within: seconds) { return worker }
                // A program that has not become a server will not do so the next time.
                serversLeft = isNew ? 0 : serversLeft - 1
                stop()
            } catch {
                serversLeft = 0
                stop()
            }
        }
        return nil
    }

    private func running() throws(SystemError) -> WorkerProcess {
        if let server { return server }
        let started = try WorkerProcess.start(executable: executable, name: Self.name, isServer: true)
        server = started
        return started
    }

    /// Kills the server. The workers that it has forked go on.
    func stop() {
        server?.stop()
        server = nil
    }
}
