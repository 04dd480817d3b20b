import FeatureKit

/// The destinations that Home handles.
public enum HomeIncomingNavigation: Navigation {
    case main

    public static let samples: [Self] = [.main]

    public var summary: String {
        switch self {
        case .main: "The greeting, and ways to the other features."
        }
    }
}
