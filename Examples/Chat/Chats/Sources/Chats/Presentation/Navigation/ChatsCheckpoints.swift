import FeatureKit

/// The points of Chats that navigation can return to.
enum ChatsCheckpoints: NavigationCheckpoints {
    /// The new message; takes the id of the contact that it goes to.
    static var recipient: NavigationCheckpoint<Int> { checkpoint() }
}
