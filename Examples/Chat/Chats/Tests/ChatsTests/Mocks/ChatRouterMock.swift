@testable import Chats

/// A router that goes nowhere and remembers what it was asked.
final class ChatRouterMock: ChatRouter {
    enum Call: Equatable {
        case conversation(Int), compose(Int?), replaceCompose(Int), contactList, contactDetail(Int), contactPicker
        case privacySettings
    }

    private(set) var calls: [Call] = []

    func gotoConversation(contact: Int) { calls.append(.conversation(contact)) }
    func gotoCompose(contact: Int?) { calls.append(.compose(contact)) }
    func replaceCompose(withConversation contact: Int) { calls.append(.replaceCompose(contact)) }
    func gotoContactList() { calls.append(.contactList) }
    func gotoContactDetail(_ contact: Int) { calls.append(.contactDetail(contact)) }
    func gotoContactPicker() { calls.append(.contactPicker) }
    func gotoPrivacySettings() { calls.append(.privacySettings) }
}
