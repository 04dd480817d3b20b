/// Decides when a feature whose worker has exited may be started again: first at once, then after a wait, and after too
/// many exits in a row not at all.
///
/// An exit continues the row of those before it, unless the worker had run for a good while.
struct RestartPolicy: Sendable {
    /// The number of exits in a row after which the feature is deactivated.
    static let maximumEnds = 3
    /// The time after which a running worker's earlier exits are forgotten.
    static let goodWhile = Duration.seconds(60)
    /// The wait before the third start. It would double with each further start.
    static let firstWait = Duration.milliseconds(200)

    /// The number of exits in a row.
    private(set) var ends = 0
    private var started = ContinuousClock.now
    private var mayStart = ContinuousClock.now

    var isDeactivated: Bool { ends >= Self.maximumEnds }

    mutating func start(at now: ContinuousClock.Instant) { started = now }

    /// Records an exit.
    ///
    /// - Parameter goodUntil: The time until which the worker did its work.
    mutating func end(at now: ContinuousClock.Instant, goodUntil: ContinuousClock.Instant) {
        if started.duration(to: goodUntil) >= Self.goodWhile { ends = 0 }
        ends += 1
        mayStart = ends < 2 ? now : now.advanced(by: Self.firstWait * (1 << (ends - 2)))
    }

    /// The time to wait before the next start.
    func wait(at now: ContinuousClock.Instant) -> Duration { max(.zero, now.duration(to: mayStart)) }

    /// Forgets all exits, since the user wants to try the feature again.
    mutating func reset() { self = RestartPolicy() }
}
