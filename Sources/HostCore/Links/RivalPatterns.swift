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

    /// Patterns that know the texts of the same places.
    private struct Group {
        let ends: Set<TextEnd>
        var members: [Int] = []
        /// The patterns with exactly that literal at an end.
        var byLiteral: [TextEnd: [[UInt8]: [Int]]] = [:]
        /// The patterns with a longer literal that begins so.
        var byBeginning: [TextEnd: [[UInt8]: [Int]]] = [:]
    }

    /// By the texts of the segments that are literal.
    private var groups: [[String?]: [Group]] = [:]

    /// How much of a literal is looked at, in bytes.
    private static let maximumLength = 16

    /// Those of the patterns added so far that no literal tells apart from this one, and perhaps some that one does.
    func candidates(for link: RouteLink) -> some Sequence<Int> {
        let literals = Self.literals(of: link)
        return (groups[Self.segments(of: link)] ?? []).lazy.flatMap { Self.candidates($0, literals) }
    }

    private static func candidates(_ group: Group, _ literals: [TextEnd: [UInt8]]) -> [Int] {
        var fewest = group.members
        for (end, literal) in literals where group.ends.contains(end) {
            // Of two literals at one end the shorter one is the beginning of the longer.
            var found = group.byBeginning[end]?[literal] ?? []
            for length in 0...literal.count { found += group.byLiteral[end]?[Array(literal.prefix(length))] ?? [] }
            if found.count < fewest.count { fewest = found }
        }
        return fewest.sorted()
    }

    mutating func add(_ number: Int, _ link: RouteLink) {
        let (segments, literals) = (Self.segments(of: link), Self.literals(of: link))
        let ends = Set(literals.keys)
        var groups = groups.removeValue(forKey: segments) ?? []
        let index = groups.firstIndex { $0.ends == ends } ?? groups.count
        if index == groups.count { groups.append(Group(ends: ends)) }
        groups[index].members.append(number)
        for (end, literal) in literals {
            groups[index].byLiteral[end, default: [:]][literal, default: []].append(number)
            for length in 0..<literal.count {
                groups[index].byBeginning[end, default: [:]][Array(literal.prefix(length)), default: []].append(number)
            }
        }
        self.groups[segments] = groups
    }

    private static func segments(of link: RouteLink) -> [String?] {
        link.pattern.segments.map { segment in
            if case .template(let template) = segment { template.literal } else { nil }
        }
    }

    /// The literals at both ends of what every link of the pattern has at a place.
    private static func literals(of link: RouteLink) -> [TextEnd: [UInt8]] {
        var literals: [TextEnd: [UInt8]] = [:]
        func add(_ template: TextTemplate, at place: Place) {
            if let text = template.literal {
                // Nothing follows: no byte of UTF-8 is 0xFF.
                literals[TextEnd(place: place, isLast: false)] = beginning(Array(text.utf8) + [0xFF])
                literals[TextEnd(place: place, isLast: true)] = beginning(text.utf8.reversed() + [0xFF])
                return
            }
            if case .literal(let text)? = template.parts.first {
                literals[TextEnd(place: place, isLast: false)] = beginning(Array(text.utf8))
            }
            if case .literal(let text)? = template.parts.last {
                literals[TextEnd(place: place, isLast: true)] = beginning(text.utf8.reversed())
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

    private static func beginning(_ bytes: [UInt8]) -> [UInt8] { Array(bytes.prefix(maximumLength)) }
}

extension RouteLink {
    /// Whether a link without this template's query item, or without the fragment, is not of the pattern.
    func needs(_ template: TextTemplate) -> Bool {
        let names = template.argumentNames
        return names.isEmpty || names.contains { route.argument(named: $0)?.mustStandInLink ?? true }
    }
}
