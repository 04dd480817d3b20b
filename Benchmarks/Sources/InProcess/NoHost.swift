import FeatureContract
import HostCore

/// A host that accepts the requests of features for navigation, and does nothing.
final class NoHost: FeatureHost {
    func call(_ message: HostMessage, of feature: String, done: Handover.Done?) -> HostReply {
        switch message {
        case .navigation, .invalidate, .log, .cancel: .done
        case .canReturn: .bool(false)
        case .connect, .pickFile, .http: .failure(CallFailure(.notAllowed, "no host connects, nor has files"))
        }
    }
}
