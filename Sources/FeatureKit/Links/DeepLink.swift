internal import FeatureContract

/// A pattern of links, and the destination that they lead to.
///
/// ```swift
/// DeepLink("/detail?id={identifier}", to: CharacterIncomingNavigation.detail(identifier: 0))
/// ```
///
/// `{identifier}` fills the destination's argument with that label; the value that is given for it here is ignored.
/// Arguments that the pattern does not name keep the values given here. A placeholder is a whole path segment or a part
/// of one, a query value, or, as `{name*}`, the rest of the path. Unlabelled values are named `_0`, `_1` and so on.
public struct DeepLink: Sendable {
    /// The path and query, such as `/detail?id={identifier}`.
    public let pattern: String
    /// The destination as it was given.
    public let destination: any Navigation

    private let link: @Sendable (_ scheme: String, _ host: String, _ feature: String) throws -> RouteLink
    private let decode: @Sendable (Destination) -> (any Navigation)?

    /// Pairs a pattern with a destination.
    public init<N: Navigation>(_ pattern: String, to destination: N) {
        self.pattern = pattern
        self.destination = destination
        link = { scheme, host, feature in
            let pattern = try LinkPattern(scheme: scheme, host: host, pattern)
            let encoded = try RouteEncoder.encode(destination)
            let route = try RouteTable<N>.shared.get().declaration(named: encoded.route, of: feature)
            let bound = pattern.argumentNames
            return try RouteLink(
                pattern, to: route, of: feature,
                fixedArguments: encoded.arguments.filter { !bound.contains($0.name) && $0.value != .null })
        }
        decode = { try? RouteDecoder.decode(N.self, from: $0) }
    }

    /// The link as the manifest declares it.
    func declared(scheme: String, host: String, feature: String) throws -> RouteLink {
        try link(scheme, host, feature)
    }

    func match(_ url: LinkURL, scheme: String, host: String) -> (rank: LinkRank, navigation: any Navigation)? {
        guard let link = try? link(scheme, host, "feature"), case .success(let destination) = link.match(url),
            let navigation = decode(destination)
        else { return nil }
        return (link.rank, navigation)
    }
}
