import Observation

/// Hands the chosen contact back to who asked for it.
@Observable
final class ContactPickViewModel {
    let contacts: [Contact]

    private let router: any ContactRouter

    init(contacts: [Contact], router: any ContactRouter) {
        self.contacts = contacts
        self.router = router
    }

    func didPick(_ contact: Contact) {
        router.returnPicked(contact.id)
    }
}
