import FeatureContract
import HostSystem

/// The time for which a feature may keep the host busy with successive calls. Each call has its own deadline, but
/// hundreds of screens may be embedded in one screen, or destroyed at once.
///
/// The budget is renewed after each turn of the main queue.
@MainActor
final class CallBudget {
    /// The budget as a multiple of the deadline of one call.
    static let deadlines = 5.0

    /// The whole budget in seconds.
    let total: Double
    /// The deadline of a call in seconds.
    let deadline: Double
    private var spent = 0.0
    private var refusal: CallFailure?
    private var isRenewing = false

    init(deadline: Double) {
        self.deadline = deadline
        total = deadline * Self.deadlines
    }

    /// The rest of the budget in seconds; 0 or less once it is spent.
    var rest: Double { total - spent }

    /// The time limit of the next call in seconds; 0 or less once the budget is spent.
    var next: Double { min(deadline, rest) }

    /// Whether a call with this time limit has its full deadline.
    func isFull(_ seconds: Double) -> Bool { seconds >= deadline }

    func spend(_ time: Duration) {
        spent += max(0, time / .seconds(1))
        renewLater()
    }

    /// Records why the feature did not start. Until the budget is renewed, other attempts fail with this reason.
    func refuse(_ failure: CallFailure) {
        refusal = failure
        renewLater()
    }

    /// Throws if the feature must not be started now.
    ///
    /// - Parameter subject: The feature, for the message.
    func check(_ subject: String) throws(CallFailure) {
        if let refusal { throw refusal }
        guard next > 0 else {
            throw CallFailure(
                .unavailable,
                "\(subject) has taken \(WorkerExit.text(seconds: total)) in all, and is tried again "
                    + "when the host has got to everything else")
        }
    }

    func renew() {
        spent = 0
        refusal = nil
    }

    private func renewLater() {
        guard !isRenewing else { return }
        isRenewing = true
        MainQueue.soon {
            self.isRenewing = false
            self.renew()
        }
    }
}
