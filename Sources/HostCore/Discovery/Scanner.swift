import FeatureContract
import HostSystem

/// Scans libraries in workers, so that a library costs the host at most the deadline.
///
/// Libraries of one ``Group`` are loaded one after the other into the same worker, since most of a scan is the start of a
/// confined process. What goes wrong there counts for nothing: the library is scanned again in a worker of its own. A
/// manifest counts as one of a shared worker, since a library could have changed what a later one gives. It is read again
/// by the feature's own worker before that runs it (``Registry/doubt(_:_:)``), and at once where it would keep the feature
/// from use.
@MainActor
struct Scanner {
    let zygote: Zygote
    /// The longest time for the scan of one library, in seconds.
    let deadline: Double
    let limits: WorkerLimits
    /// The environment with the user's directories.
    var environment = HostEnvironment.current

    /// Whether the libraries are loaded in confined processes.
    var isConfined: Bool { limits.confinement.mode != .off }

    /// Whether a library can harm nothing but its own worker, so that others may be scanned there.
    var separates: Bool { isConfined && Confinement.missing == nil }

    /// The number of simultaneous scans. Workers mostly wait for the disk and for each other's memory.
    private static let width = 4
    /// The longest wait for the workers before `meanwhile` is called again.
    private static let turn = RecordBatch.patience

    struct Job {
        /// The path of the file, or of a private copy of it.
        let library: String
        /// The version of the file to scan; nil for a private copy.
        var version: FileIdentity?
        /// The path of the file, for ps(1).
        let name: String
        /// Whether no other library is scanned meanwhile, since this one may have killed an earlier host.
        var isAlone = false
        /// The libraries that may be loaded into one worker; nil if this one has a worker to itself.
        var group: Group?
    }

    /// Libraries that one worker may scan: they may read the same files and are confined alike, whoever can write one can
    /// write all, and none sees which others its worker has loaded.
    struct Group: Hashable {
        /// The directory that a worker with the library may read.
        let directory: String
        /// The user who owns the file.
        let owner: UInt32
        /// The libraries that it needs, which the worker may read and has loaded once.
        let needed: [String]
    }

    struct Answer {
        /// The manifest's text, or an error.
        let result: Result<[UInt8], LibraryError>
        /// Whether other libraries were loaded before in its worker.
        var isShared = false
    }

    /// The most libraries that one worker scans.
    fileprivate static let batchSize = 16

    /// Scans the libraries. Passes each answer to `found` as soon as it is known.
    ///
    /// - Parameters:
    ///   - starting: Called before a scan starts, with its job and those of the libraries in the workers of running scans.
    ///   - meanwhile: Called repeatedly while scans run.
    func scan(
        _ jobs: [Job], _ found: (_ job: Int, Answer) -> Void, starting: (_ jobs: [Int]) -> Void = { _ in },
        meanwhile: () -> Void = {}
    ) {
        var jobs = jobs
        // The next job is the last element. Libraries to scan alone come after all others, which are known by then.
        let (alone, others) = (jobs.enumerated().filter(\.element.isAlone), jobs.enumerated().filter { !$1.isAlone })
        var waiting = Array((others + alone).reversed())
        var running: [Scan] = []
        var idle: [Scan] = []
        defer { for scan in idle { scan.process.stop() } }
        while !waiting.isEmpty || !running.isEmpty {
            while running.count < Self.width, let index = waiting.last?.offset {
                guard running.isEmpty || !(jobs[index].isAlone || running.contains { jobs[$0.job].isAlone }) else {
                    break
                }
                waiting.removeLast()
                if jobs[index].isAlone { Self.stop(&idle) }
                starting(running.flatMap(\.jobs) + [index])
                do {
                    running.append(try start(jobs[index], index, &idle))
                } catch {
                    found(index, Answer(result: .failure(.workerNotStarted(error))))
                }
            }
            guard let next = running.map(\.deadline).min() else { continue }
            let rest = SuspendingClock.now.duration(to: next)
            WorkerProcess.wait(for: running.map(\.process), atMost: min(rest, Self.turn))
            var again: [Int] = []
            running.removeAll { scan in
                guard let result = result(of: scan) else { return false }
                switch result {
                // A slow library may have left threads that slow the next ones down, so its worker ends.
                case .success where scan.rest > 0 && scan.start.duration(to: .now) < .seconds(deadline / 10):
                    idle.append(scan)
                case .failure where scan.isShared:
                    scan.process.stop()
                    jobs[scan.job].group = nil
                    again.append(scan.job)
                    return true
                default: scan.process.stop()
                }
                found(scan.job, Answer(result: result, isShared: scan.isShared))
                return true
            }
            if !again.isEmpty {
                // Threads of libraries in idle workers may take the processor time that the repeated scan needs.
                Self.stop(&idle)
                waiting += again.map { ($0, jobs[$0]) }
            }
            meanwhile()
        }
    }

    private static func stop(_ scans: inout [Scan]) {
        for scan in scans { scan.process.stop() }
        scans = []
    }

    /// The running scan of one library.
    @MainActor
    private final class Scan {
        let job: Int
        let process: WorkerProcess
        let deadline: SuspendingClock.Instant
        /// Whether the process has sent a message, as a worker does before it loads the library.
        var isWorker = false
        /// The libraries that share the process; nil if this one has it to itself.
        let group: Group?
        /// The number of libraries that the process may load after this one.
        let rest: Int
        /// The libraries that the process has loaded before.
        let earlier: [Int]
        let start = SuspendingClock.now

        var isShared: Bool { !earlier.isEmpty }
        var jobs: [Int] { earlier + [job] }

        init(_ job: Int, _ process: WorkerProcess, _ deadline: SuspendingClock.Instant, _ group: Group?) {
            self.job = job
            self.process = process
            self.deadline = deadline
            self.group = group
            (rest, earlier) = (group == nil ? 0 : Scanner.batchSize - 1, [])
        }

        /// The scan of a further library in the process of an earlier one.
        init(_ job: Int, after earlier: Scan, _ deadline: SuspendingClock.Instant) {
            self.job = job
            self.deadline = deadline
            (process, group, rest) = (earlier.process, earlier.group, earlier.rest - 1)
            self.earlier = earlier.jobs
            isWorker = true
        }
    }

    private var end: SuspendingClock.Instant { .now.advanced(by: .seconds(deadline)) }

    private func start(_ job: Job, _ index: Int, _ idle: inout [Scan]) throws(SystemError) -> Scan {
        let scan: Scan
        if job.group != nil, let known = idle.firstIndex(where: { $0.group == job.group }) {
            scan = Scan(index, after: idle.remove(at: known), end)
        } else {
            if idle.count >= Self.width { idle.removeFirst().process.stop() }
            // The deadline is the library's: the start of a worker does not count.
            let process = try zygote.makeWorker(name: job.name)
            scan = Scan(index, process, end, job.group)
        }
        var limits = limits
        limits.confinement.libraryDirectory = Confinement.directory(ofLibrary: job.name, in: environment)
        scan.process.send(.load(path: job.library, version: job.version, limits))
        return scan
    }

    /// The manifest that a scan has given, or why it gave none; nil if it goes on.
    private func result(of scan: Scan) -> Result<[UInt8], LibraryError>? {
        // This worker may have answered while the host was writing the results of others.
        scan.process.readWhatHasCome()
        do throws(BinaryError) {
            while let frame = try scan.process.next() {
                scan.isWorker = true
                switch frame.kind {
                case .reply:
                    let stage = scan.process.current
                    let reply = try scan.process.reply(frame)
                    // A reply that does not belong to this call is a fault of the call.
                    scan.process.current = stage
                    return try result(reply)
                case .stage: try scan.process.recordStage(frame)
                // Without a running feature, notices do not count.
                case .notice: break
                default: throw BinaryError("a message out of turn")
                }
            }
        } catch {
            return .failure(ended(scan, .garbage(error.description)))
        }
        if scan.process.isOver { return .failure(ended(scan)) }
        guard SuspendingClock.now >= scan.deadline else { return nil }
        return .failure(ended(scan, .deadline(seconds: deadline)))
    }

    private func result(_ reply: WorkerReply) throws(BinaryError) -> Result<[UInt8], LibraryError> {
        switch reply {
        case .manifest(let text): return .success(text)
        case .refused(let error): return .failure(error.isLasting ? .known(RegistryRefusal(error)) : error)
        default: throw BinaryError("a reply to another call")
        }
    }

    private func ended(_ scan: Scan, _ cause: WorkerExit.Cause? = nil) -> LibraryError {
        let exit = scan.process.end(cause)
        // Without a worker, nothing is known about the library.
        guard scan.isWorker else { return .noWorker(exit, executable: zygote.executable) }
        return .known(RegistryRefusal(.ended(exit)))
    }
}
