import FeatureContract
import HostSystem

/// Conditions: a destination that requires a false one is parked, and the condition's `else` is shown.
extension Planner {
    /// The false condition that holds a destination, and what is shown instead.
    package struct Hold: Hashable, Sendable {
        /// The wiring's rule that requires the condition.
        let requirement: Wiring.Requirement
        /// The condition that the destination requires. If its `else` requires a false condition too, that one follows,
        /// and so on. The last one's `else` is shown.
        let conditions: [Wiring.Condition]
        /// The redirects from the last `else`; or the reason why its screen cannot be shown.
        package let shown: Result<Redirector.Chain, CallFailure>

        package var condition: Wiring.Condition { conditions[conditions.count - 1] }

        /// The screen shown: that of the `else`, or the not-found screen with the reason.
        func place(for held: Place) -> Place {
            switch shown {
            case .success(let chain): chain.end
            case .failure: SystemRoutes.notFound(condition.otherwise, reason: failure(of: held) ?? "")
            }
        }

        /// The reason why the not-found screen stands in for the `else`; nil if the `else` is shown.
        package func failure(of held: Place) -> String? {
            if case .failure(let failure) = shown { "\(reason(of: held)): \(failure.reason)" } else { nil }
        }

        /// Whether a condition's `else` stays on the screen: this hold shows it too, or cannot show its own.
        func keeps(_ other: Wiring.Condition) -> Bool {
            guard condition.name == other.name else { return false }
            if case .failure = shown { return true }
            return condition.otherwise == other.otherwise
        }

        /// The reason why a destination waits, for the user.
        func reason(of held: Place) -> String {
            let names = conditions.map { "'\($0.name)'" }.joined(separator: ", which waits for ")
            let what = SystemRoutes.asked(in: held) ?? held.text
            return "'\(what.shortened())' waits for \(names)"
        }
    }

    /// The most parked destinations. A further one replaces the oldest.
    static let maximumParked = 64

    /// The values of the wiring's conditions: the given ones, else false. A condition that no value sets any more is
    /// false, since it could never become true.
    func conditions(keeping values: [String: Bool] = [:]) -> [String: Bool] {
        Dictionary(wiring.conditions.map { ($0.name, values[$0.name] == true && isSet($0)) }) { first, _ in first }
    }

    private func isSet(_ condition: Wiring.Condition) -> Bool {
        let sends = catalog.feature(condition.feature)?.manifest.sends ?? []
        return sends.contains { $0.name == condition.value && $0.type == .bool }
    }

    /// The hold by the first false condition that a place requires; nil if the place may be shown.
    func hold(on place: Place, _ conditions: [String: Bool]) -> Hold? {
        guard let (requirement, first) = closed(place, conditions) else { return nil }
        var held = [first]
        while true {
            let last = held[held.count - 1]
            let chain: Redirector.Chain
            do throws(CallFailure) {
                chain = try self.chain(self.place(ofText: last.otherwise))
                _ = try end(of: chain)
            } catch {
                return Hold(requirement: requirement, conditions: held, shown: .failure(error))
            }
            guard let (_, next) = closed(chain.end, conditions) else {
                return Hold(requirement: requirement, conditions: held, shown: .success(chain))
            }
            guard !held.contains(next) else {
                let reason = "what is shown while '\(next.name)' is false requires it itself: '\(chain.end)'"
                return Hold(
                    requirement: requirement, conditions: held, shown: .failure(CallFailure(.unconnected, reason)))
            }
            held.append(next)
        }
    }

    /// The holds on destinations that edits park.
    package func holds(
        onParkedBy edits: [NavigationState.Edit], _ conditions: [String: Bool]
    ) -> [(held: Place, hold: Hold)] {
        edits.compactMap { edit in
            guard case .park(let parked) = edit else { return nil }
            let end = (try? chain(parked.place).end) ?? parked.place
            return hold(on: end, conditions).map { (end, $0) }
        }
    }

    func place(ofText text: String) throws(CallFailure) -> Place {
        do {
            return try catalog.place(text)
        } catch {
            throw CallFailure(error)
        }
    }

    /// The first false condition that a place requires, by the rules in the order of the file.
    private func closed(
        _ place: Place, _ conditions: [String: Bool]
    ) -> (requirement: Wiring.Requirement, condition: Wiring.Condition)? {
        for requirement in wiring.requirementRules(of: place, in: catalog) {
            for name in requirement.conditions {
                let span = TraceSpan.begin()
                let isTrue = conditions[name] == true
                span?.end(
                    "condition", .plan,
                    ["name": .string(name), "value": .bool(isTrue), "route": .string(place.route.qualifiedName)])
                guard !isTrue else { continue }
                if let condition = wiring.condition(named: name) { return (requirement, condition) }
            }
        }
        return nil
    }

    // MARK: Parking

    /// Parks the destination at the end of a chain and shows the `else` of its condition. Nil if no condition holds it.
    ///
    /// - Parameters:
    ///   - position: The place on whose stack the screen is shown.
    ///   - change: The change of the stacks that shows the `else`. Nil to show it by its own method.
    @MainActor
    func parking(
        _ chain: Redirector.Chain, by origin: NavigationState.Parked.Origin, method: NavigationMethod?,
        in state: NavigationState, at position: NavigationState.Position, asker: Asker, _ screens: some ShownScreens
    ) throws(CallFailure) -> Plan? {
        guard let hold = hold(on: chain.end, state.conditions) else { return nil }
        // A link finds its tab without help.
        let tab = origin == .link ? "" : state.tabs[position.tab].name
        let parked = park(.init(chain.start, by: origin, method: method, tab: tab), in: state)
        let place = hold.place(for: chain.end)
        if isShown(place, in: state) { return .edits(parked) }
        if let tab = self.tab(withRoot: place, in: state) {
            let root = NavigationState.Position(tab: tab, stack: 0, entry: 0)
            let plan = try selecting(tab, after: state.edits(.reset, at: root), in: state, by: asker, screens)
            return .edits(parked + plan.edits)
        }
        let entry = NavigationState.Entry(id: 0, place: place, presentation: hold.presentation)
        return .edits(try parked + state.edits(.navigate(entry, method: nil), at: state.clamped(position)))
    }

    /// The edits that park a destination, and drop the oldest if there are too many. One that waits already keeps its
    /// place.
    func park(_ parked: NavigationState.Parked, in state: NavigationState) -> [NavigationState.Edit] {
        guard !state.parked.contains(parked) else { return [.park(parked)] }
        let dropped = state.parked.dropLast(Self.maximumParked - 1)
        return dropped.map { .unpark($0) } + [.park(parked)]
    }

    /// Whether the user is at a screen, or above it at a different screen of the same feature.
    private func isShown(_ place: Place, in state: NavigationState) -> Bool {
        if place.feature == Manifest.systemID {
            return SystemRoutes.asked(in: place) == SystemRoutes.asked(in: state.top.place)
        }
        return state.selected.entries.reversed().prefix { $0.place.feature == place.feature }
            .contains { $0.place.isSameScreen(as: place) }
    }

    // MARK: After a change

    /// The edits that remove every screen held by a false condition, and every `else` of a condition that became true
    /// or was dropped. The lowest such screen of a tab goes with everything above it. A tab starts with its root, or
    /// with the `else` in its place.
    ///
    /// - Parameters:
    ///   - changed: The names of the conditions that have changed.
    ///   - dropped: Conditions that are still false, but that no destination waits for any more.
    func admitting(
        _ changed: Set<String>, dropping dropped: [Wiring.Condition] = [], in state: NavigationState
    ) -> [NavigationState.Edit] {
        let met = wiring.conditions.filter { changed.contains($0.name) && state.conditions[$0.name] == true }
        let done = (met + dropped).map { (text: $0.otherwise, place: try? chain(place(ofText: $0.otherwise)).end) }
        func isOver(_ place: Place) -> Bool {
            if hold(on: place, state.conditions) != nil { return true }
            return done.contains { text, end in
                end?.isSameScreen(as: place) == true || SystemRoutes.asked(in: place) == text
            }
        }
        var edits: [NavigationState.Edit] = []
        for (index, tab) in state.tabs.enumerated() {
            if isOver(tab.root.place) {
                let root = rootPlace(wiring.tabs.isEmpty ? wiring.root : wiring.tabs[index].root, state.conditions)
                if !root.isSameScreen(as: tab.root.place) {
                    edits.append(.replaceRoot(.init(id: 0, place: root), tab: index))
                    if tab.entries.count > 1 { edits.append(.cut(tab: index, stack: 0, kept: 1)) }
                    continue
                }
            }
            let cut = tab.stacks.enumerated().lazy.compactMap { stack, entries in
                entries.indices.first { (stack > 0 || $0 > 0) && isOver(entries[$0].place) }.map { (stack, $0) }
            }.first
            if let (stack, entry) = cut { edits.append(.cut(tab: index, stack: stack, kept: entry)) }
        }
        return edits
    }

    /// The holds on a state's roots and on its parked destinations.
    func holds(in state: NavigationState) -> [Hold] {
        let roots = (wiring.tabs.isEmpty ? [wiring.root] : wiring.tabs.map(\.root)).map(ownRoot)
        let waiting = state.parked.map { (try? chain($0.place).end) ?? $0.place }
        return (roots + waiting).compactMap { hold(on: $0, state.conditions) }
    }

    /// Whether a parked destination can be shown now, or waits for a different condition than before.
    ///
    /// - Parameter changed: The names of the conditions that have changed.
    func goesOn(_ parked: NavigationState.Parked, after changed: Set<String>, in state: NavigationState) -> Bool {
        let end = (try? chain(parked.place).end) ?? parked.place
        guard let hold = hold(on: end, state.conditions) else { return true }
        var before = state.conditions
        for name in changed { before[name]?.toggle() }
        return self.hold(on: end, before).map { $0.condition != hold.condition } ?? false
    }

    /// Shows a parked destination as it was asked for, in its tab.
    @MainActor
    func plan(
        goingOn parked: NavigationState.Parked, in state: NavigationState, _ screens: some ShownScreens
    ) throws(CallFailure) -> Plan {
        let place = try place(of: parked.place.destination)
        if parked.origin == .link { return try plan(link: place, in: state, screens) }
        let tab = state.tabs.firstIndex { $0.name == parked.tab } ?? state.selectedIndex
        let chain = try chain(place)
        let position = state.topPosition(ofTab: tab)
        if let plan = try parking(
            chain, by: parked.origin, method: parked.method, in: state, at: position, asker: .user, screens)
        {
            return plan
        }
        if parked.origin == .user, parked.method == nil, self.tab(withRoot: chain.end, in: state) != nil {
            return try plan(goingTo: place, in: state, screens)
        }
        let plan = try showing(chain, by: parked.method, in: state, at: position)
        guard tab != state.selectedIndex, case .edits(let edits) = plan else { return plan }
        return try selecting(tab, after: edits, in: state, by: .user, screens)
    }

    /// The place as this catalog declares it, with its outgoing destinations. A placeholder if the catalog lacks it.
    func current(_ place: Place) -> Place {
        (try? catalog.place(of: place.destination)) ?? (try? catalog.place(place.text))
            ?? Place(unknown: place.destination)
    }
}

extension Planner.Hold {
    /// The method that shows the screen, by the wiring or its route; push for one that is sent.
    var presentation: Presentation {
        guard case .success(let chain) = shown else { return .push }
        return Presentation(chain.method ?? chain.end.route.declaration.method) ?? .push
    }
}
