import FeatureKit
import FeatureTesting
import Testing

@testable import Settings

/// Which destinations Settings has a screen for.
@Suite struct SettingsFeatureTests {
    @Test("every incoming destination has a screen", arguments: SettingsIncomingNavigation.samples)
    func incoming(navigation: SettingsIncomingNavigation) {
        let feature = SettingsFeature(context: FeatureContext())
        #expect(feature.resolve(navigation, navigator: NavigatorMock()) != nil)
    }
}
