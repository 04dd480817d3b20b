import FeatureKit

/// Asks who the user is, and sends whether that is known. It knows no other feature, and nothing of what requires it.
public struct LoginFeature: Feature {
    public typealias Incoming = LoginNavigation

    public static let id = "auth"
    public static let name = "Login"
    public static let version = "1.0.0"
    public static let summary = "Asks who the user is, and sends whether that is known."
    public static var mainDestination: LoginNavigation? { .login }
    public static var deepLinkHandler: (any DeepLinkHandler)? { LoginDeepLinkHandler() }
    public static var sentValues: [any NavigationValue.Type] { [SignedIn.self] }

    public init(context: FeatureContext) {}

    public func makeMainView(navigator: any NavigatorContract) -> some View {
        LoginView(viewModel: LoginViewModel(navigator: navigator))
    }

    public func resolve(_ navigation: LoginNavigation, navigator: any NavigatorContract) -> some View {
        switch navigation {
        case .login: LoginView(viewModel: LoginViewModel(navigator: navigator))
        case .logout: LogoutView(viewModel: LoginViewModel(navigator: navigator))
        }
    }
}

/// The links that lead to Login.
struct LoginDeepLinkHandler: DeepLinkHandler {
    let scheme = "shop"
    let host = "auth"
    let links = [
        DeepLink("/login", to: LoginNavigation.login),
        DeepLink("/logout", to: LoginNavigation.logout),
    ]
}
