import Glibc
import Synchronization

/// Signals by which a user ends the host (Ctrl-C, a closed terminal, kill(1)) while it scans libraries. Such an end says
/// nothing about the libraries, so it takes the host's note of them away first: see ``ScanNote``.
///
/// A signal that a worker sends is another matter, and leaves the note. SIGKILL cannot be caught, and counts as the
/// library's.
enum EndByUser {
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    /// The address of the note's path as a C string; 0 for none. Read in the signal's handler.
    private static let note = Atomic<UInt>(0)

    /// Lets the signals that would end this process remove a file first. A program that handles one of them itself, or
    /// passes it over, is left to it.
    static func removes(_ path: String) {
        replace(strdup(path))
        for signal in signals where isDefault(signal) {
            var action = sigaction()
            action.__sigaction_handler.sa_sigaction = handler
            action.sa_flags = SA_SIGINFO
            sigaction(signal, &action, nil)
        }
    }

    static func removesNothing() {
        for signal in signals where isOurs(signal) {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = SIG_DFL
            sigaction(signal, &action, nil)
        }
        replace(nil)
    }

    private static func replace(_ path: UnsafeMutablePointer<CChar>?) {
        let old = note.exchange(UInt(bitPattern: path), ordering: .acquiringAndReleasing)
        free(UnsafeMutableRawPointer(bitPattern: old))
    }

    private typealias Handler =
        @convention(c) (
            Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?
        ) -> Void

    /// Calls nothing but what a handler may call: signal-safety(7).
    private static let handler: Handler = { number, info, _ in
        if let info, !EndByUser.isFromWorker(info.pointee),
            let path = UnsafePointer<CChar>(bitPattern: EndByUser.note.load(ordering: .relaxed))
        {
            unlink(path)
        }
        signal(number, SIG_DFL)
        raise(number)
    }

    /// Whether a child of this process has sent the signal, or what such a child has started: each worker leads a
    /// session.
    private static func isFromWorker(_ info: siginfo_t) -> Bool {
        // SI_USER of sigaction(2): by kill(2). The terminal's signals come from the kernel.
        guard info.si_code == 0 else { return false }
        let leader = getsid(info._sifields._kill.si_pid)
        var ended = siginfo_t()
        // Of what is no child this is ECHILD.
        return leader > 0 && waitid(P_PID, id_t(leader), &ended, WEXITED | WNOHANG | WNOWAIT) == 0
    }

    private static func isDefault(_ signal: Int32) -> Bool {
        var action = sigaction()
        sigaction(signal, nil, &action)
        return action.sa_flags & SA_SIGINFO == 0 && address(action) == 0
    }

    private static func isOurs(_ signal: Int32) -> Bool {
        var action = sigaction()
        sigaction(signal, nil, &action)
        return address(action) == UInt(bitPattern: unsafeBitCast(handler, to: UnsafeRawPointer.self))
    }

    /// Of what handles a signal; 0 for its default, 1 where it is passed over.
    private static func address(_ action: sigaction) -> UInt {
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
    }
}
