import HostCore
import HostSystem

/// A graph as a Mermaid flowchart, which Markdown can contain.
package struct GraphMermaid {
    package static func text(of graph: Graph) -> String {
        var lines = ["flowchart LR", "  %% \(graph.counts.text)"]
        for (index, node) in graph.nodes.enumerated() where node.feature == nil {
            lines.append("  " + line(index, node))
        }
        let members = Dictionary(grouping: graph.nodes.indices) { graph.nodes[$0].feature }
        for (index, feature) in graph.features.enumerated() {
            lines.append("  subgraph f\(index)[\(quoted(feature.name))]")
            for node in members[feature.id] ?? [] { lines.append("    " + line(node, graph.nodes[node])) }
            lines.append("  end")
        }
        for (index, edge) in graph.edges.enumerated() {
            lines.append("  n\(edge.source) \(arrow(edge)) n\(edge.target)")
            if let style = style(edge.status) { lines.append("  linkStyle \(index) \(style)") }
        }
        for status in Finding.Status.allCases {
            let marked = graph.nodes.indices.filter { graph.nodes[$0].status == status }.map { "n\($0)" }
            let absent = graph.features.indices.filter { status == .dangling && !graph.features[$0].isInstalled }
            let members = marked + absent.map { "f\($0)" }
            guard let style = style(status), !members.isEmpty else { continue }
            lines.append("  classDef \(status) \(style)")
            lines.append("  class \(members.joined(separator: ",")) \(status)")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func line(_ index: Int, _ node: Graph.Node) -> String {
        let text = quoted("\(node.kind.word) \(node.shape)")
        return switch node.kind {
        case .tab: "n\(index)([\(text)])"
        case .link: "n\(index)>\(text)]"
        default: "n\(index)[\(text)]"
        }
    }

    private static func arrow(_ edge: Graph.Edge) -> String {
        let arrow = edge.status != .ok || edge.isDotted ? "-.->" : "-->"
        return edge.words.isEmpty ? arrow : "\(arrow)|\(quoted(edge.words.joined(separator: ", ")))|"
    }

    private static func style(_ status: Finding.Status) -> String? {
        status.colour.map { "stroke:\($0),color:\($0)" }
    }

    /// A quoted text with every character except letters, digits and a few signs written by number. Otherwise Mermaid,
    /// its directives (`%%{`), its Markdown or its HTML could interpret the character.
    static func quoted(_ text: String) -> String {
        var quoted = ""
        // In a line with one of these words, Mermaid mistakes a colon and a number for the end of a style.
        let plain = text.contains("style") || text.contains("classDef") ? " -_./,=?+" : " -_./,=?+:"
        for scalar in DisplayText.safe(text).unicodeScalars {
            let isPlain = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || !scalar.isASCII
            if isPlain || plain.unicodeScalars.contains(scalar) {
                quoted.unicodeScalars.append(scalar)
            } else {
                quoted += "#\(scalar.value);"
            }
        }
        return "\"\(quoted)\""
    }
}
