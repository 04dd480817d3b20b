import FeatureContract
import Glibc
import HostSystem

/// The process from which a host forks its workers, since starting a worker takes ten times as long.
///
/// The zygote is a new process of the host's executable, so it has nothing of the host in memory. It loads no library
/// and never has a second thread, so a worker inherits nothing of another feature either. A worker is a child of the
/// host: the host kills it, notices its exit, and is not affected if the zygote has exited meanwhile.
///
/// If the zygote exits or hangs, another is started, up to three in all. Without a zygote, as under a sanitizer, each
/// worker is started. Started and forked workers have equal confinement: ``Confinement``.
@MainActor
package final class Zygote {
    /// The executable that becomes the zygote, or a worker.
    package nonisolated let executable: String
    private(set) var process: WorkerProcess?
    /// Whether that process has not forked yet.
    private var isNew = false
    private var startsLeft = 3

    /// The seconds for a zygote's start and first fork.
    private static let patienceToStart = 5.0
    /// The seconds for a later fork, during which the host waits.
    private static let patienceToFork = 1.0
    /// The name of the process for ps(1).
    static let name = "zygote"

    package nonisolated init(executable: String) {
        self.executable = executable
    }

    /// Starts the process if none runs, without waiting for it.
    package func start() {
        guard process == nil, startsLeft > 0 else { return }
        let span = TraceSpan.begin()
        defer { span?.end("zygote start", .feature) }
        startsLeft -= 1
        isNew = true
        process = try? WorkerProcess.start(executable: executable, name: Self.name, more: [ProcessTitle.room])
        if process == nil { startsLeft = 0 }
    }

    /// Makes a worker, which waits for its first call.
    ///
    /// - Parameter name: The purpose of the worker, for ps(1).
    /// - Throws: The reason why no process can be started.
    package func makeWorker(name: String) throws(SystemError) -> WorkerProcess {
        if let worker = fork(name: name) { return worker }
        return try WorkerProcess.start(executable: executable, name: name)
    }

    /// Forks a worker. Nil if there is no zygote and none can be started.
    func fork(name: String) -> WorkerProcess? {
        while true {
            start()
            guard let process else { return nil }
            let seconds = isNew ? Self.patienceToStart : Self.patienceToFork
            if let worker = try? process.fork(name: name, within: seconds) {
                isNew = false
                return worker
            }
            // A program that has not become a zygote will not do so the next time.
            if isNew { startsLeft = 0 }
            stop()
        }
    }

    /// Whether the executable becomes a worker, which is tried by one that has nothing to do.
    var makesWorkers: Bool {
        // Under a sanitizer no zygote can fork.
        if WorkerMain.hasSanitizer { return access(executable, X_OK) == 0 }
        guard let worker = fork(name: "trial") else { return false }
        worker.stop()
        return true
    }

    /// Kills the process. Its workers continue.
    func stop() {
        process?.stop()
        process = nil
    }

    // MARK: In the zygote

    /// Whether this process was started as a zygote. Its arguments then include ``ProcessTitle/room``, for the names of
    /// its workers.
    nonisolated static var isAsked: Bool { CommandLine.arguments.last == ProcessTitle.room }

    /// Forks a worker for each request of the host, until the host closes the connection. Returns in each worker.
    /// Where forking is impossible, as under a sanitizer, whose runtime has a thread, the process ends, and the host
    /// starts its workers.
    nonisolated static func serve() {
        guard !WorkerMain.hasSanitizer, let thread = LinuxProcess.threadNumber else { WorkerMain.leave() }
        // The title without the reserved argument. This also locates the title's memory, so that the workers need not.
        ProcessTitle.set(Array(CommandLine.arguments.dropFirst().prefix(WorkerMain.argumentCount)))
        var incoming = FrameBuffer()
        var (isPrepared, forks) = (false, 0)
        do {
            while true {
                // A host that has asked twice will probably ask again.
                if !isPrepared, forks > 1 || !WorkerMain.hasInput(within: forks == 0 ? 0 : pauseAfterFork) {
                    prepare()
                    isPrepared = true
                }
                let (bytes, descriptors) = try DescriptorMessage.receive(from: WorkerMain.socket, maximum: 2)
                if bytes.isEmpty { WorkerMain.leave() }
                bytes.withUnsafeBytes { incoming.append($0) }
                guard let frame = try incoming.next(), frame.kind == .call,
                    case .fork(let name) = try WorkerCall(frame.content), descriptors.count == 2
                else { throw BinaryError("a message out of turn") }
                if LinuxProcess.forkSibling(thread) == 0 {
                    return become(name, socket: descriptors[0], output: descriptors[1])
                }
                forks += 1
                // If the fork failed, the host notices the missing other end of its connections.
                for descriptor in descriptors { close(descriptor) }
            }
        } catch {
            WorkerMain.leave(.garbage)
        }
    }

    /// The milliseconds without a call after the first fork before ``prepare()`` runs: earlier it would slow that
    /// worker down, and the host may need no other.
    private nonisolated static let pauseAfterFork: Int32 = 20

    /// Does once what every worker would do first. Swift's runtime looks types and conformances up by name and caches
    /// them, and the loader binds a function at its first call, which takes longer than the rest of a scan.
    private nonisolated static func prepare() {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else { return }
        var limits = WorkerLimits.usual
        limits.confinement = Confinement(.bestEffort, libraryDirectory: "/")
        let version = FileIdentity(device: 0, inode: 0, size: 0, modified: 0, changed: 0)
        let call = WorkerCall.load(path: LinuxProcess.thisProgram, version: version, limits)
        let frame = FrameBuffer.frame(.call, call.bytes)
        if write(ends[0], frame, frame.count) == frame.count {
            MainActor.assumeIsolated { WorkerConnection(socket: ends[1], load: rehearse).serve() }
        }
        for end in ends { close(end) }
    }

    /// Replaces ``WorkerMain/load(_:_:_:_:)``, and loads nothing.
    private static func rehearse(
        _ path: String, _ version: FileIdentity?, _ limits: WorkerLimits, _ reached: (LoadingStage) -> Void
    ) throws(LibraryError) -> WorkerServer.Library {
        limits.confinement.rehearse(loading: path)
        reached(.constructors)
        // No file has this version, so it is opened and refused.
        _ = try? SharedLibrary(loading: path, version: version)
        let text = Array(manifest.utf8)
        _ = try? Manifest(parsing: text)
        return WorkerServer.Library(manifest: text) { _, _ throws(CallFailure) in throw CallFailure.notMine }
    }

    /// A manifest with most of the possible keys.
    nonisolated static let manifest = """
        {
            "manifest": 1, "id": "none", "name": "None", "version": "1.0.0", "summary": "Nothing.",
            "incoming": [
                { "name": "list" },
                {
                    "name": "item", "parents": ["list"],
                    "arguments": [
                        { "name": "identifier", "type": "int" },
                        { "name": "text", "type": "string", "optional": true }
                    ]
                }
            ],
            "outgoing": [{ "name": "next" }],
            "links": [
                { "scheme": "none", "host": "none", "pattern": "/items/{identifier}?text={text}", "route": "item" }
            ]
        }
        """

    /// Turns a process just forked into a worker, which inherits the rest of ``WorkerMain/prepare()`` from the zygote.
    private nonisolated static func become(_ name: String, socket: Int32, output: Int32) {
        setsid()
        for (descriptor, number) in [
            (output, STDOUT_FILENO), (output, STDERR_FILENO), (socket, WorkerMain.socket),
        ] { dup2(descriptor, number) }
        for descriptor in [socket, output] { close(descriptor) }
        WorkerMain.keepToHost()
        ProcessTitle.set(WorkerMain.arguments(command: WorkerMain.command, name: name, host: getppid()))
        // Sent only once this process has its own session, and survives if the zygote is killed.
        let reply = FrameBuffer.frame(.reply, WorkerReply.forked(getpid()).bytes)
        _ = reply.withUnsafeBytes { send(WorkerMain.socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }
}
