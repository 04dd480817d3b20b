import Glibc

/// The state that a process inherits and that execve(2) does not reset: signal actions and mask, standard descriptors,
/// limits and the umask. This program sets each one, or passes it on deliberately.
///
/// Passed on: the limits of processor time, memory, file size and core files, which were set for this program, and the
/// user's umask. A file over the size limit is reported like a full disk.
package enum InheritedState {
    /// Signals that stay ignored, by convention: nohup(1) ignores SIGHUP, and a shell without job control starts
    /// `COMMAND &` with SIGINT and SIGQUIT ignored.
    private static let conventional = [SIGHUP, SIGINT, SIGQUIT]

    /// Gives each signal its default action, except those that a parent ignores by convention, and blocks none.
    ///
    /// Two exceptions: ``FatalSignals`` of the Swift runtime; and a write beyond the largest file size (`ulimit -f`),
    /// which fails with EFBIG instead of ending the process.
    package static func resetSignals() {
        for number in 1...Int32(64) {
            var action = sigaction()
            // glibc reserves two real-time signals, and refuses them here.
            guard sigaction(number, nil, &action) == 0, !action.isDefault,
                !(action.isIgnored && conventional.contains(number))
            else { continue }
            if FatalSignals.keepReport(of: number, action) { continue }
            signal(number, SIG_DFL)
        }
        signal(SIGXFSZ, SIG_IGN)
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
    }

    /// Opens descriptors 0, 1 and 2 if the caller has closed them, before any other file is opened: the next file would
    /// get such a number, and messages would be written into it. Each is opened for the wrong direction, so that
    /// reading and writing fail as on a closed descriptor (EBADF).
    package static func openStandardDescriptors() {
        for (number, access) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(number, F_GETFD) < 0 {
            // open(2) gives the lowest free number: this one, since those below are in use.
            _ = open("/dev/null", access)
        }
    }

    /// The bytes of a thread's stack, the usual size on Linux.
    private static let stackSize: rlim_t = 8 << 20

    /// Sets the stack size of all threads, the highest allowed number of open files, and a umask that keeps the user's
    /// own rights.
    package static func setLimits() {
        set(RLIMIT_STACK) { $0.rlim_cur = min(stackSize, $0.rlim_max) }
        // The C library has read the soft limit already: a huge one leaves no room for a second thread.
        var attributes = pthread_attr_t()
        if let setDefault: SetAttributes = function("pthread_setattr_default_np"), pthread_attr_init(&attributes) == 0 {
            pthread_attr_setstacksize(&attributes, Int(stackSize))
            _ = setDefault(&attributes)
            pthread_attr_destroy(&attributes)
        }
        DescriptorLimit.raise()
        umask(umask(0o077) & 0o077)
    }

    private typealias SetAttributes = @convention(c) (UnsafePointer<pthread_attr_t>) -> Int32

    private static func function<Function>(_ name: String) -> Function? {
        dlsym(nil, name).map { unsafeBitCast($0, to: Function.self) }
    }

    private static func set(_ resource: __rlimit_resource, _ change: (inout rlimit) -> Void) {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { return }
        change(&limit)
        setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    }
}

/// Signals of a program's own faults, which the Swift runtime reports.
///
/// The runtime's handler prints the report and returns, since a real fault then recurs and ends the process. A signal
/// from another process does not recur and is no fault of this program: it ends the process without a report.
package enum FatalSignals {
    private static let numbers = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

    /// The runtime's actions, by the number of the signal.
    private nonisolated(unsafe) static let reports: UnsafeMutablePointer<sigaction> = {
        let reports = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
        reports.initialize(repeating: sigaction(), count: 65)
        return reports
    }()

    /// Keeps the runtime's handler for faults of this process, and returns whether the action is such a handler.
    fileprivate static func keepReport(of number: Int32, _ action: sigaction) -> Bool {
        guard numbers.contains(number), !action.isIgnored, action.sa_flags & SA_SIGINFO != 0 else { return false }
        reports[Int(number)] = action
        var own = action
        own.__sigaction_handler.sa_sigaction = { number, info, context in
            if let info, FatalSignals.isOwn(info) {
                // At a terminal, the runtime's reporter would ask what to do next, and wait for 30 s.
                let nothing = open("/dev/null", O_RDONLY)
                if nothing >= 0 { dup2(nothing, STDIN_FILENO) }
                FatalSignals.report(of: number)?(number, info, context)
            }
            signal(number, SIG_DFL)
            raise(number)
        }
        // The signal may interrupt malloc(3), and the runtime allocates a type's metadata at the first use.
        var info = siginfo_t()
        _ = (isOwn(&info), report(of: number))
        return sigaction(number, &own, nil) == 0
    }

    /// Whether a signal is a fault of this process. A code up to 0 means that a process sent it: sigaction(2). abort(3)
    /// sends it to its own process.
    private static func isOwn(_ info: UnsafeMutablePointer<siginfo_t>) -> Bool {
        info.pointee.si_code > 0 || info.pointee._sifields._kill.si_pid == getpid()
    }

    private static func report(
        of number: Int32
    ) -> (@convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void)? {
        reports[Int(number)].__sigaction_handler.sa_sigaction
    }
}

extension sigaction {
    package var isDefault: Bool { isPlain(SIG_DFL) }
    package var isIgnored: Bool { isPlain(SIG_IGN) }

    /// Whether the action has no handler function.
    private func isPlain(_ action: sighandler_t?) -> Bool {
        unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(action, to: Int.self)
    }
}
