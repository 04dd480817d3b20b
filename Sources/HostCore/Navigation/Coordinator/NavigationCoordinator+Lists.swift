import FeatureContract

/// Lists that a screen shows in part: the host asks the feature for another part when the user or a program wants it.
extension NavigationCoordinator {
    /// A list that the visible screen shows in part.
    package struct List: Sendable {
        /// The screen with the list.
        package let screen: ScreenID
        /// The node whose children are the elements.
        package let node: ViewNode

        /// The parts to search one after the other. Each is less than the list, so that the feature gives it as a part.
        fileprivate var searched: some Sequence<ListPart> {
            let count = ListPart.searched(of: node.elementCount)
            return stride(from: 0, to: node.elementCount, by: Int(count)).lazy.map {
                ListPart(of: node.key, from: $0, count: count)
            }.prefix(5_000)
        }
    }

    /// The lists that the screen shown last has in part.
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

    /// Shows these elements of the list with a key on the visible screen; without a key, of each of its lists that is
    /// shown in parts.
    public func show(elementsFrom offset: UInt64, count: UInt64, ofList key: String? = nil) {
        show()
        for list in lists where key == nil || list.node.key == key {
            show(ListPart(of: list.node.key, from: offset, count: count), of: list.screen)
        }
    }

    /// Finds the control to press for a label: on the visible screen, or in what its lists do not show. A label in full,
    /// wherever it is, comes before the beginning of one. What is found stays in sight.
    ///
    /// In each list the first 5,000 parts are searched, ten million elements.
    package func findControl(_ label: String) async throws(NodeFinderError) -> ScreenControl {
        do throws(NodeFinderError) {
            return try await find { (finder) throws(NodeFinderError) in try finder.press(label) }
        } catch {
            throw missed("press:\(label)", error)
        }
    }

    /// Finds the text field or slider with a label, as ``findControl(_:)`` finds a control.
    package func findField(_ label: String) async throws(NodeFinderError) -> ViewNode {
        do throws(NodeFinderError) {
            return try await find { (finder) throws(NodeFinderError) in try finder.field(label) }
        } catch {
            throw missed("type:\(label)=", error)
        }
    }

    /// Notes a step that the screen has no control for, so that a recording has it.
    ///
    /// - Parameter step: The step; without the text to write, which may be a secret.
    /// - Returns: The error.
    package func missed(_ step: String, _ error: NodeFinderError) -> NodeFinderError {
        receive(.miss(step: step, reason: "\(error)"))
        return error
    }

    private func find<Found>(
        _ search: @MainActor (NodeFinder) throws(NodeFinderError) -> Found
    ) async throws(NodeFinderError) -> Found {
        func attempt(_ screen: RenderedScreen, exactly: Bool) throws(NodeFinderError) -> Found? {
            do throws(NodeFinderError) {
                return try search(NodeFinder(screen, exactly: exactly))
            } catch {
                guard case .notFound = error else { throw error }
                return nil
            }
        }
        show()
        guard !lists.isEmpty else { return try search(NodeFinder(shown)) }
        if let found = try attempt(shown, exactly: true) { return found }
        // The first part with the beginning of a label, or with several that are alike.
        var alike: (part: ListPart, screen: ScreenID)?
        for list in lists {
            for part in list.searched {
                // Other work has its turn, and the feature's time begins again.
                await Task.yield()
                guard let screen = look(at: part, of: list.screen) else { break }
                do throws(NodeFinderError) {
                    if try attempt(screen, exactly: true) != nil {
                        show(part, of: list.screen)
                        return try search(NodeFinder(show(), exactly: true))
                    }
                    if alike == nil, try attempt(screen, exactly: false) != nil { alike = (part, list.screen) }
                } catch {
                    if alike == nil { alike = (part, list.screen) }
                }
            }
        }
        if let found = try attempt(show(), exactly: false) { return found }
        if let alike { show(alike.part, of: alike.screen) }
        return try search(NodeFinder(show()))
    }

    /// Renders a screen with another part of its list, without showing that. Nil if the screen cannot be rendered now.
    package func look(at part: ListPart, of id: ScreenID) -> RenderedScreen? {
        receive(.look(at: part, of: id))
        defer { looked = nil }
        return looked
    }

    func carryOut(lookAt part: ListPart, of id: ScreenID) {
        guard !isShutDown, let screen = screens[id], var instance = screen.instance else { return }
        instance.parts = screen.parts(with: part)
        do throws(CallFailure) {
            looked = try clock.call { () throws(CallFailure) in try instance.render() }
        } catch {
            problems.append(NavigationProblem("'\(name(of: screen))' could not be searched: \(error.reason)"))
        }
        // The actions of the screen that is shown are another's now.
        screen.needsRender = true
    }

    func carryOut(_ part: ListPart, of id: ScreenID) {
        guard id != 0 else { return firstPart = part }
        guard let screen = screens[id] else { return }
        screen.parts = screen.parts(with: part)
        screen.needsRender = true
        clock.fire()
    }
}
