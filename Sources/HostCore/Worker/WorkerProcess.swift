import Dispatch
import FeatureContract
import Glibc
import HostSystem

/// The process that runs one feature, from start to exit: its frames in both directions, its output, and its exit
/// reason.
///
/// Reading and writing never block each other, so that neither a full pipe nor a worker that does not read delays the
/// host beyond a deadline.
@MainActor
package final class WorkerProcess {
    package let pid: pid_t
    /// The purpose of the process: the path of a library.
    let name: String
    /// Receives each complete line that the worker prints.
    var lineSink: @MainActor (String) -> Void = { _ in }

    private let socket: OpenDescriptor
    private let output: OpenDescriptor
    /// Readable once the process has exited; -1 if the kernel does not offer that.
    private let exit: OpenDescriptor
    private var incoming = FrameBuffer()
    /// The frames not sent completely, each with its descriptor. `sent` counts the bytes of the first that were sent.
    private var outgoing: [(bytes: [UInt8], descriptor: OpenDescriptor?)] = []
    private var sent = 0
    private var lastCall: UInt32 = 0
    /// The calls without a reply. The worker makes and answers them in this order.
    private(set) var calls: [Call] = []
    /// The time at which the worker could begin the first of these calls.
    var callStart = SuspendingClock.now
    /// The time for which the host was blocked while it served the worker.
    var timeBlocked = Duration.zero
    /// Whether a check of the first call's deadline is scheduled on the main queue.
    private var isTimed = false
    /// The last screen of the worker, which sends the next one as a difference.
    private var lastScreen = RenderedScreen()
    private var printed = WorkerOutput()
    private var isConnected = true
    private var isPrinting = true
    /// Called when a message has arrived while no call waits for this worker.
    private var watcher: (@MainActor () -> Void)?
    private var watch: DescriptorWatch?
    private var isLookingAgain = false
    /// The worker's load on the host while no call runs.
    var ownWork = OwnWork(seconds: 0)
    private var status: Status?

    private enum Status {
        case known(Int32)
        /// The kernel has reaped the process, since this program ignores SIGCHLD: wait(2).
        case unknown
    }
    /// The host's executable, also for the process that names the frames of a crash.
    private let executable: String

    /// The current call: a function of the ABI, or a stage of loading.
    package var current: String {
        get { stage ?? calls.first?.name ?? "" }
        set { stage = newValue }
    }
    /// The stage that the current call has reached.
    private var stage: String?
    var isLoading: Bool { calls.first?.isLoad == true }
    /// Whether the process becomes a ``Keeper``, which ends all processes that the feature has started.
    private var hasKeeper = false

    /// A call that was sent, and has no reply yet.
    struct Call {
        let number: UInt32
        let name: String
        let isLoad: Bool
        /// Whether the host may not be waiting for the reply yet.
        let isAhead: Bool
        /// The longest time for the call in the worker.
        let limit: Duration
        let pending: PendingReply
    }

    /// One side's ends of the connections between a worker and its host.
    private struct Connections {
        let socket, output: OpenDescriptor

        static func make() throws(SystemError) -> (ours: Connections, theirs: Connections) {
            var numbers: [Int32] = [-1, -1]
            let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            try systemCall("socketpair") { socketpair(AF_UNIX, kind, 0, &numbers) }
            let sockets = (OpenDescriptor(numbers[0]), OpenDescriptor(numbers[1]))
            try systemCall("pipe") { LinuxProcess.pipe(&numbers) }
            let outputs = (OpenDescriptor(numbers[0]), OpenDescriptor(numbers[1]))
            guard DescriptorLimit.leaves(DescriptorLimit.reserve, beyond: numbers[1]) else {
                throw SystemError(code: EMFILE, operation: "pipe")
            }
            for number in [sockets.0.number, outputs.0.number] {
                try systemCall("fcntl") { fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) }
            }
            return (
                Connections(socket: sockets.0, output: outputs.0), Connections(socket: sockets.1, output: outputs.1)
            )
        }
    }

    private init(pid: pid_t, name: String, _ connections: Connections, executable: String) {
        self.pid = pid
        self.name = name
        self.executable = executable
        socket = connections.socket
        output = connections.output
        exit = OpenDescriptor(LinuxProcess.exitDescriptor(of: pid))
    }

    /// Starts a worker: runs the executable, which reaches ``WorkerMain``, with one end of a socket pair as descriptor
    /// 3. Of the host's environment, it gets the part for every worker.
    ///
    /// - Parameters:
    ///   - command: The first argument, which makes the executable a worker.
    ///   - name: The purpose of the worker, for ps(1).
    ///   - more: The arguments of a process other than a worker: ``Zygote``, ``Symbolizer``.
    ///   - variables: Environment variables in addition to the host's, or in their place.
    package static func start(
        executable: String, command: String = WorkerMain.command, name: String, more: [String] = [],
        variables: [String: String] = [:]
    ) throws(SystemError) -> WorkerProcess {
        // A process that was started as a worker but has not become one would start itself without end.
        guard getenv(WorkerMain.mark) == nil else { throw SystemError(code: ENOEXEC, operation: "worker") }
        // The worker's ends are closed here once it has them.
        let (connections, theirs) = try Connections.make()
        let started = withExtendedLifetime(theirs) {
            LastingThread.run {
                let arguments = WorkerMain.arguments(command: command, name: name, host: getpid())
                return spawn(
                    executable, [HostName.name] + arguments + more,
                    environment(with: variables), theirs.socket.number, theirs.output.number)
            }
        }
        return WorkerProcess(
            pid: try started.get(), name: name, connections, executable: executable)
    }

    /// Asks this zygote for a worker.
    ///
    /// - Returns: Nil if it forks none within `seconds`; the zygote is then useless. The time does not count while a
    ///   debugger is attached, which first reads symbols.
    func fork(name: String, within seconds: Double) throws(SystemError) -> WorkerProcess? {
        let call = FrameBuffer.frame(.call, WorkerCall.fork(name: name).bytes)
        guard let ours = try ask(call), let pid = announced(ours.socket.number, within: .seconds(seconds)) else {
            return nil
        }
        return WorkerProcess(pid: pid, name: name, ours, executable: executable)
    }

    /// Sends this zygote a call with the worker's ends of new connections. Closes those ends before it returns, so that
    /// a failed fork is noticed at once.
    private func ask(_ call: [UInt8]) throws(SystemError) -> Connections? {
        let (ours, theirs) = try Connections.make()
        return withExtendedLifetime(theirs) {
            let sent = try? DescriptorMessage.send(
                call, with: [theirs.socket.number, theirs.output.number], over: socket.number)
            return sent == call.count ? ours : nil
        }
    }

    /// The id of the forked process, which reports it once it has its own session. Nil if no report comes in time.
    private func announced(_ socket: Int32, within time: Duration) -> pid_t? {
        var incoming = FrameBuffer()
        var end = ContinuousClock.now.advanced(by: time)
        while true {
            var rest = ContinuousClock.now.duration(to: end)
            if rest <= .zero {
                guard LinuxProcess.isTraced(pid) else { return nil }
                rest = time
                end = .now.advanced(by: time)
            }
            var descriptor = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            guard poll(&descriptor, 1, min(rest, Self.waitingSlice).pollMilliseconds) != 0 else {
                continue
            }
            guard Self.read(socket, { incoming.append($0) }) != 0 else { return nil }
            guard let frame = try? incoming.next() else { continue }
            guard frame.kind == .reply, case .forked(let pid)? = try? WorkerReply(frame.content), pid > 0 else {
                return nil
            }
            return pid
        }
    }

    deinit {
        // `end` was not called, so no caller waits for the exit any more.
        if status == nil {
            Self.kill(pid, hasKeeper: hasKeeper)
            Self.reapLater(pid)
        }
    }

    private nonisolated static func spawn(
        _ executable: String, _ arguments: [String], _ environment: [String], _ socket: Int32, _ output: Int32
    ) -> Result<pid_t, SystemError> {
        LinuxProcess.spawn(executable, arguments, environment) { actions in
            posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
            posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
            posix_spawn_file_actions_adddup2(&actions, socket, WorkerMain.socket)
        }
    }

    /// The variable with the loader's settings: ld.so(8).
    nonisolated static let tunables = "GLIBC_TUNABLES"
    /// The bytes for thread-local variables of the model initial-exec in a worker's libraries. glibc reserves 512
    /// bytes; an allocator such as jemalloc or mimalloc needs some thousand. They are part of each thread's stack.
    private nonisolated static let staticTLS = 8192

    /// The part of the host's environment for every worker. The worker reports crashes itself: ``CrashReport``.
    private nonisolated static func environment(with own: [String: String]) -> [String] {
        var variables = HostEnvironment.current.all.filter { Confinement.isInEveryWorker($0.key) }
        variables.merge(own) { $1 }
        let folders = HostLibraries.variable
        variables[HostLibraries.variableName] = folders.isEmpty ? nil : folders
        // Of two settings the later one counts, which is the user's.
        let more = HostEnvironment.current[tunables].map { ":\($0)" } ?? ""
        variables[tunables] = "glibc.rtld.optional_static_tls=\(staticTLS)\(more)"
        return variables.map { "\($0.key)=\($0.value)" } + ["SWIFT_BACKTRACE=enable=no", "\(WorkerMain.mark)=1"]
    }

    // MARK: Frames

    package typealias Frame = (kind: FrameKind, number: UInt32, content: [UInt8])

    /// The most frames that wait for the worker to read them. A worker waits for each answer before its next request,
    /// so only one that does not read its answers reaches the limit.
    static let maximumUnread = 256

    /// Sends a call as soon as the worker can receive it, with a number that the reply repeats.
    ///
    /// - Parameters:
    ///   - descriptor: A descriptor for the worker.
    ///   - seconds: The longest time for the call, from the worker's reply to the call before.
    @discardableResult
    func send(
        _ call: WorkerCall, with descriptor: OpenDescriptor? = nil, within seconds: Double = .infinity
    ) -> PendingReply {
        let pending = PendingReply()
        let content = call.bytes
        if let refusal = call.refusal(content) {
            pending.arrive(refusal)
            return pending
        }
        lastCall &+= 1
        if calls.isEmpty { callStart = .now }
        var isLoad = false
        if case .load(_, _, let limits) = call {
            isLoad = true
            hasKeeper = limits.confinement.startsPrograms && !WorkerMain.hasSanitizer
        }
        let limit = Duration.seconds(min(seconds, Self.longest))
        calls.append(
            Call(
                number: lastCall, name: call.name, isLoad: isLoad, isAhead: call.isAhead, limit: limit,
                pending: pending))
        send(.call, number: lastCall, content, with: descriptor)
        watchDeadline()
        return pending
    }

    /// The longest time for a call in seconds, which overflows no clock.
    private static let longest = 1e9

    /// The time limit for the reply to the current call; nil without a call.
    var deadline: SuspendingClock.Instant? { calls.first.map { callStart.advanced(by: $0.limit) } }

    /// Decodes the reply in a frame, which must belong to the current call.
    @discardableResult
    func reply(_ frame: Frame) throws(BinaryError) -> WorkerReply {
        guard frame.number == calls.first?.number else {
            throw BinaryError(
                calls.first.map { "a reply to call \(frame.number), where that to call \($0.number) is due" }
                    ?? "a reply to no call")
        }
        let reply = try WorkerReply(frame.content, against: &lastScreen)
        let call = calls.removeFirst()
        (stage, callStart) = (nil, .now)
        call.pending.arrive(reply)
        return reply
    }

    /// Calls the watcher once the current call has reached its deadline, since no caller waits for the reply.
    func watchDeadline() {
        guard watcher != nil, !isTimed, let deadline else { return }
        isTimed = true
        let rest = max(.zero, SuspendingClock.now.duration(to: deadline))
        MainQueue.after(rest + .milliseconds(1)) { [weak self] in
            guard let self else { return }
            self.isTimed = false
            self.watcher?()
            self.watchDeadline()
        }
    }

    /// Sends an answer as soon as the worker can receive it. Throws if too many are waiting.
    func send(_ reply: HostReply) throws(BinaryError) {
        guard outgoing.count < Self.maximumUnread else {
            throw BinaryError("it asks on and on, and \(outgoing.count) answers wait that it does not read")
        }
        send(.answer, reply.bytes)
    }

    /// Records the stage of loading that the worker has reached, to locate a crash.
    func recordStage(_ frame: Frame) throws(BinaryError) {
        guard let number = frame.content.first, let stage = LoadingStage(rawValue: number), frame.content.count == 1
        else {
            throw BinaryError("an unknown stage of loading")
        }
        guard isLoading else { throw BinaryError("it loads, where it has loaded") }
        current = stage.name
    }

    /// Sends a frame as soon as the worker can receive it.
    package func send(
        _ kind: FrameKind, number: UInt32 = 0, _ content: [UInt8], with descriptor: OpenDescriptor? = nil
    ) {
        outgoing.append((FrameBuffer.frame(kind, number: number, content), descriptor))
        write()
        // The rest is sent when the worker can receive it, even if no call waits for that.
        if !outgoing.isEmpty { watch?.arm(polled) }
    }

    package func next() throws(BinaryError) -> Frame? { try incoming.next() }

    /// Whether the connection has ended, so that no more frames arrive.
    package var isOver: Bool { !isConnected }

    /// The descriptors to poll: the socket, the output and the exit. poll(2) ignores negative numbers.
    private var polled: [pollfd] {
        let events = Int16(POLLIN) | (outgoing.isEmpty ? 0 : Int16(POLLOUT))
        return [
            pollfd(fd: isConnected ? socket.number : -1, events: events, revents: 0),
            pollfd(fd: isPrinting ? output.number : -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: exit.number, events: Int16(POLLIN), revents: 0),
        ]
    }

    /// Called repeatedly while the host waits, so that the user sees the reason and can act. It must neither wait nor
    /// call a feature. Returns whether to continue to wait for a feature; the wait for a scan always continues.
    package static var whileWaiting: (@MainActor (HostWaiting) -> Bool)?
    /// The interval of these calls.
    static let waitingSlice = Duration.milliseconds(100)

    /// Waits for an event of any of these workers, and reads their frames and output.
    package static func wait(for workers: [WorkerProcess], atMost time: Duration) {
        let end = ContinuousClock.now.advanced(by: time)
        var rest = time
        // Polling in slices does not shorten the total wait.
        while let whileWaiting, rest >= waitingSlice {
            if wait(for: workers, once: waitingSlice) { return }
            _ = whileWaiting(.scans(workers.map(\.name)))
            rest = ContinuousClock.now.duration(to: end)
        }
        wait(for: workers, once: max(.zero, rest))
    }

    /// - Parameter reading: Whether to read frames.
    /// - Returns: Whether there was an event.
    @discardableResult
    static func wait(for workers: [WorkerProcess], once time: Duration, reading: Bool = true) -> Bool {
        var descriptors = workers.flatMap(\.polled)
        guard poll(&descriptors, nfds_t(descriptors.count), time.pollMilliseconds) > 0 else { return false }
        for (index, worker) in workers.enumerated() {
            if descriptors[3 * index + 1].revents != 0 { worker.readOutput() }
            if descriptors[3 * index].revents & Int16(POLLOUT) != 0 { worker.write() }
            if reading, descriptors[3 * index].revents & ~Int16(POLLOUT) != 0 { worker.readSocket() }
            // A process started by the worker may hold the socket open after the worker's exit.
            if descriptors[3 * index + 2].revents != 0, descriptors[3 * index].revents & Int16(POLLIN) == 0 {
                worker.isConnected = false
            }
        }
        return true
    }

    /// Reads frames that come within some microseconds, and returns whether any came.
    func readSoon() -> Bool {
        guard outgoing.isEmpty else { return false }
        let before = incoming.count
        let hasCome = BriefWait.until {
            readSocket()
            return incoming.count != before || !isConnected
        }
        // Earlier output reaches the log before the next message takes effect.
        if hasCome, isPrinting { readOutput() }
        return hasCome
    }

    /// Reads the present content of the socket, and stops there even if the worker keeps sending.
    package func readWhatHasCome() {
        for _ in 0..<Self.piecesOfSocket {
            let before = incoming.count
            Self.wait(for: [self], once: .zero)
            if incoming.count == before { return }
        }
    }

    /// Calls `body` on the main queue whenever a message arrives while no call waits for this worker.
    func watch(_ body: @escaping @MainActor () -> Void) {
        watcher = body
        watch = DescriptorWatch { [weak self] in self?.wake() }
        watch?.arm(polled)
    }

    private func wake() {
        watcher?()
        // Frames that have already arrived are served after the host's other work.
        if hasWholeFrame { lookAgain() } else { watch?.arm(polled) }
    }

    var hasWholeFrame: Bool { incoming.hasWholeFrame }

    /// Schedules serving the frames that arrived together with a reply, since the socket does not signal these again.
    func lookAgain() {
        guard watcher != nil, hasWholeFrame, !isLookingAgain else { return }
        isLookingAgain = true
        MainQueue.soon { [weak self] in
            self?.isLookingAgain = false
            self?.wake()
        }
    }

    private func write() {
        while let (frame, descriptor) = outgoing.first, isConnected {
            let count = send(frame, with: descriptor)
            if count > 0 {
                sent += count
                guard sent == frame.count else { continue }
                outgoing.removeFirst()
                sent = 0
            } else if errno == EAGAIN {
                return
            } else if errno != EINTR {
                // Earlier messages of the worker can still be read.
                outgoing = []
                sent = 0
                return
            }
        }
    }

    /// Sends the rest of a frame. A descriptor goes with the first bytes.
    private func send(_ frame: [UInt8], with descriptor: OpenDescriptor?) -> Int {
        if sent == 0, let descriptor {
            return DescriptorMessage.sendOnce(frame, with: [descriptor.number], over: socket.number)
        }
        return frame.withUnsafeBytes {
            Glibc.send(socket.number, $0.baseAddress?.advanced(by: sent), $0.count - sent, Int32(MSG_NOSIGNAL))
        }
    }

    /// The bytes per read, so that a worker that never stops sending does not delay the host's other work.
    private static let pieceSize = 1 << 16
    /// The number of pieces in a full socket buffer: net.core.wmem_max is seldom more than 4 MiB.
    private static let piecesOfSocket = 64

    private func readSocket() {
        let count = Self.read(socket.number) { incoming.append($0) }
        if count == 0 { isConnected = false }
    }

    private func readOutput() {
        var lines: [String] = []
        let count = Self.read(output.number) { lines = printed.append($0) }
        if count == 0 { isPrinting = false }
        for line in lines { lineSink(line) }
    }

    /// Reads a piece. Returns 0 at the end of input, and -1 if there is none now.
    private static func read(_ number: Int32, _ take: (UnsafeRawBufferPointer) -> Void) -> Int {
        withUnsafeTemporaryAllocation(byteCount: pieceSize, alignment: 1) { buffer in
            while true {
                let count = Glibc.read(number, buffer.baseAddress, buffer.count)
                if count > 0 { take(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
                if count < 0, errno == EINTR { continue }
                // An error counts as the end of the connection.
                return count < 0 && errno != EAGAIN ? 0 : count
            }
        }
    }

    // MARK: Exit

    /// The time allowed for a process to exit.
    private static let graceToEnd = Duration.seconds(1)

    /// Ends the process, and returns its exit.
    ///
    /// - Parameter cause: The reason why the host kills it. Nil if it has exited or closed its connection by itself.
    package func end(_ cause: WorkerExit.Cause? = nil) -> WorkerExit {
        if cause == nil { waitForExit(Self.graceToEnd) }
        let (hasEnded, current) = (hasExited, current)
        stop()
        let cause =
            hasEnded
            ? Self.cause(of: status ?? .unknown)
            : cause ?? .garbage(WorkerMain.ExitReason.lostConnection.description)
        // A library can print the text of a report. The text counts only if the process exited by the signal in it.
        guard case .signal(let number) = cause, number == printed.reportedSignal else {
            return WorkerExit(cause, during: current, output: printed.outputWithReport)
        }
        let texts = Symbolizer(executable: executable).texts(of: printed.frames.map(named))
        return WorkerExit(cause, during: current, frames: texts, output: printed.output)
    }

    /// A frame of the crash, with a library that was loaded through a descriptor named by its file.
    private func named(_ frame: Symbolizer.Frame) -> Symbolizer.Frame {
        guard frame.path.hasPrefix("/proc/"), frame.path.contains("/fd/") else { return frame }
        let text = frame.text.dropLast(frame.path.count) + name
        return Symbolizer.Frame(address: frame.address, path: name, text: String(text))
    }

    var hasEnded: Bool { status != nil }

    package func stop() {
        watch?.disarm()
        watch = nil
        watcher = nil
        calls = []
        isConnected = false
        if !hasExited {
            Self.kill(pid, hasKeeper: hasKeeper)
            waitForExit(Self.graceToEnd)
        }
        if status == nil {
            // The kernel or a debugger holds the process, or a keeper has not finished: none of them must delay the
            // host.
            status = .known(SIGKILL)
            Self.reapLater(pid)
        }
        drainOutput()
        if let line = printed.removeLastLine() { lineSink(line) }
    }

    /// Kills a process that has not been reaped, and the processes that it has started.
    private nonisolated static func kill(_ pid: pid_t, hasKeeper: Bool = false) {
        if hasKeeper, Glibc.kill(pid, SIGTERM) == 0 { return }
        // The process leads its own group, unless it exits before that.
        if Glibc.kill(-pid, SIGKILL) != 0 { Glibc.kill(pid, SIGKILL) }
    }

    private nonisolated static func reapLater(_ pid: pid_t) {
        // On its own thread, since a debugger may hold the process for any time.
        DispatchQueue(label: "reaping a worker").async {
            var status: Int32 = 0
            while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        }
    }

    private var hasExited: Bool {
        if status != nil { return true }
        var info = siginfo_t()
        let options = WEXITED | WNOHANG | WNOWAIT
        let isChild = waitid(P_PID, id_t(pid), &info, options) == 0
        guard isChild || errno != ECHILD else {
            status = .unknown
            return true
        }
        guard isChild, info.si_signo == SIGCHLD else { return false }
        // The id cannot be reused before the process is reaped.
        Self.kill(pid)
        var ended: Int32 = 0
        while waitpid(pid, &ended, 0) < 0, errno == EINTR {}
        status = .known(ended)
        return true
    }

    /// Waits until the process has exited, and reads its output meanwhile.
    func waitForExit(_ time: Duration) {
        let deadline = ContinuousClock.now.advanced(by: time)
        while !hasExited {
            let rest = ContinuousClock.now.duration(to: deadline)
            guard rest > .zero else { return }
            var descriptors = [
                pollfd(fd: exit.number, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isPrinting ? output.number : -1, events: Int16(POLLIN), revents: 0),
            ]
            let slice: Duration = exit.number < 0 ? .milliseconds(10) : rest
            _ = poll(&descriptors, 2, slice.pollMilliseconds)
            if descriptors[1].revents != 0 { readOutput() }
            // The process is dead, but cannot be reaped before its debugger has noticed.
            if descriptors[0].revents != 0, !hasExited { usleep(10_000) }
        }
    }

    /// Reads the rest of the pipe, up to a pipe's capacity.
    private func drainOutput() {
        for _ in 0..<32 where isPrinting {
            var descriptor = pollfd(fd: output.number, events: Int16(POLLIN), revents: 0)
            guard poll(&descriptor, 1, 0) > 0 else { return }
            readOutput()
        }
    }

    private static func cause(of status: Status) -> WorkerExit.Cause {
        guard case .known(let status) = status else { return .unknown }
        // WIFSIGNALED and its relatives are macros: wait(2).
        let signal = status & 0x7f
        guard signal == 0 else { return .signal(signal) }
        let code = (status >> 8) & 0xff
        return WorkerMain.ExitReason(rawValue: code).map { .garbage($0.description) } ?? .exit(code)
    }
}

extension Duration {
    /// The duration for poll(2), at most a minute. Rounded up, since a wait of 0 ms would make a busy loop.
    fileprivate var pollMilliseconds: Int32 {
        self <= .zero ? 0 : Int32(min(60_000, (self / .milliseconds(1)).rounded(.up)))
    }
}

/// The feature or the scans for which the host waits when it calls ``HostApplication/whileWaiting``.
public enum HostWaiting: Hashable, Sendable {
    /// The reply of the feature whose library has this path, that of an ``InstalledFeature``.
    case feature(String)
    /// The scans of the libraries at these paths.
    case scans([String])
}
