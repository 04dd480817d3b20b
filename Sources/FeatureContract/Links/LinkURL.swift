internal import JSONText

/// A parsed link: `challenge://character/detail?id=42` (RFC 3986, section 3).
///
/// The scheme and the host are lower-cased, the rest keeps its case. Path segments, query items and the fragment are
/// percent-decoded, once. One slash at the end of the path is ignored. Nothing else is normalised: `.`, `..` and empty
/// segments stay.
///
///     let url = try LinkURL("challenge://character/detail?id=42")
///     url.host                 // "character"
///     url.segments             // ["detail"]
///     url.query.first?.value   // "42"
package struct LinkURL: Hashable, Sendable, CustomStringConvertible {
    package struct QueryItem: Hashable, Sendable {
        package let name: String
        /// The decoded value; nil if the item has no `=`.
        package let value: String?
    }

    package let text: String
    package let scheme: String
    /// The authority: the host, with its port and user if it has any.
    package let host: String
    /// The texts between the slashes of the path: none for an empty path and for `/`, one for `/a/`.
    package let segments: [String]
    package let query: [QueryItem]
    package let fragment: String?

    /// The maximum size of a link, in bytes.
    package static let maximumLength = 8192

    /// Whether a text is meant as a link: `://` comes before any other slash, and before a question mark. Any other
    /// text is meant as a destination, whose arguments may contain `://`: `notes/page?address=a://b`.
    package static func isLink(_ text: String) -> Bool {
        let bytes = text.utf8
        guard let colon = bytes.firstIndex(where: { ":/?".utf8.contains($0) }) else { return false }
        return bytes[colon...].starts(with: "://".utf8)
    }

    package init(_ text: String) throws(LinkError) {
        guard text.utf8.count <= Self.maximumLength else { throw .tooLong(count: text.utf8.count) }
        func isControl(_ value: UInt32) -> Bool { value < 0x20 || value == 0x7F }
        if text.utf8.contains(where: { isControl(UInt32($0)) }),
            let control = text.unicodeScalars.first(where: { isControl($0.value) })
        {
            throw .controlCharacter(control, in: text)
        }
        let (scheme, rest) = text.splitOnce(at: ":")
        guard let rest, Self.isScheme(scheme) else { throw .noScheme(text) }
        guard rest.utf8.starts(with: "//".utf8) else { throw .noHost(text) }
        let (beforeFragment, fragment) = Substring(rest.utf8.dropFirst(2)).splitOnce(at: "#")
        let (beforeQuery, query) = beforeFragment.splitOnce(at: "?")
        let (host, path) = beforeQuery.splitOnce(at: "/")
        guard !host.isEmpty else { throw .noHost(text) }
        func decoded(_ part: Substring) throws(LinkError) -> String {
            guard let decoded = PercentCoding.decoded(part) else {
                throw .malformedPercentEncoding(String(part), in: text)
            }
            return decoded
        }
        self.text = text
        self.scheme = String(scheme).lowercasedASCII
        self.host = try decoded(host).lowercasedASCII
        var segments: [String] = []
        var segmentsLeft = path
        while let texts = segmentsLeft {
            let segment: Substring
            (segment, segmentsLeft) = texts.splitOnce(at: "/")
            if segment.isEmpty, segmentsLeft == nil { break }
            segments.append(try decoded(segment))
        }
        self.segments = segments
        var items: [QueryItem] = []
        var itemsLeft = query
        while let texts = itemsLeft {
            let item: Substring
            (item, itemsLeft) = texts.splitOnce(at: "&")
            if item.isEmpty { continue }
            let (name, value) = item.splitOnce(at: "=")
            items.append(QueryItem(name: try decoded(name), value: try value.map(decoded)))
        }
        self.query = items
        self.fragment = try fragment.map(decoded)
    }

    package static func == (left: LinkURL, right: LinkURL) -> Bool { left.text == right.text }

    package func hash(into hasher: inout Hasher) { hasher.combine(text) }

    package var description: String { text }

    /// Whether a text is a scheme (RFC 3986, section 3.1): a letter, then letters, digits, `+`, `-` and `.`.
    package static func isScheme(_ text: some StringProtocol) -> Bool {
        text.utf8.first?.isLetter == true
            && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }
    }
}
