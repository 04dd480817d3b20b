/// The contents of each layer, from top to bottom: boxes, and the lanes of edges that pass a layer.
struct GraphRows {
    enum Content {
        case box(Int)
        /// A lane of the edge with this index.
        case lane(Int)
    }

    struct Item {
        let content: Content
        let layer: Int
        let height: Double
        var isLane: Bool { if case .lane = content { true } else { false } }
    }

    /// The part of an edge between an item and one of the next layer. The ports are where it meets the two items, from
    /// their tops.
    struct Segment {
        let left: Int
        let right: Int
        let leftPort: Double
        let rightPort: Double
    }

    /// The path of an edge through the layers.
    struct Way {
        /// The lanes, in the order in which the edge passes them.
        var lanes: [Int] = []
        /// The layers of the edge's ends.
        let source: Int
        let target: Int
        var isBack: Bool { target <= source }
        /// Whether the edge passes too many layers for a lane in each. It then goes above all layers, or below them if
        /// it leads back.
        let isOutside: Bool
    }

    private(set) var items: [Item]
    private(set) var segments: [Segment] = []
    private(set) var ways: [Int: Way] = [:]
    /// The items of each layer, the uppermost first.
    private(set) var order: [[Int]]
    /// The number of segments to the right of each layer.
    private(set) var density: [Int]
    private let itemOfBox: [Int: Int]

    static let laneHeight = 12.0
    /// The most layers that an edge passes by lanes; without a limit, the number of lanes would grow with the square of
    /// the graph.
    private static let maximumLanes = 8
    private static let sweeps = 12

    init(_ boxes: [GraphBox], layers: [Int?]) {
        let count = (layers.compactMap(\.self).max() ?? -1) + 1
        var items: [Item] = []
        var order = [[Int]](repeating: [], count: count)
        var itemOfBox: [Int: Int] = [:]
        for (box, layer) in layers.enumerated() {
            guard let layer else { continue }
            itemOfBox[box] = items.count
            order[layer].append(items.count)
            items.append(Item(content: .box(box), layer: layer, height: boxes[box].height))
        }
        self.items = items
        self.order = order
        self.itemOfBox = itemOfBox
        density = [Int](repeating: 0, count: count)
    }

    /// Adds an edge, from a port of one box to a port of another.
    mutating func connect(_ edge: Int, from source: Int, at sourcePort: Double, to target: Int, at targetPort: Double) {
        guard let source = itemOfBox[source], let target = itemOfBox[target] else { return }
        let (first, last) = (items[source].layer, items[target].layer)
        let isBack = last <= first
        // An edge that leads back also passes the layers of its ends, beside their boxes.
        let passed = isBack ? Array(last...first) : Array((first + 1)..<last)
        guard passed.count <= Self.maximumLanes else {
            ways[edge] = Way(source: first, target: last, isOutside: true)
            return
        }
        let lanes = passed.map { layer in
            items.append(Item(content: .lane(edge), layer: layer, height: Self.laneHeight))
            // The lane starts beside the box of its end; the sweeps move it from there.
            let near = layer == first ? order[layer].firstIndex(of: source) : order[layer].firstIndex(of: target)
            order[layer].insert(items.count - 1, at: near.map { $0 + 1 } ?? order[layer].count)
            return items.count - 1
        }
        let middle = Self.laneHeight / 2
        let points = lanes.map { ($0, middle) }
        let chain = isBack ? points : [(source, sourcePort)] + points + [(target, targetPort)]
        for (left, right) in zip(chain, chain.dropFirst()) {
            segments.append(Segment(left: left.0, right: right.0, leftPort: left.1, rightPort: right.1))
            density[items[left.0].layer] += 1
        }
        ways[edge] = Way(lanes: isBack ? lanes.reversed() : lanes, source: first, target: last, isOutside: false)
    }

    // MARK: Crossings

    /// Orders each layer by the means of the positions that its items are connected to (barycentre sweeps), in
    /// alternating directions, and keeps the order with the fewest crossings.
    mutating func reduceCrossings() {
        let (left, right) = neighbours()
        var best = (order: order, crossings: crossings)
        for sweep in 0..<Self.sweeps where best.crossings > 0 {
            let layers = sweep.isMultiple(of: 2) ? Array(order.indices) : order.indices.reversed()
            let neighbours = sweep.isMultiple(of: 2) ? left : right
            for layer in layers { sort(layer, by: neighbours) }
            let crossings = crossings
            if crossings < best.crossings { best = (order, crossings) }
        }
        order = best.order
    }

    /// The items to which each item is connected in the layer before it and in the one behind it, with their ports.
    func neighbours() -> (left: [[(item: Int, port: Double)]], right: [[(item: Int, port: Double)]]) {
        var left = [[(item: Int, port: Double)]](repeating: [], count: items.count)
        var right = left
        for segment in segments {
            left[segment.right].append((segment.left, segment.leftPort))
            right[segment.left].append((segment.right, segment.rightPort))
        }
        return (left, right)
    }

    private func indices() -> [Int] {
        var indices = [Int](repeating: 0, count: items.count)
        for layer in order { for (index, item) in layer.enumerated() { indices[item] = index } }
        return indices
    }

    private mutating func sort(_ layer: Int, by neighbours: [[(item: Int, port: Double)]]) {
        // The top of an item if its layer were packed without gaps.
        var tops = [Int: Double]()
        func top(_ item: Int) -> Double {
            if let top = tops[item] { return top }
            var y = 0.0
            for other in order[items[item].layer] {
                tops[other] = y
                y += items[other].height
            }
            return tops[item] ?? 0
        }
        // An item without a connection to that layer stays about where it is.
        let keys = order[layer].map { item -> Double in
            let connected = neighbours[item]
            guard !connected.isEmpty else { return top(item) }
            return connected.reduce(0) { $0 + top($1.item) + $1.port } / Double(connected.count)
        }
        order[layer] = zip(order[layer], keys).enumerated().sorted { first, second in
            first.element.1 == second.element.1
                ? first.offset < second.offset : first.element.1 < second.element.1
        }.map(\.element.0)
    }

    /// The number of pairs of segments between two layers that cross.
    var crossings: Int {
        let indices = indices()
        let byLayer = Dictionary(grouping: segments) { items[$0.left].layer }
        return byLayer.values.reduce(0) { sum, segments in
            let ends = segments.map { segment in
                (
                    (Double(indices[segment.left]), segment.leftPort),
                    (Double(indices[segment.right]), segment.rightPort)
                )
            }.sorted { ($0.0.0, $0.0.1, $0.1.0, $0.1.1) < ($1.0.0, $1.0.1, $1.1.0, $1.1.1) }
            return sum + Self.inversions(ends.map(\.1))
        }
    }

    /// The number of pairs in the wrong order, counted by a merge sort in n log n.
    private static func inversions(_ values: [(Double, Double)]) -> Int {
        guard values.count > 1 else { return 0 }
        var (values, count, width) = (values, 0, 1)
        while width < values.count {
            var merged: [(Double, Double)] = []
            merged.reserveCapacity(values.count)
            for start in stride(from: 0, to: values.count, by: 2 * width) {
                let (middle, end) = (min(start + width, values.count), min(start + 2 * width, values.count))
                var (left, right) = (start, middle)
                while left < middle || right < end {
                    if right == end || (left < middle && values[left] <= values[right]) {
                        merged.append(values[left])
                        left += 1
                    } else {
                        merged.append(values[right])
                        right += 1
                        count += middle - left
                    }
                }
            }
            values = merged
            width *= 2
        }
        return count
    }
}
