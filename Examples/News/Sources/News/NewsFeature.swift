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
    public static let settings: [FeatureSetting] = [.string("service")]
    public static var permissions: [Permission] {
        [.net(.origin(defaultService), reason: "To show the articles of the service")]
    }

    /// The URL of the service without the setting `service`, and the origin that the manifest asks for. The setting may
    /// add a path, but an origin that the manifest does not ask for is refused.
    static let defaultService = "http://localhost:8080"

    private let container: NewsContainer

    public init(context: FeatureContext) {
        self.init(container: NewsContainer(context: context))
    }

    init(container: NewsContainer) {
        self.container = container
    }

    public func makeMainView(navigator: any NavigatorContract) -> AnyView {
        AnyView(ArticleListView(viewModel: container.makeArticleListViewModel()))
    }

    public func resolve(_ navigation: any Navigation, navigator: any NavigatorContract) -> AnyView? {
        guard let navigation = navigation as? NewsIncomingNavigation else { return nil }
        switch navigation {
        case .list:
            return makeMainView(navigator: navigator)
        case .article(let identifier):
            let viewModel = container.makeArticleDetailViewModel(identifier: identifier, navigator: navigator)
            return AnyView(ArticleDetailView(viewModel: viewModel))
        }
    }
}
