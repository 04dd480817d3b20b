import FeatureContract
import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@MainActor
@Suite(
    "The zygote", .blocking,
    .disabled(if: Sanitizer.current != nil, "the runtime of a sanitizer has a thread of its own"))
struct ZygoteTests {
    private final class Service: WorkerService {
        var lines: [String] = []
        func answer(_ message: HostMessage) -> HostReply { .done }
        func log(printed line: String) { lines.append(line) }
    }

    private func zygote(_ executable: String? = nil) throws -> Zygote {
        Zygote(executable: try executable ?? Products.switchyard)
    }

    private func isAlive(_ worker: WorkerProcess) -> Bool {
        (try? worker.exchange(.turn, within: 60, inAll: 60, serving: Service())) == .feature(.done)
    }

    /// The parent, the group and the session of a process: proc(5).
    private func family(of pid: pid_t) throws -> [pid_t] {
        let line = String(decoding: try File.read("/proc/\(pid)/stat"), as: UTF8.self)
        let fields = try #require(line.split(separator: ")").last).split(separator: " ")
        return fields[1...3].compactMap { pid_t($0) }
    }

    @Test("a forked worker is the host's child, with a session and a name of its own")
    func family() throws {
        let zygote = try zygote()
        defer { zygote.stop() }
        let names = ["/a/b.so", "", "/" + String(repeating: "ä", count: 2040) + ".so"]
        for name in names {
            let worker = try #require(zygote.fork(name: name))
            #expect(isAlive(worker))
            #expect(try family(of: worker.pid) == [getpid(), worker.pid, worker.pid])
            let arguments = String(decoding: try File.read("/proc/\(worker.pid)/cmdline"), as: UTF8.self)
                .split(separator: "\0", omittingEmptySubsequences: false)
            #expect(arguments.prefix(4) == ["switchyard", "worker", Substring(name), "\(getpid())"])
            worker.stop()
            #expect(Processes.hasEnded(worker.pid))
        }
    }

    @Test("a forked worker has no descriptor of the host or of another worker")
    func descriptors() throws {
        let zygote = try zygote()
        defer { zygote.stop() }
        let worker = try #require(zygote.fork(name: "x"))
        let other = try #require(zygote.fork(name: "y"))
        #expect(isAlive(worker) && isAlive(other))
        var targets: [String: String] = [:]
        for name in try FileSystem.names(in: "/proc/\(other.pid)/fd") {
            targets[name] = Path.resolvedLink("/proc/\(other.pid)/fd/\(name)")
        }
        #expect(targets["0"] == "/dev/null")
        #expect(targets["1"]?.hasPrefix("pipe:") == true)
        #expect(targets["2"] == targets["1"])
        #expect(targets["3"]?.hasPrefix("socket:") == true)
        // The descriptors that libdispatch opens for its queues.
        #expect(targets.filter { Int32($0.key) ?? 0 > 3 && !$0.value.hasPrefix("anon_inode:") } == [:])
        worker.stop()
        #expect(isAlive(other))
    }

    @Test("the manifest that the zygote reads before it forks is valid")
    func manifest() throws {
        let manifest = try Manifest(parsing: Array(Zygote.manifest.utf8))
        #expect(manifest.links.count == 1)
    }

    @Test("forked workers survive the kill of their zygote, and another zygote forks the next worker")
    func killed() throws {
        let zygote = try zygote()
        defer { zygote.stop() }
        var workers: [WorkerProcess] = []
        for _ in 1...3 {
            workers.append(try #require(zygote.fork(name: "x")))
            // The kill reaches all processes that are not on their own by now.
            #expect(kill(-(try #require(zygote.process?.pid)), SIGKILL) == 0)
        }
        // Chance does not kill so many of them, so no other is started.
        #expect(zygote.fork(name: "x") == nil)
        #expect(zygote.process == nil)
        #expect(workers.allSatisfy(isAlive))
        for worker in workers { worker.stop() }
    }

    @Test("a zygote that hangs is killed, and another one forks the worker")
    func hangs() throws {
        let zygote = try zygote()
        defer { zygote.stop() }
        let first = try #require(zygote.fork(name: "x"))
        let stopped = try #require(zygote.process?.pid)
        #expect(kill(stopped, SIGSTOP) == 0)
        let second = try #require(zygote.fork(name: "y"))
        #expect(zygote.process?.pid != stopped)
        #expect(waitpid(stopped, nil, WNOHANG) == -1 && errno == ECHILD)
        for worker in [first, second] {
            #expect(isAlive(worker))
            worker.stop()
        }
    }

    @Test("a worker is started where no zygote is left, and works as a forked one does")
    func started() throws {
        let zygote = try zygote()
        for _ in 1...3 {
            _ = zygote.fork(name: "x")
            zygote.stop()
        }
        let worker = try zygote.makeWorker(name: "y")
        #expect(zygote.process == nil)
        #expect(isAlive(worker))
        #expect(try family(of: worker.pid) == [getpid(), worker.pid, worker.pid])
        worker.stop()
    }

    @Test("30 workers run at once, each with its own process and connection")
    func atOnce() throws {
        let zygote = try zygote()
        defer { zygote.stop() }
        let workers = try (1...30).map { try zygote.makeWorker(name: "\($0)") }
        #expect(Set(workers.map(\.pid)).count == 30)
        for worker in workers { #expect(isAlive(worker)) }
        for worker in workers.dropLast() { worker.stop() }
        #expect(isAlive(workers[29]))
        workers[29].stop()
    }

    @Test("the zygote has one thread and no library of a feature, however many workers it has forked")
    func zygoteStaysClean() throws {
        let zygote = try zygote()
        defer { zygote.stop() }
        let first = try #require(zygote.fork(name: "x"))
        let process = try #require(zygote.process).pid
        let maps = "/proc/\(process)/maps"
        func libraries() throws -> Set<Substring> {
            Set(
                String(decoding: try File.read(maps), as: UTF8.self).split(separator: "\n").filter {
                    $0.contains(".so")
                })
        }
        let before = try libraries()
        for _ in 1...20 { try #require(zygote.fork(name: "y")).stop() }
        #expect(try FileSystem.names(in: "/proc/\(process)/task").count == 1)
        #expect(
            Set(try libraries().map { $0.split(separator: " ").last })
                == Set(before.map { $0.split(separator: " ").last }))
        // A worker has the addresses of the zygote, and the host has others.
        func start(_ pid: pid_t) throws -> Substring? {
            String(decoding: try File.read("/proc/\(pid)/maps"), as: UTF8.self).split(separator: "-").first
        }
        #expect(try start(first.pid) == start(process))
        #expect(try start(getpid()) != start(process))
        first.stop()
    }

    @Test(
        "a program that is no zygote, or that cannot be started, gives no forked workers",
        .enabled(if: FakeWorker.haveCompiler, "no cc is installed"), arguments: [true, false])
    func noZygote(isProgram: Bool) throws {
        let zygote = try zygote(isProgram ? FakeWorker.path() : "/dev/null/none")
        #expect(zygote.fork(name: "done") == nil)
        #expect(zygote.process == nil)
        #expect(zygote.fork(name: "done") == nil)
    }

    @Test("200 forked workers leave no descriptor and no dead process")
    func manyTimes() throws {
        let zygote = try zygote()
        defer { zygote.stop() }
        let before = try FileSystem.names(in: "/proc/self/fd").count
        var pids: [pid_t] = []
        for round in 1...200 {
            let worker = try #require(zygote.fork(name: "\(round)"))
            pids.append(worker.pid)
            if round % 2 == 0 { #expect(isAlive(worker)) }
            worker.stop()
        }
        let process = try #require(zygote.process)
        // The zygote has only its input, its output twice and its socket.
        #expect(try FileSystem.names(in: "/proc/\(process.pid)/fd").count == 4)
        #expect(pids.allSatisfy { waitpid($0, nil, WNOHANG) == -1 && errno == ECHILD })
        // Other tests open descriptors too, and close them again; what the workers left would stay.
        var rounds = 0
        while try FileSystem.names(in: "/proc/self/fd").count >= before + 150, rounds < 1000 {
            rounds += 1
            usleep(20_000)
        }
        #expect(try FileSystem.names(in: "/proc/self/fd").count < before + 150)
    }
}

extension Path {
    /// Reads a link with readlink(2), since the kernel's text for a descriptor is not a path.
    fileprivate static func resolvedLink(_ path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink(path, &buffer, buffer.count)
        guard count > 0 else { return nil }
        return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
