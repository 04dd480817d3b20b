import FeatureContract
import HostCore
import JSONText

/// Takes the steps of a flow through an app, in order.
@MainActor
final class Flow {
    /// A step with the resulting state.
    struct RecordedStep {
        let step: Step
        let state: NavigationState
    }

    private let application: HostApplication
    let coordinator: NavigationCoordinator
    private let timeout: Duration
    private let records: Bool
    /// The steps so far with their states; empty unless they are recorded.
    private(set) var recordedSteps: [RecordedStep] = []
    /// The last step, as long as its effects may not be complete.
    private var unsettled: Step?
    private var last: Step?
    private var hasBegun: Bool { last != nil }
    /// Whether the flow has said of the last step that it fails.
    var isFailureExpected = false
    /// The link or destination of the last step; nil if it has none.
    var target: String? { last?.target }
    private let tell: (String) -> Void

    /// - Parameters:
    ///   - timeout: The longest wait for a screen.
    ///   - records: Whether to record each step with its state. The flow then waits for the screen after each step.
    ///   - tell: Receives messages other than the failure of a step.
    init(
        _ application: HostApplication, _ coordinator: NavigationCoordinator, timeout: Duration, records: Bool = false,
        tell: @escaping (String) -> Void
    ) {
        self.tell = tell
        self.application = application
        self.coordinator = coordinator
        self.timeout = timeout
        self.records = records
    }

    /// Takes the steps, and waits for the last screen.
    func perform(_ steps: [Step]) async throws(FlowError) {
        for step in steps { try await perform(step, settling: records) }
        try await settle()
    }

    /// Takes a step.
    ///
    /// - Parameter settling: Whether to wait for the screen. Otherwise the next step does so, or ``settle()``.
    func perform(_ step: Step, settling: Bool) async throws(FlowError) {
        if step.readsScreen {
            // A label is looked up once the screen has stopped loading.
            try await settle()
        } else if let previous = unsettled, previous.readsScreen {
            // The feature's answer to the previous step may still be on its way, and must come before this step.
            _ = await coordinator.settle(timeout: timeout)
            try check(after: previous)
        } else if unsettled != nil, step.leavesInnerScreens {
            // A screen may show an inner one as soon as it is seen.
            _ = await coordinator.settle(timeout: .zero)
            // The step leaves a screen that could not be shown, so only a feature that has ended fails the flow.
            let ended = takeFailures { $0.kind == .ended }
            if !ended.isEmpty { throw FlowError(unsettled, ended) }
        }
        unsettled = step
        last = step
        isFailureExpected = false
        do throws(FlowError) {
            do {
                try await perform(step)
            } catch {
                throw FlowError(step, error)
            }
            try check(after: step)
        } catch {
            // The flow ends here: the screen settles first, so that its last state is shown.
            _ = await coordinator.settle(timeout: timeout)
            let further = takeFailures()
            record(step)
            unsettled = nil
            throw error.adding(further)
        }
        guard settling else { return }
        do {
            try await settle()
        } catch {
            record(step)
            throw error
        }
        record(step)
    }

    /// Whether the flow ends at a requested screen that cannot be shown, and did not expect that. A step that goes back
    /// to such a screen has succeeded.
    var endsAtFailure: Bool { last?.goesBack != true && !isFailureExpected && coordinator.isShowingFailure }

    /// Waits until the screen has stopped loading and changing.
    func settle() async throws(FlowError) {
        let step = unsettled
        unsettled = nil
        let isSettled = await coordinator.settle(timeout: timeout)
        try check(after: step)
        if !isSettled { throw FlowError(step, coordinator.unsettledReason, after: timeout) }
    }

    private func perform(_ step: Step) async throws(NodeFinderError) {
        switch step {
        case .press(let label):
            let control = try await coordinator.findControl(label)
            coordinator.use(control.node, value: control.value)
        case .type(let label, let text):
            let (label, text) = NodeFinder(coordinator.show()).split(label, text)
            let field = try await coordinator.findField(label)
            coordinator.write(field.value(ofTyped: text), into: field)
        default:
            // A file that a reload refuses stays in its old version. The refusal is reported, and the flow continues.
            if let reload = application.perform(step, in: coordinator) {
                for line in reload.changes + reload.refusals { tell(line) }
            }
        }
    }

    private func check(after step: Step?) throws(FlowError) {
        let problems = takeFailures()
        if !problems.isEmpty { throw FlowError(step, problems) }
    }

    /// Takes the failures of the steps. Notices, and problems from before the first step, are only reported.
    private func takeFailures(
        _ isFailure: (NavigationProblem) -> Bool = { $0.isFailure }
    ) -> [NavigationProblem] {
        coordinator.takeProblems().filter { problem in
            if hasBegun, isFailure(problem) { return true }
            tell(problem.text)
            return false
        }
    }

    private func record(_ step: Step) {
        if records { recordedSteps.append(RecordedStep(step: step, state: coordinator.state)) }
    }
}
