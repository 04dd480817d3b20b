import FeatureContract
import Glibc
import HostCore
import HostSystem

/// The part of the executable that runs in a process started for one test.
package enum CheckChild {
    /// The first argument of such a process.
    package static let command = "check-test"

    /// The largest file that a feature may write, in bytes; this includes standard output.
    private static let maximumFileSize: rlim_t = 256 << 20

    /// Whether this process has been started for a test.
    package static func isChild(_ arguments: [String]) -> Bool { WorkerMain.isWorker(arguments, command: command) }

    /// Runs the test, and ends the process. Called on the first thread, before anything else has been opened.
    package static func run() -> Never {
        WorkerMain.prepare()
        LinuxProcess.adoptOrphans()
        Reporter.start()
        WorkerMain.apply(.usual)
        var size = rlimit(rlim_cur: maximumFileSize, rlim_max: maximumFileSize)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &size)
        guard let job = try? CheckJob(readJob()), let test = CheckTest.all.first(where: { $0.name == job.test }) else {
            WorkerMain.leave()
        }
        // Before the first thread: the rules apply to threads started later.
        let needed = NeededLibraries(of: job.library)
        confine(job, needed)
        StandardStreams.use(directory: job.dataDirectory)
        StandardStreams.watchOutput()
        Reporter.begin(job)
        Task { @MainActor in
            await perform(test, Probe(job, needed))
            Reporter.finish()
        }
        MainLoop.run()
    }

    /// Confines the library like a feature without permissions. Exception: a sanitizer's runtime reads the names in
    /// this program.
    private static func confine(_ job: CheckJob, _ needed: NeededLibraries) {
        let program = WorkerMain.hasSanitizer ? Path.resolved("/proc/self/exe") : nil
        var confinement = Confinement(
            .bestEffort, dataDirectory: DataDirectory(at: job.dataDirectory), libraryDirectory: job.libraryDirectory,
            permissions: Permissions(read: Set([program].compactMap(\.self))))
        confinement.endsAtPrograms = job.test == "forks"
        do {
            try confinement.enforce(loading: needed)
        } catch {
            print("the check's process cannot be confined: \(error)")
            WorkerMain.leave()
        }
    }

    @MainActor
    private static func perform(_ test: CheckTest, _ probe: Probe) async {
        do {
            try await test.body(probe)
        } catch {
            Reporter.found(error.status, error.description)
        }
    }

    /// Reads the only frame.
    private static func readJob() throws(BinaryError) -> [UInt8] {
        var incoming = FrameBuffer()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            if let frame = try incoming.next() { return frame.content }
            let count = buffer.withUnsafeMutableBytes { recv(WorkerMain.socket, $0.baseAddress, $0.count, 0) }
            if count > 0 {
                buffer.withUnsafeBytes { incoming.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            } else if count == 0 || errno != EINTR {
                WorkerMain.leave()
            }
        }
    }
}

/// Processes that a feature has started and that outlive its test, even in separate sessions. They are killed after the
/// test.
enum Orphans {
    /// The most rounds of killing: each killed process may leave others, whose parent this process then becomes.
    private static let rounds = 100

    /// Makes this process the parent of all processes that a test leaves behind.
    static func adopt() {
        _ = inherited
        LinuxProcess.adoptOrphans()
    }

    /// Children from before, which must not be killed: those of a shell that became this program by exec.
    private static let inherited = LinuxProcess.children

    /// Kills all other children of this process.
    ///
    /// - Parameter tests: The processes of running tests. Orphans of such a test are children of its own process, which
    ///   adopts orphans too.
    static func end(except tests: [pid_t] = []) {
        for _ in 0..<rounds {
            let left = LinuxProcess.children.subtracting(inherited).subtracting(tests)
            for process in left { kill(process, SIGKILL) }
            // Killed processes need a moment to exit; those that had exited before only have to be reaped.
            if !left.isEmpty { usleep(1000) }
            for process in left { waitpid(process, nil, WNOHANG) }
            if left.isEmpty { return }
        }
    }
}

/// A folder for this process alone, which exists until it is removed.
package struct TemporaryFolder {
    package let path: String

    /// Makes the folder in `TMPDIR`, or else in /tmp: mkdtemp(3).
    package init(named word: String = "check") throws(SystemError) {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        var template = Array(Path.join(parent.isEmpty ? "/tmp" : parent, "switchyard-\(word)-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError(code: errno, operation: "mkdtemp") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes the folder with its contents; targets of symbolic links stay.
    package func remove() { Self.remove(path) }

    /// Removes a file, or a folder with its contents.
    package static func remove(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            unlink(path)
            return
        }
        // A feature may have removed the owner's permissions.
        chmod(path, 0o700)
        for name in (try? FileSystem.names(in: path)) ?? [] { remove(Path.join(path, name)) }
        rmdir(path)
    }
}
