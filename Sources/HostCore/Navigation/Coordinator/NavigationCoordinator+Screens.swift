import FeatureContract

/// Making screens, rendering them, and putting them on stacks.
extension NavigationCoordinator {
    func entry(_ place: Place, _ presentation: Presentation) -> NavigationState.Entry {
        .init(id: newID(), place: place, presentation: presentation)
    }

    func newID() -> ScreenID {
        defer { nextID += 1 }
        return nextID
    }

    // MARK: Making and destroying

    /// Returns the feature, and starts it if necessary. Requests that it makes while it starts wait, and are dropped if
    /// it does not start.
    func activated(_ id: String) throws(CallFailure) -> any FeatureInstance {
        do throws(CallFailure) {
            return try call { () throws(CallFailure) in try store.instance(of: id, host: self) }
        } catch {
            queue.removeAll { $0.feature == id && $0.screen == 0 }
            throw error
        }
    }

    /// Lets the feature make the screen of an entry.
    func make(
        _ entry: NavigationState.Entry, placing edits: [NavigationState.Edit] = []
    ) throws(CallFailure) -> LiveScreen {
        try make(entry, of: planner.shown(entry.place), placing: edits)
    }

    /// - Parameters:
    ///   - place: The entry's place, which a feature shows.
    ///   - edits: The edits that will put the screen in its place, if it does not stand there yet.
    func make(
        _ entry: NavigationState.Entry, of place: Place, in container: ScreenID? = nil,
        placing edits: [NavigationState.Edit] = []
    ) throws(CallFailure) -> LiveScreen {
        do throws(CallFailure) {
            return try made(entry, of: place, in: container, placing: edits)
        } catch {
            // Only the host's own locks count as `locked`, not that code from a feature.
            throw error.code == .locked ? CallFailure(.unavailable, error.reason) : error
        }
    }

    private func made(
        _ entry: NavigationState.Entry, of place: Place, in container: ScreenID?,
        placing edits: [NavigationState.Edit]
    ) throws(CallFailure) -> LiveScreen {
        let feature = try activated(place.feature)
        pendingScreen = PendingScreen(screen: entry.id, container: container, edits: edits)
        defer { pendingScreen = nil }
        do throws(CallFailure) {
            let instance = try call { () throws(CallFailure) in
                if place.route.kind == .main { return try feature.makeMainScreen(entry.id) }
                guard let screen = try feature.resolve(place.destination, entry.id) else {
                    throw CallFailure(
                        .unknownRoute,
                        "the feature '\(place.feature)' declares '\(place.route.name)' and says it is not its own"
                    )
                }
                return screen
            }
            return LiveScreen(entry.id, instance, of: place.feature, in: container)
        } catch {
            // Requests of a screen that could not be made are dropped.
            queue.removeAll { $0.screen == entry.id }
            throw error
        }
    }

    /// Returns the screen of an entry, and makes it if necessary. If that fails, the not-found screen takes the entry's
    /// place.
    func live(_ entry: NavigationState.Entry) -> LiveScreen? {
        if let screen = screens[entry.id] { return screen }
        stale.remove(entry.id)
        do throws(CallFailure) {
            let screen = try make(entry)
            screens[entry.id] = screen
            return screen
        } catch {
            // The navigation itself has succeeded: this screen was below the top, or comes from a restored session.
            problems.append(
                NavigationProblem("'\(entry.place)' cannot be shown: \(error.reason)", isNotice: true))
            // The replacement is another screen and gets a new id, since no id is used twice.
            let place = self.entry(entry.place, entry.presentation)
            guard let screen = notFoundScreen(place.id, entry.place.text, error.reason) else { return nil }
            screen.isBroken = true
            state.replaceEntry(entry.id, with: place)
            screens[place.id] = screen
            return screen
        }
    }

    /// Destroys a screen and everything embedded in it, innermost first.
    func destroy(_ id: ScreenID) {
        stale.remove(id)
        for screen in tree(of: id).reversed() {
            screens[screen.id] = nil
            release(screen)
            call {
                if screen.isSeen { screen.instance.disappear() }
                screen.instance.destroy()
            }
        }
        if visible == id { visible = nil }
    }

    // MARK: Showing

    /// A screen and everything embedded in it, outermost first.
    func tree(of id: ScreenID) -> [LiveScreen] {
        guard let screen = screens[id] else { return [] }
        return screen.embedded.isEmpty ? [screen] : [screen] + screen.embedded.flatMap { tree(of: $0.screen) }
    }

    func disappear(_ id: ScreenID) {
        for screen in tree(of: id).reversed() where screen.isSeen {
            if screen.needsRender { forget(id) }
            screen.isSeen = false
            call { screen.instance.disappear() }
            dropContent(of: screen)
        }
    }

    /// Renders the changed parts of a screen and of the screens embedded in it.
    func refresh(_ screen: LiveScreen, isSeen: Bool) {
        if isSeen, !screen.isSeen {
            screen.isSeen = true
            call { screen.instance.appear() }
        }
        if screen.needsRender {
            screen.needsRender = false
            screen.isLost = false
            screen.isBroken = screen.isBroken && screen.feature == Manifest.systemID
            // The projected state may depend on what the screen shows.
            projection = nil
            do throws(CallFailure) {
                try render(screen)
                if isTooLarge(screen) {
                    throw CallFailure(
                        .limit, "what is embedded in one screen takes more than \(maximumSeen >> 20) MiB in all")
                }
            } catch {
                let name = name(of: screen)
                problems.append(NavigationProblem("'\(name)' could not be rendered: \(error.reason)"))
                var text = ViewNode(.text, text: "\(name) could not be rendered: \(error.reason)")
                text.role = .danger
                // The screen may still have unsaved content, so its lock stays.
                let lock = screen.rendered?.lock
                screen.isBroken = true
                var rendered = RenderedScreen(title: "Error", nodes: [text])
                rendered.lock = lock
                keep(rendered, of: screen)
            }
            tellOfUndeclaredCheckpoints(in: screen)
            embed(in: screen)
        }
        for child in screen.embedded {
            if let child = screens[child.screen] { refresh(child, isSeen: isSeen) }
        }
        if !isSeen { dropContent(of: screen) }
    }

    /// The name of a screen in a problem report.
    func name(of screen: LiveScreen) -> String {
        state.position(of: screen.id).map { state[$0].place.text } ?? screen.feature
    }
}

/// The names of screens in messages and in the interface.
extension NavigationCoordinator {
    /// The title of an entry's screen. For a screen that has not been shown, the name of its feature, or its destination.
    func title(of entry: NavigationState.Entry) -> String {
        let title = screens[entry.id]?.rendered?.title ?? ""
        return title.isEmpty ? name(of: entry.place) : title
    }

    /// The message that a locked screen cannot be left, with its title: `'Page 2' is locked: …`.
    ///
    /// - Parameter entry: The entry of the screen, or of the screen in which it is embedded.
    func lockMessage(_ reason: String, at entry: NavigationState.Entry) -> String {
        "'\(title(of: entry))' is locked: \(reason)"
    }

    /// The message that a screen cannot be left. Nil if it holds no lock.
    func lockMessage(of screen: LiveScreen) -> String? {
        guard let reason = screen.rendered?.lock else { return nil }
        guard let position = state.position(of: outermost(screen.id)) else {
            return "'\(name(of: screen))' is locked: \(reason)"
        }
        return lockMessage(reason, at: state[position])
    }

    private func name(of place: Place) -> String {
        let name = place.route.name.isEmpty ? catalog.feature(place.feature)?.manifest.name ?? "" : ""
        return name.isEmpty ? place.text : name
    }
}
