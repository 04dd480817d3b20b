import FeatureTesting
import Testing

@testable import Character

/// The requests of the list's navigator.
@Suite struct CharacterListNavigatorTests {
    private let navigatorMock = NavigatorMock()

    @Test("a character is a destination of the feature itself, with its number")
    func detail() {
        CharacterListNavigator(navigator: navigatorMock).navigateToDetail(identifier: 42)
        #expect(navigatorMock.navigatedDestinations as? [CharacterIncomingNavigation] == [.detail(identifier: 42)])
        #expect(navigatorMock.requests.count == 1)
    }
}
