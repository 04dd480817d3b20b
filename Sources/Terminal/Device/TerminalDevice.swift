import Glibc

/// The terminal device: its modes, its size, its input and its output.
///
/// The terminal is restored at any end of the process: by ``leave()``, by exit(3), by a signal, by a crash. Only
/// SIGKILL and _exit(2) leave it changed.
@MainActor
package final class TerminalDevice {
    package enum Event: Hashable, Sendable {
        /// Bytes for an ``InputDecoder``.
        case input([UInt8])
        case resized
        /// The process was stopped (Ctrl-Z) and continues. The screen is blank and must be drawn as a whole.
        case resumed
        /// SIGINT (Ctrl-C), SIGTERM or SIGHUP has come: the application saves its state and calls ``end(by:)``. If this
        /// event is not delivered because the main queue is blocked, a second such signal after a second ends the
        /// process.
        case signal(Int32)
        /// The terminal is gone and sends no more input.
        case hangup
    }

    private let input: Int32
    private let output: Int32
    private var handler: (@MainActor (Event) -> Void)?

    /// Opens the terminal from which the process was started, /dev/tty, wherever its standard input and output lead.
    package convenience init() throws(TerminalError) {
        try self.init(input: "/dev/tty", output: "/dev/tty")
    }

    /// Uses an open terminal by its descriptors, whose flags stay unchanged.
    package convenience init(input: Int32, output: Int32) throws(TerminalError) {
        try self.init(input: "/proc/self/fd/\(input)", output: "/proc/self/fd/\(output)", given: (input, output))
    }

    /// Opens the terminal again, so that neither reading nor writing waits. Setting this on the given descriptors would
    /// change it for every process that shares them, and few programs expect that.
    private init(input: String, output: String, given: (input: Int32, output: Int32)? = nil) throws(TerminalError) {
        self.input = try Self.open(input, or: given?.input)
        do {
            self.output = try Self.open(output, or: given?.output)
        } catch {
            close(self.input)
            throw error
        }
    }

    private static func open(_ path: String, or given: Int32?) throws(TerminalError) -> Int32 {
        let flags = O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC
        var descriptor = Glibc.open(path, flags)
        // After su(1), the terminal still belongs to another user; the user in front of it may open it by this name.
        if descriptor < 0, errno == EACCES { descriptor = Glibc.open("/dev/tty", flags) }
        // After `su -c` the process has no terminal of its own, and only the given descriptor leads there.
        if descriptor < 0, let given { descriptor = fcntl(given, F_DUPFD_CLOEXEC, 0) }
        guard descriptor >= 0 else { throw .noTerminal(code: errno) }
        guard isatty(descriptor) == 1 else {
            close(descriptor)
            throw .noTerminal(code: ENOTTY)
        }
        return descriptor
    }

    isolated deinit {
        leave()
        close(input)
        close(output)
    }

    /// Takes the whole screen, and delivers events on the main queue from now on. Does nothing if the screen is taken.
    ///
    /// Colours and attributes are off, the cursor is hidden and at the top left, the screen is blank.
    package func enter(_ handler: @escaping @MainActor (Event) -> Void) throws(TerminalError) {
        guard self.handler == nil else { return }
        guard Restoration.isOutside else { throw .inUse }
        var original = termios()
        guard tcgetattr(output, &original) == 0 else { throw .noTerminal(code: errno) }
        let settings = TerminalModes.settings(from: original)
        Restoration.prepare(output, original: original, settings: settings, TerminalModes())
        guard let pipe = TerminalWatch.start({ [weak self] report in self?.handle(report) }) else {
            throw .failed("pipe", code: errno)
        }
        Self.leavesAtExit
        SignalHandlers.install(tellingBy: pipe)
        self.handler = handler
        if let code = Restoration.enter() {
            leave()
            throw .failed("tcsetattr", code: code)
        }
        TerminalWatch.arm(input)
    }

    /// Registers the restoration for exit(3), which code without knowledge of the terminal may call.
    private static let leavesAtExit: Void = { atexit { Restoration.leave() } }()

    /// Restores the screen. Does nothing if ``enter(_:_:)`` has not been called.
    package func leave() {
        guard handler != nil else { return }
        handler = nil
        TerminalWatch.stop()
        Restoration.leave()
        SignalHandlers.remove()
    }

    /// Leaves, and ends the process by this signal, so that its parent sees the reason for the exit.
    package func end(by signal: Int32) -> Never {
        leave()
        fflush(nil)
        Glibc.signal(signal, SIG_DFL)
        var unblocked = sigset_t()
        sigemptyset(&unblocked)
        sigaddset(&unblocked, signal)
        pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
        raise(signal)
        // For a signal that does not end a process, exit with the number by which a shell would report it.
        exit(128 + signal)
    }

    /// The largest size to draw; the rest of a terminal stays empty. A terminal may report any size, and each cell
    /// needs memory.
    private static let largestSize = Size(columns: 1000, rows: 500)

    /// The size in cells, up to 1,000 × 500; 80 × 24 if the terminal does not report it.
    package var size: Size {
        var size = winsize()
        guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return Size(columns: 80, rows: 24)
        }
        return Size(
            columns: min(Int(size.ws_col), Self.largestSize.columns), rows: min(Int(size.ws_row), Self.largestSize.rows)
        )
    }

    /// Writes all bytes, and waits while the terminal accepts no more. Writes nothing while the screen is not taken.
    package func write(_ bytes: [UInt8]) throws(TerminalError) {
        var sent = 0
        while sent < bytes.count, Restoration.isInside {
            let count = bytes.withUnsafeBytes {
                Glibc.write(output, $0.baseAddress?.advanced(by: sent), $0.count - sent)
            }
            if count >= 0 {
                sent += count
            } else if errno == EAGAIN {
                var descriptor = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
                _ = poll(&descriptor, 1, -1)
            } else if errno != EINTR {
                throw .failed("write", code: errno)
            }
        }
    }

    // MARK: Input

    private func handle(_ report: TerminalWatch.Report) {
        if report.signals.contains(where: SignalHandlers.orderly.contains) { SignalHandlers.confirm() }
        var isResized = false
        for signal in report.signals {
            switch signal {
            // Several resizes make one event, with the current size.
            case SIGWINCH: isResized = true
            case SIGCONT: handler?(.resumed)
            default: handler?(.signal(signal))
            }
        }
        if isResized { handler?(.resized) }
        if report.isReady { read(isOver: report.isOver) }
    }

    private static let pieceSize = 1 << 14
    /// The number of pieces to read before other work gets a turn.
    private static let piecesAtOnce = 64

    private func read(isOver: Bool) {
        var buffer = [UInt8](repeating: 0, count: Self.pieceSize)
        // Where reading waits, only what has come is read.
        let waits = fcntl(input, F_GETFL) & O_NONBLOCK == 0
        for _ in 0..<(waits ? 1 : Self.piecesAtOnce) {
            // The handler may have left the screen: further input belongs to the shell.
            guard handler != nil else { return }
            let count = Glibc.read(input, &buffer, buffer.count)
            if count > 0 {
                handler?(.input(Array(buffer.prefix(count))))
            } else if count < 0 ? errno != EAGAIN && errno != EINTR : isOver {
                handler?(.hangup)
                return
            } else {
                break
            }
        }
        if handler != nil { TerminalWatch.arm(input) }
    }
}

/// The reason why a terminal cannot be used.
package enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The process has no terminal: `errno` of opening /dev/tty, or the error of a descriptor that is not a terminal.
    case noTerminal(code: Int32)
    /// A call failed, with its `errno`.
    case failed(String, code: Int32)
    /// A second ``TerminalDevice`` of this process has taken the screen.
    case inUse

    package var description: String {
        switch self {
        case .noTerminal(let code): "there is no terminal here: \(String(cString: strerror(code)))"
        case .failed(let call, let code): "the terminal cannot be used: \(call): \(String(cString: strerror(code)))"
        case .inUse: "the terminal is already in use by this program"
        }
    }
}
