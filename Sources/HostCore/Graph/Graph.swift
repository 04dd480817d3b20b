import FeatureContract

/// What leads where in an app: its features, their routes and links, and what the wiring connects.
///
/// A value, made from manifests and the wiring alone. It judges nothing: what is marked is what `doctor` finds, in its
/// words.
///
///     let graph = Graph(application)
///     graph.edges.filter { $0.status == .dangling }.map(\.findings)
package struct Graph: Sendable {
    /// A feature; its nodes name it.
    package struct Feature: Hashable, Sendable {
        package let id: String
        package let name: String
        package let version: String
        package let summary: String
        /// Whether it is there; else the wiring names it and it is not.
        package let isInstalled: Bool
    }

    /// Something that leads somewhere or can be led to.
    package struct Node: Hashable, Sendable {
        package enum Kind: String, Hashable, Sendable, CaseIterable {
            /// A tab of the wiring, or its one stack: where the app begins.
            case tab
            case link
            case incoming
            /// The screen of a feature's id alone, where no route stands for it.
            case main
            case outgoing
            /// A checkpoint that the feature has, and one of others that it returns to.
            case checkpoint, returns
            /// A value that the feature takes, and one of others' that it sends.
            case receives, sends
            /// What the wiring names and no feature has.
            case missing
        }

        /// Unique in the graph, and the same as long as the wiring and the manifests are: `incoming:character/list`.
        package internal(set) var id = ""
        package let kind: Kind
        /// The feature whose it is; nil for a tab.
        package let feature: String?
        /// Its name in the feature: a route, a link's pattern, a checkpoint.
        package let name: String
        package var arguments: [RouteDeclaration.Argument] = []
        package var summary = ""
        /// How a route is shown where nobody says otherwise.
        package var method: RouteMethod?
        /// The destinations that a link puts below a route.
        package var parents: [String] = []
        /// The type of a checkpoint's or a sent value; nil where it has none.
        package var type: ValueType?
        package internal(set) var findings: [Finding] = []

        /// `character/list`; of a link its pattern, of a tab its name.
        package var qualifiedName: String {
            guard let feature, kind != .link else { return name }
            return name.isEmpty ? feature : "\(feature)/\(name)"
        }
    }

    /// One node that leads to another.
    package struct Edge: Hashable, Sendable {
        package enum Kind: String, Hashable, Sendable, CaseIterable {
            /// A tab begins with its root.
            case root
            case link
            /// The wiring leads one destination to another.
            case redirect
            /// The wiring joins two features' names for a checkpoint, or for a type of values.
            case checkpoint, value
        }

        package let kind: Kind
        /// Indices in ``Graph/nodes``.
        package let source: Int
        package let target: Int
        /// What the rule says: its two sides and its method; empty for a link.
        package var text = ""
        package var method: RouteMethod?
        package internal(set) var findings: [Finding] = []
    }

    /// What is to be told of a node or an edge, in a word.
    package enum Status: String, Hashable, Sendable, CaseIterable {
        case ok
        case dangling
        case cyclic
        case illTyped = "ill-typed"
        case illFormed = "ill-formed"
        case conflicting
        /// Its scheme is not taken.
        case refused
        /// Only its own feature leads there.
        case unreachable
    }

    package internal(set) var features: [Feature]
    package internal(set) var nodes: [Node]
    package internal(set) var edges: [Edge]
}

extension Graph.Status {
    /// The status that findings amount to: that of the worst, of equally bad ones the first.
    init(_ findings: [Finding]) {
        let worst = Finding.Severity.allCases.lazy.compactMap { severity in
            findings.first { $0.severity == severity }
        }.first
        self = worst.map { Self(code: $0.code) } ?? .ok
    }

    private init(code: Finding.Code) {
        switch code {
        case .redirectIllTyped: self = .illTyped
        case .redirectIllFormed: self = .illFormed
        case .redirectCyclic, .redirectTooLong: self = .cyclic
        case .rootDangling, .redirectDangling, .featureAbsent, .destinationUnconnected, .checkpointUnconnected,
            .valueUnconnected:
            self = .dangling
        case .linkConflict: self = .conflicting
        case .schemeRefused: self = .refused
        case .routeUnreachable: self = .unreachable
        default: self = .ok
        }
    }
}

extension Graph.Node {
    package var status: Graph.Status { Graph.Status(findings) }
}

extension Graph.Edge {
    package var status: Graph.Status { Graph.Status(findings) }
}

extension Graph {
    /// The part with the nodes of these features and what they lead to or are led to from, one edge far.
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
                findings: edge.findings)
        }
        return part
    }
}
