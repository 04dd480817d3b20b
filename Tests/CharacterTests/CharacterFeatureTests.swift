import FeatureKit
import FeatureTesting
import Testing

@testable import Character

/// The screens that Character makes for destinations.
@Suite struct CharacterFeatureTests {
    private let feature = CharacterFeature(context: FeatureContext())

    @Test("every incoming destination has a screen", arguments: CharacterIncomingNavigation.samples)
    func incoming(navigation: CharacterIncomingNavigation) {
        #expect(feature.resolve(navigation, navigator: NavigatorMock()) != nil)
    }

    @Test("a destination of another feature has no screen")
    func foreign() {
        #expect(feature.resolve(ForeignNavigation.list, navigator: NavigatorMock()) == nil)
    }
}

/// The destinations of an unrelated feature that has a route of the same name.
private enum ForeignNavigation: Navigation {
    case list

    static let samples: [Self] = [.list]
}
