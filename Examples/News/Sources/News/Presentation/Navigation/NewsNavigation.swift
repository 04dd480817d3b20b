import FeatureKit

/// The destinations that News handles.
public enum NewsIncomingNavigation: Navigation {
    case list
    case article(identifier: Int)

    public static let samples: [Self] = [.list, .article(identifier: 0)]

    public var parents: [Self] {
        switch self {
        case .list: []
        case .article: [.list]
        }
    }

    public var summary: String {
        switch self {
        case .list: "The articles, with a search."
        case .article: "One article, by its number."
        }
    }
}

/// The links that lead to News.
struct NewsDeepLinkHandler: DeepLinkHandler {
    let scheme = "news"
    let host = "articles"
    let links = [
        DeepLink("/", to: NewsIncomingNavigation.list),
        DeepLink("/{identifier}", to: NewsIncomingNavigation.article(identifier: 0)),
    ]
}
