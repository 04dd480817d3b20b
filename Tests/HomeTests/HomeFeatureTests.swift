import FeatureKit
import FeatureTesting
import Testing

@testable import Home

/// Which destinations Home has a screen for.
@Suite struct HomeFeatureTests {
    private let feature = HomeFeature(context: FeatureContext())

    @Test("every incoming destination has a screen", arguments: HomeIncomingNavigation.samples)
    func incoming(navigation: HomeIncomingNavigation) {
        #expect(feature.resolve(navigation, navigator: NavigatorMock()) != nil)
    }

    @Test("an outgoing destination is for others to show", arguments: HomeOutgoingNavigation.samples)
    func outgoing(navigation: HomeOutgoingNavigation) {
        #expect(feature.resolve(navigation, navigator: NavigatorMock()) == nil)
    }
}
