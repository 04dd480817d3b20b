import FeatureKit
import FeatureTesting
import Testing

@testable import Home

/// The screens that Home makes for destinations.
@Suite struct HomeFeatureTests {
    private let feature = HomeFeature(context: FeatureContext())

    @Test("every incoming destination has a screen", arguments: HomeIncomingNavigation.samples)
    func incoming(navigation: HomeIncomingNavigation) {
        #expect(feature.resolve(navigation, navigator: NavigatorMock()) != nil)
    }

    @Test("Home has no screen for an outgoing destination", arguments: HomeOutgoingNavigation.samples)
    func outgoing(navigation: HomeOutgoingNavigation) {
        #expect(feature.resolve(navigation, navigator: NavigatorMock()) == nil)
    }
}
