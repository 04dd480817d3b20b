import FeatureContract

/// Sending values, each to one receiver.
extension NavigationCoordinator {
    /// The most values that receivers may add to one sending: a receiver that always adds another would never end.
    static let maximumAddedMessages = 1_000

    /// Whether a value can be sent without waiting for a delay or for a feature to resume.
    var isSendingNow: Bool {
        switch sending?.phase {
        case .now, .afterShowing: true
        case .afterTime, .paused, nil: false
        }
    }

    var isSendingLater: Bool {
        if case .afterTime = sending?.phase { true } else { false }
    }

    // MARK: Requests

    /// - Parameter feature: The sending feature; nil for the user.
    func startSending(_ messages: [Message], from feature: String?) {
        sendRequests += 1
        let items = messages.map { Sending.Item(message: $0, sender: feature) }
        // A new request drops a paused sending, and waits behind one that is under way.
        if case .paused = sending?.phase { sending = nil }
        guard sending != nil else {
            if !items.isEmpty { sending = Sending(items: items[...], senders: Set([feature].compactMap { $0 })) }
            return
        }
        sending?.items += items
        if let feature { sending?.senders.insert(feature) }
    }

    // MARK: Delivering

    /// Delivers the next value if one is due. Called while no request waits.
    ///
    /// - Returns: Whether a value was due: it was delivered, or failed and became a problem.
    func continueSending() -> Bool {
        guard !isShutDown, case .now = sending?.phase else { return false }
        guard let item = sending?.items.popFirst() else {
            sending = nil
            return false
        }
        do throws(CallFailure) {
            guard let answer = try deliver(item) else {
                throw planner.noReceiver(of: item.message, sender: item.sender, in: state)
            }
            try follow(answer.resume, of: answer.feature)
        } catch {
            let dropped = sending?.items.count ?? 0
            let rest =
                dropped == 0 ? "" : "; the \(dropped == 1 ? "value" : "\(dropped) values") after it dropped with it"
            let about = error.code == .noReceiver ? "" : "\(item.message.text(from: item.sender)): "
            problems.append(NavigationProblem(CallFailure(error.code, about + error.reason + rest), of: item.sender))
            sending = nil
        }
        return true
    }

    /// Continues with values that wait until the screen has been shown.
    ///
    /// - Parameter requests: The number of requests to send before the screen was shown. Receivers that send on and on
    ///   would otherwise never let the screen settle.
    func continueSendingAfterShowing(since requests: Int) -> Bool {
        guard sendRequests - requests <= Self.maximumRequestsInARow else {
            problems.append(
                NavigationProblem(
                    "more than \(Self.maximumRequestsInARow) requests to send in a row; the rest is dropped"))
            sending = nil
            return false
        }
        guard case .afterShowing = sending?.phase, queue.isEmpty, !isShutDown else { return false }
        guard visible == state.top.id, !tree(of: state.top.id).contains(where: \.needsRender) else { return false }
        sending?.phase = .now
        drain()
        return true
    }

    // MARK: Continuing

    private func follow(_ resume: Resume, of feature: String?) throws(CallFailure) {
        func added(_ messages: [Message]) throws(CallFailure) -> [Sending.Item] {
            let added = (sending?.added ?? 0) + messages.count
            guard added <= Self.maximumAddedMessages else {
                throw CallFailure(
                    .limit, "receivers have added more than \(Self.maximumAddedMessages) values to what is sent")
            }
            sending?.added = added
            return messages.map { .init(message: $0, sender: feature) }
        }
        switch resume {
        case .immediately: break
        case .auto: sending?.phase = .afterShowing
        case .after(let seconds): wait(seconds)
        case .inserting(let messages):
            let items = try added(messages)
            let rest = sending?.items ?? []
            sending?.items = items + rest
            sending?.phase = .afterShowing
        case .appending(let messages):
            let items = try added(messages)
            sending?.items += items
            sending?.phase = .afterShowing
        case .replacing(let messages):
            let items = try added(messages)
            sending?.items = items[...]
            sending?.phase = .afterShowing
        case .pause:
            sending?.phase = .paused(by: feature ?? "")
        case .cancel:
            sending = nil
        }
        // An empty sending is not kept for later, even if it is paused.
        if sending?.items.isEmpty == true { sending = nil }
    }

    private func wait(_ seconds: Double) {
        guard seconds > 0 else { return }
        sending?.phase = .afterTime
        nextTimer += 1
        let timer = nextTimer
        sending?.timer = timer
        // A day is as good as forever, and a larger value might not fit a Duration.
        let duration = Duration.milliseconds(Int64(min(seconds, 86_400) * 1000))
        Task { [weak self] in
            try? await Task.sleep(for: duration)
            guard let self, sending?.timer == timer, isSendingLater else { return }
            sending?.phase = .now
            drain()
            changed.fire()
        }
    }
}

extension NavigationCoordinator {
    /// The values that are being sent. There is one queue for all features.
    struct Sending {
        struct Item {
            let message: Message
            /// The feature that sends, and whose names the message uses; nil for the user.
            let sender: String?
        }

        enum Phase {
            case now
            /// Continues once the effects of the last value have been shown.
            case afterShowing
            case afterTime
            case paused(by: String)
        }

        var items: ArraySlice<Item>
        /// The features that sent the items.
        var senders: Set<String>
        var phase = Phase.now
        /// The number of values that receivers have added.
        var added = 0
        /// The number of the timer that may continue this queue; a timer with another number is out of date.
        var timer = 0
    }
}
