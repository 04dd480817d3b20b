/// The positions of boxes and lanes, and the paths of edges between boxes.
struct GraphPositions {
    /// The path of an edge from one box to another.
    struct Way {
        enum Middle {
            /// A level line past each layer in between, in the order in which the edge passes them.
            case lanes([(layer: ClosedRange<Double>, y: Double)])
            /// One level line above or below everything.
            case outside(y: Double)
        }

        let middle: Middle
        /// The right side of the layer that the edge leaves, and the left side of the layer that it enters.
        let exit: Double
        let entry: Double
        let isBack: Bool
    }

    /// The upper left corner of each box.
    private(set) var origins: [GraphLayout.Point]
    /// The paths by the edges' indices.
    private(set) var ways: [Int: Way] = [:]
    private(set) var width: Double
    private(set) var height: Double

    private static let gap = 22.0
    private static let laneGap = 3.0
    private static let rounds = 8
    /// The least width of the area at the bottom, for boxes without connections.
    private static let islandsWidth = 1000.0

    init(_ rows: GraphRows, _ boxes: [GraphBox]) {
        let columns = GraphColumns(rows) { item in
            if case .box(let box) = rows.items[item].content { boxes[box].width } else { 0 }
        }
        var tops = Self.tops(rows)
        let outside = rows.ways.keys.filter { rows.ways[$0]?.isOutside == true }.sorted()
        let above = Self.indices(outside.filter { rows.ways[$0]?.isBack == false })
        let below = Self.indices(outside.filter { rows.ways[$0]?.isBack == true })
        let shift = GraphColumns.margin + Double(above.count) * GraphRows.laneHeight - (tops.min() ?? 0)
        for item in tops.indices { tops[item] = (tops[item] + shift).rounded() }
        let bottom = rows.items.indices.map { tops[$0] + rows.items[$0].height }.max() ?? 0

        origins = [GraphLayout.Point](repeating: GraphLayout.Point(x: 0, y: 0), count: boxes.count)
        for (index, item) in rows.items.enumerated() {
            guard case .box(let box) = item.content else { continue }
            origins[box] = GraphLayout.Point(x: columns.layers[item.layer].lowerBound, y: tops[index])
        }
        for (edge, way) in rows.ways {
            let middle: Way.Middle
            if let index = above[edge] {
                middle = .outside(y: GraphColumns.margin / 2 + Double(index) * GraphRows.laneHeight)
            } else if let index = below[edge] {
                middle = .outside(y: bottom + Double(index + 1) * GraphRows.laneHeight)
            } else {
                middle = .lanes(
                    way.lanes.map { lane in
                        (columns.layers[rows.items[lane].layer], tops[lane] + GraphRows.laneHeight / 2)
                    })
            }
            ways[edge] = Way(
                middle: middle, exit: columns.layers[way.source].upperBound,
                entry: columns.layers[way.target].lowerBound, isBack: way.isBack)
        }
        width = columns.width
        height = bottom + Double(below.count) * GraphRows.laneHeight + GraphColumns.margin
        var islands = Set(boxes.indices)
        for case .box(let box) in rows.items.map(\.content) { islands.remove(box) }
        place(islands.sorted(), boxes)
    }

    private static func indices(_ edges: [Int]) -> [Int: Int] {
        Dictionary(uniqueKeysWithValues: edges.enumerated().map { ($0.element, $0.offset) })
    }

    /// Places boxes without connections below the rest, in rows of the same width.
    private mutating func place(_ islands: [Int], _ boxes: [GraphBox]) {
        guard !islands.isEmpty else { return }
        // The area is not much wider than high if the graph has no other boxes.
        let area = islands.reduce(0) { $0 + boxes[$1].width * boxes[$1].height }
        let widest = max(width, Self.islandsWidth, area.squareRoot() * 1.4)
        var (x, y, rowHeight) = (GraphColumns.margin, height, 0.0)
        for box in islands {
            if x > GraphColumns.margin, x + boxes[box].width > widest {
                (x, y, rowHeight) = (GraphColumns.margin, y + rowHeight + Self.gap, 0)
            }
            origins[box] = GraphLayout.Point(x: x, y: y)
            width = max(width, x + boxes[box].width + GraphColumns.margin)
            x += boxes[box].width + Self.gap
            rowHeight = max(rowHeight, boxes[box].height)
        }
        height = y + rowHeight + GraphColumns.margin
    }

    // MARK: From top to bottom

    /// The top of each item, chosen so that its edges are as level as the order of the items allows.
    private static func tops(_ rows: GraphRows) -> [Double] {
        var tops = [Double](repeating: 0, count: rows.items.count)
        for layer in rows.order {
            var y = 0.0
            for item in layer {
                tops[item] = y
                y += rows.items[item].height + (rows.items[item].isLane ? laneGap : gap)
            }
        }
        var ports = [[(mine: Double, other: Int, port: Double)]](repeating: [], count: rows.items.count)
        for segment in rows.segments {
            ports[segment.left].append((segment.leftPort, segment.right, segment.rightPort))
            ports[segment.right].append((segment.rightPort, segment.left, segment.leftPort))
        }
        for round in 0..<rounds {
            for layer in round.isMultiple(of: 2) ? Array(rows.order) : rows.order.reversed() {
                // A straight lane counts twice as much as a box that is level with its neighbours.
                let wanted = layer.map { item -> (top: Double, weight: Double) in
                    guard !ports[item].isEmpty else { return (tops[item], 0.05) }
                    let sum = ports[item].reduce(0) { $0 + tops[$1.other] + $1.port - $1.mine }
                    let count = Double(ports[item].count)
                    return (sum / count, count * (rows.items[item].isLane ? 2 : 1))
                }
                settle(layer, wanted, rows, &tops)
            }
        }
        return tops
    }

    /// Moves the items of a layer as near to their wanted places as possible without overlaps: the least-squares
    /// solution for their order, found by pooling neighbours that are in each other's way.
    private static func settle(
        _ layer: [Int], _ wanted: [(top: Double, weight: Double)], _ rows: GraphRows, _ tops: inout [Double]
    ) {
        // The top of each item if all were packed. The wanted tops minus these must not decrease.
        var packed = [0.0]
        for item in layer {
            packed.append(
                packed[packed.count - 1] + rows.items[item].height + (rows.items[item].isLane ? laneGap : gap))
        }
        var pools: [(value: Double, weight: Double, count: Int)] = []
        for (index, wish) in wanted.enumerated() {
            pools.append((wish.top - packed[index], wish.weight, 1))
            while pools.count > 1, pools[pools.count - 2].value > pools[pools.count - 1].value {
                let last = pools.removeLast()
                let before = pools.removeLast()
                let weight = before.weight + last.weight
                pools.append(
                    (
                        (before.value * before.weight + last.value * last.weight) / weight, weight,
                        before.count + last.count
                    ))
            }
        }
        var index = 0
        for pool in pools {
            for _ in 0..<pool.count {
                tops[layer[index]] = pool.value + packed[index]
                index += 1
            }
        }
    }
}

/// The left and right edge of each layer.
struct GraphColumns {
    let layers: [ClosedRange<Double>]
    let width: Double

    static let margin = 24.0
    private static let channel = 72.0
    private static let widestChannel = 220.0

    init(_ rows: GraphRows, widths: (Int) -> Double) {
        // Edges that lead back turn round on both sides of a layer, and need room there.
        let turns = rows.ways.values.contains(where: \.isBack)
        var x = Self.margin
        var layers: [ClosedRange<Double>] = []
        for (layer, items) in rows.order.enumerated() {
            if layer == 0, turns { x += Self.margin * 2 }
            let width = items.map(widths).max() ?? 0
            layers.append(x...(x + width))
            x += width + min(Self.widestChannel, Self.channel + 4 * Double(rows.density[layer]))
        }
        self.layers = layers
        width = (layers.last?.upperBound ?? 0) + Self.margin * (turns ? 3 : 1)
    }
}

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
