import FeatureKit

/// The destinations that Contacts handles.
public enum ContactsIncomingNavigation: Navigation {
    case list
    case detail(id: Int)
    case pick
    case card(id: Int)

    public static let samples: [Self] = [.list, .detail(id: 0), .pick, .card(id: 0)]

    public var parents: [Self] {
        switch self {
        case .list, .pick, .card: []
        case .detail: [.list]
        }
    }

    public var summary: String {
        switch self {
        case .list: "Everybody."
        case .detail: "One contact, by its id."
        case .pick: "Everybody, to choose one: its id is returned to the checkpoint 'picked'."
        case .card: "One contact's name and status, to embed."
        }
    }
}
