/// When a feature whose worker has ended may be started again: at once, then after longer and longer waits, and after
/// too many ends in a row not at all.
///
/// An end belongs to the row of those before it unless the worker had run for a good while.
struct RestartPolicy: Sendable {
    /// How many ends in a row are one too many.
    static let maximumEnds = 3
    /// How long a worker runs before what was before it is forgotten.
    static let goodWhile = Duration.seconds(60)
    /// How long to wait before the third start; each further one waits twice as long.
    static let firstWait = Duration.milliseconds(200)

    /// Ends in a row.
    private(set) var ends = 0
    private var started = ContinuousClock.now
    private var mayStart = ContinuousClock.now

    var isDeactivated: Bool { ends >= Self.maximumEnds }

    mutating func start(at now: ContinuousClock.Instant) { started = now }

    /// - Parameter goodUntil: Up to when it did what it should.
    mutating func end(at now: ContinuousClock.Instant, goodUntil: ContinuousClock.Instant) {
        if started.duration(to: goodUntil) >= Self.goodWhile { ends = 0 }
        ends += 1
        mayStart = ends < 2 ? now : now.advanced(by: Self.firstWait * (1 << (ends - 2)))
    }

    /// How long to wait before the next start.
    func wait(at now: ContinuousClock.Instant) -> Duration { max(.zero, now.duration(to: mayStart)) }

    /// Forgets everything: somebody wants it to be tried again.
    mutating func reset() { self = RestartPolicy() }
}
