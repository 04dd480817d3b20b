import FeatureContract

/// Lists of which a screen shows a part: the rest is asked for when somebody wants to see or to use it.
extension NavigationCoordinator {
    /// A list of which the visible screen shows a part.
    package struct List: Sendable {
        /// The screen with the list.
        package let screen: ScreenID
        /// The node whose children are the elements.
        package let node: ViewNode

        /// The parts to search one after the other from an element on.
        package func parts(from start: UInt64) -> some Sequence<ListPart> {
            stride(from: start, to: node.elementCount, by: Int(ListPart.searchedAtOnce)).lazy.map {
                ListPart(of: node.key, from: $0, count: ListPart.searchedAtOnce)
            }
        }
    }

    /// The lists of which the screen shown last has a part.
    package var lists: [List] {
        shown.lists.map { List(screen: $0.screen == 0 ? state.top.id : $0.screen, node: $0) }
    }

    /// Shows a part of a screen's list from the next ``show()`` on, until another one is to be shown.
    ///
    /// - Parameter id: The screen with the list; 0 for the lists of all screens that are not made yet.
    package func show(_ part: ListPart, of id: ScreenID) {
        let parts = screens[id]?.parts ?? [firstPart]
        if !parts.contains(part) { receive(.showPart(part, of: id)) }
    }

    /// Shows these elements of each list of the visible screen.
    package func show(elementsFrom offset: UInt64, count: UInt64 = ListPart.usualCount) {
        show()
        for list in lists { show(ListPart(of: list.node.key, from: offset, count: count), of: list.screen) }
    }

    /// Finds the control that the user means by a label on the visible screen, or else in the rest of its lists from the
    /// beginning on. What is found stays in sight.
    ///
    /// - Parameter search: Finds the control with that label.
    package func find<Found>(
        _ label: String, _ search: @MainActor (NodeFinder, String) throws(NodeFinderError) -> Found
    ) async throws(NodeFinderError) -> Found {
        let missing: NodeFinderError
        do throws(NodeFinderError) {
            return try search(NodeFinder(show()), label)
        } catch {
            guard case .notFound = error else { throw error }
            missing = error
        }
        let folded = label.lowercased()
        for list in lists {
            for part in list.parts(from: 0).prefix(Self.mostSearched) {
                // Other work has its turn, and the feature's time counts anew.
                await Task.yield()
                guard let screen = look(at: part, of: list.screen) else { throw missing }
                guard screen.lists.contains(where: { $0.key == part.key && $0.contains(folded) }),
                    (try? search(NodeFinder(screen), label)) != nil
                else { continue }
                show(part, of: list.screen)
                return try search(NodeFinder(show()), label)
            }
        }
        throw missing
    }

    /// The most parts of a list that are searched for a label: ten million elements.
    private static let mostSearched = 5_000

    /// Renders a screen with another part of its list, without showing that. Nil if the screen cannot be rendered now.
    package func look(at part: ListPart, of id: ScreenID) -> RenderedScreen? {
        receive(.look(at: part, of: id))
        defer { looked = nil }
        return looked
    }

    func carryOut(lookAt part: ListPart, of id: ScreenID) {
        guard !isShutDown, let screen = screens[id], var instance = screen.instance else { return }
        instance.parts = screen.parts.filter { $0.key != part.key } + [part]
        looked = try? clock.call { () throws(CallFailure) in try instance.render() }
        // The actions of the screen that is shown are another's now.
        screen.needsRender = true
    }

    func carryOut(_ part: ListPart, of id: ScreenID) {
        guard id != 0 else { return firstPart = part }
        guard let screen = screens[id] else { return }
        screen.parts = screen.parts.filter { $0.key != part.key } + [part]
        // A feature may give its lists other keys in each render.
        if screen.parts.count > Self.mostParts { screen.parts.remove(at: 1) }
        screen.needsRender = true
        clock.fire()
    }

    /// The most lists of one screen of which a part was asked for.
    private static let mostParts = 64
}
