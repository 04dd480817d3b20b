/// The layers of boxes: each box stands behind all boxes that lead to it, except where an edge closes a cycle.
struct GraphRanks {
    /// The layer of each box; nil for one without connections.
    let layers: [Int?]

    /// - Parameter edges: Edges between different boxes, possibly repeated.
    init(count: Int, edges: [(source: Int, target: Int)]) {
        var targets = [[Int]](repeating: [], count: count)
        var seen: Set<[Int]> = []
        for edge in edges where seen.insert([edge.source, edge.target]).inserted {
            targets[edge.source].append(edge.target)
        }
        let order = Self.order(targets)
        var position = [Int](repeating: 0, count: count)
        for (index, box) in order.enumerated() { position[box] = index }
        // An edge to an earlier box in that order closes a cycle.
        let forward = targets.enumerated().map { box, targets in targets.filter { position[$0] > position[box] } }
        var layers = [Int](repeating: 0, count: count)
        var isLedTo = [Bool](repeating: false, count: count)
        for box in order {
            for target in forward[box] {
                layers[target] = max(layers[target], layers[box] + 1)
                isLedTo[target] = true
            }
        }
        // A box that nothing leads to stands directly before the first box that it leads to.
        for box in order where !isLedTo[box] {
            if let first = forward[box].map({ layers[$0] }).min() { layers[box] = first - 1 }
        }
        let connected = Set(edges.flatMap { [$0.source, $0.target] })
        self.layers = layers.indices.map { connected.contains($0) ? layers[$0] : nil }
    }

    /// A topological order if there is no cycle: the reverse order in which a depth-first search finishes the boxes.
    /// The search begins at boxes that nothing leads to, and goes on with the others in their order.
    private static func order(_ targets: [[Int]]) -> [Int] {
        var isLedTo = [Bool](repeating: false, count: targets.count)
        for target in targets.joined() { isLedTo[target] = true }
        let starts = targets.indices.filter { !isLedTo[$0] } + targets.indices.filter { isLedTo[$0] }
        var isSeen = [Bool](repeating: false, count: targets.count)
        var ended: [Int] = []
        // `visit` has a stack of its own: recursion along a chain of thousands of boxes would need as many frames.
        for start in starts.reversed() where !isSeen[start] && !isLedTo[start] { visit(start) }
        for start in starts where !isSeen[start] { visit(start) }
        return ended.reversed()

        func visit(_ start: Int) {
            isSeen[start] = true
            var path = [(box: start, next: targets[start].count - 1)]
            while let (box, next) = path.last {
                guard next >= 0 else {
                    ended.append(box)
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next -= 1
                let target = targets[box][next]
                guard !isSeen[target] else { continue }
                isSeen[target] = true
                path.append((target, targets[target].count - 1))
            }
        }
    }
}
