import FeatureKit

/// A list of items, and a screen for each of them.
public struct TemplateNameFeature: Feature {
    public typealias Incoming = TemplateNameIncomingNavigation

    public static let id = "template-name"
    public static let name = "Template name"
    public static let version = "0.1.0"
    public static let summary = "A list of items, and a screen for each of them."
    public static var mainDestination: TemplateNameIncomingNavigation? { .list }
    public static var deepLinkHandler: (any DeepLinkHandler)? { TemplateNameDeepLinkHandler() }

    private let container = TemplateNameContainer(store: TemplateNameStore())

    public init(context: FeatureContext) {}

    public func makeMainView(navigator: any NavigatorContract) -> AnyView {
        AnyView(TemplateNameListView(viewModel: container.makeListViewModel(navigator: navigator)))
    }

    public func resolve(_ navigation: any Navigation, navigator: any NavigatorContract) -> AnyView? {
        guard let navigation = navigation as? TemplateNameIncomingNavigation else { return nil }
        switch navigation {
        case .list:
            return makeMainView(navigator: navigator)
        case .detail(let identifier):
            let viewModel = container.makeDetailViewModel(identifier: identifier, navigator: navigator)
            return viewModel.map { AnyView(TemplateNameDetailView(viewModel: $0)) }
        }
    }
}
