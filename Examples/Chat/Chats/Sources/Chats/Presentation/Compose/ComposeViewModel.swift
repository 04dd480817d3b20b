import Observation

/// Collects a message and its recipient, and sends it.
@Observable
final class ComposeViewModel {
    private(set) var recipient: Int?
    var message = ""

    private let store: ConversationStore
    private let router: any ChatRouter

    /// - Parameter recipient: Nil where it is still to be chosen.
    init(recipient: Int?, store: ConversationStore, router: any ChatRouter) {
        self.recipient = recipient
        self.store = store
        self.router = router
    }

    var hasUnsentMessage: Bool { !message.isEmpty }

    var canSend: Bool { hasUnsentMessage && recipient != nil }

    func didTapOnChooseRecipient() {
        router.gotoContactPicker()
    }

    /// The choice has come back.
    func didChooseRecipient(_ contact: Int) {
        recipient = contact
    }

    func didTapOnSend() {
        guard canSend, let recipient else { return }
        store.send(message, to: recipient)
        // Nothing is unsent any more, so the screen may be left.
        message = ""
        router.replaceCompose(withConversation: recipient)
    }
}
