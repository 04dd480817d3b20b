import FeatureContract

/// Screens in screens: a feature names a destination to embed, and the wiring decides which screen that is.
extension NavigationCoordinator {
    /// The most screens that one screen may embed in all, and the deepest nesting.
    static let maximumEmbedded = 256
    static let maximumEmbeddingDepth = 8

    /// Makes the screens that the last render embeds for the first time, keeps the others, and destroys those no longer
    /// embedded.
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
        for gone in old { destroy(gone.screen) }
        guard !missing.isEmpty else { return }
        var (outermost, depth) = (screen, 1)
        while let outer = outermost.container.flatMap({ screens[$0] }) { (outermost, depth) = (outer, depth + 1) }
        let room = max(0, Self.maximumEmbedded + 1 - tree(of: outermost.id).count)
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
                    isNotice: true))
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
            let entry = entry(place, .push)
            screens[entry.id] = try make(entry, of: place, in: container.id)
            return entry.id
        } catch {
            let problem = NavigationProblem("'\(destination)' cannot be embedded: \(error.reason)", isNotice: true)
            if !problems.contains(problem) { problems.append(problem) }
            let id = newID()
            screens[id] = notFoundScreen(id, destination.text, error.reason, in: container.id)
            return screens[id] == nil ? nil : id
        }
    }

    /// The rendering of a screen, with the embedded screens in their places.
    func composed(_ screen: LiveScreen) -> RenderedScreen {
        var shown = screen.rendered ?? RenderedScreen()
        guard !screen.embedded.isEmpty else { return shown }
        var children = screen.embedded[...]
        var place = 0
        shown.nodes = shown.nodes.map { node in
            node.fillingEmbedded { [self] node in
                defer { place += 1 }
                guard children.first?.place == place, let child = children.popFirst(),
                    let live = screens[child.screen]
                else { return }
                let content = composed(live)
                node.children = content.nodes.map {
                    $0.belonging(to: live.id, isDisabled: node.flags.contains(.disabled))
                }
                shown.isLoading = shown.isLoading || content.isLoading
                shown.lock = shown.lock ?? content.lock
                shown.checkpoints += content.checkpoints
            }
        }
        return shown
    }
}

extension ViewNode {
    /// Calls `body` for each embedded destination, depth first. The own children of an embedding node are not shown.
    fileprivate func forEachEmbedded(_ body: (Destination) -> Void) {
        if kind == .embedded {
            if let destination { body(destination) }
        } else {
            // The span avoids copying nodes, which are large.
            let children = children.span
            for index in children.indices { children[index].forEachEmbedded(body) }
        }
    }

    /// The node with `fill` applied to each node in it that embeds a destination, in the same order.
    fileprivate func fillingEmbedded(_ fill: (inout ViewNode) -> Void) -> ViewNode {
        var node = self
        if kind == .embedded {
            if destination != nil { fill(&node) }
        } else if !children.isEmpty {
            node.children = children.map { $0.fillingEmbedded(fill) }
        }
        return node
    }

    /// The node as part of another screen's content.
    fileprivate func belonging(to screen: ScreenID, isDisabled: Bool) -> ViewNode {
        var node = self
        if node.screen == 0 { node.screen = screen }
        if isDisabled { node.flags.insert(.disabled) }
        node.children = children.map { $0.belonging(to: screen, isDisabled: isDisabled) }
        return node
    }
}
