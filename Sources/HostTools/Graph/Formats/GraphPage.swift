import FeatureContract
import HostCore
import JSONText

/// A graph as an HTML page: a list of features to filter, and beside it the chosen one with its incoming and outgoing
/// connections.
///
/// The page's script draws this from the graph's JSON. Without a script the page is a plain list.
package struct GraphPage {
    private let graph: Graph

    package init(_ graph: Graph) {
        self.graph = graph
    }

    package var text: String {
        HTMLDocument(title: "What leads where", style: PackageResources.page_css + PackageResources.graph_css).text {
            writer in
            writer.element("header") { writer in
                writer.element("h1", [], "What leads where")
                writer.element("p", [("class", "counts")], counts)
            }
            writer.breakLine()
            writer.element("div", [("id", "page"), ("hidden", "")]) { addFrame(to: &$0) }
            writer.breakLine()
            writer.element("noscript") { addList(to: &$0) }
            writer.breakLine()
            writer.element("script", [("type", "application/json"), ("id", "graph")]) { $0.writeData(graph.json) }
            writer.breakLine()
            writer.element("script") { $0.writeResource(PackageResources.graph_js) }
            writer.breakLine()
        }
    }

    private var counts: String {
        let findings = Set(graph.edges.flatMap(\.findings) + graph.nodes.flatMap(\.findings)).count
        return "\(graph.counts.text), \(findings) finding\(findings == 1 ? "" : "s")"
    }

    // MARK: Data for the script

    private func addFrame(to writer: inout HTMLWriter) {
        writer.element("nav", [("class", "places"), ("aria-label", "Features")]) { writer in
            writer.element("div", [("class", "filter")]) { writer in
                writer.element("label", [("for", "filter")], "Filter")
                writer.void(
                    "input",
                    [
                        ("type", "search"), ("id", "filter"), ("placeholder", "feature, route or link"),
                        ("autocomplete", "off"), ("aria-keyshortcuts", "/"),
                    ])
                writer.element("output", [("id", "found"), ("for", "filter")], "")
            }
            writer.element("div", [("class", "list")]) { $0.element("ul", [("id", "list")], "") }
        }
        writer.element("main") { writer in
            writer.element("div", [("class", "tools")]) { writer in
                writer.element("a", [("id", "whole"), ("href", "#")], "The whole app")
                writer.element("span", [("role", "group"), ("aria-label", "Zoom")]) { writer in
                    for (id, label, text) in [
                        ("smaller", "Smaller", "−"), ("fit", "Fit", "Fit"), ("larger", "Larger", "+"),
                    ] {
                        writer.element("button", [("type", "button"), ("id", id), ("aria-label", label)], text)
                    }
                }
            }
            writer.element(
                "div", [("id", "picture"), ("tabindex", "0"), ("role", "region"), ("aria-label", "What leads where")]
            ) { $0.element("div", [("id", "sizer")]) { $0.element("div", [("id", "stage")], "") } }
        }
        writer.element("aside", [("id", "details"), ("tabindex", "0"), ("aria-label", "Details")], "")
    }

    // MARK: Without a script

    private func addList(to writer: inout HTMLWriter) {
        let members = Dictionary(grouping: graph.nodes.indices) { graph.nodes[$0].feature }
        let leaving = Dictionary(grouping: graph.edges, by: \.source)
        writer.element("main") { writer in
            if let tabs = members[nil] { addSection("Tabs", "tab:", [], tabs, leaving, to: &writer) }
            for feature in graph.features {
                let about = [feature.id, feature.version, feature.summary, feature.isInstalled ? "" : "not installed"]
                addSection(
                    feature.name, feature.id, about.filter { !$0.isEmpty }, members[feature.id] ?? [], leaving,
                    to: &writer)
            }
        }
    }

    private func addSection(
        _ title: String, _ anchor: String, _ about: [String], _ nodes: [Int], _ leaving: [Int: [Graph.Edge]],
        to writer: inout HTMLWriter
    ) {
        writer.element("h2", [("id", anchor)], title)
        if !about.isEmpty { writer.element("p", [("dir", "auto")], about.joined(separator: ", ")) }
        writer.element("ul") { writer in
            for index in nodes {
                let node = graph.nodes[index]
                // As in the script: a route's anchor is its name, and any other node's its id.
                let anchor = [.incoming, .outgoing].contains(node.kind) ? node.qualifiedName : node.id
                writer.element("li", [("id", anchor)]) { writer in
                    writer.write("\(node.kind.word) \(node.about)")
                    for edge in leaving[index] ?? [] {
                        let target = graph.nodes[edge.target]
                        writer.write(edge.status == .ok ? " → \(target.qualifiedName)" : " → \(edge.about)")
                    }
                }
                writer.breakLine()
            }
        }
        writer.breakLine()
    }
}
