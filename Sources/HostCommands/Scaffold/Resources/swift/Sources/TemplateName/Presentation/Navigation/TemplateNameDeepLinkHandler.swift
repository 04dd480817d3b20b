import FeatureKit

/// The links that lead to the feature.
struct TemplateNameDeepLinkHandler: DeepLinkHandler {
    let scheme = "template-scheme"
    let host = "template-name"
    let links = [
        DeepLink("/list", to: TemplateNameIncomingNavigation.list),
        DeepLink("/detail?id={identifier}", to: TemplateNameIncomingNavigation.detail(identifier: 0)),
    ]
}
