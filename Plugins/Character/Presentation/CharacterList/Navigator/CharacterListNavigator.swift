import FeatureKit

/// Navigates from the list to a character's screen in the same feature.
struct CharacterListNavigator: CharacterListNavigatorContract {
    private let navigator: any NavigatorContract

    init(navigator: any NavigatorContract) {
        self.navigator = navigator
    }

    func navigateToDetail(identifier: Int) {
        navigator.navigate(to: CharacterIncomingNavigation.detail(identifier: identifier))
    }
}
