// The code of navigation-patterns.md as a feature: its tabs are the main view, and a link leads to its MyApp.
import FeatureKit
import Foundation

enum PatternsIncoming: Navigation {
    case link(url: String)
    case sample(name: String)

    static let samples: [Self] = [.link(url: ""), .sample(name: "")]
}

struct PatternsLinks: DeepLinkHandler {
    let scheme: String
    let host = "app"

    func resolve(_ url: URL) -> (any Navigation)? {
        DeepLink(url: url).map { _ in PatternsIncoming.link(url: url.absoluteString) }
    }
}

struct NavigationPatternsFeature: Feature {
    static let id = "navigation-patterns"
    static let version = "1.0.0"
    static var deepLinkHandlers: [any DeepLinkHandler] { ["myapp", "https"].map { PatternsLinks(scheme: $0) } }

    init(context: FeatureContext) {}

    func makeMainView(navigator: any NavigatorContract) -> some View { MainTabView() }

    func resolve(_ navigation: PatternsIncoming, navigator: any NavigatorContract) -> some View {
        switch navigation {
        case .link(let url): MyApp(pendingDeepLink: URL(string: url))
        case .sample("paths"): Right.MainTabView()
        case .sample("kept"): KeptStack()
        default: Text("no sample of that name")
        }
    }
}

@c(switchyard_feature_entry) public func featureEntry() -> FeatureEntry {
    FeatureLibrary.export(NavigationPatternsFeature.self)
}
