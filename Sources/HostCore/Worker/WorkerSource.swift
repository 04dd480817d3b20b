/// Where many workers come from, one after the other: forked by a server, as a start of each takes ten times as long.
///
/// A server that ends is no worker's end, and another one is started. Where a program does not become one, as one that
/// is a worker of another version, every worker is started.
@MainActor
final class WorkerSource {
    private let executable: String
    /// How long a server may take to start and to fork for the first time, in seconds.
    private let patience: Double
    /// How long one that has started may take: the other workers wait for as long.
    private static let patienceToFork = 1.0
    private(set) var server: WorkerProcess?
    /// Nobody ends one by chance so often.
    private var serversLeft = 3

    /// What a server is called, for the eyes of whoever looks at ps(1).
    private static let name = "libraries"

    init(executable: String, patience: Double) {
        self.executable = executable
        self.patience = patience
    }

    /// A worker that has been forked; nil where there is no server, and none can be started.
    func fork(name: String) -> WorkerProcess? {
        while serversLeft > 0 {
            do throws(SystemError) {
                let isNew = server == nil
                let seconds = isNew ? patience : min(patience, Self.patienceToFork)
                if let worker = try running().fork(name: name, within: seconds) { return worker }
                // What has not become a server does not become one the next time.
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

    /// Ends the server. What it has forked goes on.
    func stop() {
        server?.stop()
        server = nil
    }
}
