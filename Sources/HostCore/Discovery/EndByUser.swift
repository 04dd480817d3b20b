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

    /// By number, what the signals did before: sigaction(2). Of a program that handles one of them, its handler is called
    /// after the file is removed.
    private nonisolated(unsafe) static let before: UnsafeMutablePointer<sigaction> = {
        let before = UnsafeMutablePointer<sigaction>.allocate(capacity: 32)
        before.initialize(repeating: sigaction(), count: 32)
        return before
    }()

    /// Lets the signals by which a user ends this process remove a file first. One that is passed over is left so.
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

    /// Calls nothing but what a handler may call: signal-safety(7).
    private static let handler: Handler = { number, info, context in
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

    /// Whether a child of this process has sent the signal, or what such a child has started: each worker leads a
    /// session, and what has left that has a worker among its parents.
    private static func isFromWorker(_ info: siginfo_t) -> Bool {
        // SI_USER, SI_QUEUE and SI_TKILL of sigaction(2) have a sender. The terminal's signals come from the kernel.
        guard info.si_code <= 0 else { return false }
        let leader = getsid(info._sifields._kill.si_pid)
        var ended = siginfo_t()
        // Of what is no child this is ECHILD.
        if leader > 0, waitid(P_PID, id_t(leader), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 { return true }
        let host = getpid()
        var pid = info._sifields._kill.si_pid
        for _ in 0..<64 where pid > 1 && pid != host {
            pid = parent(of: pid)
            if pid == host { return true }
        }
        return false
    }

    /// The fourth field of proc_pid_stat(5); 0 where it cannot be read.
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

    /// Of what handles a signal; 0 for its default, 1 where it is passed over.
    private static func address(_ action: sigaction) -> UInt {
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
    }
}
