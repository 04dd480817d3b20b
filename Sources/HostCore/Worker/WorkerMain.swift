import FeatureContract
import Glibc
import HTTPBroker
import HostSystem
import Synchronization

/// The entry point of a worker, the process in which one feature runs.
///
/// A host starts its own executable as the worker, so that nothing else need be installed, and a worker always has the
/// host's version. The program of a host begins with one line:
///
/// ```swift
/// WorkerMain.runIfStartedAsWorker()
/// ```
public enum WorkerMain {
    /// Becomes a worker if this process was started as one, and then never returns. Otherwise does nothing.
    ///
    /// Call it on the first thread, as the first statement of main: a worker closes all open descriptors, and would
    /// also do any work that the program starts earlier. Without this call ``HostApplication/open(_:)`` refuses.
    public static func runIfStartedAsWorker() {
        isHandedOver.store(true, ordering: .relaxed)
        if isWorker(Array(CommandLine.arguments.dropFirst())) { run() }
    }

    /// Whether this program, started again, would become a worker.
    static let isHandedOver = Atomic(false)

    package static let command = "worker"

    /// The arguments of a worker, for ps(1): its name, and the id of the host that started it. A worker whose parent is
    /// another process has outlived its host.
    static func arguments(command: String, name: String, host: pid_t) -> [String] { [command, name, "\(host)"] }
    static let argumentCount = 3

    /// The environment variable of a process that was started as a worker and has not become one yet.
    static let mark = "SWITCHYARD_WORKER"

    /// The descriptor of the worker's end of the socket pair.
    package static let socket: Int32 = 3

    /// The reason why a worker exits by itself. The raw value is its exit code, which few programs use.
    enum ExitReason: Int32, CustomStringConvertible {
        /// The host is gone, or the feature has closed the connection to it.
        case lostConnection = 213
        /// A message from the host was invalid: the feature has overwritten the worker's memory, or read from its
        /// socket.
        case garbage = 214

        var description: String {
            switch self {
            case .lostConnection: "it closed its connection to the host"
            case .garbage: "it did not understand the host any more"
            }
        }
    }

    /// Exits at once, without the handlers of exit(3), since no host is left to report to.
    package static func leave() -> Never { leave(.lostConnection) }
    static func leave(_ reason: ExitReason) -> Never { _exit(reason.rawValue) }

    private static let forking = Atomic<pid_t>(0)

    /// Whether this process was started as a worker, with a socket.
    package static func isWorker(_ arguments: [String], command: String = Self.command) -> Bool {
        guard arguments.first == command else { return false }
        var status = stat()
        return fstat(socket, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    /// Serves the host until it closes the connection. Called on the first thread, before any other file is opened.
    private static func run() -> Never {
        prepare()
        Symbolizer.runIfAsked()
        if Zygote.isAsked { Zygote.serve() }
        let connection = MainActor.assumeIsolated { WorkerConnection(socket: socket) }
        MainLoop.run(watching: socket, isPrompt: true) { connection.serve() }
    }

    /// Prepares this process to run a feature, and to exit together with its host.
    package static func prepare() {
        unsetenv(mark)
        InheritedState.setLimits()
        // The loader has read it at the start of this process.
        unsetenv(WorkerProcess.tunables)
        closeInherited()
        keepToHost()
        CrashReport.begin()
        pthread_atfork({ WorkerMain.forking.store(getpid(), ordering: .relaxed) }, nil) {
            // A process forked by a feature is not the worker, but exits with it.
            LinuxProcess.dieWithParent()
            // If the worker exited before that call, the kernel does not signal it any more.
            if getppid() != WorkerMain.forking.load(ordering: .relaxed) { _exit(0) }
            close(WorkerMain.socket)
        }
        // Flushed line by line, so that the log has the line that a feature prints before it crashes.
        if let output = dlsym(nil, "stdout")?.assumingMemoryBound(to: UnsafeMutablePointer<FILE>?.self).pointee {
            setvbuf(output, nil, _IOLBF, 0)
        }
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    }

    /// Keeps the socket from other programs, and makes this process exit with the host.
    static func keepToHost() {
        // The feature's programs must not talk to the host.
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        LinuxProcess.dieWithParent()
        // If the host exited before that call, the kernel does not signal it. The parent is then another process, which
        // adopts orphans.
        if isAbandoned { leave() }
    }

    /// Whether the other end of the socket is closed. Earlier messages can still be read.
    private static var isAbandoned: Bool {
        var descriptor = pollfd(fd: socket, events: 0, revents: 0)
        return poll(&descriptor, 1, 0) > 0 && descriptor.revents & Int16(POLLHUP) != 0
    }

    /// Whether the host sends a message or closes its end within some milliseconds.
    static func hasInput(within milliseconds: Int32) -> Bool {
        var descriptor = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, milliseconds) > 0
    }

    /// Closes all descriptors of the host and its parent, since no feature may use them.
    private static func closeInherited() {
        guard let names = try? FileSystem.names(in: "/proc/self/fd") else {
            return LinuxProcess.closeAll(above: socket)
        }
        for name in names {
            if let number = Int32(name), number > socket { close(number) }
        }
    }

    package static func apply(_ limits: WorkerLimits) {
        // A sanitizer's runtime maps more memory than any limit allows.
        if !hasSanitizer, let memory = limits.memory {
            limit(Int32(RLIMIT_DATA.rawValue), memory)
        }
        if let openFiles = limits.openFiles { limit(Int32(RLIMIT_NOFILE.rawValue), openFiles) }
        // Timers and waiting signals are counted for all processes of the user.
        limit(Self.pendingSignals, maximumPendingSignals)
    }

    /// `RLIMIT_SIGPENDING`, which Glibc's module leaves out.
    private static let pendingSignals: Int32 = 11
    /// The most timers and waiting signals of the user's processes that still allow a worker a further one.
    private static let maximumPendingSignals = 4096

    /// Whether this process is confined already, by the load of an earlier library of the same group.
    @MainActor private static var isConfined = false

    @MainActor
    static func load(
        _ path: String, _ version: FileIdentity?, _ limits: WorkerLimits, _ reached: (LoadingStage) -> Void
    ) throws(LibraryError) -> WorkerServer.Library {
        let needed = NeededLibraries(of: path)
        if !isConfined {
            // A sanitizer's runtime has a thread, and a process with several threads is not forked.
            let keeper = limits.confinement.startsPrograms && !hasSanitizer ? Keeper.begin(name: path) : nil
            apply(limits)
            try limits.confinement.enforce(loading: needed, keeper: keeper)
            isConfined = true
        }
        reached(.constructors)
        let shared = try SharedLibrary(loading: path, version: version, needing: needed)
        reached(.entry)
        let library = try shared.entry()
        reached(.manifest)
        // The host trusts no worker, and parses the manifest itself. This process needs it to run the feature.
        let text = try LibraryManifest.text(of: library)
        return WorkerServer.Library(manifest: text) { (host, context) throws(CallFailure) in
            guard let manifest = try? Manifest(parsing: text) else { throw .outOfTurn }
            return try InlineFeature(library, manifest: manifest, host: host, context)
        }
    }

    /// Confines this process, and makes requests in it from now on.
    @MainActor
    static func becomeBroker(_ limits: WorkerLimits, _ socket: OpenDescriptor) throws(CallFailure) {
        apply(limits)
        do throws(LibraryError) {
            try limits.confinement.enforce()
        } catch {
            throw CallFailure(.unsupported, error.description)
        }
        try Broker.begin(socket)
    }

    package static var hasSanitizer: Bool { dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil }

    private static func limit(_ resource: Int32, _ value: Int) {
        // The hard limit too, so that no feature can raise it.
        var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
        setrlimit(__rlimit_resource_t(UInt32(resource)), &limit)
    }
}

/// The time for which a worker keeps its host busy by its own requests and notices, while no call runs.
///
/// Each turn of the host adds to it, and time in which the worker leaves the host alone is subtracted. So a worker that
/// asks now and then is never stopped, but one that leaves no time for other work is.
struct OwnWork {
    /// The limit in seconds.
    let seconds: Double
    private var sum = Duration.zero
    private var last: ContinuousClock.Instant?

    init(seconds: Double) {
        self.seconds = seconds
    }

    /// Adds a turn of the host, and returns whether the limit still holds.
    ///
    /// - Parameter time: The processor time that the host spent in the turn. The host is not busy while it waits for a
    ///   terminal that accepts no more of the log.
    mutating func add(
        _ time: Duration, from start: ContinuousClock.Instant, to end: ContinuousClock.Instant
    ) -> Bool {
        if let last { sum = max(.zero, sum - last.duration(to: start)) }
        sum += time
        last = end
        return sum <= .seconds(seconds)
    }
}
