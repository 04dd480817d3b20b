import FeatureKit

/// Conversations: a list, a screen for each of them, and a new message. It knows contacts by their ids alone.
public struct ChatsFeature: Feature {
    public typealias Incoming = ChatsIncomingNavigation
    public typealias Outgoing = ChatsOutgoingNavigation

    public static let id = "chats"
    public static let name = "Chats"
    public static let version = "1.0.0"
    public static let summary = "Conversations: a list, a screen for each of them, and a new message."
    public static var deepLinkHandler: (any DeepLinkHandler)? { ChatsDeepLinkHandler() }
    public static var checkpoints: [AnyNavigationCheckpoint] { [.of(ChatsCheckpoints.recipient)] }
    public static var receivedValues: [any NavigationValue.Type] { [Receipts.self] }

    private let container = ChatsContainer()

    public init(context: FeatureContext) {}

    public func makeMainView(navigator: any NavigatorContract) -> AnyView {
        AnyView(HomeView(viewModel: container.makeHomeViewModel(navigator: navigator)))
    }

    public func resolve(_ navigation: any Navigation, navigator: any NavigatorContract) -> AnyView? {
        guard let navigation = navigation as? ChatsIncomingNavigation else { return nil }
        switch navigation {
        case .conversation(let contact):
            let viewModel = container.makeConversationViewModel(contact: contact, navigator: navigator)
            return AnyView(ConversationView(viewModel: viewModel))
        case .compose(let contact):
            let viewModel = container.makeComposeViewModel(recipient: contact, navigator: navigator)
            return AnyView(ComposeView(viewModel: viewModel))
        }
    }

    public func receive(_ value: any NavigationValue, navigator: any NavigatorContract) -> NavigationResume? {
        guard let receipts = value as? Receipts else { return nil }
        container.store.sendsReceipts = receipts.rawValue
        return .immediately
    }
}
