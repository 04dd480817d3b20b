import Observation

/// Leads from the list to a contact.
@Observable
final class ContactListViewModel {
    let contacts: [Contact]

    private let router: any ContactRouter

    init(contacts: [Contact], router: any ContactRouter) {
        self.contacts = contacts
        self.router = router
    }

    func didTapOnContact(_ contact: Contact) {
        router.gotoContactDetail(contact.id)
    }
}
