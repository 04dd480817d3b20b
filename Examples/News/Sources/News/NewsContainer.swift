import FeatureKit

/// Makes the view models of the feature's screens and gives them their dependencies.
struct NewsContainer {
    private let repository: any ArticleRepositoryContract

    init(httpClient: any HTTPClientContract) {
        repository = ArticleRepository(httpClient: httpClient)
    }

    func makeArticleListViewModel(navigator: any NavigatorContract) -> ArticleListViewModel {
        ArticleListViewModel(
            fetchArticles: FetchArticlesUseCase(repository: repository),
            navigator: ArticleListNavigator(navigator: navigator))
    }

    func makeArticleDetailViewModel(identifier: Int) -> ArticleDetailViewModel {
        ArticleDetailViewModel(identifier: identifier, fetchArticle: FetchArticleUseCase(repository: repository))
    }
}
