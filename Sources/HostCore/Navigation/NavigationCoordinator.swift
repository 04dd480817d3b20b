import FeatureContract

/// Owns the navigation state and the screens in it: opens links, follows redirects, lets features make screens, and
/// applies what features ask for.
///
/// Calls into features never nest: what a feature asks for during a call waits until that call has returned.
@MainActor
package final class NavigationCoordinator {
    package let catalog: Catalog
    package let wiring: Wiring
    package let redirector: Redirector
    let store: FeatureStore

    /// Where the person is.
    package internal(set) var state: NavigationState
    /// What went wrong since ``takeProblems()``, for the person.
    var problems: [String] = []
    /// Gets what features write to the log.
    package var logSink: @MainActor (LogLine) -> Void = { _ in }

    var screens: [ScreenID: LiveScreen] = [:]
    var nextID: ScreenID = 1
    var visible: ScreenID?
    var queue: [QueuedRequest] = []
    var callDepth = 0
    var isDrainScheduled = false
    var isShutDown = false
    /// The screen that a feature makes right now.
    var beingMade: ScreenID?
    let changed = Signal()

    struct QueuedRequest {
        let request: NavigationRequest
        let feature: String
        let screen: ScreenID
        /// Where the screen stood when it asked: it may be gone when its turn comes.
        let tab: Int
    }

    /// A screen that has been made, with what it showed last.
    final class LiveScreen {
        let instance: any ScreenInstance
        /// The feature that made it.
        let feature: String
        var rendered: RenderedScreen?
        var needsRender = true

        init(_ instance: any ScreenInstance, of feature: String) {
            self.instance = instance
            self.feature = feature
        }
    }

    /// Begins at the roots that the wiring names. No feature runs before ``show()``.
    package init(catalog: Catalog, wiring: Wiring, store: FeatureStore) {
        self.catalog = catalog
        self.wiring = wiring
        self.store = store
        let redirector = Redirector(wiring.redirects, catalog: catalog)
        self.redirector = redirector
        var id: ScreenID = 0
        func root(_ text: String?) -> NavigationState.Entry {
            id += 1
            guard let text else { return .init(id: id, destination: Destination(feature: Manifest.systemID)) }
            let destination: Destination
            do {
                let chain = try redirector.resolve(catalog.destination(text))
                _ = try Self.handledPlace(chain, in: catalog, wiring)
                destination = chain.end
            } catch {
                destination = SystemFeature.notFound(text, reason: "\(error)")
            }
            return .init(id: id, destination: destination)
        }
        let tabs = wiring.tabs.map { NavigationState.Tab(name: $0.name, root: root($0.root)) }
        state = NavigationState(tabs: tabs.isEmpty ? [.init(name: "", root: root(wiring.root))] : tabs)
        nextID = id + 1
    }

    // MARK: What is seen

    /// Makes the screen that is seen, where it is not made yet, and renders what has changed.
    @discardableResult
    package func show() -> RenderedScreen {
        drain()
        let entry = state.top
        guard !isShutDown, let screen = live(entry) else { return RenderedScreen() }
        if visible != state.top.id {
            if let visible, let old = screens[visible] { call { old.instance.disappear() } }
            visible = state.top.id
            call { screen.instance.appear() }
        }
        if screen.needsRender {
            screen.needsRender = false
            do throws(CallFailure) {
                screen.rendered = try call { () throws(CallFailure) in try screen.instance.render() }
            } catch {
                problems.append("'\(entry.destination)' could not be rendered: \(error.reason)")
                var text = ViewNode(.text, text: "\(entry.destination) could not be rendered: \(error.reason)")
                text.role = .danger
                screen.rendered = RenderedScreen(title: "Error", nodes: [text])
            }
        }
        return screen.rendered ?? RenderedScreen()
    }

    /// Shows the screen and waits until it has stopped loading and changing.
    ///
    /// - Returns: false when it was still loading or changing after `timeout`.
    package func settle(timeout: Duration) async -> Bool {
        let deadline = ContinuousClock.now.advanced(by: timeout)
        while true {
            let isLoading = show().isLoading
            // Work that has just been started runs up to its first suspension: it may change the screen at once.
            for _ in 0..<8 { await Task.yield() }
            guard hasWork || isLoading else { return true }
            let remaining = ContinuousClock.now.duration(to: deadline)
            guard remaining > .zero else { return false }
            if !hasWork { await changed.wait(atMost: remaining) }
        }
    }

    var hasWork: Bool {
        guard !isShutDown else { return false }
        return !queue.isEmpty || visible != state.top.id || screens[state.top.id]?.needsRender != false
    }

    /// Changes the state, and destroys the screens that are in it no more, topmost first.
    func apply(_ change: (inout NavigationState) -> Void) {
        let before = state
        change(&state)
        let kept = Set(state.allEntries.map(\.id))
        for entry in before.allEntries.reversed() where !kept.contains(entry.id) {
            guard let screen = screens.removeValue(forKey: entry.id) else { continue }
            call {
                if visible == entry.id {
                    visible = nil
                    screen.instance.disappear()
                }
                screen.instance.destroy()
            }
        }
        changed.fire()
    }

    /// Destroys every screen and ends every feature. What they ask for from then on is refused.
    package func shutDown() {
        isShutDown = true
        for id in screens.keys.sorted(by: >) {
            guard let screen = screens.removeValue(forKey: id) else { continue }
            call {
                if visible == id { screen.instance.disappear() }
                screen.instance.destroy()
            }
        }
        visible = nil
        queue = []
        store.deactivateAll()
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
