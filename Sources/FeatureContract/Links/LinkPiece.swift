/// The byte range of one part of a link in its text: a path segment, the name of a query item, …
package struct LinkPiece: Hashable, Sendable {
    package let start: Int
    package let end: Int

    package var isEmpty: Bool { start == end }
}

// The parts of a link by byte range: matching compares the bytes of most parts, and makes strings of few.
extension LinkURL {
    package var schemePiece: LinkPiece { LinkPiece(start: 0, end: borders.scheme) }
    package var hostPiece: LinkPiece { LinkPiece(start: borders.scheme + 3, end: borders.host) }

    package var fragmentPiece: LinkPiece? {
        borders.query < borders.end ? LinkPiece(start: borders.query + 1, end: borders.end) : nil
    }

    /// The number of path segments; 0 for an empty path and for `/`.
    package var segmentCount: Int { borders.slashes }

    /// The offset of the first segment's slash.
    package var pathStart: Int { borders.host }

    /// Returns the segment after the slash at `position`, or nil at the end of the path. The end of the segment is the
    /// position of the next slash.
    package func segment(at position: Int) -> LinkPiece? {
        guard position < borders.segments else { return nil }
        return segment(behind: position, of: text.utf8Span.span)
    }

    /// Returns the segment after the slash at `position`, which must not be the end of the path.
    ///
    /// - Parameter bytes: The bytes of the text, passed in because getting them takes as long as finding the segment.
    func segment(behind position: Int, of bytes: Span<UInt8>) -> LinkPiece {
        let (last, start) = (borders.segments, position + 1)
        var end = start
        while end < last, bytes[end] != UInt8(ascii: "/") { end += 1 }
        return LinkPiece(start: start, end: end)
    }

    /// The byte ranges of a query item; `value` is nil if the item has no `=`.
    package struct QueryPieces {
        package let name: LinkPiece
        package let value: LinkPiece?
        /// The offset after the item.
        let end: Int
    }

    /// Returns the first non-empty query item after `item`, or the first of all if `item` is nil.
    package func queryItem(after item: QueryPieces?) -> QueryPieces? {
        queryItem(after: item, of: text.utf8Span.span)
    }

    func queryItem(after item: QueryPieces?, of bytes: Span<UInt8>) -> QueryPieces? {
        var start = (item?.end ?? borders.path) + 1
        while start < borders.query, bytes[start] == UInt8(ascii: "&") { start += 1 }
        guard start < borders.query else { return nil }
        var end = start
        var equals: Int?
        while end < borders.query, bytes[end] != UInt8(ascii: "&") {
            if equals == nil, bytes[end] == UInt8(ascii: "=") { equals = end }
            end += 1
        }
        return QueryPieces(
            name: LinkPiece(start: start, end: equals ?? end), value: equals.map { LinkPiece(start: $0 + 1, end: end) },
            end: end)
    }

    /// Returns the text of a piece, percent-decoded.
    package func decoded(_ piece: LinkPiece) -> String {
        let raw = raw(piece)
        // Decoding does not fail here: `LinkURL.init` has checked the encoding.
        return borders.hasPercent ? PercentCoding.decoded(raw) ?? "" : String(raw)
    }

    /// Whether a piece, once decoded, equals `literal`.
    package func says(_ literal: String, at piece: LinkPiece) -> Bool {
        guard !borders.hasPercent else { return decoded(piece).utf8.elementsEqual(literal.utf8) }
        return LinkHash.areEqual(literal.utf8Span.span, text.utf8Span.span.extracting(piece.start..<piece.end))
    }

    /// Whether the link has this scheme; `scheme` is in lower case.
    func hasScheme(_ scheme: String) -> Bool {
        borders.isPlain ? says(scheme, at: schemePiece) : scheme == self.scheme
    }

    /// Whether the link has this host; `host` is in lower case.
    func hasHost(_ host: String) -> Bool {
        borders.isPlain ? says(host, at: hostPiece) : host == self.host
    }

    /// Returns the ``LinkHash`` of a piece's decoded text, after lower-casing a scheme or a host.
    package func hash(of piece: LinkPiece) -> UInt64 {
        if borders.isPlain || !borders.hasPercent && piece.start >= borders.host {
            return LinkHash.of(text.utf8Span.span.extracting(piece.start..<piece.end))
        }
        let text = decoded(piece)
        return LinkHash.of(piece.start < borders.host ? text.lowercasedASCII : text)
    }

    func raw(_ piece: LinkPiece) -> Substring {
        let start = text.utf8.index(text.startIndex, offsetBy: piece.start)
        return text[start..<text.utf8.index(start, offsetBy: piece.end - piece.start)]
    }
}
