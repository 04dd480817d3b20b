package import FeatureContract

/// A link that the host received, taken apart (RFC 3986): `challenge://character/detail?id=42`.
///
/// ```swift
/// let url = try #require(DeepLinkURL("challenge://character/detail?id=42"))
/// url.path                    // "/detail"
/// url.queryParameter("id")    // "42"
/// ```
public struct DeepLinkURL: Hashable, Sendable, CustomStringConvertible {
    package let url: LinkURL

    /// Takes a link apart; nil for a text that is none: no scheme, no host, or malformed percent-encoding.
    public init?(_ text: String) {
        guard let url = try? LinkURL(text) else { return nil }
        self.url = url
    }

    /// Lower-cased.
    public var scheme: String { url.scheme }
    /// Lower-cased, with the port where there is one.
    public var host: String { url.host }
    /// Percent-decoded, with its leading slash and without one at its end; empty where there is no path.
    public var path: String { url.segments.map { "/" + $0 }.joined() }
    /// The texts between the slashes, percent-decoded; a slash at the end of the path begins none.
    public var pathSegments: [String] { url.segments }
    /// Percent-decoded; nil where there is none.
    public var fragment: String? { url.fragment }

    /// The value of the first query item of that name, percent-decoded; nil where there is none.
    public func queryParameter(_ name: String) -> String? {
        queryParameters(name).first
    }

    /// The values of all query items of that name, in order.
    public func queryParameters(_ name: String) -> [String] {
        url.query.filter { $0.name == name }.map { $0.value ?? "" }
    }

    /// The text as it came.
    public var description: String { url.text }
}
