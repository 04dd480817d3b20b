import FeatureKit

/// Makes the view models of the feature's screens with what they depend on.
struct ChatsContainer {
    /// One for all screens, which show the same messages.
    let store = ConversationStore.sample

    func makeHomeViewModel(navigator: any NavigatorContract) -> HomeViewModel {
        HomeViewModel(store: store, router: ChatNavigator(navigator: navigator))
    }

    func makeConversationViewModel(contact: Int, navigator: any NavigatorContract) -> ConversationViewModel {
        ConversationViewModel(contact: contact, store: store, router: ChatNavigator(navigator: navigator))
    }

    func makeComposeViewModel(recipient: Int?, navigator: any NavigatorContract) -> ComposeViewModel {
        ComposeViewModel(recipient: recipient, store: store, router: ChatNavigator(navigator: navigator))
    }
}
