/// The layout of a graph's picture, by rank: a node stands left of the nodes that it leads to.
///
/// Each feature is a box. Boxes stand in layers, by the longest path that leads to them. Edges that close a cycle do
/// not count for that, and are drawn around the boxes. Inside a box, links stand left of incoming routes, and those
/// left of outgoing ones, so that every node has a rank: three ranks for each layer. Features without a connection to
/// others stand at the bottom.
///
/// The time grows hardly faster than the size of the graph, and the same graph always gets the same layout.
struct GraphLayout {
    struct Point: Hashable {
        var x: Double
        var y: Double
    }

    struct Frame: Hashable {
        var x: Double
        var y: Double
        var width: Double
        var height: Double

        var right: Double { x + width }
        var bottom: Double { y + height }
        var middle: Double { y + height / 2 }

        func intersects(_ other: Frame) -> Bool {
            x < other.right && other.x < right && y < other.bottom && other.y < bottom
        }
    }

    /// The box of a feature, or of the tabs.
    struct Box {
        /// The index of the box's feature in ``Graph/features``. Nil for the tabs.
        let feature: Int?
        var frame: Frame
        var layer: Int
    }

    struct Place {
        var frame: Frame
        var rank: Int
    }

    /// The line of an edge: its start and the curves that follow.
    struct Route {
        /// A cubic curve with its two control points, as in SVG's `C`.
        struct Curve {
            let first: Point
            let second: Point
            let end: Point
        }

        let start: Point
        let curves: [Curve]
        /// Whether the edge leads to the same or an earlier rank: it closes a cycle, or stays in its column.
        let isBack: Bool

        /// The point for a label: the middle of the longest curve.
        var middle: Point {
            var longest = (length: -1.0, middle: start)
            var from = start
            for curve in curves {
                let length = abs(curve.end.x - from.x) + abs(curve.end.y - from.y)
                if length > longest.length {
                    longest = (
                        length,
                        Point(
                            x: Self.half(from.x, curve.first.x, curve.second.x, curve.end.x),
                            y: Self.half(from.y, curve.first.y, curve.second.y, curve.end.y))
                    )
                }
                from = curve.end
            }
            return longest.middle
        }

        /// One coordinate of the middle of a cubic curve.
        private static func half(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
            (a + 3 * b + 3 * c + d) / 8
        }
    }

    let boxes: [Box]
    /// The places of the nodes, in the order of ``Graph/nodes``.
    let places: [Place]
    /// The lines of the edges, in the order of ``Graph/edges``.
    let routes: [Route]
    let width: Double
    let height: Double

    init(_ graph: Graph) {
        let contents = GraphBox.all(of: graph)
        var boxOfNode = [Int](repeating: 0, count: graph.nodes.count)
        for (index, content) in contents.enumerated() {
            for node in content.places.keys { boxOfNode[node] = index }
        }
        let between = graph.edges.indices.filter { index in
            boxOfNode[graph.edges[index].source] != boxOfNode[graph.edges[index].target]
        }
        let links = between.map { (boxOfNode[graph.edges[$0].source], boxOfNode[graph.edges[$0].target]) }
        let ranks = GraphRanks(count: contents.count, edges: links)

        var rows = GraphRows(contents, layers: ranks.layers)
        for (edge, link) in zip(between, links) {
            let ends = graph.edges[edge]
            rows.connect(
                edge, from: link.0, at: contents[link.0].port(ends.source, isLeaving: true), to: link.1,
                at: contents[link.1].port(ends.target, isLeaving: false))
        }
        rows.reduceCrossings()
        let positions = GraphPositions(rows, contents)

        var places = [Place](
            repeating: Place(frame: Frame(x: 0, y: 0, width: 0, height: 0), rank: 0), count: boxOfNode.count)
        boxes = contents.indices.map { index in
            let origin = positions.origins[index]
            let content = contents[index]
            for (node, place) in content.places {
                places[node].frame = Frame(
                    x: origin.x + place.frame.x, y: origin.y + place.frame.y, width: place.frame.width,
                    height: place.frame.height)
                places[node].rank = (ranks.layers[index] ?? 0) * GraphBox.columns + place.column
            }
            return Box(
                feature: content.feature,
                frame: Frame(x: origin.x, y: origin.y, width: content.width, height: content.height),
                layer: ranks.layers[index] ?? 0)
        }
        self.places = places
        routes = graph.edges.enumerated().map { index, edge in
            let (source, target) = (places[edge.source], places[edge.target])
            guard let way = positions.ways[index] else { return Route.inBox(from: source, to: target) }
            func passage(_ node: Int, isLeaving: Bool) -> Double? {
                let box = boxOfNode[node]
                return contents[box].passage(node, isLeaving: isLeaving).map { $0 + positions.origins[box].y }
            }
            return Route.between(
                from: source, passing: passage(edge.source, isLeaving: true), to: target,
                passing: passage(edge.target, isLeaving: false), by: way)
        }
        width = positions.width
        height = positions.height
    }
}
