import FeatureContract

/// Owns the navigation state and the screens in it: opens links, follows redirects, lets features make screens, and
/// applies what features ask for.
///
/// Calls into features never nest: what a feature asks for during a call waits until that call has returned.
///
/// ```swift
/// coordinator.start(restoring: saved)              // what was opened before waits until here
/// coordinator.open("chat://chats/conversation?contact=1")
/// _ = await coordinator.settle(timeout: .seconds(5))
/// coordinator.stateText                            // [*chats] chats > chats/conversation?contact=1 | …
/// ```
@MainActor
public final class NavigationCoordinator {
    package internal(set) var catalog: Catalog
    package internal(set) var wiring: Wiring
    package internal(set) var redirector: Redirector
    /// Looks at the files anew; nil where there are none.
    var reloader: (@MainActor (_ isForced: Bool) -> Reload)?
    let store: FeatureStore

    /// Where the person is.
    package internal(set) var state: NavigationState {
        didSet { expectation = nil }
    }
    /// What went wrong since ``takeProblems()``, for the person.
    var problems: [NavigationProblem] = []
    /// Gets what features write to the log, and the lines that their processes print. It does not call the coordinator.
    public var logSink: @MainActor (LogLine) -> Void = { _ in }
    var logLimit = LogLimit()
    /// Whether it will be told what of the log was left out.
    var isLogScheduled = false
    /// Gets each state once what led to it has been carried out as a whole.
    package var stateSink: @MainActor (NavigationState) -> Void = { _ in }

    var screens: [ScreenID: LiveScreen] = [:]
    /// What all of them show takes, in bytes, and how much of it is kept.
    var keptSize = 0
    /// The last number that was given to something shown.
    var lastRevision = 0
    var maximumKept = NavigationCoordinator.maximumKept
    var maximumSeen = NavigationCoordinator.maximumSeen
    /// Screens that are not seen, may show checkpoints, and of which it is not known: not made yet, as those of a
    /// restored session, below a link's target or at the root, or changed since they were rendered.
    var unknown: Set<ScreenID> = []
    /// Those of them that have not been looked at yet, and the tab in which all were.
    var newUnknown: [ScreenID] = []
    var learnedTab: Int?
    /// What features were answered in the render that goes on; nil where none does.
    var checkpointAnswers: [CheckpointAnswer]?
    var nextID: ScreenID = 1
    var visible: ScreenID?
    var queue: [QueuedRequest] = [] {
        didSet { expectation = nil }
    }
    /// The state after as many of the requests that wait; nil once one of the two, or what a screen shows, has changed.
    var expectation: (state: NavigationState, reached: Int)?
    var sending: Sending?
    /// How often something has been sent.
    var sendRequests = 0
    var nextTimer = 0
    var callDepth = 0
    var isDrainScheduled = false
    var isShutDown = false
    /// Whether ``start(restoring:)`` has been called.
    package internal(set) var isReady = false
    var waitingLinks: [String] = []
    /// The screen that a feature makes right now.
    var making: Making? {
        didSet { expectation = nil }
    }
    /// Whether the person insists: locks are passed over.
    var isForcing = false
    let changed = Signal()
    private(set) var changes = 0
    private var publishedChanges = -1

    struct QueuedRequest {
        let request: NavigationRequest
        let feature: String
        let screen: ScreenID
        /// Where the screen stood when it asked: it may be gone when its turn comes.
        let position: NavigationState.Position
    }

    /// A screen that is being made: what it asks for counts from where it will stand.
    struct Making {
        let screen: ScreenID
        /// The screen that it will be embedded in.
        let container: ScreenID?
        /// What puts it in its place.
        let edits: [NavigationState.Edit]
    }

    /// A screen that has been made, with what it showed last.
    final class LiveScreen {
        let id: ScreenID
        let instance: any ScreenInstance
        /// The feature that made it.
        let feature: String
        /// The screen that it is embedded in; nil where it stands in the state itself.
        let container: ScreenID?
        var rendered: RenderedScreen?
        /// What that takes, in bytes.
        var size = 0
        /// Another number for each thing that was shown.
        var revision = 0
        /// Whether its nodes have been let go of while it was not seen.
        var isDropped = false
        var needsRender = true
        var isSeen = false
        /// Whether it stands for a screen that could not be made, or its last render failed.
        var isBroken = false
        /// Whether its feature has ended since it was rendered: what it was is gone.
        var isLost = false
        /// What is embedded in it, in the order of its nodes.
        var embedded: [Embedded] = []
        /// Whether the person knows that not everything can be embedded in it.
        var isKnownToBeFull = false
        /// The checkpoints that it shows and its feature does not declare, as far as they have been told.
        var undeclared: Set<String> = []

        struct Embedded {
            /// Which of the nodes that embed something.
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
        self.catalog = catalog
        self.wiring = wiring
        self.store = store
        redirector = Redirector(wiring, catalog: catalog)
        (state, nextID) = Self.roots(catalog, wiring, redirector, from: 1)
    }

    /// The roots that the wiring names.
    ///
    /// - Parameter id: The first number for a screen.
    /// - Returns: Also the next number.
    static func roots(
        _ catalog: Catalog, _ wiring: Wiring, _ redirector: Redirector, from id: ScreenID
    ) -> (state: NavigationState, next: ScreenID) {
        var id = id
        func root(_ text: String?) -> NavigationState.Entry {
            defer { id += 1 }
            guard let text else { return .init(id: id, destination: Destination(feature: Manifest.systemID)) }
            let destination: Destination
            do {
                let chain = try redirector.resolve(catalog.destination(text))
                _ = try Self.handledPlace(chain, in: catalog, unconnectedReason: wiring.unconnectedReason)
                destination = chain.end
            } catch {
                destination = Self.placeholder(text, error) ?? SystemRoutes.notFound(text, reason: "\(error)")
            }
            return .init(id: id, destination: destination)
        }
        let tabs = wiring.tabs.map { NavigationState.Tab(name: $0.name, root: root($0.root)) }
        let state = NavigationState(tabs: tabs.isEmpty ? [.init(name: "", root: root(wiring.root))] : tabs)
        return (state, id)
    }

    // MARK: What is seen

    /// Makes the screen that is seen, where it is not made yet, and renders what has changed.
    @discardableResult
    package func show() -> RenderedScreen {
        drain()
        let requests = sendRequests
        var shown = RenderedScreen()
        repeat {
            guard !isShutDown else { return shown }
            // What is made or rendered next may ask for them.
            learnCheckpoints()
            guard let screen = live(state.top) else { return shown }
            if visible != state.top.id {
                if let visible { disappear(visible) }
                visible = state.top.id
                for part in tree(of: state.top.id) where part.isDropped { part.needsRender = true }
            }
            unknown.remove(state.top.id)
            learnCheckpoints()
            refresh(screen, isSeen: true)
            shown = composed(screen)
        } while continueSendingAfterShowing(since: requests)
        return shown
    }

    /// Shows the screen and waits until it has stopped loading and changing, and nothing is sent any more. Meanwhile
    /// the main queue is free for others.
    ///
    /// - Returns: false when it was still loading or changing after `timeout`.
    public func settle(timeout: Duration) async -> Bool {
        let deadline = ContinuousClock.now.advanced(by: timeout)
        while true {
            let isLoading = show().isLoading
            // Work that has just been started runs up to its first suspension: it may change the screen at once.
            for _ in 0..<8 { await Task.yield() }
            if !isShutDown { call { store.takeTurns() } }
            guard hasWork || isLoading || isSendingLater else { return true }
            let remaining = ContinuousClock.now.duration(to: deadline)
            guard remaining > .zero else { return false }
            if !hasWork { await changed.wait(atMost: remaining) }
        }
    }

    /// Whether what is seen stands for a screen that cannot be shown.
    package var isShowingFailure: Bool {
        screens[state.top.id]?.isBroken == true
    }

    /// What keeps the screen from settling, for a person.
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

    /// Remembers which screens are still to be made, so that their checkpoints can be returned to.
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

    /// Changes the state, and destroys the screens that are in it no more, topmost first.
    ///
    /// A screen that holds a lock keeps everything as it is.
    func commit(_ edits: [NavigationState.Edit], isForced: Bool = false) throws(CallFailure) {
        guard !edits.isEmpty else { return }
        if !isForced { try checkLocks(edits) }
        let removed = state.entriesRemoved(by: edits)
        // What is held twice is copied as a whole.
        expectation = nil
        state.apply(edits)
        changes += 1
        expectScreens(of: edits)
        for entry in removed.reversed() { destroy(entry.id) }
        changed.fire()
    }

    /// The state is not what it was, or what it means is not.
    func noteChange() { changes += 1 }

    /// Tells of the state, where it has changed.
    func publish() {
        guard isReady, publishedChanges != changes else { return }
        publishedChanges = changes
        stateSink(state)
    }

    /// Destroys every screen and ends every feature: their processes are gone when it returns. What they ask for from
    /// then on is refused, and nothing can be done with the coordinator any more.
    public func shutDown() {
        isShutDown = true
        for id in screens.keys.sorted(by: >) where screens[id]?.container == nil { destroy(id) }
        visible = nil
        queue = []
        sending = nil
        store.deactivateAll()
        finishLog(at: nil)
    }

    /// Marks a call into a feature, so that what it asks for waits.
    func call<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        callDepth += 1
        defer {
            callDepth -= 1
            if callDepth == 0, !queue.isEmpty { scheduleDrain() }
        }
        return try body()
    }
}
