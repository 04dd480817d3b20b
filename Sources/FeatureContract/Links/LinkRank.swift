/// How much a pattern says of the links it matches. Of several patterns that match, the greatest rank wins; load order
/// never does.
///
/// Compared segment by segment (literal, then literal with arguments, then argument, then rest), then by the number of
/// literal query items, then of required query arguments, then by the fragment (literal, then argument, then none),
/// then by the length of the literal parts.
package struct LinkRank: Comparable, Hashable, Sendable {
    package enum SegmentClass: Int, Hashable, Sendable {
        case rest, argument, literalWithArgument, literal
    }

    private let segments: [SegmentClass]
    private let queryLiterals: Int
    private let requiredQueryArguments: Int
    private let fragment: Int
    private let literalLength: Int

    package init(_ pattern: LinkPattern, isRequired: (_ argument: String) -> Bool) {
        segments = pattern.segments.map(Self.segmentClass)
        queryLiterals = pattern.query.count { $0.value.argumentNames.isEmpty }
        requiredQueryArguments = pattern.query.flatMap(\.value.argumentNames).count(where: isRequired)
        fragment = pattern.fragment.map { $0.argumentNames.isEmpty ? 2 : 1 } ?? 0
        literalLength = pattern.segments.reduce(0) { $0 + Self.partialLiteralLength($1) }
    }

    package static func < (left: LinkRank, right: LinkRank) -> Bool {
        for (mine, other) in zip(left.segments, right.segments) where mine != other {
            return mine.rawValue < other.rawValue
        }
        if left.segments.count != right.segments.count { return left.segments.count < right.segments.count }
        let mine = (left.queryLiterals, left.requiredQueryArguments, left.fragment, left.literalLength)
        return mine < (right.queryLiterals, right.requiredQueryArguments, right.fragment, right.literalLength)
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
