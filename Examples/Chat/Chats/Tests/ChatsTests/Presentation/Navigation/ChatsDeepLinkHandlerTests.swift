import FeatureKit
import Testing

@testable import Chats

/// Which links lead to Chats.
@Suite struct ChatsDeepLinkHandlerTests {
    private let handler = ChatsDeepLinkHandler()

    @Test("a link to a conversation leads there")
    func conversation() throws {
        let url = try #require(DeepLinkURL("chat://chats/conversation?contact=1"))
        #expect(handler.resolve(url) as? ChatsIncomingNavigation == .conversation(contact: 1))
    }

    @Test(
        "any other link leads nowhere",
        arguments: [
            "chat://chats/conversation", "chat://chats/conversation?contact=Alice", "chat://chats/compose",
            "chat://contacts/conversation?contact=1", "https://chats/conversation?contact=1",
        ])
    func nowhere(link: String) throws {
        #expect(handler.resolve(try #require(DeepLinkURL(link))) == nil)
    }
}
