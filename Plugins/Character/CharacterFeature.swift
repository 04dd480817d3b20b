import FeatureKit

/// Characters of world literature: a list to filter, and a screen for each of them.
public struct CharacterFeature: Feature {
    public typealias Incoming = CharacterIncomingNavigation

    public static let id = "character"
    public static let name = "Character"
    public static let version = "1.0.0"
    public static let summary = "Characters of world literature: a list to filter, and a screen for each of them."
    public static var mainDestination: CharacterIncomingNavigation? { .list }
    public static var deepLinkHandler: (any DeepLinkHandler)? { CharacterDeepLinkHandler() }

    private let container: CharacterContainer

    public init(context: FeatureContext) {
        self.init(
            container: CharacterContainer(repository: CharacterRepository(characters: CharacterCatalogue.all)))
    }

    init(container: CharacterContainer) {
        self.container = container
    }

    public func makeMainView(navigator: any NavigatorContract) -> AnyView {
        AnyView(CharacterListView(viewModel: container.makeCharacterListViewModel(navigator: navigator)))
    }

    public func resolve(_ navigation: any Navigation, navigator: any NavigatorContract) -> AnyView? {
        guard let navigation = navigation as? CharacterIncomingNavigation else { return nil }
        switch navigation {
        case .list:
            return makeMainView(navigator: navigator)
        case .detail(let identifier):
            let viewModel = container.makeCharacterDetailViewModel(identifier: identifier, navigator: navigator)
            return AnyView(CharacterDetailView(viewModel: viewModel))
        }
    }
}
