import FeatureKit
import FeatureTesting
import Testing

@testable import Contacts

/// Which destinations Contacts has a screen for, and what it declares.
@Suite struct ContactsFeatureTests {
    private let feature = ContactsFeature(context: FeatureContext())

    @Test("every incoming destination has a screen", arguments: ContactsIncomingNavigation.samples)
    func incoming(navigation: ContactsIncomingNavigation) {
        #expect(feature.resolve(navigation, navigator: NavigatorMock()) != nil)
    }

    @Test("an outgoing destination is for others to show", arguments: ContactsOutgoingNavigation.samples)
    func outgoing(navigation: ContactsOutgoingNavigation) {
        #expect(feature.resolve(navigation, navigator: NavigatorMock()) == nil)
    }

    @Test("the choice of a contact is declared as a checkpoint of others that takes an id")
    func returnedCheckpoints() {
        #expect(ContactsFeature.returnedCheckpoints.map(\.name) == ["picked"])
        #expect(ContactsFeature.returnedCheckpoints.map(\.valueType) == [Int.navigationValueType])
    }
}
