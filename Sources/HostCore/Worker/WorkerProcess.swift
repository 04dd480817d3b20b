import Dispatch
import FeatureContract
import Glibc

/// One process that runs one feature, from its start to its end: the frames that go to it and come from it, what it
/// prints, and how it ended.
///
/// Reading and writing never wait for one another, so that neither a full pipe nor a worker that does not read holds
/// the host up beyond a deadline.
@MainActor
package final class WorkerProcess {
    let pid: pid_t
    /// What it is for: the path of a library.
    let name: String
    /// Gets each whole line that the worker prints.
    var lineSink: @MainActor (String) -> Void = { _ in }

    private let socket: OpenDescriptor
    private let output: OpenDescriptor
    /// Can be read once the process has ended; -1 where the kernel has no such thing.
    private let exit: OpenDescriptor
    private var incoming = FrameBuffer()
    /// The frames that the worker has not taken yet, and how many bytes of the first it has.
    private var outgoing: [[UInt8]] = []
    private var sent = 0
    /// The number of the call that was sent last.
    private var lastCall: UInt32 = 0
    private var printed = WorkerOutput()
    private var isConnected = true
    private var isPrinting = true
    /// What is called when something has come while nothing else waits for this worker.
    private var watcher: (@MainActor () -> Void)?
    private var watch: DescriptorWatch?
    /// Whether ``lookAgain()`` waits for its turn.
    private var isLookingAgain = false
    /// What it asks and tells while no call runs.
    var ownWork = OwnWork(seconds: 0)
    private var status: Int32?
    /// The file name of the executable, by which a backtrace calls it.
    private let image: String

    /// What the worker does now: a function of the ABI, or a place in loading.
    package var current = ""
    /// Whether the call that was sent last is to load a library, and has no reply yet.
    private(set) var isLoading = false

    /// A descriptor that is closed once nothing uses it any more.
    private final class OpenDescriptor: Sendable {
        let number: Int32
        init(_ number: Int32) { self.number = number }
        deinit { if number >= 0 { close(number) } }
    }

    /// One side's ends of what a worker is connected to its host by.
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

    private init(pid: pid_t, name: String, _ connections: Connections, image: String) {
        self.pid = pid
        self.name = name
        self.image = image
        socket = connections.socket
        output = connections.output
        exit = OpenDescriptor(LinuxProcess.exitDescriptor(of: pid))
    }

    /// Starts a worker: the executable, which ends up in ``WorkerMain``, with one end of a socket pair as descriptor 3.
    ///
    /// - Parameters:
    ///   - command: The first argument, by which the executable knows what it is to be.
    ///   - name: What it is for, shown by ps(1).
    ///   - isServer: Whether it is to fork workers instead of being one: ``ForkServer``.
    package static func start(
        executable: String, command: String = WorkerMain.command, name: String, isServer: Bool = false
    ) throws(SystemError) -> WorkerProcess {
        // One that has been started as a worker and has not become one starts itself, and so on without end.
        guard getenv(WorkerMain.mark) == nil else { throw SystemError(code: ENOEXEC, operation: "worker") }
        // The worker's ends are closed here once it has them.
        let (connections, theirs) = try Connections.make()
        let started = withExtendedLifetime(theirs) {
            LastingThread.run {
                let arguments = WorkerMain.arguments(command: command, name: name, host: getpid())
                return spawn(
                    executable, [HostName.name] + arguments + (isServer ? [ProcessTitle.room] : []),
                    theirs.socket.number, theirs.output.number)
            }
        }
        return WorkerProcess(
            pid: try started.get(), name: name, connections, image: Path.name(Path.resolved(executable) ?? executable))
    }

    /// Has this server fork a worker.
    ///
    /// - Returns: Nil where it has not, within so many seconds: it is of no use any more.
    func fork(name: String, within seconds: Double) throws(SystemError) -> WorkerProcess? {
        let call = FrameBuffer.frame(.call, WorkerCall.fork(name: name).bytes)
        guard let ours = try ask(call), let pid = Self.announced(ours.socket.number, within: .seconds(seconds)) else {
            return nil
        }
        return WorkerProcess(pid: pid, name: name, ours, image: image)
    }

    /// Sends this server a call with the other ends of what a worker is connected by. Only what is forked has them once
    /// this has returned: where nothing is, that is seen at once.
    private func ask(_ call: [UInt8]) throws(SystemError) -> Connections? {
        let (ours, theirs) = try Connections.make()
        return withExtendedLifetime(theirs) {
            let sent = try? DescriptorMessage.send(
                call, with: [theirs.socket.number, theirs.output.number], over: socket.number)
            return sent == call.count ? ours : nil
        }
    }

    /// The process that has been forked, as it says itself once it is on its own; nil where none does in time.
    private static func announced(_ socket: Int32, within time: Duration) -> pid_t? {
        var incoming = FrameBuffer()
        let end = ContinuousClock.now.advanced(by: time)
        while true {
            let rest = ContinuousClock.now.duration(to: end)
            guard rest > .zero else { return nil }
            var descriptor = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            guard poll(&descriptor, 1, min(rest, waitingSlice).pollMilliseconds) != 0 else {
                continue
            }
            guard read(socket, { incoming.append($0) }) != 0 else { return nil }
            guard let frame = try? incoming.next() else { continue }
            guard frame.kind == .reply, case .forked(let pid)? = try? WorkerReply(frame.content), pid > 0 else {
                return nil
            }
            return pid
        }
    }

    deinit {
        // Where `end` was not called, nobody waits for an answer any more.
        if status == nil {
            Self.kill(pid)
            Self.reapLater(pid)
        }
    }

    private nonisolated static func spawn(
        _ executable: String, _ arguments: [String], _ socket: Int32, _ output: Int32
    ) -> Result<pid_t, SystemError> {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
        posix_spawn_file_actions_adddup2(&actions, socket, WorkerMain.socket)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A session of its own: no signal of the terminal reaches it. Every signal does what it does by default.
        let flags = LinuxProcess.spawnSetsID | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        var argv = arguments.map { strdup($0) } + [nil]
        var environment = Self.environment().map { strdup($0) } + [nil]
        defer { for text in argv + environment { free(text) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, executable, &actions, &attributes, &argv, &environment)
        return code == 0 ? .success(pid) : .failure(SystemError(code: code, operation: "posix_spawn"))
    }

    /// The host's own, and what makes the Swift runtime print where a crash was, also one in C.
    private nonisolated static func environment() -> [String] {
        var variables: [String] = []
        var entry = environ
        while let text = entry.pointee {
            let variable = String(cString: text)
            if !variable.hasPrefix("SWIFT_BACKTRACE=") { variables.append(variable) }
            entry += 1
        }
        // Under a sanitizer the reporter reads what the sanitizer keeps watch over, and ends the process for it.
        let report =
            "enable=yes,color=no,interactive=no,threads=crashed,registers=none,images=none,top=0,"
            + "limit=\(WorkerExit.maximumFrames),sanitize=no,output-to=stderr"
        let settings = WorkerMain.hasSanitizer ? "enable=no" : report
        return variables + ["SWIFT_BACKTRACE=\(settings)", "\(WorkerMain.mark)=1"]
    }

    // MARK: Frames

    /// A frame that has come.
    package typealias Frame = (kind: FrameKind, number: UInt32, content: [UInt8])

    /// How many frames may wait for a worker to take them. A worker waits for each answer before it asks on, so that
    /// only one that does not read its answers comes to so many.
    static let maximumUnread = 256

    /// Sends a call as soon as the worker takes it, with a number that the reply has too.
    package func send(_ call: WorkerCall) {
        current = call.name
        if case .load = call { isLoading = true } else { isLoading = false }
        lastCall &+= 1
        send(.call, number: lastCall, call.bytes)
    }

    /// The reply that a frame holds, which must be to the call that was sent last.
    package func reply(_ frame: Frame) throws(BinaryError) -> WorkerReply {
        guard frame.number == lastCall else {
            throw BinaryError("a reply to call \(frame.number), where that to call \(lastCall) is due")
        }
        isLoading = false
        return try WorkerReply(frame.content)
    }

    /// Sends an answer as soon as the worker takes it, unless too many wait for that.
    func send(_ answer: HostAnswer) throws(BinaryError) {
        guard outgoing.count < Self.maximumUnread else {
            throw BinaryError("it asks on and on, and \(outgoing.count) answers wait that it does not read")
        }
        send(.answer, answer.bytes)
    }

    /// Sends a frame as soon as the worker takes it.
    package func send(_ kind: FrameKind, number: UInt32 = 0, _ content: [UInt8]) {
        outgoing.append(FrameBuffer.frame(kind, number: number, content))
        write()
        // The rest goes when the worker takes it, also while no call waits for it.
        if !outgoing.isEmpty { watch?.arm(polled) }
    }

    /// The next frame that has come.
    package func next() throws(BinaryError) -> Frame? { try incoming.next() }

    /// Whether more may come.
    package var isOver: Bool { !isConnected }

    /// What poll(2) looks at: the socket, the output and the end. It passes over what is negative.
    private var polled: [pollfd] {
        let events = Int16(POLLIN) | (outgoing.isEmpty ? 0 : Int16(POLLOUT))
        return [
            pollfd(fd: isConnected ? socket.number : -1, events: events, revents: 0),
            pollfd(fd: isPrinting ? output.number : -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: exit.number, events: Int16(POLLIN), revents: 0),
        ]
    }

    /// Called again and again while the host waits for workers and gets to nothing else, with what they are for: so
    /// that a person sees what is waited for. It calls nothing that waits itself.
    package static var whileWaiting: (@MainActor (_ libraries: [String]) -> Void)?
    /// How often.
    private static let waitingSlice = Duration.milliseconds(100)

    /// Waits for something to happen to one of several workers, and takes what they send and print.
    ///
    /// - Parameter reading: Whether what they send is taken.
    package static func wait(for workers: [WorkerProcess], atMost time: Duration, reading: Bool = true) {
        var descriptors = workers.flatMap(\.polled)
        let end = ContinuousClock.now.advanced(by: time)
        var rest = time
        // What is waited for in turns of a slice is waited for all the same.
        while let whileWaiting, time >= waitingSlice, rest > .zero {
            let slice = min(rest, waitingSlice)
            if poll(&descriptors, nfds_t(descriptors.count), slice.pollMilliseconds) != 0 { break }
            whileWaiting(workers.map(\.name))
            rest = ContinuousClock.now.duration(to: end)
        }
        rest = ContinuousClock.now.duration(to: end)
        guard poll(&descriptors, nfds_t(descriptors.count), rest.pollMilliseconds) > 0 else { return }
        for (index, worker) in workers.enumerated() {
            if descriptors[3 * index + 1].revents != 0 { worker.readOutput() }
            if descriptors[3 * index].revents & Int16(POLLOUT) != 0 { worker.write() }
            if reading, descriptors[3 * index].revents & ~Int16(POLLOUT) != 0 { worker.readSocket() }
            // A process that it has started may hold the socket open.
            if descriptors[3 * index + 2].revents != 0, descriptors[3 * index].revents & Int16(POLLIN) == 0 {
                worker.isConnected = false
            }
        }
    }

    /// Takes what the socket holds, and no more than that, however much is sent meanwhile.
    package func takeWhatHasCome() {
        for _ in 0..<Self.piecesOfSocket {
            let before = incoming.count
            Self.wait(for: [self], atMost: .zero)
            if incoming.count == before { return }
        }
    }

    /// Calls `body` on the main queue whenever something has come, while nothing else waits for this worker.
    func watch(_ body: @escaping @MainActor () -> Void) {
        watcher = body
        watch = DescriptorWatch { [weak self] in self?.wake() }
        watch?.arm(polled)
    }

    private func wake() {
        watcher?()
        // What has come already is served when the host has got to everything else.
        if hasWholeFrame { lookAgain() } else { watch?.arm(polled) }
    }

    /// Whether a frame has come that has not been taken.
    var hasWholeFrame: Bool { incoming.hasWholeFrame }

    /// Looks again at what came together with a reply: the socket does not tell of it a second time.
    func lookAgain() {
        guard watcher != nil, hasWholeFrame, !isLookingAgain else { return }
        isLookingAgain = true
        DispatchQueue.main.async {
            MainActor.assumeIsolated { [weak self] in
                self?.isLookingAgain = false
                self?.wake()
            }
        }
    }

    private func write() {
        while let frame = outgoing.first, isConnected {
            let count = frame.withUnsafeBytes {
                Glibc.send(
                    socket.number, $0.baseAddress?.advanced(by: sent), $0.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count > 0 {
                sent += count
                guard sent == frame.count else { continue }
                outgoing.removeFirst()
                sent = 0
            } else if errno == EAGAIN {
                return
            } else if errno != EINTR {
                // What it has sent before is still there to read.
                outgoing = []
                sent = 0
                return
            }
        }
    }

    /// How much is taken at a time: a worker that never stops sending does not hold up what else there is to do.
    private static let pieceSize = 1 << 16
    /// How many of those a socket's buffer holds at most: net.core.wmem_max is seldom more than 4 MiB.
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

    /// Reads a piece; 0 at the end, -1 where there is nothing now.
    private static func read(_ number: Int32, _ take: (UnsafeRawBufferPointer) -> Void) -> Int {
        withUnsafeTemporaryAllocation(byteCount: pieceSize, alignment: 1) { buffer in
            while true {
                let count = Glibc.read(number, buffer.baseAddress, buffer.count)
                if count > 0 { take(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
                if count < 0, errno == EINTR { continue }
                // An error of the connection is its end.
                return count < 0 && errno != EAGAIN ? 0 : count
            }
        }
    }

    // MARK: The end

    /// How long processes that crash may take to say where, beyond their deadlines.
    package var reportGrace = ReportGrace.ofThisRun
    /// How long a process that is ending may take to end.
    private static let graceToEnd = Duration.seconds(1)

    /// Ends the process, and tells how it ended.
    ///
    /// - Parameter cause: Why it is ended; nil where it has ended by itself, or has let go of its connection.
    package func end(_ cause: WorkerExit.Cause? = nil) -> WorkerExit {
        if cause == nil { waitForExit(Self.graceToEnd) }
        // One that crashes may take a moment more to say where.
        if !hasExited, isReportingCrash { waitForExit(reportGrace.take()) }
        let hasEnded = hasExited
        stop()
        let cause =
            hasEnded ? Self.cause(of: status ?? 0) : cause ?? .garbage(WorkerMain.Departure.lostConnection.description)
        // A library can print the text of a report. It counts where the process has ended by the signal that it names.
        guard case .signal(let number) = cause, number == printed.reportedSignal else {
            return WorkerExit(cause, during: current, output: printed.outputWithReport)
        }
        return WorkerExit(
            cause, during: current, frames: printed.frames(withoutPlacesIn: image), output: printed.output)
    }

    /// Whether a crash is being told of, for which there is more time than for an answer.
    package var isReportingCrash: Bool {
        readOutputNow()
        return printed.isReportingCrash
    }

    /// Whether the process is known to have ended.
    var hasEnded: Bool { status != nil }

    /// Ends the process, whatever it does.
    package func stop() {
        watch?.disarm()
        watch = nil
        watcher = nil
        isConnected = false
        if status == nil {
            Self.kill(pid)
            waitForExit(Self.graceToEnd)
        }
        if status == nil {
            // The kernel or a debugger holds it: that is not to hold the host up.
            status = SIGKILL
            Self.reapLater(pid)
        }
        drainOutput()
        if let line = printed.takeLastLine() { lineSink(line) }
    }

    /// Ends a process that has not been reaped, with what it has started.
    private nonisolated static func kill(_ pid: pid_t) {
        Glibc.kill(-pid, SIGKILL)
        Glibc.kill(pid, SIGKILL)
    }

    private nonisolated static func reapLater(_ pid: pid_t) {
        // A thread of its own: one may wait for as long as its debugger likes.
        DispatchQueue(label: "reaping a worker").async {
            var status: Int32 = 0
            while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        }
    }

    private var hasExited: Bool {
        if status != nil { return true }
        var info = siginfo_t()
        let options = WEXITED | WNOHANG | WNOWAIT
        guard waitid(P_PID, id_t(pid), &info, options) == 0, info.si_signo == SIGCHLD else { return false }
        // As long as it is not reaped, its number is nobody else's.
        Self.kill(pid)
        var ended: Int32 = 0
        while waitpid(pid, &ended, 0) < 0, errno == EINTR {}
        status = ended
        return true
    }

    private func waitForExit(_ time: Duration) {
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
            // Dead, and not to be reaped before its debugger has seen it.
            if descriptors[0].revents != 0, !hasExited { usleep(10_000) }
        }
    }

    private func readOutputNow() {
        guard isPrinting else { return }
        readOutput()
    }

    /// Takes what is still in the pipe, as much as a pipe holds.
    private func drainOutput() {
        for _ in 0..<32 where isPrinting {
            var descriptor = pollfd(fd: output.number, events: Int16(POLLIN), revents: 0)
            guard poll(&descriptor, 1, 0) > 0 else { return }
            readOutput()
        }
    }

    private static func cause(of status: Int32) -> WorkerExit.Cause {
        // WIFSIGNALED and its relatives are macros: wait(2).
        let signal = status & 0x7f
        guard signal == 0 else { return .signal(signal) }
        let code = (status >> 8) & 0xff
        return WorkerMain.Departure(rawValue: code).map { .garbage($0.description) } ?? .exit(code)
    }
}

extension Duration {
    /// For poll(2), rounded up: a wait of no time would turn round and round. At most a minute.
    fileprivate var pollMilliseconds: Int32 {
        self <= .zero ? 0 : Int32(min(60_000, (self / .milliseconds(1)).rounded(.up)))
    }
}
