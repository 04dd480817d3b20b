import FeatureKit

/// The destinations that Login handles.
public enum LoginNavigation: Navigation {
    case login
    case logout

    public static let samples: [Self] = [.login, .logout]

    public var summary: String {
        switch self {
        case .login: "Asks for a name and a passcode."
        case .logout: "Signs the user out."
        }
    }
}
