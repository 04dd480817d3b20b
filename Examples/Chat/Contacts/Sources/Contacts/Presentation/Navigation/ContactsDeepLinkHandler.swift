import FeatureKit

/// The links that lead to Contacts.
struct ContactsDeepLinkHandler: DeepLinkHandler {
    let scheme = "chat"
    let host = "contacts"
    let links = [
        DeepLink("/list", to: ContactsIncomingNavigation.list),
        DeepLink("/detail?id={id}", to: ContactsIncomingNavigation.detail(id: 0)),
    ]
}
