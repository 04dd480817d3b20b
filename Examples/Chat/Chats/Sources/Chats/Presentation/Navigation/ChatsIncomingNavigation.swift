import FeatureKit

/// The destinations that Chats handles.
public enum ChatsIncomingNavigation: Navigation {
    case conversation(contact: Int)
    /// With the recipient, where it is known already.
    case compose(contact: Int?)

    public static let samples: [Self] = [.conversation(contact: 0), .compose(contact: nil)]

    public var summary: String {
        switch self {
        case .conversation: "The conversation with a contact, by its id."
        case .compose: "A new message. Its recipient may be returned to the checkpoint 'recipient'."
        }
    }
}
