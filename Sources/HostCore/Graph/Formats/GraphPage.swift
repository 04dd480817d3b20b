import FeatureContract
import JSONText

/// A graph as an HTML page: the picture, the findings, and a script that highlights the routes of a node.
package struct GraphPage {
    private let graph: Graph
    private let findings: [(status: Finding.Status, finding: Finding)]

    package init(_ graph: Graph) {
        self.graph = graph
        var seen: Set<Finding> = []
        let all = graph.edges.flatMap(\.findings) + graph.nodes.flatMap(\.findings)
        let new = all.filter { seen.insert($0).inserted }
        findings = Finding.inOrder(new).map { ($0.code.status, $0) }
    }

    /// The whole file.
    package var text: String {
        HTMLDocument(title: "What leads where", style: PackageResources.graph_css, runsScript: true).text { writer in
            writer.element("header") { addHeader(to: &$0) }
            writer.breakLine()
            writer.element("main") { writer in
                writer.breakLine()
                writer.element(
                    "div", [("class", "picture"), ("tabindex", "0"), ("role", "region"), ("aria-label", "The graph")]
                ) { GraphSVG(graph).write(to: &$0) }
                writer.breakLine()
                writer.element("aside", [("id", "details"), ("aria-live", "polite"), ("hidden", "")], "")
            }
            writer.breakLine()
            if !findings.isEmpty { addFindings(to: &writer) }
            writer.element("script", [("type", "application/json"), ("id", "graph")]) { $0.writeData(graph.json) }
            writer.breakLine()
            writer.element("script") { $0.writeResource(PackageResources.graph_js) }
            writer.breakLine()
        }
    }

    private func addHeader(to writer: inout HTMLWriter) {
        writer.breakLine()
        writer.element("h1", [], "What leads where")
        writer.element("p", [("class", "counts")], counts)
        writer.breakLine()
        // The filter needs the script, which shows it.
        writer.element("label", [("class", "filter"), ("hidden", "")]) { writer in
            writer.element("span", [], "Filter")
            writer.void("input", [("type", "search"), ("id", "filter"), ("placeholder", "route, feature or link")])
            writer.element("output", [("for", "filter")], "")
        }
        writer.breakLine()
        addLegend(to: &writer)
        writer.breakLine()
    }

    private var counts: String {
        func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
        func nodes(_ kinds: Graph.Node.Kind...) -> Int { graph.nodes.count { kinds.contains($0.kind) } }
        return [
            count(graph.features.count { $0.isInstalled }, "feature"), count(nodes(.incoming, .outgoing), "route"),
            count(nodes(.link), "link"),
            count(graph.edges.count { [.redirect, .checkpoint, .value].contains($0.kind) }, "redirect"),
            count(findings.count, "finding"),
        ].joined(separator: ", ")
    }

    /// Writes the legend for the lines and borders that occur in this picture.
    private func addLegend(to writer: inout HTMLWriter) {
        let kinds: [(Graph.Edge.Kind, String)] = [
            (.link, "a link opens"), (.redirect, "the wiring leads on"), (.root, "a tab begins with"),
            (.checkpoint, "returns to a checkpoint"), (.value, "sends a value"),
        ]
        let lines = Set(graph.edges.map(\.status)), ranges = Set(graph.nodes.map(\.status))
        writer.element("ul", [("class", "legend"), ("aria-label", "Legend")]) { writer in
            for (kind, words) in kinds where graph.edges.contains(where: { $0.kind == kind }) {
                addSample("edge \(kind.rawValue)", words, to: &writer)
            }
            for status in Finding.Status.allCases where status != .ok {
                if lines.contains(status) {
                    addSample("edge marked \(status.rawValue)", status.rawValue, to: &writer)
                } else if ranges.contains(status) {
                    addSample("border \(status.rawValue)", status.rawValue, isLine: false, to: &writer)
                }
            }
        }
    }

    private func addSample(_ classes: String, _ words: String, isLine: Bool = true, to writer: inout HTMLWriter) {
        writer.element("li") { writer in
            writer.element("svg", [("width", "34"), ("height", "12"), ("aria-hidden", "true")]) { writer in
                writer.element("g", [("class", classes)]) { writer in
                    guard isLine else {
                        let frame: [HTMLWriter.Attribute] = [("x", "2"), ("y", "1"), ("width", "29"), ("height", "10")]
                        return writer.element("rect", frame + [("rx", "4")], "")
                    }
                    writer.element("path", [("class", "line"), ("d", "M1 6H31")], "")
                }
            }
            writer.write(words)
        }
    }

    private func addFindings(to writer: inout HTMLWriter) {
        writer.element("section", [("class", "findings"), ("aria-label", "Findings")]) { writer in
            writer.element("h2", [], "Findings")
            writer.breakLine()
            writer.element("ul") { writer in
                for (status, finding) in findings {
                    writer.element("li", [("class", status.rawValue)]) { writer in
                        writer.element("strong", [], status.rawValue)
                        writer.element("span", [("dir", "auto")], finding.message)
                        writer.element("span", [("class", "fix")], "fix: \(finding.fix)")
                    }
                    writer.breakLine()
                }
            }
        }
        writer.breakLine()
    }
}
