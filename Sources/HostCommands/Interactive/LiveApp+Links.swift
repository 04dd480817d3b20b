import FeatureContract
import HostCore

/// Actions that run in sequence, in the order in which they were added.
@MainActor
final class Turns {
    private var last: Task<Void, Never>?

    @discardableResult
    func add<Result: Sendable>(_ action: @escaping @MainActor () async -> Result) -> Task<Result, Never> {
        let turn = Task { [last] in
            await last?.value
            return await action()
        }
        last = Task { _ = await turn.value }
        return turn
    }
}

/// Opening the links of other programs.
extension LiveApp {
    /// The longest wait for a screen that is loading.
    private static let patience = Duration.seconds(5)
    /// The largest size of a reason, in bytes.
    private static let reasonSize = 4096

    /// Waits until the screen has stopped loading and changing. Overlapping waits end together.
    ///
    /// - Returns: False if it had not after ``patience``.
    @discardableResult
    func settle() async -> Bool {
        let task =
            settling
            ?? Task {
                defer { settling = nil }
                return await coordinator.settle(timeout: Self.patience)
            }
        settling = task
        let isSettled = await task.value
        unsettled = isSettled ? nil : coordinator.state.top
        return isSettled
    }

    /// Waits until the screen that the next link or step leaves has loaded, unless an earlier wait for it was in vain.
    func settleBefore() async {
        if unsettled != coordinator.state.top { await settle() }
    }

    /// Opens a link in its turn, once the screen before it has loaded, and waits for its screen.
    func open(link: String) async -> LinkResult {
        await turns.add { [self] in
            let result = await openNow(link)
            switch result.outcome {
            case .shown, .loading: note("another program has opened \(link)", .done)
            // The last line shows only the latest message.
            case .parked: note("another program has opened \(link): \(result.reason ?? "it waits")", .done)
            case .notFound, .refused: break
            }
            await linkSink()
            return result
        }.value
    }

    private func openNow(_ link: String) async -> LinkResult {
        do {
            _ = try LinkURL(link)
        } catch {
            return LinkResult(.notFound, reason: "\(error)")
        }
        await settleBefore()
        takeProblems()
        problemsOfLink = []
        defer { problemsOfLink = nil }
        coordinator.open(link)
        coordinator.show()
        takeProblems()
        let failures = problemsOfLink?.filter { !$0.isNotice } ?? []
        guard failures.isEmpty else {
            return LinkResult(
                failures.contains(where: \.isLocked) ? .refused : .notFound, reason: Self.reason(failures))
        }
        // Meanwhile the user may go elsewhere, where another screen may fail.
        let shown = coordinator.state.top
        let isSettled = await settle()
        takeProblems()
        if coordinator.isShowingFailure, coordinator.state.top == shown {
            return LinkResult(
                .notFound, reason: Self.reason(problemsOfLink ?? []) ?? "its screen cannot be shown")
        }
        if let parked = problemsOfLink?.filter(\.isParked), !parked.isEmpty {
            return LinkResult(.parked, reason: Self.reason(parked))
        }
        return isSettled ? LinkResult(.shown) : LinkResult(.loading, reason: coordinator.unsettledReason + " after 5 s")
    }

    private static func reason(_ problems: [NavigationProblem]) -> String? {
        problems.isEmpty ? nil : problems.map(\.text).joined(separator: "; ").cut(toBytes: reasonSize)
    }
}
