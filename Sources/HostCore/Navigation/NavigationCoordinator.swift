import Dispatch
import FeatureContract

/// Owns the navigation state and the screens in it: opens links, follows redirects, lets features make screens, and
/// applies what features ask for.
///
/// Calls into features never nest: what a feature asks for during a call waits until that call has returned.
@MainActor
package final class NavigationCoordinator: FeatureHost {
    package let catalog: Catalog
    package let wiring: Wiring
    package let redirector: Redirector
    private let store: FeatureStore

    /// Where the person is.
    package private(set) var state: NavigationState
    /// What went wrong since ``takeProblems()``, for the person.
    private var problems: [String] = []
    /// Gets what features write to the log.
    package var logSink: @MainActor (LogLine) -> Void = { _ in }

    private var screens: [ScreenID: LiveScreen] = [:]
    private var nextID: ScreenID = 1
    private var visible: ScreenID?
    private var queue: [QueuedRequest] = []
    private var callDepth = 0
    private var isDrainScheduled = false
    private var isShutDown = false
    private let changed = Signal()

    private struct QueuedRequest {
        let request: NavigationRequest
        let feature: String
        let screen: ScreenID
        /// Where the screen stood when it asked: it may be gone when its turn comes.
        let tab: Int
    }

    /// A screen that has been made, with what it showed last.
    private final class LiveScreen {
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
                _ = try Self.handledPlace(chain, in: catalog)
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

    // MARK: What the person does
    //
    // What features have asked for until then is carried out before it, and what it makes them ask for right after it.

    /// Opens a link, as the wiring's policy says.
    package func open(_ text: String) {
        drain()
        defer { drain() }
        do throws(LinkFailure) {
            let (url, matched) = try resolve(link: text)
            if let matched { return show(link: matched, asked: text) }
            guard let answered = try ask(for: url) else { throw LinkFailure(reason: unmatchedReason(url)) }
            show(link: answered, asked: text)
        } catch {
            showNotFound(text, error.reason)
        }
    }

    /// Goes to a destination: any feature's, not only one's own.
    ///
    /// The root of a tab is selected, and popped to.
    ///
    /// - Parameter method: How it is shown, whatever the wiring and the route say.
    /// - Parameter byLink: By a link on a screen, which pushes always, unless the wiring says another method.
    package func go(to destination: Destination, method: RouteMethod? = nil, byLink: Bool = false) {
        drain()
        defer { drain() }
        do {
            let checked = try catalog.checked(destination)
            let chain = try redirector.resolve(checked)
            if method == nil, !byLink, let index = tabIndex(withRoot: chain.end) {
                apply { state in
                    state.reset(inTab: index)
                    if index != state.selectedIndex { try? state.selectTab(state.tabs[index].name) }
                }
                return
            }
            try put(chain, method: byLink ? chain.method ?? .push : method, inTab: state.selectedIndex)
        } catch {
            showNotFound(destination.text, "\(error)")
        }
    }

    private func tabIndex(withRoot destination: Destination) -> Int? {
        guard let manifest = catalog.feature(destination.feature)?.manifest else { return nil }
        return state.tabs.firstIndex { manifest.areSame($0.entries[0].destination, destination) }
    }

    /// The destinations of the stack after going to one that is not redirected any more.
    package func stack(goingTo destination: Destination) -> [Destination] {
        if let index = tabIndex(withRoot: destination) { return [state.tabs[index].entries[0].destination] }
        return state.selected.entries.map(\.destination) + [destination]
    }

    /// Goes to the destination that a text means.
    package func go(toText text: String) {
        do {
            go(to: try catalog.destination(text))
        } catch {
            drain()
            showNotFound(text, error.description)
        }
    }

    /// Goes back, pops or dismisses; a refusal is a problem for the person.
    package func perform(_ request: NavigationRequest) {
        drain()
        defer { drain() }
        do {
            try carryOut(request, feature: nil, inTab: state.selectedIndex)
        } catch {
            problems.append(error.reason)
        }
    }

    /// Uses a node of the screen that is seen.
    package func use(_ node: ViewNode, value: Value = .null) {
        drain()
        defer { drain() }
        if let destination = node.destination {
            // The person may go anywhere, and what a feature shows leads where the feature itself may go.
            if let owner = screens[state.top.id]?.feature, owner != Manifest.systemID, owner != destination.feature {
                problems.append("'\(node.label)' leads nowhere: \(Self.foreignReason(destination))")
                return
            }
            go(to: destination, byLink: node.kind == .link || node.kind == .row)
        } else if !node.url.isEmpty {
            open(node.url)
        } else if node.action != 0, let screen = screens[state.top.id] {
            do throws(CallFailure) {
                try call { () throws(CallFailure) in try screen.instance.perform(node.action, value) }
            } catch {
                // A feature may pass on why its request was refused, which has been told.
                if !problems.contains(where: { $0.hasSuffix(error.reason) }) {
                    problems.append("'\(node.label)' could not be done: \(error.reason)")
                }
            }
        }
    }

    /// What went wrong since the last time, oldest first.
    package func takeProblems() -> [String] {
        defer { problems = [] }
        return problems
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

    private var hasWork: Bool {
        guard !isShutDown else { return false }
        return !queue.isEmpty || visible != state.top.id || screens[state.top.id]?.needsRender != false
    }

    // MARK: FeatureHost

    package func request(
        _ request: NavigationRequest, by feature: String, from screen: ScreenID
    ) throws(CallFailure) {
        guard !isShutDown else { throw CallFailure(.invalidState, "the host is shutting down") }
        var tab = state.selectedIndex
        if screen != 0 {
            guard let owner = screens[screen]?.feature ?? (beingMade == screen ? feature : nil) else {
                throw CallFailure(.invalidState, "the screen \(screen) of '\(feature)' is gone")
            }
            guard owner == feature else {
                throw CallFailure(.invalidState, "the screen \(screen) is not one of '\(feature)'")
            }
            tab = state.tabIndex(of: screen) ?? tab
        }
        do throws(CallFailure) {
            try check(request, feature: feature, inTab: tab)
        } catch {
            problems.append("'\(feature)': \(error.reason)")
            throw error
        }
        queue.append(QueuedRequest(request: request, feature: feature, screen: screen, tab: tab))
        changed.fire()
        scheduleDrain()
    }

    package func canReturn(toCheckpoint name: String, of feature: String, from screen: ScreenID) -> Bool { false }

    package func invalidate(_ screen: ScreenID, of feature: String) {
        if screen == 0 {
            for live in screens.values where live.feature == feature { live.needsRender = true }
        } else if let live = screens[screen], live.feature == feature {
            live.needsRender = true
        } else {
            return
        }
        changed.fire()
    }

    package func log(_ line: LogLine) {
        logSink(line)
    }

    package func callIntoFeature(_ body: () -> Void) {
        call(body)
    }

    // MARK: Requests

    /// Refuses what cannot be carried out, without carrying it out.
    private func check(_ request: NavigationRequest, feature: String, inTab index: Int) throws(CallFailure) {
        switch request {
        case .navigate(let destination, _):
            _ = try handledPlace(chain(destination, of: feature))
        case .replaceStack(let destinations):
            for destination in destinations { _ = try handledPlace(chain(destination, of: feature)) }
        case .back, .pop, .popTo, .popToRoot, .dismiss, .dismissAll, .reset, .selectTab:
            var expected = expectedState
            try expected.carryOut(request, inTab: index)
        case .returnToCheckpoint, .send, .resume:
            throw CallFailure(.unsupported, "this host does not return to checkpoints or send values yet")
        }
    }

    /// The state as it will be after the requests that wait, as far as that can be told before their screens are made.
    private var expectedState: NavigationState {
        var expected = state
        for waiting in queue {
            let tab = waiting.screen == 0 ? expected.selectedIndex : waiting.tab
            switch waiting.request {
            case .navigate(let destination, let method):
                guard let chain = try? chain(destination, of: waiting.feature),
                    let presentation = try? presentation(of: chain, method: method)
                else { continue }
                expected.append(.init(id: 0, destination: chain.end, presentation: presentation), toTab: tab)
            case .replaceStack(let destinations):
                let ends = destinations.compactMap { try? chain($0, of: waiting.feature).end }
                expected.replaceStack(with: ends.map { .init(id: 0, destination: $0) }, inTab: tab)
            default:
                try? expected.carryOut(waiting.request, inTab: tab)
            }
        }
        return expected
    }

    /// How many requests are carried out in a row: screens that navigate on as they are made would never end.
    private static let maximumRequestsInARow = 256

    private func drain() {
        // Whatever is asked for while this runs goes to the end of the queue.
        var count = 0
        while callDepth == 0, !queue.isEmpty {
            let next = queue.removeFirst()
            count += 1
            guard count <= Self.maximumRequestsInARow else {
                problems.append(
                    "'\(next.feature)': more than \(Self.maximumRequestsInARow) requests to navigate in a row; the rest "
                        + "is dropped")
                queue = []
                return
            }
            carryOut(next)
        }
    }

    private func carryOut(_ next: QueuedRequest) {
        // The feature itself means the stack that is seen.
        let tab = next.screen == 0 ? state.selectedIndex : state.tabIndex(of: next.screen) ?? next.tab
        do throws(CallFailure) {
            try carryOut(next.request, feature: next.feature, inTab: tab)
        } catch {
            problems.append("'\(next.feature)': \(error.reason)")
            // It was checked when it was asked for: what fails now is making the screen.
            switch next.request {
            case .navigate(let asked, _): putNotFound(asked.text, error.reason, inTab: tab)
            case .replaceStack(let asked): putNotFound(asked.last?.text ?? "", error.reason, inTab: tab)
            default: break
            }
        }
    }

    private func scheduleDrain() {
        guard callDepth == 0, !isDrainScheduled else { return }
        isDrainScheduled = true
        DispatchQueue.main.async { [weak self] in
            MainActor.assumeIsolated {
                self?.isDrainScheduled = false
                self?.drain()
            }
        }
    }

    /// - Parameter feature: Who asks; nil for the person, who may go anywhere.
    private func carryOut(_ request: NavigationRequest, feature: String?, inTab index: Int) throws(CallFailure) {
        switch request {
        case .navigate(let destination, let method):
            try put(chain(destination, of: feature), method: method, inTab: index)
        case .replaceStack(let destinations):
            var entries: [NavigationState.Entry] = []
            for destination in destinations {
                entries.append(entry(try chain(destination, of: feature).end, .push))
            }
            try replaceStack(with: entries, inTab: index)
        default:
            var copy = state
            try copy.carryOut(request, inTab: index)
            apply { $0 = copy }
        }
    }

    /// Where a feature's own destination leads.
    private func chain(_ destination: Destination, of feature: String?) throws(CallFailure) -> Redirector.Chain {
        if let feature, destination.feature != feature {
            throw CallFailure(.notAllowed, Self.foreignReason(destination))
        }
        let checked: Destination
        do throws(CatalogError) {
            checked = try catalog.checked(destination)
        } catch {
            throw CallFailure(error)
        }
        do throws(RedirectError) {
            return try redirector.resolve(checked)
        } catch {
            throw CallFailure(.unconnected, error.description)
        }
    }

    private static func foreignReason(_ destination: Destination) -> String {
        "'\(destination)' is another feature's: declare an outgoing destination, and let the wiring lead there"
    }

    // MARK: Putting entries on the stack

    private func put(_ chain: Redirector.Chain, method: RouteMethod?, inTab index: Int) throws(CallFailure) {
        let new = entry(chain.end, try presentation(of: chain, method: method))
        screens[new.id] = try make(new)
        apply { $0.append(new, toTab: index) }
    }

    /// How a destination is shown: as it was asked for, else as the wiring says, else as its route says.
    private func presentation(of chain: Redirector.Chain, method: RouteMethod?) throws(CallFailure) -> Presentation {
        let place = try handledPlace(chain)
        guard let presentation = Presentation(rawValue: (method ?? chain.method ?? place.declaration.method).rawValue)
        else { throw CallFailure(.unsupported, "this host does not send destinations yet") }
        return presentation
    }

    private func replaceStack(with entries: [NavigationState.Entry], inTab index: Int) throws(CallFailure) {
        var copy = state
        copy.replaceStack(with: entries, inTab: index)
        // What is seen of it is made before anything changes; what is below, when it is seen.
        if let top = copy.tabs[index].entries.dropFirst().last, screens[top.id] == nil {
            screens[top.id] = try make(top)
        }
        apply { $0 = copy }
    }

    /// The place where a chain ends, which somebody must handle.
    private func handledPlace(_ chain: Redirector.Chain) throws(CallFailure) -> Catalog.Place {
        try Self.handledPlace(chain, in: catalog)
    }

    private static func handledPlace(
        _ chain: Redirector.Chain, in catalog: Catalog
    ) throws(CallFailure) -> Catalog.Place {
        let place: Catalog.Place
        do throws(CatalogError) {
            place = try catalog.place(feature: chain.end.feature, route: chain.end.route)
        } catch {
            throw CallFailure(error)
        }
        if case .outgoing = place {
            throw CallFailure(.unconnected, unconnectedReason(chain.end))
        }
        return place
    }

    package static func unconnectedReason(_ destination: Destination) -> String {
        "'\(destination.qualifiedRoute)' is not connected: no redirect in the wiring file leads on from it"
    }

    private func entry(_ destination: Destination, _ presentation: Presentation) -> NavigationState.Entry {
        defer { nextID += 1 }
        return .init(id: nextID, destination: destination, presentation: presentation)
    }

    /// The screen that a feature makes right now.
    private var beingMade: ScreenID?

    /// Lets the feature make the screen of an entry.
    private func make(_ entry: NavigationState.Entry) throws(CallFailure) -> LiveScreen {
        let destination = entry.destination
        let feature = try store.instance(of: destination.feature, host: self)
        beingMade = entry.id
        defer { beingMade = nil }
        let instance = try call { () throws(CallFailure) in
            if destination.route.isEmpty { return try feature.makeMainScreen(entry.id) }
            guard let screen = try feature.resolve(destination, entry.id) else {
                throw CallFailure(
                    .unknownRoute,
                    "the feature '\(destination.feature)' declares '\(destination.route)' and says it is not its own")
            }
            return screen
        }
        return LiveScreen(instance, of: destination.feature)
    }

    /// The screen of an entry, made now if need be. One that cannot be made is replaced by the not-found screen.
    private func live(_ entry: NavigationState.Entry) -> LiveScreen? {
        if let screen = screens[entry.id] { return screen }
        do throws(CallFailure) {
            let screen = try make(entry)
            screens[entry.id] = screen
            return screen
        } catch {
            problems.append("'\(entry.destination)' cannot be shown: \(error.reason)")
            let notFound = SystemFeature.notFound(entry.destination.text, reason: error.reason)
            // Another screen in the same place: a number is never used twice.
            let place = self.entry(entry.destination, entry.presentation)
            guard
                let screen = (try? store.instance(of: Manifest.systemID, host: self).resolve(notFound, place.id)) ?? nil
            else { return nil }
            state.replaceEntry(entry.id, with: place)
            screens[place.id] = LiveScreen(screen, of: Manifest.systemID)
            return screens[place.id]
        }
    }

    private func showNotFound(_ asked: String, _ reason: String) {
        problems.append(reason)
        putNotFound(asked, reason, inTab: state.selectedIndex)
    }

    private func putNotFound(_ asked: String, _ reason: String, inTab index: Int) {
        let new = entry(SystemFeature.notFound(asked, reason: reason), .push)
        apply { $0.append(new, toTab: index) }
    }

    /// Changes the state, and destroys the screens that are in it no more, topmost first.
    private func apply(_ change: (inout NavigationState) -> Void) {
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
    private func call<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        callDepth += 1
        defer {
            callDepth -= 1
            if callDepth == 0, !queue.isEmpty { scheduleDrain() }
        }
        return try body()
    }

    // MARK: Links

    /// Why a link leads nowhere.
    private struct LinkFailure: Error {
        let reason: String
    }

    /// The destination that the patterns give; nil where none matches.
    private func resolve(link text: String) throws(LinkFailure) -> (LinkURL, Destination?) {
        do {
            let url = try LinkURL(text)
            try LinkRules(catalog: catalog, wiring: wiring).checkScheme(of: url)
            switch catalog.links.match(url) {
            case .destination(let destination, _): return (url, destination)
            case .ambiguous(let first, let second): throw LinkRefusal.ambiguous(url.text, first, second)
            case .noPattern: return (url, nil)
            }
        } catch {
            throw LinkFailure(reason: "\(error)")
        }
    }

    /// Asks the features that resolve links of this scheme and host by code.
    private func ask(for url: LinkURL) throws(LinkFailure) -> Destination? {
        guard case .noPattern(let askable) = catalog.links.match(url) else { return nil }
        for id in askable {
            do {
                let feature = try store.instance(of: id, host: self)
                if let destination = try call({ () throws(CallFailure) in try feature.resolve(url: url.text) }) {
                    guard destination.feature == id else {
                        throw CallFailure(.notAllowed, Self.foreignReason(destination))
                    }
                    return try catalog.checked(destination)
                }
            } catch {
                throw LinkFailure(reason: "the feature '\(id)' could not resolve '\(url)': \(error)")
            }
        }
        return nil
    }

    private func unmatchedReason(_ url: LinkURL) -> String {
        LinkRules(catalog: catalog, wiring: wiring).unmatched(url).description
    }

    private func show(link destination: Destination, asked: String) {
        do {
            let chain = try redirector.resolve(destination)
            let place = try handledPlace(chain)
            let plan = LinkPlan(chain, place: place, wiring: wiring, state: state)
            switch plan.policy {
            case .append: try put(chain, method: nil, inTab: state.selectedIndex)
            case .present: try put(chain, method: .sheet, inTab: state.selectedIndex)
            case .rebuild: try rebuild(plan)
            }
        } catch {
            showNotFound(asked, "\(error)")
        }
    }

    private func rebuild(_ plan: LinkPlan) throws(CallFailure) {
        try replaceStack(with: plan.aboveRoot.map { entry($0, .push) }, inTab: plan.tabIndex)
        if plan.tabIndex != state.selectedIndex { apply { try? $0.selectTab($0.tabs[plan.tabIndex].name) } }
    }
}

extension NavigationState {
    /// The operations that need no feature.
    fileprivate mutating func carryOut(_ request: NavigationRequest, inTab index: Int) throws(CallFailure) {
        switch request {
        case .back: try back(inTab: index)
        case .pop(let count): try pop(count, inTab: index)
        case .popTo(let destination): try pop(to: destination, inTab: index)
        case .popToRoot: popToRoot(inTab: index)
        case .dismiss: try dismiss(inTab: index)
        case .dismissAll: dismissAll(inTab: index)
        case .reset: reset(inTab: index)
        case .selectTab(let name): try selectTab(name)
        case .navigate, .replaceStack, .returnToCheckpoint, .send, .resume: break
        }
    }
}

extension CallFailure {
    /// What a feature is told of a destination that the catalog does not have.
    fileprivate init(_ error: CatalogError) {
        switch error {
        case .noFeature: self.init(.unavailable, error.description)
        case .noRoute: self.init(.unknownRoute, error.description)
        case .destination: self.init(.invalidArgument, error.description)
        }
    }
}

/// Lets one asynchronous function wait until something has changed.
@MainActor
private final class Signal {
    private var waiter: CheckedContinuation<Void, Never>?

    func fire() {
        waiter?.resume()
        waiter = nil
    }

    func wait(atMost duration: Duration) async {
        let timer = Task {
            // Cancelled, it would wake whoever waits next.
            guard (try? await Task.sleep(for: duration)) != nil else { return }
            fire()
        }
        await withCheckedContinuation { waiter = $0 }
        timer.cancel()
    }
}
