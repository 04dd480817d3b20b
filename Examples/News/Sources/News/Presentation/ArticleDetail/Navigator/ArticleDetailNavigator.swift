import FeatureKit

/// Navigates from an article to the feature's own list.
struct ArticleDetailNavigator: ArticleDetailNavigatorContract {
    private let navigator: any NavigatorContract

    init(navigator: any NavigatorContract) {
        self.navigator = navigator
    }

    func navigateToList() {
        navigator.navigate(to: NewsIncomingNavigation.list)
    }
}
