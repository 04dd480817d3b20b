import Glibc
import Synchronization

/// Gives the terminal back, also from within a signal handler. Code for that uses only memory that was made before, and
/// system calls in the list of signal-safety(7).
enum Restoration {
    private struct Plan {
        var descriptor: Int32 = -1
        var original = termios()
        var settings = termios()
        var entering = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)
        var leaving = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)
    }

    /// The plan by its address: access to it is neither checked nor locked.
    private struct Memory: @unchecked Sendable {
        let plan: UnsafeMutablePointer<Plan>
    }

    private static let memory: Memory = {
        let plan = UnsafeMutablePointer<Plan>.allocate(capacity: 1)
        plan.initialize(to: Plan())
        return Memory(plan: plan)
    }()

    enum Phase {
        static let outside = 0
        static let inside = 1
        /// The process is about to stop or has stopped: the terminal is given back for that time.
        static let suspended = 2
    }

    /// The current phase. The code that has changed the phase makes the change to the terminal.
    private static let phase = Atomic<Int>(Phase.outside)

    static var isInside: Bool { phase.load(ordering: .acquiring) == Phase.inside }
    static var isOutside: Bool { phase.load(ordering: .acquiring) == Phase.outside }

    // MARK: On the main thread

    /// Stores the settings and sequences before anything is changed.
    static func prepare(_ descriptor: Int32, original: termios, settings: termios, _ modes: TerminalModes) {
        let plan = memory.plan
        plan.pointee.entering.deallocate()
        plan.pointee.leaving.deallocate()
        plan.pointee = Plan(
            descriptor: descriptor, original: original, settings: settings, entering: copy(modes.entering),
            leaving: copy(modes.leaving))
    }

    private static func copy(_ text: String) -> UnsafeMutableBufferPointer<UInt8> {
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
        _ = buffer.initialize(from: text.utf8)
        return buffer
    }

    /// Takes the screen. From here on, the handlers of exit(3) and of signals give it back.
    ///
    /// - Returns: `errno` if the terminal cannot be set.
    static func enter() -> Int32? {
        phase.store(Phase.inside, ordering: .sequentiallyConsistent)
        return apply()
    }

    // MARK: Anywhere, also in a signal handler

    static func leave() {
        if phase.exchange(Phase.outside, ordering: .sequentiallyConsistent) == Phase.inside { restore() }
    }

    static func suspend() {
        let was = phase.compareExchange(
            expected: Phase.inside, desired: Phase.suspended, ordering: .sequentiallyConsistent)
        if was.exchanged { restore() }
    }

    /// Takes the screen again, and returns whether it did so; the screen is then blank.
    ///
    /// - Parameter always: Whether to take the screen even if it was not given back: the program that has continued the
    ///   process may have used the terminal.
    static func resume(always: Bool) -> Bool {
        let was = phase.compareExchange(
            expected: Phase.suspended, desired: Phase.inside, ordering: .sequentiallyConsistent)
        guard was.exchanged || (always && was.original == Phase.inside) else { return false }
        _ = apply()
        return true
    }

    private static func apply() -> Int32? {
        let plan = memory.plan
        // Comes first: in the background, it stops the process (SIGTTOU) until it is in the foreground.
        while tcsetattr(plan.pointee.descriptor, TCSANOW, &plan.pointee.settings) < 0 {
            if errno != EINTR { return errno }
        }
        send(plan.pointee.entering)
        return nil
    }

    private static func restore() {
        let plan = memory.plan
        // In the background, setting a terminal stops a process that has SIGTTOU unblocked.
        var blocked = sigset_t()
        var before = sigset_t()
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGTTOU)
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        send(plan.pointee.leaving)
        // Discards pending input: mouse reports are not typed text for the shell.
        tcflush(plan.pointee.descriptor, TCIFLUSH)
        while tcsetattr(plan.pointee.descriptor, TCSANOW, &plan.pointee.original) < 0, errno == EINTR {}
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    /// The milliseconds to wait for a terminal that accepts no output.
    private static let patience: Int32 = 1000

    private static func send(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
        let descriptor = memory.plan.pointee.descriptor
        var rest = UnsafeMutableRawPointer(bytes.baseAddress)
        var count = bytes.count
        while let address = rest, count > 0 {
            var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            let isReady = poll(&ready, 1, patience)
            if isReady < 0, errno == EINTR { continue }
            guard isReady > 0 else { return }
            let written = write(descriptor, address, count)
            if written < 0, errno == EINTR || errno == EAGAIN { continue }
            guard written > 0 else { return }
            rest = address + written
            count -= written
        }
    }
}
