import FeatureKit

/// The people one knows: a list, a screen for each of them, a choice of one, and a card to embed.
public struct ContactsFeature: Feature {
    public typealias Incoming = ContactsIncomingNavigation
    public typealias Outgoing = ContactsOutgoingNavigation

    public static let id = "contacts"
    public static let name = "Contacts"
    public static let version = "1.0.0"
    public static let summary = "The people one knows: a list, a screen for each of them, a choice of one, and a card."
    public static var mainDestination: ContactsIncomingNavigation? { .list }
    public static var deepLinkHandler: (any DeepLinkHandler)? { ContactsDeepLinkHandler() }
    public static var returnedCheckpoints: [AnyNavigationCheckpoint] { [.of(ContactsCheckpoints.picked)] }

    private let container = ContactsContainer()

    public init(context: FeatureContext) {}

    public func makeMainView(navigator: any NavigatorContract) -> AnyView {
        AnyView(ContactListView(viewModel: container.makeContactListViewModel(navigator: navigator)))
    }

    public func resolve(_ navigation: any Navigation, navigator: any NavigatorContract) -> AnyView? {
        guard let navigation = navigation as? ContactsIncomingNavigation else { return nil }
        switch navigation {
        case .list:
            return makeMainView(navigator: navigator)
        case .detail(let id):
            let viewModel = container.makeContactDetailViewModel(id: id, navigator: navigator)
            return AnyView(ContactDetailView(viewModel: viewModel))
        case .pick:
            return AnyView(ContactPickView(viewModel: container.makeContactPickViewModel(navigator: navigator)))
        case .card(let id):
            return AnyView(ContactCardView(contact: container.contact(id)))
        }
    }
}
