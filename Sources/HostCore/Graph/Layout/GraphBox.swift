/// The inside of a box: its nodes in three columns, links, incoming, outgoing.
///
/// The links of a route stand below its row, so that edges from other features to the route pass above them.
struct GraphBox {
    struct Place {
        let column: Int
        /// The frame relative to the box's upper left corner.
        let frame: GraphLayout.Frame
    }

    /// The number of columns, and so of ranks, in a box.
    static let columns = 3

    /// The index of the box's feature in ``Graph/features``. Nil for the tabs.
    let feature: Int?
    private(set) var places: [Int: Place] = [:]
    private(set) var width = 0.0
    private(set) var height = 0.0

    private static let padding = 12.0
    private static let header = 34.0
    private static let rowHeight = 31.0
    private static let nodeHeight = 24.0
    private static let columnGaps = [26.0, 44.0]

    /// The height at which a node's edge meets the side of the box, from the top of the box.
    func port(_ node: Int, isLeaving: Bool) -> Double {
        passage(node, isLeaving: isLeaving) ?? places[node]?.frame.middle ?? 0
    }

    /// The height, from the top of the box, at which an edge passes the nodes between this one and the side of the box:
    /// below all of them. Nil if there are none.
    func passage(_ node: Int, isLeaving: Bool) -> Double? {
        let columns = isLeaving ? Self.columns - 1...Self.columns - 1 : 0...1
        guard let place = places[node], !columns.contains(place.column), place.column > 0,
            places.values.contains(where: { columns.contains($0.column) })
        else { return nil }
        return height - Self.padding / 2
    }

    /// The boxes of a graph: one for the tabs, if there are any, and one for each feature.
    static func all(of graph: Graph) -> [GraphBox] {
        let indices = Dictionary(
            graph.features.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
        var members = [[Int]](repeating: [], count: graph.features.count + 1)
        for (node, value) in graph.nodes.enumerated() {
            let feature = value.feature.flatMap { indices[$0] }
            members[feature.map { $0 + 1 } ?? 0].append(node)
        }
        var links: [Int: [Int]] = [:]
        for edge in graph.edges where edge.kind == .link { links[edge.target, default: []].append(edge.source) }
        return members.enumerated().compactMap { index, nodes in
            if index == 0, nodes.isEmpty { return nil }
            return GraphBox(index == 0 ? nil : index - 1, nodes, links: links, graph)
        }
    }

    private init(_ feature: Int?, _ nodes: [Int], links: [Int: [Int]], _ graph: Graph) {
        self.feature = feature
        var columns = [[(node: Int, row: Int)]](repeating: [], count: Self.columns)
        var rows = [0, 0, 0]
        for node in nodes.filter({ graph.nodes[$0].kind.column == 1 }) {
            columns[1].append((node, rows[1]))
            for (index, link) in (links[node] ?? []).enumerated() { columns[0].append((link, rows[1] + 1 + index)) }
            rows[1] += 1 + (links[node]?.count ?? 0)
        }
        for node in nodes.filter({ graph.nodes[$0].kind.column == 2 }) {
            columns[2].append((node, rows[2]))
            rows[2] += 1
        }
        // Links whose route is not in the graph stand below the others.
        let placed = Set(columns[0].map(\.node))
        for node in nodes.filter({ graph.nodes[$0].kind.column == 0 && !placed.contains($0) }) {
            columns[0].append((node, rows[1]))
            rows[1] += 1
        }
        let title = feature.map { GraphLabel.title(of: graph.features[$0]) } ?? GraphLabel.tabs
        place(columns, rows: max(1, rows[1], rows[2]), titleWidth: GraphLabel.titleWidth(title), graph)
    }

    private mutating func place(
        _ columns: [[(node: Int, row: Int)]], rows: Int, titleWidth: Double, _ graph: Graph
    ) {
        var x = Self.padding
        for (column, nodes) in columns.enumerated() where !nodes.isEmpty {
            if x > Self.padding { x += Self.columnGaps[column - 1] }
            let width = nodes.map { GraphLabel.width(of: graph.nodes[$0.node]) }.max() ?? 0
            for (node, row) in nodes {
                places[node] = Place(
                    column: column,
                    frame: GraphLayout.Frame(
                        x: x, y: Self.header + Double(row) * Self.rowHeight, width: width, height: Self.nodeHeight))
            }
            x += width
        }
        width = max(x, Self.padding + titleWidth) + Self.padding
        height = Self.header + Double(rows) * Self.rowHeight + Self.padding - (Self.rowHeight - Self.nodeHeight)
    }
}

extension Graph.Node.Kind {
    /// The column of a node: links, then nodes that can be led to, then nodes that lead on.
    var column: Int {
        switch self {
        case .link: 0
        case .incoming, .main, .checkpoint, .receives, .missing: 1
        case .tab, .outgoing, .returns, .sends: 2
        }
    }
}
