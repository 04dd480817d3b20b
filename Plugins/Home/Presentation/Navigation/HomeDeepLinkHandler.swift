import FeatureKit

/// The links that lead to Home.
struct HomeDeepLinkHandler: DeepLinkHandler {
    let scheme = "challenge"
    let host = "home"
    let links = [
        DeepLink("/main", to: HomeIncomingNavigation.main)
    ]
}
