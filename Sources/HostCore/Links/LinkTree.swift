import FeatureContract

/// Finds the few patterns that a link may be of, by what is literal in them: the scheme, the host, then segment by
/// segment.
///
/// One hash table leads from each node along a literal, so that looking takes no longer where there are more patterns.
/// Only hashes are compared: what is found is still to be matched.
struct LinkTree: Sendable {
    private struct Node {
        /// Along any segment that a template stands for; 0 for none.
        var template = 0
        /// The patterns that end here, and those whose rest begins here, by their positions.
        var ends = Positions()
        var rests = Positions()
    }

    private var nodes = [Node()]
    /// Of each slot, what leads there, never 0, and the node; 0 where it is free. There are at least twice as many
    /// slots as are taken.
    private var keys: [UInt64]
    private var children: [Int]

    init(_ patterns: [LinkPattern]) {
        let literals = patterns.reduce(1) { $0 + 2 + $1.segments.count }
        var slots = 4
        while slots < 2 * literals { slots *= 2 }
        keys = Array(repeating: 0, count: slots)
        children = Array(repeating: 0, count: slots)
        for (position, pattern) in patterns.enumerated() { add(pattern, position) }
    }

    private mutating func add(_ pattern: LinkPattern, _ position: Int) {
        var node = child(along: pattern.host, of: child(along: pattern.scheme, of: 0))
        for segment in pattern.segments {
            switch segment {
            case .rest: return nodes[node].rests.add(position)
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
        nodes[node].ends.add(position)
    }

    /// The node along a literal, made where there is none.
    private mutating func child(along literal: String, of node: Int) -> Int {
        let key = Self.key(LinkHash.of(literal), node)
        let slot = slot(of: key)
        if keys[slot] == 0 {
            keys[slot] = key
            children[slot] = nodes.count
            nodes.append(Node())
        }
        return children[slot]
    }

    /// Where a key is, or would be.
    private func slot(of key: UInt64) -> Int {
        var slot = Int(truncatingIfNeeded: key) & (keys.count - 1)
        while keys[slot] != 0, keys[slot] != key { slot = (slot + 1) & (keys.count - 1) }
        return slot
    }

    private static func key(_ hash: UInt64, _ node: Int) -> UInt64 {
        LinkHash.mixed(UInt64(truncatingIfNeeded: node), into: hash) | 1
    }

    /// The patterns that a link may be of.
    func candidates(for url: LinkURL) -> Positions {
        var found = Positions()
        let scheme = children[slot(of: Self.key(url.hash(of: url.schemePiece), 0))]
        guard scheme != 0 else { return found }
        let host = children[slot(of: Self.key(url.hash(of: url.hostPiece), scheme))]
        guard host != 0 else { return found }
        collect(host, behind: url.pathStart, of: url, into: &found)
        return found
    }

    private func collect(_ node: Int, behind position: Int, of url: LinkURL, into found: inout Positions) {
        guard let piece = url.segment(at: position) else { return found.add(nodes[node].ends) }
        found.add(nodes[node].rests)
        let literal = children[slot(of: Self.key(url.hash(of: piece), node))]
        if literal != 0 { collect(literal, behind: piece.end, of: url, into: &found) }
        if nodes[node].template != 0 { collect(nodes[node].template, behind: piece.end, of: url, into: &found) }
    }

    /// Positions of patterns. Mostly there is none or one, which takes no memory of its own.
    struct Positions {
        private var first: Int?
        private var others: [Int] = []

        fileprivate mutating func add(_ position: Int) {
            if first == nil { first = position } else { others.append(position) }
        }

        fileprivate mutating func add(_ positions: Positions) {
            if let first = positions.first { add(first) }
            for position in positions.others { add(position) }
        }

        /// The position, where there is one only.
        var only: Int? { others.isEmpty ? first : nil }
        /// All of them in order.
        var inOrder: [Int] { first.map { ([$0] + others).sorted() } ?? [] }
    }
}
