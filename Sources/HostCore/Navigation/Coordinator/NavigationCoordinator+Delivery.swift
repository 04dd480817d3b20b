import FeatureContract

/// Delivering a sent value to its one receiver: a tab, else a live screen, else a feature.
extension NavigationCoordinator {
    struct ReceiverAnswer {
        let resume: Resume
        /// The feature that received; nil for the host.
        let feature: String?
    }

    /// Delivers the next value if one is due. Called while no request waits.
    ///
    /// - Returns: Whether a value was due, even if its delivery failed and became a problem.
    func continueSending() -> Bool {
        guard !isShutDown, let item = delivery.next() else { return false }
        do throws(CallFailure) {
            guard let answer = try deliver(item) else {
                throw planner.noReceiver(of: item.message, sender: item.sender, in: state)
            }
            try delivery.follow(answer.resume, of: answer.feature)
            switch answer.resume {
            case .inserting(let messages), .appending(let messages), .replacing(let messages):
                setConditions(by: messages, of: answer.feature)
            case .auto, .immediately, .after, .pause, .cancel: break
            }
        } catch {
            let dropped = delivery.drop()
            let rest =
                dropped == 0 ? "" : "; the \(dropped == 1 ? "value" : "\(dropped) values") after it dropped with it"
            let about = error.code == .noReceiver ? "" : "\(item.message.text(from: item.sender)): "
            problems.append(NavigationProblem(error.saying(about + error.reason + rest), of: item.sender))
        }
        return true
    }

    /// Continues with values that wait until the screen has been shown.
    ///
    /// - Parameter earlier: The number of send requests before the screen was shown. Without it, receivers that keep
    ///   sending would never let the screen settle.
    func continueSendingAfterShowing(since earlier: Int) -> Bool {
        guard delivery.requests - earlier <= RequestQueue.maximumLength else {
            problems.append(
                NavigationProblem(
                    "more than \(RequestQueue.maximumLength) requests to send in a row; the rest is dropped"))
            delivery.drop()
            return false
        }
        guard delivery.isAfterShowing, requests.isEmpty, !isShutDown else { return false }
        guard visible.first == state.top.id, !screens.tree(of: state.top.id).contains(where: \.needsRender) else {
            return false
        }
        delivery.resume()
        drain()
        return true
    }

    private func deliver(_ item: Delivery.Item) throws(CallFailure) -> ReceiverAnswer? {
        switch item.message {
        case .tab(let name): return try deliver(tab: name)
        case .destination(let destination):
            let chain = try planner.chain(destination, of: item.sender)
            _ = try planner.end(of: chain)
            let origin: NavigationState.Parked.Origin = item.sender == nil ? .user : .feature
            if let plan = try planner.parking(
                chain, by: origin, method: .send, in: state, at: state.topPosition, asker: .user, self)
            {
                try carryOut(plan, of: nil)
                return ReceiverAnswer(resume: .auto, feature: nil)
            }
            return try deliver(chain)
        case .value(let type, let value):
            guard let sender = item.sender else { return nil }
            // A value added by a receiver has not been checked yet.
            let ends = try planner.receivers(of: type, value, from: sender)
            for end in ends {
                let message = Message.value(type: end.name.name, end.name.trimmed(value))
                if let answer = try deliver(message, toScreensOf: end.feature) { return answer }
            }
            for end in ends {
                let feature = try activated(end.feature)
                let message = Message.value(type: end.name.name, end.name.trimmed(value))
                let resume = try clock.call { () throws(CallFailure) in try feature.receive(message) }
                if let resume { return ReceiverAnswer(resume: resume, feature: end.feature) }
            }
            // A value that sets a condition needs no other receiver.
            let setsCondition = !wiring.conditionsSet(by: sender, sending: type).isEmpty
            return setsCondition ? ReceiverAnswer(resume: .immediately, feature: nil) : nil
        }
    }

    /// Dismisses all modals and selects the tab.
    private func deliver(tab name: String) throws(CallFailure) -> ReceiverAnswer? {
        guard let index = try? state.tabIndex(named: name) else { return try deliver(.tab(name), toScreensOf: nil) }
        let plan = try planner.plan(sendingTo: index, in: state, by: .user, self)
        try carryOut(plan, of: nil)
        // An unchanged screen needs no time to be shown.
        return ReceiverAnswer(resume: plan.edits.isEmpty ? .immediately : .auto, feature: nil)
    }

    private func deliver(_ chain: Redirector.Chain) throws(CallFailure) -> ReceiverAnswer? {
        let message = Message.destination(chain.end.destination)
        return try offer(message, toScreensOf: chain.end.feature) { (receiver) throws(CallFailure) in
            guard receiver.kind == .declared else { return try ask(receiver.screen, message) }
            // The receiver shows the destination, so one whose method is `send` is pushed.
            let end = try planner.end(of: chain)
            let method = chain.method ?? end.route.declaration.method
            let plan = try planner.showing(
                chain, by: method == .send ? .push : method, in: state, at: receiver.position)
            try carryOut(plan, of: nil)
            return ReceiverAnswer(resume: .auto, feature: chain.end.feature)
        }
    }

    private func deliver(_ message: Message, toScreensOf feature: String?) throws(CallFailure) -> ReceiverAnswer? {
        try offer(message, toScreensOf: feature) { (receiver) throws(CallFailure) in
            try ask(receiver.screen, message)
        }
    }

    private func ask(_ screen: LiveScreen, _ message: Message) throws(CallFailure) -> ReceiverAnswer? {
        let instance = try rendered(screen)
        let resume = try clock.call { () throws(CallFailure) in try instance.receive(message) }
        save(screen)
        return resume.map { ReceiverAnswer(resume: $0, feature: screen.feature) }
    }

    // MARK: Receivers

    struct Receiver {
        enum Kind {
            /// The host pushes or presents the destination.
            case declared
            /// The screen's code decides.
            case code
        }

        let screen: LiveScreen
        let position: NavigationState.Position
        let kind: Kind
    }

    /// Offers a message to the live screens with a receiver for it, from the top down: first in the selected tab, then
    /// in the others.
    ///
    /// - Parameters:
    ///   - feature: The feature whose screens are asked; nil for those of any feature.
    ///   - take: Delivers to a receiver. Returns nil if the receiver declines, and the next is asked.
    func offer<Result>(
        _ message: Message, toScreensOf feature: String?, _ take: (Receiver) throws(CallFailure) -> Result?
    ) throws(CallFailure) -> Result? {
        for tab in [state.selectedIndex] + state.tabs.indices.filter({ $0 != state.selectedIndex }) {
            for position in state.positions(outwardFrom: state.topPosition(ofTab: tab)) {
                let id = state[position].id
                if !clock.isCalling, let screen = screens[id] { refresh(screen, isSeen: screen.isSeen) }
                for screen in screens.tree(of: id) where feature == nil || screen.feature == feature {
                    var asked: Set<Receiver.Kind> = []
                    for kind in (screen.rendered?.receivers ?? []).compactMap({ $0.kind(for: message) })
                    where asked.insert(kind).inserted {
                        let receiver = Receiver(screen: screen, position: position, kind: kind)
                        if let result = try take(receiver) { return result }
                    }
                }
            }
        }
        return nil
    }
}

extension RenderedScreen.Receiver {
    /// The way in which this receiver accepts the message; nil if it does not.
    fileprivate func kind(for message: Message) -> NavigationCoordinator.Receiver.Kind? {
        switch (self, message) {
        case (.value(let own), .value(let type, _)): own == type ? .code : nil
        case (.destination, .destination), (.tab, .tab): .code
        case (.navigate, .destination): .declared
        // A tab is selected before any screen is asked.
        default: nil
        }
    }
}
