internal import JSONText

/// A parsed link: `challenge://character/detail?id=42` (RFC 3986, section 3).
///
/// The scheme and the host are lower-cased, the rest keeps its case. Path segments, query items and the fragment are
/// percent-decoded, once. One slash at the end of the path is ignored. Nothing else is normalised: `.`, `..` and empty
/// segments stay as they are.
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

    /// The original text.
    package let text: String
    /// The offsets of the parts in ``text``.
    let ranges: LinkRanges

    /// The maximum size of a link, in bytes.
    package static let maximumLength = 8192

    /// Whether a text is meant as a link: `://` stands before any other slash, and before a question mark. Any other
    /// text is meant as a destination, in whose arguments `://` may stand: `notes/page?address=a://b`.
    package static func isLink(_ text: String) -> Bool {
        let bytes = text.utf8
        guard let colon = bytes.firstIndex(where: { ":/?".utf8.contains($0) }) else { return false }
        return bytes[colon...].starts(with: "://".utf8)
    }

    package init(_ text: String) throws(LinkError) {
        ranges = try Self.ranges(of: text)
        self.text = text
    }

    private init(_ text: String, _ ranges: LinkRanges) {
        self.text = text
        self.ranges = ranges
    }

    private static func ranges(of text: String) throws(LinkError) -> LinkRanges {
        guard text.utf8.count <= maximumLength else { throw .tooLong(count: text.utf8.count) }
        guard let ranges = LinkRanges(text.utf8Span.span), !ranges.hasControl, ranges.hasScheme,
            ranges.scheme + 3 < ranges.host
        else {
            throw error(of: text)
        }
        if ranges.hasPercent { try LinkURL(text, ranges).checkEncoding() }
        return ranges
    }

    package static func == (left: LinkURL, right: LinkURL) -> Bool { left.text == right.text }

    package func hash(into hasher: inout Hasher) { hasher.combine(text) }

    package var scheme: String { String(raw(schemeSlice)).lowercasedASCII }
    /// The authority: the host, with its port and user if it has any.
    package var host: String { ranges.isPlain ? String(raw(hostSlice)) : decoded(hostSlice).lowercasedASCII }
    /// The texts between the slashes of the path: none for an empty path and for `/`, one for `/a/`.
    package var segments: [String] {
        var segments: [String] = []
        var position = pathStart
        while let piece = segment(at: position) {
            segments.append(decoded(piece))
            position = piece.end
        }
        return segments
    }
    package var query: [QueryItem] {
        var items: [QueryItem] = []
        var item = queryItem(after: nil)
        while let found = item {
            items.append(QueryItem(name: decoded(found.name), value: found.value.map(decoded)))
            item = queryItem(after: found)
        }
        return items
    }
    package var fragment: String? { fragmentSlice.map(decoded) }

    /// Throws if a part is not valid percent-encoded UTF-8.
    private func checkEncoding() throws(LinkError) {
        func check(_ piece: LinkSlice) throws(LinkError) {
            guard PercentCoding.decoded(raw(piece)) != nil else {
                throw .malformedPercentEncoding(String(raw(piece)), in: text)
            }
        }
        try check(hostSlice)
        var position = pathStart
        while let piece = segment(at: position) {
            try check(piece)
            position = piece.end
        }
        var item = queryItem(after: nil)
        while let found = item {
            try check(found.name)
            if let value = found.value { try check(value) }
            item = queryItem(after: found)
        }
        if let fragmentSlice { try check(fragmentSlice) }
    }

    /// Returns the error for a text that has no scheme, no host, or a control character in it.
    private static func error(of text: String) -> LinkError {
        if let control = text.unicodeScalars.first(where: { $0.value < 0x20 || $0.value == 0x7F }) {
            return .controlCharacter(control, in: text)
        }
        let (scheme, rest) = text.splitOnce(at: ":")
        return rest == nil || !isScheme(scheme) ? .noScheme(text) : .noHost(text)
    }

    package var description: String { text }

    /// Whether a text is a scheme (RFC 3986, section 3.1): a letter, then letters, digits, `+`, `-` and `.`.
    package static func isScheme(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
            default: isLetter(byte)
            }
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
