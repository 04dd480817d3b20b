import Dispatch
import Glibc
import Synchronization

/// What Linux offers to processes and Glibc's module leaves out, as it takes any number of arguments or is too new.
package enum LinuxProcess {
    /// What one process calls its own executable, also where that has been moved meanwhile.
    package static let thisProgram = "/proc/self/exe"

    /// What keeps every host from working where there is no /proc; nil where there is one.
    package static var missingProc: String? {
        access(thisProgram, F_OK) == 0
            ? nil
            : "/proc is not mounted, where a program finds its own file and arguments; mount it: mount -t proc proc /proc"
    }

    /// The number of `pidfd_open` on every architecture: pidfd_open(2).
    private static let pidfdOpenNumber = 434
    /// The number of `close_range` on every architecture: close_range(2).
    private static let closeRangeNumber = 436
    private static let setParentDeathSignal: Int32 = 1  // PR_SET_PDEATHSIG
    private static let setChildSubreaper: Int32 = 36  // PR_SET_CHILD_SUBREAPER
    private static let getThreadNumberAddress: Int32 = 40  // PR_GET_TID_ADDRESS
    /// posix_spawnattr_setflags(3): `POSIX_SPAWN_SETSID`.
    static let spawnSetsID: Int32 = 0x80

    private typealias System = @convention(c) (Int, Int, Int, Int, Int, Int) -> Int
    private typealias Pipe = @convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32
    private typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32

    private static let system: System? = dlsym(nil, "syscall").map { unsafeBitCast($0, to: System.self) }
    private static let control: Control? = dlsym(nil, "prctl").map { unsafeBitCast($0, to: Control.self) }

    private static let pipe2: Pipe? = dlsym(nil, "pipe2").map { unsafeBitCast($0, to: Pipe.self) }

    /// pipe2(2), close-on-exec from the beginning: what another thread starts has no part of it.
    static func pipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 {
        guard let pipe2 else {
            errno = ENOSYS
            return -1
        }
        return pipe2(ends, O_CLOEXEC)
    }

    /// A descriptor that can be read once the process has ended; -1 where the kernel has none (before Linux 5.3).
    static func exitDescriptor(of pid: pid_t) -> Int32 {
        Int32(truncatingIfNeeded: system?(pidfdOpenNumber, Int(pid), 0, 0, 0, 0) ?? -1)
    }

    /// Closes every descriptor above a number.
    static func closeAll(above number: Int32) {
        _ = system?(closeRangeNumber, Int(number) + 1, Int(UInt32.max), 0, 0, 0)
    }

    /// Where the C library keeps the number of this thread, which the kernel sets anew in what is forked; nil where the
    /// kernel does not say: prctl(2), `PR_GET_TID_ADDRESS`.
    static var threadNumber: UnsafeMutablePointer<pid_t>? {
        var address: UInt = 0
        let isKnown = withUnsafeMutablePointer(to: &address) {
            control?(getThreadNumberAddress, UInt(bitPattern: $0), 0, 0, 0) == 0
        }
        let number = UnsafeMutablePointer<pid_t>(bitPattern: address)
        return isKnown && number?.pointee == getpid() ? number : nil
    }

    /// fork(2), but for whose child it makes: that of this process's parent. Called where there is one thread alone, as
    /// no handler of pthread_atfork(3) runs.
    ///
    /// - Parameter number: ``threadNumber``.
    /// - Returns: 0 in what is forked; there the number of its process; -1 where it fails, as on other processors.
    static func forkSibling(_ number: UnsafeMutablePointer<pid_t>) -> pid_t {
        let flags = 0x8000 | 0x0100_0000 | 0x0020_0000 | Int(SIGCHLD)  // CLONE_PARENT, _CHILD_SETTID, _CHILD_CLEARTID
        let address = Int(bitPattern: number)
        #if arch(x86_64)
            return pid_t(truncatingIfNeeded: system?(56, flags, 0, 0, address, 0) ?? -1)
        #elseif arch(arm64)
            return pid_t(truncatingIfNeeded: system?(220, flags, 0, 0, 0, address) ?? -1)
        #else
            return -1
        #endif
    }

    /// Lets the kernel end this process when the thread that has started it ends: prctl(2), `PR_SET_PDEATHSIG`.
    static func dieWithParent() {
        _ = control?(setParentDeathSignal, UInt(SIGKILL), 0, 0, 0)
    }

    /// Makes this process the parent of what its children leave behind: prctl(2), `PR_SET_CHILD_SUBREAPER`.
    package static func adoptOrphans() {
        _ = control?(setChildSubreaper, 1, 0, 0, 0)
    }
}

/// A thread that lives as long as the process. What it starts is told of its end by the kernel; an ordinary thread of
/// Dispatch comes and goes.
enum LastingThread {
    private static let jobs = Mutex<[@Sendable () -> Void]>([])
    private static let waiting = DispatchSemaphore(value: 0)
    private static let isStarted: Bool = {
        var thread = pthread_t()
        return pthread_create(&thread, nil, { _ in LastingThread.work() }, nil) == 0
    }()

    /// Runs `body` there, and waits for it. Here where there can be no such thread.
    static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
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
        // It is there: the job is done.
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
