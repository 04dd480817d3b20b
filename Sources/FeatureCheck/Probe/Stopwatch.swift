import Glibc

/// A duration in readable form.
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
    /// Returns the result of `body`, and its duration without the time in which other processes had the processors.
    static func time<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> (Result, MeasuredTime) {
        let (start, waited) = (ContinuousClock.now, timeInQueue)
        let result = try body()
        let duration = start.duration(to: .now) - (timeInQueue - waited)
        return (result, MeasuredTime(duration: max(.zero, duration)))
    }

    /// The time in which this thread could have run but had no processor: the second number of proc(5)'s schedstat, in
    /// nanoseconds.
    private static var timeInQueue: Duration {
        let fields = ProcessState.text(of: "/proc/thread-self/schedstat")?.split(separator: " ") ?? []
        return .nanoseconds(fields.count > 1 ? Int64(fields[1]) ?? 0 : 0)
    }
}

/// A wait during which other threads continue. It uses no Dispatch timers: a feature that closes descriptors breaks
/// them.
enum Pause {
    static func milliseconds(_ count: UInt32) {
        Reporter.rest()
        usleep(count * 1000)
    }
}
