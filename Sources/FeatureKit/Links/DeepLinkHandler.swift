package import FeatureContract
private import Synchronization

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

    /// The link as the manifest declares it.
    let declared: @Sendable (_ scheme: String, _ host: String, _ feature: String) throws -> RouteLink
    private let decode: @Sendable (Destination) -> (any Navigation)?

    /// Pairs a pattern with a destination.
    public init<N: Navigation>(_ pattern: String, to destination: N) {
        self.pattern = pattern
        self.destination = destination
        declared = { scheme, host, feature in
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

    func match(_ url: LinkURL, scheme: String, host: String) -> (rank: LinkRank, navigation: any Navigation)? {
        guard let link = try? declared(scheme, host, "feature"), case .success(let destination) = link.match(url),
            let navigation = decode(destination)
        else { return nil }
        return (link.rank, navigation)
    }
}

/// A parsed link that the host received (RFC 3986): `challenge://character/detail?id=42`.
///
/// ```swift
/// let url = try #require(DeepLinkURL("challenge://character/detail?id=42"))
/// url.path                    // "/detail"
/// url.queryParameter("id")    // "42"
/// ```
public struct DeepLinkURL: Hashable, Sendable, CustomStringConvertible {
    package let url: LinkURL

    /// Parses a link; nil if the text is not one, such as without a scheme or host, or with malformed percent-encoding.
    public init?(_ text: String) {
        guard let url = try? LinkURL(text) else { return nil }
        self.url = url
    }

    /// The scheme, lower-cased.
    public var scheme: String { url.scheme }
    /// The host, lower-cased, with the port if there is one.
    public var host: String { url.host }
    /// The path, percent-decoded, with its leading slash and without one at its end; empty if there is no path.
    public var path: String { url.segments.map { "/" + $0 }.joined() }
    /// The segments of the path, percent-decoded; a slash at the end of the path begins none.
    public var pathSegments: [String] { url.segments }
    /// The fragment, percent-decoded; nil if there is none.
    public var fragment: String? { url.fragment }

    /// Returns the value of the first query item with this name, percent-decoded, or nil if there is none.
    public func queryParameter(_ name: String) -> String? {
        queryParameters(name).first
    }

    /// Returns the values of all query items with this name, in order.
    public func queryParameters(_ name: String) -> [String] {
        url.query.filter { $0.name == name }.map { $0.value ?? "" }
    }

    /// The original text.
    public var description: String { url.text }
}

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
/// pattern matches. The result must depend on the link alone. A handler has ``links``, its own ``resolve(_:)``, or both:
/// the host refuses a feature whose handler leads nowhere.
public protocol DeepLinkHandler: Sendable {
    /// The type in which ``resolve(_:)`` takes a link: ``DeepLinkURL``, Foundation's `URL`, or `String`.
    associatedtype Link: Decodable = DeepLinkURL

    /// The scheme, such as `challenge`; compared without regard to case.
    var scheme: String { get }
    /// The host, such as `character`; compared without regard to case.
    var host: String { get }
    /// Patterns with their destinations. None by default.
    var links: [DeepLink] { get }
    /// Returns the destination of a link, or nil if it leads nowhere in this feature. By default, ``links`` decide.
    func resolve(_ url: Link) -> (any Navigation)?
}

extension DeepLinkHandler {
    public var links: [DeepLink] { [] }

    /// Resolves a link that the host has received; nil if it leads nowhere, or cannot be given as ``Link``.
    func resolve(received url: DeepLinkURL) -> (any Navigation)? {
        guard let link = Self.link(url) else { return nil }
        return resolve(link)
    }

    /// Returns a link as ``Link``, by way of its `Decodable`; nil if that is not made of a text. Foundation's `URL`, which
    /// FeatureKit cannot name since it does not import Foundation, asks for a text under `relative`.
    private static func link(_ url: DeepLinkURL) -> Link? {
        let text = Value.string(url.description)
        if let link = try? Link(from: ValueDecoder(text, at: .json(""))) { return link }
        return try? Link(from: ValueDecoder(.record(["relative": text]), at: .json("")))
    }

    /// Whether the handler has its own ``resolve(_:)``, which may know more than ``links``. A link to nowhere shows
    /// whether the default is called.
    ///
    /// - Throws: If neither this nor ``links`` can lead anywhere.
    func resolvesByOwnCode() throws -> Bool {
        let place = "\(scheme)://\(host)"
        guard let url = DeepLinkURL(place + "/") else { return false }
        guard let link = Self.link(url) else {
            throw CodingFailure(
                "\(Self.self), the handler of \(place), takes its links as \(Link.self), which is not made of a text: "
                    + "write 'func resolve(_ url: DeepLinkURL) -> (any Navigation)?'")
        }
        DefaultResolve.wasCalled.store(false, ordering: .relaxed)
        _ = resolve(link)
        let isOwn = !DefaultResolve.wasCalled.load(ordering: .relaxed)
        guard isOwn || !links.isEmpty else {
            throw CodingFailure(
                "\(Self.self), the handler of \(place), leads nowhere: give it 'links', or "
                    + "'func resolve(_ url: DeepLinkURL) -> (any Navigation)?' with exactly these types")
        }
        return isOwn
    }
}

extension DeepLinkHandler where Link == DeepLinkURL {
    /// Resolves a link by ``links``.
    public func resolve(_ url: DeepLinkURL) -> (any Navigation)? {
        DefaultResolve.wasCalled.store(true, ordering: .relaxed)
        return resolveByLinks(url)
    }
}

extension DeepLinkHandler {
    /// Resolves a link by ``links`` alone, for your own ``resolve(_:)`` to begin with.
    public func resolveByLinks(_ url: DeepLinkURL) -> (any Navigation)? {
        let matches = links.compactMap { $0.match(url.url, scheme: scheme, host: host) }
        return matches.max { $0.rank < $1.rank }?.navigation
    }
}

extension DeepLinkURL: Decodable {
    /// Decodes a link from its text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let url = DeepLinkURL(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a link")
        }
        self = url
    }
}

/// Records calls of the default `resolve`: Swift does not say whether a handler has its own.
private enum DefaultResolve {
    static let wasCalled = Atomic(false)
}
