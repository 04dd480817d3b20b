import Glibc
import Synchronization

/// The signal handlers while the screen is taken. Each handler does only what signal-safety(7) allows.
enum SignalHandlers {
    /// Signals that give the application time to save and leave.
    static let orderly = [SIGINT, SIGTERM, SIGHUP]
    /// Signals of crashes, and SIGQUIT: the previous handler may report a crash, and then they end the process.
    private static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS, SIGQUIT]
    /// Signals that by default end a process. A process's own handler for one stays.
    private static let deadly = [
        SIGPIPE, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ, SIGUSR1, SIGUSR2, SIGPOLL,
    ]

    /// The previous actions of the signals, by number: sigaction(2).
    private struct Memory: @unchecked Sendable {
        let previous: UnsafeMutablePointer<sigaction>
        let isInstalled: UnsafeMutablePointer<Bool>
    }

    private static let count = 65
    private static let memory: Memory = {
        let previous = UnsafeMutablePointer<sigaction>.allocate(capacity: count)
        previous.initialize(repeating: sigaction(), count: count)
        let isInstalled = UnsafeMutablePointer<Bool>.allocate(capacity: count)
        isInstalled.initialize(repeating: false, count: count)
        return Memory(previous: previous, isInstalled: isInstalled)
    }()

    /// The second of an orderly signal that the application has not received yet; 0 for none.
    private static let pendingSince = Atomic<Int>(0)
    /// The end of a pipe to which the handlers write the numbers of signals.
    private static let sink = Atomic<Int32>(-1)

    // MARK: On the main thread

    /// - Parameter pipe: A non-blocking descriptor. The handlers write one byte to it for each signal, its number.
    static func install(tellingBy pipe: Int32) {
        sink.store(pipe, ordering: .sequentiallyConsistent)
        pendingSince.store(0, ordering: .sequentiallyConsistent)
        prepareStack()
        for signal in crashes { install(signal, SignalHandlers.death, SA_ONSTACK, onlyFor: isNotIgnored) }
        for signal in deadly { install(signal, SignalHandlers.death, SA_ONSTACK, onlyFor: isDefault) }
        // A signal that the process was started to ignore, as by nohup(1), stays ignored.
        for signal in orderly { install(signal, SignalHandlers.order, SA_RESTART, onlyFor: isNotIgnored) }
        install(SIGTSTP, SignalHandlers.stop, SA_RESTART, onlyFor: isNotIgnored)
        install(SIGCONT, SignalHandlers.resume, SA_RESTART)
        install(SIGWINCH, SignalHandlers.tell, SA_RESTART)
    }

    /// Restores the previous actions of the signals.
    static func remove() {
        for signal in 1..<Int32(count) where memory.isInstalled[Int(signal)] {
            sigaction(signal, memory.previous + Int(signal), nil)
            memory.isInstalled[Int(signal)] = false
        }
    }

    /// Records that the application has received the orderly signals so far: the next one counts as new.
    static func confirm() {
        pendingSince.store(0, ordering: .sequentiallyConsistent)
    }

    private typealias Handler =
        @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) ->
        Void

    private static func install(
        _ signal: Int32, _ handler: @escaping Handler, _ flags: Int32,
        onlyFor isWanted: (sigaction) -> Bool = { _ in true }
    ) {
        guard !memory.isInstalled[Int(signal)], sigaction(signal, nil, memory.previous + Int(signal)) == 0,
            isWanted(memory.previous[Int(signal)])
        else { return }
        var action = sigaction()
        action.__sigaction_handler.sa_sigaction = handler
        action.sa_flags = flags | SA_SIGINFO
        memory.isInstalled[Int(signal)] = sigaction(signal, &action, nil) == 0
    }

    private static func isNotIgnored(_ action: sigaction) -> Bool { plainHandler(of: action) != 1 }
    private static func isDefault(_ action: sigaction) -> Bool { plainHandler(of: action) == 0 }

    /// Returns the address of a handler: SIG_DFL is 0, SIG_IGN 1. Nil for a handler with more parameters than a number.
    private static func plainHandler(of action: sigaction) -> Int? {
        guard action.sa_flags & SA_SIGINFO == 0 else { return nil }
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    }

    /// Provides an alternate stack, which a handler needs when the stack is full. The Swift runtime makes one unless
    /// configured otherwise.
    private static func prepareStack() {
        var stack = stack_t()
        guard sigaltstack(nil, &stack) == 0, stack.ss_flags & Int32(SS_DISABLE) != 0 else { return }
        stack.ss_size = 1 << 16
        stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: stack.ss_size, alignment: 16)
        stack.ss_flags = 0
        sigaltstack(&stack, nil)
    }

    // MARK: The handlers

    private static let death: Handler = { number, info, context in
        Restoration.leave()
        let previous = memory.previous + Int(number)
        // Called, and not raised again, since it must see the sender of the signal.
        if previous.pointee.sa_flags & SA_SIGINFO != 0 {
            previous.pointee.__sigaction_handler.sa_sigaction?(number, info, context)
        }
        // A handler that reports a crash may return.
        Glibc.signal(number, SIG_DFL)
        raise(number)
    }

    private static let order: Handler = { signal, _, _ in
        let error = errno
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let second = now.tv_sec + 1
        let since = pendingSince.compareExchange(expected: 0, desired: second, ordering: .sequentiallyConsistent)
        // Closing a window sends two signals at once. A later one means that the user sees no reaction.
        if !since.exchanged, second - since.original >= 2 {
            Restoration.leave()
            sigaction(signal, memory.previous + Int(signal), nil)
            raise(signal)
        } else {
            send(signal)
        }
        errno = error
    }

    private static let stop: Handler = { signal, _, _ in
        let error = errno
        Restoration.suspend()
        // Runs the signal's previous action at once, not after this handler.
        var before = sigaction()
        sigaction(signal, memory.previous + Int(signal), &before)
        var unblocked = sigset_t()
        var mask = sigset_t()
        sigemptyset(&unblocked)
        sigaddset(&unblocked, signal)
        pthread_sigmask(SIG_UNBLOCK, &unblocked, &mask)
        raise(signal)
        // The process was continued; or it never stopped, since no process could continue it.
        pthread_sigmask(SIG_SETMASK, &mask, nil)
        sigaction(signal, &before, nil)
        if Restoration.resume(always: false) { send(SIGCONT) }
        errno = error
    }

    private static let resume: Handler = { signal, _, _ in
        let error = errno
        if Restoration.resume(always: true) { send(signal) }
        errno = error
    }

    private static let tell: Handler = { signal, _, _ in
        let error = errno
        send(signal)
        errno = error
    }

    private static func send(_ signal: Int32) {
        var byte = UInt8(truncatingIfNeeded: signal)
        _ = write(sink.load(ordering: .relaxed), &byte, 1)
    }
}
