import FeatureTesting
import Testing

@testable import Home

/// The destinations that the Home screen's navigator asks for.
@Suite struct HomeNavigatorTests {
    private let navigatorMock = NavigatorMock()
    private var navigator: HomeNavigator { HomeNavigator(navigator: navigatorMock) }

    @Test("the characters are an outgoing destination")
    func characters() {
        navigator.navigateToCharacters()
        #expect(navigatorMock.navigatedDestinations as? [HomeOutgoingNavigation] == [.characters])
    }

    @Test("a character is an outgoing destination with its number")
    func character() {
        navigator.navigateToCharacter(identifier: 7)
        #expect(navigatorMock.navigatedDestinations as? [HomeOutgoingNavigation] == [.character(identifier: 7)])
    }
}
