/// A time, as a person reads it.
struct MeasuredTime: CustomStringConvertible {
    let duration: Duration

    var description: String {
        let microseconds = duration / .microseconds(1)
        return switch microseconds {
        case ..<1000: "\(Int(microseconds.rounded())) µs"
        case ..<100_000: "\((microseconds / 100).rounded() / 10) ms"
        default: "\(Int((microseconds / 1000).rounded())) ms"
        }
    }

    static func + (left: MeasuredTime, right: MeasuredTime) -> MeasuredTime {
        MeasuredTime(duration: left.duration + right.duration)
    }
}

enum Stopwatch {
    /// What `body` gives, and how long it takes.
    static func time<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> (Result, MeasuredTime) {
        let start = ContinuousClock.now
        let result = try body()
        return (result, MeasuredTime(duration: start.duration(to: .now)))
    }
}
