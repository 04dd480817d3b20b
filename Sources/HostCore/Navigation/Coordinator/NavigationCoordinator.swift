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
    /// Reads the plugins directories and the wiring again; nil for a coordinator without files.
    var reloader: (@MainActor (_ isForced: Bool) -> Reload)?
    let store: FeatureStore

    /// The current navigation state.
    package internal(set) var state: NavigationState {
        didSet { projection = nil }
    }
    /// Problems for the user since the last ``takeProblems()``.
    var problems: [NavigationProblem] = []
    /// Receives the features' log lines, and the lines that their processes print. It must not call the coordinator.
    public var logSink: @MainActor (LogLine) -> Void = { _ in }
    var logLimit = LogLimit()
    /// Whether a report of left-out log lines is scheduled.
    var isLogScheduled = false
    /// Receives each new state once all requests that led to it have been carried out.
    package var stateSink: @MainActor (NavigationState) -> Void = { _ in }

    var screens: [ScreenID: LiveScreen] = [:]
    /// The size in bytes of the rendered content of all screens.
    var keptSize = 0
    /// The last number that was given to a rendering.
    var lastRevision = 0
    var maximumKept = NavigationCoordinator.maximumKept
    var maximumSeen = NavigationCoordinator.maximumSeen
    /// Screens that may show checkpoints, are not visible, and whose rendering is missing or out of date: screens not
    /// made yet (of a restored session, below a link's target, at a root), and screens that changed since they were
    /// rendered.
    var stale: Set<ScreenID> = []
    /// The screens of ``unknown`` that no refresh has considered yet; then the tab in which the last refresh considered
    /// all.
    var newlyStale: [ScreenID] = []
    var refreshedTab: Int?
    /// The answers to `canReturn` during the current render; nil outside a render.
    var checkpointAnswers: [CheckpointAnswer]?
    var nextID: ScreenID = 1
    var visible: ScreenID?
    var queue: [QueuedRequest] = [] {
        didSet { projection = nil }
    }
    /// The state after the first `reached` requests of the queue. It is nil once the state, the queue or the content of
    /// a screen has changed.
    var projection: (state: NavigationState, reached: Int)?
    var sending: Sending?
    /// The number of requests to send so far.
    var sendRequests = 0
    var nextTimer = 0
    var callDepth = 0
    var isDrainScheduled = false
    var isShutDown = false
    /// Whether ``start(restoring:)`` has been called.
    package internal(set) var isReady = false
    var waitingLinks: [String] = []
    /// The screen that a feature is making now.
    var pendingScreen: PendingScreen? {
        didSet { projection = nil }
    }
    /// Whether the user overrides locks.
    var isForcing = false
    let changed = Signal()
    private(set) var changes = 0
    private var publishedChanges = -1

    struct QueuedRequest {
        let request: NavigationRequest
        let feature: String
        let screen: ScreenID
        /// The position of the screen when it made the request; the screen may be gone when the request is carried out.
        let position: NavigationState.Position

        var asker: Planner.Asker { .init(feature: feature, screen: screen) }
    }

    /// A screen that is being made. Its requests start from the place where it will stand.
    struct PendingScreen {
        let screen: ScreenID
        /// The screen that will embed it.
        let container: ScreenID?
        /// The edits that put the screen in its place.
        let edits: [NavigationState.Edit]
    }

    /// A screen that has been made, with its last rendering.
    final class LiveScreen {
        let id: ScreenID
        let instance: any ScreenInstance
        /// The feature that made the screen.
        let feature: String
        /// The screen that embeds this one; nil if this one stands in the state itself.
        let container: ScreenID?
        var rendered: RenderedScreen?
        /// The size of the rendering in bytes.
        var size = 0
        /// A number that differs for each rendering.
        var revision = 0
        /// Whether the nodes of the rendering were dropped while the screen was not visible.
        var isDropped = false
        var needsRender = true
        var isSeen = false
        /// Whether the screen replaces one that could not be made, or its last render failed.
        var isBroken = false
        /// Whether its feature has stopped since the last render, and the screen's contents with it.
        var isLost = false
        /// The embedded screens, in the order of the nodes that embed them.
        var embedded: [Embedded] = []
        /// Whether the user has a problem report saying that not all embedded screens fit.
        var isKnownToBeFull = false
        /// The checkpoints that the screen shows, its feature does not declare, and the log already mentions.
        var undeclared: Set<String> = []

        struct Embedded {
            /// The index of the embedding node among all of them.
            let place: Int
            let destination: Destination
            let screen: ScreenID
        }

        init(_ id: ScreenID, _ instance: any ScreenInstance, of feature: String, in container: ScreenID? = nil) {
            self.id = id
            self.instance = instance
            self.feature = feature
            self.container = container
        }
    }

    /// Begins at the roots that the wiring names. No feature runs before ``show()``.
    package init(catalog: Catalog, wiring: Wiring, store: FeatureStore) {
        planner = Planner(catalog: catalog, wiring: wiring)
        self.store = store
        (state, nextID) = planner.roots(from: 1)
    }

    // MARK: Showing

    /// Makes the visible screen if necessary, and renders the parts that have changed.
    @discardableResult
    package func show() -> RenderedScreen {
        drain()
        let requests = sendRequests
        var shown = RenderedScreen()
        repeat {
            guard !isShutDown else { return shown }
            // The next screen to be made or rendered may ask which checkpoints exist.
            refreshCheckpoints()
            guard let screen = live(state.top) else { return shown }
            if visible != state.top.id {
                if let visible { disappear(visible) }
                visible = state.top.id
                for part in tree(of: state.top.id) where part.isDropped { part.needsRender = true }
            }
            stale.remove(state.top.id)
            refreshCheckpoints()
            refresh(screen, isSeen: true)
            shown = composed(screen)
        } while continueSendingAfterShowing(since: requests)
        return shown
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
            if !isShutDown { call { store.takeTurns() } }
            guard hasWork || isLoading || isSendingLater else { return true }
            let remaining = ContinuousClock.now.duration(to: deadline)
            guard remaining > .zero else { return false }
            if !hasWork { await changed.wait(atMost: remaining) }
        }
    }

    /// Whether the visible screen is an error or replaces a screen that cannot be shown.
    package var isShowingFailure: Bool {
        screens[state.top.id]?.isBroken == true
    }

    /// The reason why the screen has not settled, for the user.
    package var unsettledReason: String {
        if isSendingLater { return "values still wait to be sent" }
        return screens[state.top.id].map { composed($0).isLoading } == true
            ? "the screen was still loading" : "the screens were still changing"
    }

    var hasWork: Bool {
        guard !isShutDown else { return false }
        return !queue.isEmpty || visible != state.top.id || screens[state.top.id] == nil
            || tree(of: state.top.id).contains(where: \.needsRender) || isSendingNow
    }

    // MARK: Changing the state

    /// Marks the screens that the edits add, so that their checkpoints can be returned to before they are seen.
    func expectScreens(of edits: [NavigationState.Edit]) {
        for edit in edits {
            switch edit {
            case .push(let entry, _, _), .present(let entry, _), .replaceRoot(let entry, _): expectScreen(of: entry)
            case .cut, .select: break
            }
        }
    }

    func expectScreen(of entry: NavigationState.Entry) {
        if screens[entry.id]?.rendered == nil, mayShowCheckpoints(entry) { forget(entry.id) }
    }

    /// Changes the state, and destroys the screens that are no longer in it, topmost first.
    func commit(_ edits: [NavigationState.Edit]) {
        guard !edits.isEmpty else { return }
        let removed = state.entriesRemoved(by: edits)
        // A second reference to the state's storage would force a copy of all of it.
        projection = nil
        state.apply(edits)
        changes += 1
        expectScreens(of: edits)
        for entry in removed.reversed() { destroy(entry.id) }
        changed.fire()
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
    public func shutDown() {
        isShutDown = true
        for id in screens.keys.sorted(by: >) where screens[id]?.container == nil { destroy(id) }
        visible = nil
        queue = []
        sending = nil
        store.deactivateAll()
        finishLog(at: nil)
    }

    /// Runs a call into a feature; requests made during the call wait until it has returned.
    func call<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        callDepth += 1
        defer {
            callDepth -= 1
            if callDepth == 0, !queue.isEmpty { scheduleDrain() }
        }
        return try body()
    }
}
