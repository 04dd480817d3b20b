import FeatureKit

/// Navigates to Home's outgoing destinations, which the host's wiring redirects to other features.
struct HomeNavigator: HomeNavigatorContract {
    private let navigator: any NavigatorContract

    init(navigator: any NavigatorContract) {
        self.navigator = navigator
    }

    func navigateToCharacters() {
        navigator.navigate(to: HomeOutgoingNavigation.characters)
    }

    func navigateToCharacter(identifier: Int) {
        navigator.navigate(to: HomeOutgoingNavigation.character(identifier: identifier))
    }
}
