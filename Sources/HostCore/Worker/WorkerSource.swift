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

    private let sandbox: SandboxMode

    init(executable: String, patience: Double, sandbox: SandboxMode = .off) {
        self.executable = executable
        self.sandbox = sandbox
        self.patience = patience
    }

    /// Returns a forked worker. Nil if there is no server and none can be started.
    func fork(name: String) -> WorkerProcess? {
        while serversLeft > 0 {
            do {
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
        let started = try WorkerProcess.start(
            executable: executable, name: Self.name, more: [ProcessTitle.room], sandbox: sandbox)
        server = started
        return started
    }

    /// Kills the server. The workers that it has forked go on.
    func stop() {
        server?.stop()
        server = nil
    }
}

/// Decides when a feature whose worker has exited may be started again: first at once, then after a wait, and after too
/// many exits in a row not at all.
///
/// An exit continues the row of those before it, unless the worker had run for a good while.
struct RestartPolicy: Sendable {
    /// The number of exits in a row after which the feature is deactivated.
    static let maximumEnds = 3
    /// The time after which a running worker's earlier exits are forgotten.
    static let goodWhile = Duration.seconds(60)
    /// The wait before the third start. It would double with each further start.
    static let firstWait = Duration.milliseconds(200)

    /// The number of exits in a row.
    private(set) var ends = 0
    private var started = ContinuousClock.now
    private var mayStart = ContinuousClock.now

    var isDeactivated: Bool { ends >= Self.maximumEnds }

    mutating func start(at now: ContinuousClock.Instant) { started = now }

    /// Records an exit.
    ///
    /// - Parameter goodUntil: The time until which the worker did its work.
    mutating func end(at now: ContinuousClock.Instant, goodUntil: ContinuousClock.Instant) {
        if started.duration(to: goodUntil) >= Self.goodWhile { ends = 0 }
        ends += 1
        mayStart = ends < 2 ? now : now.advanced(by: Self.firstWait * (1 << (ends - 2)))
    }

    /// The time to wait before the next start.
    func wait(at now: ContinuousClock.Instant) -> Duration { max(.zero, now.duration(to: mayStart)) }

    /// Forgets all exits, since the user wants to try the feature again.
    mutating func reset() { self = RestartPolicy() }
}
