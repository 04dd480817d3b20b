import FeatureTesting
import Testing

@testable import Character

/// The requests of a character's navigator.
@Suite struct CharacterDetailNavigatorTests {
    private let navigatorMock = NavigatorMock()
    private var navigator: CharacterDetailNavigator { CharacterDetailNavigator(navigator: navigatorMock) }

    @Test("the list is a destination of the feature itself")
    func list() {
        navigator.navigateToList()
        #expect(navigatorMock.navigatedDestinations as? [CharacterIncomingNavigation] == [.list])
        #expect(navigatorMock.goBackCallCount == 0)
    }

    @Test("going back names no destination")
    func back() {
        navigator.goBack()
        #expect(navigatorMock.goBackCallCount == 1)
        #expect(navigatorMock.navigatedDestinations.isEmpty)
    }
}
