import FeatureContract
import JSONText
import TestSupport

@testable import HostCore
@testable import HostTestSupport
@testable import HostTools

/// Graphs to test with.
enum GraphSamples {
    /// The graph of these features and this wiring.
    static func graph(_ features: [String], wiring text: String) throws -> Graph {
        let (catalog, wiring) = (try catalog(features), try wiring(text))
        let check = WiringCheck(wiring, catalog: catalog)
        return Graph(catalog: catalog, wiring: wiring, check: check, findings: check.findings())
    }

    /// A random graph of features, with cycles, long paths, edges from a node to itself, and nodes that lead nowhere.
    static func random(features: Int, routes: Int, edges: Int, seed: UInt64) -> Graph {
        var generator = SeededGenerator(seed: seed)
        var graph = Graph(features: [], nodes: [], edges: [])
        var outgoing: [Int] = []
        var incoming: [Int] = []
        for feature in 0..<features {
            let id = "f\(feature)"
            graph.features.append(
                Graph.Feature(id: id, name: "Feature \(feature)", version: "1", summary: "", isInstalled: true))
            for route in 0..<routes {
                let kind: Graph.Node.Kind = route.isMultiple(of: 2) ? .incoming : .outgoing
                if kind == .incoming { incoming.append(graph.nodes.count) } else { outgoing.append(graph.nodes.count) }
                graph.nodes.append(
                    Graph.Node(id: "\(kind):\(id)/r\(route)", kind: kind, feature: id, name: "r\(route)"))
                guard kind == .incoming, Bool.random(using: &generator) else { continue }
                graph.nodes.append(Graph.Node(id: "link:\(id)/\(route)", kind: .link, feature: id, name: "a://\(id)"))
                graph.edges.append(
                    Graph.Edge(kind: .link, source: graph.nodes.count - 1, target: graph.nodes.count - 2))
            }
        }
        for _ in 0..<edges {
            let from = Int.random(in: 0..<10, using: &generator) == 0 ? incoming : outgoing
            let to = Int.random(in: 0..<10, using: &generator) == 0 ? outgoing : incoming
            guard let source = from.randomElement(using: &generator), let target = to.randomElement(using: &generator)
            else { continue }
            graph.edges.append(Graph.Edge(kind: .redirect, source: source, target: target))
        }
        return graph
    }

    /// A graph with everything that can be wrong.
    static func broken() throws -> Graph {
        try graph(
            [Manifests.home, Manifests.character, Manifests.notes, Manifests.chats, Manifests.contacts],
            wiring: #"""
                {
                    "schemes": ["other"],
                    "tabs": [{ "name": "home", "root": "home" }, { "name": "lost", "root": "home/abuot" }],
                    "redirects": {
                        "home/characters": "character/list", "character/list": "home/characters",
                        "home/character?identifier={i}": "character/detail?identifier={i}&x=1",
                        "chats/pick": "nobody/here", "contacts/picked": "chats/recipient",
                        "contacts/count": ["chats/note", "chats/ping"]
                    }
                }
                """#)
    }

    static let hostile = [
        "</script><script>alert(1)</script>", "\"]; evil -> evil; //", "\\", "\\\"", "a\\nb\\", "<img src=x onerror=y>",
        "&lt;&quot;&#34;", "\"]\n  click n0 \"javascript:alert(1)\"", "%%{init: {\"theme\": \"dark\"}}%%", "`**x**`",
        "style x:y#1;", "end", "subgraph", "-->", "#quot;", "\u{0}\u{1B}[2J\u{202E}", "\u{2028}", "日本 👍🏽",
        "<\u{338}/title>",
        "]]>", "<!--", "{{script}}", "",
    ]

    /// A graph in which every text is this one.
    static func saying(_ text: String) -> Graph {
        var graph = Graph(
            features: [Graph.Feature(id: text, name: text, version: text, summary: text, isInstalled: false)],
            nodes: [],
            edges: [])
        let finding = Finding(.error, .redirectDangling, text, at: nil, text, fix: text)
        for kind in Graph.Node.Kind.allCases {
            var node = Graph.Node(id: "\(kind):\(text)", kind: kind, feature: kind == .tab ? nil : text, name: text)
            (node.summary, node.parents, node.findings) = (text, [text], [finding])
            node.arguments = [.init(name: text, type: .string, defaultValue: .string(text), summary: text)]
            graph.nodes.append(node)
        }
        for (index, kind) in Graph.Edge.Kind.allCases.enumerated() {
            graph.edges.append(
                Graph.Edge(
                    kind: kind, source: index, target: index + 1, text: text, method: .sheet, findings: [finding]))
        }
        return graph
    }
}
