import Testing

@testable import HostCore

@Suite("The restart policy")
struct RestartPolicyTests {
    /// A run of a worker: its length, and the policy's answers after its exit.
    struct Run: Sendable, CustomTestStringConvertible {
        let seconds: Double
        let ends: Int
        let wait: Duration
        let isDeactivated: Bool

        init(ran seconds: Double, ends: Int, wait: Duration, deactivated: Bool = false) {
            self.seconds = seconds
            self.ends = ends
            self.wait = wait
            isDeactivated = deactivated
        }

        var testDescription: String { "\(seconds) s" }
    }

    @Test(
        "the policy restarts at once, then after a wait, and not after three exits; a long run resets it",
        arguments: [
            [
                Run(ran: 0, ends: 1, wait: .zero), Run(ran: 0, ends: 2, wait: .milliseconds(200)),
                Run(ran: 0, ends: 3, wait: .milliseconds(400), deactivated: true),
            ],
            [
                Run(ran: 59.9, ends: 1, wait: .zero), Run(ran: 59.9, ends: 2, wait: .milliseconds(200)),
                Run(ran: 60, ends: 1, wait: .zero), Run(ran: 1, ends: 2, wait: .milliseconds(200)),
                Run(ran: 1, ends: 3, wait: .milliseconds(400), deactivated: true),
            ],
            [Run(ran: 3600, ends: 1, wait: .zero), Run(ran: 3600, ends: 1, wait: .zero)],
        ])
    func table(runs: [Run]) {
        var policy = RestartPolicy()
        var now = ContinuousClock.now
        #expect(policy.wait(at: now) == .zero)
        for run in runs {
            policy.start(at: now)
            now = now.advanced(by: .seconds(run.seconds))
            policy.end(at: now, goodUntil: now)
            #expect(policy.ends == run.ends)
            #expect(policy.wait(at: now) == run.wait)
            #expect(policy.isDeactivated == run.isDeactivated)
            #expect(policy.wait(at: now.advanced(by: run.wait)) == .zero)
            now = now.advanced(by: run.wait)
        }
        policy.reset()
        #expect(policy.ends == 0)
        #expect(!policy.isDeactivated)
        #expect(policy.wait(at: now) == .zero)
    }

    @Test("the time in the call in which a worker exits does not count as a good run")
    func hanging() {
        var policy = RestartPolicy()
        let start = ContinuousClock.now
        for ends in 1...3 {
            policy.start(at: start)
            policy.end(at: start.advanced(by: .seconds(3600)), goodUntil: start.advanced(by: .seconds(1)))
            #expect(policy.ends == ends)
        }
        #expect(policy.isDeactivated)
    }

    @Test("the remaining wait shrinks with the time since the exit")
    func half() {
        var policy = RestartPolicy()
        let now = ContinuousClock.now
        for _ in 1...2 {
            policy.start(at: now)
            policy.end(at: now, goodUntil: now)
        }
        #expect(policy.wait(at: now.advanced(by: .milliseconds(50))) == .milliseconds(150))
        #expect(policy.wait(at: now.advanced(by: .seconds(5))) == .zero)
    }
}
