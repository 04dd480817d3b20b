import FeatureKit

/// Makes the view models of the feature's screens with what they depend on.
struct ContactsContainer {
    private let contacts = Contact.all

    func contact(_ id: Int) -> Contact? {
        contacts.first { $0.id == id }
    }

    func makeContactListViewModel(navigator: any NavigatorContract) -> ContactListViewModel {
        ContactListViewModel(contacts: contacts, router: ContactNavigator(navigator: navigator))
    }

    func makeContactDetailViewModel(id: Int, navigator: any NavigatorContract) -> ContactDetailViewModel {
        ContactDetailViewModel(contact: contact(id), router: ContactNavigator(navigator: navigator))
    }

    func makeContactPickViewModel(navigator: any NavigatorContract) -> ContactPickViewModel {
        ContactPickViewModel(contacts: contacts, router: ContactNavigator(navigator: navigator))
    }
}
