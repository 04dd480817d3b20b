import FeatureContract

/// The selected tab's stack as an HTML page.
extension NavigationCoordinator {
    /// Returns a page of the visible screen, and of the screens below it as they were last rendered. No feature is
    /// called for the latter.
    ///
    /// - Parameters:
    ///   - linked: The result of ``showLinked(atMost:timeout:)``, to include these screens.
    ///   - stages: The steps that led to the state, to include them too.
    package func page(linked: [HTMLPage.Screen] = [], stages: [HTMLPage.Stage] = []) -> HTMLPage {
        show()
        return HTMLPage(
            state, screens: state.selected.entries.map(pageScreen), linked: linked, stages: stages, catalog: catalog,
            wiring: wiring, redirector: redirector)
    }

    /// Returns the screens that the visible screen links to. It follows each link and goes back, without reporting
    /// these changes to `stateSink`. Links that fail or do not settle in time are skipped.
    package func showLinked(atMost limit: Int, timeout: Duration) async -> [HTMLPage.Screen] {
        let tell = stateSink
        stateSink = { _ in }
        defer { stateSink = tell }
        let start = state
        var seen: Set<Destination> = []
        var links: [ViewNode] = []
        show().forEachNode { node in
            guard node.kind == .link || node.kind == .row, !node.flags.contains(.disabled),
                let destination = node.destination, seen.insert(destination).inserted
            else { return }
            links.append(node)
        }
        var screens: [HTMLPage.Screen] = []
        for link in links.prefix(limit) {
            use(link)
            let isSettled = await settle(timeout: timeout)
            let isWell = takeProblems().allSatisfy(\.isNotice) && isSettled && !isShowingFailure
            if isWell, state.top != start.top { screens.append(pageScreen(state.top)) }
            overridingLocks { if state != start { perform(.back) } }
            _ = takeProblems()
            // A link that sends a value, selects a tab or asks for an answer cannot be undone by going back.
            guard state == start else { break }
            show()
        }
        return screens
    }

    private func pageScreen(_ entry: NavigationState.Entry) -> HTMLPage.Screen {
        guard let screen = screens[entry.id], screen.rendered != nil else {
            return HTMLPage.Screen(entry: entry, shown: nil, owners: [:])
        }
        var owners: [ScreenID: String] = [:]
        for part in tree(of: entry.id) { owners[part.id == entry.id ? 0 : part.id] = part.feature }
        return HTMLPage.Screen(entry: entry, shown: composed(screen), owners: owners)
    }
}
