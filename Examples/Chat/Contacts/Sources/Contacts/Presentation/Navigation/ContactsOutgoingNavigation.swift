import FeatureKit

/// The destinations that Contacts leads to, whoever handles them.
public enum ContactsOutgoingNavigation: Navigation {
    case conversation(recipient: Int)

    public static let samples: [Self] = [.conversation(recipient: 0)]

    public var summary: String {
        switch self {
        case .conversation: "The conversation with a contact, by its id."
        }
    }
}
