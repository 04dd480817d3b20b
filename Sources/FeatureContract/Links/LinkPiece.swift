/// A part of a link as it stands in its text, in bytes: a path segment, the name of a query item, …
package struct LinkPiece: Hashable, Sendable {
    package let start: Int
    package let end: Int

    package var isEmpty: Bool { start == end }
}

// What is in a link, taken out piece by piece: matching looks at the bytes of most pieces, and makes text of few.
extension LinkURL {
    package var schemePiece: LinkPiece { LinkPiece(start: 0, end: borders.scheme) }
    package var hostPiece: LinkPiece { LinkPiece(start: borders.scheme + 3, end: borders.host) }

    package var fragmentPiece: LinkPiece? {
        borders.query < borders.end ? LinkPiece(start: borders.query + 1, end: borders.end) : nil
    }

    /// How many segments the path has; none for an empty path and for `/`.
    package var segmentCount: Int { borders.slashes }

    /// Where the first segment's slash stands.
    package var pathStart: Int { borders.host }

    /// The segment behind the slash at `position`, at whose end the next slash stands; nil at the end of the path.
    package func segment(at position: Int) -> LinkPiece? {
        guard position < borders.segments else { return nil }
        return segment(behind: position, of: text.utf8Span.span)
    }

    /// The same where there is one.
    ///
    /// - Parameter bytes: Those of the text: to get at them takes as long as to find the segment.
    func segment(behind position: Int, of bytes: Span<UInt8>) -> LinkPiece {
        let (last, start) = (borders.segments, position + 1)
        var end = start
        while end < last, bytes[end] != UInt8(ascii: "/") { end += 1 }
        return LinkPiece(start: start, end: end)
    }

    /// A query item where it stands; without a value where it has no `=`.
    package struct QueryPieces {
        package let name: LinkPiece
        package let value: LinkPiece?
        /// Behind the item.
        let end: Int
    }

    /// The first query item that is not empty, of those behind `item`, or of all.
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

    /// The text of a piece, decoded.
    package func decoded(_ piece: LinkPiece) -> String {
        let raw = raw(piece)
        // That it can be decoded was seen when the link was read.
        return borders.hasPercent ? PercentCoding.decoded(raw) ?? "" : String(raw)
    }

    /// Whether a piece says this, once it is decoded.
    package func says(_ literal: String, at piece: LinkPiece) -> Bool {
        guard !borders.hasPercent else { return decoded(piece).utf8.elementsEqual(literal.utf8) }
        return LinkHash.areEqual(literal.utf8Span.span, text.utf8Span.span.extracting(piece.start..<piece.end))
    }

    /// Whether this is the scheme; `scheme` is in lower case.
    func hasScheme(_ scheme: String) -> Bool {
        borders.isPlain ? says(scheme, at: schemePiece) : scheme == self.scheme
    }

    /// Whether this is the host; `host` is in lower case.
    func hasHost(_ host: String) -> Bool {
        borders.isPlain ? says(host, at: hostPiece) : host == self.host
    }

    /// The same as the ``LinkHash`` of the decoded text, of a scheme or a host in lower case.
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
