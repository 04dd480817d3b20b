import FeatureKit

/// The orders of a user. It knows neither Login nor that its screens require the user to have signed in.
public struct AccountFeature: Feature {
    public typealias Incoming = AccountNavigation
    public typealias Outgoing = AccountOutgoingNavigation

    public static let id = "account"
    public static let name = "Account"
    public static let version = "1.0.0"
    public static let summary = "The orders of a user."
    public static var mainDestination: AccountNavigation? { .welcome }
    public static var deepLinkHandler: (any DeepLinkHandler)? { AccountDeepLinkHandler() }

    public init(context: FeatureContext) {}

    public func makeMainView(navigator: any NavigatorContract) -> some View { WelcomeView() }

    public func resolve(_ navigation: AccountNavigation, navigator: any NavigatorContract) -> some View {
        switch navigation {
        case .welcome: WelcomeView()
        case .orders: OrdersView(navigator: navigator)
        case .order(let number): OrderView(number: number)
        }
    }
}

/// The links that lead to Account.
struct AccountDeepLinkHandler: DeepLinkHandler {
    let scheme = "shop"
    let host = "account"
    let links = [
        DeepLink("/orders", to: AccountNavigation.orders),
        DeepLink("/orders/{number}", to: AccountNavigation.order(number: 0)),
    ]
}
