import Dispatch
import Glibc
import HostCore
import HostSystem

/// The things that a feature may leave behind in its process, from /proc (proc(5)): threads, open descriptors, other
/// processes.
struct ProcessState {
    private let threads: Set<pid_t>
    private let descriptors: [Int32: String]
    private let children: Set<pid_t>

    init() {
        threads = Self.currentThreads
        descriptors = Self.currentDescriptors
        children = LinuxProcess.children
    }

    /// The state after the runtime has started its own threads and timers.
    ///
    /// Dispatch supervises its pool with a timer. It opens a descriptor at the first timer of each of its clocks, and
    /// keeps it. On a busy machine, that could happen while the feature is tested.
    @MainActor
    static func ofWarmRuntime() async -> ProcessState {
        let moment = DispatchTimeInterval.milliseconds(1)
        await withCheckedContinuation { continuation in
            DispatchQueue.global().asyncAfter(deadline: .now() + moment) { continuation.resume() }
        }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().asyncAfter(wallDeadline: .now() + moment) { continuation.resume() }
        }
        try? await Task.sleep(for: .milliseconds(1), clock: .continuous)
        try? await Task.sleep(for: .milliseconds(1), clock: .suspending)
        return ProcessState()
    }

    /// The time for leftovers to disappear: a thread that has been asked to end may need a moment.
    private static let patience = Duration.seconds(1)

    /// Reports everything that is new since the earlier state. It runs on the main thread, which existed before:
    /// another thread would find itself, with the compared code addresses on its stack.
    @MainActor
    func tellOfWhatIsLeft(by library: String) async {
        let end = ContinuousClock.now.advanced(by: Self.patience)
        var left: [Leftover]
        repeat {
            Reporter.rest()
            left = whatIsLeft(by: library)
            if left.isEmpty { return }
            Pause.milliseconds(20)
            // A thread or process may need the main queue in order to end.
            await Task.yield()
        } while ContinuousClock.now < end
        for leftover in left {
            if leftover.mayBeOfRuntime {
                LibraryInspection.found(leftover.reason, in: library)
            } else {
                Reporter.found(.failed, leftover.reason)
            }
        }
    }

    private struct Leftover {
        let reason: String
        /// Whether a language's runtime leaves such things: threads, and the objects of their waits.
        let mayBeOfRuntime: Bool
    }

    private func whatIsLeft(by library: String) -> [Leftover] {
        var left: [Leftover] = []
        let code = CodeOfLibrary(library)
        for thread in Self.currentThreads.subtracting(threads).sorted() {
            guard let work = code.work(of: thread) else { continue }
            left.append(Leftover(reason: "a thread of it still runs, \(work)", mayBeOfRuntime: true))
        }
        let open = Self.currentDescriptors
        for (number, target) in open.sorted(by: { $0.key < $1.key }) {
            guard descriptors[number] != target else { continue }
            left.append(
                Leftover(
                    reason: "the descriptor \(number) is open: \(target)",
                    mayBeOfRuntime: target.hasPrefix("anon_inode:") || target.hasPrefix("pipe:")))
        }
        for number in descriptors.keys.sorted() where open[number] == nil {
            left.append(
                Leftover(
                    reason: "the descriptor \(number), which is not its own, is closed", mayBeOfRuntime: false))
        }
        let children = LinuxProcess.children.subtracting(children).count
        if children > 0 {
            left.append(
                Leftover(
                    reason: "\(children) process\(children == 1 ? " is" : "es are") still there that it has started",
                    mayBeOfRuntime: false))
        }
        return left
    }

    // MARK: /proc

    private static var currentThreads: Set<pid_t> {
        Set(((try? FileSystem.names(in: "/proc/self/task")) ?? []).compactMap { pid_t($0) })
    }

    private static var currentDescriptors: [Int32: String] {
        var found: [Int32: String] = [:]
        for name in (try? FileSystem.names(in: "/proc/self/fd")) ?? [] {
            guard let number = Int32(name), let target = linkTarget("/proc/self/fd/\(name)") else { continue }
            // The descriptor for reading the folder itself.
            if target.hasSuffix("/fd") { continue }
            found[number] = target
        }
        return found
    }

    private static func linkTarget(_ path: String) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let count = readlink(path, start, buffer.count)
            return count < 0 ? nil : String(decoding: UnsafeRawBufferPointer(buffer).prefix(count), as: UTF8.self)
        }
    }

    static func text(of path: String) -> String? {
        guard let bytes = try? FileDescriptor(opening: path, O_RDONLY).readAll(limit: 1 << 24) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
