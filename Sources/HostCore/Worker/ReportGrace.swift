/// The time that crash reports may take beyond the deadlines of workers. All workers in a run of the host share it,
/// since a library can print such a report without crashing.
@MainActor
package final class ReportGrace {
    /// The grace of this process.
    static let ofThisRun = ReportGrace(.seconds(10))

    private let length: Duration
    /// The time when it is over. Nil before it has begun.
    private var end: SuspendingClock.Instant?

    init(_ length: Duration) {
        self.length = length
    }

    /// Returns the time that is left. The first call begins it.
    package func take() -> Duration {
        let now = SuspendingClock.now
        let end = self.end ?? now.advanced(by: length)
        self.end = end
        return max(.zero, now.duration(to: end))
    }
}
