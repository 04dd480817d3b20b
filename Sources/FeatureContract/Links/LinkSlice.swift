/// The byte range of one part of a link in its text: a path segment, the name of a query item, …
package struct LinkSlice: Hashable, Sendable {
    package let start: Int
    package let end: Int

    package var isEmpty: Bool { start == end }
}

// The parts of a link by byte range: matching compares the bytes of most parts, and makes strings of few.
extension LinkURL {
    package var schemeSlice: LinkSlice { LinkSlice(start: 0, end: ranges.scheme) }
    package var hostSlice: LinkSlice { LinkSlice(start: ranges.scheme + 3, end: ranges.host) }

    package var fragmentSlice: LinkSlice? {
        ranges.query < ranges.end ? LinkSlice(start: ranges.query + 1, end: ranges.end) : nil
    }

    /// The number of path segments; 0 for an empty path and for `/`.
    package var segmentCount: Int { ranges.slashes }

    /// The offset of the first segment's slash.
    package var pathStart: Int { ranges.host }

    /// Returns the segment after the slash at `position`, or nil at the end of the path. The end of the segment is the
    /// position of the next slash.
    package func segment(at position: Int) -> LinkSlice? {
        guard position < ranges.segments else { return nil }
        return segment(behind: position, of: text.utf8Span.span)
    }

    /// Returns the segment after the slash at `position`, which must not be the end of the path.
    ///
    /// - Parameter bytes: The bytes of the text, passed in because getting them takes as long as finding the segment.
    func segment(behind position: Int, of bytes: Span<UInt8>) -> LinkSlice {
        let (last, start) = (ranges.segments, position + 1)
        var end = start
        while end < last, bytes[end] != UInt8(ascii: "/") { end += 1 }
        return LinkSlice(start: start, end: end)
    }

    /// The byte ranges of a query item; `value` is nil if the item has no `=`.
    package struct QuerySlices {
        package let name: LinkSlice
        package let value: LinkSlice?
        /// The offset after the item.
        let end: Int
    }

    /// Returns the first non-empty query item after `item`, or the first of all if `item` is nil.
    package func queryItem(after item: QuerySlices?) -> QuerySlices? {
        queryItem(after: item, of: text.utf8Span.span)
    }

    func queryItem(after item: QuerySlices?, of bytes: Span<UInt8>) -> QuerySlices? {
        var start = (item?.end ?? ranges.path) + 1
        while start < ranges.query, bytes[start] == UInt8(ascii: "&") { start += 1 }
        guard start < ranges.query else { return nil }
        var end = start
        var equals: Int?
        while end < ranges.query, bytes[end] != UInt8(ascii: "&") {
            if equals == nil, bytes[end] == UInt8(ascii: "=") { equals = end }
            end += 1
        }
        return QuerySlices(
            name: LinkSlice(start: start, end: equals ?? end), value: equals.map { LinkSlice(start: $0 + 1, end: end) },
            end: end)
    }

    /// Returns the text of a piece, percent-decoded.
    package func decoded(_ piece: LinkSlice) -> String {
        let raw = raw(piece)
        // Decoding does not fail here: `LinkURL.init` has checked the encoding.
        return ranges.hasPercent ? PercentCoding.decoded(raw) ?? "" : String(raw)
    }

    /// Whether a piece, once decoded, equals `literal`.
    package func says(_ literal: String, at piece: LinkSlice) -> Bool {
        guard !ranges.hasPercent else { return decoded(piece).utf8.elementsEqual(literal.utf8) }
        return LinkHash.areEqual(literal.utf8Span.span, text.utf8Span.span.extracting(piece.start..<piece.end))
    }

    /// Whether the link has this scheme; `scheme` is in lower case.
    func hasScheme(_ scheme: String) -> Bool {
        ranges.isPlain ? says(scheme, at: schemeSlice) : scheme == self.scheme
    }

    /// Whether the link has this host; `host` is in lower case.
    func hasHost(_ host: String) -> Bool {
        ranges.isPlain ? says(host, at: hostSlice) : host == self.host
    }

    /// Returns the ``LinkHash`` of a piece's decoded text, after lower-casing a scheme or a host.
    package func hash(of piece: LinkSlice) -> UInt64 {
        if ranges.isPlain || !ranges.hasPercent && piece.start >= ranges.host {
            return LinkHash.of(text.utf8Span.span.extracting(piece.start..<piece.end))
        }
        let text = decoded(piece)
        return LinkHash.of(piece.start < ranges.host ? text.lowercasedASCII : text)
    }

    func raw(_ piece: LinkSlice) -> Substring {
        let start = text.utf8.index(text.startIndex, offsetBy: piece.start)
        return text[start..<text.utf8.index(start, offsetBy: piece.end - piece.start)]
    }
}
