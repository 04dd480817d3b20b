import TestSupport
import Testing

@testable import HostCore

@Suite("The layout of a graph by rank", .blocking)
struct GraphLayoutTests {
    private static let samples: [(features: Int, routes: Int, edges: Int)] = [
        (0, 0, 0), (1, 1, 0), (1, 6, 9), (2, 4, 12), (5, 4, 10), (12, 6, 60), (30, 5, 40), (40, 8, 300), (60, 2, 59),
    ]

    private func check(_ graph: Graph, _ layout: GraphLayout) {
        #expect(layout.places.count == graph.nodes.count && layout.routes.count == graph.edges.count)
        for (index, box) in layout.boxes.enumerated() {
            #expect(box.frame.x >= 0 && box.frame.y >= 0)
            #expect(box.frame.right <= layout.width && box.frame.bottom <= layout.height)
            for other in layout.boxes[(index + 1)...] {
                #expect(!box.frame.intersects(other.frame), "\(box) and \(other)")
            }
            let id = box.feature.map { graph.features[$0].id }
            let nodes = graph.nodes.indices.filter { graph.nodes[$0].feature == id }.map { layout.places[$0].frame }
            for (index, node) in nodes.enumerated() {
                #expect(node.x >= box.frame.x && node.right <= box.frame.right)
                #expect(node.y >= box.frame.y && node.bottom <= box.frame.bottom)
                for other in nodes[(index + 1)...] { #expect(!node.intersects(other)) }
            }
        }
        for (edge, route) in zip(graph.edges, layout.routes) {
            let (source, target) = (layout.places[edge.source], layout.places[edge.target])
            #expect(route.isBack == (target.rank <= source.rank), "\(edge)")
            let end = route.curves.last?.end
            #expect(source.frame.middle == route.start.y || edge.source == edge.target)
            #expect(end?.y == target.frame.middle || edge.source == edge.target)
            #expect(end?.x == target.frame.x || end?.x == target.frame.right)
            if !route.isBack {
                #expect(route.start.x == source.frame.right && end?.x == target.frame.x)
                // An edge that leads on goes to the right all the way.
                #expect(route.curves.map(\.end.x) == route.curves.map(\.end.x).sorted())
            }
        }
    }

    /// Checks that level lines pass boxes and do not cross them.
    private func checkLines(_ graph: Graph, _ layout: GraphLayout) {
        for (edge, route) in zip(graph.edges, layout.routes) {
            let ends = [edge.source, edge.target].map { graph.nodes[$0].feature }
            let others = layout.boxes.filter { box in !ends.contains(box.feature.map { graph.features[$0].id }) }
            var from = route.start
            for curve in route.curves {
                let span = min(from.x, curve.end.x)...max(from.x, curve.end.x)
                for box in others where from.y == curve.end.y && box.frame.y < from.y && from.y < box.frame.bottom {
                    #expect(box.frame.right <= span.lowerBound || span.upperBound <= box.frame.x, "\(edge) and \(box)")
                }
                from = curve.end
            }
        }
    }

    @Test(
        "boxes and nodes do not overlap, and each edge leads to a later rank or is marked as leading back",
        arguments: samples, Tier.rows(of: [1, 2, 3] as [UInt64], first: 1))
    func properties(sample: (features: Int, routes: Int, edges: Int), seed: UInt64) {
        let graph = GraphSamples.random(
            features: sample.features, routes: sample.routes, edges: sample.edges, seed: seed)
        let layout = GraphLayout(graph)
        check(graph, layout)
        checkLines(graph, layout)
        #expect(GraphPage(graph).text == GraphPage(graph).text)
    }

    @Test("a graph with faults is laid out like any other")
    func broken() throws {
        let graph = try GraphSamples.broken()
        check(graph, GraphLayout(graph))
    }

    @Test("a graph without cycles has no edges that lead back, and a feature stands behind all that lead to it")
    func chain() {
        var graph = GraphSamples.random(features: 30, routes: 2, edges: 0, seed: 1)
        let (incoming, outgoing) = (
            graph.nodes.indices.filter { graph.nodes[$0].kind == .incoming },
            graph.nodes.indices.filter { graph.nodes[$0].kind == .outgoing }
        )
        for feature in 0..<29 {
            for next in (feature + 1)..<30 where (next - feature).isMultiple(of: 7) || next == feature + 1 {
                graph.edges.append(Graph.Edge(kind: .redirect, source: outgoing[feature], target: incoming[next]))
            }
        }
        let layout = GraphLayout(graph)
        #expect(layout.routes.allSatisfy { !$0.isBack })
        #expect(layout.boxes.map(\.layer) == Array(0..<30))
        check(graph, layout)
    }

    @Test("edges between two layers do not cross if that is possible")
    func crossings() {
        // Eight features that lead to eight others, in the opposite order.
        var graph = GraphSamples.random(features: 16, routes: 2, edges: 0, seed: 1)
        for feature in 0..<8 {
            let source = graph.nodes.indices.filter {
                graph.nodes[$0].feature == "f\(feature)" && graph.nodes[$0].kind == .outgoing
            }
            let target = graph.nodes.indices.filter {
                graph.nodes[$0].feature == "f\(15 - feature)" && graph.nodes[$0].kind == .incoming
            }
            graph.edges.append(Graph.Edge(kind: .redirect, source: source[0], target: target[0]))
        }
        let layout = GraphLayout(graph)
        let ends = zip(graph.edges, layout.routes).filter { $0.0.kind == .redirect }
            .map { ($0.1.start.y, $0.1.curves.last?.end.y ?? 0) }.sorted { $0.0 < $1.0 }
        #expect(ends.map(\.1) == ends.map(\.1).sorted())
        check(graph, layout)
    }

    @Test("a thousand features with ten routes each are laid out", .deep)
    func large() {
        let graph = GraphSamples.random(features: 1000, routes: 10, edges: 3000, seed: 7)
        let layout = GraphLayout(graph)
        #expect(layout.boxes.count == 1000)
        for (edge, route) in zip(graph.edges, layout.routes) {
            #expect(route.isBack == (layout.places[edge.target].rank <= layout.places[edge.source].rank))
        }
        // By layer from top to bottom, since only neighbours could overlap.
        for column in Dictionary(grouping: layout.boxes, by: \.frame.x).values {
            let column = column.sorted { $0.frame.y < $1.frame.y }
            for (box, next) in zip(column, column.dropFirst()) { #expect(box.frame.bottom <= next.frame.y) }
        }
    }

    @Test("a chain of thousands of features is laid out")
    func deep() {
        var graph = GraphSamples.random(features: 3000, routes: 2, edges: 0, seed: 1)
        let routes = Dictionary(grouping: graph.nodes.indices) { graph.nodes[$0].kind }
        for (source, target) in zip(routes[.outgoing] ?? [], (routes[.incoming] ?? []).dropFirst()) {
            graph.edges.append(Graph.Edge(kind: .redirect, source: source, target: target))
        }
        #expect(GraphLayout(graph).boxes.map(\.layer).max() == 2999)
    }
}
