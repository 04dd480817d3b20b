import FeatureKit

/// Makes the view models of the feature's screens and gives them their dependencies.
struct NewsContainer {
    private let repository: any ArticleRepositoryContract

    init(context: FeatureContext) {
        self.init(
            httpClient: context.httpClient, service: context.settings.string("service") ?? NewsFeature.defaultService)
    }

    init(httpClient: any HTTPClientContract, service: String = NewsFeature.defaultService) {
        repository = ArticleRepository(httpClient: httpClient, service: service)
    }

    func makeArticleListViewModel() -> ArticleListViewModel {
        ArticleListViewModel(
            fetchArticles: FetchArticlesUseCase(repository: repository),
            searchArticles: SearchArticlesUseCase(repository: repository))
    }

    func makeArticleDetailViewModel(identifier: Int, navigator: any NavigatorContract) -> ArticleDetailViewModel {
        ArticleDetailViewModel(
            identifier: identifier,
            fetchArticle: FetchArticleUseCase(repository: repository),
            navigator: ArticleDetailNavigator(navigator: navigator))
    }
}
