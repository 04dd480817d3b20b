/// The specificity of a pattern. Of several patterns that match a link, the one with the greatest rank wins; load order
/// never decides.
///
/// Ranks are compared segment by segment (literal, then literal with arguments, then argument, then rest; within each
/// of these, by the types of the arguments), then by the number of literal query items, then by the number of required
/// query arguments, then by their types, then by the fragment (literal, then argument, then none), then by the length
/// of the literal parts.
///
/// From the most to the least specific, the types are `int`, `double`, `bool`, `string`: every int is also a double,
/// and every value is also a string. A list counts as its items do, and several arguments in one segment count as the
/// least specific of them.
package struct LinkRank: Comparable, Hashable, Sendable {
    private enum SegmentClass: Int {
        case rest, argument, literalWithArgument, literal
    }

    /// One number for each segment, greater for a more specific segment.
    private let segments: [Int]
    private let queryLiterals: Int
    /// The number of required query arguments of each type, the most specific type first.
    private let queryArguments: [Int]
    private let fragment: Int
    private let literalLength: Int

    package init(_ pattern: LinkPattern, to route: RouteDeclaration) {
        segments = pattern.segments.map { segment in
            switch segment {
            case .rest(let name): Self.rank(.rest, Self.weight(name, of: route))
            case .template(let template):
                Self.rank(Self.segmentClass(of: template), Self.weight(of: template, to: route) ?? 0)
            }
        }
        var queryLiterals = 0
        var queryArguments = Array(repeating: 0, count: Self.types)
        for item in pattern.query {
            var isLiteral = true
            for case .argument(let name) in item.value.parts {
                isLiteral = false
                guard route.argument(named: name)?.mustStandInLink ?? true else { continue }
                queryArguments[Self.types - 1 - Self.weight(name, of: route)] += 1
            }
            if isLiteral { queryLiterals += 1 }
        }
        self.queryLiterals = queryLiterals
        self.queryArguments = queryArguments
        fragment = pattern.fragment.map { Self.weight(of: $0, to: route).map { 1 + $0 } ?? 1 + Self.types } ?? 0
        literalLength = pattern.segments.reduce(0) { $0 + Self.partialLiteralLength($1) }
    }

    package static func < (left: LinkRank, right: LinkRank) -> Bool {
        if left.segments != right.segments { return left.segments.lexicographicallyPrecedes(right.segments) }
        if left.queryLiterals != right.queryLiterals { return left.queryLiterals < right.queryLiterals }
        if left.queryArguments != right.queryArguments {
            let (mine, other) = (left.queryArguments.reduce(0, +), right.queryArguments.reduce(0, +))
            return mine == other ? left.queryArguments.lexicographicallyPrecedes(right.queryArguments) : mine < other
        }
        return (left.fragment, left.literalLength) < (right.fragment, right.literalLength)
    }

    private static let types = 4

    private static func rank(_ segment: SegmentClass, _ weight: Int) -> Int { segment.rawValue * types + weight }

    /// The weight of an argument's type, greater for a more specific one.
    private static func weight(_ argument: String, of route: RouteDeclaration) -> Int {
        switch route.argument(named: argument)?.type.scalar {
        case .int: 3
        case .double: 2
        case .bool: 1
        case .string, nil: 0
        }
    }

    /// The least weight of the arguments in a template; nil if there are none.
    private static func weight(of template: TextTemplate, to route: RouteDeclaration) -> Int? {
        var least: Int?
        for case .argument(let name) in template.parts { least = min(least ?? types, weight(name, of: route)) }
        return least
    }

    private static func segmentClass(of template: TextTemplate) -> SegmentClass {
        if template.literal != nil { return .literal }
        return template.literalLength == 0 ? .argument : .literalWithArgument
    }

    private static func partialLiteralLength(_ segment: LinkPattern.Segment) -> Int {
        guard case .template(let template) = segment, template.literal == nil else { return 0 }
        return template.literalLength
    }
}
