import CBaselines
import Glibc

/// The work that is measured and its baseline, done in turn.
struct Pair {
    /// Does a piece of work a number of times.
    typealias Work = @MainActor (_ times: Int) -> Void

    let row: String
    let name: String
    private let sampled: Sampled

    /// What is measured.
    private enum Sampled {
        /// The time of some work.
        case time(Clock, ours: Work, baseline: Work)
        /// A number of bytes.
        case bytes(ours: () throws -> Double, baseline: () throws -> Double)
    }

    /// The clock of a measurement.
    enum Clock {
        /// The processor time of this thread, to which other processes add nothing.
        case thread
        /// The wall time, for work that another process does a part of.
        case wall

        /// The time now, in nanoseconds.
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
        sampled = .time(clock, ours: ours, baseline: baseline)
    }

    init(
        _ row: String, _ name: String, bytes ours: @escaping () throws -> Double,
        baseline: @escaping () throws -> Double
    ) {
        self.row = row
        self.name = name
        sampled = .bytes(ours: ours, baseline: baseline)
    }

    static let rounds = 21
    /// The shortest time that each side of a round takes, in nanoseconds.
    private static let shortest = 3e6

    /// Measures both sides, and returns the samples as one line of JSON, each in nanoseconds for one time or in bytes,
    /// and the memory allocations of our side for one time.
    func measured() throws -> String {
        var (ourSamples, baselineSamples): ([Double], [Double]) = ([], [])
        var allocations = 0.0
        let unit: String
        switch sampled {
        case .time(let clock, let ours, let baseline):
            unit = "ns"
            let (ourTimes, baselineTimes) = (enough(ours, clock), enough(baseline, clock))
            for _ in 0..<Self.rounds {
                ourSamples.append(sample(ours, ourTimes, clock))
                baselineSamples.append(sample(baseline, baselineTimes, clock))
            }
            let before = allocation_count()
            ours(ourTimes)
            allocations = Double(allocation_count() - before) / Double(ourTimes)
        case .bytes(let ours, let baseline):
            unit = "B"
            for _ in 0..<Self.rounds {
                ourSamples.append(try ours())
                baselineSamples.append(try baseline())
            }
        }
        func list(_ samples: [Double]) -> String { samples.map { "\($0)" }.joined(separator: ",") }
        return #"{"row":"\#(row)","case":"\#(name)","unit":"\#(unit)","allocations":\#(allocations),"ours":["#
            + list(ourSamples) + #"],"baseline":["# + list(baselineSamples) + "]}"
    }

    /// Returns the number of times that take long enough, and leaves the caches warm.
    private func enough(_ work: Work, _ clock: Clock) -> Int {
        var times = 1
        while sample(work, times, clock) * Double(times) < Self.shortest { times *= 2 }
        return times
    }

    private func sample(_ work: Work, _ times: Int, _ clock: Clock) -> Double {
        let start = clock.now
        work(times)
        return (clock.now - start) / Double(times)
    }
}

/// Keeps the optimiser from leaving out a result that is not used.
@inline(never)
func use<Result>(_ result: Result) {}

/// Ends the program if the work that is measured has another result than it should.
func require(_ condition: Bool, _ what: @autoclosure () -> String) {
    if !condition { fail(what()) }
}

/// Ends the program with a line on the standard error.
func fail(_ what: String, code: Int32 = 1) -> Never {
    let line = Array("InProcess: \(what)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(code)
}
