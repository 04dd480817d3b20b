import Glibc
import HostSystem

/// The process that ends all processes of a feature together with the feature's worker.
///
/// A worker that may start programs is forked once more before it loads its library. The first process, which the host
/// knows, keeps the second: it runs no code of the feature and adopts each orphan (prctl(2), `PR_SET_CHILD_SUBREAPER`).
/// So it stays above all processes that the worker starts, even daemons in their own sessions. When the worker has
/// exited, or the host sends SIGTERM or exits, the keeper kills all processes below it, and exits as the worker did.
/// Landlock protects it from signals of the feature.
enum Keeper {
    /// The first argument of a keeper, which ps(1) shows.
    private static let command = "keeper"

    /// Forks the worker, and returns in it; the calling process becomes the keeper and never returns. It exits if it
    /// cannot fork: a worker that may start programs never runs without a keeper.
    ///
    /// - Parameter name: The path of the library.
    /// - Returns: The descriptor for ``answerChanges(by:in:over:)``.
    static func begin(name: String) -> FileDescriptor {
        var ends: [Int32] = [-1, -1]
        guard LinuxProcess.threadCount == 1, let thread = LinuxProcess.threadNumber,
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0
        else { WorkerMain.leave() }
        let workers = FileDescriptor(taking: ends[0])
        let keepers = FileDescriptor(taking: ends[1])
        let (host, keeper) = (getppid(), getpid())
        // A signal that comes early waits.
        var awaited = sigset_t()
        sigemptyset(&awaited)
        for signal in [SIGTERM, SIGCHLD] { sigaddset(&awaited, signal) }
        var before = sigset_t()
        sigprocmask(SIG_BLOCK, &awaited, &before)
        let isEnclosed = enclose(from: host)
        let worker = LinuxProcess.forkChild(thread)
        guard worker >= 0 else { WorkerMain.leave() }
        guard worker > 0 else {
            sigprocmask(SIG_SETMASK, &before, nil)
            LinuxProcess.dieWithParent()
            // If the keeper exited before that call, the kernel does not signal this process.
            if getppid() != keeper { WorkerMain.leave() }
            // Whole groups are killed, and none includes the keeper.
            setpgid(0, 0)
            // Its parent is the keeper: a worker with another parent has outlived its host.
            ProcessTitle.set(WorkerMain.arguments(command: WorkerMain.command, name: name, host: keeper))
            return workers
        }
        ProcessTitle.set(WorkerMain.arguments(command: command, name: name, host: host))
        LinuxProcess.adoptOrphans()
        LinuxProcess.dieWithParent(by: SIGTERM)
        try? LinuxProcess.giveUpCapabilities()
        dup2(keepers.number, 0)
        // The host notices the worker's exit also by the end of its connections.
        LinuxProcess.closeAll(above: 0)
        let signals = LinuxProcess.signalDescriptor(for: &awaited)
        let status = exitStatus(of: worker, host: host, signals, socket: 0)
        endAll(isEnclosed: isEnclosed)
        exit(as: status ?? SIGKILL)
    }

    /// Confines this process's signals to processes that it starts from now on, if the kernel can (Linux 6.12).
    private static func enclose(from host: pid_t) -> Bool {
        do {
            try LinuxProcess.giveUpPrivileges()
            try Landlock.keepSignalsInside()
        } catch {
            return false
        }
        return kill(host, 0) != 0 && errno == EPERM
    }

    /// Waits for the exit of the worker, and makes the changes that it asks for meanwhile.
    ///
    /// - Returns: The exit status. Nil if the host ends the worker or has exited.
    private static func exitStatus(of worker: pid_t, host: pid_t, _ signals: Int32, socket: Int32) -> Int32? {
        var broker: AttributeBroker?
        // The host may have exited before this process asked for a signal.
        while getppid() == host {
            let asked = broker?.listener.number
            var descriptors = [
                pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
                pollfd(fd: asked ?? socket, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&descriptors, 2, -1) > 0 || errno == EINTR else { return nil }
            if descriptors[0].revents != 0 {
                // struct signalfd_siginfo, of 128 bytes, begins with the number of the signal.
                var info = [UInt32](repeating: 0, count: 32)
                guard read(signals, &info, 128) > 0, info[0] == UInt32(SIGCHLD) else { return nil }
                if let status = reaped(worker) { return status }
            }
            guard descriptors[1].revents != 0 else { continue }
            if asked == nil {
                broker = receiveBroker(from: socket)
            } else if descriptors[1].revents & Int16(POLLIN) != 0 {
                broker?.serve()
            } else {
                // The last process under the filter has exited.
                broker = nil
            }
        }
        return nil
    }

    /// Reaps all exited processes, and returns the worker's exit status if it is among them.
    private static func reaped(_ worker: pid_t) -> Int32? {
        var found: Int32?
        var status: Int32 = 0
        while true {
            let process = waitpid(-1, &status, WNOHANG)
            if process == worker { found = status }
            if process <= 0 { return found }
        }
    }

    /// Lets the keeper answer the calls that a filter passes on. Called in the worker.
    ///
    /// - Parameter places: The real paths that the feature may change.
    static func answerChanges(
        by listener: borrowing FileDescriptor, in places: [String], over keeper: borrowing FileDescriptor
    ) throws(SystemError) {
        let text = places.joined(separator: "\0")
        _ = try DescriptorMessage.send(Array((text + "\n").utf8), with: [listener.number], over: keeper.number)
    }

    /// Receives the message of ``answerChanges(by:in:over:)``. Nil if the worker has closed its end, or the message is
    /// too long to arrive complete.
    private static func receiveBroker(from socket: Int32) -> AttributeBroker? {
        guard let (bytes, descriptors) = try? DescriptorMessage.receive(from: socket, maximum: 1),
            let listener = descriptors.first, bytes.last == UInt8(ascii: "\n")
        else {
            // Stop polling it.
            let null = open("/dev/null", O_WRONLY)
            dup2(null, socket)
            close(null)
            return nil
        }
        let places = String(decoding: bytes.dropLast(), as: UTF8.self).split(separator: "\0").map(String.init)
        return AttributeBroker(listener: FileDescriptor(taking: listener), places: places)
    }

    /// Kills all processes below this one. Orphans of a killed process become children of this one.
    ///
    /// A process that forks and exits at once has a new number by the time it is killed. So one call kills all
    /// processes that this one may signal, which no fork escapes. If the kernel cannot confine signals, groups are
    /// killed: they contain no foreign process, since they were made below this process, in its session or in new ones.
    ///
    /// - Parameter isEnclosed: Whether this process can only signal those below it.
    private static func endAll(isEnclosed: Bool) {
        let own = getpgrp()
        while true {
            if isEnclosed { kill(-1, SIGKILL) }
            for child in LinuxProcess.listedChildren {
                kill(child.group == own ? child.process : -child.group, SIGKILL)
            }
            var ended: pid_t
            repeat { ended = waitpid(-1, nil, WNOHANG) } while ended > 0
            if ended < 0 { return }
            // A killed process needs a moment to exit.
            usleep(1000)
        }
    }

    /// Ends this process with the wait status of the worker: wait(2).
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
