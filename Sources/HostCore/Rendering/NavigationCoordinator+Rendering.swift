import FeatureContract
import HostSystem
import JSONText

/// The visible screens for an interface that stays open, with a notification of changes.
extension NavigationCoordinator {
    /// A visible screen, or a screen below it that remains in sight.
    package struct Layer: Sendable {
        package let id: ScreenID
        package let place: Place
        /// The presentation of its stack over the one below; ``Presentation/push`` for the tab's own stack.
        package let presentation: Presentation
        /// The number of the visible inner screen, from 1 on; 0 for the screen itself.
        package let inner: Int
        /// The content; nil if the screen has not been shown yet.
        package let screen: RenderedScreen?
        /// A number that changes with ``screen``.
        package let revision: Int
    }

    /// Called when a screen may have changed: by itself, by a request, or by a reload. It is called often, and from
    /// within other calls, so the listener changes nothing in it, and defers that, for example to a `Task`: the screen
    /// that it reads there may be the one of before.
    public var changeSink: @MainActor () -> Void {
        get { clock.listener }
        set { clock.listener = newValue }
    }

    /// The top screens of the selected tab's own stack and of each modal on it, lowest first, so that the last is in
    /// front.
    package var layers: [Layer] {
        state.selected.tops.flatMap { top in
            let parts = screens[top.entry.id].map(screens.composed)?.parts ?? []
            let revision = revision(of: top.entry.id)
            func layer(_ presentation: Presentation, _ inner: Int, _ screen: RenderedScreen?) -> Layer {
                Layer(
                    id: top.entry.id, place: top.entry.place, presentation: presentation, inner: inner, screen: screen,
                    revision: revision)
            }
            guard !parts.isEmpty else { return [layer(top.presentation, 0, nil)] }
            var count = 0
            return parts.enumerated().map { index, part in
                count += part.inner.count
                return layer(index == 0 ? top.presentation : part.inner[0].innerPresentation, count, part.screen)
            }
        }
    }

    /// Returns the content of a screen that may be hidden, without its sheets. Nil if it has not been rendered.
    package func layer(of entry: NavigationState.Entry) -> Layer? {
        guard let screen = screens[entry.id], screen.rendered != nil else { return nil }
        return Layer(
            id: entry.id, place: entry.place, presentation: .push, inner: 0,
            screen: screens.composed(screen).parts[0].screen, revision: revision(of: entry.id))
    }

    /// The revision of a screen, including its embedded screens.
    private func revision(of screen: ScreenID) -> Int {
        var hasher = Hasher()
        for part in screens.tree(of: screen) {
            hasher.combine(part.id)
            hasher.combine(part.revision)
        }
        return hasher.finalize()
    }

    /// The titles of the selected tab's screens, from the root on. Before a screen was first shown: the name of its
    /// feature, or its destination.
    package var titles: [(title: String, presentation: Presentation)] {
        state.selected.entries.flatMap { entry in
            [(title(of: entry), entry.presentation)] + entry.inner.map { ($0.title, $0.presentation) }
        }
    }

    /// The messages for all locked screens, the newest screen first.
    package var locks: [String] {
        screens.newestFirst.compactMap(lockMessage)
    }

    /// The URL of a node that leads out of the app, to a browser or a mail program; nil for any other node, and for an
    /// own link of the app.
    package func outsideURL(of node: ViewNode) -> String? {
        guard case .open(let url) = node.effect else { return nil }
        let scheme = url.prefix { $0 != ":" }.lowercased()
        let own = wiring.schemes ?? catalog.links().sites.map(\.scheme)
        return ["http", "https", "mailto"].contains(scheme) && !own.contains { $0.lowercased() == scheme } ? url : nil
    }

    /// Whether the visible screen says that what was asked for is not there.
    package var isShowingNotFound: Bool { SystemRoutes.asked(in: state.top.place) != nil }

    /// Advice about a visible screen that stands for one that cannot be shown; nil for any other.
    package var failureAdvice: String? {
        let top = state.top.place
        guard isShowingFailure || isShowingNotFound else { return nil }
        let asked = SystemRoutes.asked(in: top) ?? top.text
        guard !LinkURL.isLink(asked), let destination = try? DestinationText(asked).untyped else {
            return "'\(HostName.name) routes' lists the links that lead somewhere."
        }
        guard let feature = catalog.feature(destination.feature)?.manifest else {
            if failureGuess != nil { return "'\(HostName.name) list' shows all features." }
            let unused = catalog.refusals.count
            let others =
                "; '\(HostName.name) doctor' says why \(unused == 1 ? "a file" : "\(unused) files") there cannot be used"
            return "Copy the library of '\(destination.feature)' into a plugins directory: it is shown then"
                + (unused == 0 ? "." : "\(others).")
        }
        if feature.outgoing.contains(where: { $0.name == destination.route }) {
            if let rule = wiring.rules.rules(feature: feature.id, route: destination.route).first,
                let place = wiring.place(of: ["redirects", .key(rule.key)])
            {
                return "Correct the redirect in \(place): it counts once the file is saved."
            }
            return "Write that line into \(wiring.path ?? "the wiring file"): it counts once the file is saved."
        }
        let isKnown = destination.route.isEmpty || feature.incoming.contains { $0.name == destination.route }
        return isKnown
            ? "'\(HostName.name) doctor' says more."
            : "'\(HostName.name) routes' lists the destinations of '\(feature.id)'."
    }

    /// The destination that is probably meant by a visible one that cannot be shown, since its feature or its route has
    /// nearly that name; nil without one.
    package var failureGuess: String? {
        guard let asked = SystemRoutes.asked(in: state.top.place), !LinkURL.isLink(asked),
            let destination = try? DestinationText(asked).untyped
        else { return nil }
        let id = catalog.feature(destination.feature)?.manifest.id
        guard let feature = id ?? Spelling.nearest(to: destination.feature, in: catalog.ids),
            let routes = catalog.feature(feature)?.manifest.incoming.map(\.name),
            let route = routes.contains(destination.route)
                ? destination.route : Spelling.nearest(to: destination.route, in: routes)
        else { return nil }
        let guess = "\(feature)/\(route)"
        let arguments = asked.firstIndex(of: "?").map { asked[$0...] } ?? ""
        return [guess + arguments, guess].first { $0 != asked && (try? catalog.place($0)) != nil }
    }

    package var tabNames: [String] { state.tabs.map(\.name) }

    package var tabLabels: [String] { tabNames.map(wiring.label) }

    /// The link to the visible screen; nil if there is none.
    public var url: String? { catalog.url(for: state.top.place, takenBy: wiring) }
}

extension Presentation {
    /// The word for the user, for whom a managed sheet is just a sheet.
    package var word: String {
        switch self {
        case .push: "screen"
        case .sheet, .managedSheet: "sheet"
        case .cover, .managedCover: "cover"
        case .alert: "alert"
        case .confirmation: "confirmation"
        }
    }
}
