/// The time for which a worker keeps its host busy by requests and notices of its own, while no call runs.
///
/// Each turn of the host adds to it, and time in which the worker leaves the host alone is subtracted. So a worker that
/// asks now and then is never stopped, but one that leaves no time for other work is.
struct OwnWork {
    /// The limit in seconds.
    let seconds: Double
    private var sum = Duration.zero
    private var last: ContinuousClock.Instant?

    init(seconds: Double) {
        self.seconds = seconds
    }

    /// Adds a turn of the host.
    ///
    /// - Parameter time: The processor time that the host spent in the turn. The host is not busy while it waits for a
    ///   terminal that accepts no more of the log.
    /// - Returns: False if the limit is exceeded.
    mutating func add(
        _ time: Duration, from start: ContinuousClock.Instant, to end: ContinuousClock.Instant
    ) -> Bool {
        if let last { sum = max(.zero, sum - last.duration(to: start)) }
        sum += time
        last = end
        return sum <= .seconds(seconds)
    }
}
