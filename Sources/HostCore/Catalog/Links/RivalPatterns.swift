import FeatureContract

/// An index of patterns of one scheme, host and rank that finds those that may match a common link.
///
/// Literals tell most pairs apart: no link matches both `/user/{id}` and `/file/{id}`, `/user-{id}` and `/file-{id}`,
/// or `?kind=user` and `?kind=file`. The index therefore groups patterns by their literals, and only the remaining
/// pairs are compared: the time does not grow with the square of the number of patterns.
struct RivalPatterns {
    /// A place in a pattern where every link that matches the pattern has a text.
    private enum Place: Hashable {
        case segment(Int), item(String), fragment
    }

    /// The beginning or the end of the text at a place.
    private struct TextEnd: Hashable {
        let place: Place
        let isLast: Bool
    }

    /// Patterns that have literals at the same ends.
    private struct Group {
        var members: [Int] = []
        /// The patterns with exactly this literal at an end, by the literal's hash.
        var byLiteral: [TextEnd: [UInt64: [Int]]] = [:]
        /// The patterns with a longer literal at an end, by the hash of each beginning of the literal.
        var byBeginning: [TextEnd: [UInt64: [Int]]] = [:]
    }

    /// The groups of one kind of path, in the order in which they were added.
    private struct Groups {
        var all: [Group] = []
        var indices: [Set<TextEnd>: Int] = [:]
    }

    /// The groups by the texts of the path's segments. Nil stands for a segment that is not literal.
    private var groups: [[String?]: Groups] = [:]

    /// The number of bytes of a literal that are compared.
    private static let maximumLength = 256

    /// The added patterns that no literal tells apart from this one, and perhaps some others.
    func candidates(for link: RouteLink) -> some Sequence<Int> {
        let literals = Self.literals(of: link)
        return (groups[Self.segments(of: link)]?.all ?? []).lazy.flatMap { Self.candidates($0, literals) }
    }

    private static func candidates(_ group: Group, _ literals: [TextEnd: [UInt64]]) -> [Int] {
        var fewest = group.members
        for (end, beginnings) in literals {
            guard let byLiteral = group.byLiteral[end], let whole = beginnings.last else { continue }
            // If two literals at one end do not exclude each other, the shorter is the beginning of the longer.
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

    /// The literals at both ends of each place: the hashes of their beginnings, from one byte on. Those at the end of a
    /// text are read backwards.
    private static func literals(of link: RouteLink) -> [TextEnd: [UInt64]] {
        var literals: [TextEnd: [UInt64]] = [:]
        func add(_ template: TextTemplate, at place: Place) {
            if let text = template.literal {
                // No byte of UTF-8 is 0xFF, so no longer literal begins with this one.
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
    /// Whether the pattern matches no link that lacks this template's query item, or the fragment.
    func needs(_ template: TextTemplate) -> Bool {
        let names = template.argumentNames
        return names.isEmpty || names.contains { route.argument(named: $0)?.mustStandInLink ?? true }
    }
}
