import FeatureKit

/// The destinations that the feature handles.
public enum TemplateNameIncomingNavigation: Navigation {
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
        case .list: "All items."
        case .detail: "One item, by its number."
        }
    }
}
