import FeatureKit

/// The links that lead to Character.
struct CharacterDeepLinkHandler: DeepLinkHandler {
    let scheme = "challenge"
    let host = "character"
    let links = [
        DeepLink("/list", to: CharacterIncomingNavigation.list),
        DeepLink("/detail?id={identifier}", to: CharacterIncomingNavigation.detail(identifier: 0)),
    ]
}
