import FeatureKit
import FeatureTesting
import Testing

@testable import Chats

/// What the router asks of the host's navigation.
@Suite struct ChatNavigatorTests {
    private let navigatorMock = NavigatorMock()
    private var router: any ChatRouter { ChatNavigator(navigator: navigatorMock) }

    @Test("a conversation and a new message are destinations of the feature itself")
    func incoming() {
        router.gotoConversation(contact: 1)
        router.gotoCompose(contact: nil)
        #expect(
            navigatorMock.navigatedDestinations as? [ChatsIncomingNavigation] == [
                .conversation(contact: 1), .compose(contact: nil),
            ])
    }

    @Test("contacts are outgoing destinations")
    func outgoing() {
        router.gotoContactList()
        router.gotoContactDetail(1)
        router.gotoContactPicker()
        #expect(
            navigatorMock.navigatedDestinations as? [ChatsOutgoingNavigation] == [.contacts, .contact(id: 1), .picker])
    }

    @Test("the conversation takes the place of what led to the new message")
    func replaceCompose() {
        router.replaceCompose(withConversation: 1)
        let conversation = AnyNavigation(ChatsIncomingNavigation.conversation(contact: 1))
        #expect(navigatorMock.requests == [.replaceStack([conversation])])
    }

    @Test("the privacy settings are sent after their tab")
    func privacySettings() {
        router.gotoPrivacySettings()
        #expect(
            navigatorMock.requests == [.send([NavigationTab("settings"), ChatsOutgoingNavigation.privacySettings])])
    }
}
