import FeatureContract

/// Links that hold a whole state, with its tabs, stacks and modals.
///
/// Their host is the host's own feature, and their one query item is the text of the state:
///
///     challenge://system/state?text=home%20%3E%20character/list%20%3E%20sheet:character/detail%3Fidentifier%3D42
///
/// Such a link is taken whole or refused whole. Each of its screens must be one that the user can go to by its
/// destination, and its roots must be the app's.
extension Planner {
    private static let path = ["state"]
    private static let item = "text"

    /// The link that holds a state. Sheets and covers that screens show by themselves come with their screens, and what
    /// screens have saved is not in it.
    ///
    /// - Throws: Why no link can: the app follows no links, a screen is not there, or the link would be too long.
    package func url(of state: NavigationState) throws(CallFailure) -> String {
        guard let scheme = wiring.schemes?.first ?? catalog.schemes(takenBy: wiring).first else {
            throw CallFailure(.notFound, "no link holds this state: this app follows no links of any scheme")
        }
        for entry in state.allEntries where !isRoot(entry, of: state) { _ = try linked(entry.place) }
        let text = state.text(withInner: false)
        let url = "\(scheme)://\(Manifest.systemID)/state?\(Self.item)=\(PercentCoding.encoded(text))"
        guard url.utf8.count <= LinkURL.maximumLength else {
            throw CallFailure(
                .notFound,
                "no link holds this state: it would take \(url.utf8.count) bytes, and a link has at most "
                    + "\(LinkURL.maximumLength)")
        }
        return url
    }

    /// Whether a link is meant to hold a state: no feature is asked about it, and no pattern of a feature matches it.
    package func holdsState(_ url: LinkURL) -> Bool {
        url.host == Manifest.systemID && url.segments == Self.path
            && catalog.schemes(takenBy: wiring).contains(url.scheme)
    }

    /// Opens a link that holds a state. Screens that both states have at the same place stay.
    @MainActor
    package func plan(
        stateLink url: LinkURL, in state: NavigationState, by asker: Asker = .user, _ screens: some ShownScreens
    ) throws(CallFailure) -> Plan {
        let edits: [NavigationState.Edit]
        do {
            edits = try self.edits(from: state, to: held(by: url))
        } catch {
            throw CallFailure(.notFound, "the link's state is refused: \(error.reason)")
        }
        return .edits(try unlocked(edits, in: state, by: asker, screens))
    }

    private func held(by url: LinkURL) throws(CallFailure) -> NavigationState {
        let query = url.query
        guard query.count == 1, query[0].name == Self.item, let text = query[0].value, url.fragment == nil else {
            throw CallFailure(
                .invalidArgument, "its query is not one item '\(Self.item)' with the state that 'url --state' prints")
        }
        return try NavigationState(text, reader: NavigationStateReader(catalog))
    }

    private func edits(
        from state: NavigationState, to target: NavigationState
    ) throws(CallFailure) -> [NavigationState.Edit] {
        let roots = roots(from: 0, state.conditions).state
        for tab in target.tabs where !state.tabs.contains(where: { $0.name == tab.name }) {
            if !tab.name.isEmpty { _ = try state.tabIndex(named: tab.name) }
            throw CallFailure(.notFound, "its tab has no name, and this app has tabs")
        }
        let selected = state.tabs.firstIndex { $0.name == target.selected.name } ?? state.selectedIndex
        // The selected tab comes last: the screen that is added last is made first.
        let order = state.tabs.indices.filter { $0 != selected } + [selected]
        var edits: [NavigationState.Edit] = []
        for index in order {
            let (tab, root) = (state.tabs[index], roots.tabs[index].root)
            let entries = target.tabs.first { $0.name == tab.name }?.entries ?? [root]
            for entry in entries.dropFirst() {
                guard let hold = hold(on: try linked(entry.place), state.conditions) else { continue }
                throw CallFailure(.notFound, hold.reason(of: entry.place))
            }
            edits += try self.edits(from: tab, at: index, to: entries, root: root)
        }
        return selected == state.selectedIndex ? edits : edits + [.select(tab: selected)]
    }

    /// - Parameters:
    ///   - index: The tab's own.
    ///   - entries: Those of the tab in the link, from its root up.
    ///   - root: The tab's in the wiring.
    private func edits(
        from tab: NavigationState.Tab, at index: Int, to entries: [NavigationState.Entry], root: NavigationState.Entry
    ) throws(CallFailure) -> [NavigationState.Edit] {
        let asked = entries[0].place
        let hasRoot = tab.root.place.isSameScreen(as: asked)
        guard hasRoot || root.place.isSameScreen(as: asked) else {
            throw CallFailure(
                .invalidArgument,
                (tab.name.isEmpty ? "it" : "its tab '\(tab.name)'") + " begins with '\(asked)', and this app's with "
                    + "'\(root.place)'")
        }
        var wanted: [NavigationState.Entry] = []
        for entry in entries.dropFirst() {
            wanted.append(.init(id: 0, place: try linked(entry.place), presentation: entry.presentation))
        }
        let common = hasRoot ? zip(tab.entries.dropFirst(), wanted).prefix { $0 == $1 }.count : 0
        var edits: [NavigationState.Edit] = hasRoot ? [] : [.replaceRoot(.init(id: 0, place: asked), tab: index)]
        // The entries that stay are counted down the stacks.
        var (stack, kept) = (0, common + 1)
        while stack + 1 < tab.stacks.count, kept > tab.stacks[stack].count {
            kept -= tab.stacks[stack].count
            stack += 1
        }
        if kept < tab.stacks[stack].count || stack + 1 < tab.stacks.count {
            edits.append(.cut(tab: index, stack: stack, kept: kept))
        }
        for entry in wanted.dropFirst(common) {
            edits.append(.put(entry, tab: index, stack: stack))
            if entry.presentation.isModal { stack += 1 }
        }
        return edits
    }

    /// The place that a link may hold: one that a feature shows, to which the wiring leads it.
    private func linked(_ place: Place) throws(CallFailure) -> Place {
        guard place.feature != Manifest.systemID else {
            throw CallFailure(.notFound, "'\(place.route.qualifiedName)' is a screen of the host, which no link holds")
        }
        return try end(of: chain(declared(place)))
    }

    private func isRoot(_ entry: NavigationState.Entry, of state: NavigationState) -> Bool {
        state.tabs.contains { $0.root.id == entry.id }
    }
}
