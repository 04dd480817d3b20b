import FeatureKit

/// Leaves a character for the feature's own list, or for where one came from.
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
