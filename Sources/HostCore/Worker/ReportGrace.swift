/// Time that reports of crashes may take beyond the deadlines of workers: one in all for a run of the host, however many
/// workers say that they crash, since a library can print such a report without crashing.
@MainActor
package final class ReportGrace {
    /// That of this process.
    static let ofThisRun = ReportGrace(.seconds(10))

    private let length: Duration
    /// When it is over; nil before it has begun.
    private var end: SuspendingClock.Instant?

    init(_ length: Duration) {
        self.length = length
    }

    /// What is left of it, which begins now where it has not begun.
    package func take() -> Duration {
        let now = SuspendingClock.now
        let end = self.end ?? now.advanced(by: length)
        self.end = end
        return max(.zero, now.duration(to: end))
    }
}
