import FeatureContract

/// The one queue of values being sent for all features, each value to one receiver, and the time when the next is due.
///
/// Calls no feature: the coordinator takes the next value, offers it to the receivers, and passes on the receiver's
/// answer.
///
/// ```swift
/// delivery.send([.tab("chats"), .value(type: "draft", draft)], from: "home")
/// while let item = delivery.next() { try delivery.follow(answer(item), of: "chats") }
/// ```
@MainActor
final class Delivery {
    struct Item {
        let message: Message
        /// The sending feature, whose names the message uses; nil for the user.
        let sender: String?
    }

    private enum Phase {
        case now
        /// Continues once the effects of the last value have been shown.
        case afterShowing
        case afterTime
        case paused(by: String)
    }

    /// The most values that receivers may add to one send: a receiver that always adds another would never end.
    static let maximumAdded = 1_000

    private let clock: TurnClock
    private var isSending = false
    private var items: ArraySlice<Item> = []
    /// The features that sent the items.
    private var senders: Set<String> = []
    private var phase = Phase.now
    private var added = 0
    /// The number of the timer that may continue this send; any other timer is out of date.
    private var timer = 0
    private var lastTimer = 0
    /// The number of send requests so far.
    private(set) var requests = 0

    init(_ clock: TurnClock) {
        self.clock = clock
    }

    /// Whether a value can be sent without waiting for a delay or for a feature to resume.
    var isNow: Bool {
        switch phase {
        case .now, .afterShowing: isSending
        case .afterTime, .paused: false
        }
    }

    /// Whether the next value waits for a delay.
    var isLater: Bool {
        if isSending, case .afterTime = phase { true } else { false }
    }

    /// Whether the next value waits until the screen has been shown.
    var isAfterShowing: Bool {
        if isSending, case .afterShowing = phase { true } else { false }
    }

    /// The feature that paused the values, and their senders; nil if none are paused.
    var paused: (by: String, senders: Set<String>)? {
        guard isSending, case .paused(let pauser) = phase else { return nil }
        return (pauser, senders)
    }

    /// - Parameter feature: The sending feature; nil for the user.
    func send(_ messages: [Message], from feature: String?) {
        requests += 1
        // A new request drops paused values, and waits behind those under way.
        if paused != nil { drop() }
        guard isSending || !messages.isEmpty else { return }
        isSending = true
        items += messages.map { Item(message: $0, sender: feature) }
        if let feature { senders.insert(feature) }
    }

    func next() -> Item? {
        guard isSending, case .now = phase else { return nil }
        guard let item = items.popFirst() else {
            drop()
            return nil
        }
        return item
    }

    func resume() { phase = .now }

    /// Drops the values not sent yet, and returns their number.
    @discardableResult
    func drop() -> Int {
        defer { (isSending, items, senders, phase, added, timer) = (false, [], [], .now, 0, 0) }
        return items.count
    }

    /// Carries out the resume policy that the last receiver answered with.
    func follow(_ resume: Resume, of feature: String?) throws(CallFailure) {
        // The receiver may have shut the host down.
        guard isSending else { return }
        switch resume {
        case .immediately: break
        case .auto: phase = .afterShowing
        case .after(let seconds): wait(seconds)
        case .inserting(let messages):
            items = try adding(messages, of: feature) + items
            phase = .afterShowing
        case .appending(let messages):
            items += try adding(messages, of: feature)
            phase = .afterShowing
        case .replacing(let messages):
            items = try adding(messages, of: feature)
            phase = .afterShowing
        case .pause: phase = .paused(by: feature ?? "")
        case .cancel: drop()
        }
        // Without further values there is nothing to pause.
        if items.isEmpty { drop() }
    }

    private func adding(_ messages: [Message], of feature: String?) throws(CallFailure) -> ArraySlice<Item> {
        guard added + messages.count <= Self.maximumAdded else {
            throw CallFailure(.limit, "receivers have added more than \(Self.maximumAdded) values to what is sent")
        }
        added += messages.count
        return messages.map { Item(message: $0, sender: feature) }[...]
    }

    private func wait(_ seconds: Double) {
        guard seconds > 0 else { return }
        phase = .afterTime
        lastTimer += 1
        timer = lastTimer
        let own = lastTimer
        clock.after(seconds: seconds) { [weak self] in
            guard let self, timer == own, isLater else { return }
            phase = .now
            clock.work()
            clock.fire()
        }
    }
}
