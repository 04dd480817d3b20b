import FeatureKit
import FeatureTesting
import Testing

@testable import Character

/// Which destinations Character has a screen for.
@Suite struct CharacterFeatureTests {
    private let feature = CharacterFeature(context: FeatureContext())

    @Test("every incoming destination has a screen", arguments: CharacterIncomingNavigation.samples)
    func incoming(navigation: CharacterIncomingNavigation) {
        #expect(feature.resolve(navigation, navigator: NavigatorMock()) != nil)
    }

    @Test("another feature's destination has none")
    func foreign() {
        #expect(feature.resolve(ForeignNavigation.list, navigator: NavigatorMock()) == nil)
    }
}

/// The destinations of a feature that has nothing to do with this one, but a route name.
private enum ForeignNavigation: Navigation {
    case list

    static let samples: [Self] = [.list]
}
