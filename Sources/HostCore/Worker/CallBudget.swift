import Dispatch
import FeatureContract

/// How long a feature may hold the host up before the host gets to anything else, however many calls that takes: each
/// has a deadline of its own, and hundreds of screens may be embedded in one, or destroyed at once.
///
/// It is whole again when the main queue has gone round.
@MainActor
final class CallBudget {
    /// For how many calls that take as long as they may.
    static let deadlines = 5.0

    /// In seconds.
    let total: Double
    /// The longest that a call may take, in seconds.
    private let deadline: Double
    private var spent = 0.0
    private var refusal: CallFailure?
    private var isRenewing = false

    init(deadline: Double) {
        self.deadline = deadline
        total = deadline * Self.deadlines
    }

    /// How long the next call may take, in seconds; not more than 0 once all is spent.
    var next: Double { min(deadline, total - spent) }

    /// Whether a call that took as long as it was given had its full deadline.
    func isFull(_ seconds: Double) -> Bool { seconds >= deadline }

    /// Counts what a call has taken.
    func spend(_ time: Duration) {
        spent += max(0, time / .seconds(1))
        renewLater()
    }

    /// Remembers why the feature did not start: whatever else needs it now would only hear the same.
    func refuse(_ failure: CallFailure) {
        refusal = failure
        renewLater()
    }

    /// Why the feature is not to be started now.
    func check(_ feature: String) throws(CallFailure) {
        if let refusal { throw refusal }
        guard next > 0 else {
            throw CallFailure(
                .unavailable,
                "the feature '\(feature)' has taken \(WorkerExit.text(seconds: total)) in all, and is tried again "
                    + "when the host has got to everything else")
        }
    }

    /// Begins anew, at once.
    func renew() {
        spent = 0
        refusal = nil
    }

    private func renewLater() {
        guard !isRenewing else { return }
        isRenewing = true
        DispatchQueue.main.async {
            MainActor.assumeIsolated {
                self.isRenewing = false
                self.renew()
            }
        }
    }
}
