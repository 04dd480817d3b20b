import FeatureContract

/// Passes the log lines of features on up to a rate, and each defect once.
@MainActor
final class FeatureLog {
    /// Receives the lines. It must not call the coordinator.
    var sink: @MainActor (LogLine) -> Void = { _ in }
    /// The clock for the rate limit.
    var now: @MainActor () -> ContinuousClock.Instant = { .now }
    private var limit = LogLimit()
    private var isScheduled = false
    /// For each feature, the first line about each defect and the defect's count.
    private var defects: [String: [String: (line: LogLine, count: Int)]] = [:]
    /// The most defects that are counted for a feature, since it can put any text into a reason.
    private static let maximumDefects = 256

    func append(_ line: LogLine) {
        if let name = line.defect {
            let known = defects[line.feature]?[name]
            if known != nil || defects[line.feature]?.count ?? 0 < Self.maximumDefects {
                defects[line.feature, default: [:]][name] = (known?.line ?? line, (known?.count ?? 0) + 1)
            }
            guard known == nil else { return }
        }
        for line in limit.admit(line, at: now()) { sink(line) }
        guard limit.hasLeftOut, !isScheduled else { return }
        isScheduled = true
        Task { [weak self] in
            try? await Task.sleep(for: .seconds(1))
            self?.isScheduled = false
            if let self { finish(at: now()) }
        }
    }

    /// Forgets the defects of features whose library was replaced.
    func forgetDefects(except features: Set<String>) {
        defects = defects.filter { features.contains($0.key) }
    }

    /// Logs how many lines were left out in the seconds that are over. With nil, covers all seconds, and logs the count
    /// of each defect.
    func finish(at now: ContinuousClock.Instant?) {
        for line in limit.finish(at: now) { sink(line) }
        guard now == nil else { return }
        for (feature, found) in defects.sorted(by: { $0.key < $1.key }) {
            for (line, count) in found.sorted(by: { $0.key < $1.key }).map(\.value) where count > 1 {
                sink(LogLine(feature: feature, level: .notice, message: "\(line.message) (\(count) times in all)"))
            }
        }
        defects = [:]
    }
}

/// A rate limit on log lines: a feature that logs in a loop would otherwise fill the terminal or the disk.
///
/// Counts by feature and level, so that many lines of one level do not displace a few of another.
struct LogLimit {
    /// The most lines of one feature and one level in a second.
    static let maximumLines = 200

    typealias Instant = ContinuousClock.Instant

    private struct Source: Hashable {
        let feature: String
        let level: LogLine.Level
    }

    /// A period of one second, which starts with a line.
    private struct Second {
        let start: Instant
        var count = 0

        var leftOut: Int { max(0, count - LogLimit.maximumLines) }

        func isOver(at now: Instant) -> Bool { start.duration(to: now) >= .seconds(1) }
    }

    private var seconds: [Source: Second] = [:]

    /// Returns the lines to write: how many were left out before this line, if any, and the line unless it is over the
    /// limit.
    mutating func admit(_ line: LogLine, at now: Instant) -> [LogLine] {
        let source = Source(feature: line.feature, level: line.level)
        var second = seconds[source] ?? Second(start: now)
        var told: [LogLine] = []
        if second.isOver(at: now) {
            told = Self.leftOut(second, of: source)
            second = Second(start: now)
        }
        second.count += 1
        seconds[source] = second
        return second.leftOut == 0 ? told + [line] : told
    }

    /// Whether left-out lines have not been reported yet.
    var hasLeftOut: Bool { seconds.values.contains { $0.leftOut > 0 } }

    /// Reports the lines left out in the seconds that are over; in all seconds if `now` is nil, at the end of the log.
    mutating func finish(at now: Instant?) -> [LogLine] {
        let over = seconds.filter { second in now.map { second.value.isOver(at: $0) } ?? true }
        for source in over.keys { seconds[source] = nil }
        let sources = over.keys.sorted { ($0.feature, $0.level) < ($1.feature, $1.level) }
        return sources.flatMap { source in over[source].map { Self.leftOut($0, of: source) } ?? [] }
    }

    private static func leftOut(_ second: Second, of source: Source) -> [LogLine] {
        guard second.leftOut > 0 else { return [] }
        let lines = second.leftOut == 1 ? "1 line is" : "\(second.leftOut) lines are"
        return [
            LogLine(
                feature: source.feature, level: source.level,
                message: "\(lines) left out here: the log takes \(maximumLines) a second of each level")
        ]
    }
}
