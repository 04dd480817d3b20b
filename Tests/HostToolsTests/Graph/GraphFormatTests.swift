import JSONText
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport
@testable import HostTools

@Suite("The formats of a graph", .blocking)
struct GraphFormatTests {
    @Test("each format has the same numbers of features, routes, links and redirects")
    func counts() throws {
        let graph = try GraphSamples.broken()
        let counts = graph.counts
        #expect(counts.routes > 0 && counts.redirects > 0)
        #expect(GraphDOT.text(of: graph).contains("\n  // \(counts.text)\n"))
        #expect(GraphMermaid.text(of: graph).contains("\n  %% \(counts.text)\n"))
        #expect(GraphPage.text(of: graph).contains(">\(counts.text), "))
        #expect(graph.json["counts"] == .object(JSONObject(counts.members)))
    }

    // MARK: DOT

    @Test("the DOT text names each node and edge, with their findings")
    func dot() throws {
        let graph = try GraphSamples.broken()
        let text = GraphDOT.text(of: graph)
        for index in graph.nodes.indices { #expect(text.contains("n\(index) [label=")) }
        for edge in graph.edges { #expect(text.contains("n\(edge.source) -> n\(edge.target) [")) }
        #expect(text.contains("label=\"cyclic\"") && text.contains("label=\"ill-typed\""))
        #expect(text.hasPrefix("digraph switchyard {\n") && text.hasSuffix("}\n"))
    }

    @Test("the DOT text keeps every text within its quotes", arguments: GraphSamples.hostile)
    func hostileDOT(text: String) {
        // A text in quotes changes nothing outside of them.
        let lines = GraphDOT.text(of: GraphSamples.saying(text)).split(separator: "\n").map(Self.unquoted)
        let plain = GraphDOT.text(of: GraphSamples.saying("x")).split(separator: "\n").map(Self.unquoted)
        #expect(lines == plain)
    }

    @Test(
        "Graphviz accepts the DOT text, and finds as many nodes and edges in it",
        .enabled(if: installedProgram("dot") != nil, "no dot (Graphviz) is installed"), arguments: GraphSamples.hostile)
    func graphviz(text: String) throws {
        let directory = try TestSupport.TemporaryDirectory()
        try File.write(GraphDOT.text(of: GraphSamples.saying(text)), to: directory("graph.dot"))
        let outcome = try Subprocess(installedProgram("dot") ?? "", ["-Tsvg", directory("graph.dot")]).run()
        #expect(outcome.end == .exit(0) && outcome.diagnostics.isEmpty, "\(outcome.diagnostics)")
        let svg = outcome.output
        #expect(!svg.contains("<script") && !svg.contains("<img") && !svg.contains("xlink:href"))
        #expect(svg.split(separator: "class=\"node\"").count - 1 == Graph.Node.Kind.allCases.count)
        #expect(svg.split(separator: "class=\"edge\"").count - 1 == Graph.Edge.Kind.allCases.count)
    }

    /// The line without its quoted strings.
    private static func unquoted(_ line: Substring) -> String {
        var (result, isQuoted, isEscaped) = (String.UnicodeScalarView(), false, false)
        for scalar in line.unicodeScalars {
            if isEscaped {
                isEscaped = false
            } else if isQuoted, scalar == "\\" {
                isEscaped = true
            } else if scalar == "\"" {
                isQuoted.toggle()
                result.append(scalar)
            } else if !isQuoted {
                result.append(scalar)
            }
        }
        return isQuoted ? "an open quote: \(line)" : String(result)
    }

    // MARK: Mermaid

    @Test("the Mermaid text names each node and edge, with their findings")
    func mermaid() throws {
        let graph = try GraphSamples.broken()
        let lines = GraphMermaid.text(of: graph).split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(lines.first == "flowchart LR")
        for index in graph.nodes.indices {
            #expect(
                lines.contains {
                    $0.hasPrefix("n\(index)[") || $0.hasPrefix("n\(index)(") || $0.hasPrefix("n\(index)>")
                })
        }
        #expect(lines.count { $0.contains("-->") || $0.contains("-.->") } == graph.edges.count)
        #expect(lines.contains { $0.contains("-.->|\"cyclic\"|") })
        #expect(lines.count { $0.hasPrefix("subgraph ") } == graph.features.count)
    }

    @Test("the Mermaid text writes each special character by its number", arguments: GraphSamples.hostile)
    func hostileMermaid(text: String) {
        let quoted = GraphMermaid.quoted(text)
        let inner = quoted.unicodeScalars.dropFirst().dropLast()
        #expect(!inner.contains { "\"<>&`{}[]|()%\\\n".unicodeScalars.contains($0) })
        func shape(_ text: String) -> [Substring] {
            GraphMermaid.text(of: GraphSamples.saying(text)).replacing(GraphMermaid.quoted(text), with: "")
                .replacing(GraphMermaid.quoted("in \(text)"), with: "").split(separator: "\n")
        }
        #expect(shape(text).count == shape("x").count)
    }

    // MARK: JSON

    @Test("the JSON has each node with its status, and edges by the ids of their nodes")
    func json() throws {
        let graph = try GraphSamples.broken()
        let json = try JSON.parse(graph.json.text(pretty: true))
        let ids = json["nodes"]?.array?.compactMap { $0["id"]?.string } ?? []
        #expect(ids == graph.nodes.map(\.id))
        let edges = try #require(json["edges"]?.array)
        #expect(edges.count == graph.edges.count)
        for edge in edges {
            #expect(ids.contains(edge["from"]?.string ?? "") && ids.contains(edge["to"]?.string ?? ""))
            #expect((edge["status"] == "ok") == (edge["findings"] == []))
        }
        let cyclic = try #require(edges.first { $0["status"] == "cyclic" })
        #expect(cyclic["kind"] == "redirect" && cyclic["text"] == "home/characters -> character/list")
        #expect(cyclic["findings"]?[0]?["code"] == "redirect-cyclic")
        #expect(json["features"]?[5]?["installed"] == false)
    }

    // MARK: HTML

    @Test("the HTML page holds the graph's JSON, and loads nothing else")
    func page() throws {
        let graph = try GraphSamples.broken()
        let text = GraphPage.text(of: graph)
        #expect(!text.contains("{{"))
        let markup = try Markup(text)
        #expect(try JSON.parse(markup.named("script")[0].text) == graph.json)
        let policy = markup.named("meta").first { $0.attributes["http-equiv"] == "Content-Security-Policy" }
        #expect(policy?.attributes["content"]?.hasPrefix("default-src 'none'; ") == true)
        #expect(!markup.elements.contains { $0.attributes["src"] != nil })
        #expect(markup.elements.compactMap { $0.attributes["href"] }.allSatisfy { $0.hasPrefix("#") })
        #expect(Set(markup.elements.map(\.name)).isDisjoint(with: ["link", "img", "iframe", "object", "embed"]))
        #expect(markup.named("noscript").contains { $0.text.contains("switchyard graph --json") })
    }

    @Test("the HTML page holds every text as text, in the script's data", arguments: GraphSamples.hostile)
    func hostilePage(text: String) throws {
        let graph = GraphSamples.saying(text)
        let markup = try Markup(GraphPage.text(of: graph))
        let plain = try Markup(GraphPage.text(of: GraphSamples.saying("x")))
        #expect(markup.elements.map(\.name) == plain.elements.map(\.name))
        #expect(
            markup.elements.map { $0.attributes.keys.sorted() } == plain.elements.map { $0.attributes.keys.sorted() })
        let scripts = markup.named("script")
        #expect(scripts.count == 2)
        #expect(scripts[1].text == plain.named("script")[1].text)
        let data = try JSON.parse(scripts[0].text)
        #expect(data["nodes"]?[0]?["name"]?.string == text)
        #expect(!scripts[0].text.contains { "<>&".contains($0) })
    }
}
