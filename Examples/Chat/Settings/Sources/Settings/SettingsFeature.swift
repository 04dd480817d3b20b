import FeatureKit

/// What a person decides about the app: a profile, and privacy.
public struct SettingsFeature: Feature {
    public typealias Incoming = SettingsIncomingNavigation

    public static let id = "settings"
    public static let name = "Settings"
    public static let version = "1.0.0"
    public static let summary = "What a person decides about the app: a profile, and privacy."
    public static var deepLinkHandler: (any DeepLinkHandler)? { SettingsDeepLinkHandler() }
    public static var sentValues: [any NavigationValue.Type] { [ReadReceipts.self] }

    private let container = SettingsContainer()

    public init(context: FeatureContext) {}

    public func makeMainView(navigator: any NavigatorContract) -> AnyView {
        AnyView(SettingsHomeView(viewModel: container.makeSettingsHomeViewModel(navigator: navigator)))
    }

    public func resolve(_ navigation: any Navigation, navigator: any NavigatorContract) -> AnyView? {
        guard let navigation = navigation as? SettingsIncomingNavigation else { return nil }
        switch navigation {
        case .profile: return AnyView(ProfileView(settings: container.settings))
        case .privacy: return AnyView(PrivacyView(viewModel: container.makePrivacyViewModel(navigator: navigator)))
        }
    }
}
