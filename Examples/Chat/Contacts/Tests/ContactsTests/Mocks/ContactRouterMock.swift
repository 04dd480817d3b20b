@testable import Contacts

/// A router that goes nowhere and remembers what it was asked.
final class ContactRouterMock: ContactRouter {
    private(set) var detailIDs: [Int] = []
    private(set) var conversationRecipients: [Int] = []
    private(set) var pickedIDs: [Int] = []

    func gotoContactDetail(_ id: Int) {
        detailIDs.append(id)
    }

    func gotoConversation(recipient: Int) {
        conversationRecipients.append(recipient)
    }

    func returnPicked(_ id: Int) {
        pickedIDs.append(id)
    }
}
