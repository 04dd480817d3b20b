/// How long a worker has kept its host busy with what it asks and tells by itself, while no call runs.
///
/// Each turn of the host adds to it, and time in which the worker leaves the host alone takes as much away: a worker
/// that asks now and then is never stopped, and one that leaves no room for anything else is.
struct OwnWork {
    /// How much there may be of it.
    let seconds: Double
    private var sum = Duration.zero
    private var last: ContinuousClock.Instant?

    init(seconds: Double) {
        self.seconds = seconds
    }

    /// Adds a turn.
    ///
    /// - Parameter time: For how long the host had a processor in it: while a terminal takes no more of the log, the host
    ///   is not busy.
    /// - Returns: False where there is more than there may be.
    mutating func add(
        _ time: Duration, from start: ContinuousClock.Instant, to end: ContinuousClock.Instant
    ) -> Bool {
        if let last { sum = max(.zero, sum - last.duration(to: start)) }
        sum += time
        last = end
        return sum <= .seconds(seconds)
    }
}
