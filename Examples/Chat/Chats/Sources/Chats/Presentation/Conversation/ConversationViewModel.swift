import Observation

/// Shows the messages with a contact, and leads to the contact and to a new message.
@Observable
final class ConversationViewModel {
    let contact: Int

    private let store: ConversationStore
    private let router: any ChatRouter

    init(contact: Int, store: ConversationStore, router: any ChatRouter) {
        self.contact = contact
        self.store = store
        self.router = router
    }

    var messages: [Message] { conversation.messages }
    var isBlocked: Bool { conversation.isBlocked }
    var sendsReceipts: Bool { store.sendsReceipts }

    func didTapOnViewContact() {
        router.gotoContactDetail(contact)
    }

    func didTapOnWrite() {
        router.gotoCompose(contact: contact)
    }

    func didTapOnPrivacySettings() {
        router.gotoPrivacySettings()
    }

    private var conversation: Conversation { store.conversation(with: contact) }
}
