import FeatureKit

/// The links that lead to Chats.
struct ChatsDeepLinkHandler: DeepLinkHandler {
    let scheme = "chat"
    let host = "chats"
    let links = [
        DeepLink("/conversation?contact={contact}", to: ChatsIncomingNavigation.conversation(contact: 0))
    ]
}
