import FeatureContract
import JSONText

/// A search tree for the few patterns that may match a link, by their literals: the scheme, the host, each segment.
struct LinkTree: Sendable {
    private struct Node {
        var literals: [ExactText: Int] = [:]
        /// The node along a segment that is not literal.
        var template: Int?
        /// The positions of the patterns that end here, and of those whose rest begins here.
        var ends: [Int] = []
        var rests: [Int] = []
    }

    private var nodes = [Node()]

    init(_ patterns: [LinkPattern]) {
        for (position, pattern) in patterns.enumerated() { add(pattern, at: position) }
    }

    private mutating func add(_ pattern: LinkPattern, at position: Int) {
        var node = child(along: pattern.host, of: child(along: pattern.scheme, of: 0))
        for segment in pattern.segments {
            switch segment {
            case .rest: return nodes[node].rests.append(position)
            case .template(let template): node = child(along: template.literal, of: node)
            }
        }
        nodes[node].ends.append(position)
    }

    /// Returns the node along a literal, or along any other segment; adds a missing one.
    private mutating func child(along literal: String?, of node: Int) -> Int {
        let key = literal.map { ExactText($0) }
        if let child = key.map({ nodes[node].literals[$0] }) ?? nodes[node].template { return child }
        if let key { nodes[node].literals[key] = nodes.count } else { nodes[node].template = nodes.count }
        nodes.append(Node())
        return nodes.count - 1
    }

    /// The positions of the patterns whose literals a link has, sorted.
    func candidates(for url: LinkURL) -> [Int] {
        guard let scheme = nodes[0].literals[ExactText(url.scheme)],
            let host = nodes[scheme].literals[ExactText(url.host)]
        else { return [] }
        var found: [Int] = []
        collect(host, url.segments[...], into: &found)
        return found.count > 1 ? found.sorted() : found
    }

    private func collect(_ node: Int, _ segments: ArraySlice<String>, into found: inout [Int]) {
        guard let segment = segments.first else {
            found += nodes[node].ends
            return
        }
        found += nodes[node].rests
        let rest = segments.dropFirst()
        if let literal = nodes[node].literals[ExactText(segment)] { collect(literal, rest, into: &found) }
        if let template = nodes[node].template { collect(template, rest, into: &found) }
    }
}
