import Observation

/// Leads from a contact to the conversation with it.
@Observable
final class ContactDetailViewModel {
    /// Nil where there is none of the id that was asked for.
    let contact: Contact?

    private let router: any ContactRouter

    init(contact: Contact?, router: any ContactRouter) {
        self.contact = contact
        self.router = router
    }

    func didTapOnStartChat() {
        guard let contact else { return }
        router.gotoConversation(recipient: contact.id)
    }
}
