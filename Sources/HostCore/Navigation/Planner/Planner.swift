import FeatureContract

/// The meaning of each request: its changes of a state, its sends, or the reason why it is refused.
///
/// Checking a new request, projecting waiting ones, carrying one out, opening a link, `explain` and `navigate
/// --dry-run` all use this one function of the catalog, the wiring, a state and the screens. A planner changes nothing
/// and calls no feature.
///
/// ```swift
/// let planner = Planner(catalog: catalog, wiring: wiring)
/// try planner.plan(.pop(1), in: state, at: state.topPosition, by: .user, NoScreens())
/// // .edits([.cut(tab: 0, stack: 0, kept: 2)])
/// ```
package final class Planner: Sendable {
    package let catalog: Catalog
    let wiring: Wiring
    let redirector: Redirector

    init(catalog: Catalog, wiring: Wiring) {
        self.catalog = catalog
        self.wiring = wiring
        redirector = Redirector(wiring, catalog: catalog)
    }

    /// The maker of a request.
    package struct Asker: Sendable {
        /// Nil for the user, who may go anywhere.
        let feature: String?
        /// The asking screen, or 0. Its own lock does not keep it from leaving.
        let screen: ScreenID
        /// Whether the user leaves screens in spite of locks.
        let overridesLocks: Bool

        init(feature: String?, screen: ScreenID = 0, overridesLocks: Bool = false) {
            self.feature = feature
            self.screen = screen
            self.overridesLocks = overridesLocks
        }

        package static let user = Asker(feature: nil)

        fileprivate var origin: NavigationState.Parked.Origin { feature == nil ? .user : .feature }
    }

    /// A checkpoint that can be returned to.
    package struct Checkpoint: Hashable, Sendable {
        let shared: SharedName
        let position: NavigationState.Position
        /// The screen that shows it: the one at the position, or one embedded in it. Nil if the feature provides the
        /// checkpoint, but the screen has not been rendered with it yet.
        let screen: ScreenID?
    }

    /// - Parameter position: The place of the asking screen, in whose stack the request acts.
    @MainActor
    package func plan(
        _ request: NavigationRequest, in state: NavigationState, at position: NavigationState.Position,
        by asker: Asker, _ screens: some ShownScreens
    ) throws(CallFailure) -> Plan {
        switch request {
        case .navigate(let destination, let method):
            let chain = try chain(destination, of: asker.feature)
            if let plan = try parking(
                chain, by: asker.origin, method: method, in: state, at: position, asker: asker, screens)
            {
                return plan
            }
            return try showing(chain, by: method, in: state, at: position)
        case .selectTab(let name) where name == state.selected.name && wiring.tab(named: name)?.reselect == .keep:
            return .edits([])
        case .returnToCheckpoint(let name, let value):
            guard let feature = asker.feature else {
                throw CallFailure(.notAllowed, "only a feature returns to a checkpoint")
            }
            let found = try checkpoint(name, value, of: feature, in: state, from: position, screens)
            let edits = state.cut(above: found.position)
            return .returning(try unlocked(edits, in: state, by: asker, screens), to: found, value)
        case .send(let messages):
            if let feature = asker.feature { try check(messages, of: feature, in: state, screens) }
            return .send(messages)
        case .resume:
            try checkResume(by: asker.feature, screens)
            return .resume
        default:
            var parked: [NavigationState.Edit] = []
            let operation = try request.mapTargets { (destination) throws(CallFailure) in
                let chain = try chain(destination, of: asker.feature)
                let end = try end(of: chain)
                guard request.showsTargets, let hold = hold(on: end, state.conditions) else {
                    return NavigationState.Entry(id: 0, place: end)
                }
                // It will be pushed onto the stack that remains when the `else` screen has gone.
                let tab = state.tabs[position.tab].name
                parked += park(.init(chain.start, by: asker.origin, method: .push, tab: tab), in: state)
                return NavigationState.Entry(id: 0, place: hold.place(for: end))
            }
            let kept = parked.isEmpty ? operation : operation.withoutRepetition
            let edits = leaving(try state.edits(kept, at: position), in: state)
            return .edits(parked + (try unlocked(edits, in: state, by: asker, screens)))
        }
    }

    // MARK: Destinations

    /// Follows the redirects from a destination. With `feature`, the destination must be its own.
    func chain(_ destination: Destination, of feature: String?) throws(CallFailure) -> Redirector.Chain {
        if let feature, destination.feature != feature {
            throw CallFailure(.notAllowed, Self.foreignReason(destination))
        }
        return try chain(place(of: destination))
    }

    func place(of destination: Destination) throws(CallFailure) -> Place {
        do {
            return try catalog.place(of: destination)
        } catch {
            throw CallFailure(error)
        }
    }

    func chain(_ place: Place) throws(CallFailure) -> Redirector.Chain {
        do {
            return try redirector.resolve(place)
        } catch {
            throw CallFailure(.unconnected, error.description)
        }
    }

    static func foreignReason(_ destination: Destination) -> String {
        "'\(destination)' is another feature's: declare an outgoing destination, and let the wiring lead there"
    }

    /// The end of a chain. Throws if no feature handles it.
    func end(of chain: Redirector.Chain) throws(CallFailure) -> Place { try shown(chain.end) }

    /// The place itself. Throws if no feature shows it.
    func shown(_ place: Place) throws(CallFailure) -> Place {
        switch place.route.kind {
        case .main, .incoming: return place
        case .outgoing:
            let route = place.route
            let line =
                wiring.path == nil
                ? "" : ": \"\(route.redirectKey)\": \"FEATURE/ROUTE\(route.declaration.passedOn)\""
            throw CallFailure(
                .unconnected, "'\(place.route.qualifiedName)' is not connected: \(wiring.unconnectedReason)\(line)")
        case .unknown: return try declared(place)
        }
    }

    /// The place as its feature declares it in this catalog; a saved place may differ. Throws if no feature shows it.
    func declared(_ place: Place) throws(CallFailure) -> Place {
        // The arguments of a placeholder are strings; its feature may declare other types.
        if let checked = try? catalog.place(of: place.destination) { return try shown(checked) }
        return try shown(self.place(ofText: place.destination.text))
    }

    /// The reason why the screen of a place cannot be shown, by the catalog; nil if it can.
    package func reasonNotShown(_ place: Place) -> String? {
        do {
            _ = try shown(place)
            return nil
        } catch {
            return error.reason
        }
    }

    /// Shows the end of a chain by the given method, else the wiring's, else the route's own; or sends it.
    func showing(
        _ chain: Redirector.Chain, by method: NavigationMethod?, in state: NavigationState,
        at position: NavigationState.Position
    ) throws(CallFailure) -> Plan {
        let place = try end(of: chain)
        guard let presentation = Presentation(method ?? chain.method ?? place.route.declaration.method) else {
            return .send([.destination(chain.start.destination)])
        }
        let entry = NavigationState.Entry(id: 0, place: place, presentation: presentation)
        return .edits(try state.edits(.navigate(entry, method: nil), at: state.clamped(position)))
    }

    // MARK: Roots

    /// Builds the state with only the roots that the wiring names.
    ///
    /// - Parameters:
    ///   - id: The id of the first screen.
    ///   - conditions: The conditions with their values; a missing one is false.
    /// - Returns: The state, and the next free id.
    func roots(
        from id: ScreenID, _ conditions: [String: Bool] = [:]
    ) -> (state: NavigationState, next: ScreenID) {
        var id = id
        let conditions = self.conditions(keeping: conditions)
        func root(_ text: String?) -> NavigationState.Entry {
            defer { id += 1 }
            return .init(id: id, place: rootPlace(text, conditions))
        }
        let tabs = wiring.tabs.map { NavigationState.Tab(name: $0.name, root: root($0.root)) }
        var state = NavigationState(tabs: tabs.isEmpty ? [.init(name: "", root: root(wiring.root))] : tabs)
        state.conditions = conditions
        return (state, id)
    }

    /// The place for a root of the wiring, or the `else` of a condition that holds it.
    ///
    /// - Parameter text: The root as the wiring has it. Nil for the host's list of features.
    func rootPlace(_ text: String?, _ conditions: [String: Bool]) -> Place {
        let place = ownRoot(text)
        return hold(on: place, conditions)?.place(for: place) ?? place
    }

    /// The place for a root of the wiring, even if a condition holds it.
    func ownRoot(_ text: String?) -> Place {
        guard let text else { return SystemRoutes.main }
        do {
            return try end(of: redirector.resolve(catalog.place(text)))
        } catch {
            return NavigationCoordinator.placeholder(text, error) ?? SystemRoutes.notFound(text, reason: "\(error)")
        }
    }

    // MARK: Leaving screens

    /// The edits, with a reset of the selected tab if it is left and its wiring does not retain it.
    func leaving(_ edits: [NavigationState.Edit], in state: NavigationState) -> [NavigationState.Edit] {
        let left = state.selectedIndex
        let leaves = edits.contains { if case .select(let tab) = $0 { tab != left } else { false } }
        guard leaves, wiring.tabs.indices.contains(left), !wiring.tabs[left].retain else { return edits }
        var rest = edits.filter { if case .cut(left, _, _) = $0 { false } else { true } }
        let tab = state.tabs[left]
        if tab.stacks.count > 1 || tab.stacks[0].count > 1 {
            rest.insert(.cut(tab: left, stack: 0, kept: 1), at: 0)
        }
        // The root is replaced too. It is the lowest screen removed, so its edit comes first.
        rest.insert(.replaceRoot(.init(id: 0, place: tab.root.place), tab: left), at: 0)
        return rest
    }

    /// The edits, unless a screen that they remove holds a lock. The topmost is asked first.
    @MainActor
    func unlocked(
        _ edits: [NavigationState.Edit], in state: NavigationState, by asker: Asker, _ screens: some ShownScreens
    ) throws(CallFailure) -> [NavigationState.Edit] {
        guard !asker.overridesLocks else { return edits }
        for entry in state.entriesRemoved(by: edits).reversed() {
            if let message = screens.lock(of: entry, asking: asker.screen) { throw CallFailure(.locked, message) }
        }
        return edits
    }

    // MARK: Checkpoints

    /// The nearest screen outward from a position that shows a checkpoint.
    @MainActor
    func checkpoint(
        _ name: String, of feature: String, in state: NavigationState, from position: NavigationState.Position,
        _ screens: some ShownScreens
    ) throws(CallFailure) -> Checkpoint? {
        try checkpoint(among: resolve(.checkpoint, name, of: feature), in: state, from: position, screens)
    }

    @MainActor
    private func checkpoint(
        among ends: [SharedName], in state: NavigationState, from position: NavigationState.Position,
        _ screens: some ShownScreens
    ) -> Checkpoint? {
        for position in state.positions(outwardFrom: position) {
            if let (shared, screen) = screens.checkpoint(among: ends, of: state[position]) {
                return Checkpoint(shared: shared, position: position, screen: screen)
            }
        }
        return nil
    }

    @MainActor
    private func checkpoint(
        _ name: String, _ value: Value, of feature: String, in state: NavigationState,
        from position: NavigationState.Position, _ screens: some ShownScreens
    ) throws(CallFailure) -> Checkpoint {
        let ends = try resolve(.checkpoint, name, of: feature)
        try check(value, fits: .checkpoint, name, of: feature)
        if let found = checkpoint(among: ends, in: state, from: position, screens) { return found }
        let chains = ends.map(\.chain).filter { $0.count > 1 }.map { $0.joined(separator: " -> ") }
        let way = chains.isEmpty ? "" : " (\(chains.joined(separator: ", ")))"
        throw CallFailure(.notFound, "no screen from here outward shows the checkpoint '\(feature)/\(name)'\(way)")
    }

    /// Resolves a feature's checkpoint or value name to the features that provide it.
    func resolve(
        _ kind: SharedNameKind, _ name: String, of feature: String
    ) throws(CallFailure) -> [SharedName] {
        do {
            return try redirector.resolve(kind, name, of: feature)
        } catch {
            throw CallFailure(error)
        }
    }

    /// Refuses a value of another type than the feature declares for the name.
    private func check(
        _ value: Value, fits kind: SharedNameKind, _ name: String, of feature: String
    ) throws(CallFailure) {
        let what = "the \(kind) '\(feature)/\(name)'"
        if let type = catalog.feature(feature)?.manifest.sharedName(kind, named: name)?.type {
            guard !value.has(type: type) else { return }
            let found = value == .null ? "none was given" : "\(value.shortText) is not"
            throw CallFailure(.wrongType, "\(what) takes a value of type \(type), and \(found)")
        }
        guard value == .null else {
            throw CallFailure(.wrongType, "\(what) takes no value, and \(value.shortText) was given")
        }
    }

    // MARK: Sending

    /// Refuses messages that cannot be delivered in any case.
    @MainActor
    private func check(
        _ messages: [Message], of feature: String, in state: NavigationState, _ screens: some ShownScreens
    ) throws(CallFailure) {
        for (index, message) in messages.enumerated() {
            switch message {
            case .tab(let name):
                guard index == 0, (try? state.tabIndex(named: name)) == nil, screens.receives(tab: name) == false
                else { continue }
                throw noReceiver(of: message, sender: feature, in: state)
            case .value(let type, let value): _ = try receivers(of: type, value, from: feature)
            case .destination(let destination): _ = try end(of: chain(destination, of: feature))
            }
        }
    }

    /// The features that may receive a value, whose type must be the declared one.
    func receivers(of type: String, _ value: Value, from sender: String) throws(CallFailure) -> [SharedName] {
        // A value that sets a condition needs no other receiver.
        let setsCondition = !wiring.conditionsSet(by: sender, sending: type).isEmpty
        let ends =
            setsCondition ? redirector.targets(.value, type, of: sender).ends : try resolve(.value, type, of: sender)
        try check(value, fits: .value, type, of: sender)
        return ends
    }

    func noReceiver(of message: Message, sender: String?, in state: NavigationState) -> CallFailure {
        var reason = "nothing receives \(message.text(from: sender))"
        switch message {
        case .tab(let name):
            do {
                _ = try state.tabIndex(named: name)
            } catch {
                reason = "\(error.reason); nothing else receives it"
            }
        case .destination(let destination):
            if let end = try? chain(destination, of: sender).end {
                reason += end.destination == destination ? "" : ", which the wiring leads to '\(end)'"
                reason += "; a live screen of '\(end.feature)' has to receive destinations"
            }
        case .value: break
        }
        return CallFailure(.noReceiver, reason)
    }

    @MainActor
    private func checkResume(by feature: String?, _ screens: some ShownScreens) throws(CallFailure) {
        guard let paused = screens.paused else {
            throw CallFailure(.nothingToDo, "nothing that is sent is paused")
        }
        guard let feature, feature != paused.by else { return }
        guard paused.senders.contains(feature) else {
            throw CallFailure(
                .notAllowed, "what is paused can be resumed by '\(paused.by)', which paused it, or by who sent it")
        }
    }
}

extension NavigationRequest {
    /// Whether the operation shows its destinations, rather than only search for them.
    fileprivate var showsTargets: Bool {
        switch self {
        case .navigate, .replaceStack, .swap: true
        default: false
        }
    }
}

extension NavigationState.Operation {
    /// The operation without equal neighbours in a new stack: an `else` that replaces several destinations is shown
    /// once.
    fileprivate var withoutRepetition: Self {
        guard case .replaceStack(let entries) = self else { return self }
        return .replaceStack(
            entries.enumerated().filter { index, entry in index == 0 || entries[index - 1] != entry }.map(\.element))
    }
}

extension CallFailure {
    /// The failure that a feature receives for a destination that the catalog does not have.
    init(_ error: CatalogError) {
        switch error {
        case .noFeature, .refused: self.init(.unavailable, error.description)
        case .noRoute: self.init(.unknownRoute, error.description)
        case .destination: self.init(.invalidArgument, error.description)
        }
    }
}

extension Message {
    /// The message as text for the user: `the value 'chats/picked' (7)`.
    package func text(from sender: String?) -> String {
        switch self {
        case .tab(let name): "the tab '\(name)'"
        case .destination(let destination): "the destination '\(destination)'"
        case .value(let type, let value):
            "the value '\((sender.map { "\($0)/" } ?? "") + type)'" + (value.scalarText.map { " (\($0))" } ?? "")
        }
    }
}

/// The effect of a request.
package enum Plan: Hashable, Sendable {
    /// Changes the state. Added entries have the id 0.
    case edits([NavigationState.Edit])
    /// Sends values, each to one receiver, in this order.
    case send([Message])
    /// Unwinds to a checkpoint, and hands it a value.
    case returning([NavigationState.Edit], to: Planner.Checkpoint, Value)
    case resume

    /// The known changes of the state. The effect of a sent value depends on its receiver.
    package var edits: [NavigationState.Edit] {
        switch self {
        case .edits(let edits), .returning(let edits, _, _): edits
        case .send, .resume: []
        }
    }
}

/// The properties of screens that decide on navigation.
@MainActor
package protocol ShownScreens {
    /// The message that an entry's screen, or one embedded in it, cannot be left; nil if it can.
    ///
    /// - Parameter screen: The screen that asks to leave, whose own lock does not count.
    func lock(of entry: NavigationState.Entry, asking screen: ScreenID) -> String?
    /// The first of these checkpoints that the entry's screen or one embedded in it shows, and that screen. The screen
    /// is nil if it may show the checkpoint but has not been rendered with it yet.
    func checkpoint(
        among names: [SharedName], of entry: NavigationState.Entry
    ) -> (name: SharedName, screen: ScreenID?)?
    /// Whether a screen receives the name of a tab; nil if the answer requires rendering each screen.
    func receives(tab name: String) -> Bool?
    /// The feature that paused the values, and their senders; nil if none are paused.
    var paused: (by: String, senders: Set<String>)? { get }
}

/// No screens, as before an app has started: nothing is locked, and nothing receives.
package struct NoScreens: ShownScreens {
    package init() {}

    package func lock(of entry: NavigationState.Entry, asking screen: ScreenID) -> String? { nil }
    package func checkpoint(
        among names: [SharedName], of entry: NavigationState.Entry
    ) -> (name: SharedName, screen: ScreenID?)? { nil }
    package func receives(tab name: String) -> Bool? { nil }
    package var paused: (by: String, senders: Set<String>)? { nil }
}
