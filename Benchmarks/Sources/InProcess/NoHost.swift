import FeatureContract
import HostCore

/// A host that accepts the requests of features, and does nothing.
final class NoHost: FeatureHost {
    func request(_ request: NavigationRequest, by feature: String, from screen: ScreenID) throws(CallFailure) {}
    func canReturn(toCheckpoint name: String, of feature: String, from screen: ScreenID) -> Bool { false }
    func invalidate(_ screen: ScreenID, of feature: String) {}
    func log(_ line: LogLine) {}
    func featureStopped(_ feature: String, _ reason: String?) {}
    func callIntoFeature(_ body: () -> Void) { body() }
}
