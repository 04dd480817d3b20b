import FeatureContract

/// The owner of the navigation state and of its screens: opens links, follows redirects, lets features make screens,
/// and carries out the requests of features.
///
/// Calls into features never nest: requests that a feature makes during a call wait until that call has returned.
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
    package var redirector: Redirector { planner.redirector }
    /// Refuses connections that a feature may not have. A coordinator without an app allows none.
    package var connectionCheck: @MainActor (Endpoint, _ feature: String) throws(CallFailure) -> Void = {
        (_, _) throws(CallFailure) in throw CallFailure(.notAllowed, "this host connects to nothing")
    }

    let features: FeatureStore
    let screens = ScreenStore()
    let requests = RequestQueue()
    package let clock = TurnClock()
    let delivery: Delivery
    let featureLog = FeatureLog()
    let connections = ConnectionBroker()
    package let files = FileBroker()

    /// The current navigation state.
    package internal(set) var state: NavigationState {
        didSet { requests.forgetProjection() }
    }
    /// Problems for the user since the last ``takeProblems()``.
    var problems: [NavigationProblem] = []
    /// The requests refused during the current action of the user. The feature may handle a refusal, or fail with it.
    var refusals: [CallFailure] = []
    /// Receives the features' log lines, and the lines that their processes print. It must not call the coordinator.
    public var logSink: @MainActor (LogLine) -> Void {
        get { featureLog.sink }
        set { featureLog.sink = newValue }
    }
    /// Receives each new state once all requests that led to it have been carried out.
    package var stateSink: @MainActor (NavigationState) -> Void = { _ in }

    /// The observer of what is asked of the coordinator and of the features that it starts: set before
    /// ``start(restoring:)``, and kept by the caller.
    package weak var observer: (any CoordinatorObserver)? {
        didSet { features.observer = observer }
    }
    /// Whether an input is being carried out.
    var isTakingInput = false
    /// The screen that the user has seen last. The input `show` renders it.
    package private(set) var shown = RenderedScreen()
    /// The notes of the last input `start` or `adopt`, for the user: which parts of a state have no place in the wiring.
    var notes: [String] = []
    /// The session's state with which the input `start` begins; nil for the roots.
    package var restored: NavigationState?
    /// Whether features are asked where a saved link leads. A dry run starts no feature.
    package var asksFeatures = true
    /// The features and the wiring that the input `adopt` puts in place.
    package var successors: Successors?

    /// The answers to `canReturn` during the current render; nil outside a render.
    var checkpointAnswers: [CheckpointAnswer]?
    /// The screen that is being shown or rendered.
    var rendering: ScreenID?
    /// The calls that the coordinator makes of a feature as soon as the feature has started, which it is starting now.
    package internal(set) var firstCalls: [FeatureMessage] = []
    var nextID: ScreenID = 1
    /// The screens that the user sees, the topmost first. Empty before the first is shown.
    var visible: [ScreenID] = []
    var showsBeside = false
    var isShutDown = false
    /// Whether ``start(restoring:)`` has been called.
    package internal(set) var isReady = false
    var waitingLinks: [String] = []
    /// Whether the user overrides locks.
    var isForcing = false
    /// The conditions that have changed and that ``followConditions()`` has not followed yet. Nil if it need not be called.
    var changedConditions: Set<String>?
    private(set) var changes = 0
    private var publishedChanges = -1

    /// Begins at the roots that the wiring names. No feature runs before ``show()``.
    package init(catalog: Catalog, wiring: Wiring, features: FeatureStore) {
        planner = Planner(catalog: catalog, wiring: wiring)
        self.features = features
        delivery = Delivery(clock)
        (state, nextID) = planner.roots(from: 1)
        clock.work = { [weak self] in self?.take(.work) }
        clock.elapse = { [weak self] in self?.take(.timer($0)) }
    }

    // MARK: Showing

    /// Makes the visible screen if necessary, and renders the parts that have changed.
    ///
    /// - Returns: What the user sees: the screen, or the topmost of its inner screens.
    @discardableResult
    package func show() -> RenderedScreen {
        take(.show)
        return shown
    }

    /// Lets ``shown`` be what there is to see.
    func renderVisible() {
        drain()
        let earlier = delivery.requests
        shown = RenderedScreen()
        repeat {
            guard !isShutDown else { return }
            // The next screen to be made or rendered may ask which checkpoints exist.
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

    /// Shows the screen below the visible one beside it from the next ``show()`` on, or no more.
    ///
    /// Such a screen is seen: it appears, loads, and disappears as the visible one does.
    package func showBeside(_ isShown: Bool) {
        if isShown != showsBeside { take(.showBeside(isShown)) }
    }

    /// The entries whose screens the user sees, the topmost first.
    var seenEntries: [NavigationState.Entry] {
        [state.top] + (showsBeside ? state.besideTop.map { [$0] } ?? [] : [])
    }

    /// Renders again the screens that were rendered while their tab was not seen, once it is seen.
    private func showWhatWasUnseen() {
        for screen in screens.unseen.compactMap({ screens[$0] }) where mayBeShown(screen) {
            screen.needsRender = true
            let outermost = screens.outermost(screen.id)
            if !visible.contains(outermost), let live = screens[outermost] { refresh(live, isSeen: false) }
        }
    }

    /// Keeps in the state which inner screens a screen shows.
    private func note(_ inner: [ViewNode], of entry: NavigationState.Entry) {
        let shown = inner.map { NavigationState.InnerScreen(presentation: $0.innerPresentation, title: $0.text) }
        guard shown != entry.inner else { return }
        var entry = entry
        entry.inner = shown
        state.replaceEntry(entry.id, with: entry)
        noteChange()
    }

    /// Shows the screen and waits until it no longer loads or changes and nothing is being sent. Meanwhile the main
    /// queue is free for other work.
    ///
    /// - Returns: false if it was still loading, changing or sending after `timeout`.
    public func settle(timeout: Duration) async -> Bool {
        let deadline = ContinuousClock.now.advanced(by: timeout)
        while true {
            let isLoading = show().isLoading
            // A task that has just been started runs to its first suspension, and may change the screen at once.
            for _ in 0..<8 { await Task.yield() }
            if !isShutDown { clock.call { features.takeTurns() } }
            // A screen that loads may wait for a file, which the user picks after this.
            guard hasWork || (isLoading || delivery.isLater) && files.prompt == nil else { return true }
            let remaining = ContinuousClock.now.duration(to: deadline)
            guard remaining > .zero else { return false }
            if !hasWork { await clock.change(atMost: remaining) }
        }
    }

    /// Whether the visible screen is an error or replaces a screen that cannot be shown.
    package var isShowingFailure: Bool {
        screens[state.top.id]?.isBroken == true
    }

    /// The reason why the screen has not settled, for the user.
    package var unsettledReason: String {
        if delivery.isLater { return "values still wait to be sent" }
        return screens[state.top.id].map { screens.composed($0).isLoading } == true
            ? "the screen was still loading" : "the screens were still changing"
    }

    /// Whether features have asked for something that is not done yet.
    package var hasRequests: Bool { !requests.isEmpty || delivery.isNow }

    var hasWork: Bool {
        guard !isShutDown else { return false }
        let seen = seenEntries.map(\.id)
        return !requests.isEmpty || changedConditions != nil || visible != seen
            || seen.contains { screens[$0] == nil || screens.tree(of: $0).contains(where: \.needsRender) }
            || delivery.isNow
    }

    // MARK: Changing the state

    /// Marks the screens that the edits add, so that their checkpoints can be returned to before they are seen.
    func expectScreens(of edits: [NavigationState.Edit]) {
        for edit in edits { if let entry = edit.entry { expectScreen(of: entry) } }
    }

    func expectScreen(of entry: NavigationState.Entry) {
        if screens[entry.id]?.rendered == nil, mayShowCheckpoints(entry) { screens.markStale(entry.id) }
    }

    /// Changes the state, and destroys the screens that are no longer in it, topmost first.
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

    /// Records that the state, or its meaning, has changed.
    func noteChange() { changes += 1 }

    /// Passes the state to ``stateSink`` if it has changed.
    func publish() {
        guard isReady, publishedChanges != changes else { return }
        publishedChanges = changes
        stateSink(state)
    }

    /// Destroys every screen and ends every feature; their processes have exited when this returns. Later requests of
    /// features are refused, and the coordinator cannot be used any more.
    public func shutDown() { take(.shutDown) }

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
            // The request was checked when it was made, so what failed now is making the screen.
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
        // The new top screen is made before anything changes; the screens below it are made when they are seen.
        if let top {
            do throws(CallFailure) {
                screens[top.id] = try make(top, of: top.place, placing: edits)
            } catch {
                let parked = edits.filter(\.parks)
                guard !parked.isEmpty else { throw error }
                // The destination waits all the same, until what is to be shown meanwhile can be shown.
                commit(parked)
                showNotFound(top.place.text, error.reason)
                return
            }
        }
        commit(edits)
        noteParked(by: planned)
    }

    /// Tells the user which destinations wait from now on, and for which condition or why that cannot be shown.
    private func noteParked(by edits: [NavigationState.Edit]) {
        for (held, hold) in planner.holds(onParkedBy: edits, state.conditions) {
            problems.append(
                hold.failure(of: held).map { NavigationProblem($0) } ?? NavigationProblem(parked: hold.reason(of: held))
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

    /// The entry that the edit adds; nil for one that adds none.
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
    /// The presentation of an inner screen.
    package var innerPresentation: Presentation {
        switch kind {
        case .push: .push
        case .cover: .cover
        default: .sheet
        }
    }
}
