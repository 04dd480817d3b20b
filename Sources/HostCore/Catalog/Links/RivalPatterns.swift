import FeatureContract

/// Patterns of one scheme, host and rank, in which those are found that one link matches.
///
/// Most pairs are told apart by their literals: no link is of both `/user/{id}` and `/file/{id}`, of `/user-{id}` and
/// `/file-{id}`, or of `?kind=user` and `?kind=file`. So patterns are kept by their literals, and only those are compared
/// that these leave over: the time does not grow with the square of their number.
struct RivalPatterns {
    /// A place in a pattern where every link of the pattern has a text.
    private enum Place: Hashable {
        case segment(Int), item(String), fragment
    }

    /// One end of the text at a place.
    private struct TextEnd: Hashable {
        let place: Place
        let isLast: Bool
    }

    /// Patterns that have literals at the same ends.
    private struct Group {
        var members: [Int] = []
        /// The patterns with exactly that literal at an end, by its hash.
        var byLiteral: [TextEnd: [UInt64: [Int]]] = [:]
        /// The patterns with a longer literal that begins so.
        var byBeginning: [TextEnd: [UInt64: [Int]]] = [:]
    }

    /// The groups of one kind of path, in the order in which they came.
    private struct Groups {
        var all: [Group] = []
        var indices: [Set<TextEnd>: Int] = [:]
    }

    /// By the texts of the segments that are literal.
    private var groups: [[String?]: Groups] = [:]

    /// How much of a literal is looked at, in bytes.
    private static let maximumLength = 256

    /// Those of the patterns added so far that no literal tells apart from this one, and perhaps some that one does.
    func candidates(for link: RouteLink) -> some Sequence<Int> {
        let literals = Self.literals(of: link)
        return (groups[Self.segments(of: link)]?.all ?? []).lazy.flatMap { Self.candidates($0, literals) }
    }

    private static func candidates(_ group: Group, _ literals: [TextEnd: [UInt64]]) -> [Int] {
        var fewest = group.members
        for (end, beginnings) in literals {
            guard let byLiteral = group.byLiteral[end], let whole = beginnings.last else { continue }
            // Of two literals at one end the shorter one is the beginning of the longer.
            var found = group.byBeginning[end]?[whole] ?? []
            for beginning in beginnings { found += byLiteral[beginning] ?? [] }
            if found.count < fewest.count { fewest = found }
        }
        return fewest.sorted()
    }

    mutating func add(_ number: Int, _ link: RouteLink) {
        let literals = Self.literals(of: link)
        Self.add(number, literals, to: &groups[Self.segments(of: link), default: Groups()])
    }

    private static func add(_ number: Int, _ literals: [TextEnd: [UInt64]], to groups: inout Groups) {
        let index = groups.indices[Set(literals.keys), default: groups.all.count]
        if index == groups.all.count {
            groups.all.append(Group())
            groups.indices[Set(literals.keys)] = index
        }
        groups.all[index].members.append(number)
        for (end, beginnings) in literals {
            guard let whole = beginnings.last else { continue }
            groups.all[index].byLiteral[end, default: [:]][whole, default: []].append(number)
            for beginning in beginnings.dropLast() {
                groups.all[index].byBeginning[end, default: [:]][beginning, default: []].append(number)
            }
        }
    }

    private static func segments(of link: RouteLink) -> [String?] {
        link.pattern.segments.map { segment in
            if case .template(let template) = segment { template.literal } else { nil }
        }
    }

    /// The literals at both ends of what every link of the pattern has at a place: the hashes of their beginnings, that
    /// of one byte first. Those at the end are read backwards.
    private static func literals(of link: RouteLink) -> [TextEnd: [UInt64]] {
        var literals: [TextEnd: [UInt64]] = [:]
        func add(_ template: TextTemplate, at place: Place) {
            if let text = template.literal {
                // Nothing follows: no byte of UTF-8 is 0xFF.
                literals[TextEnd(place: place, isLast: false)] = beginnings(Array(text.utf8) + [0xFF])
                literals[TextEnd(place: place, isLast: true)] = beginnings(text.utf8.reversed() + [0xFF])
                return
            }
            if case .literal(let text)? = template.parts.first {
                literals[TextEnd(place: place, isLast: false)] = beginnings(text.utf8)
            }
            if case .literal(let text)? = template.parts.last {
                literals[TextEnd(place: place, isLast: true)] = beginnings(text.utf8.reversed())
            }
        }
        for (index, segment) in link.pattern.segments.enumerated() {
            if case .template(let template) = segment, template.literal == nil { add(template, at: .segment(index)) }
        }
        for item in link.pattern.query {
            if let name = item.name, link.needs(item.value) { add(item.value, at: .item(name)) }
        }
        if let fragment = link.pattern.fragment, link.needs(fragment) { add(fragment, at: .fragment) }
        return literals
    }

    private static func beginnings(_ bytes: some Sequence<UInt8>) -> [UInt64] {
        var hash: UInt64 = 0
        return bytes.prefix(maximumLength).map { byte in
            hash = LinkHash.mixed(UInt64(byte) + 1, into: hash)
            return hash
        }
    }
}

extension RouteLink {
    /// Whether a link without this template's query item, or without the fragment, is not of the pattern.
    func needs(_ template: TextTemplate) -> Bool {
        let names = template.argumentNames
        return names.isEmpty || names.contains { route.argument(named: $0)?.mustStandInLink ?? true }
    }
}
