import FeatureContract
import Glibc
import HostCore
import HostSystem

/// A worker of one of the small features in C.
enum WorkerRows {
    static let package = (0..<4).reduce(Path.resolved(LinuxProcess.thisProgram) ?? "") { path, _ in
        Path.parent(path) ?? ""
    }
    private static let library = Path.join(package, "Benchmarks/.build/features/10/libf0001.so")
    // This program, as of any host, so that they share the pages of their code.
    private static let zygote = Zygote(executable: LinuxProcess.thisProgram)

    /// Returns the pair of the memory that an active worker shares with no other process, and the same of a process that
    /// was forked and waits for its first call.
    static func memory() throws -> [Pair] {
        [
            Pair("16", "f0001", bytes: { try privateMemory(isActive: true) }) { try privateMemory(isActive: false) }
        ]
    }

    /// Returns the pair of a worker's start, from the request for a process to the manifest and to the end of that
    /// process.
    static func start() throws -> [Pair] {
        // Before the third worker the zygote prepares itself.
        for _ in 0..<2 { try loaded(.bestEffort).stop() }
        return [
            Pair("17", "f0001", clock: .wall) { times in
                for _ in 0..<times { (try? loaded(.bestEffort))?.stop() }
            } baseline: { times in
                for _ in 0..<times { (try? loaded(.off))?.stop() }
            }
        ]
    }

    private static func privateMemory(isActive: Bool) throws -> Double {
        for _ in 0..<2 { try loaded(.bestEffort).stop() }
        let worker = try isActive ? loaded(.bestEffort) : zygote.makeWorker(name: library)
        defer { worker.stop() }
        if isActive {
            for call in [FeatureMessage.activate(ActivationContext()), .makeMainScreen(1), .render(1, unseen: false)] {
                _ = try exchange(.feature(call), with: worker)
            }
        }
        // It has answered, and waits for the next call a moment later.
        usleep(10_000)
        let file = try FileDescriptor(opening: "/proc/\(worker.pid)/smaps_rollup", O_RDONLY)
        var kilobytes = 0
        for line in String(decoding: try file.readAll(limit: 1 << 16), as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ")
            guard ["Private_Clean:", "Private_Dirty:"].contains(words.first), words.count > 1 else { continue }
            kilobytes += Int(words[1]) ?? 0
        }
        return Double(kilobytes << 10)
    }

    private static func loaded(_ mode: SandboxMode) throws -> WorkerProcess {
        let worker = try zygote.makeWorker(name: library)
        var limits = WorkerLimits.usual
        limits.confinement = Confinement(mode)
        guard case .manifest = try exchange(.load(path: library, version: nil, limits), with: worker) else {
            fail("'\(library)' is not loaded")
        }
        return worker
    }

    private static func exchange(_ call: WorkerCall, with worker: WorkerProcess) throws -> WorkerReply {
        do {
            guard let reply = try worker.exchange(call, within: 60, inAll: 60, serving: NoService()) else {
                fail("the reply was not waited for")
            }
            return reply
        } catch {
            fail("the worker \(error)")
        }
    }
}

/// A host that a worker asks for nothing.
private final class NoService: WorkerService {
    func answer(_ message: HostMessage) -> HostReply { .done }
    func log(printed line: String) {}
}
