package import FeatureContract

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
