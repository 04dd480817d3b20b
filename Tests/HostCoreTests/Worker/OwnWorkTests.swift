import Testing

@testable import HostCore

@Suite("What a worker does by itself")
struct OwnWorkTests {
    /// Adds turns, each with the time before it and its own in milliseconds, and gives the first that is too much.
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

    @Test("is too much when it fills the time that there is for it without a pause")
    func withoutPause() {
        #expect(Self.firstTooMuch(Array(repeating: (0, 10), count: 200)) == 100)
        #expect(Self.firstTooMuch([(0, 1001)]) == 0)
    }

    @Test("is never too much where the worker leaves its host alone for as long as it keeps it busy")
    func withPauses() {
        #expect(Self.firstTooMuch(Array(repeating: (10, 10), count: 10_000)) == nil)
        #expect(Self.firstTooMuch(Array(repeating: (5, 10), count: 10_000)) != nil)
    }

    @Test("is only what the host was busy with, and not what held it up")
    func heldUp() {
        var work = OwnWork(seconds: 1)
        let now = ContinuousClock.now
        let isInBounds = work.add(.milliseconds(10), from: now, to: now.advanced(by: .seconds(60)))
        #expect(isInBounds)
    }

    @Test("is forgotten after a pause, and no pause is saved for later")
    func afterPause() {
        let busy = Array(repeating: (rest: 0, time: 10), count: 90)
        #expect(Self.firstTooMuch(busy + [(900, 10)] + busy) == nil)
        #expect(Self.firstTooMuch(busy + [(1_000_000, 10)] + Array(repeating: (0, 10), count: 200)) == 190)
    }
}
