import HostCore

/// Why a step did not lead where it should.
struct StepFailure: Error {
    /// What has gone wrong.
    private(set) var reasons: [String]
    /// The same for the person, with the step that it is about.
    private(set) var messages: [String]
    let code: ExitCode
    private let step: Step?

    /// - Parameter step: Nil before the first one.
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

    /// - Parameter reason: What was still going on.
    init(_ step: Step?, _ reason: String, after timeout: Duration) {
        self.step = step
        reasons = ["\(reason) after \(timeout); wait longer by --wait"]
        messages = reasons
        code = .unavailable
    }

    /// With what has gone wrong besides.
    func adding(_ problems: [NavigationProblem]) -> StepFailure {
        var failure = self
        failure.reasons += problems.map(\.text)
        failure.messages += problems.map { Self.message($0, step) }
        return failure
    }

    private static func message(_ problem: NavigationProblem, _ step: Step?) -> String {
        guard let step else { return problem.text }
        let text = problem.isLocked ? "\(problem.text); \(insisting(on: step))" : problem.text
        // Most name what was asked for; the others are told with the step that they are about.
        return problem.text.contains(step.subject) ? text : "\(step): \(text)"
    }

    /// How to go on in spite of a lock.
    ///
    /// - Parameter step: What was refused; nil for what is no step.
    static func insisting(on step: Step?) -> String {
        guard let step, step.isForcible else { return "a step such as 'force:back' leaves it all the same" }
        return "'force:\(step)' leaves it all the same"
    }
}
