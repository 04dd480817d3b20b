import FeatureContract
import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostCore

@MainActor
@Suite(
    "The forked workers", .blocking,
    .disabled(if: Sanitizer.current != nil, "the runtime of a sanitizer has a thread of its own"))
struct WorkerSourceTests {
    private final class Service: WorkerService {
        var lines: [String] = []
        func answer(_ request: WorkerRequest) -> HostAnswer { .done }
        func take(_ notice: WorkerNotice) {}
        func take(printed line: String) { lines.append(line) }
    }

    private func source(_ executable: String? = nil) throws -> WorkerSource {
        WorkerSource(executable: try executable ?? Products.switchyard, patience: 60)
    }

    private func isAlive(_ worker: WorkerProcess) -> Bool {
        (try? worker.exchange(.turn, within: 60, serving: Service())) == .done
    }

    /// The parent, the group and the session of a process: proc(5).
    private func family(of pid: pid_t) throws -> [pid_t] {
        let line = String(decoding: try File.read("/proc/\(pid)/stat"), as: UTF8.self)
        let fields = try #require(line.split(separator: ")").last).split(separator: " ")
        return fields[1...3].compactMap { pid_t($0) }
    }

    @Test("a forked worker is the host's child, with a session and a name of its own")
    func family() throws {
        let source = try source()
        defer { source.stop() }
        let names = ["/a/b.so", "", "/" + String(repeating: "ä", count: 2040) + ".so"]
        for name in names {
            let worker = try #require(source.fork(name: name))
            #expect(isAlive(worker))
            #expect(try family(of: worker.pid) == [getpid(), worker.pid, worker.pid])
            let arguments = String(decoding: try File.read("/proc/\(worker.pid)/cmdline"), as: UTF8.self)
                .split(separator: "\0", omittingEmptySubsequences: false)
            #expect(arguments.prefix(4) == ["switchyard", "worker", Substring(name), "\(getpid())"])
            worker.stop()
            #expect(Processes.hasEnded(worker.pid))
        }
    }

    @Test("a forked worker has no descriptor of the host or the server")
    func descriptors() throws {
        let source = try source()
        defer { source.stop() }
        let worker = try #require(source.fork(name: "x"))
        let other = try #require(source.fork(name: "y"))
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

    @Test("the manifest that the server reads before it forks is valid")
    func manifest() throws {
        let manifest = try Manifest(parsing: Array(ForkServer.manifest.utf8))
        #expect(manifest.links.count == 1)
    }

    @Test("forked workers survive the kill of their server, and another server forks the next worker")
    func serverKilled() throws {
        let source = try source()
        defer { source.stop() }
        var workers: [WorkerProcess] = []
        for _ in 1...3 {
            workers.append(try #require(source.fork(name: "x")))
            // The kill reaches all processes that are not on their own by now.
            #expect(kill(-(try #require(source.server?.pid)), SIGKILL) == 0)
        }
        // Chance does not kill so many servers, so no other is started.
        #expect(source.fork(name: "x") == nil)
        #expect(source.server == nil)
        #expect(workers.allSatisfy(isAlive))
        for worker in workers { worker.stop() }
    }

    @Test(
        "a program that is no server, or that cannot be started, gives no forked workers",
        .enabled(if: FakeWorker.haveCompiler, "no cc is installed"), arguments: [true, false])
    func noServer(isProgram: Bool) throws {
        let source = try source(isProgram ? FakeWorker.path() : "/dev/null/none")
        #expect(source.fork(name: "done") == nil)
        #expect(source.server == nil)
        #expect(source.fork(name: "done") == nil)
    }

    @Test("200 forked workers leave no descriptor and no dead process")
    func manyTimes() throws {
        let source = try source()
        defer { source.stop() }
        let before = try FileSystem.names(in: "/proc/self/fd").count
        var pids: [pid_t] = []
        for round in 1...200 {
            let worker = try #require(source.fork(name: "\(round)"))
            pids.append(worker.pid)
            if round % 2 == 0 { #expect(isAlive(worker)) }
            worker.stop()
        }
        let server = try #require(source.server)
        // The server has only its input, its output twice and its socket.
        #expect(try FileSystem.names(in: "/proc/\(server.pid)/fd").count == 4)
        #expect(pids.allSatisfy { waitpid($0, nil, WNOHANG) == -1 && errno == ECHILD })
        // Other tests open and close some descriptors too.
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
