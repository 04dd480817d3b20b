import FeatureContract

/// The user's actions. Each first carries out the requests that features made before it, and at the end those that it
/// caused.
extension NavigationCoordinator {
    /// Goes to a destination of any feature. The root of a tab is selected and popped to.
    ///
    /// - Parameter method: The method that shows it, whatever the wiring and the route say.
    package func go(to destination: Destination, method: NavigationMethod? = nil) { receive(.go(destination, method)) }

    package func go(toText text: String, method: NavigationMethod? = nil) { receive(.goToText(text, method)) }

    /// - Parameter asked: The text of the destination, for the not-found screen.
    func go(
        by method: NavigationMethod?, _ asked: @autoclosure () -> String, _ place: () throws(CatalogError) -> Place
    ) {
        guard !isShutDown else { return }
        drain()
        defer { drain() }
        follow(asked(), method: method, place)
    }

    /// - Parameters:
    ///   - asked: The text of the destination, for the not-found screen.
    ///   - byLink: Whether the destination comes from a link on a screen. Such a link pushes unless the wiring names
    ///     another method.
    private func follow(
        _ asked: @autoclosure () -> String, method: NavigationMethod?, byLink: Bool = false,
        _ place: () throws(CatalogError) -> Place
    ) {
        do {
            let plan = try planner.plan(goingTo: place(), by: method, byLink: byLink, in: state, by: user, self)
            let top = state.top.id
            try carryOut(plan, of: nil)
            try leaveInner(after: plan, from: top)
        } catch let error as CatalogError {
            showNotFound(asked(), CallFailure(.notFound, error.description))
        } catch let error as CallFailure {
            // A locked screen stays as it is.
            guard !error.leavesState else { return problems.append(NavigationProblem(error)) }
            showNotFound(asked(), error)
        } catch {
            showNotFound(asked(), CallFailure(.other, "\(error)"))
        }
    }

    /// The user, who may override locks.
    var user: Planner.Asker { .init(feature: nil, overridesLocks: isForcing) }

    /// Goes back, pops or dismisses. A refusal becomes a problem for the user.
    ///
    /// If the visible screen shows an alert or inner screens, going back leaves these. So does any request that ends on
    /// the visible screen.
    ///
    /// - Parameter asked: The text of the request's destination as the user wrote it, for the not-found screen.
    package func perform(_ request: NavigationRequest, asked: String? = nil) {
        // As an answer: a recording must not have it as a step back.
        if request.closesBox, let box = openBox, box.isOfHost, let closing = box.closing { return use(closing) }
        receive(.perform(request, asked: asked))
    }

    func carryOut(_ request: NavigationRequest, asked: String?) {
        guard !isShutDown else { return }
        drain()
        defer { drain() }
        // The alert or inner screen may be gone by now, and a session's screens are not made yet.
        let isLive = visible.first == state.top.id && screens[state.top.id]?.instance != nil
        if isLive || openBox != nil || !state.top.inner.isEmpty { renderVisible() }
        if request.closesBox, let box = openBox { return close(box) }
        var request = request
        do throws(CallFailure) {
            let inner = innerScreens
            let left = request.leaves(inner)
            try requireUnlocked(left)
            if request.isDone(byLeaving: left) { return leave(left) }
            // The host pops the remaining screens.
            if case .pop(let count) = request { request = .pop(count - left.count) }
            let top = state.top.id
            try carryOut(planner.plan(request, in: state, at: state.topPosition, by: user, self), of: nil)
            if state.top.id == top { leave(left) }
            // The screen that is on top now may have a sheet of its own.
            if case .dismissAll = request, state.top.id != top {
                renderVisible()
                if innerScreens.contains(where: { $0.kind != .push }) { carryOut(.dismissAll, asked: nil) }
            }
        } catch {
            guard !error.leavesState, let target = request.target else {
                return problems.append(NavigationProblem(error))
            }
            showNotFound(asked ?? target.text, error)
        }
    }

    package func perform(text operation: NavigationOperation<String, [Message], Value>) {
        receive(.performText(operation))
    }

    func carryOut(text operation: NavigationOperation<String, [Message], Value>) {
        do {
            let request = try operation.mapTargets { (text) throws(CatalogError) in
                try catalog.place(text).destination
            }
            carryOut(request, asked: operation.target)
        } catch {
            guard !isShutDown else { return }
            drain()
            showNotFound(operation.target ?? "", CallFailure(.notFound, error.description))
            drain()
        }
    }

    /// Overrides locks: inside `body`, a locked screen does not refuse to be left.
    ///
    /// ```swift
    /// coordinator.overridingLocks { coordinator.back() }  // unsaved content is lost
    /// ```
    public func overridingLocks(_ body: () -> Void) {
        receive(.force(true))
        defer { receive(.force(false)) }
        body()
    }

    private var openBox: ViewNode? {
        screens[state.top.id].flatMap { screens.composed($0).front.openBox }
    }

    private func close(_ box: ViewNode) {
        if let closing = box.closing, closing.isOfHost { return answer(closing, .null) }
        guard let closing = box.closing, let owner = owner(of: box) else {
            problems.append(
                NavigationProblem("'\(box.label.shortened())' asks for an answer: press one of its buttons", .busy))
            return
        }
        act(closing, of: owner, value: .null)
    }

    /// The nodes of the visible screen's inner screens, the lowest first.
    private var innerScreens: [ViewNode] { screens[state.top.id].map { screens.composed($0).inner } ?? [] }

    /// Throws if the user may not leave one of these inner screens.
    private func requireUnlocked(_ inner: some BidirectionalCollection<ViewNode>) throws(CallFailure) {
        guard !isForcing, let locked = inner.last(where: { !$0.detail.isEmpty }) else { return }
        let title = locked.text.isEmpty ? title(of: state.top) : locked.text
        throw CallFailure(.locked, "'\(title)' is locked: \(locked.detail)")
    }

    private func leave(_ inner: some BidirectionalCollection<ViewNode>) {
        for node in inner.reversed() {
            guard node.action != 0, let owner = owner(of: node) else { return close(node) }
            act(node, of: owner, value: .null)
        }
    }

    /// Leaves the inner screens of the visible screen after the user went to that same screen.
    private func leaveInner(after plan: Plan, from top: ScreenID) throws(CallFailure) {
        guard state.top.id == top, case .edits(let edits) = plan, !edits.contains(where: \.parks) else { return }
        let inner = innerScreens
        try requireUnlocked(inner)
        leave(inner)
    }

    /// Uses a control with a value. A number beyond the ends of a slider is that of the nearest end.
    package func use(_ node: ViewNode, value: Value = .null) {
        func refuse(_ number: some CustomStringConvertible) {
            problems.append(NavigationProblem("'\(node.label)' takes a number, and '\(number)' is none"))
        }
        if node.kind == .slider, case .string(let text) = value { return refuse(text) }
        guard case .double(let number) = value else { return receive(.use(node, value)) }
        guard number.isFinite else { return refuse(number) }
        let nearest = node.sliderRange.map { min(max(number, $0.lowerBound), $0.upperBound) }
        receive(.use(node, .double(nearest ?? number)))
    }

    /// Informs a text field that asks for it whether it has the focus.
    package func setFocus(_ hasFocus: Bool, of field: ViewNode) {
        if field.flags.contains(.focus) { use(field, value: .bool(hasFocus)) }
    }

    /// Writes into a field or sets a slider: takes the focus, sets the value, leaves.
    package func write(_ value: Value, into field: ViewNode) {
        guard field.flags.contains(.focus) else { return use(field, value: value) }
        // Each use renders the screen again, so look the node up.
        func current() -> ViewNode? { show().controls.first { $0.node.looks(like: field) }?.node }
        setFocus(true, of: field)
        use(current() ?? field, value: value)
        if let field = current() { setFocus(false, of: field) }
    }

    func activate(_ node: ViewNode, value: Value) {
        guard !isShutDown else { return }
        let owner = owner(of: node)
        drain()
        defer { drain() }
        if node.isOfHost { return answer(node, value) }
        // Waiting requests may have led to a different screen, in which the action number means something else.
        guard let owner, position(of: owner.id, in: state) == state.topPosition else {
            problems.append(NavigationProblem("'\(node.label)' is not on the screen any more", .stale))
            return
        }
        switch node.effect {
        case .follow(let destination, let isLink):
            // The user may go anywhere, but a node may only lead where its own feature may go.
            if owner.feature != Manifest.systemID, owner.feature != destination.feature {
                problems.append(
                    NavigationProblem("'\(node.label)' leads nowhere: \(Planner.foreignReason(destination))"))
                return
            }
            follow(destination.text, method: nil, byLink: isLink) { () throws(CatalogError) in
                try catalog.place(of: destination)
            }
        case .open(let url): open(url, hasUser: false)
        case .perform: act(node, of: owner, value: value)
        case nil: break
        }
    }

    /// The features that the visible screen shows, its own first.
    package var seenFeatures: [String] {
        var seen = [state.top.place.feature]
        for screen in screens.tree(of: state.top.id) where !seen.contains(screen.feature) {
            seen.append(screen.feature)
        }
        return seen
    }

    /// The user's answer to an alert of the host's own.
    package struct Answer: Hashable, Sendable {
        /// The action of the button, or of the text field that was submitted.
        package let action: UInt64
        /// The text of the text field; empty without one.
        package let text: String
    }

    /// Asks the user over a screen by an alert of the host's own; see ``takeAnswer()``.
    ///
    /// - Parameter box: The alert with its buttons, and a text field if there is something to type. Their actions
    ///   differ. Nil to ask nothing.
    package func ask(_ box: ViewNode?, over screen: ScreenID) {
        receive(.ask(RenderedScreen(nodes: box.map { [$0] } ?? []), over: screen))
    }

    private func answer(_ node: ViewNode, _ value: Value) {
        guard let question = screens.question, question.screen == state.top.id,
            let index = question.box.children.firstIndex(where: { $0.isControl && $0.key == node.key })
        else {
            problems.append(NavigationProblem("'\(node.label)' is not on the screen any more", .stale))
            return
        }
        var box: ViewNode? = question.box
        if node.kind == .textField, case .string = value {
            box?.children[index].value = value
        } else {
            let typed = question.box.children.first { $0.kind == .textField }?.value.scalarText
            answered = Answer(action: node.action, text: typed ?? "")
            box = nil
        }
        screens.change(box, over: question.screen)
        clock.fire()
    }

    /// Returns how the user has answered the last ``ask(_:over:)``, once.
    package func takeAnswer() -> Answer? {
        defer { answered = nil }
        return answered
    }

    /// The screen that shows a node: the visible one or one embedded in it.
    private func owner(of node: ViewNode) -> LiveScreen? {
        screens[node.screen == 0 ? state.top.id : node.screen]
    }

    private func act(_ node: ViewNode, of screen: LiveScreen, value: Value) {
        refusals = []
        do throws(CallFailure) {
            // Action numbers do not survive when a screen's instance is made again.
            guard screen.isRendered, let instance = screen.instance else {
                throw CallFailure(
                    .unavailable, "the screen is made anew, as its feature has ended; look at it, and try again")
            }
            defer { save(screen) }
            try clock.call { () throws(CallFailure) in try instance.perform(node.action, value) }
        } catch {
            if error.code == .givenUp {
                problems.append(NavigationProblem("'\(node.label)': \(error.reason)", .abandoned))
            } else if let refusal = refusal(passedOnAs: error) {
                problems.append(NavigationProblem(refusal, of: screen.feature))
            } else {
                let name = [node.label, node.detail].first { !$0.isEmpty }
                let what = name.map { "'\($0)'" } ?? "a control without a name"
                // Whatever the feature does not find, the control is there.
                let code: FailureCode = error.code == .notFound ? .other : error.code
                let after = error.hasEnded ? "; its screens begin anew, with what they have saved" : ""
                let reason = "\(what) could not be done: \(error.reason)\(after)"
                problems.append(NavigationProblem(CallFailure(code, reason, hasEnded: error.hasEnded)))
            }
        }
    }

    /// Returns and clears the problems since the last call, oldest first.
    public func takeProblems() -> [NavigationProblem] {
        defer { problems = [] }
        return problems
    }

    // MARK: Links

    /// Opens a link, such as `challenge://character/detail?id=42`, by the wiring's link policy: it may put the target's
    /// parents below it, for ``back()``. A link opened before ``start()`` waits for it.
    ///
    /// The link may come from any program. If it leads nowhere, that is a problem, and the user stays in place; before
    /// the first screen is shown, the host's not-found screen says why.
    public func open(_ text: String) { receive(.open(text)) }

    /// - Parameter hasUser: Whether a user is at work who did not ask for the link.
    func open(_ text: String, hasUser: Bool) {
        guard isReady else {
            waitingLinks.append(text)
            return
        }
        guard !isShutDown else { return }
        drain()
        defer { drain() }
        do throws(CallFailure) {
            let plan =
                switch try planner.match(link: text) {
                case .place(let place): try planner.plan(link: place, in: state, by: user, self)
                case .code(let features, let url):
                    try planner.plan(link: ask(features, for: url), in: state, by: user, self)
                }
            let top = state.top.id
            try carryOut(plan, of: nil)
            try leaveInner(after: plan, from: top)
        } catch {
            guard !hasUser, !error.leavesState else { return problems.append(NavigationProblem(error)) }
            showNotFound(text, error)
        }
    }

    /// The place of a link before redirects: from the patterns, else from features that resolve links by code.
    func place(ofLink text: String) throws(CallFailure) -> Place {
        switch try planner.match(link: text) {
        case .place(let place): return place
        case .code(let features, let url): return try ask(asksFeatures ? features : [], for: url)
        }
    }

    /// Asks the features that resolve links of this scheme and host by code, in order.
    private func ask(_ features: [String], for url: LinkURL) throws(CallFailure) -> Place {
        for id in features {
            do {
                let feature = try activated(id)
                if let destination = try clock.call({ () throws(CallFailure) in try feature.resolve(url: url.text) }) {
                    guard destination.feature == id else {
                        throw CallFailure(.notAllowed, Planner.foreignReason(destination))
                    }
                    return try catalog.place(of: destination)
                }
            } catch {
                throw CallFailure(.notFound, "the feature '\(id)' could not resolve '\(url)': \(error)")
            }
        }
        throw planner.unmatched(url)
    }
}

extension NavigationRequest {
    /// Whether this operation closes an open alert. A `==` would need the operands' Equatable conformances.
    fileprivate var closesBox: Bool {
        switch self {
        case .back, .dismiss: true
        default: false
        }
    }

    /// The inner screens that the request leaves; none if it leaves the whole screen.
    fileprivate func leaves(_ inner: [ViewNode]) -> ArraySlice<ViewNode> {
        switch self {
        case .back: inner.suffix(1)
        case .pop(let count): inner.reversed().prefix(count).allSatisfy { $0.kind == .push } ? inner.suffix(count) : []
        case .dismiss: inner[(inner.lastIndex { $0.kind != .push } ?? inner.endIndex)...]
        case .dismissAll: inner[(inner.firstIndex { $0.kind != .push } ?? inner.endIndex)...]
        case .popToRoot, .reset, .selectTab: inner[...]
        default: []
        }
    }

    /// Whether nothing remains of the request after it has left inner screens.
    fileprivate func isDone(byLeaving inner: ArraySlice<ViewNode>) -> Bool {
        switch self {
        case .back, .dismiss: !inner.isEmpty
        case .pop(let count): count > 0 && inner.count == count
        default: false
        }
    }
}
