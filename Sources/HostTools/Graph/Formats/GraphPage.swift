import HostCore
import HostSystem
import JSONText

/// A graph as an HTML page: a list of features to filter, and beside it the chosen one with its incoming and outgoing
/// connections.
///
/// The page's script draws this from the graph's JSON. The policy in its head prevents it from loading or sending
/// anything.
package enum GraphPage {
    package static func text(of graph: Graph) -> String {
        var page = String(decoding: PackageResources.graph_html, as: UTF8.self)
        // The graph comes last, so that no text of a feature is taken for a placeholder.
        let parts = [
            ("{{version}}", HostName.version),
            ("{{counts}}", counts(of: graph)),
            ("{{style}}", String(decoding: PackageResources.page_css + PackageResources.graph_css, as: UTF8.self)),
            ("{{script}}", String(decoding: PackageResources.graph_js, as: UTF8.self)),
            ("{{graph}}", graph.json.textInScript()),
        ]
        for (placeholder, content) in parts { page = page.replacing(placeholder, with: content, maxReplacements: 1) }
        return page
    }

    private static func counts(of graph: Graph) -> String {
        let findings = Set(graph.edges.flatMap(\.findings) + graph.nodes.flatMap(\.findings)).count
        return "\(graph.counts.text), \(findings) finding\(findings == 1 ? "" : "s")"
    }
}
