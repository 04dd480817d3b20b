/// The fast path for common patterns and links. In such a pattern, each segment and each query value is a literal or
/// one argument that is not a list; in such a link, nothing needs decoding. The link is read in one pass over its
/// bytes, and only its arguments become strings.
///
/// The results equal those of ``LinkReader``, which reads every link by every pattern, and says why one does not match.
final class PlainPattern: Sendable {
    private enum Part {
        /// The range of its bytes in ``literals``.
        case literal(Range<Int>)
        /// The index in ``arguments``.
        case argument(Int)
    }

    private struct Item {
        let name: Range<Int>
        let value: Part
        let canBeMissing: Bool
    }

    private struct Argument {
        /// The position among the route's arguments.
        let position: Int
        let type: ValueType
        let isRequired: Bool
    }

    /// The bytes of all literals, one after the other: first the scheme and the host, as they stand in a link.
    private let literals: [UInt8]
    private let site: Range<Int>
    private let segments: [Part]
    private let query: [Item]
    /// The arguments, in the order of the pattern.
    private let arguments: [Argument]
    /// The values of the route's arguments that a link leaves out.
    private let defaults: [Value]

    /// Prepares a pattern; nil if it is not of the common form.
    init?(_ pattern: LinkPattern, to route: RouteDeclaration, fixed: [Destination.Argument]) {
        guard pattern.fragment == nil, fixed.isEmpty else { return nil }
        var literals = Array(pattern.scheme.utf8)
        literals += "://".utf8
        literals += pattern.host.utf8
        var (segments, query, arguments): ([Part], [Item], [Argument]) = ([], [], [])
        site = literals.indices
        func literal(_ text: String) -> Range<Int> {
            literals += text.utf8
            return literals.count - text.utf8.count..<literals.count
        }
        func part(_ template: TextTemplate) -> Part? {
            if let text = template.literal { return .literal(literal(text)) }
            guard let name = template.onlyArgument, let position = route.position(ofArgument: name) else { return nil }
            let declared = route.arguments[position]
            guard !declared.type.isList else { return nil }
            arguments.append(Argument(position: position, type: declared.type, isRequired: declared.isRequired))
            return .argument(arguments.count - 1)
        }
        for segment in pattern.segments {
            guard case .template(let template) = segment, let part = part(template) else { return nil }
            // A '/' in a literal segment would end the segment in a link that is not percent-encoded.
            if case .literal(let bytes) = part, literals[bytes].contains(UInt8(ascii: "/")) { return nil }
            segments.append(part)
        }
        for item in pattern.query {
            guard let name = item.name, let part = part(item.value) else { return nil }
            var canBeMissing = false
            if case .argument(let index) = part { canBeMissing = !arguments[index].isRequired }
            query.append(Item(name: literal(name), value: part, canBeMissing: canBeMissing))
        }
        (self.literals, self.segments, self.query, self.arguments) = (literals, segments, query, arguments)
        defaults = route.defaults
    }

    /// Returns the values of the route's arguments in a plain link, or nil if the link does not match.
    func values(of url: LinkURL) -> [Value]? {
        let ours = literals
        let (literals, bytes) = (ours.span, url.text.utf8Span.span)
        guard url.segmentCount == segments.count,
            LinkHash.areEqual(literals.extracting(site), bytes.extracting(0..<url.ranges.host))
        else { return nil }
        var values = defaults
        var position = url.pathStart
        for index in segments.indices {
            let piece = url.segment(behind: position, of: bytes)
            if case .argument = segments[index], piece.isEmpty { return nil }
            guard read(piece, of: url, bytes, by: segments[index], literals, into: &values) else { return nil }
            position = piece.end
        }
        for index in query.indices {
            let item = query[index]
            let (found, count) = Self.findItems(named: literals.extracting(item.name), in: url, bytes)
            guard let found else {
                guard item.canBeMissing else { return nil }
                continue
            }
            if case .argument = item.value, count > 1 { return nil }
            let value = found.value ?? LinkSlice(start: found.end, end: found.end)
            guard read(value, of: url, bytes, by: item.value, literals, into: &values) else { return nil }
        }
        return values
    }

    /// - Returns: Whether the piece of the link matches this part of the pattern.
    private func read(
        _ piece: LinkSlice, of url: LinkURL, _ bytes: Span<UInt8>, by part: Part, _ literals: Span<UInt8>,
        into values: inout [Value]
    ) -> Bool {
        let found = bytes.extracting(piece.start..<piece.end)
        switch part {
        case .literal(let literal):
            return LinkHash.areEqual(literals.extracting(literal), found)
        case .argument(let index):
            let value: Value
            if arguments[index].type == .int {
                guard let integer = Int64(decimal: found) else { return false }
                value = .integer(integer)
            } else {
                guard let read = arguments[index].type.value(fromText: url.decoded(piece)) else { return false }
                value = read
            }
            values[arguments[index].position] = value
            return true
        }
    }

    /// Returns the first query item with a name, and the number of such items.
    private static func findItems(
        named name: Span<UInt8>, in url: LinkURL, _ bytes: Span<UInt8>
    ) -> (first: LinkURL.QuerySlices?, count: Int) {
        var (first, count): (LinkURL.QuerySlices?, Int) = (nil, 0)
        var item = url.queryItem(after: nil, of: bytes)
        while let found = item {
            if LinkHash.areEqual(name, bytes.extracting(found.name.start..<found.name.end)) {
                if first == nil { first = found }
                count += 1
            }
            item = url.queryItem(after: found, of: bytes)
        }
        return (first, count)
    }
}

extension Int64 {
    /// Reads an optional minus sign and decimal digits, within 64 bits, as ``ValueType/value(fromText:)`` does.
    init?(decimal bytes: Span<UInt8>) {
        let isNegative = bytes.count > 0 && bytes[0] == UInt8(ascii: "-")
        guard bytes.count > (isNegative ? 1 : 0) else { return nil }
        // Counts downward, since there is one negative number more.
        var number: Int64 = 0
        for index in (isNegative ? 1 : 0)..<bytes.count {
            let digit = bytes[index] &- UInt8(ascii: "0")
            let (tens, hasTooMany) = number.multipliedReportingOverflow(by: 10)
            let (next, isTooLow) = tens.subtractingReportingOverflow(Int64(digit))
            guard digit < 10, !hasTooMany, !isTooLow else { return nil }
            number = next
        }
        guard isNegative || number != .min else { return nil }
        self = isNegative ? number : -number
    }
}
