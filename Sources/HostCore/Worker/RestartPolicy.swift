/// Decides when to restart a feature whose worker has exited: first at once, then after a wait, and after too many
/// exits in a row not at all. An exit does not count if the worker had run for a good while.
struct RestartPolicy: Sendable {
    /// The number of exits in a row that deactivates the feature.
    static let maximumEnds = 3
    /// The run time after which a worker's earlier exits are forgotten.
    static let goodWhile = Duration.seconds(60)
    /// The wait before the third start. It would double with each further start.
    static let firstWait = Duration.milliseconds(200)

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

    func wait(at now: ContinuousClock.Instant) -> Duration { max(.zero, now.duration(to: mayStart)) }

    /// Forgets all exits, since the user wants to try the feature again.
    mutating func reset() { self = RestartPolicy() }
}
