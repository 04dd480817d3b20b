import FeatureContract

/// The owner of the navigation state and its screens: opens links, follows redirects, lets features make screens, and
/// carries out their requests.
///
/// Calls into features never nest: a feature's requests during a call wait until that call has returned.
///
/// ```swift
/// coordinator.start(restoring: saved)              // links opened before this have waited until now
/// coordinator.open("chat://chats/conversation?contact=1")
/// _ = await coordinator.settle(timeout: .seconds(5))
/// coordinator.stateText                            // [*chats] chats > chats/conversation?contact=1 | …
/// ```
@MainActor
public final class NavigationCoordinator {
    package internal(set) var planner: Planner
    package var catalog: Catalog { planner.catalog }
    package var wiring: Wiring { planner.wiring }
    var redirector: Redirector { planner.redirector }
    /// Refuses connections that a feature may not open. Without an app, none is allowed.
    var connectionCheck: @MainActor (Endpoint, _ feature: String) throws(CallFailure) -> Void = {
        (_, _) throws(CallFailure) in throw CallFailure(.notAllowed, "this host connects to nothing")
    }

    let features: FeatureStore
    let screens = ScreenStore()
    let requests = RequestQueue()
    package let clock = TurnClock()
    let delivery: Delivery
    let featureLog = FeatureLog()
    let connections = ConnectionBroker()
    let http = HTTPExchanges()
    package let files = FileBroker()

    package internal(set) var state: NavigationState {
        didSet { requests.forgetProjection() }
    }
    var problems: [NavigationProblem] = []
    /// The requests refused during the user's current action. A feature may handle a refusal or fail with it.
    var refusals: [CallFailure] = []
    /// Receives the features' log lines and the output of their processes. It must not call the coordinator.
    public var logSink: @MainActor (LogLine) -> Void {
        get { featureLog.sink }
        set { featureLog.sink = newValue }
    }
    /// Receives each new state once all requests that led to it have been carried out.
    package var stateSink: @MainActor (NavigationState) -> Void = { _ in }

    /// The observer of inputs and of features. Set it before ``start(restoring:)``, and keep a reference to it.
    package weak var observer: (any CoordinatorObserver)? {
        didSet { features.observer = observer }
    }
    var isTakingInput = false
    /// The screen that the user saw last, rendered by the input `show`.
    package private(set) var shown = RenderedScreen()
    /// The screen of the input `look`.
    var looked: RenderedScreen?
    /// The notes for the user from the last `start` or `adopt`: parts of a state that have no place in the wiring.
    var notes: [String] = []
    /// The session's state for the input `start`; nil for the roots.
    package var restored: NavigationState?
    /// Whether features resolve saved links by code. A dry run starts no feature.
    package var asksFeatures = true
    /// The features and the wiring for the input `adopt`.
    package var successors: Successors?

    /// The user's answer to a question of the host's own.
    var answered: Answer?
    /// The answers to `canReturn` during the current render; nil outside a render.
    var checkpointAnswers: [CheckpointAnswer]?
    var rendering: ScreenID?
    /// The calls to make as soon as the feature now starting has started.
    package internal(set) var firstCalls: [FeatureMessage] = []
    var nextID: ScreenID = 1
    /// The screens that the user sees, topmost first. Empty before the first is shown.
    var visible: [ScreenID] = []
    var showsBeside = false
    /// The part of each list that a new screen shows.
    var firstPart = ListPart()
    var isShutDown = false
    /// Whether ``start(restoring:)`` has been called.
    var isReady = false
    /// The application whose features it shows; nil without one.
    var application: ObjectIdentifier?
    var waitingLinks: [String] = []
    var isForcing = false
    /// The changed conditions that ``followConditions()`` has yet to follow. Nil if there is no need to call it.
    var changedConditions: Set<String>?
    private(set) var changes = 0
    private var publishedChanges = -1

    /// Shows the roots named by the wiring. No feature runs before ``show()``.
    package init(catalog: Catalog, wiring: Wiring, features: FeatureStore) {
        planner = Planner(catalog: catalog, wiring: wiring)
        self.features = features
        delivery = Delivery(clock)
        (state, nextID) = planner.roots(from: 1)
        clock.work = { [weak self] in self?.receive(.work) }
        clock.elapse = { [weak self] in self?.receive(.timer($0)) }
    }

    // MARK: Showing

    /// Makes the visible screen if necessary, and renders the changed parts. From within a call of a feature it is the
    /// screen as it was shown last.
    ///
    /// - Returns: The screen, or its topmost inner screen.
    @discardableResult
    package func show() -> RenderedScreen {
        if clock.isCalling { return shown }
        receive(.show)
        return shown
    }

    /// Updates ``shown``.
    func renderVisible() {
        drain()
        let earlier = delivery.requests
        shown = RenderedScreen()
        repeat {
            guard !isShutDown else { return }
            // The screens rendered next may ask which checkpoints exist.
            refreshCheckpoints()
            guard let screen = live(state.top) else { return }
            let seen = seenEntries.compactMap(live)
            let ids = seenEntries.map(\.id)
            if visible != ids {
                for id in visible where !ids.contains(id) { disappear(id) }
                visible = ids
                for part in ids.flatMap(screens.tree) where part.isDropped { part.needsRender = true }
                showWhatWasUnseen()
            }
            for id in ids { screens.unmarkStale(id) }
            refreshCheckpoints()
            for screen in seen { refresh(screen, isSeen: true) }
            shown = screens.composed(screen)
        } while continueSendingAfterShowing(since: earlier)
        cancelUnseenFilePrompt()
        let parts = shown.parts
        note(parts.flatMap(\.inner), of: state.top)
        shown = parts[parts.count - 1].screen
    }

    /// Turns on or off the screen beside the visible one: the screen below it, from the next ``show()`` on. It appears,
    /// loads and disappears as the visible screen does.
    package func showBeside(_ isShown: Bool) {
        if isShown != showsBeside { receive(.showBeside(isShown)) }
    }

    var seenEntries: [NavigationState.Entry] {
        [state.top] + (showsBeside ? state.besideTop.map { [$0] } ?? [] : [])
    }

    /// Renders the screens that were rendered in a hidden tab, now that the tab is visible.
    private func showWhatWasUnseen() {
        for screen in screens.unseen.compactMap({ screens[$0] }) where mayBeShown(screen) {
            screen.needsRender = true
            let outermost = screens.outermost(screen.id)
            if !visible.contains(outermost), let live = screens[outermost] { refresh(live, isSeen: false) }
        }
    }

    /// Records a screen's inner screens in the state.
    private func note(_ inner: [ViewNode], of entry: NavigationState.Entry) {
        let shown = inner.map { NavigationState.InnerScreen(presentation: $0.innerPresentation, title: $0.text) }
        guard shown != entry.inner else { return }
        var entry = entry
        entry.inner = shown
        state.replaceEntry(entry.id, with: entry)
        noteChange()
    }

    /// Shows the screen, and waits until it no longer loads or changes and no value is being sent. The main queue stays
    /// free for other work meanwhile.
    ///
    /// - Returns: False if it was still loading, changing or sending after `timeout`.
    public func settle(timeout: Duration) async -> Bool {
        let deadline = ContinuousClock.now.advanced(by: timeout)
        while true {
            show()
            // A new task runs to its first suspension, and may change the screen at once.
            for _ in 0..<8 { await Task.yield() }
            if !isShutDown { clock.call { features.runTurns() } }
            // Somebody else may have shown the screen meanwhile. While it loads, it may wait for a file that the user has
            // yet to pick.
            guard hasWork || (shown.isLoading || delivery.isLater) && files.prompt == nil else { return true }
            let remaining = ContinuousClock.now.duration(to: deadline)
            guard remaining > .zero else { return false }
            if !hasWork { await clock.change(atMost: remaining) }
        }
    }

    /// Whether the visible screen is an error or replaces a screen that cannot be shown.
    package var isShowingFailure: Bool {
        screens[state.top.id]?.isBroken == true
    }

    package var unsettledReason: String {
        if delivery.isLater { return "values still wait to be sent" }
        return screens[state.top.id].map { screens.composed($0).isLoading } == true
            ? "the screen was still loading" : "the screens were still changing"
    }

    /// Whether features have made requests that are not carried out yet.
    package var hasRequests: Bool { !requests.isEmpty || delivery.isNow }

    var hasWork: Bool {
        guard !isShutDown else { return false }
        let seen = seenEntries.map(\.id)
        return !requests.isEmpty || changedConditions != nil || visible != seen
            || seen.contains { screens[$0] == nil || screens.tree(of: $0).contains(where: \.needsRender) }
            || delivery.isNow
    }

    // MARK: Changing the state

    /// Marks the screens added by edits, so that other screens can return to their checkpoints before they are seen.
    func expectScreens(of edits: [NavigationState.Edit]) {
        for edit in edits { if let entry = edit.entry { expectScreen(of: entry) } }
    }

    func expectScreen(of entry: NavigationState.Entry) {
        if screens[entry.id]?.rendered == nil, mayShowCheckpoints(entry) { screens.markStale(entry.id) }
    }

    /// Changes the state, and destroys the screens that leave it, topmost first.
    func commit(_ edits: [NavigationState.Edit]) {
        guard !edits.isEmpty else { return }
        let removed = state.entriesRemoved(by: edits)
        // A second reference to the state's storage would force a copy of all of it.
        requests.forgetProjection()
        state.apply(edits)
        changes += 1
        expectScreens(of: edits)
        for entry in removed.reversed() {
            destroy(entry.id)
            screens.forgetNumbers(of: entry.id)
        }
        clock.fire()
    }

    /// Records a change of the state or of its meaning.
    func noteChange() { changes += 1 }

    func publish() {
        guard isReady, publishedChanges != changes else { return }
        publishedChanges = changes
        stateSink(state)
    }

    /// Destroys every screen and ends every feature; their processes have exited when this returns. Later requests are
    /// refused, and the coordinator cannot be used any more.
    public func shutDown() { receive(.shutDown) }

    func end() {
        if !isShutDown {
            features.endBusy()
            for screen in screens.newestFirst { save(screen) }
            publish()
        }
        isShutDown = true
        if let prompt = files.prompt { files.withdraw(prompt.feature) }
        for screen in screens.newestFirst where screen.container == nil { destroy(screen.id) }
        visible = []
        requests.removeAll()
        delivery.drop()
        features.deactivateAll()
        http.end()
        featureLog.finish(at: nil)
    }

    // MARK: Carrying out

    func drain() {
        // Requests made while this loop runs go to the end of the queue.
        var count = 0
        while !clock.isCalling {
            guard let next = requests.next() else {
                if followConditions() || continueSending() { continue }
                break
            }
            count += 1
            guard count <= RequestQueue.maximumLength else {
                problems.append(
                    NavigationProblem(
                        "'\(next.feature)': more than \(RequestQueue.maximumLength) requests to navigate in a row; "
                            + "the rest is dropped"))
                requests.removeAll()
                delivery.drop()
                break
            }
            carryOut(next)
        }
        if !clock.isCalling { publish() }
    }

    private func carryOut(_ next: RequestQueue.Item) {
        let position = position(of: next, in: state)
        do throws(CallFailure) {
            let plan = try planner.plan(next.request, in: state, at: position, by: next.asker, self)
            try carryOut(plan, of: next.feature)
        } catch {
            problems.append(NavigationProblem(error, of: next.feature))
            guard !error.leavesState else { return }
            // The request was checked when it was made, so this failure comes from making the screen.
            if let asked = next.request.target { putNotFound(asked.text, error.reason, at: position) }
        }
    }

    /// - Parameter feature: The feature that asks; nil for the user.
    func carryOut(_ plan: Plan, of feature: String?) throws(CallFailure) {
        switch plan {
        case .edits(let edits): try carryOut(edits)
        case .send(let messages):
            setConditions(by: messages, of: feature)
            delivery.send(messages, from: feature)
        case .resume: delivery.resume()
        case .returning(let edits, let checkpoint, let value):
            commit(edits)
            try hand(value, to: checkpoint)
        }
    }

    private func carryOut(_ planned: [NavigationState.Edit]) throws(CallFailure) {
        // A loop: a closure would check each time that it runs on the main thread.
        var edits = planned
        var top: NavigationState.Entry?
        for index in edits.indices {
            guard let entry = edits[index].entry else { continue }
            let numbered = self.entry(entry.place, entry.presentation)
            edits[index].entry = numbered
            if case .replaceRoot = edits[index] { continue }
            top = numbered
        }
        // The new top screen is made before anything changes; those below, when they are seen.
        if let top {
            do throws(CallFailure) {
                screens[top.id] = try make(top, of: top.place, placing: edits)
            } catch {
                let parked = edits.filter(\.parks)
                guard !parked.isEmpty else { throw error }
                // The destination waits, but the screen shown meanwhile failed.
                commit(parked)
                showNotFound(top.place.text, error)
                return
            }
        }
        commit(edits)
        noteParked(by: planned)
    }

    /// Notifies the user of newly parked destinations: their condition, or why its screen cannot be shown.
    private func noteParked(by edits: [NavigationState.Edit]) {
        for (held, hold) in planner.holds(onParkedBy: edits, state.conditions) {
            problems.append(
                hold.failure(of: held).map { NavigationProblem($0) }
                    ?? NavigationProblem(hold.reason(of: held), .parked)
            )
        }
    }
}

extension NavigationState.Edit {
    var parks: Bool {
        switch self {
        case .park, .unpark: true
        case .cut, .push, .present, .select, .replaceRoot, .set: false
        }
    }

    fileprivate var entry: NavigationState.Entry? {
        get {
            switch self {
            case .push(let entry, _, _), .present(let entry, _), .replaceRoot(let entry, _): entry
            case .cut, .select, .park, .unpark, .set: nil
            }
        }
        set {
            guard let newValue else { return }
            switch self {
            case .push(_, let tab, let stack): self = .push(newValue, tab: tab, stack: stack)
            case .present(_, let tab): self = .present(newValue, tab: tab)
            case .replaceRoot(_, let tab): self = .replaceRoot(newValue, tab: tab)
            case .cut, .select, .park, .unpark, .set: break
            }
        }
    }
}

extension ViewNode {
    var innerPresentation: Presentation {
        switch kind {
        case .push: .push
        case .cover: .cover
        default: .sheet
        }
    }
}
