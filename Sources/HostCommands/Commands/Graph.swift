import HostCore
import HostSystem
import HostTools
import JSONText

extension Command {
    static let format = Option(
        "--format", value: .word(GraphFormat.allCases.map(\.rawValue)),
        help: "Write that; without it dot, or what FILE ends with.")
    fileprivate static let page = Option("--html", help: "The same as --format html.")
    static let output = Option(
        "--output", short: "-o", value: .file, help: "Write to FILE as a whole, and not to standard output.")

    static let graph = Command(
        name: "graph", summary: "Draw what leads where: features, routes, links and redirects.",
        operands: .any(.feature),
        discussion: """
            The graph has the routes, links, checkpoints and sent values of all features and the tabs, and what the
            wiring connects; what 'switchyard doctor' finds of these is marked and told. With feature ids, only theirs
            and what they lead to or are led to from. As

              dot      for Graphviz:  switchyard graph | dot -Tsvg > graph.svg
              mermaid  a flowchart for Markdown
              json     the nodes and edges, each with its status and findings
              html     one page that needs nothing but itself: features to filter, and what leads where from each

            A FILE that ends with .dot, .gv, .mmd, .mermaid, .json or .html says the format by that. No code runs of a
            feature that is known. Exits 78 below the graph when the wiring file is wrong.
            """,
        options: [format, page, output]
    ) { arguments in
        try GraphCommand.run(arguments)
    }
}

private enum GraphFormat: String, CaseIterable {
    case dot, mermaid, json, html

    /// The format for a path's extension; nil for an unknown extension or none.
    init?(endingOf path: String) {
        let endings: [(String, GraphFormat)] = [
            (".dot", .dot), (".gv", .dot), (".mmd", .mermaid), (".mermaid", .mermaid), (".json", .json),
            (".html", .html),
        ]
        guard let found = endings.first(where: { path.lowercased().hasSuffix($0.0) }) else { return nil }
        self = found.1
    }

    func text(of graph: Graph) -> String {
        switch self {
        case .dot: GraphDOT.text(of: graph)
        case .mermaid: GraphMermaid.text(of: graph)
        case .json: graph.json.text(pretty: true) + "\n"
        case .html: GraphPage.text(of: graph)
        }
    }
}

@MainActor
private enum GraphCommand {
    static func run(_ arguments: Arguments) throws -> ExitCode {
        let format = try format(arguments)
        let application = try HostApplication.openUnchecked(arguments)
        for id in arguments.operands where application.catalog.feature(id) == nil {
            Console.error(application.catalog.absence(of: id).description)
            application.noteUnusedFiles(for: id)
            return .no
        }
        var graph = Graph(application)
        if !arguments.operands.isEmpty { graph = graph.part(of: Set(arguments.operands)) }
        let text = format.text(of: graph)
        if let path = arguments.last(Command.output) {
            do {
                try OutputFile.write(text, to: path)
            } catch {
                Console.error(error.message(writing: path))
                return .cantCreate
            }
        } else {
            Console.print(text)
        }
        // Errors in the wiring are reported after the graph, which shows their places.
        try application.requireGoodWiring()
        return .ok
    }

    private static func format(_ arguments: Arguments) throws(UsageError) -> GraphFormat {
        let path = arguments.last(Command.output)
        let shorts: [GraphFormat] = (arguments.has(.json) ? [.json] : []) + (arguments.has(Command.page) ? [.html] : [])
        guard shorts.count < 2 else {
            throw UsageError("'--json' and '--html' are two formats; give one of them", command: "graph")
        }
        guard let format = arguments.last(Command.format).flatMap({ GraphFormat(rawValue: $0) }) else {
            if let format = shorts.first { return format }
            guard let path else { return .dot }
            if let format = GraphFormat(endingOf: path) { return format }
            throw UsageError(
                "'\(path)' does not say a format by its ending: expected .dot, .gv, .mmd, .mermaid, .json or .html, or "
                    + "a --format", command: "graph")
        }
        if let short = shorts.first, short != format {
            throw UsageError(
                "'--\(short)' and '--format \(format.rawValue)' are two formats; give one of them", command: "graph")
        }
        return format
    }
}
