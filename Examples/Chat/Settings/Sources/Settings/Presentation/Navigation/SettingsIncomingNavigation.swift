import FeatureKit

/// The destinations that Settings handles.
public enum SettingsIncomingNavigation: Navigation {
    case profile
    case privacy

    public static let samples: [Self] = [.profile, .privacy]

    public var summary: String {
        switch self {
        case .profile: "Who one is to others."
        case .privacy: "What others get to know."
        }
    }
}
