// The code of the feature "home" in router.md, in its order.
// swift-format-ignore-file
import FeatureKit

// Features/Home/Sources/Presentation/Navigation/HomeOutgoingNavigation.swift

public enum HomeOutgoingNavigation: Navigation {
    case characters  // Navigates to Character feature
    case settings    // Navigates to Settings feature
}

// Features/Home/Sources/Presentation/Home/Navigator/HomeNavigator.swift

struct HomeNavigator: HomeNavigatorContract {
    private let navigator: NavigatorContract

    init(navigator: NavigatorContract) {
        self.navigator = navigator
    }

    func navigateToCharacters() {
        // Uses OutgoingNavigation (different feature)
        // AppNavigationRedirect will convert to CharacterIncomingNavigation.list
        navigator.navigate(to: HomeOutgoingNavigation.characters)
    }
}
