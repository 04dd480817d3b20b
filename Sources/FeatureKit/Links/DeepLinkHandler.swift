internal import FeatureContract
private import Synchronization

/// The links that lead to a feature's destinations.
///
/// ```swift
/// struct CharacterDeepLinkHandler: DeepLinkHandler {
///     let scheme = "challenge"
///     let host = "character"
///     let links = [
///         DeepLink("/list", to: CharacterIncomingNavigation.list),
///         DeepLink("/detail?id={identifier}", to: CharacterIncomingNavigation.detail(identifier: 0)),
///     ]
/// }
/// ```
///
/// The host matches the list by itself, without asking. A ``resolve(_:)`` of your own is asked for links of this scheme
/// and host that no pattern matches. It depends on the link alone.
public protocol DeepLinkHandler: Sendable {
    /// Such as `challenge`; compared without regard to case.
    var scheme: String { get }
    /// Such as `character`; compared without regard to case.
    var host: String { get }
    /// Patterns with their destinations. None by default.
    var links: [DeepLink] { get }
    /// The destination of a link, or nil for one that leads nowhere here. By default what ``links`` say.
    func resolve(_ url: DeepLinkURL) -> (any Navigation)?
}

extension DeepLinkHandler {
    public var links: [DeepLink] { [] }

    public func resolve(_ url: DeepLinkURL) -> (any Navigation)? {
        DefaultResolve.wasCalled.store(true, ordering: .relaxed)
        return resolveByLinks(url)
    }

    /// Whether ``resolve(_:)`` is code of its own, which may know more than ``links``: asked by a link to nowhere.
    var resolvesByOwnCode: Bool {
        guard let url = DeepLinkURL("\(scheme)://\(host)/") else { return false }
        DefaultResolve.wasCalled.store(false, ordering: .relaxed)
        _ = resolve(url)
        return !DefaultResolve.wasCalled.load(ordering: .relaxed)
    }

    /// What ``links`` say of a link: for an own ``resolve(_:)`` that begins with them.
    public func resolveByLinks(_ url: DeepLinkURL) -> (any Navigation)? {
        let matches = links.compactMap { $0.match(url.url, scheme: scheme, host: host) }
        return matches.max { $0.rank < $1.rank }?.navigation
    }
}

/// Tells a handler with a `resolve` of its own from one with the default, which Swift does not say.
private enum DefaultResolve {
    static let wasCalled = Atomic(false)
}
