import FeatureContract

/// What the person does.
///
/// What features have asked for until then is carried out before it, and what it makes them ask for right after it.
extension NavigationCoordinator {
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

    func tabIndex(withRoot destination: Destination) -> Int? {
        guard let manifest = catalog.feature(destination.feature)?.manifest else { return nil }
        return state.tabs.firstIndex { manifest.areSame($0.entries[0].destination, destination) }
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
            after.reset(inTab: index)
            if index != after.selectedIndex { try after.selectTab(after.tabs[index].name) }
        } else {
            let entry = NavigationState.Entry(id: 0, destination: chain.end, presentation: presentation)
            after.append(entry, toTab: after.selectedIndex)
        }
        return after
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
}
