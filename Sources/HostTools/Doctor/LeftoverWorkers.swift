import Glibc
import HostCore
import HostSystem

/// Workers that have outlived their host. The kernel kills a worker with its host, and a worker that reads its socket
/// exits by itself. The leftovers are workers whose feature has asked the kernel not to kill them, and processes that a
/// feature has started.
package enum LeftoverWorkers {
    /// A process in /proc: proc(5).
    package struct Process: Hashable, Sendable {
        let pid: pid_t
        let parent: pid_t
        let user: uid_t
        /// The path of the executable, even if another file has that name by now.
        let executable: String
        let arguments: [String]

        /// The library of a worker; nil for any other process.
        var library: String? {
            arguments.count > 2 && arguments[1] == WorkerMain.command ? arguments[2] : nil
        }

        /// The host that started the worker, from its arguments; nil if they do not name it.
        var host: pid_t? { arguments.count > 3 ? pid_t(arguments[3]) : nil }
    }

    /// Returns the workers of a user and an executable whose host has exited.
    static func leftOver(among processes: [Process], executable: String, user: uid_t) -> [Process] {
        let mine = processes.filter { $0.user == user && $0.executable == executable }
        let workers = Dictionary(mine.filter { $0.library != nil }.map { ($0.pid, $0) }) { first, _ in first }
        func hasHost(_ worker: Process, depth: Int) -> Bool {
            if let host = worker.host {
                if worker.parent == host { return true }
            } else if mine.contains(where: { $0.pid == worker.parent && $0.library == nil }) {
                return true
            }
            // A process started by a worker's feature looks like the worker, and is its child.
            guard let parent = workers[worker.parent], depth > 0 else { return false }
            return hasHost(parent, depth: depth - 1)
        }
        return workers.values.filter { !hasHost($0, depth: 64) }.sorted { $0.pid < $1.pid }
    }

    /// Returns the leftover workers of this user and an executable.
    package static func find(of executable: String) -> [Process] {
        func look() -> [Process] { leftOver(among: all(of: executable), executable: executable, user: geteuid()) }
        let first = look()
        guard !first.isEmpty else { return [] }
        // The workers of a host that has just exited are about to exit too.
        usleep(300_000)
        let still = Set(look())
        return first.filter(still.contains)
    }

    static func findings(_ processes: [Process]) -> [Finding] {
        processes.map { process in
            Finding(
                .warning, .workerLeftOver, "process \(process.pid)", at: nil,
                "the process \(process.pid) is a worker for \(process.library ?? "a feature") whose host has ended",
                fix: "kill -KILL \(process.pid)")
        }
    }

    /// The processes of an executable that this one may inspect.
    private static func all(of executable: String) -> [Process] {
        ((try? FileSystem.names(in: "/proc")) ?? []).compactMap { name in
            guard let pid = pid_t(name) else { return nil }
            return process(pid, of: executable)
        }
    }

    private static func process(_ pid: pid_t, of executable: String) -> Process? {
        var status = stat()
        guard stat("/proc/\(pid)", &status) == 0, Self.executable(of: pid) == executable,
            let arguments = text(of: "/proc/\(pid)/cmdline"), let line = text(of: "/proc/\(pid)/stat"),
            // PID (NAME) STATE PARENT …, where a name may have parentheses and spaces.
            let end = line.lastIndex(of: ")")
        else { return nil }
        let fields = line[line.index(after: end)...].split(separator: " ")
        guard fields.count > 1, let parent = pid_t(fields[1]) else { return nil }
        return Process(
            pid: pid, parent: parent, user: status.st_uid, executable: executable,
            arguments: arguments.split(separator: "\0", omittingEmptySubsequences: false).dropLast().map(String.init))
    }

    /// The path of a process's executable. Nil for a zombie process, and for a process of another user.
    private static func executable(of pid: pid_t) -> String? {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/\(pid)/exe", &buffer, buffer.count)
        guard count > 0 else { return nil }
        let path = String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
        // The suffix marks an executable that was replaced, for example by a new build.
        return path.hasSuffix(" (deleted)") ? String(path.dropLast(" (deleted)".count)) : path
    }

    private static func text(of path: String) -> String? {
        guard let bytes = try? FileDescriptor(opening: path, O_RDONLY).readAll(limit: 1 << 20) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
