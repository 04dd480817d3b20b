import Glibc
import Synchronization

/// Signals that end the program, noted instead, so that a command can put away first what it has made.
enum Interruption {
    private static let noted = Atomic<Int32>(0)
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGPIPE]

    /// From now on they are noted; those that the caller has had ignored stay so.
    static func note() {
        for number in signals {
            var old = sigaction()
            sigaction(number, nil, &old)
            if unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
                continue
            }
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { Interruption.noted.store($0, ordering: .relaxed) }
            sigaction(number, &action, nil)
        }
    }

    /// Whether one has come.
    static var hasCome: Bool { noted.load(ordering: .relaxed) != 0 }

    /// Ends the program by the signal that has come, as if nobody had noted it; nothing where none has.
    static func end() {
        let number = noted.load(ordering: .relaxed)
        guard number != 0 else { return }
        signal(number, SIG_DFL)
        raise(number)
    }
}
