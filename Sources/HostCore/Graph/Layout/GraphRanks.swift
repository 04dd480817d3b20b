/// The layers of boxes: each stands behind all that lead to it, but for what would close a cycle.
struct GraphRanks {
    /// The layer of each box; nil for one that is connected to no other.
    let layers: [Int?]

    /// - Parameter edges: Between different boxes; the same one may stand several times.
    init(count: Int, edges: [(source: Int, target: Int)]) {
        var targets = [[Int]](repeating: [], count: count)
        var seen: Set<[Int]> = []
        for edge in edges where seen.insert([edge.source, edge.target]).inserted {
            targets[edge.source].append(edge.target)
        }
        let order = Self.order(targets)
        var position = [Int](repeating: 0, count: count)
        for (index, box) in order.enumerated() { position[box] = index }
        // What leads to an earlier one in that order closes a cycle.
        let forward = targets.enumerated().map { box, targets in targets.filter { position[$0] > position[box] } }
        var layers = [Int](repeating: 0, count: count)
        var isLedTo = [Bool](repeating: false, count: count)
        for box in order {
            for target in forward[box] {
                layers[target] = max(layers[target], layers[box] + 1)
                isLedTo[target] = true
            }
        }
        // What nothing leads to stands right before what it leads to first.
        for box in order where !isLedTo[box] {
            if let first = forward[box].map({ layers[$0] }).min() { layers[box] = first - 1 }
        }
        let connected = Set(edges.flatMap { [$0.source, $0.target] })
        self.layers = layers.indices.map { connected.contains($0) ? layers[$0] : nil }
    }

    /// A topological order where there is no cycle: boxes by their ends in a depth-first search, the last first. It
    /// begins at those that nothing leads to, and else in the order of the boxes.
    private static func order(_ targets: [[Int]]) -> [Int] {
        var isLedTo = [Bool](repeating: false, count: targets.count)
        for target in targets.joined() { isLedTo[target] = true }
        let starts = targets.indices.filter { !isLedTo[$0] } + targets.indices.filter { isLedTo[$0] }
        var isSeen = [Bool](repeating: false, count: targets.count)
        var ended: [Int] = []
        // With a stack of its own: a chain of thousands would need as many frames.
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
