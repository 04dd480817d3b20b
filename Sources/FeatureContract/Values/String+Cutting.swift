// Texts for the user are limited in bytes, and no Unicode scalar is cut in two.

extension String {
    /// The text with `A` to `Z` in lower case, for comparing schemes and hosts (RFC 3986, section 6.2.2.1). Other
    /// letters stay: Unicode's lower case of U+212A, the kelvin sign, is the ASCII letter `k`.
    package var lowercasedASCII: String {
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        guard utf8.contains(where: capitals.contains) else { return self }
        return String(decoding: utf8.map { capitals.contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// Returns the text; if it is too long, its beginning with an ellipsis, in `limit` bytes.
    package func cut(toBytes limit: Int) -> String {
        utf8.count <= limit ? self : beginning(max(0, limit - 3)) + "…"
    }

    /// Returns as many whole Unicode scalars from the beginning as fit into `limit` bytes of UTF-8.
    package func beginning(_ limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(startIndex, offsetBy: limit)
        // Steps back to the start of a scalar.
        while utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
        return String(self[..<end])
    }

    /// Returns as many whole Unicode scalars from the end as fit into `limit` bytes of UTF-8.
    package func end(_ limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var start = utf8.index(endIndex, offsetBy: -limit)
        while start < endIndex, utf8[start] & 0xC0 == 0x80 { start = utf8.index(after: start) }
        return String(self[start...])
    }
}

extension StringProtocol {
    /// The text without surrounding spaces, tabs and carriage returns.
    package var trimmed: String {
        let spaces: Set<Unicode.Scalar> = [" ", "\t", "\r"]
        let front = unicodeScalars.drop { spaces.contains($0) }
        let back = front.reversed().drop { spaces.contains($0) }.count
        return String(String.UnicodeScalarView(front.prefix(back)))
    }
}
