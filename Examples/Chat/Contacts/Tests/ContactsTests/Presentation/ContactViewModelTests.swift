import Testing

@testable import Contacts

/// What the screens ask of the router.
@Suite struct ContactViewModelTests {
    private let routerMock = ContactRouterMock()
    private let carol = Contact(id: 3, name: "Carol", status: "In a meeting", telephone: "555-0103")

    @Test("a contact of the list leads to the contact")
    func list() {
        ContactListViewModel(contacts: [carol], router: routerMock).didTapOnContact(carol)
        #expect(routerMock.detailIDs == [3])
    }

    @Test("a contact leads to the conversation with it, one that does not exist nowhere")
    func detail() {
        ContactDetailViewModel(contact: carol, router: routerMock).didTapOnStartChat()
        ContactDetailViewModel(contact: nil, router: routerMock).didTapOnStartChat()
        #expect(routerMock.conversationRecipients == [3])
    }

    @Test("a contact of the choice is handed back")
    func pick() {
        ContactPickViewModel(contacts: [carol], router: routerMock).didPick(carol)
        #expect(routerMock.pickedIDs == [3])
        #expect(routerMock.detailIDs.isEmpty)
    }
}
