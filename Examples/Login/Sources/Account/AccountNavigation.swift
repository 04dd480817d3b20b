import FeatureKit

/// The destinations that Account handles.
public enum AccountNavigation: Navigation {
    case welcome
    case orders
    case order(number: Int)

    public static let samples: [Self] = [.welcome, .orders, .order(number: 1)]

    public var parents: [Self] {
        switch self {
        case .welcome, .orders: []
        case .order: [.orders]
        }
    }

    public var summary: String {
        switch self {
        case .welcome: "What the shop is."
        case .orders: "All orders of the user."
        case .order: "One order, by its number."
        }
    }
}

/// The destinations that Account leaves to the wiring.
public enum AccountOutgoingNavigation: Navigation {
    case logout

    public static let samples: [Self] = [.logout]
}
