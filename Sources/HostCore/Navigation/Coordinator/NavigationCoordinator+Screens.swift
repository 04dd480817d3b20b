import FeatureContract

/// Making screens, rendering them, and putting them on stacks.
extension NavigationCoordinator {
    func entry(
        _ place: Place, _ presentation: Presentation, saved: [[String]: ScreenState] = [:],
        inner: [NavigationState.InnerScreen] = []
    ) -> NavigationState.Entry {
        .init(id: newID(), place: place, presentation: presentation, saved: saved, inner: inner)
    }

    func newID() -> ScreenID {
        defer { nextID += 1 }
        return nextID
    }

    // MARK: Making and destroying

    /// Returns the feature, and starts it if necessary. Its requests during the start wait, and are dropped if the
    /// start fails.
    func activated(_ id: String) throws(CallFailure) -> any FeatureInstance {
        do throws(CallFailure) {
            return try clock.call { () throws(CallFailure) in try features.instance(of: id, host: self) }
        } catch {
            requests.removeAll { $0.feature == id && $0.screen == 0 }
            throw error
        }
    }

    func make(_ entry: NavigationState.Entry) throws(CallFailure) -> LiveScreen {
        try make(entry, of: planner.shown(entry.place))
    }

    /// - Parameters:
    ///   - place: The entry's place, shown by the feature.
    ///   - edits: The edits that will put the screen in its place, unless it is there already.
    func make(
        _ entry: NavigationState.Entry, of place: Place, in container: ScreenID? = nil, key: String = "",
        placing edits: [NavigationState.Edit] = []
    ) throws(CallFailure) -> LiveScreen {
        let (number, instance) = try made(entry.id, of: place, in: container, key: key, placing: edits)
        return LiveScreen(entry.id, number, instance, of: place, showing: firstPart, in: container, key: key)
    }

    /// Makes the instance again after its feature has stopped.
    private func remake(_ screen: LiveScreen) throws(CallFailure) {
        let (number, instance) = try made(screen.id, of: screen.place, in: screen.container, key: screen.key)
        screen.renew(number, instance)
        if screen.isSeen { try clock.call { () throws(CallFailure) in try screen.instance?.appear() } }
    }

    /// Lets the feature make a screen from the state saved by the last screen in that place.
    private func made(
        _ id: ScreenID, of place: Place, in container: ScreenID?, key: String,
        placing edits: [NavigationState.Edit] = []
    ) throws(CallFailure) -> (number: ScreenID, instance: ScreenInstance) {
        do throws(CallFailure) {
            let number = screens.number(for: id) { newID() }
            let owner = owner(of: id, key, in: container)
            // A screen that is placed first is in no state yet: the whole stack would be searched for it.
            let saved = !edits.isEmpty ? nil : state.position(of: owner.entry).flatMap { state[$0].saved[owner.path] }
            let isMain = place.route.kind == .main
            let restoring = saved.map { [FeatureMessage.restore(number, $0)] } ?? []
            firstCalls = [isMain ? .makeMainScreen(number) : .resolve(place.destination, number)] + restoring
            defer { firstCalls = [] }
            let feature = try activated(place.feature)
            screens.pending = ScreenStore.Pending(screen: id, number: number, container: container, edits: edits)
            requests.forgetProjection()
            defer {
                screens.pending = nil
                requests.forgetProjection()
            }
            feature.expect(restoring)
            let instance = try clock.call { () throws(CallFailure) in
                if isMain { return try feature.makeMainScreen(number) }
                guard let screen = try feature.resolve(place.destination, number) else {
                    throw CallFailure(
                        .unknownRoute,
                        "the feature '\(place.feature)' declares '\(place.route.name)' and says it is not its own")
                }
                return screen
            }
            guard let saved else { return (number, instance) }
            do throws(CallFailure) {
                try clock.call { () throws(CallFailure) in try instance.restore(saved) }
                return (number, instance)
            } catch  where error.code == .givenUp {
                // The saved state stays for the next time.
                clock.call { instance.destroy() }
                throw error
            } catch {
                keep(nil, of: owner)
                problems.append(
                    NavigationProblem(
                        "'\(place)' begins anew, since its saved state was not taken: \(error.reason)", .notice))
                clock.call { instance.destroy() }
            }
        } catch {
            requests.removeAll { $0.screen == id }
            // Code `locked` from a feature does not count: only the host's own locks are `locked`.
            throw error.code == .locked ? CallFailure(.unavailable, error.reason) : error
        }
        requests.removeAll { $0.screen == id }
        return try made(id, of: place, in: container, key: key, placing: edits)
    }

    // MARK: Saving

    /// The entry that holds a screen's saved state, and the path from the entry's screen to this one.
    private func owner(
        of id: ScreenID, _ key: String, in container: ScreenID?
    ) -> (entry: ScreenID, path: [String]) {
        guard let outer = container.flatMap({ screens[$0] }) else { return (id, []) }
        let owner = owner(of: outer.id, outer.key, in: outer.container)
        return (owner.entry, owner.path + [key])
    }

    /// Forgets the saved state of a screen that is no longer embedded, and of the screens in it.
    private func forget(_ screen: LiveScreen) {
        let owner = owner(of: screen.id, screen.key, in: screen.container)
        guard let position = state.position(of: owner.entry) else { return }
        var entry = state[position]
        entry.saved = entry.saved.filter { !$0.key.starts(with: owner.path) }
        guard entry.saved != state[position].saved else { return }
        state.replaceEntry(owner.entry, with: entry)
        noteChange()
    }

    /// Asks a screen for its state, and keeps the state until the screen leaves.
    func save(_ screen: LiveScreen) {
        guard let instance = screen.instance, instance.keepsState else { return }
        let saved: ScreenState?
        do throws(CallFailure) {
            saved = try clock.call { () throws(CallFailure) in try instance.save() }
        } catch {
            // A feature that the host stopped waiting for is asked again after the next action, and at the end.
            guard error.code != .givenUp else { return }
            let message = "the state of '\(screen.place)' is kept as it was before: \(error.reason)"
            // The user hears that the feature has ended; any other failure concerns its author.
            if screen.instance == nil {
                problems.append(NavigationProblem(message, .notice))
            } else {
                featureLog.append(.defect(message, of: screen.feature))
            }
            return
        }
        keep(saved, of: owner(of: screen.id, screen.key, in: screen.container))
    }

    private func keep(_ saved: ScreenState?, of owner: (entry: ScreenID, path: [String])) {
        guard let position = state.position(of: owner.entry), state[position].saved[owner.path] != saved else { return }
        var entry = state[position]
        entry.saved[owner.path] = saved
        state.replaceEntry(owner.entry, with: entry)
        noteChange()
    }

    /// Returns the screen of an entry, and makes it if necessary. If that fails, puts the not-found screen in its
    /// place.
    func live(_ entry: NavigationState.Entry) -> LiveScreen? {
        if let screen = screens[entry.id] { return screen }
        screens.unmarkStale(entry.id)
        do throws(CallFailure) {
            let screen = try make(entry)
            screens[entry.id] = screen
            return screen
        } catch {
            // The navigation itself succeeded: this screen was below the top, or comes from a restored session.
            problems.append(
                NavigationProblem("'\(entry.place)' cannot be shown: \(error.reason)", .notice))
            // The replacement gets a new id, since no id is used twice.
            let place = self.entry(entry.place, entry.presentation, saved: entry.saved)
            guard let screen = notFoundScreen(place.id, entry.place.text, error.reason) else { return nil }
            screen.isBroken = true
            state.replaceEntry(entry.id, with: place)
            screens[place.id] = screen
            return screen
        }
    }

    /// Destroys a screen and everything embedded in it, innermost first.
    func destroy(_ id: ScreenID) {
        screens.unmarkStale(id)
        for screen in screens.tree(of: id).reversed() {
            screens[screen.id] = nil
            // An embedded screen gets a new id next time; the screen of an entry keeps its id.
            if screen.container != nil { screens.forgetNumbers(of: screen.id) }
            clock.call {
                if screen.isSeen { screen.instance?.disappear() }
                screen.instance?.destroy()
            }
        }
        visible.removeAll { $0 == id }
    }

    // MARK: Showing

    func disappear(_ id: ScreenID) {
        for screen in screens.tree(of: id).reversed() where screen.isSeen {
            if screen.needsRender { screens.markStale(id) }
            screen.isSeen = false
            clock.call { screen.instance?.disappear() }
            screens.dropContent(of: screen)
        }
    }

    /// Renders the changed parts of a screen and of those embedded in it.
    func refresh(_ screen: LiveScreen, isSeen: Bool) {
        // A failure that ends its feature is not retried before something changes.
        let outer = rendering
        rendering = screen.id
        defer { rendering = outer }
        var failure: CallFailure?
        if isSeen, !screen.isSeen {
            screen.isSeen = true
            do throws(CallFailure) {
                try clock.call { () throws(CallFailure) in try screen.instance?.appear() }
            } catch {
                failure = error
                screen.needsRender = true
            }
        }
        if screen.needsRender {
            screen.needsRender = false
            screen.isBroken = screen.isBroken && screen.feature == Manifest.systemID
            // The projected state may depend on the screen's content.
            requests.forgetProjection()
            do throws(CallFailure) {
                if let failure { throw failure }
                try render(screen)
                if screens.isTooLarge(screen) {
                    throw CallFailure(
                        .limit, "what is embedded in one screen takes more than \(screens.maximumSeen >> 20) MiB in all"
                    )
                }
            } catch {
                showFailure(error, of: screen)
            }
            tellOfUndeclaredCheckpoints(in: screen)
            embed(in: screen)
        }
        for child in screen.embedded {
            if let child = screens[child.screen] { refresh(child, isSeen: isSeen) }
        }
        if !isSeen { screens.dropContent(of: screen) }
    }

    /// Shows in the place of a screen why it could not be rendered.
    private func showFailure(_ error: CallFailure, of screen: LiveScreen) {
        // A feature that still works is asked again later, and what it has shown stays until then.
        guard error.code != .givenUp || screen.rendered == nil else { return screen.needsRender = true }
        let name = name(of: screen)
        let problem = NavigationProblem(error.saying("'\(name)' could not be rendered: \(error.reason)"))
        if !problems.contains(problem) { problems.append(problem) }
        screen.isBroken = true
        var rendered = RenderedScreen.failed(name, "This screen could not be rendered.", error.reason)
        // The screen may still have unsaved content, so its lock stays.
        rendered.lock = screen.rendered?.lock
        screens.keep(rendered, of: screen)
    }

    func name(of screen: LiveScreen) -> String {
        state.position(of: screen.id).map { state[$0].place.text } ?? screen.feature
    }

    // MARK: Checkpoints

    /// Renders a screen, after making its instance again if its feature has stopped. Renders once more if the new
    /// content makes a `canReturn` answer from this render wrong.
    func render(_ screen: LiveScreen) throws(CallFailure) {
        if screen.instance == nil { try remake(screen) }
        guard let instance = screen.instance else { throw Self.ended }
        checkpointAnswers = []
        defer { checkpointAnswers = nil }
        let isUnseen = !mayBeShown(screen)
        screens.keep(
            try clock.call { () throws(CallFailure) in try instance.render(unseen: isUnseen) }, of: screen,
            isUnseen: isUnseen)
        screen.isRendered = true
        let answers = checkpointAnswers ?? []
        checkpointAnswers = nil
        let isWrong = answers.contains { answer in
            canReturn(toCheckpoint: answer.checkpoint, of: answer.feature, from: answer.number) != answer.canReturn
        }
        if isWrong, let instance = screen.instance {
            screens.keep(
                try clock.call { () throws(CallFailure) in try instance.render(unseen: isUnseen) }, of: screen,
                isUnseen: isUnseen)
        }
    }

    /// Whether any part of a screen may be seen before the next render. In the visible tab, a screen below a sheet is
    /// in sight, and a web page contains the whole stack.
    func mayBeShown(_ screen: LiveScreen) -> Bool {
        screen.isSeen || state.position(of: screens.outermost(screen.id)).map { $0.tab == state.selectedIndex } ?? true
    }

    /// A screen's instance, rendered at least once, since the rendering lists its receivers.
    func rendered(_ screen: LiveScreen) throws(CallFailure) -> ScreenInstance {
        if !screen.isRendered { try render(screen) }
        guard let instance = screen.instance else { throw Self.ended }
        return instance
    }

    private static let ended = CallFailure(.unavailable, "the screen has ended with its feature's process")

    /// Hands a value to the screen at a checkpoint that is on top now.
    func hand(_ value: Value, to checkpoint: Planner.Checkpoint) throws(CallFailure) {
        do throws(CallFailure) {
            guard let screen = checkpoint.screen.flatMap({ screens[$0] }) else { return }
            let instance = try rendered(screen)
            defer { save(screen) }
            try clock.call { () throws(CallFailure) in
                try instance.returned(
                    toCheckpoint: checkpoint.shared.name.name, with: checkpoint.shared.name.trimmed(value))
            }
        } catch {
            let name = checkpoint.shared.chain.last ?? checkpoint.shared.name.name
            throw error.saying("the checkpoint '\(name)' did not take its value: \(error.reason)")
        }
    }

    /// Makes and renders the hidden screens of the selected tab that may show checkpoints, so that the screens above
    /// can return to them.
    func refreshCheckpoints() {
        // The top screen is rendered as a visible one soon.
        for entry in screens.entriesToRefresh(in: state) where entry.id != state.top.id && screens.unmarkStale(entry.id)
        {
            refreshCheckpoints(of: entry)
        }
    }

    func refreshCheckpoints(of entry: NavigationState.Entry) {
        guard mayShowCheckpoints(entry) else { return }
        // A failure is reported when the screen becomes visible.
        if screens[entry.id] == nil { screens[entry.id] = try? make(entry) }
        if let screen = screens[entry.id] { refresh(screen, isSeen: screen.isSeen) }
    }

    /// Renders a hidden screen that has not been shown or has changed. No feature is started for it.
    package func renderHidden(_ entry: NavigationState.Entry) { receive(.renderHidden(entry.id)) }

    func renderHidden(_ id: ScreenID) {
        guard !isShutDown, id != state.top.id, let entry = state.position(of: id).map({ state[$0] }),
            features.isActive(entry.place.feature)
        else { return }
        // A failure is reported when the screen becomes visible.
        if screens[entry.id] == nil { screens[entry.id] = try? make(entry) }
        if let screen = screens[entry.id] { refresh(screen, isSeen: screen.isSeen) }
    }

    /// Logs checkpoints missing in the manifest: no feature can return to them.
    func tellOfUndeclaredCheckpoints(in screen: LiveScreen) {
        guard let checkpoints = screen.rendered?.checkpoints, !checkpoints.isEmpty else { return }
        let declared = catalog.feature(screen.feature)?.manifest.checkpoints ?? []
        for checkpoint in checkpoints
        where !declared.contains(where: { $0.name == checkpoint.name && $0.type == checkpoint.type }) {
            let type = checkpoint.type.map { " (\($0))" } ?? ""
            featureLog.append(
                .defect(
                    "shows the checkpoint '\(checkpoint.name)'\(type), which its manifest does not declare so",
                    of: screen.feature))
        }
    }

    func mayShowCheckpoints(_ entry: NavigationState.Entry) -> Bool {
        declaresCheckpoints(entry.place.feature)
            || screens.tree(of: entry.id).contains { declaresCheckpoints($0.feature) }
    }

    func declaresCheckpoints(_ feature: String) -> Bool {
        catalog.feature(feature)?.manifest.checkpoints.isEmpty == false
    }

    // MARK: Screens in screens

    /// The limits on screens within one screen: their number in all, and their nesting.
    static let maximumEmbedded = 256
    static let maximumEmbeddingDepth = 8

    /// Makes newly embedded screens, keeps those still embedded, and destroys the others.
    func embed(in screen: LiveScreen) {
        var wanted: [Destination] = []
        if let nodes = screen.rendered?.nodes {
            let nodes = nodes.span
            for index in nodes.indices { nodes[index].forEachEmbedded { wanted.append($0) } }
        }
        guard !wanted.isEmpty || !screen.embedded.isEmpty else { return }
        var old = screen.embedded
        var kept: [LiveScreen.Embedded] = []
        var missing: [(place: Int, destination: Destination)] = []
        for (place, destination) in wanted.enumerated() {
            if let index = old.firstIndex(where: { $0.destination == destination }) {
                kept.append(.init(place: place, destination: destination, screen: old.remove(at: index).screen))
            } else {
                missing.append((place, destination))
            }
        }
        screen.embedded = kept
        for gone in old {
            if let screen = screens[gone.screen] { forget(screen) }
            destroy(gone.screen)
        }
        guard !missing.isEmpty else { return }
        let outermost = screens[screens.outermost(screen.id)] ?? screen
        let depth = screens.depth(of: screen.id) + 1
        let room = max(0, Self.maximumEmbedded + 1 - screens.tree(of: outermost.id).count)
        for (place, destination) in missing.prefix(room) {
            guard let id = makeEmbedded(destination, in: screen, depth: depth) else { continue }
            screen.embedded.append(.init(place: place, destination: destination, screen: id))
        }
        screen.embedded.sort { $0.place < $1.place }
        if missing.count > room, !outermost.isKnownToBeFull {
            outermost.isKnownToBeFull = true
            problems.append(
                NavigationProblem(
                    "'\(name(of: outermost))' embeds more than \(Self.maximumEmbedded) screens; the others are left out",
                    .notice))
        }
    }

    private func makeEmbedded(_ destination: Destination, in container: LiveScreen, depth: Int) -> ScreenID? {
        do throws(CallFailure) {
            guard depth <= Self.maximumEmbeddingDepth else {
                throw CallFailure(
                    .limit, "screens are embedded in one another more than \(Self.maximumEmbeddingDepth) deep")
            }
            let chain = try planner.chain(destination, of: container.feature)
            let place = try planner.end(of: chain)
            if let hold = planner.hold(on: place, state.conditions) {
                throw CallFailure(.notAllowed, hold.reason(of: place))
            }
            let entry = entry(place, .push)
            let taken = Set(container.embedded.compactMap { screens[$0.screen]?.key })
            let key = (1...).lazy.map { $0 == 1 ? place.text : "\(place.text) #\($0)" }.first { !taken.contains($0) }
            screens[entry.id] = try make(entry, of: place, in: container.id, key: key ?? place.text)
            return entry.id
        } catch {
            let problem = NavigationProblem("'\(destination)' cannot be embedded: \(error.reason)", .notice)
            if !problems.contains(problem) { problems.append(problem) }
            let id = newID()
            screens[id] = notFoundScreen(id, destination.text, error.reason, in: container.id)
            return screens[id] == nil ? nil : id
        }
    }
}

extension ViewNode {
    /// Calls `body` for each embedded destination, depth first. The embedding node's own children are not shown.
    fileprivate func forEachEmbedded(_ body: (Destination) -> Void) {
        if kind == .embedded {
            if let destination { body(destination) }
        } else {
            // A span avoids copying nodes, which are large.
            let children = children.span
            for index in children.indices { children[index].forEachEmbedded(body) }
        }
    }
}

/// The names of screens in messages and in the interface.
extension NavigationCoordinator {
    /// The title of an entry's screen. Before the screen was first shown: the name of its feature, or its destination.
    func title(of entry: NavigationState.Entry) -> String {
        let title = screens[entry.id]?.rendered?.title ?? ""
        return title.isEmpty ? name(of: entry.place) : title
    }

    /// The message that a locked screen cannot be left, with its title: `'Page 2' is locked: …`.
    ///
    /// - Parameter entry: The entry of the screen or of its container.
    func lockMessage(_ reason: String, at entry: NavigationState.Entry) -> String {
        "'\(title(of: entry))' is locked: \(reason)"
    }

    /// The message that a screen cannot be left; nil if it holds no lock.
    func lockMessage(of screen: LiveScreen) -> String? {
        guard let reason = screen.rendered?.lock else { return nil }
        guard let position = state.position(of: screens.outermost(screen.id)) else {
            return "'\(name(of: screen))' is locked: \(reason)"
        }
        return lockMessage(reason, at: state[position])
    }

    private func name(of place: Place) -> String {
        if place == SystemRoutes.main { return SystemRoutes.title }
        if SystemRoutes.asked(in: place) != nil { return SystemRoutes.titleOfNotFound }
        let name = place.route.name.isEmpty ? catalog.feature(place.feature)?.manifest.name ?? "" : ""
        return name.isEmpty ? place.text : name
    }
}
