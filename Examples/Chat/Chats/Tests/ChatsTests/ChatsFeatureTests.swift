import FeatureKit
import FeatureTesting
import Testing

@testable import Chats

/// Which destinations Chats has a screen for.
@Suite struct ChatsFeatureTests {
    private let feature = ChatsFeature(context: FeatureContext())

    @Test("every incoming destination has a screen", arguments: ChatsIncomingNavigation.samples)
    func incoming(navigation: ChatsIncomingNavigation) {
        #expect(feature.resolve(navigation, navigator: NavigatorMock()) != nil)
    }

    @Test("an outgoing destination is for others to show", arguments: ChatsOutgoingNavigation.samples)
    func outgoing(navigation: ChatsOutgoingNavigation) {
        #expect(feature.resolve(navigation, navigator: NavigatorMock()) == nil)
    }

    @Test("what is decided elsewhere of receipts shows in conversations, those that are open too")
    func receipts() throws {
        let harness = try FeatureHarness(ChatsFeature.self)
        let conversation = try harness.open(.conversation(contact: 1))
        #expect(!conversation.text.contains("not told"))
        _ = try harness.send(Receipts(rawValue: false))
        #expect(conversation.text.contains("What you read is not told."))
    }
}
