import FeatureContract
import HostCore
import JSONText

/// The graph of an app: its features, their routes and links, and the connections of the wiring.
///
/// It is built only from manifests and the wiring. Its nodes and edges carry the findings of `doctor`, word for word.
///
///     let graph = Graph(application)
///     graph.edges.filter { $0.status == .dangling }.map(\.findings)
package struct Graph: Sendable {
    /// A feature. Nodes refer to it by its id.
    package struct Feature: Hashable, Sendable {
        package let id: String
        package let name: String
        package let version: String
        package let summary: String
        /// Whether the feature is installed; if not, only the wiring names it.
        package let isInstalled: Bool
    }

    /// A place in the app with connections.
    package struct Node: Hashable, Sendable {
        package enum Kind: String, Hashable, Sendable, CaseIterable {
            /// A tab of the wiring, or its single stack: a start of the app.
            case tab
            case link
            case incoming
            /// The main screen of a feature, reached by the feature's id alone, if no route names that screen.
            case main
            case outgoing
            /// A checkpoint that the feature provides; a checkpoint of others that it returns to.
            case checkpoint, returns
            /// A value that the feature receives; a value that it sends to others.
            case receives, sends
            /// A name in the wiring that no feature declares.
            case missing
        }

        /// An id that is unique in the graph and stable while the wiring and the manifests are:
        /// `incoming:character/list`.
        package internal(set) var id = ""
        package let kind: Kind
        /// The feature of the node; nil for a tab.
        package let feature: String?
        /// The node's name in the feature: a route, a link's pattern, a checkpoint.
        package let name: String
        package var arguments: [RouteDeclaration.Argument] = []
        /// The summary of a route; the title of a tab, if it differs from the name.
        package var summary = ""
        /// The method of a route, unless a request or the wiring names another.
        package var method: NavigationMethod?
        package var parents: [String] = []
        /// The type of a checkpoint's value or of a sent value; nil if it has none.
        package var type: ValueType?
        package internal(set) var findings: [Finding] = []

        /// The name with its feature, `character/list`; for a link its pattern, for a tab its name.
        package var qualifiedName: String {
            guard let feature, kind != .link else { return name }
            return name.isEmpty ? feature : "\(feature)/\(name)"
        }
    }

    package struct Edge: Hashable, Sendable {
        package enum Kind: String, Hashable, Sendable, CaseIterable {
            case root
            case link
            case redirect
            /// The wiring joins two features' names for a checkpoint, or for a type of values.
            case checkpoint, value
            /// The target is shown while a condition is false that the source requires.
            case condition
        }

        package let kind: Kind
        /// Indices in ``Graph/nodes``.
        package let source: Int
        package let target: Int
        /// The text of the rule, with both sides and the method; empty for a link.
        package var text = ""
        package var method: NavigationMethod?
        package var condition: String?
        package internal(set) var findings: [Finding] = []

        /// The words on the edge: its method, its condition, and its status unless that is ok.
        var words: [String] {
            [method?.rawValue, condition, status == .ok ? nil : status.rawValue].compactMap(\.self)
        }

        /// Whether the edge is dotted: no destination leads along it.
        var isDotted: Bool {
            switch kind {
            case .checkpoint, .value, .condition: true
            case .root, .link, .redirect: false
            }
        }
    }

    package internal(set) var features: [Feature]
    package internal(set) var nodes: [Node]
    package internal(set) var edges: [Edge]
}

extension Graph {
    /// The counts of an app's parts, without those of the host's own feature. Those of an app are those of its graph.
    package struct Counts: Hashable, Sendable {
        package let features: Int
        package let routes: Int
        package let links: Int
        /// The number of redirects: of destinations, checkpoints and values.
        package let redirects: Int

        init(features: Int, routes: Int, links: Int, redirects: Int) {
            (self.features, self.routes, self.links, self.redirects) = (features, routes, links, redirects)
        }

        @MainActor
        package init(_ application: HostApplication) {
            let manifests = application.catalog.features().map(\.manifest)
            self.init(
                features: manifests.count, routes: manifests.map { $0.incoming.count + $0.outgoing.count }.reduce(0, +),
                links: manifests.map(\.links.count).reduce(0, +), redirects: application.wiring.redirects.count)
        }

        /// Each number with its word: `2 features, 5 routes, 3 links, 2 redirects`.
        package var text: String {
            [(features, "feature"), (routes, "route"), (links, "link"), (redirects, "redirect")]
                .map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: ", ")
        }

        package var members: [(String, JSON)] {
            [("features", features), ("routes", routes), ("links", links), ("redirects", redirects)]
                .map { ($0, .integer(Int64($1))) }
        }
    }

    package var counts: Counts {
        func count(_ kinds: Node.Kind...) -> Int {
            nodes.count { kinds.contains($0.kind) && $0.feature != Manifest.systemID }
        }
        return Counts(
            features: features.count { $0.isInstalled && $0.id != Manifest.systemID },
            routes: count(.incoming, .outgoing), links: count(.link),
            redirects: edges.count { [.redirect, .checkpoint, .value].contains($0.kind) })
    }
}

extension Finding.Status {
    /// The status of the worst finding; among equally bad ones, of the first.
    init(_ findings: [Finding]) {
        let worst = Finding.Severity.allCases.lazy.compactMap { severity in
            findings.first { $0.severity == severity }
        }.first
        self = worst?.code.status ?? .ok
    }
}

extension Graph.Node {
    package var status: Finding.Status { Finding.Status(findings) }
}

extension Graph.Edge {
    package var status: Finding.Status { Finding.Status(findings) }
}

extension Graph {
    /// The part of the graph with the nodes of these features, and all nodes one edge away.
    package func part(of features: Set<String>) -> Graph {
        func isOfPart(_ node: Int) -> Bool { nodes[node].feature.map(features.contains) ?? false }
        let kept = edges.filter { isOfPart($0.source) || isOfPart($0.target) }
        var touched = Set(nodes.indices.filter(isOfPart))
        for edge in kept { touched.formUnion([edge.source, edge.target]) }
        let order = touched.sorted()
        let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($0.element, $0.offset) })
        let ids = features.union(order.compactMap { nodes[$0].feature })
        var part = Graph(
            features: self.features.filter { ids.contains($0.id) }, nodes: order.map { nodes[$0] }, edges: [])
        part.edges = kept.compactMap { edge in
            guard let source = places[edge.source], let target = places[edge.target] else { return nil }
            return Edge(
                kind: edge.kind, source: source, target: target, text: edge.text, method: edge.method,
                condition: edge.condition, findings: edge.findings)
        }
        return part
    }
}
