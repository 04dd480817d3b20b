import FeatureContract

/// The waiting requests of features, and the state that they will lead to.
///
/// The projected state gives a further request its meaning before earlier ones are carried out. It is computed once,
/// and continued as requests are appended.
@MainActor
final class RequestQueue {
    struct Item {
        let request: NavigationRequest
        let feature: String
        let screen: ScreenID
        /// The screen's position at the request; the screen may be gone when the request is carried out.
        let position: NavigationState.Position

        var asker: Planner.Asker { .init(feature: feature, screen: screen) }
    }

    /// The most waiting requests, and the most carried out in a row: screens that navigate while they are made would
    /// never end.
    static let maximumLength = 256

    private var items: [Item] = []
    /// The state after the first `reached` items. Nil once the state, the queue or a screen's content has changed.
    private var projection: (state: NavigationState, reached: Int)?

    var isEmpty: Bool { items.isEmpty }
    var count: Int { items.count }
    var isFull: Bool { items.count >= Self.maximumLength }

    func append(_ item: Item) { items.append(item) }

    func next() -> Item? {
        guard !items.isEmpty else { return nil }
        forgetProjection()
        return items.removeFirst()
    }

    /// Removes all but the first `count` requests.
    func cut(to count: Int) {
        guard count < items.count else { return }
        forgetProjection()
        items.removeSubrange(count...)
    }

    func removeAll(where isGone: (Item) -> Bool = { _ in true }) {
        forgetProjection()
        items.removeAll(where: isGone)
    }

    /// Called when the state changed, or screen content that a request may depend on.
    func forgetProjection() { projection = nil }

    /// The state after all waiting requests.
    ///
    /// - Parameters:
    ///   - start: The state before the first request.
    ///   - apply: Applies a request to a state, as far as its effect is known before its screen is made.
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
