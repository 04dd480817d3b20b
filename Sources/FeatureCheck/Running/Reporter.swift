import Dispatch
import Glibc
import HostCore
import Synchronization

/// What the process of a test tells the one that has started it. There is one test in a process, and so one reporter:
/// functions of C, which a feature calls on any thread, have no other way to it.
enum Reporter {
    private struct State {
        /// What was told: a feature that does the same a million times says nothing new.
        var told: Set<CheckMessage> = []
        var counts: [Rule: Int] = [:]
        /// The call into the feature that runs.
        var place = ""
    }

    private static let state = Mutex(State())
    private static let process = getpid()
    private static let mainThread = pthread_self()

    /// How many breaches of one rule are told.
    private static let maximumBreaches = 20

    /// Called first, on the main thread.
    static func start() {
        _ = (process, mainThread)
        pthread_atfork({ Reporter.broken(.forks, "it forks the process") }, nil, nil)
    }

    static var isMainThread: Bool { pthread_equal(pthread_self(), mainThread) != 0 }

    /// What the feature is called for now: `render of notes/detail?identifier=1`.
    static func reached(_ place: String) {
        state.withLock { $0.place = place }
        send(.reached(place))
    }

    static func broken(_ rule: Rule, _ what: String) {
        let message: CheckMessage? = state.withLock { state in
            let message = CheckMessage.broken(rule, state.place.isEmpty ? what : "\(state.place): \(what)")
            guard state.counts[rule, default: 0] < maximumBreaches, state.told.insert(message).inserted else {
                return nil
            }
            state.counts[rule, default: 0] += 1
            return message
        }
        if let message { send(message) }
    }

    static func found(_ status: CheckStatus, _ reason: String) {
        let message = CheckMessage.found(status, reason)
        if state.withLock({ $0.told.insert(message).inserted }) { send(message) }
    }

    static func note(_ text: String) { send(.note(text)) }

    /// The test is through: the process ends, and nothing of the feature is run any more.
    static func finish() -> Never {
        send(.done)
        _exit(0)
    }

    private static func send(_ message: CheckMessage) {
        // What the feature has forked has nothing to tell.
        guard getpid() == process else { _exit(0) }
        let frame = FrameBuffer.frame(.notice, message.bytes)
        sending.withLock { _ in
            var rest = frame[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    Glibc.send(WorkerMain.socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { WorkerMain.leave() }
            }
        }
    }

    private static let sending = Mutex(())
}
