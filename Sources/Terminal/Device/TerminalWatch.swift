import Dispatch
import Glibc
import Synchronization

/// Reports input of the terminal, and signals, to the main queue: poll(2) on a thread that lives as long as the
/// process.
///
/// Dispatch's own sources do not work here: on Linux they may crash when the other end of a descriptor is closed, as a
/// terminal's is with its window (issue 949 of swift-corelibs-libdispatch), and those for signals replace the signal
/// handlers.
enum TerminalWatch {
    /// The result of one poll: the signals in order, without 0, and whether the terminal is ready or gone.
    struct Report: Sendable {
        var signals: [Int32] = []
        var isReady = false
        var isOver = false
    }

    private struct State: Sendable {
        /// The terminal to poll; nil while no input is awaited.
        var descriptor: Int32?
        var handler: @MainActor @Sendable (Report) -> Void = { _ in }
        /// The reports not delivered to the handler yet.
        var reports: [Report] = []
    }

    private static let state = Mutex(State())

    /// Both ends of a non-blocking pipe; nil if the pipe or the thread could not be made.
    private static let pipe: (reading: Int32, writing: Int32)? = {
        var ends: [Int32] = [-1, -1]
        var thread = pthread_t()
        guard let pipe2, pipe2(&ends, O_CLOEXEC | O_NONBLOCK) == 0,
            pthread_create(&thread, nil, { _ in TerminalWatch.work() }, nil) == 0
        else { return nil }
        return (ends[0], ends[1])
    }()

    private typealias Pipe = @convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32
    /// The C function, looked up by name: Glibc's module leaves it out.
    private static let pipe2: Pipe? = dlsym(nil, "pipe2").map { unsafeBitCast($0, to: Pipe.self) }

    /// Starts the thread at the first call.
    ///
    /// - Returns: The descriptor for the numbers of signals; nil if the system has no more descriptors or threads.
    static func start(_ handler: @escaping @MainActor @Sendable (Report) -> Void) -> Int32? {
        state.withLock { $0.handler = handler }
        return pipe?.writing
    }

    /// Reports once when the terminal has input; the next report needs a further call.
    static func arm(_ descriptor: Int32) {
        state.withLock { $0.descriptor = descriptor }
        wake()
    }

    static func stop() {
        state.withLock { $0 = State() }
        wake()
    }

    private static func wake() {
        // If the pipe is full, the thread is about to wake.
        if let pipe { _ = write(pipe.writing, [0], 1) }
    }

    private static func work() -> Never {
        guard let pipe else { while true { pause() } }
        var buffer = [UInt8](repeating: 0, count: 512)
        while true {
            var descriptors = [
                pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0),
                pollfd(fd: state.withLock(\.descriptor) ?? -1, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&descriptors, 2, -1) > 0 else { continue }
            var report = Report()
            while case let count = read(pipe.reading, &buffer, buffer.count), count > 0 {
                report.signals += buffer.prefix(count).filter { $0 != 0 }.map(Int32.init)
            }
            let events = descriptors[1].revents
            report.isReady = events != 0
            report.isOver = events & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
            guard report.isReady || !report.signals.isEmpty else { continue }
            state.withLock { [report] state in
                if report.isReady { state.descriptor = nil }
                state.reports.append(report)
            }
            DispatchQueue.main.async { MainActor.assumeIsolated { deliver() } }
        }
    }

    /// Delivers the present reports, for a caller that keeps the main queue busy.
    @MainActor
    static func deliver() {
        let (reports, handler) = state.withLock { state in
            defer { state.reports = [] }
            return (state.reports, state.handler)
        }
        for report in reports { handler(report) }
    }
}
