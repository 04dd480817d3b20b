/// The SVG picture of a graph for an HTML page, which styles it.
struct GraphSVG {
    private let graph: Graph
    private let layout: GraphLayout

    /// The smallest scale at which the picture is shown.
    private static let smallest = 0.75

    init(_ graph: Graph) {
        self.graph = graph
        layout = GraphLayout(graph)
    }

    /// Writes the picture. Ids of nodes and edges are their indices: `n0`, `e0`.
    func write(to writer: inout HTMLWriter) {
        let (width, height) = (Self.text(layout.width), Self.text(layout.height))
        writer.element(
            "svg",
            [
                ("xmlns", "http://www.w3.org/2000/svg"), ("viewBox", "0 0 \(width) \(height)"), ("width", width),
                ("height", height), ("role", "group"),
                // The picture shrinks to the available width, but stays large enough to read.
                ("style", "min-width: \(Self.text(layout.width * Self.smallest))px"),
                ("aria-label", "Features, and what leads where"),
            ]
        ) { writer in
            addArrows(to: &writer)
            for box in layout.boxes { addGround(of: box, to: &writer) }
            writer.element("g", [("class", "edges")]) { writer in
                for index in graph.edges.indices { addEdge(index, to: &writer) }
            }
            writer.breakLine()
            let members = Dictionary(grouping: graph.nodes.indices) { graph.nodes[$0].feature }
            for box in layout.boxes {
                let id = box.feature.map { graph.features[$0].id }
                addBox(box, members[id] ?? [], to: &writer)
            }
        }
        writer.breakLine()
    }

    // MARK: Boxes and nodes

    private func addGround(of box: GraphLayout.Box, to writer: inout HTMLWriter) {
        let isInstalled = box.feature.map { graph.features[$0].isInstalled } ?? true
        writer.element(
            "rect", [("class", isInstalled ? "ground" : "ground absent")] + Self.frame(box.frame, radius: 12), "")
        writer.breakLine()
    }

    private func addBox(_ box: GraphLayout.Box, _ nodes: [Int], to writer: inout HTMLWriter) {
        let feature = box.feature.map { graph.features[$0] }
        let title = feature.map(GraphLabel.title) ?? GraphLabel.tabs
        let about = [feature?.name ?? GraphLabel.tabs, feature?.version ?? "", feature?.summary ?? ""]
            .filter { !$0.isEmpty }.joined(separator: ", ")
        writer.element("g", [("class", "feature"), ("role", "group"), ("aria-label", about)]) { writer in
            writer.element(
                "text",
                [
                    ("class", "name"), ("x", Self.text(box.frame.x + 12)), ("y", Self.text(box.frame.y + 22)),
                ]
            ) { writer in
                writer.element("title", [], about)
                writer.write(title)
            }
            writer.breakLine()
            for node in nodes { addNode(node, to: &writer) }
        }
        writer.breakLine()
    }

    private func addNode(_ index: Int, to writer: inout HTMLWriter) {
        let (node, frame) = (graph.nodes[index], layout.places[index].frame)
        let mark = node.status == .ok ? "" : " marked \(node.status.rawValue)"
        writer.element(
            "g",
            [
                ("class", "node \(node.kind.rawValue)\(mark)"), ("id", "n\(index)"), ("tabindex", "0"), ("role", "img"),
                ("aria-label", "\(node.kind.word) \(node.about)"), ("data-rank", "\(layout.places[index].rank)"),
            ]
        ) { writer in
            writer.element("title", [], node.about)
            writer.element("rect", Self.frame(frame, radius: 7), "")
            let y = Self.text(frame.y + 16)
            writer.element("text", [("class", "kind"), ("x", Self.text(frame.x + 9)), ("y", y)], node.kind.word)
            writer.element(
                "text", [("x", Self.text(frame.x + GraphLabel.indent(of: node))), ("y", y)], GraphLabel.text(of: node))
        }
        writer.breakLine()
    }

    // MARK: Edges

    private func addEdge(_ index: Int, to writer: inout HTMLWriter) {
        let (edge, route) = (graph.edges[index], layout.routes[index])
        let mark = edge.status == .ok ? "" : " marked \(edge.status.rawValue)"
        writer.element(
            "g",
            [
                ("class", "edge \(edge.kind.rawValue)\(mark)\(route.isBack ? " back" : "")"), ("id", "e\(index)"),
                ("data-source", "n\(edge.source)"), ("data-target", "n\(edge.target)"),
            ]
        ) { writer in
            writer.element("title", [], edge.about)
            writer.element("path", [("class", "line"), ("d", Self.path(route))], "")
            if edge.status != .ok { addMark(edge.status, at: route.middle, to: &writer) }
        }
        writer.breakLine()
    }

    /// Writes the status on the line, so that colour and dashes are not the only sign of it.
    private func addMark(_ status: Finding.Status, at point: GraphLayout.Point, to writer: inout HTMLWriter) {
        let width = Double(status.rawValue.count) * 6.2 + 12
        let frame = GraphLayout.Frame(x: point.x - width / 2, y: point.y - 8, width: width, height: 16)
        writer.element("rect", [("class", "mark")] + Self.frame(frame, radius: 8), "")
        writer.element(
            "text", [("class", "mark"), ("x", Self.text(point.x)), ("y", Self.text(point.y + 3.5))], status.rawValue)
    }

    /// Adds an arrowhead for each look of a line: not every browser lets an SVG marker take its line's colour yet.
    private func addArrows(to writer: inout HTMLWriter) {
        writer.element("defs") { writer in
            for look in ["plain", "root", "lit"] + Finding.Status.allCases.map(\.rawValue)
            where look != Finding.Status.ok.rawValue {
                writer.element(
                    "marker",
                    [
                        ("id", "arrow-\(look)"), ("class", "arrow \(look)"), ("viewBox", "0 0 8 8"), ("refX", "7.5"),
                        ("refY", "4"), ("markerWidth", "8"), ("markerHeight", "8"), ("markerUnits", "userSpaceOnUse"),
                        ("orient", "auto"),
                    ]
                ) { $0.element("path", [("d", "M0 .5 8 4 0 7.5 2 4Z")], "") }
            }
        }
        writer.breakLine()
    }

    // MARK: Numbers

    private static func frame(_ frame: GraphLayout.Frame, radius: Int) -> [HTMLWriter.Attribute] {
        [
            ("x", text(frame.x)), ("y", text(frame.y)), ("width", text(frame.width)), ("height", text(frame.height)),
            ("rx", "\(radius)"),
        ]
    }

    private static func path(_ route: GraphLayout.Route) -> String {
        func text(_ point: GraphLayout.Point) -> String { "\(self.text(point.x)) \(self.text(point.y))" }
        return "M\(text(route.start))"
            + route.curves.map { "C\(text($0.first)) \(text($0.second)) \(text($0.end))" }.joined()
    }

    /// A number with at most one decimal; a tenth of a pixel makes no visible difference.
    private static func text(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
    }
}
