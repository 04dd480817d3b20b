import FeatureKit

/// The ways out of the list.
protocol ArticleListNavigatorContract {
    func navigateToArticle(identifier: Int)
}

/// Navigates from the list to the feature's own articles.
struct ArticleListNavigator: ArticleListNavigatorContract {
    let navigator: any NavigatorContract

    func navigateToArticle(identifier: Int) {
        navigator.navigate(to: NewsIncomingNavigation.article(identifier: identifier))
    }
}
