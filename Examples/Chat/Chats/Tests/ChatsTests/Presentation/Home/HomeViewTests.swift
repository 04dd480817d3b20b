import FeatureKit
import FeatureTesting
import Testing

@testable import Chats

/// What a person sees of the conversations, and where they lead.
@Suite struct HomeViewTests {
    private let harness: FeatureHarness<ChatsFeature>

    init() throws {
        harness = try FeatureHarness()
    }

    @Test("each conversation shows whom it is with, by another feature's card, and what was written last")
    func text() throws {
        #expect(
            try harness.openMain().text == """
                Chats
                =====

                [New message]
                [Contacts]
                > chats/contactCard?contact=1
                [At noon, the usual place.]
                > chats/contactCard?contact=4
                [Is this line secure?]

                """)
    }

    @Test("the buttons lead to a conversation, to a new message, and to the contacts")
    func buttons() throws {
        let screen = try harness.openMain()
        try screen.press("At noon, the usual place.")
        try screen.press("New message")
        #expect(
            harness.navigatedDestinations as? [ChatsIncomingNavigation] == [
                .conversation(contact: 1), .compose(contact: nil),
            ])
        try screen.press("Contacts")
        #expect(harness.navigatedDestinations.last as? ChatsOutgoingNavigation == .contacts)
        #expect(harness.problems.isEmpty)
    }
}
