import FeatureContract
import HostSystem

/// Scans libraries, each in a separate worker, so that a library costs the host at most the deadline.
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
    }

    typealias Answer = Result<[UInt8], LibraryError>

    /// Scans the libraries. Passes each answer to `found` as soon as it is known: the manifest's text, or an error.
    ///
    /// - Parameters:
    ///   - starting: Called before a scan starts, with its job and those of running scans.
    ///   - meanwhile: Called repeatedly while scans run.
    func scan(
        _ jobs: [Job], _ found: (_ job: Int, Answer) -> Void, starting: (_ jobs: [Int]) -> Void = { _ in },
        meanwhile: () -> Void = {}
    ) {
        // The next job is the last element. Libraries to scan alone come after all others, which are known by then.
        let (alone, others) = (jobs.enumerated().filter(\.element.isAlone), jobs.enumerated().filter { !$1.isAlone })
        var waiting = Array((others + alone).reversed())
        var running: [Scan] = []
        while !waiting.isEmpty || !running.isEmpty {
            while running.count < Self.width, let (index, job) = waiting.last {
                guard running.isEmpty || !(job.isAlone || running.contains { jobs[$0.job].isAlone }) else { break }
                waiting.removeLast()
                starting(running.map(\.job) + [index])
                do {
                    running.append(try start(job, index))
                } catch {
                    found(index, .failure(.workerNotStarted(error)))
                }
            }
            guard let next = running.map(\.deadline).min() else { continue }
            let rest = SuspendingClock.now.duration(to: next)
            WorkerProcess.wait(for: running.map(\.process), atMost: min(rest, Self.turn))
            running.removeAll { scan in
                guard let answer = answer(of: scan) else { return false }
                found(scan.job, answer)
                return true
            }
            meanwhile()
        }
    }

    /// The running scan of one library.
    @MainActor
    private final class Scan {
        let job: Int
        let process: WorkerProcess
        let deadline: SuspendingClock.Instant
        /// Whether the process has sent a message, as a worker does before it loads the library.
        var isWorker = false

        init(_ job: Int, _ process: WorkerProcess, _ deadline: SuspendingClock.Instant) {
            self.job = job
            self.process = process
            self.deadline = deadline
        }
    }

    private func start(_ job: Job, _ index: Int) throws(SystemError) -> Scan {
        let process = try zygote.makeWorker(name: job.name)
        var limits = limits
        limits.confinement.libraryDirectory = Confinement.directory(ofLibrary: job.name, in: environment)
        let call = WorkerCall.load(path: job.library, version: job.version, limits)
        process.send(call)
        return Scan(index, process, .now.advanced(by: .seconds(deadline)))
    }

    /// The answer of a scan; nil if there is none yet.
    private func answer(of scan: Scan) -> Answer? {
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
                    let answer = try answer(reply)
                    scan.process.stop()
                    return answer
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

    private func answer(_ reply: WorkerReply) throws(BinaryError) -> Answer {
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
