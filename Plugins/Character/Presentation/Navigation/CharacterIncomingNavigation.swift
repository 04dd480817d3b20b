import FeatureKit

/// The destinations that Character handles.
public enum CharacterIncomingNavigation: Navigation {
    case list
    case detail(identifier: Int)

    public static let samples: [Self] = [.list, .detail(identifier: 0)]

    public var parents: [Self] {
        switch self {
        case .list: []
        case .detail: [.list]
        }
    }

    public var summary: String {
        switch self {
        case .list: "All characters, with a filter."
        case .detail: "One character, by its number."
        }
    }
}
