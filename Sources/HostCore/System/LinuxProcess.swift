import Dispatch
import Glibc
import Synchronization

/// Linux process functions that Glibc's module leaves out, since they are variadic or too new.
package enum LinuxProcess {
    /// The path of a process's own executable, valid even if the file was moved.
    package static let thisProgram = "/proc/self/exe"

    /// The message for a system without /proc, on which no host can work. Nil if /proc is mounted.
    package static var missingProc: String? {
        access(thisProgram, F_OK) == 0
            ? nil
            : "/proc is not mounted, where a program finds its own file and arguments; mount it: mount -t proc proc /proc"
    }

    /// Starts a program with nothing to read: posix_spawn(3). In a session of its own the signals of the terminal do not
    /// reach it; all signals have their default action, and none is blocked.
    ///
    /// - Parameters:
    ///   - program: The path of the executable.
    ///   - environment: The variables, each as `NAME=VALUE`.
    ///   - inOwnSession: Whether it has a session of its own, and not that of this process.
    ///   - open: Adds the descriptors that the program has besides.
    package static func spawn(
        _ program: String, _ arguments: [String], _ environment: [String], inOwnSession: Bool = true,
        opening open: (inout posix_spawn_file_actions_t) -> Void
    ) -> Result<pid_t, SystemError> {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        open(&actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        let flags = (inOwnSession ? spawnSetsID : 0) | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        var argv = arguments.map { strdup($0) } + [nil]
        var variables = environment.map { strdup($0) } + [nil]
        defer { for text in argv + variables { free(text) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, program, &actions, &attributes, &argv, &variables)
        return code == 0 ? .success(pid) : .failure(SystemError(code: code, operation: "posix_spawn"))
    }

    private typealias Affinity = @convention(c) (pid_t, Int, UnsafeMutableRawPointer?) -> Int32

    /// The number of processors that this process may use: sched_getaffinity(2). At least 1.
    package static var processorCount: Int {
        // As many bits as glibc's `cpu_set_t` has, which is what most machines need.
        var processors = [UInt64](repeating: 0, count: 16)
        let get = dlsym(nil, "sched_getaffinity").map { unsafeBitCast($0, to: Affinity.self) }
        guard get?(0, MemoryLayout<UInt64>.size * processors.count, &processors) == 0 else { return 1 }
        return max(1, processors.reduce(0) { $0 + $1.nonzeroBitCount })
    }

    /// The number of `pidfd_open` on every architecture: pidfd_open(2).
    private static let pidfdOpenNumber = 434
    /// The number of `close_range` on every architecture: close_range(2).
    private static let closeRangeNumber = 436
    private static let setParentDeathSignal: Int32 = 1  // PR_SET_PDEATHSIG
    private static let setChildSubreaper: Int32 = 36  // PR_SET_CHILD_SUBREAPER
    private static let getThreadNumberAddress: Int32 = 40  // PR_GET_TID_ADDRESS
    /// posix_spawnattr_setflags(3): `POSIX_SPAWN_SETSID`.
    package static let spawnSetsID: Int32 = 0x80

    private typealias System = @convention(c) (Int, Int, Int, Int, Int, Int) -> Int
    private typealias Pipe = @convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32
    private typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32

    private static let system: System? = dlsym(nil, "syscall").map { unsafeBitCast($0, to: System.self) }
    private static let control: Control? = dlsym(nil, "prctl").map { unsafeBitCast($0, to: Control.self) }

    /// Makes a system call for which the C library has no function, as syscall(2) does.
    package static func systemCall(_ number: Int, _ first: Int, _ second: Int, _ third: Int = 0, _ fourth: Int = 0)
        -> Int
    {
        guard let system else {
            errno = ENOSYS
            return -1
        }
        return system(number, first, second, third, fourth, 0)
    }

    /// Forbids forever that programs started by this process gain rights, as by a set-user-ID bit: prctl(2),
    /// `PR_SET_NO_NEW_PRIVS`.
    package static func giveUpPrivileges() throws(SystemError) {
        try HostSystem.systemCall("prctl") { control?(38, 1, 0, 0, 0) ?? -1 }
    }

    /// Drops all capabilities, which a process of root has: capabilities(7). With CAP_PERFMON alone it could read the
    /// environment of every process.
    package static func giveUpCapabilities() throws(SystemError) {
        // struct __user_cap_header_struct: _LINUX_CAPABILITY_VERSION_3, and 0 for this process; then two times three
        // sets of 32.
        var header: (UInt32, Int32) = (0x2008_0522, 0)
        var sets: (UInt64, UInt64, UInt64) = (0, 0, 0)
        #if arch(x86_64)
            let number = 126
        #else
            let number = 91
        #endif
        try HostSystem.systemCall("capset") {
            withUnsafeMutablePointer(to: &header) { header in
                withUnsafeMutablePointer(to: &sets) { sets in
                    systemCall(number, Int(bitPattern: header), Int(bitPattern: sets))
                }
            }
        }
    }

    /// The number of this process's threads. Nil if /proc does not show it.
    package static var threadCount: Int? { try? FileSystem.names(in: "/proc/self/task").count }

    private static let pipe2: Pipe? = dlsym(nil, "pipe2").map { unsafeBitCast($0, to: Pipe.self) }

    /// Makes a pipe by pipe2(2), close-on-exec from the start, so that a process started by another thread does not
    /// inherit it.
    package static func pipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 {
        guard let pipe2 else {
            errno = ENOSYS
            return -1
        }
        return pipe2(ends, O_CLOEXEC)
    }

    private typealias SignalDescriptor = @convention(c) (Int32, UnsafePointer<sigset_t>, Int32) -> Int32

    /// A descriptor that is readable while one of these blocked signals waits: signalfd(2). -1 for a failure.
    package static func signalDescriptor(for signals: inout sigset_t) -> Int32 {
        let make = dlsym(nil, "signalfd").map { unsafeBitCast($0, to: SignalDescriptor.self) }
        return make?(-1, &signals, O_CLOEXEC) ?? -1
    }

    /// A descriptor that becomes readable when the process has exited. -1 if the kernel has none (before Linux 5.3).
    package static func exitDescriptor(of pid: pid_t) -> Int32 {
        Int32(truncatingIfNeeded: system?(pidfdOpenNumber, Int(pid), 0, 0, 0, 0) ?? -1)
    }

    /// A description of a process with its program and command: `process 4711 (switchyard run)`.
    package static func name(of pid: pid_t) -> String {
        let bytes = (try? InputFile.read(found: "/proc/\(pid)/cmdline", limit: 1 << 20)) ?? []
        let words = bytes.split(separator: 0).prefix(2).map { String(decoding: $0, as: UTF8.self) }
        guard let program = words.first else { return "process \(pid)" }
        let command = words.dropFirst().first { $0.allSatisfy { $0.isASCII && $0.isLetter } }
        return "process \(pid) (\(([Path.name(program)] + [command].compactMap(\.self)).joined(separator: " ")))"
    }

    /// Whether a debugger or other tracer is attached: `TracerPid` in /proc/PID/status, proc_pid_status(5).
    package static func isTraced(_ pid: pid_t) -> Bool {
        guard let bytes = try? InputFile.read(found: "/proc/\(pid)/status", limit: 1 << 16) else { return false }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        return lines.contains { $0.hasPrefix("TracerPid:") && !$0.hasSuffix("\t0") }
    }

    package static func closeAll(above number: Int32) {
        _ = system?(closeRangeNumber, Int(number) + 1, Int(UInt32.max), 0, 0, 0)
    }

    /// The address at which the C library keeps this thread's number, and at which the kernel stores the new number in
    /// a forked process. Nil if the kernel does not report it: prctl(2), `PR_GET_TID_ADDRESS`.
    package static var threadNumber: UnsafeMutablePointer<pid_t>? {
        var address: UInt = 0
        let isKnown = withUnsafeMutablePointer(to: &address) {
            control?(getThreadNumberAddress, UInt(bitPattern: $0), 0, 0, 0) == 0
        }
        let number = UnsafeMutablePointer<pid_t>(bitPattern: address)
        return isKnown && number?.pointee == getpid() ? number : nil
    }

    /// Forks like fork(2), but the new process is a sibling: a child of this process's parent. The process must have
    /// one thread only, since no handler of pthread_atfork(3) runs.
    ///
    /// - Parameter number: ``threadNumber``.
    /// - Returns: 0 in the new process, and its id in this one; -1 on failure, and on processors other than x86-64 and
    ///   arm64.
    package static func forkSibling(_ number: UnsafeMutablePointer<pid_t>) -> pid_t {
        clone(number, 0x8000)  // CLONE_PARENT
    }

    /// Forks like ``forkSibling(_:)``, but makes a child of this process.
    package static func forkChild(_ number: UnsafeMutablePointer<pid_t>) -> pid_t { clone(number, 0) }

    private static func clone(_ number: UnsafeMutablePointer<pid_t>, _ more: Int) -> pid_t {
        let flags = more | 0x0100_0000 | 0x0020_0000 | Int(SIGCHLD)  // CLONE_CHILD_SETTID, _CHILD_CLEARTID
        let address = Int(bitPattern: number)
        #if arch(x86_64)
            return pid_t(truncatingIfNeeded: system?(56, flags, 0, 0, address, 0) ?? -1)
        #elseif arch(arm64)
            return pid_t(truncatingIfNeeded: system?(220, flags, 0, 0, 0, address) ?? -1)
        #else
            return -1
        #endif
    }

    /// Requests a signal to this process when the thread that started it exits: prctl(2), `PR_SET_PDEATHSIG`.
    package static func dieWithParent(by signal: Int32 = SIGKILL) {
        _ = control?(setParentDeathSignal, UInt(signal), 0, 0, 0)
    }

    /// The children of this process that have not exited: proc(5). They include adopted orphans.
    package static var children: Set<pid_t> {
        // A process may start another and exit just before its own entry is read. The first reading may then miss the
        // new process; the second finds it.
        Set((listedChildren + listedChildren).lazy.filter { !$0.hasExited }.map(\.process))
    }

    /// The children of this process with their process groups. An exited child is listed until it is reaped, and keeps
    /// its group's number in use.
    package static var listedChildren: [(process: pid_t, group: pid_t, hasExited: Bool)] {
        let own = getpid()
        return ((try? FileSystem.names(in: "/proc")) ?? []).compactMap { name in
            guard let process = pid_t(name), let file = try? FileDescriptor(opening: "/proc/\(name)/stat", O_RDONLY),
                let bytes = try? file.readAll(limit: 4096)
            else { return nil }
            // The name of the program, in parentheses, may contain any character.
            let line = String(decoding: bytes, as: UTF8.self)
            let fields = line[(line.lastIndex(of: ")") ?? line.startIndex)...].split(separator: " ")
            guard fields.count > 3, pid_t(fields[2]) == own, let group = pid_t(fields[3]) else { return nil }
            return (process, group, fields[1] == "Z")
        }
    }

    /// Makes this process the parent of its children's orphans: prctl(2), `PR_SET_CHILD_SUBREAPER`.
    package static func adoptOrphans() {
        _ = control?(setChildSubreaper, 1, 0, 0, 0)
    }
}

/// A thread that lives as long as the process, for starting workers. The kernel kills a worker when the thread that
/// started it exits, and Dispatch's own threads come and go.
package enum LastingThread {
    private static let jobs = Mutex<[@Sendable () -> Void]>([])
    private static let waiting = DispatchSemaphore(value: 0)
    private static let isStarted: Bool = {
        var thread = pthread_t()
        return pthread_create(&thread, nil, { _ in LastingThread.work() }, nil) == 0
    }()

    /// Runs `body` on that thread and waits for its result. Runs it on the calling thread if the system allows no new
    /// one.
    package static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
        guard isStarted else { return body() }
        let box = Box<Result>()
        let done = DispatchSemaphore(value: 0)
        jobs.withLock {
            $0.append {
                let result = body()
                box.result.withLock { $0 = result }
                done.signal()
            }
        }
        waiting.signal()
        done.wait()
        // The job is done, so the result is there.
        return box.result.withLock(\.self) ?? body()
    }

    private final class Box<Result: Sendable>: Sendable {
        let result = Mutex<Result?>(nil)
    }

    private static func work() -> Never {
        while true {
            waiting.wait()
            let job = jobs.withLock { $0.removeFirst() }
            job()
        }
    }
}

/// A thread for one job that may wait for any time, so that Swift's own threads need not.
package enum SeparateThread {
    /// Starts the work, and returns whether the system allowed a new thread.
    package static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
        let job = Unmanaged.passRetained(Job(work: work))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { argument in
                if let argument { Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().work() }
                return nil
            }, job.toOpaque())
        if code == 0 { pthread_detach(thread) } else { job.release() }
        return code == 0
    }

    private final class Job: Sendable {
        let work: @Sendable () -> Void
        init(work: @escaping @Sendable () -> Void) { self.work = work }
    }
}

/// This process's limit on open descriptors: getrlimit(2), `RLIMIT_NOFILE`.
package enum DescriptorLimit {
    /// The descriptors that the start of a worker leaves free. libdispatch opens some at its first need, and ends the
    /// process if it gets none.
    package static let reserve = 16

    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

    package static var current: Int {
        var limit = rlimit()
        return getrlimit(resource, &limit) == 0 ? Int(clamping: limit.rlim_cur) : .max
    }

    /// Raises the limit as far as the system allows, since each running feature needs five descriptors.
    package static func raise() {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
    }

    /// Whether `count` more descriptors can be opened after `descriptor`, which was opened last and so had the lowest
    /// free number.
    package static func leaves(_ count: Int, beyond descriptor: Int32) -> Bool {
        Int(descriptor) < current - count
    }
}

/// The arguments that ps(1) shows for this process: the memory of its original arguments (proc(5), `cmdline`).
package enum ProcessTitle {
    /// A blank argument that reserves memory for a longer one: the path of any file.
    package static let room = String(repeating: " ", count: Int(PATH_MAX + NAME_MAX) + 1)

    /// Replaces the shown arguments, except the first, within the memory of the original ones.
    package static func set(_ arguments: [String]) {
        guard let memory else { return }
        let text = joined(CommandLine.arguments.prefix(1) + arguments).prefix(memory.count - 1)
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        memory.copyBytes(from: text)
    }

    /// The memory of the arguments; nil if it is not found.
    nonisolated(unsafe) private static let memory: UnsafeMutableRawBufferPointer? = {
        let text = joined(CommandLine.arguments)
        guard let name = dlsym(nil, "program_invocation_name"),
            let start = name.load(as: UnsafeMutableRawPointer?.self),
            // The arguments lie in a row before the environment: execve(2). A library may have moved them.
            memcmp(start, text, text.count) == 0
        else { return nil }
        return UnsafeMutableRawBufferPointer(start: start, count: text.count)
    }()

    private static func joined(_ arguments: some Sequence<String>) -> [UInt8] {
        arguments.flatMap { Array($0.utf8) + [0] }
    }
}
