import Dispatch
import Glibc
import HostCore

/// What a feature may leave behind in its process: threads, open descriptors, other processes. From /proc: proc(5).
struct ProcessState {
    private let threads: Set<pid_t>
    private let descriptors: [Int32: String]
    private let children: Set<pid_t>

    init() {
        threads = Self.currentThreads
        descriptors = Self.currentDescriptors
        children = Self.currentChildren
    }

    /// What there is once the runtime has all of its own: threads of Dispatch's pool, and what its timers are made of.
    ///
    /// Dispatch watches over its pool by a timer. It opens a descriptor at the first timer of each of its clocks, and
    /// keeps it: whenever that would be, on a busy machine while the feature is looked at.
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

    /// How long what is left has to go: a thread that was told to end may need a moment.
    private static let patience = Duration.seconds(1)

    /// Tells of what is there now and was not before. On the main thread, which was there before: another that looks
    /// would find itself, with addresses of the code in what it compares.
    @MainActor
    func tellOfWhatIsLeft(by library: String) async {
        let end = ContinuousClock.now.advanced(by: Self.patience)
        var left: [String]
        repeat {
            Reporter.rest()
            left = whatIsLeft(by: library)
            if left.isEmpty { return }
            Pause.milliseconds(20)
            // What is left may need the main queue to end.
            await Task.yield()
        } while ContinuousClock.now < end
        for what in left { Reporter.found(.failed, what) }
    }

    private func whatIsLeft(by library: String) -> [String] {
        var left: [String] = []
        let code = CodeOfLibrary(library)
        for thread in Self.currentThreads.subtracting(threads).sorted() {
            if let work = code.work(of: thread) { left.append("a thread of it still runs, \(work)") }
        }
        let open = Self.currentDescriptors
        for (number, target) in open.sorted(by: { $0.key < $1.key }) {
            if descriptors[number] != target { left.append("the descriptor \(number) is open: \(target)") }
        }
        for number in descriptors.keys.sorted() where open[number] == nil {
            left.append("the descriptor \(number), which is not its own, is closed")
        }
        let children = Self.currentChildren.subtracting(children).count
        if children > 0 {
            left.append("\(children) process\(children == 1 ? " is" : "es are") still there that it has started")
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
            // That by which the folder is read.
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

    /// Processes whose parent this one is; those that a child has left behind too, since this process takes them up.
    static var currentChildren: Set<pid_t> {
        // One that starts another and ends while its entry is on its way to be read has a child that is not in the
        // list.
        listedChildren.union(listedChildren)
    }

    private static var listedChildren: Set<pid_t> {
        var found: Set<pid_t> = []
        for name in (try? FileSystem.names(in: "/proc")) ?? [] {
            guard let pid = pid_t(name), let line = text(of: "/proc/\(name)/stat") else { continue }
            // The name of the program, in brackets, may hold anything.
            let fields = line[(line.lastIndex(of: ")") ?? line.startIndex)...].split(separator: " ")
            guard fields.count > 2, pid_t(fields[2]) == getpid() else { continue }
            // One that has ended and waits to be asked for is gone, but for its entry.
            if fields[1] != "Z" { found.insert(pid) }
        }
        return found
    }

    static func text(of path: String) -> String? {
        guard let bytes = try? FileDescriptor(opening: path, O_RDONLY).readAll(limit: 1 << 24) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
