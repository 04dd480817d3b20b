import HostCore

/// The failure of a step.
struct StepFailure: Error {
    /// The reasons alone.
    private(set) var reasons: [String]
    /// The reasons as messages for the user, with the step that they are about.
    private(set) var messages: [String]
    let code: ExitCode
    private let step: Step?

    /// - Parameter step: The step that failed; nil before the first one.
    init(_ step: Step?, _ problems: [NavigationProblem]) {
        self.step = step
        reasons = problems.map(\.text)
        messages = problems.map { Self.message($0, step) }
        code = .no
    }

    init(_ step: Step?, _ error: NodeFinderError) {
        self.step = step
        reasons = ["\(error)"]
        messages = ["\(step.map { "\($0): " } ?? "")\(error)"]
        code = .no
    }

    /// - Parameter reason: The activity that did not end in time.
    init(_ step: Step?, _ reason: String, after timeout: Duration) {
        self.step = step
        reasons = ["\(reason) after \(timeout); wait longer by --wait"]
        messages = reasons
        code = .unavailable
    }

    /// Returns the failure with further problems.
    func adding(_ problems: [NavigationProblem]) -> StepFailure {
        var failure = self
        failure.reasons += problems.map(\.text)
        failure.messages += problems.map { Self.message($0, step) }
        return failure
    }

    private static func message(_ problem: NavigationProblem, _ step: Step?) -> String {
        guard let step else { return problem.text }
        let text = problem.isLocked ? "\(problem.text); \(overridingLocks(on: step))" : problem.text
        // Most problems name what was asked for; the step is put before the others.
        return problem.text.contains(step.subject) ? text : "\(step): \(text)"
    }

    /// Returns a hint on how to override a lock.
    ///
    /// - Parameter step: The step that was refused; nil if the user did something that is no step.
    static func overridingLocks(on step: Step?) -> String {
        guard let step, step.isForcible else { return "a step such as 'force:back' leaves it all the same" }
        return "'force:\(step)' leaves it all the same"
    }
}
