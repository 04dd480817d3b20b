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
        func weight(of names: [String]) -> Int { names.map { Self.weight(route.argument(named: $0)) }.min() ?? 0 }
        segments = pattern.segments.map { segment in
            Self.segmentClass(of: segment).rawValue * Self.typesByWeight.count + weight(of: segment.argumentNames)
        }
        queryLiterals = pattern.query.count { $0.value.argumentNames.isEmpty }
        var queryArguments = Array(repeating: 0, count: Self.typesByWeight.count)
        for name in pattern.query.flatMap(\.value.argumentNames) {
            let argument = route.argument(named: name)
            if argument?.mustStandInLink ?? true {
                queryArguments[queryArguments.count - 1 - Self.weight(argument)] += 1
            }
        }
        self.queryArguments = queryArguments
        fragment =
            switch pattern.fragment?.argumentNames {
            case nil: 0
            case []: 1 + Self.typesByWeight.count
            case let names?: 1 + weight(of: names)
            }
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

    /// The types, the least specific first.
    private static let typesByWeight: [ValueType] = [.string, .bool, .double, .int]

    private static func weight(_ argument: RouteDeclaration.Argument?) -> Int {
        typesByWeight.firstIndex(of: argument?.type.element ?? .string) ?? 0
    }

    private static func segmentClass(of segment: LinkPattern.Segment) -> SegmentClass {
        switch segment {
        case .rest: .rest
        case .template(let template) where template.argumentNames.isEmpty: .literal
        case .template(let template) where template.literalLength == 0: .argument
        case .template: .literalWithArgument
        }
    }

    private static func partialLiteralLength(_ segment: LinkPattern.Segment) -> Int {
        guard case .template(let template) = segment, !template.argumentNames.isEmpty else { return 0 }
        return template.literalLength
    }
}
