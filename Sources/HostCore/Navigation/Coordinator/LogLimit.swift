/// How much of what features write to the log is passed on: one that logs in a loop would otherwise fill the terminal,
/// or the disk behind it.
///
/// Lines count by feature and level, so that many of one level do not take the place of a few of another.
struct LogLimit {
    /// Of one feature and one level, in a second.
    static let maximumLines = 200

    typealias Instant = ContinuousClock.Instant

    private struct Source: Hashable {
        let feature: String
        let level: LogLine.Level
    }

    /// A second, which begins with a line.
    private struct Second {
        let start: Instant
        var count = 0

        var leftOut: Int { max(0, count - LogLimit.maximumLines) }

        func isOver(at now: Instant) -> Bool { start.duration(to: now) >= .seconds(1) }
    }

    private var seconds: [Source: Second] = [:]

    /// What is passed on when a line comes: how many were left out before it, where that is to be told, and the line.
    mutating func take(_ line: LogLine, at now: Instant) -> [LogLine] {
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

    /// Whether lines were left out that are not told of yet.
    var hasLeftOut: Bool { seconds.values.contains { $0.leftOut > 0 } }

    /// Tells of the seconds that are over, or of all of them where no more lines come: `now` is nil then.
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
