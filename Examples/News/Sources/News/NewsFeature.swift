import FeatureKit

/// Articles of a service: a list to search, and a screen for each of them.
public struct NewsFeature: Feature {
    public typealias Incoming = NewsIncomingNavigation

    public static let id = "news"
    public static let name = "News"
    public static let version = "1.0.0"
    public static let summary = "Articles of a service: a list to search, and a screen for each of them."
    public static var mainDestination: NewsIncomingNavigation? { .list }
    public static var deepLinkHandler: (any DeepLinkHandler)? { NewsDeepLinkHandler() }
    public static var permissions: [Permission] {
        [.net(.origin(ArticleRepository.origin), reason: "To show the articles of the service")]
    }

    private let container: NewsContainer

    public init(context: FeatureContext) {
        self.init(container: NewsContainer(httpClient: context.httpClient))
    }

    init(container: NewsContainer) {
        self.container = container
    }

    public func makeMainView(navigator: any NavigatorContract) -> AnyView {
        AnyView(ArticleListView(viewModel: container.makeArticleListViewModel(navigator: navigator)))
    }

    public func resolve(_ navigation: any Navigation, navigator: any NavigatorContract) -> AnyView? {
        switch navigation as? NewsIncomingNavigation {
        case .list: makeMainView(navigator: navigator)
        case .article(let identifier):
            AnyView(ArticleDetailView(viewModel: container.makeArticleDetailViewModel(identifier: identifier)))
        case nil: nil
        }
    }
}
