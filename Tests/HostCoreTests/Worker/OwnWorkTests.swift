import Testing

@testable import HostCore

@Suite("A worker's own work")
struct OwnWorkTests {
    /// Adds turns, each with the pause before it and its own time in milliseconds. Returns the first that is too much.
    private static func firstTooMuch(_ turns: [(rest: Int, time: Int)]) -> Int? {
        var work = OwnWork(seconds: 1)
        var now = ContinuousClock.now
        for (index, turn) in turns.enumerated() {
            let start = now.advanced(by: .milliseconds(turn.rest))
            now = start.advanced(by: .milliseconds(turn.time))
            if !work.add(.milliseconds(turn.time), from: start, to: now) { return index }
        }
        return nil
    }

    @Test("own work without a pause is too much once it fills its time")
    func withoutPause() {
        #expect(Self.firstTooMuch(Array(repeating: (0, 10), count: 200)) == 100)
        #expect(Self.firstTooMuch([(0, 1001)]) == 0)
    }

    @Test("own work is never too much if each pause is as long as the work")
    func withPauses() {
        #expect(Self.firstTooMuch(Array(repeating: (10, 10), count: 10_000)) == nil)
        #expect(Self.firstTooMuch(Array(repeating: (5, 10), count: 10_000)) != nil)
    }

    @Test("only the time in which the host is busy counts, not the time in which it is held up")
    func heldUp() {
        var work = OwnWork(seconds: 1)
        let now = ContinuousClock.now
        let isInBounds = work.add(.milliseconds(10), from: now, to: now.advanced(by: .seconds(60)))
        #expect(isInBounds)
    }

    @Test("own work is forgotten after a pause, and a long pause gives no credit")
    func afterPause() {
        let busy = Array(repeating: (rest: 0, time: 10), count: 90)
        #expect(Self.firstTooMuch(busy + [(900, 10)] + busy) == nil)
        #expect(Self.firstTooMuch(busy + [(1_000_000, 10)] + Array(repeating: (0, 10), count: 200)) == 190)
    }
}
