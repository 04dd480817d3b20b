import FeatureKit
import FeatureTesting
import Testing

@testable import Chats

/// What a person sees of a conversation.
@Suite struct ConversationViewTests {
    private let harness: FeatureHarness<ChatsFeature>

    init() throws {
        harness = try FeatureHarness()
    }

    @Test("a conversation shows whom it is with, and who wrote what")
    func text() throws {
        #expect(
            try harness.open(link: "chat://chats/conversation?contact=1").text == """
                Conversation
                ============

                > chats/contactCard?contact=1
                Lunch on Friday?
                You: At noon, the usual place.
                [View contact]
                [Write]

                """)
    }

    @Test("with a contact that one has not written to there is an empty one")
    func empty() throws {
        #expect(try harness.open(.conversation(contact: 3)).text.contains("No messages yet.\n"))
    }

    @Test("to a blocked contact one cannot write, but see to one's privacy")
    func blocked() throws {
        let screen = try harness.open(.conversation(contact: 4))
        #expect(throws: HarnessError.self) { try screen.press("Write") }
        try screen.press("Privacy settings")
        #expect(harness.requests == [.send([NavigationTab("settings"), ChatsOutgoingNavigation.privacySettings])])
    }
}
