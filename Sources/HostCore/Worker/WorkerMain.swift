import FeatureContract
import Glibc
import Synchronization

/// What a host's executable runs when it has been started as a worker: a process for one feature.
///
/// A host starts itself for that, so that nothing else need be installed, and a worker is always of the host's version.
/// A program that is a host begins with one line:
///
/// ```swift
/// WorkerMain.runIfStartedAsWorker()
/// ```
public enum WorkerMain {
    /// Becomes a worker where this process has been started as one, and never returns then; else does nothing.
    ///
    /// Called on the first thread, first of all in main: a worker closes what is open, and a program that has begun its
    /// own work by then does it in every worker too. Without this call ``HostApplication/open(_:)`` refuses.
    public static func runIfStartedAsWorker() {
        isHandedOver.store(true, ordering: .relaxed)
        if isWorker(Array(CommandLine.arguments.dropFirst())) { run() }
    }

    /// Whether this program, started again, would become a worker.
    static let isHandedOver = Atomic(false)

    /// The first argument of a worker.
    package static let command = "worker"

    /// The arguments of a worker: for the eyes of whoever looks at ps(1), what it is for and which process has started
    /// it. One whose parent is another has outlived its host.
    static func arguments(command: String, name: String, host: pid_t) -> [String] { [command, name, "\(host)"] }
    static let argumentCount = 3

    /// The environment variable of a process that has been started as a worker, until it is one.
    static let mark = "SWITCHYARD_WORKER"

    /// The descriptor of the worker's end of the socket pair.
    package static let socket: Int32 = 3

    /// Why a worker leaves by itself; the raw value is its exit code, which is chosen so that few programs have it.
    enum Departure: Int32, CustomStringConvertible {
        /// The host is gone, or the feature has closed what leads there.
        case lostConnection = 213
        /// What came from the host was none of its messages: the feature has written over the worker's memory, or has
        /// read from its socket.
        case garbage = 214

        var description: String {
            switch self {
            case .lostConnection: "it closed its connection to the host"
            case .garbage: "it did not understand the host any more"
            }
        }
    }

    /// Ends this process, without what exit(3) would run: nobody is there any more to tell anything.
    package static func leave() -> Never { leave(.lostConnection) }
    static func leave(_ departure: Departure) -> Never { _exit(departure.rawValue) }

    /// The process that forks right now.
    private static let forking = Atomic<pid_t>(0)

    /// Whether this process is a worker: it has been started as one, with a socket.
    package static func isWorker(_ arguments: [String], command: String = Self.command) -> Bool {
        guard arguments.first == command else { return false }
        var status = stat()
        return fstat(socket, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    /// Serves the host until it lets go. Called on the first thread, before anything else has been opened.
    private static func run() -> Never {
        prepare()
        if ForkServer.isAsked { ForkServer.serve() }
        let connection = MainActor.assumeIsolated { WorkerConnection(socket: socket) }
        MainLoop.run(watching: socket) { connection.serve() }
    }

    /// Makes this process one that runs a feature and ends with its host.
    package static func prepare() {
        unsetenv(mark)
        closeInherited()
        keepToHost()
        AbortReport.begin()
        pthread_atfork({ WorkerMain.forking.store(getpid(), ordering: .relaxed) }, nil) {
            // What a feature forks is not the worker, and ends with it.
            LinuxProcess.dieWithParent()
            // Between the fork and here the one that forked may have ended: nobody tells of that any more.
            if getppid() != WorkerMain.forking.load(ordering: .relaxed) { _exit(0) }
            close(WorkerMain.socket)
        }
        // A line that a feature prints is to be seen though the feature crashes after it.
        if let output = dlsym(nil, "stdout")?.assumingMemoryBound(to: UnsafeMutablePointer<FILE>?.self).pointee {
            setvbuf(output, nil, _IOLBF, 0)
        }
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    }

    /// Keeps the socket from others, and ends with the host.
    static func keepToHost() {
        // No program that a feature starts speaks to the host.
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        LinuxProcess.dieWithParent()
        // Between its start and here the host may have ended; then whoever takes up orphans is the parent.
        if isAbandoned { leave() }
    }

    /// Whether the other end of the socket is closed. What has been sent before can still be read.
    private static var isAbandoned: Bool {
        var descriptor = pollfd(fd: socket, events: 0, revents: 0)
        return poll(&descriptor, 1, 0) > 0 && descriptor.revents & Int16(POLLHUP) != 0
    }

    /// Nothing that the host or its parent has open is a feature's to use.
    private static func closeInherited() {
        guard let names = try? FileSystem.names(in: "/proc/self/fd") else {
            return LinuxProcess.closeAll(above: socket)
        }
        for name in names {
            if let number = Int32(name), number > socket { close(number) }
        }
    }

    /// Takes what it may not use from this process, and from what it starts.
    package static func apply(_ limits: WorkerLimits) {
        // The runtime of a sanitizer maps more than any limit.
        if !hasSanitizer, let memory = limits.memory {
            limit(Int32(RLIMIT_DATA.rawValue), memory)
        }
        if let openFiles = limits.openFiles { limit(Int32(RLIMIT_NOFILE.rawValue), openFiles) }
    }

    /// Loads a feature's library into this process.
    @MainActor
    static func load(
        _ path: String, _ limits: WorkerLimits, _ reached: (LoadingStage) -> Void
    ) throws(LibraryError) -> WorkerServer.Library {
        apply(limits)
        reached(.constructors)
        let shared = try SharedLibrary(loading: path)
        reached(.entry)
        let library = try shared.entry()
        reached(.manifest)
        let (manifest, text) = try LibraryManifest.read(from: library)
        return WorkerServer.Library(manifest: text) { (host, dataDirectory, settings) throws(CallFailure) in
            try InlineFeature(
                library, manifest: manifest, host: host, dataDirectory: dataDirectory, settings: settings)
        }
    }

    /// Whether this program has the runtime of a sanitizer in it.
    static var hasSanitizer: Bool { dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil }

    private static func limit(_ resource: Int32, _ value: Int) {
        // No feature raises what is also the hard limit.
        var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
        setrlimit(__rlimit_resource_t(UInt32(resource)), &limit)
    }
}
