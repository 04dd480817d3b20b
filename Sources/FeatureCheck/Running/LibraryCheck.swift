import FeatureContract
import Glibc
import HostCore
import HostSystem

/// Runs the tests of one library, each in a separate process, which is stopped if a call takes too long.
///
/// As many tests run at once as there are processors. A test begins when all tests that may prevent it are done, so the
/// results are those of one test at a time.
@MainActor
package struct LibraryCheck {
    /// The host's executable, which is started for each test.
    let executable: String
    /// The longest time for one call into the feature, in seconds.
    let deadline: Double
    let seed: UInt64
    /// The parent directory of the tests' own directories.
    let workDirectory: String
    /// The variables of each test's process besides the host's own, such as those of a ``Sanitizer``.
    let variables: [String: String]

    /// The longest time for a whole test, in seconds.
    package static let longestTest = 60.0
    /// The longest wait for the tests before `meanwhile` is called again.
    private static let turn = Duration.milliseconds(100)

    package init(
        executable: String, deadline: Double, seed: UInt64, workDirectory: String, variables: [String: String] = [:]
    ) {
        self.executable = executable
        self.deadline = deadline
        self.seed = seed
        self.workDirectory = workDirectory
        self.variables = variables
    }

    /// Runs the tests, and reports each result in their order, as soon as those before it are known.
    ///
    /// - Parameters:
    ///   - path: The path of the library.
    ///   - tests: The tests to run. A required test that is not among them counts as passed.
    ///   - told: Receives each result.
    ///   - meanwhile: Called repeatedly while tests run, with the number of finished tests and the names of running
    ///     ones.
    ///   - isOver: Whether to stop and drop the remaining tests; called repeatedly.
    /// - Throws: The reason why no process can be started.
    package func check(
        _ path: String, _ tests: [CheckTest], _ told: (CheckResult) -> Void,
        meanwhile: (_ done: Int, _ running: [String]) -> Void = { _, _ in }, isOver: () -> Bool = { false }
    ) throws(SystemError) -> CheckedLibrary {
        let library = Path.resolved(path) ?? path
        let width = LinuxProcess.processorCount
        var results = CheckResults(tests)
        var waiting = Array(tests.indices)
        var running: [RunningTest] = []
        var toldCount = 0
        Orphans.adopt()
        defer {
            for test in running { test.process.stop() }
            Orphans.end()
        }
        while !isOver() {
            var refusal: SystemError?
            // Skipped tests are done at once, and later ones may wait only for them.
            for index in waiting where results.mayBegin(index) {
                if results.skip(index) {
                    waiting.removeAll { $0 == index }
                } else if running.count < width, refusal == nil {
                    do {
                        running.append(try start(index, tests[index], library))
                        waiting.removeAll { $0 == index }
                    } catch {
                        refusal = error
                    }
                }
            }
            while toldCount < tests.count, let result = results[toldCount] {
                told(result)
                toldCount += 1
            }
            // If the system allows no further process, the test begins when a running one is done.
            if let refusal, running.isEmpty { throw refusal }
            guard let next = running.map(\.nextDeadline).min() else { break }
            let rest = SuspendingClock.now.duration(to: next)
            WorkerProcess.wait(for: running.map(\.process), atMost: max(.zero, min(rest, Self.turn)))
            for test in running where test.isDone(executable: executable) {
                test.process.stop()
                running.removeAll { $0 === test }
                Orphans.end(except: running.map(\.process.pid))
                results.add(test.result, of: test.index)
            }
            meanwhile(tests.count - waiting.count - running.count, running.map(\.name))
        }
        return CheckedLibrary(path: path, results: results.first(toldCount))
    }

    private func start(_ index: Int, _ test: CheckTest, _ library: String) throws(SystemError) -> RunningTest {
        let start = ContinuousClock.now
        let process = try WorkerProcess.start(
            executable: executable, command: CheckChild.command, name: Path.name(library), variables: variables)
        let secret = UInt64.random(in: .min ... .max)
        let job = CheckJob(
            library: library, libraryDirectory: Confinement.directory(ofLibrary: library, in: .current),
            test: test.name, seed: seed, dataDirectory: Path.join(workDirectory, test.name), secret: secret)
        process.send(.call, job.bytes)
        return RunningTest(index, test, process, secret: secret, start: start, deadline: deadline)
    }
}

/// The results of some tests of one library, which become known in any order.
private struct CheckResults {
    private let tests: [CheckTest]
    /// The indices of the earlier tests that may prevent each test.
    private let earlier: [[Int]]
    private var results: [CheckResult?]
    /// The cause of each failure or skip, by test: the test itself, or the earlier one that prevented it.
    private var obstacles: [String: (test: String, status: CheckStatus)] = [:]

    init(_ tests: [CheckTest]) {
        self.tests = tests
        earlier = tests.enumerated().map { index, test in
            tests[..<index].indices.filter { (test.requires + test.survives).contains(tests[$0].name) }
        }
        results = Array(repeating: nil, count: tests.count)
    }

    subscript(index: Int) -> CheckResult? { results[index] }

    func first(_ count: Int) -> [CheckResult] { results[..<count].compactMap(\.self) }

    /// Whether all tests that may prevent this one are done.
    func mayBegin(_ index: Int) -> Bool { earlier[index].allSatisfy { results[$0] != nil } }

    mutating func skip(_ index: Int) -> Bool {
        guard let obstacle = obstacle(to: tests[index]) else { return false }
        obstacles[tests[index].name] = obstacle
        results[index] = CheckResult(
            test: tests[index].name, summary: tests[index].summary, status: .skipped,
            reasons: ["'\(obstacle.test)' \(obstacle.status.rawValue)"])
        return true
    }

    mutating func add(_ result: CheckResult, of index: Int) {
        results[index] = result
        if result.status.isBad { obstacles[result.test] = (result.test, result.status) }
    }

    private func obstacle(to test: CheckTest) -> (test: String, status: CheckStatus)? {
        for name in test.requires {
            if let obstacle = obstacles[name] { return obstacle }
        }
        for name in test.survives {
            if let obstacle = obstacles[name], obstacle.status == .crashed { return obstacle }
        }
        return nil
    }
}

/// A test in progress.
@MainActor
private final class RunningTest {
    let index: Int
    let process: WorkerProcess
    private let test: CheckTest
    private let secret: UInt64
    private let start: ContinuousClock.Instant
    /// The longest time for one call, in seconds.
    private let deadline: Double
    private let end: SuspendingClock.Instant
    /// The deadline of the running call, from the first call on.
    private var latest: SuspendingClock.Instant
    private var findings: Findings

    init(
        _ index: Int, _ test: CheckTest, _ process: WorkerProcess, secret: UInt64, start: ContinuousClock.Instant,
        deadline: Double
    ) {
        self.index = index
        self.test = test
        self.process = process
        self.secret = secret
        self.start = start
        self.deadline = deadline
        end = SuspendingClock.now.advanced(by: .seconds(LibraryCheck.longestTest))
        latest = end
        findings = Findings(test)
    }

    var name: String { test.name }

    /// The time at which the test has failed for being too slow, if no message comes before.
    var nextDeadline: SuspendingClock.Instant { min(latest, end) }

    /// The result, once the test is done.
    var result: CheckResult { findings.result(seconds: start.duration(to: .now) / .seconds(1)) }

    /// Receives waiting messages, and returns whether the test is done, or its process has exited too early or too
    /// late.
    func isDone(executable: String) -> Bool {
        // The report of another test's crash takes time, in which this test may have continued.
        process.readWhatHasCome()
        do throws(BinaryError) {
            while let frame = try process.next() {
                guard frame.kind == .notice else { throw BinaryError("a message out of turn") }
                switch try CheckMessage(frame.content, textLimit: CheckMessage.maximumText) {
                case .done(secret): return true
                case .done: throw BinaryError("an end of the test that is not the test's own")
                case .reached(let place):
                    process.current = place
                    latest = .now.advanced(by: .seconds(deadline))
                case .resting: latest = end
                case let message: findings.add(message)
                }
            }
        } catch {
            findings.add(process.end(.garbage(error.description)), executable: executable)
            return true
        }
        if process.isOver {
            findings.add(process.end(), executable: executable)
            return true
        }
        let next = nextDeadline
        guard SuspendingClock.now >= next else { return false }
        let cause = WorkerExit.Cause.deadline(seconds: next == end ? LibraryCheck.longestTest : deadline)
        findings.add(process.end(cause), executable: executable)
        return true
    }
}

private struct Findings {
    private let test: CheckTest
    private var status = CheckStatus.passed
    private var reasons: [String] = []
    private var notes: [String] = []
    private var mayRunPrograms = false

    /// The most reported reasons for one test.
    private static let maximumReasons = 10

    init(_ test: CheckTest) {
        self.test = test
    }

    mutating func add(_ message: CheckMessage) {
        switch message {
        case .broken(let rule, let status, let what): if rule == test.rule { add(status, what) }
        case .found(let status, let reason): add(status, reason)
        case .note(let text): notes.append(text)
        case .mayRunPrograms: mayRunPrograms = true
        case .reached, .resting, .done: break
        }
    }

    mutating func add(_ exit: WorkerExit, executable: String) {
        if test.rule == .forks, exit.cause == .signal(SIGSYS) {
            guard !mayRunPrograms else { return }
            return add(
                .failed,
                "\(exit.call): it forks, or starts a program as system(3) and posix_spawn(3) do; a feature that needs to "
                    + "asks for it in its manifest: \"permissions\": [{\"run\": true, \"reason\": \"…\"}]")
        }
        var reason = "it \(exit)"
        if let place = exit.place { reason += " at \(place)" }
        if let words = exit.stderrTail { reason += ": \(words)" }
        status = .crashed
        reasons.insert(reason, at: 0)
        if let finding = Sanitizer.finding(in: exit.output) {
            // Its frames include the host's, and its other output exceeds the limit.
            reasons.insert(finding, at: 0)
            return
        }
        let executable = Path.name(Path.resolved(executable) ?? executable)
        reasons += exit.frames(above: executable).map { "at \($0)" }
        reasons += exit.output.split(separator: "\n").suffix(5).map { "printed: \($0)" }
    }

    private mutating func add(_ status: CheckStatus, _ reason: String) {
        self.status = max(self.status, status)
        guard status != .passed else { return }
        if reasons.count == Self.maximumReasons { reasons.append("and more") }
        if reasons.count < Self.maximumReasons { reasons.append(reason) }
    }

    func result(seconds: Double) -> CheckResult {
        CheckResult(
            test: test.name, summary: test.summary, status: status, reasons: reasons, notes: notes, seconds: seconds)
    }
}
