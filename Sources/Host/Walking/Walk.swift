import FeatureContract
import HostCore
import JSONText

/// Takes steps through an app, one after the other.
@MainActor
final class Walk {
    /// What a step has led to.
    struct Stage {
        let step: Step
        let state: NavigationState
    }

    let coordinator: NavigationCoordinator
    private let timeout: Duration
    private let records: Bool
    /// Where each step has led, as far as it is recorded.
    private(set) var stages: [Stage] = []
    /// The last step, while what it has begun may still be on its way.
    private var unsettled: Step?
    private var last: Step?
    private var hasBegun: Bool { last != nil }
    private let tell: (String) -> Void

    /// - Parameters:
    ///   - timeout: How long to wait for a screen.
    ///   - records: Whether to keep where each step has led; then each is waited for.
    ///   - tell: Gets what no step is to blame for.
    init(
        _ coordinator: NavigationCoordinator, timeout: Duration, records: Bool = false,
        tell: @escaping (String) -> Void
    ) {
        self.tell = tell
        self.coordinator = coordinator
        self.timeout = timeout
        self.records = records
    }

    /// Takes the steps, and waits for the screen where they end.
    func take(_ steps: [Step]) async throws(StepFailure) {
        for step in steps { try await take(step, settling: records) }
        try await settle()
    }

    /// Takes a step.
    ///
    /// - Parameter settling: Whether to wait for the screen where it leads. Else that is left to what comes next.
    func take(_ step: Step, settling: Bool) async throws(StepFailure) {
        if step.readsScreen {
            // A label is looked for on the screen as it is when it has stopped loading.
            try await settle()
        } else if let previous = unsettled, previous.readsScreen {
            // What the screen has begun there may still be on its way, and comes before what follows.
            _ = await coordinator.settle(timeout: timeout)
            try check(after: previous)
        }
        unsettled = step
        last = step
        do throws(StepFailure) {
            do throws(NodeFinderError) {
                try perform(step)
            } catch {
                throw StepFailure(step, error)
            }
            try check(after: step)
        } catch {
            // What has gone wrong is shown as it ends.
            _ = await coordinator.settle(timeout: timeout)
            let further = takeFailures()
            record(step)
            unsettled = nil
            throw error.adding(further)
        }
        guard settling else { return }
        do throws(StepFailure) {
            try await settle()
        } catch {
            record(step)
            throw error
        }
        record(step)
    }

    /// Whether the walk ends at a screen that was asked for and cannot be shown. A step that goes back to one has
    /// succeeded.
    var endsAtFailure: Bool { last?.goesBack != true && coordinator.isShowingFailure }

    /// Waits for the screen.
    func settle() async throws(StepFailure) {
        let step = unsettled
        unsettled = nil
        let isSettled = await coordinator.settle(timeout: timeout)
        try check(after: step)
        if !isSettled { throw StepFailure(step, coordinator.unsettledReason, after: timeout) }
    }

    private func perform(_ step: Step) throws(NodeFinderError) {
        switch step {
        case .press(let label):
            let use = try NodeFinder(coordinator.show()).press(label)
            coordinator.use(use.node, value: use.value)
        case .type(let label, let text):
            coordinator.use(try NodeFinder(coordinator.show()).field(label), value: .string(text))
        default:
            // What is refused by a reload stays as it was, and is told: the walk goes on.
            if let reload = coordinator.take(step) {
                for line in reload.changes + reload.refusals { tell(line) }
            }
        }
    }

    private func check(after step: Step?) throws(StepFailure) {
        let problems = takeFailures()
        if !problems.isEmpty { throw StepFailure(step, problems) }
    }

    /// What went wrong with the steps. What a screen lacks, and what was so before the first step, is told and no more.
    private func takeFailures() -> [NavigationProblem] {
        coordinator.takeProblems().filter { problem in
            if hasBegun, !problem.isNotice { return true }
            tell(problem.text)
            return false
        }
    }

    private func record(_ step: Step) {
        if records { stages.append(Stage(step: step, state: coordinator.state)) }
    }
}
