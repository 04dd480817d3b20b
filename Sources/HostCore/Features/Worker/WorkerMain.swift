import FeatureContract
import Glibc

/// What a host's executable runs when it has been started as a worker.
package enum WorkerMain {
    /// The first argument of a worker.
    package static let command = "worker"

    /// The arguments of a worker: for the eyes of whoever looks at ps(1), what it is for and which process has started
    /// it. One whose parent is another has outlived its host.
    static func arguments(name: String, host: pid_t) -> [String] { [command, name, "\(host)"] }

    /// The descriptor of the worker's end of the socket pair.
    package static let socket: Int32 = 3

    /// Whether this process is a worker: it has been started as one, with a socket.
    package static func isWorker(_ arguments: [String]) -> Bool {
        guard arguments.first == command else { return false }
        var status = stat()
        return fstat(socket, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    /// Serves the host until it lets go. Called on the first thread, before anything else has been opened.
    package static func run() -> Never {
        closeInherited()
        LinuxProcess.dieWithParent()
        // Between its start and here the host may have ended; then whoever takes up orphans is the parent, and the
        // socket tells it at the first read.
        pthread_atfork(nil, nil) {
            // What a feature forks is not the worker, and ends with it.
            LinuxProcess.dieWithParent()
            close(WorkerMain.socket)
        }
        // A line that a feature prints is to be seen though the feature crashes after it.
        if let output = dlsym(nil, "stdout")?.assumingMemoryBound(to: UnsafeMutablePointer<FILE>?.self).pointee {
            setvbuf(output, nil, _IOLBF, 0)
        }
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        let connection = MainActor.assumeIsolated { WorkerConnection(socket: socket) }
        MainLoop.run(watching: socket) { connection.serve() }
    }

    /// Nothing that the host or its parent has open is a feature's to use.
    private static func closeInherited() {
        for name in (try? FileSystem.names(in: "/proc/self/fd")) ?? [] {
            if let number = Int32(name), number > socket { close(number) }
        }
    }

    /// Loads a feature's library into this process.
    @MainActor
    static func load(
        _ path: String, _ limits: WorkerLimits, _ reached: (String) -> Void
    ) throws(LibraryError) -> WorkerServer.Library {
        // The runtime of a sanitizer maps more than any limit.
        if dlsym(nil, "__asan_init") == nil, dlsym(nil, "__tsan_init") == nil, let memory = limits.memory {
            limit(Int32(RLIMIT_DATA.rawValue), memory)
        }
        if let openFiles = limits.openFiles { limit(Int32(RLIMIT_NOFILE.rawValue), openFiles) }
        reached("its constructors")
        let shared = try SharedLibrary(loading: path)
        reached("feature_entry")
        let library = try shared.entry()
        reached("manifest")
        let (manifest, text) = try LibraryManifest.read(from: library)
        return WorkerServer.Library(manifest: text) { (host, dataDirectory, settings) throws(CallFailure) in
            try InlineFeature(
                library, manifest: manifest, host: host, dataDirectory: dataDirectory, settings: settings)
        }
    }

    private static func limit(_ resource: Int32, _ value: Int) {
        // No feature raises what is also the hard limit.
        var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
        setrlimit(__rlimit_resource_t(UInt32(resource)), &limit)
    }
}
