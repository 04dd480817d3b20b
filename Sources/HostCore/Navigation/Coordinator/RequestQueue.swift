import FeatureContract

/// The requests of features that wait for their turn, and the state that they will lead to.
///
/// The projected state answers what a further request means before the ones before it are carried out. It is computed
/// once, and continued as requests are appended.
@MainActor
final class RequestQueue {
    struct Item {
        let request: NavigationRequest
        let feature: String
        let screen: ScreenID
        /// The position of the screen when it made the request; the screen may be gone when the request is carried out.
        let position: NavigationState.Position

        var asker: Planner.Asker { .init(feature: feature, screen: screen) }
    }

    /// The most requests that wait, and that are carried out in a row: screens that navigate on as they are made would
    /// never end.
    static let maximumLength = 256

    private var items: [Item] = []
    /// The state after the first `reached` items. Nil once the state, the queue or the content of a screen has changed.
    private var projection: (state: NavigationState, reached: Int)?

    var isEmpty: Bool { items.isEmpty }
    var count: Int { items.count }
    var isFull: Bool { items.count >= Self.maximumLength }

    func append(_ item: Item) { items.append(item) }

    /// Removes the request that has waited longest; nil if none waits.
    func next() -> Item? {
        guard !items.isEmpty else { return nil }
        forgetProjection()
        return items.removeFirst()
    }

    /// Removes the requests that were made after the first `count` ones.
    func cut(to count: Int) {
        guard count < items.count else { return }
        forgetProjection()
        items.removeSubrange(count...)
    }

    func removeAll(where isGone: (Item) -> Bool = { _ in true }) {
        forgetProjection()
        items.removeAll(where: isGone)
    }

    /// Called when the state, or something in a screen that a request may depend on, has changed.
    func forgetProjection() { projection = nil }

    /// The state after all waiting requests.
    ///
    /// - Parameters:
    ///   - start: The state before the first of them.
    ///   - apply: Changes a state as a request will, as far as that can be said before its screen is made.
    func projectedState(
        from start: () -> NavigationState, apply: (Item, inout NavigationState) -> Void
    ) -> NavigationState {
        var (state, reached) = projection ?? (start(), 0)
        // A second reference to the state's storage would force a copy of all of it.
        projection = nil
        for item in items[reached...] { apply(item, &state) }
        reached = items.count
        projection = (state, reached)
        return state
    }
}
