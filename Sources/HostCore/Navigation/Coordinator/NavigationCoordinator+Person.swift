import FeatureContract

/// What the person does.
///
/// What features have asked for until then is carried out before it, and what it makes them ask for right after it.
extension NavigationCoordinator {
    /// Goes to a destination: any feature's, not only one's own.
    ///
    /// The root of a tab is selected, and popped to.
    ///
    /// - Parameter method: How it is shown, whatever the wiring and the route say.
    package func go(to destination: Destination, method: RouteMethod? = nil) {
        guard !isShutDown else { return }
        drain()
        defer { drain() }
        follow(destination, method: method, byLink: false)
    }

    /// Goes to the destination that a text means.
    package func go(toText text: String, method: RouteMethod? = nil) {
        do {
            go(to: try catalog.destination(text), method: method)
        } catch {
            guard !isShutDown else { return }
            drain()
            showNotFound(text, error.description)
            drain()
        }
    }

    /// - Parameter byLink: By a link on a screen, which pushes always, unless the wiring says another method.
    private func follow(_ destination: Destination, method: RouteMethod?, byLink: Bool) {
        do throws(CallFailure) {
            let chain = try chain(destination, of: nil)
            if method == nil, !byLink, let index = tabIndex(withRoot: chain.end) { return try select(tab: index) }
            try go(chain, method: byLink ? chain.method ?? .push : method)
        } catch {
            // What is locked stays as it is.
            guard error.code != .locked else { return problems.append(NavigationProblem(error)) }
            showNotFound(destination.text, error.reason)
        }
    }

    /// Shows where a chain ends on what is seen, or sends it.
    func go(_ chain: Redirector.Chain, method: RouteMethod?) throws(CallFailure) {
        let method = try self.method(of: chain, asked: method)
        guard method != .send else {
            return startSending([.destination(chain.start)], from: nil)
        }
        try put(chain, method: method, at: state.topPosition)
    }

    /// Selects a tab, and pops it to its root.
    private func select(tab index: Int) throws(CallFailure) {
        let root = NavigationState.Position(tab: index, stack: 0, entry: 0)
        var edits = try state.edits(.reset, at: root)
        if index != state.selectedIndex { edits = leaving(edits + [.select(tab: index)], in: state) }
        try commit(edits, isForced: isForcing)
    }

    private func tabIndex(withRoot destination: Destination) -> Int? {
        catalog.feature(destination.feature).flatMap { state.tab(withRoot: destination, of: $0.manifest) }
    }

    /// The state after going to where a chain ends, by a link or by name, without going there.
    package func state(
        after chain: Redirector.Chain, place: Catalog.Place, isLink: Bool
    ) throws(CallFailure) -> NavigationState {
        let presentation = try presentation(of: chain, method: nil)
        if isLink {
            let plan = LinkPlan(chain, place: place, wiring: wiring, redirector: redirector, state: state)
            return plan.state(after: state, presentation: presentation)
        }
        var after = state
        if let index = tabIndex(withRoot: chain.end) {
            try after.perform(.reset, at: NavigationState.Position(tab: index, stack: 0, entry: 0))
            if index != after.selectedIndex { after.apply([.select(tab: index)]) }
        } else {
            try after.perform(.put(.init(id: 0, destination: chain.end, presentation: presentation)))
        }
        return after
    }

    /// Goes back, pops or dismisses; a refusal is a problem for the person.
    ///
    /// While the screen shows an alert, going back closes that.
    package func perform(_ request: NavigationRequest) {
        guard !isShutDown else { return }
        drain()
        defer { drain() }
        if request == .back || request == .dismiss, let alert = openAlert, let owner = owner(of: alert) {
            guard let closing = alert.closing else {
                problems.append(NavigationProblem("'\(alert.label)' asks for an answer: press one of its buttons"))
                return
            }
            return act(closing, of: owner, value: .null)
        }
        do throws(CallFailure) {
            try carryOut(request, feature: nil, at: state.topPosition)
        } catch {
            problems.append(NavigationProblem(error))
        }
    }

    /// Lets the person insist: in what `body` does, locks do not keep screens.
    ///
    /// ```swift
    /// coordinator.insisting { coordinator.back() }  // what was not saved is lost
    /// ```
    public func insisting(_ body: () -> Void) {
        drain()
        isForcing = true
        defer { isForcing = false }
        body()
    }

    /// The box that is open over what is seen.
    private var openAlert: ViewNode? {
        guard let screen = screens[state.top.id] else { return nil }
        var alert: ViewNode?
        composed(screen).forEachNode { node in
            if node.kind == .alert || node.kind == .confirmation { alert = node }
        }
        return alert
    }

    /// Uses a node of the screen that is seen.
    package func use(_ node: ViewNode, value: Value = .null) {
        guard !isShutDown else { return }
        let owner = owner(of: node)
        drain()
        defer { drain() }
        // What has waited may have led elsewhere, where the same number means something else.
        guard let owner, position(of: owner.id, in: state) == state.topPosition else {
            problems.append(NavigationProblem("'\(node.label)' is not on the screen any more"))
            return
        }
        if let destination = node.destination {
            // The person may go anywhere, and what a feature shows leads where the feature itself may go.
            if owner.feature != Manifest.systemID, owner.feature != destination.feature {
                problems.append(NavigationProblem("'\(node.label)' leads nowhere: \(Self.foreignReason(destination))"))
                return
            }
            follow(destination, method: nil, byLink: node.kind == .link || node.kind == .row)
        } else if !node.url.isEmpty {
            open(node.url)
        } else if node.action != 0 {
            act(node, of: owner, value: value)
        }
    }

    /// The screen that shows a node: what is seen, or what is embedded in it.
    private func owner(of node: ViewNode) -> LiveScreen? {
        screens[node.screen == 0 ? state.top.id : node.screen]
    }

    private func act(_ node: ViewNode, of screen: LiveScreen, value: Value) {
        do throws(CallFailure) {
            try call { () throws(CallFailure) in try screen.instance.perform(node.action, value) }
        } catch {
            // A feature may pass on why its request was refused, which has been told.
            if !problems.contains(where: { $0.text.hasSuffix(error.reason) }) {
                problems.append(NavigationProblem("'\(node.label)' could not be done: \(error.reason)"))
            }
        }
    }

    /// What went wrong since the last time, oldest first.
    public func takeProblems() -> [NavigationProblem] {
        defer { problems = [] }
        return problems
    }
}

extension ViewNode {
    /// What closes a box without an answer: its own action, else the button that leaves things as they are.
    fileprivate var closing: ViewNode? {
        action != 0 ? self : children.first { $0.kind == .button && $0.flags.contains(.cancel) && $0.action != 0 }
    }
}
