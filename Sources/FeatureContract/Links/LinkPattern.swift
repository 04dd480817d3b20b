/// The shape of links that lead to one route: `challenge://character/detail?id={identifier}`.
///
/// - `{name}` stands for an argument: a whole path segment, a query value, the fragment, or a part of one of them.
///   `{name*}` as the last segment takes the rest of the path.
/// - Scheme and host are literal and compared without regard to case; paths with regard to it. Literals and arguments
///   are percent-decoded, once.
/// - Query items that the pattern does not name are ignored, and so is a fragment where it has none.
///
/// This type knows shapes only; ``RouteLink`` pairs one with a route and its types.
package struct LinkPattern: Hashable, Sendable, CustomStringConvertible {
    package enum Segment: Hashable, Sendable {
        case template(TextTemplate)
        case rest(String)
    }

    package struct QueryItem: Hashable, Sendable {
        /// Nil for an item that is only `{name}`: it matches the first item without `=`.
        package let name: String?
        package let value: TextTemplate
    }

    package let scheme: String
    package let host: String
    package let segments: [Segment]
    package let query: [QueryItem]
    package let fragment: TextTemplate?
    /// The path and query as they were written.
    package let text: String

    /// Reads the path and query of a pattern, such as `/detail?id={identifier}`; empty is the host alone.
    package init(scheme: String, host: String, _ text: String) throws(LinkPatternError) {
        guard LinkURL.isScheme(scheme) else { throw .noScheme(scheme) }
        guard !host.isEmpty, !host.contains(where: { "/?#{}*% ".contains($0) }) else { throw .hostIsNotLiteral(host) }
        self.scheme = scheme.lowercased()
        self.host = host.lowercased()
        self.text = text
        let (beforeFragment, fragment) = text.splitOnce(at: "#")
        let (path, query) = beforeFragment.splitOnce(at: "?")
        guard path.isEmpty || path.hasPrefix("/") else { throw .pathWithoutSlash(String(path)) }
        segments = try Self.segments(of: path)
        self.query = try Self.items(of: query ?? "")
        if let fragment { self.fragment = try TextTemplate(fragment) } else { self.fragment = nil }
        var seen: Set<String> = []
        for name in argumentNames where !seen.insert(name).inserted { throw .argumentTwice(name) }
    }

    /// Reads a whole pattern, such as `challenge://character/detail?id={identifier}`.
    package init(_ text: String) throws(LinkPatternError) {
        let (scheme, rest) = text.splitOnce(at: ":")
        guard let rest, rest.hasPrefix("//") else { throw .noScheme(String(scheme)) }
        let afterSlashes = rest.dropFirst(2)
        let host = afterSlashes.prefix { !"/?#".contains($0) }
        try self.init(scheme: String(scheme), host: String(host), String(afterSlashes[host.endIndex...]))
    }

    package var description: String { "\(scheme)://\(host)\(text)" }

    /// The arguments' names in the order in which they stand.
    package var argumentNames: [String] {
        segments.flatMap { segment in
            switch segment {
            case .template(let template): template.argumentNames
            case .rest(let name): [name]
            }
        } + query.flatMap(\.value.argumentNames) + (fragment?.argumentNames ?? [])
    }

    private static func segments(of path: Substring) throws(LinkPatternError) -> [Segment] {
        guard path != "", path != "/" else { return [] }
        let texts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        var segments: [Segment] = []
        for (index, text) in texts.enumerated() {
            guard text.contains("*}") else {
                segments.append(.template(try TextTemplate(text)))
                continue
            }
            let name = String(text.dropFirst().dropLast(2))
            guard text.hasPrefix("{"), text.hasSuffix("*}"), Identifier.isName(name) else {
                throw .notAnArgumentName(name, in: String(text))
            }
            guard index == texts.count - 1 else { throw .restNotLast(name) }
            segments.append(.rest(name))
        }
        return segments
    }

    private static func items(of query: Substring) throws(LinkPatternError) -> [QueryItem] {
        var items: [QueryItem] = []
        for text in query.split(separator: "&") {
            let (name, value) = text.splitOnce(at: "=")
            if value == nil, name.hasPrefix("{") {
                items.append(QueryItem(name: nil, value: try TextTemplate(name)))
                continue
            }
            guard let decoded = PercentCoding.decoded(name) else { throw .malformedPercentEncoding(String(name)) }
            guard !items.contains(where: { $0.name == decoded }) else { throw .queryItemTwice(decoded) }
            items.append(QueryItem(name: decoded, value: try TextTemplate(value ?? "")))
        }
        return items
    }
}
