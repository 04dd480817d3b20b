import Observation

/// Leads from the list to a conversation, to a new message, and to the contacts.
@Observable
final class HomeViewModel {
    private let store: ConversationStore
    private let router: any ChatRouter

    init(store: ConversationStore, router: any ChatRouter) {
        self.store = store
        self.router = router
    }

    var conversations: [Conversation] { store.conversations }

    func didTapOnConversation(_ conversation: Conversation) {
        router.gotoConversation(contact: conversation.contact)
    }

    func didTapOnNewMessage() {
        router.gotoCompose(contact: nil)
    }

    func didTapOnContacts() {
        router.gotoContactList()
    }
}
