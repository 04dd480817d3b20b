import Glibc
import HostSystem

/// The process that ends what a feature has started together with the feature's worker.
///
/// A worker that may start programs is forked once more before it loads its library. The first process, which the host
/// knows, keeps the second one: it runs no code of the feature, adopts each process that loses its parent
/// (prctl(2), `PR_SET_CHILD_SUBREAPER`), and so stays above all that the worker starts, also above daemons in sessions of
/// their own. When the worker has exited, or the host asks for it by SIGTERM or exits, the keeper kills what is left
/// below it, and exits as the worker did. Landlock keeps signals of the feature away from it.
enum Keeper {
    /// The first argument of a keeper, which ps(1) shows.
    private static let command = "keeper"

    /// Forks the worker. Returns in it; the calling process never returns and becomes the keeper.
    ///
    /// Returns without a fork where that is impossible, as under a sanitizer, whose runtime has a thread of its own. The
    /// host's SIGTERM then ends the worker as by default.
    ///
    /// - Parameter name: The path of the library.
    static func begin(name: String) {
        guard LinuxProcess.threadCount == 1, let thread = LinuxProcess.threadNumber else { return }
        let (host, keeper) = (getppid(), getpid())
        // A signal that comes early waits.
        var awaited = sigset_t()
        sigemptyset(&awaited)
        for signal in [SIGTERM, SIGCHLD] { sigaddset(&awaited, signal) }
        var before = sigset_t()
        sigprocmask(SIG_BLOCK, &awaited, &before)
        let worker = LinuxProcess.forkChild(thread)
        guard worker > 0 else {
            sigprocmask(SIG_SETMASK, &before, nil)
            guard worker == 0 else { return }
            LinuxProcess.dieWithParent()
            // If the keeper exited before that call, the kernel does not signal this process.
            if getppid() != keeper { WorkerMain.leave() }
            return
        }
        ProcessTitle.set(WorkerMain.arguments(command: command, name: name, host: host))
        LinuxProcess.adoptOrphans()
        LinuxProcess.dieWithParent(by: SIGTERM)
        // The host learns of the worker's exit by the end of these connections too.
        LinuxProcess.closeAll(above: -1)
        var status: Int32?
        while status == nil {
            // The host may have exited before the call above, and another process adopts this one then.
            if getppid() != host { break }
            var signal: Int32 = 0
            guard sigwait(&awaited, &signal) == 0, signal == SIGCHLD else { break }
            status = exitStatus(of: worker)
        }
        endAll()
        exit(as: status ?? SIGKILL)
    }

    /// Reaps all processes that have exited, and returns the exit status of the worker if it is among them.
    private static func exitStatus(of worker: pid_t) -> Int32? {
        var found: Int32?
        var status: Int32 = 0
        while true {
            let process = waitpid(-1, &status, WNOHANG)
            if process == worker { found = status }
            if process <= 0 { return found }
        }
    }

    /// Kills all processes below this one. Those that a killed process leaves behind become children of this one.
    private static func endAll() {
        while true {
            for child in LinuxProcess.children { kill(child, SIGKILL) }
            var ended: pid_t
            repeat { ended = waitpid(-1, nil, WNOHANG) } while ended > 0
            if ended < 0 { return }
            // A killed process needs a moment to exit.
            usleep(1000)
        }
    }

    /// Ends this process as another one has ended: wait(2).
    private static func exit(as status: Int32) -> Never {
        let signal = status & 0x7f
        guard signal != 0 else { _exit((status >> 8) & 0xff) }
        Glibc.signal(signal, SIG_DFL)
        var all = sigset_t()
        sigemptyset(&all)
        sigprocmask(SIG_SETMASK, &all, nil)
        kill(getpid(), signal)
        _exit(128 + signal)
    }
}
