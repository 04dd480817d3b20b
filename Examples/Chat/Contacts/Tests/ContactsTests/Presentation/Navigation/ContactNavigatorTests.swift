import FeatureKit
import FeatureTesting
import Testing

@testable import Contacts

/// What the router asks of the host's navigation.
@Suite struct ContactNavigatorTests {
    private let navigatorMock = NavigatorMock()
    private var router: any ContactRouter { ContactNavigator(navigator: navigatorMock) }

    @Test("a contact is a destination of the feature itself")
    func detail() {
        router.gotoContactDetail(3)
        #expect(navigatorMock.navigatedDestinations as? [ContactsIncomingNavigation] == [.detail(id: 3)])
    }

    @Test("a conversation is an outgoing destination")
    func conversation() {
        router.gotoConversation(recipient: 3)
        #expect(navigatorMock.navigatedDestinations as? [ContactsOutgoingNavigation] == [.conversation(recipient: 3)])
    }

    @Test("the contact that was chosen is returned to its checkpoint")
    func picked() {
        router.returnPicked(3)
        #expect(navigatorMock.requests == [.returnToCheckpoint("picked", value: 3.navigationRawValue)])
    }
}
