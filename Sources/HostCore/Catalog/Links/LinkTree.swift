import FeatureContract

/// A search tree for the few patterns that may match a link, by their literals: the scheme, the host, each segment.
///
/// One hash table leads from each node along a literal, so that a search takes no longer if there are more patterns.
/// Only hashes are compared, so the caller still has to match the link with the patterns found.
struct LinkTree: Sendable {
    private struct Node {
        /// The node along a segment that is not literal. 0 if there is none.
        var template = 0
        /// The ranges in ``positions`` of the patterns that end here, and of those whose rest begins here.
        var ends = 0..<0
        var rests = 0..<0
    }

    private var nodes = [Node()]
    private var positions: [Int] = []
    /// The child nodes by the hash of the parent node and the literal.
    private var children: HashSlots

    init(_ patterns: [LinkPattern]) {
        children = HashSlots(patterns.reduce(1) { $0 + 2 + $1.segments.count })
        var (ends, rests): ([(node: Int, position: Int)], [(node: Int, position: Int)]) = ([], [])
        for (position, pattern) in patterns.enumerated() {
            let (node, isRest) = addNodes(of: pattern)
            if isRest { rests.append((node, position)) } else { ends.append((node, position)) }
        }
        keep(ends, as: \.ends)
        keep(rests, as: \.rests)
    }

    /// - Returns: The node where the pattern ends, or where its rest begins.
    private mutating func addNodes(of pattern: LinkPattern) -> (node: Int, isRest: Bool) {
        var node = child(along: pattern.host, of: child(along: pattern.scheme, of: 0))
        for segment in pattern.segments {
            switch segment {
            case .rest: return (node, true)
            case .template(let template):
                if let literal = template.literal {
                    node = child(along: literal, of: node)
                } else {
                    if nodes[node].template == 0 {
                        nodes[node].template = nodes.count
                        nodes.append(Node())
                    }
                    node = nodes[node].template
                }
            }
        }
        return (node, false)
    }

    /// Stores the positions of each node's patterns as one range of ``positions``.
    private mutating func keep(
        _ patterns: [(node: Int, position: Int)], as range: WritableKeyPath<Node, Range<Int>>
    ) {
        for (node, position) in patterns.sorted(by: { $0 < $1 }) {
            if nodes[node][keyPath: range].isEmpty { nodes[node][keyPath: range] = positions.count..<positions.count }
            positions.append(position)
            nodes[node][keyPath: range] = nodes[node][keyPath: range].lowerBound..<positions.count
        }
    }

    /// Returns the node along a literal, which is added if there is none.
    private mutating func child(along literal: String, of node: Int) -> Int {
        if let child = child(LinkHash.of(literal), of: node) { return child }
        children.add(nodes.count, Self.hash(LinkHash.of(literal), node))
        nodes.append(Node())
        return nodes.count - 1
    }

    /// The node along a literal with this hash. Two literals of one hash share a node; the match tells them apart.
    private func child(_ hash: UInt64, of node: Int) -> Int? {
        children.first(Self.hash(hash, node)) { _ in true }
    }

    private static func hash(_ hash: UInt64, _ node: Int) -> UInt64 {
        LinkHash.mixed(UInt64(truncatingIfNeeded: node), into: hash)
    }

    /// The positions of the patterns that may match a link.
    func candidates(for url: LinkURL) -> Positions {
        var found = Positions()
        guard let scheme = child(url.hash(of: url.schemeSlice), of: 0),
            let host = child(url.hash(of: url.hostSlice), of: scheme)
        else { return found }
        collect(host, behind: url.pathStart, of: url, into: &found)
        return found
    }

    private func collect(_ node: Int, behind position: Int, of url: LinkURL, into found: inout Positions) {
        let (here, positions) = (nodes[node], positions.span)
        guard let piece = url.segment(at: position) else {
            for index in here.ends { found.add(positions[index]) }
            return
        }
        for index in here.rests { found.add(positions[index]) }
        if let literal = child(url.hash(of: piece), of: node) {
            collect(literal, behind: piece.end, of: url, into: &found)
        }
        if here.template != 0 { collect(here.template, behind: piece.end, of: url, into: &found) }
    }

    /// Positions of patterns. Up to one, which is the usual case, needs no memory of its own.
    struct Positions {
        private var first: Int?
        private var others: [Int] = []

        fileprivate mutating func add(_ position: Int) {
            if first == nil { first = position } else { others.append(position) }
        }

        /// The only position. Nil if there are none or several.
        var only: Int? { others.isEmpty ? first : nil }
        /// All positions, sorted.
        var inOrder: [Int] { first.map { ([$0] + others).sorted() } ?? [] }
    }
}
