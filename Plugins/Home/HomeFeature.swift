import FeatureKit

/// The entry of the app: a greeting, and buttons that lead to other features, which Home does not know.
public struct HomeFeature: Feature {
    public typealias Incoming = HomeIncomingNavigation
    public typealias Outgoing = HomeOutgoingNavigation

    public static let id = "home"
    public static let name = "Home"
    public static let version = "1.0.0"
    public static let summary = "A greeting, and ways to the other features."
    public static var mainDestination: HomeIncomingNavigation? { .main }
    public static var deepLinkHandler: (any DeepLinkHandler)? { HomeDeepLinkHandler() }
    public static let settings: [FeatureSetting] = [.string("greeting"), .integer("featured")]

    private let container: HomeContainer

    public init(context: FeatureContext) {
        container = HomeContainer(settings: context.settings)
    }

    public func makeMainView(navigator: any NavigatorContract) -> AnyView {
        AnyView(HomeView(viewModel: container.makeHomeViewModel(navigator: navigator)))
    }

    public func resolve(_ navigation: any Navigation, navigator: any NavigatorContract) -> AnyView? {
        guard let navigation = navigation as? HomeIncomingNavigation else { return nil }
        switch navigation {
        case .main:
            return makeMainView(navigator: navigator)
        }
    }
}
