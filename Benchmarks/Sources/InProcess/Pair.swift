import Glibc

/// What is measured and what it is compared with: two pieces of work, done in turn.
struct Pair {
    /// Runs a piece of work so many times.
    typealias Work = @MainActor (_ times: Int) -> Void

    let row: String
    let name: String
    let clock: Clock
    let ours: Work
    let baseline: Work

    /// What time is taken.
    enum Clock {
        /// Of this thread: what other processes do meanwhile does not count.
        case thread
        /// Of the wall, where another process does a part of the work.
        case wall

        /// In nanoseconds.
        fileprivate var now: Double {
            var time = timespec()
            clock_gettime(self == .thread ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time)
            return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
        }
    }

    init(
        _ row: String, _ name: String, clock: Clock = .thread, ours: @escaping Work, baseline: @escaping Work
    ) {
        self.row = row
        self.name = name
        self.clock = clock
        self.ours = ours
        self.baseline = baseline
    }

    static let rounds = 21
    /// How long each side of a round takes at least, in nanoseconds.
    private static let shortest = 3e6

    /// The samples of both, each in nanoseconds for one time, as one line of JSON.
    func measured() -> String {
        let (ourTimes, baselineTimes) = (enough(ours), enough(baseline))
        var (ourSamples, baselineSamples): ([String], [String]) = ([], [])
        for _ in 0..<Self.rounds {
            ourSamples.append("\(sample(ours, ourTimes))")
            baselineSamples.append("\(sample(baseline, baselineTimes))")
        }
        return #"{"row":"\#(row)","case":"\#(name)","unit":"ns","ours":["# + ourSamples.joined(separator: ",")
            + #"],"baseline":["# + baselineSamples.joined(separator: ",") + "]}"
    }

    /// How many times take long enough; caches are warm afterwards.
    private func enough(_ work: Work) -> Int {
        var times = 1
        while sample(work, times) * Double(times) < Self.shortest { times *= 2 }
        return times
    }

    private func sample(_ work: Work, _ times: Int) -> Double {
        let start = clock.now
        work(times)
        return (clock.now - start) / Double(times)
    }
}

/// Keeps the optimiser from leaving out what nobody looks at.
@inline(never)
func use<Result>(_ result: Result) {}

/// Ends the program where what is measured is not what it should be.
func require(_ condition: Bool, _ what: @autoclosure () -> String) {
    if !condition { fail(what()) }
}

/// Ends the program with a line on the standard error.
func fail(_ what: String, code: Int32 = 1) -> Never {
    let line = Array("InProcess: \(what)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(code)
}
