import FeatureContract

/// Sending values, each to one receiver.
extension NavigationCoordinator {
    /// How many values receivers may add to what was sent: one that always adds another would never end.
    static let maximumAddedMessages = 1_000

    /// Whether something is sent without waiting for a time or a feature.
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

    /// Whether what the screens received when they were rendered last is what they will receive.
    private var isCertain: Bool { queue.isEmpty && making == nil && !screens.values.contains(where: \.needsRender) }

    /// Refuses what certainly cannot be sent.
    func checkSend(_ messages: [Message], of feature: String) throws(CallFailure) {
        for (index, message) in messages.enumerated() {
            switch message {
            case .tab(let name):
                guard index == 0, isCertain, (try? state.tabIndex(named: name)) == nil else { continue }
                let receiver = try offer(message, toScreensOf: nil) { $0 }
                if receiver == nil { throw noReceiver(of: message, sender: feature) }
            case .value(let type, let value):
                let ends = try ends(.value, type, of: feature)
                try Self.check(value, fits: ends.first?.name.type, of: "the value '\(feature)/\(type)'")
            case .destination(let destination):
                _ = try handledPlace(chain(destination, of: feature))
            }
        }
    }

    /// - Parameter feature: Who sends; nil for the person.
    func startSending(_ messages: [Message], from feature: String?) {
        sendRequests += 1
        let items = messages.map { Sending.Item(message: $0, sender: feature) }
        // What is paused is dropped; what is under way comes first.
        if case .paused = sending?.phase { sending = nil }
        guard sending != nil else {
            if !items.isEmpty { sending = Sending(items: items[...], senders: Set([feature].compactMap { $0 })) }
            return
        }
        sending?.items += items
        if let feature { sending?.senders.insert(feature) }
    }

    /// - Parameter feature: Who resumes; nil for the person.
    func checkResume(by feature: String?) throws(CallFailure) {
        guard let sending, case .paused(let pauser) = sending.phase else {
            throw CallFailure(.nothingToDo, "nothing that is sent is paused")
        }
        guard let feature, feature != pauser else { return }
        guard sending.senders.contains(feature) else {
            throw CallFailure(
                .notAllowed, "what is paused can be resumed by '\(pauser)', which paused it, or by who sent it")
        }
    }

    func resumeSending(by feature: String?) throws(CallFailure) {
        try checkResume(by: feature)
        sending?.phase = .now
    }

    // MARK: Delivering

    /// Delivers the next value, where one is due. Called while no request waits.
    ///
    /// - Returns: whether one was delivered.
    func continueSending() -> Bool {
        guard !isShutDown, case .now = sending?.phase else { return false }
        guard let item = sending?.items.popFirst() else {
            sending = nil
            return false
        }
        do throws(CallFailure) {
            guard let answer = try deliver(item) else {
                throw noReceiver(of: item.message, sender: item.sender)
            }
            try follow(answer.resume, of: answer.feature)
        } catch {
            let dropped = sending?.items.count ?? 0
            let rest =
                dropped == 0 ? "" : "; the \(dropped == 1 ? "value" : "\(dropped) values") after it dropped with it"
            let about = error.code == .noReceiver ? "" : "\(Self.text(of: item)): "
            problems.append(NavigationProblem(CallFailure(error.code, about + error.reason + rest), of: item.sender))
            sending = nil
        }
        return true
    }

    /// Goes on with what waits until the screen has been shown.
    ///
    /// - Parameter requests: How often was sent before the screen is shown: receivers that send on and on would hold
    ///   it.
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

    private func noReceiver(of message: Message, sender: String?) -> CallFailure {
        var reason = "nothing receives \(Self.text(of: .init(message: message, sender: sender)))"
        switch message {
        case .tab(let name):
            do throws(CallFailure) {
                _ = try state.tabIndex(named: name)
            } catch {
                reason = "\(error.reason); nothing else receives it"
            }
        case .destination(let destination):
            if let end = try? chain(destination, of: sender).end {
                reason += end == destination ? "" : ", which the wiring leads to '\(end)'"
                reason += "; a live screen of '\(end.feature)' has to receive destinations"
            }
        case .value: break
        }
        return CallFailure(.noReceiver, reason)
    }

    /// What is sent, for a person.
    private static func text(of item: Sending.Item) -> String {
        switch item.message {
        case .tab(let name): "the tab '\(name)'"
        case .destination(let destination): "the destination '\(destination)'"
        case .value(let type, let value):
            "the value '\((item.sender.map { "\($0)/" } ?? "") + type)'" + (value.scalarText.map { " (\($0))" } ?? "")
        }
    }

    // MARK: Going on

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
        // Nothing is kept for later where nothing is left.
        if sending?.items.isEmpty == true { sending = nil }
    }

    private func wait(_ seconds: Double) {
        guard seconds > 0 else { return }
        sending?.phase = .afterTime
        nextTimer += 1
        let timer = nextTimer
        sending?.timer = timer
        // Longer than a day is as good as never, and fits a Duration.
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
