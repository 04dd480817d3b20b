import FeatureContract

/// What is on the selected tab's stack, as a page.
extension NavigationCoordinator {
    /// The page of what is seen, and of the screens below it as they were seen last. No feature is called for those.
    ///
    /// - Parameters:
    ///   - linked: What ``showLinked(atMost:timeout:)`` has given, where that is to be on it.
    ///   - stages: What has led there, where that is to be shown too.
    package func page(linked: [HTMLPage.Screen] = [], stages: [HTMLPage.Stage] = []) -> HTMLPage {
        show()
        return HTMLPage(
            state, screens: state.selected.entries.map(pageScreen), linked: linked, stages: stages, catalog: catalog,
            wiring: wiring, redirector: redirector)
    }

    /// What the links of the screen that is seen lead to: it follows each of them and goes back. The state is not told
    /// of meanwhile. A link that leads nowhere, or to what does not let go, is left out.
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
            insisting { if state != start { perform(.back) } }
            _ = takeProblems()
            // What sends, selects a tab or asks for an answer cannot be gone back from.
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
