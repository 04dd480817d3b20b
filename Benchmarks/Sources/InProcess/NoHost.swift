import FeatureContract
import HostCore

/// A host that accepts the requests of features for navigation, and does nothing.
final class NoHost: FeatureHost {
    func request(_ request: NavigationRequest, by feature: String, from screen: ScreenID) throws(CallFailure) {}
    func canReturn(toCheckpoint name: String, of feature: String, from screen: ScreenID) -> Bool { false }
    func connect(to endpoint: Endpoint, for feature: String, done: @escaping Handover.Done) throws(CallFailure) {
        throw CallFailure(.notAllowed, "no host connects")
    }
    func pickFile(_ request: FileRequest, for feature: String, done: @escaping Handover.Done) throws(CallFailure) {
        throw CallFailure(.notAllowed, "no host has files")
    }
    func invalidate(_ screen: ScreenID, of feature: String) {}
    func log(_ line: LogLine) {}
    func featureStopped(_ feature: String, _ reason: String?) {}
    func callIntoFeature(_ body: () -> Void) { body() }
}
