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
/// The host matches the list itself. It calls your own ``resolve(_:)`` for links of this scheme and host that no
/// pattern matches. The result must depend on the link alone.
public protocol DeepLinkHandler: Sendable {
    /// The scheme, such as `challenge`; compared without regard to case.
    var scheme: String { get }
    /// The host, such as `character`; compared without regard to case.
    var host: String { get }
    /// Patterns with their destinations. None by default.
    var links: [DeepLink] { get }
    /// Returns the destination of a link, or nil if it leads nowhere in this feature. By default, ``links`` decide.
    func resolve(_ url: DeepLinkURL) -> (any Navigation)?
}

extension DeepLinkHandler {
    public var links: [DeepLink] { [] }

    public func resolve(_ url: DeepLinkURL) -> (any Navigation)? {
        DefaultResolve.wasCalled.store(true, ordering: .relaxed)
        return resolveByLinks(url)
    }

    /// Whether the handler has its own ``resolve(_:)``, which may know more than ``links``. A link to nowhere shows
    /// whether the default is called.
    var resolvesByOwnCode: Bool {
        guard let url = DeepLinkURL("\(scheme)://\(host)/") else { return false }
        DefaultResolve.wasCalled.store(false, ordering: .relaxed)
        _ = resolve(url)
        return !DefaultResolve.wasCalled.load(ordering: .relaxed)
    }

    /// Resolves a link by ``links`` alone, for your own ``resolve(_:)`` to begin with.
    public func resolveByLinks(_ url: DeepLinkURL) -> (any Navigation)? {
        let matches = links.compactMap { $0.match(url.url, scheme: scheme, host: host) }
        return matches.max { $0.rank < $1.rank }?.navigation
    }
}

/// Records calls of the default `resolve`: Swift does not say whether a handler has its own.
private enum DefaultResolve {
    static let wasCalled = Atomic(false)
}
