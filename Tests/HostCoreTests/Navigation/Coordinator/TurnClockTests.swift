import Dispatch
import FeatureContract
import Testing

@testable import HostCore

@MainActor
@Suite("The clock of turns")
struct TurnClockTests {
    /// A clock that counts how often it lets the work between turns be done.
    @MainActor
    private final class Counting {
        let clock = TurnClock()
        var count = 0

        init() {
            clock.work = { [unowned self] in count += 1 }
        }

        /// Waits until the main queue has done everything that was scheduled.
        func pass() async {
            await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
        }
    }

    @Test("work that is asked for several times is done once, later")
    func once() async {
        let counting = Counting()
        counting.clock.schedule()
        counting.clock.schedule()
        #expect(counting.count == 0)
        await counting.pass()
        #expect(counting.count == 1)
        counting.clock.schedule()
        await counting.pass()
        #expect(counting.count == 2)
    }

    @Test("work that is asked for in a call, however deep, waits until the outermost call has returned")
    func inACall() async {
        let counting = Counting()
        let clock = counting.clock
        clock.call {
            clock.call { clock.schedule() }
            #expect(clock.isCalling)
        }
        #expect(!clock.isCalling)
        await counting.pass()
        #expect(counting.count == 1)
        clock.call { clock.call {} }
        await counting.pass()
        #expect(counting.count == 1, "nothing was asked for")
    }

    @Test("a call that throws is over too")
    func throwing() async {
        let counting = Counting()
        let clock = counting.clock
        #expect(throws: CallFailure.self) {
            try clock.call { () throws(CallFailure) in
                clock.schedule()
                throw CallFailure(.unavailable, "no")
            }
        }
        #expect(!clock.isCalling)
        await counting.pass()
        #expect(counting.count == 1)
    }

    @Test("a change wakes the function that waits for one, and calls the listener each time")
    func changes() async {
        let clock = TurnClock()
        var heard = 0
        clock.listener = { heard += 1 }
        clock.fire()
        let waiting = Task { await clock.change(atMost: .seconds(3600)) }
        // The task waits once it has run to its suspension.
        await Task.yield()
        clock.fire()
        await waiting.value
        #expect(heard == 2)
    }

    @Test("a wait without a change ends by itself, and its timer does not wake the next one")
    func noChange() async {
        let clock = TurnClock()
        await clock.change(atMost: .milliseconds(1))
        let waiting = Task { await clock.change(atMost: .seconds(3600)) }
        await Task.yield()
        clock.fire()
        await waiting.value
    }

    @Test("a delay below zero is none, and one without end is as long as can be", arguments: [-1, 0, 0.001])
    func delays(seconds: Double) async {
        let clock = TurnClock()
        await withCheckedContinuation { done in clock.after(seconds: seconds) { done.resume() } }
        clock.after(seconds: .infinity) { Issue.record("it has come") }
        clock.after(seconds: .greatestFiniteMagnitude) { Issue.record("it has come") }
    }
}
