import FeatureKit

/// The destinations that Chats leads to, or embeds, whoever handles them.
public enum ChatsOutgoingNavigation: Navigation {
    case contacts
    case contact(id: Int)
    case contactCard(contact: Int)
    case picker
    case privacySettings

    public static let samples: [Self] = [
        .contacts, .contact(id: 0), .contactCard(contact: 0), .picker, .privacySettings,
    ]

    public var summary: String {
        switch self {
        case .contacts: "Everybody one can write to."
        case .contact: "What is known of a contact, by its id."
        case .contactCard: "Who a contact is, by its id, in a line to embed."
        case .picker: "A choice of a contact, whose id is returned to the checkpoint 'recipient'."
        case .privacySettings: "Where one decides who may write."
        }
    }
}
