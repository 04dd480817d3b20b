import FeatureContract

/// What an interface draws that stays open: all that is seen at once, and when it is another.
extension NavigationCoordinator {
    /// A screen that is seen, or stands below one that does not hide it.
    package struct Layer: Sendable {
        package let id: ScreenID
        package let destination: Destination
        /// How its stack stands over the one below it; ``Presentation/push`` for that of the tab.
        package let presentation: Presentation
        /// Nil where it has not been shown yet.
        package let screen: RenderedScreen?
        /// Another number whenever ``screen`` is another.
        package let revision: Int
    }

    /// Called when the screen may be another: by itself, by what was asked for, by a reload. It is called often, and
    /// from within calls: who listens puts off what there is to do, as by a `Task`.
    public var changeSink: @MainActor () -> Void {
        get { changed.listener }
        set { changed.listener = newValue }
    }

    /// The top of the selected tab's own stack and of each modal on it, the lowest first. What is seen is the last.
    package var layers: [Layer] {
        state.selected.tops.map { top in
            Layer(
                id: top.entry.id, destination: top.entry.destination, presentation: top.presentation,
                screen: screens[top.entry.id].map(composed), revision: revision(of: top.entry.id))
        }
    }

    /// What is embedded in it, and how often that was shown, counts too.
    private func revision(of screen: ScreenID) -> Int {
        var hasher = Hasher()
        for part in tree(of: screen) {
            hasher.combine(part.id)
            hasher.combine(part.revision)
        }
        return hasher.finalize()
    }

    /// What each screen of the selected tab is called, from the root on: its title, or where it has not been shown the
    /// name of its feature, or its destination.
    package var titles: [(title: String, presentation: Presentation)] {
        state.selected.entries.map { (title(of: $0), $0.presentation) }
    }

    private func title(of entry: NavigationState.Entry) -> String {
        let title = screens[entry.id]?.rendered?.title ?? ""
        return title.isEmpty ? name(of: entry.destination) : title
    }

    /// Why a screen that holds a lock is not left, with the title by which it is seen: `'Page 2' is locked: …`.
    ///
    /// - Parameter entry: Where it stands, or the screen in which it is embedded.
    func lockMessage(_ reason: String, at entry: NavigationState.Entry) -> String {
        "'\(title(of: entry))' is locked: \(reason)"
    }

    /// Why a screen is not to be left; nil where it holds no lock.
    func lockMessage(of screen: LiveScreen) -> String? {
        guard let reason = screen.rendered?.lock else { return nil }
        guard let position = state.position(of: outermost(screen.id)) else {
            return "'\(name(of: screen))' is locked: \(reason)"
        }
        return lockMessage(reason, at: state[position])
    }

    private func name(of destination: Destination) -> String {
        let name = destination.route.isEmpty ? catalog.feature(destination.feature)?.manifest.name ?? "" : ""
        return name.isEmpty ? destination.text : name
    }

    /// Why screens are not to be left, the one that is seen first.
    package var locks: [String] {
        screens.values.sorted { $0.id > $1.id }.compactMap(lockMessage)
    }

    /// Whether a URL leads out of the app: to a browser or a mail program, and to no link of the app's own.
    package func leadsOut(_ url: String) -> Bool {
        let scheme = url.prefix { $0 != ":" }.lowercased()
        let own = wiring.schemes ?? catalog.links().sites.map(\.scheme)
        return HTMLLinks.outside.contains(scheme) && !own.contains { $0.lowercased() == scheme }
    }

    /// What a tab is called: its name in the wiring.
    package var tabNames: [String] { state.tabs.map(\.name) }

    /// The link that leads to what is seen; nil where none does.
    package var url: String? { catalog.url(for: state.top.destination, takenBy: wiring) }
}
