import FeatureKit

/// Navigates from a character to the feature's own list, or back.
struct CharacterDetailNavigator: CharacterDetailNavigatorContract {
    private let navigator: any NavigatorContract

    init(navigator: any NavigatorContract) {
        self.navigator = navigator
    }

    func navigateToList() {
        navigator.navigate(to: CharacterIncomingNavigation.list)
    }

    func goBack() {
        navigator.goBack()
    }
}
