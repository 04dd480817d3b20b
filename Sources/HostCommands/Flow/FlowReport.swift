import HostCore
import HostSystem
import JSONText

@MainActor
enum FlowReport {
    /// Returns the place, its link and the screen as text.
    static func text(of coordinator: NavigationCoordinator) -> String {
        ShownScreen(coordinator.show(), of: coordinator).text
    }

    /// Returns the place, its link, the state and the screen as JSON.
    static func json(of coordinator: NavigationCoordinator) -> JSONObject {
        ShownScreen(coordinator.show(), of: coordinator).json(labelledBy: coordinator.wiring)
    }

    /// Returns each recorded step with its state; without any, the current state.
    static func stagesText(of steps: [Flow.RecordedStep], _ current: NavigationState) -> String {
        guard !steps.isEmpty else { return DisplayText.safe(current.text) + "\n" }
        return steps.map {
            DisplayText.safe("\($0.step)") + "\n  " + DisplayText.safe($0.state.text) + "\n"
        }.joined()
    }

    static func stagesJSON(of steps: [Flow.RecordedStep], labelledBy wiring: Wiring) -> JSON {
        .array(
            steps.map {
                [
                    "step": .string("\($0.step)"), "state": $0.state.json(labelledBy: wiring),
                    "text": .string($0.state.text),
                ]
            })
    }
}

/// The reason why a flow ends early: an unreadable script, a failed step, an unmet expectation.
struct FlowError: Error {
    /// The reasons alone, which `expect-error` compares.
    private(set) var reasons: [String]
    /// The reasons as messages for the user, with their step or line.
    private(set) var messages: [String]
    /// Lines below the messages, such as the expected and the actual value.
    private(set) var notes: [String] = []
    let code: ExitCode
    /// The line of a script where it ends, if it is one.
    var place: (script: String, line: Int)?
    private var step: Step?

    init(_ messages: [String], notes: [String] = [], code: ExitCode) {
        reasons = messages
        self.messages = messages
        self.notes = notes
        self.code = code
    }

    /// - Parameter step: The step that failed; nil before the first one.
    init(_ step: Step?, _ problems: [NavigationProblem]) {
        self.step = step
        reasons = problems.map(\.text)
        messages = problems.map { Self.message($0, step) }
        code = .no
    }

    /// - Parameter error: The reason why the step's control is not used.
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

    /// Prints the messages and notes.
    func report() -> ExitCode {
        for message in messages { Console.error(message) }
        for note in notes { Console.note(note) }
        return code
    }

    func adding(_ problems: [NavigationProblem]) -> FlowError {
        var failure = self
        failure.reasons += problems.map(\.text)
        failure.messages += problems.map { Self.message($0, step) }
        return failure
    }

    private static func message(_ problem: NavigationProblem, _ step: Step?) -> String {
        guard let step else { return problem.text }
        let text = problem.isLocked ? "\(problem.text); \(overridingLocks(on: step))" : problem.text
        // Most problems name the thing asked for; the step is put before the others.
        return problem.text.contains(step.subject) ? text : "\(step): \(text)"
    }

    /// Returns a hint on how to override a lock.
    ///
    /// - Parameter step: The refused step; nil for a user's action that is not a step.
    static func overridingLocks(on step: Step?) -> String {
        guard let step, step.isForcible else { return "a step such as 'force:back' leaves it anyway" }
        return "'force:\(step)' leaves it anyway"
    }
}
