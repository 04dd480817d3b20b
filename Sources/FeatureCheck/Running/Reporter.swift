import Dispatch
import Glibc
import HostCore
import Synchronization

/// The reporter of a test's process, which sends messages to the process that started it. A process runs one test, and
/// so has one reporter: C functions that a feature calls on any thread have no other way to it.
enum Reporter {
    private struct State {
        /// The messages already sent: a repeated breach adds nothing.
        var told: Set<CheckMessage> = []
        var counts: [Rule: Int] = [:]
        var place = ""
        /// The secret of the job, once the job has been read.
        var secret: UInt64 = 0
    }

    private static let state = Mutex(State())
    private static let process = getpid()
    private static let mainThread = pthread_self()

    /// The most reported breaches of one rule.
    private static let maximumBreaches = 20

    private static let socket = farDescriptor(of: WorkerMain.socket)

    /// Prepares the reporter. Called on the main thread, before the process gets its limit on open files and before any
    /// code of the feature runs.
    static func start() {
        _ = (process, mainThread, socket)
        pthread_atfork({ Reporter.broken(.forks, "it forks the process") }, nil, nil)
    }

    /// Adopts the job's secret, and closes the low-numbered socket, so that a feature which writes to a low number that
    /// is not its own reaches no process.
    static func begin(_ job: CheckJob) {
        state.withLock { $0.secret = job.secret }
        if socket != WorkerMain.socket { close(WorkerMain.socket) }
    }

    static var isMainThread: Bool { pthread_equal(pthread_self(), mainThread) != 0 }

    /// Reports the current call into the feature: `render of notes/detail?identifier=1`.
    static func reached(_ place: String) {
        requireDescriptors()
        state.withLock { $0.place = place }
        send(.reached(place))
    }

    /// Reports that the test does its own work until the next call.
    static func rest() {
        requireDescriptors()
        send(.resting)
    }

    /// - Parameter status: A warning if the rule allows it but the author should know.
    static func broken(_ rule: Rule, _ what: String, as status: CheckStatus = .failed) {
        let message: CheckMessage? = state.withLock { state in
            let message = CheckMessage.broken(
                rule, status, state.place.isEmpty ? what : "\(state.place): \(what)")
            guard state.counts[rule, default: 0] < maximumBreaches, state.told.insert(message).inserted else {
                return nil
            }
            state.counts[rule, default: 0] += 1
            return message
        }
        if let message {
            send(message)
        } else if !isMainThread {
            // A thread that repeats a breach without end would keep the lock from the main thread.
            usleep(100)
        }
    }

    static func found(_ status: CheckStatus, _ reason: String) {
        let message = CheckMessage.found(status, reason)
        if state.withLock({ $0.told.insert(message).inserted }) { send(message) }
    }

    static func note(_ text: String) { send(.note(text)) }

    static func mayRunPrograms() { send(.mayRunPrograms) }

    /// Reports that the test is done, and ends the process; no code of the feature runs any more.
    static func finish() -> Never {
        requireDescriptors()
        send(.done(state.withLock(\.secret)))
        _exit(0)
    }

    /// Ends the test if the feature has closed standard descriptors: the rest would fail by chance.
    private static func requireDescriptors() {
        let closed = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].filter { fcntl($0, F_GETFD) < 0 }
        guard !closed.isEmpty else { return }
        let place = state.withLock(\.place)
        let names = closed.map(String.init).joined(separator: ", ")
        send(.found(.crashed, "\(place): it closes what is the host's: the descriptors \(names)"))
        send(.done(state.withLock(\.secret)))
        _exit(0)
    }

    private static func send(_ message: CheckMessage) {
        // A process that the feature has forked must not report.
        guard getpid() == process else { _exit(0) }
        let frame = FrameBuffer.frame(.notice, message.bytes)
        sending.withLock { _ in
            var rest = frame[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { WorkerMain.leave() }
            }
        }
    }

    private static let sending = Mutex(())

    private static let farNumber: rlim_t = 4096

    /// A copy with a number beyond those that a feature may open, so that a feature which closes all of its descriptors
    /// does not close it.
    private static func farDescriptor(of number: Int32) -> Int32 {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        if getrlimit(resource, &limit) == 0 {
            limit.rlim_cur = min(limit.rlim_max, farNumber + 64)
            setrlimit(resource, &limit)
        }
        let far = fcntl(number, F_DUPFD_CLOEXEC, Int32(farNumber))
        return far < 0 ? number : far
    }
}
