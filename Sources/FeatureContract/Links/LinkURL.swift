/// A link, taken apart: `challenge://character/detail?id=42` (RFC 3986, section 3).
///
/// The scheme and the host are lower-cased, the rest keeps its case. Path segments, query items and the fragment are
/// percent-decoded, once. Nothing is normalised away: `.`, `..`, empty segments and a trailing slash stand as they came.
///
///     let url = try LinkURL("challenge://character/detail?id=42")
///     url.host                 // "character"
///     url.segments             // ["detail"]
///     url.query.first?.value   // "42"
package struct LinkURL: Hashable, Sendable, CustomStringConvertible {
    package struct QueryItem: Hashable, Sendable {
        package let name: String
        /// Nil where the item has no `=`.
        package let value: String?
    }

    /// The text as it came.
    package let text: String
    package let scheme: String
    /// The authority: the host, with its port and user where there are any.
    package let host: String
    /// What stands between the slashes of the path; none for an empty path and for `/`.
    package let segments: [String]
    package let query: [QueryItem]
    package let fragment: String?

    /// The longest link that is taken, in bytes.
    package static let maximumLength = 8192

    package init(_ text: String) throws(LinkURLError) {
        guard text.utf8.count <= Self.maximumLength else { throw .tooLong(count: text.utf8.count) }
        if let control = text.unicodeScalars.first(where: { $0.value < 0x20 || $0.value == 0x7F }) {
            throw .controlCharacter(control, in: text)
        }
        let (scheme, afterScheme) = text.splitOnce(at: ":")
        guard let afterScheme, Self.isScheme(scheme) else { throw .noScheme(text) }
        guard afterScheme.utf8.starts(with: "//".utf8) else { throw .noHost(text) }
        let (beforeFragment, fragment) = Substring(afterScheme.utf8.dropFirst(2)).splitOnce(at: "#")
        let (beforeQuery, query) = beforeFragment.splitOnce(at: "?")
        let (host, path) = beforeQuery.splitOnce(at: "/")
        guard !host.isEmpty else { throw .noHost(text) }

        func decoded(_ part: some StringProtocol) throws(LinkURLError) -> String {
            guard let decoded = PercentCoding.decoded(part) else {
                throw .malformedPercentEncoding(String(part), in: text)
            }
            return decoded
        }
        self.text = text
        self.scheme = scheme.lowercased()
        self.host = try decoded(host).lowercased()
        var segments: [String] = []
        for segment in path?.splitAll(at: "/") ?? [] {
            segments.append(try decoded(segment))
        }
        self.segments = segments == [""] ? [] : segments
        var items: [QueryItem] = []
        for item in query?.splitAll(at: "&") ?? [] where !item.isEmpty {
            let (name, value) = item.splitOnce(at: "=")
            items.append(QueryItem(name: try decoded(name), value: try value.map(decoded)))
        }
        self.query = items
        self.fragment = try fragment.map(decoded)
    }

    package var description: String { text }

    /// `scheme ":"` as RFC 3986, section 3.1 has it: a letter, then letters, digits, `+`, `-` and `.`.
    package static func isScheme(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy {
            isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.".utf8.contains($0)
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}

/// Why a text is not a link.
package enum LinkURLError: Error, Hashable, Sendable, CustomStringConvertible {
    case tooLong(count: Int)
    case controlCharacter(Unicode.Scalar, in: String)
    case noScheme(String)
    case noHost(String)
    case malformedPercentEncoding(String, in: String)

    package var description: String {
        switch self {
        case .tooLong(let count):
            "the link is \(count) bytes long; at most \(LinkURL.maximumLength) are taken"
        case .controlCharacter(let scalar, let text):
            "'\(text)' is not a link: it holds the control character U+\(hexadecimal(scalar.value)); write it "
                + "percent-encoded"
        case .noScheme(let text):
            "'\(text)' is not a link: it does not begin with a scheme; expected SCHEME://HOST/PATH"
        case .noHost(let text):
            "'\(text)' is not a link: no host follows the scheme; expected SCHEME://HOST/PATH"
        case .malformedPercentEncoding(let part, let text):
            "'\(text)' is not a link: '\(part)' is not valid percent-encoded UTF-8; write '%' itself as '%25'"
        }
    }

    private func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
