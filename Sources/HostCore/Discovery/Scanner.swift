import FeatureContract

/// Finds out what libraries are, each in a process of its own: whatever they do there costs at most the deadline.
@MainActor
package struct Scanner {
    /// The host's executable, which is started as the worker.
    let executable: String
    /// The longest that looking at one library may take, in seconds.
    let deadline: Double
    let limits: WorkerLimits
    /// The time that reports of crashes may take beyond the deadline, in all.
    var reportGrace = ReportGrace.ofThisRun

    /// How many are looked at at the same time: they mostly wait for the disk and for one another's memory.
    private static let width = 4
    /// The longest that one of them is waited for before there may be something else to do.
    private static let turn = RecordBatch.patience

    /// What to look at.
    struct Job {
        /// The path of the private copy.
        let library: String
        /// The path of the file, for the eyes of whoever looks at ps(1).
        let name: String
        /// Whether nothing else is scanned meanwhile: so for a library that may have killed an earlier host.
        var isAlone = false
    }

    typealias Answer = Result<[UInt8], LibraryError>

    /// Looks at each, and tells what it is as soon as that is known: the manifest's text, or why it has none.
    ///
    /// - Parameters:
    ///   - starting: Called before one more is started, with it and those that run.
    ///   - meanwhile: Called again and again, however long they take.
    func scan(
        _ jobs: [Job], _ found: (_ job: Int, Answer) -> Void, starting: (_ jobs: [Int]) -> Void = { _ in },
        meanwhile: () -> Void = {}
    ) {
        // The next one last. Those that are scanned alone come after all others, which are known by then.
        let (alone, others) = (jobs.enumerated().filter(\.element.isAlone), jobs.enumerated().filter { !$1.isAlone })
        var waiting = Array((others + alone).reversed())
        var running: [Scan] = []
        // Started in the time that a few take anyway, it would only be one more.
        let isMany = jobs.count { !$0.isAlone } > Self.width
        let source = isMany ? WorkerSource(executable: executable, patience: deadline) : nil
        defer { source?.stop() }
        /// Those that are looked at once more: what is told of a library's end is what it came to in a worker that was
        /// started for it, as it is when the feature runs.
        var ended: Set<Int> = []
        while !waiting.isEmpty || !running.isEmpty {
            while running.count < Self.width, let (index, job) = waiting.last {
                guard running.isEmpty || !(job.isAlone || running.contains { jobs[$0.job].isAlone }) else { break }
                waiting.removeLast()
                starting(running.map(\.job) + [index])
                do throws(SystemError) {
                    running.append(try start(job, index, by: job.isAlone || ended.contains(index) ? nil : source))
                } catch {
                    found(index, .failure(.workerNotStarted(error)))
                }
            }
            guard let next = running.map(\.deadline).min() else { continue }
            let rest = SuspendingClock.now.duration(to: next)
            WorkerProcess.wait(for: running.map(\.process), atMost: min(rest, Self.turn))
            running.removeAll { scan in
                guard let answer = answer(of: scan) else { return false }
                if scan.isForked, scan.hasEnded {
                    ended.insert(scan.job)
                    waiting.append((scan.job, jobs[scan.job]))
                } else {
                    found(scan.job, answer)
                }
                return true
            }
            meanwhile()
        }
    }

    /// One library that is being looked at.
    @MainActor
    private final class Scan {
        let job: Int
        let process: WorkerProcess
        let isForked: Bool
        var deadline: SuspendingClock.Instant
        var isCrashing = false
        /// Whether it has sent anything, as whatever is a worker does before it loads the library.
        var isWorker = false
        /// Whether it came to an end instead of an answer.
        var hasEnded = false

        init(_ job: Int, _ process: WorkerProcess, isForked: Bool, _ deadline: SuspendingClock.Instant) {
            self.job = job
            self.process = process
            self.isForked = isForked
            self.deadline = deadline
        }
    }

    private func start(_ job: Job, _ index: Int, by source: WorkerSource?) throws(SystemError) -> Scan {
        let forked = source?.fork(name: job.name)
        let process: WorkerProcess
        if let forked { process = forked } else { process = try .start(executable: executable, name: job.name) }
        let call = WorkerCall.load(path: job.library, limits)
        process.reportGrace = reportGrace
        process.send(call)
        return Scan(index, process, isForked: forked != nil, .now.advanced(by: .seconds(deadline)))
    }

    /// What is known by now; nil where nothing is.
    private func answer(of scan: Scan) -> Answer? {
        // What was found out about another may have taken a while to keep, and this one have answered meanwhile.
        scan.process.takeWhatHasCome()
        do throws(BinaryError) {
            while let frame = try scan.process.next() {
                scan.isWorker = true
                switch frame.kind {
                case .reply:
                    let answer = try answer(scan.process.reply(frame))
                    scan.process.stop()
                    return answer
                case .notice:
                    if case .reached(let stage) = try WorkerNotice(frame.content) { scan.process.current = stage.name }
                default: throw BinaryError("a message out of turn")
                }
            }
        } catch {
            return .failure(ended(scan, .garbage(error.description)))
        }
        if scan.process.isOver { return .failure(ended(scan)) }
        guard SuspendingClock.now >= scan.deadline else { return nil }
        // One that crashes may take a moment more to say where.
        if !scan.isCrashing, scan.process.isReportingCrash {
            scan.isCrashing = true
            scan.deadline = .now.advanced(by: scan.process.reportGrace.take())
            return nil
        }
        return .failure(ended(scan, .deadline(seconds: deadline)))
    }

    private func answer(_ reply: WorkerReply) throws(BinaryError) -> Answer {
        switch reply {
        case .manifest(let text): return .success(text)
        case .refused(let reason, let hasEntry, let isLasting):
            let refusal = RegistryRefusal(reason: reason, hasEntry: hasEntry)
            return .failure(isLasting ? .known(refusal) : .passing(reason))
        default: throw BinaryError("a reply to another call")
        }
    }

    private func ended(_ scan: Scan, _ cause: WorkerExit.Cause? = nil) -> LibraryError {
        scan.hasEnded = true
        let exit = scan.process.end(cause)
        // Nothing has been found out about the library.
        guard scan.isWorker else {
            return .passing(
                "'\(executable)' was started to look at it, and did not become a worker: it \(exit); a program that "
                    + "is a host calls WorkerMain.runIfStartedAsWorker() first of all")
        }
        var reason = "it \(exit)"
        if let place = exit.place { reason += " at \(place)" }
        if let words = exit.stderrTail { reason += ": \(words)" }
        return .known(RegistryRefusal(reason: reason, hasEntry: true, exit: exit))
    }
}
