import FeatureContract
import Testing

@testable import HostCore

@MainActor
@Suite("The values that are being sent")
struct DeliveryTests {
    private let clock = TurnClock()

    private nonisolated static func values(_ text: String) -> [Message] {
        text.map { .value(type: "v", .string(String($0))) }
    }

    /// A delivery of values of one letter each.
    private func delivery(_ text: String, from feature: String? = "a") -> Delivery {
        let delivery = Delivery(clock)
        delivery.send(Self.values(text), from: feature)
        return delivery
    }

    /// Takes values as long as any is due: `a:x a:y`.
    private func take(_ delivery: Delivery, atMost limit: Int = 9) -> String {
        var taken: [String] = []
        while taken.count < limit, let item = delivery.next() {
            guard case .value(_, .string(let text)) = item.message else { continue }
            taken.append("\(item.sender ?? "user"):\(text)")
        }
        return taken.joined(separator: " ")
    }

    @Test("values are due in order, and the sending is over once none is left")
    func inOrder() {
        let delivery = delivery("xyz")
        #expect(delivery.isNow)
        #expect(take(delivery) == "a:x a:y a:z")
        #expect(!delivery.isNow)
        #expect(!delivery.isLater)
        #expect(delivery.paused == nil)
    }

    @Test("a second request waits behind the first, and the user's values have no sender")
    func behind() {
        let delivery = delivery("xy")
        delivery.send(Self.values("z"), from: nil)
        #expect(take(delivery) == "a:x a:y user:z")
        #expect(delivery.requests == 2)
    }

    @Test("a request without a value changes nothing")
    func empty() {
        let delivery = delivery("")
        #expect(!delivery.isNow)
        #expect(delivery.next() == nil)
    }

    /// What the receiver of the first of the values x, y and z asks for.
    struct Answer: Sendable {
        let resume: Resume
        /// The values that are due at once.
        var now = ""
        /// Those due once the screen has been shown, or the paused ones have resumed.
        var then = ""
    }

    @Test(
        "the receiver of a value decides over those after it",
        arguments: [
            Answer(resume: .immediately, now: "a:y a:z"),
            Answer(resume: .auto, then: "a:y a:z"),
            Answer(resume: .inserting(values("p")), then: "b:p a:y a:z"),
            Answer(resume: .appending(values("p")), then: "a:y a:z b:p"),
            Answer(resume: .replacing(values("pq")), then: "b:p b:q"),
            Answer(resume: .replacing([])),
            Answer(resume: .pause, then: "a:y a:z"),
            Answer(resume: .cancel),
            Answer(resume: .after(seconds: 0), now: "a:y a:z"),
            Answer(resume: .after(seconds: -1), now: "a:y a:z"),
        ])
    func answers(answer: Answer) throws {
        let delivery = delivery("xyz")
        #expect(take(delivery, atMost: 1) == "a:x")
        try delivery.follow(answer.resume, of: "b")
        #expect(take(delivery) == answer.now)
        #expect(delivery.isAfterShowing == (!answer.then.isEmpty && answer.resume != .pause))
        #expect((delivery.paused?.by == "b") == (answer.resume == .pause))
        delivery.resume()
        #expect(take(delivery) == answer.then)
        #expect(!delivery.isNow)
    }

    @Test("a pause after the last value keeps nothing")
    func lastPaused() throws {
        let delivery = delivery("x")
        #expect(take(delivery, atMost: 1) == "a:x")
        try delivery.follow(.pause, of: "b")
        #expect(delivery.paused == nil)
    }

    @Test("a new request drops paused values, whose senders are known until then")
    func droppedPause() throws {
        let delivery = delivery("xy")
        delivery.send(Self.values("z"), from: "c")
        _ = delivery.next()
        try delivery.follow(.pause, of: "b")
        #expect(delivery.paused?.senders == ["a", "c"])
        delivery.send(Self.values("n"), from: "d")
        #expect(delivery.paused == nil)
        #expect(take(delivery) == "d:n")
    }

    @Test("a delay holds the values until its time, and what is dropped meanwhile does not come")
    func delayed() async throws {
        let delivery = delivery("xy")
        _ = delivery.next()
        try delivery.follow(.after(seconds: 0.001), of: "b")
        #expect(delivery.isLater)
        #expect(delivery.next() == nil)
        await withCheckedContinuation { done in clock.work = { done.resume() } }
        #expect(take(delivery) == "a:y")

        delivery.send(Self.values("pq"), from: "a")
        _ = delivery.next()
        try delivery.follow(.after(seconds: 3600), of: "b")
        #expect(delivery.drop() == 1)
        #expect(!delivery.isLater)
        delivery.send(Self.values("n"), from: "a")
        #expect(take(delivery) == "a:n")
    }

    @Test("receivers add values up to a limit for one sending, and a value beyond it is refused")
    func added() throws {
        let delivery = delivery("x")
        _ = delivery.next()
        let many = Array(repeating: Message.value(type: "v", .null), count: Delivery.maximumAdded)
        try delivery.follow(.appending(many), of: "b")
        delivery.resume()
        _ = delivery.next()
        #expect(throws: CallFailure.self) { try delivery.follow(.inserting(Self.values("p")), of: "b") }
        #expect(delivery.drop() == Delivery.maximumAdded - 1)
        // The next sending has room again.
        delivery.send(Self.values("x"), from: "a")
        _ = delivery.next()
        try delivery.follow(.inserting(Self.values("p")), of: "b")
        delivery.resume()
        #expect(take(delivery) == "b:p")
    }
}
