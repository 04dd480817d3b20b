import FeatureContract

/// The projected state, against which a request is checked before its turn.
extension NavigationCoordinator {
    func ends(of destinations: [Destination], feature: String) throws(CallFailure) -> [NavigationState.Entry] {
        var entries: [NavigationState.Entry] = []
        for destination in destinations {
            entries.append(.init(id: 0, destination: try chain(destination, of: feature).end))
        }
        return entries
    }

    /// The state with the pending screen already in its place.
    var placedState: NavigationState {
        guard let pendingScreen, !pendingScreen.edits.isEmpty else { return state }
        var placed = state
        placed.apply(pendingScreen.edits)
        return placed
    }

    /// The state after all waiting requests, as far as it can be projected before their screens are made.
    var expectedState: NavigationState {
        var expected = projection?.state ?? placedState
        let reached = projection?.reached ?? 0
        projection = nil
        for waiting in queue[reached...] { carryOut(waiting, in: &expected) }
        projection = (expected, queue.count)
        return expected
    }

    /// Applies a waiting request to the projected state only.
    private func carryOut(_ waiting: QueuedRequest, in expected: inout NavigationState) {
        let position = position(of: waiting, in: expected)
        switch waiting.request {
        case .navigate(let destination, let method):
            guard let chain = try? chain(destination, of: waiting.feature),
                let method = try? self.method(of: chain, asked: method),
                let presentation = Presentation(method)
            else { return }
            let entry = NavigationState.Entry(id: 0, destination: chain.end, presentation: presentation)
            try? expected.perform(.put(entry), at: position)
        case .replaceStack(let destinations):
            guard let ends = try? ends(of: destinations, feature: waiting.feature) else { return }
            try? expected.perform(.replaceStack(ends), at: position)
        case .returnToCheckpoint(let name, let value):
            if let target = try? checkpointPosition(
                name, with: value, of: waiting.feature, from: position, in: expected)
            {
                try? expected.perform(.unwind(to: target), at: position)
            }
        default:
            guard let operation = try? operation(waiting.request, of: waiting.feature),
                let edits = try? expected.edits(operation, at: position)
            else { return }
            expected.apply(leaving(edits, in: expected))
        }
    }

    /// The position from which a waiting request acts: that of its screen, or the screen's last one if it is gone.
    func position(of waiting: QueuedRequest, in state: NavigationState) -> NavigationState.Position {
        position(of: waiting.screen, in: state, near: waiting.position) ?? state.clamped(waiting.position)
    }
}
