import Glibc
import Synchronization

/// Signals by which a user ends the host (Ctrl-C, a closed terminal, kill(1)) while it scans libraries. Such an end
/// does not blame the libraries, so the host's note of them is removed first: see ``ScanNote``.
///
/// A signal from a worker leaves the note there. SIGKILL cannot be caught, so the scanned libraries are blamed for it.
enum EndByUser {
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    /// The address of the note's path as a C string; 0 for none. Read in the signal's handler.
    private static let note = Atomic<UInt>(0)

    /// The earlier action of each signal, by its number: sigaction(2). A handler that the program had installed is
    /// called after the file is removed.
    private nonisolated(unsafe) static let before: UnsafeMutablePointer<sigaction> = {
        let before = UnsafeMutablePointer<sigaction>.allocate(capacity: 32)
        before.initialize(repeating: sigaction(), count: 32)
        return before
    }()

    /// Makes each of the signals remove a file before its earlier action. An ignored signal stays ignored.
    static func removes(_ path: String) {
        replace(strdup(path))
        for signal in signals where !isOurs(signal) {
            sigaction(signal, nil, before + Int(signal))
            guard address(before[Int(signal)]) != 1 else { continue }
            var action = sigaction()
            action.__sigaction_handler.sa_sigaction = handler
            action.sa_flags = before[Int(signal)].sa_flags | SA_SIGINFO
            sigaction(signal, &action, nil)
        }
    }

    static func removesNothing() {
        for signal in signals where isOurs(signal) { sigaction(signal, before + Int(signal), nil) }
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

    /// Calls only functions that a handler may call, and keeps errno as it was: signal-safety(7).
    private static let handler: Handler = { number, info, context in
        let interrupted = errno
        defer { errno = interrupted }
        if let info, !EndByUser.isFromWorker(info.pointee),
            let path = UnsafePointer<CChar>(bitPattern: EndByUser.note.load(ordering: .relaxed))
        {
            unlink(path)
        }
        let before = EndByUser.before[Int(number)]
        switch EndByUser.address(before) {
        case 0:
            signal(number, SIG_DFL)
            raise(number)
        case _ where before.sa_flags & SA_SIGINFO != 0: before.__sigaction_handler.sa_sigaction?(number, info, context)
        default: before.__sigaction_handler.sa_handler?(number)
        }
    }

    /// Whether a worker of this process, or a process that a worker has started, sent the signal. Each worker leads a
    /// session; a process that has left that session has a worker among its parents.
    private static func isFromWorker(_ info: siginfo_t) -> Bool {
        // SI_USER, SI_QUEUE and SI_TKILL of sigaction(2) have a sender. The terminal's signals come from the kernel.
        guard info.si_code <= 0 else { return false }
        let leader = getsid(info._sifields._kill.si_pid)
        var ended = siginfo_t()
        // ECHILD where the leader is not a child of this process.
        if leader > 0, waitid(P_PID, id_t(leader), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 { return true }
        let host = getpid()
        var pid = info._sifields._kill.si_pid
        for _ in 0..<64 where pid > 1 && pid != host {
            pid = parent(of: pid)
            if pid == host { return true }
        }
        return false
    }

    /// The parent of a process, the fourth field of proc_pid_stat(5); 0 where that cannot be read.
    private static func parent(of pid: pid_t) -> pid_t {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 512) { bytes in
            var end = bytes.count
            func put(_ text: StaticString) {
                end -= text.utf8CodeUnitCount
                for index in 0..<text.utf8CodeUnitCount { bytes[end + index] = text.utf8Start[index] }
            }
            put("/stat\0")
            var number = pid
            repeat {
                end -= 1
                bytes[end] = UInt8(ascii: "0") + UInt8(number % 10)
                number /= 10
            } while number > 0
            put("/proc/")
            guard let base = bytes.baseAddress else { return 0 }
            let file = open(UnsafeRawPointer(base + end).assumingMemoryBound(to: CChar.self), O_RDONLY)
            guard file >= 0 else { return 0 }
            let count = read(file, base, bytes.count)
            close(file)
            // The name of the program, in brackets, may hold anything.
            guard count > 0, var index = bytes[..<count].lastIndex(of: UInt8(ascii: ")")) else { return 0 }
            index += 4
            var parent: pid_t = 0
            while index < count, bytes[index] >= UInt8(ascii: "0"), bytes[index] <= UInt8(ascii: "9") {
                parent = parent &* 10 &+ pid_t(bytes[index] - UInt8(ascii: "0"))
                index += 1
            }
            return parent
        }
    }

    private static func isOurs(_ signal: Int32) -> Bool {
        var action = sigaction()
        sigaction(signal, nil, &action)
        return address(action) == UInt(bitPattern: unsafeBitCast(handler, to: UnsafeRawPointer.self))
    }

    /// The address of a signal's handler: 0 for the default action, 1 where the signal is ignored.
    private static func address(_ action: sigaction) -> UInt {
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
    }
}
