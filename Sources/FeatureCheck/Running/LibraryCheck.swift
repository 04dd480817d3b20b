import FeatureContract
import Glibc
import HostCore
import HostSystem

/// Runs the tests of one library, each in a process of its own, which is stopped if a call takes too long.
@MainActor
package struct LibraryCheck {
    /// The host's executable, which is started for each test.
    let executable: String
    /// The longest that one call into the feature may take, in seconds.
    let deadline: Double
    let seed: UInt64
    /// A directory in which each test gets one of its own.
    let workDirectory: String

    /// The longest that a whole test may take, in seconds.
    package static let longestTest = 60.0

    package init(executable: String, deadline: Double, seed: UInt64, workDirectory: String) {
        self.executable = executable
        self.deadline = deadline
        self.seed = seed
        self.workDirectory = workDirectory
    }

    /// Runs the tests in their order, and reports each result at once.
    ///
    /// - Parameters:
    ///   - path: The path of the library.
    ///   - tests: The tests to run. A required test that is not among them counts as passed.
    ///   - isOver: Whether to stop and drop the remaining tests; called again and again.
    package func check(
        _ path: String, _ tests: [CheckTest], _ told: (CheckResult) -> Void, isOver: () -> Bool = { false }
    ) throws(SystemError) -> CheckedLibrary {
        let library = Path.resolved(path) ?? path
        var results: [CheckResult] = []
        Orphans.adopt()
        // The cause of each failure or skip, by test: the test itself, or the earlier one that prevented it.
        var obstacles: [String: (test: String, status: CheckStatus)] = [:]
        for test in tests where !isOver() {
            let result: CheckResult
            if let obstacle = Self.obstacle(to: test, obstacles) {
                obstacles[test.name] = obstacle
                result = CheckResult(
                    test: test.name, summary: test.summary, status: .skipped,
                    reasons: ["'\(obstacle.test)' \(obstacle.status.rawValue)"])
            } else {
                result = try run(test, library, isOver)
                if result.status.isBad { obstacles[test.name] = (test.name, result.status) }
            }
            results.append(result)
            told(result)
        }
        return CheckedLibrary(path: path, results: results)
    }

    /// The first earlier test whose result prevents this one.
    private static func obstacle(
        to test: CheckTest, _ obstacles: [String: (test: String, status: CheckStatus)]
    ) -> (test: String, status: CheckStatus)? {
        for name in test.requires {
            if let obstacle = obstacles[name] { return obstacle }
        }
        for name in test.survives {
            if let obstacle = obstacles[name], obstacle.status == .crashed { return obstacle }
        }
        return nil
    }

    private func run(
        _ test: CheckTest, _ library: String, _ isOver: () -> Bool
    ) throws(SystemError) -> CheckResult {
        let directory = Path.join(workDirectory, test.name)
        let start = ContinuousClock.now
        let process = try WorkerProcess.start(
            executable: executable, command: CheckChild.command, name: Path.name(library))
        let secret = UInt64.random(in: .min ... .max)
        let job = CheckJob(
            library: library, libraryDirectory: Confinement.directory(ofLibrary: library, in: .current),
            test: test.name, seed: seed, dataDirectory: directory, secret: secret)
        process.send(.call, job.bytes)
        var findings = Findings(test)
        let exit = follow(process, secret, &findings, isOver)
        process.stop()
        Orphans.end()
        findings.add(exit, executable: executable)
        let seconds = start.duration(to: .now) / .seconds(1)
        return findings.result(seconds: seconds)
    }

    /// Receives the messages of a test until it is done.
    ///
    /// - Returns: The exit of its process if that came too early.
    private func follow(
        _ process: WorkerProcess, _ secret: UInt64, _ findings: inout Findings, _ isOver: () -> Bool
    ) -> WorkerExit? {
        let end = SuspendingClock.now.advanced(by: .seconds(Self.longestTest))
        // The deadline applies from the first call on, and only while a call is running.
        var latest = end
        while true {
            do throws(BinaryError) {
                while let frame = try process.next() {
                    guard frame.kind == .notice else { throw BinaryError("a message out of turn") }
                    switch try CheckMessage(frame.content) {
                    case .done(secret): return nil
                    case .done: throw BinaryError("an end of the test that is not the test's own")
                    case .reached(let place):
                        process.current = place
                        latest = .now.advanced(by: .seconds(deadline))
                    case .resting: latest = end
                    case let message: findings.add(message)
                    }
                }
            } catch {
                return process.end(.garbage(error.description))
            }
            if process.isOver { return process.end() }
            if isOver() { return nil }
            let next = min(latest, end)
            guard SuspendingClock.now >= next else {
                WorkerProcess.wait(for: [process], atMost: SuspendingClock.now.duration(to: next))
                continue
            }
            return process.end(.deadline(seconds: next == end ? Self.longestTest : deadline))
        }
    }
}

/// The findings of one test.
private struct Findings {
    private let test: CheckTest
    private var status = CheckStatus.passed
    private var reasons: [String] = []
    private var notes: [String] = []

    /// The most reasons that are reported for one test.
    private static let maximumReasons = 10

    init(_ test: CheckTest) {
        self.test = test
    }

    mutating func add(_ message: CheckMessage) {
        switch message {
        case .broken(let rule, let what): if rule == test.rule { add(.failed, what) }
        case .found(let status, let reason): add(status, reason)
        case .note(let text): notes.append(text)
        case .reached, .resting, .done: break
        }
    }

    mutating func add(_ exit: WorkerExit?, executable: String) {
        guard let exit else { return }
        var reason = "it \(exit)"
        if let place = exit.place { reason += " at \(place)" }
        if let words = exit.stderrTail { reason += ": \(words)" }
        status = .crashed
        reasons.insert(reason, at: 0)
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
