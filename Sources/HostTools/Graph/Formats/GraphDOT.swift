import HostCore
import HostSystem

/// A graph in the language of Graphviz: `switchyard graph | dot -Tsvg`.
package struct GraphDOT {
    package static func text(of graph: Graph) -> String {
        var lines = [
            "digraph switchyard {",
            "  // \(graph.counts.text)",
            "  rankdir=LR;",
            "  graph [fontname=\"sans-serif\", style=rounded, color=\"#8a94a6\"];",
            "  node [shape=box, style=rounded, fontname=\"sans-serif\", fontsize=11, color=\"#596273\"];",
            "  edge [fontname=\"sans-serif\", fontsize=9, color=\"#596273\"];",
        ]
        for (index, node) in graph.nodes.enumerated() where node.feature == nil {
            lines.append("  " + line(index, node))
        }
        let members = Dictionary(grouping: graph.nodes.indices) { graph.nodes[$0].feature }
        for (index, feature) in graph.features.enumerated() {
            lines.append("  subgraph cluster_\(index) {")
            lines.append("    label=\(quoted(feature.name)); tooltip=\(quoted(feature.summary));")
            if !feature.isInstalled { lines.append("    style=\"rounded,dashed\"; color=\"#b3261e\";") }
            for node in members[feature.id] ?? [] { lines.append("    " + line(node, graph.nodes[node])) }
            lines.append("  }")
        }
        for edge in graph.edges { lines.append("  " + line(edge)) }
        return (lines + ["}"]).map { $0 + "\n" }.joined()
    }

    private static func line(_ index: Int, _ node: Graph.Node) -> String {
        var attributes = [
            "label=\(quoted("\(node.kind.word) \(node.shape)"))", "tooltip=\(quoted(node.about))",
        ]
        if node.kind == .tab { attributes.append("shape=ellipse") }
        if node.kind == .link { attributes.append("shape=plain") }
        if node.kind == .missing { attributes.append("style=\"rounded,dashed\"") }
        if let colour = node.status.colour { attributes.append("color=\"\(colour)\", fontcolor=\"\(colour)\"") }
        return "n\(index) [\(attributes.joined(separator: ", "))];"
    }

    private static func line(_ edge: Graph.Edge) -> String {
        var attributes = ["tooltip=\(quoted(edge.about))"]
        if !edge.words.isEmpty { attributes.append("label=\(quoted(edge.words.joined(separator: ", ")))") }
        if edge.isDotted { attributes.append("style=dotted") }
        if let colour = edge.status.colour {
            attributes.append("style=dashed, color=\"\(colour)\", fontcolor=\"\(colour)\"")
        }
        return "n\(edge.source) -> n\(edge.target) [\(attributes.joined(separator: ", "))];"
    }

    /// A quoted string that Graphviz shows as `text`: a bare backslash would begin an escape, and `&` an HTML entity.
    static func quoted(_ text: String) -> String {
        var quoted: [UInt8] = [UInt8(ascii: "\"")]
        for byte in DisplayText.safe(text).utf8 {
            switch byte {
            case UInt8(ascii: "\\"), UInt8(ascii: "\""): quoted += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "&"): quoted += "&amp;".utf8
            default: quoted.append(byte)
            }
        }
        quoted.append(UInt8(ascii: "\""))
        return String(decoding: quoted, as: UTF8.self)
    }
}

extension Graph.Node {
    var about: String {
        ([qualifiedName, summary] + findings.map(\.message)).filter { !$0.isEmpty }.joined(separator: ": ")
    }
}

extension Graph.Edge {
    var about: String {
        ([text.isEmpty ? kind.rawValue : text] + findings.map(\.message)).joined(separator: ": ")
    }
}
