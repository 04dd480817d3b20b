import FeatureKit

/// The links that lead to Settings.
struct SettingsDeepLinkHandler: DeepLinkHandler {
    let scheme = "chat"
    let host = "settings"
    let links = [
        DeepLink("/profile", to: SettingsIncomingNavigation.profile),
        DeepLink("/privacy", to: SettingsIncomingNavigation.privacy),
    ]
}
