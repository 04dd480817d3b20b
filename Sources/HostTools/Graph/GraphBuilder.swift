import FeatureContract
import HostCore

extension Graph {
    @MainActor
    package init(_ application: HostApplication) {
        self.init(
            catalog: application.catalog, wiring: application.wiring, check: application.check(),
            findings: application.findings())
    }

    init(catalog: Catalog, wiring: Wiring, check: WiringCheck, findings: [Finding]) {
        var builder = GraphBuilder(catalog: catalog, wiring: wiring, check: check, findings: findings)
        builder.addFeatures()
        builder.addRoots()
        builder.addRedirects()
        builder.addConditions()
        builder.addLinkFindings()
        builder.addNodeFindings()
        self = builder.graph
    }
}

/// Builds a graph node by node, and adds the findings to its nodes and edges.
private struct GraphBuilder {
    private(set) var graph = Graph(features: [], nodes: [], edges: [])
    private let catalog: Catalog
    private let wiring: Wiring
    private let check: WiringCheck
    /// The findings of `doctor` about the wiring, by subject.
    private let findings: [String: [Finding]]
    private var places: [String: Int] = [:]
    private var known: Set<String> = []
    /// The edges of each link: several if a feature declares the link more than once.
    private var linkEdges: [RouteLink: [Int]] = [:]

    init(catalog: Catalog, wiring: Wiring, check: WiringCheck, findings: [Finding]) {
        self.catalog = catalog
        self.wiring = wiring
        self.check = check
        let all = findings + WiringFindings.absent(wiring, catalog)
        self.findings = Dictionary(grouping: all, by: \.subject)
    }

    // MARK: Features

    mutating func addFeatures() {
        for entry in catalog.features() {
            let manifest = entry.manifest
            addFeature(manifest.id, manifest)
            for route in manifest.incoming { add(.incoming, manifest.id, route) }
            for route in manifest.outgoing { add(.outgoing, manifest.id, route) }
            let names: [(Graph.Node.Kind, [Manifest.TypedName])] = [
                (.checkpoint, manifest.checkpoints), (.receives, manifest.receives), (.returns, manifest.returns),
                (.sends, manifest.sends),
            ]
            for (kind, names) in names {
                for name in names {
                    var node = Graph.Node(kind: kind, feature: manifest.id, name: name.name)
                    node.type = name.type
                    add(node)
                }
            }
            addLinks(of: manifest)
        }
    }

    private mutating func addFeature(_ id: String, _ manifest: Manifest?) {
        guard known.insert(id).inserted else { return }
        graph.features.append(
            Graph.Feature(
                id: id, name: manifest.map { $0.name.isEmpty ? id : $0.name } ?? id, version: manifest?.version ?? "",
                summary: manifest?.summary ?? "",
                isInstalled: manifest != nil))
    }

    private mutating func addLinks(of manifest: Manifest) {
        let refused = Dictionary(grouping: LinkFindings.refusedSchemes(of: manifest, wiring), by: \.subject)
        for (index, link) in manifest.links.enumerated() {
            var node = Graph.Node(kind: .link, feature: manifest.id, name: link.pattern.description)
            node.findings = refused[link.pattern.scheme] ?? []
            let source = add(node, id: "link:\(manifest.id)/\(index)")
            let target = self.node(manifest.id, link.route.name)
            linkEdges[link, default: []].append(graph.edges.count)
            graph.edges.append(
                Graph.Edge(kind: .link, source: source, target: target, findings: node.findings))
        }
    }

    // MARK: Wiring

    mutating func addRoots() {
        var roots = wiring.tabs.enumerated().map {
            ($0.element.name, $0.element.title, $0.element.root, Wiring.rootPath(ofTab: $0.offset))
        }
        if let root = wiring.root { roots.append(("root", "root", root, ["root"])) }
        for (name, title, root, path) in roots {
            var node = Graph.Node(kind: .tab, feature: nil, name: name)
            if title != name { node.summary = title }
            let source = add(node, id: "tab:\(name)")
            let place = try? DestinationText(root)
            let target = self.node(place?.feature ?? root, place?.route ?? "")
            graph.edges.append(
                Graph.Edge(
                    kind: .root, source: source, target: target, text: root, findings: findings[path.description] ?? [])
            )
        }
    }

    mutating func addRedirects() {
        for rule in wiring.redirects {
            let kind = check.sharedKind(of: rule)
            let source = node(rule.from.feature, rule.from.route, kind)
            let target = node(rule.to.feature, rule.to.route, kind)
            let method = rule.method.map { " (\($0.rawValue))" } ?? ""
            graph.edges.append(
                Graph.Edge(
                    kind: kind.map { $0 == .checkpoint ? .checkpoint : .value } ?? .redirect, source: source,
                    target: target, text: "\(rule.from) -> \(rule.to)\(method)", method: rule.method,
                    findings: findings(of: rule, kind)))
        }
    }

    /// Adds an edge from each destination with a required condition to the condition's `else`.
    mutating func addConditions() {
        for rule in wiring.requirements {
            let sources: [Int]
            if let route = rule.route {
                sources = [node(rule.feature, route)]
            } else {
                _ = node(rule.feature, "")
                sources = graph.nodes.indices.filter {
                    graph.nodes[$0].feature == rule.feature && [.incoming, .main].contains(graph.nodes[$0].kind)
                }
            }
            for condition in rule.conditions.compactMap(wiring.condition) {
                let shown = try? DestinationText(condition.otherwise)
                let target = node(shown?.feature ?? condition.otherwise, shown?.route ?? "")
                let paths = [
                    rule.path, condition.path(WiringObject.Condition.from),
                    condition.path(WiringObject.Condition.otherwise),
                ]
                let text = "\(rule.key) requires \(condition.name) of \(condition.source), else \(condition.otherwise)"
                for source in sources {
                    graph.edges.append(
                        Graph.Edge(
                            kind: .condition, source: source, target: target, text: text, condition: condition.name,
                            findings: paths.flatMap { findings[$0.description] ?? [] }))
                }
            }
        }
    }

    /// The findings at a rule's place in the file; for a rule with several targets, only those about this target.
    private func findings(of rule: Wiring.Redirect, _ kind: SharedNameKind?) -> [Finding] {
        let findings = findings[rule.path.description] ?? []
        guard let kind, !findings.isEmpty else { return findings }
        let failures = check.targets(of: kind, rule.from.route, feature: rule.from.feature).failures
        return findings.filter { finding in
            guard let failure = failures.first(where: { finding.message == WiringCheck.text("\($0)", at: rule.path) }),
                failure.chain.count > 1
            else { return true }
            return failure.chain[1] == rule.to.qualifiedRoute
        }
    }

    // MARK: Other findings

    mutating func addLinkFindings() {
        let conflicts = catalog.links().conflicts
        for (conflict, finding) in zip(conflicts, LinkFindings.conflicts(conflicts, catalog)) {
            for link in [conflict.first, conflict.second] {
                for edge in linkEdges[link] ?? [] {
                    graph.edges[edge].findings.append(finding)
                    graph.nodes[graph.edges[edge].source].findings.append(finding)
                }
            }
        }
    }

    /// Adds the findings about a destination, a checkpoint or a value that have no place in the file.
    mutating func addNodeFindings() {
        let unreachable = Dictionary(grouping: RouteFindings.unreachable(catalog, wiring), by: \.subject)
        for index in graph.nodes.indices {
            let node = graph.nodes[index]
            switch node.kind {
            case .outgoing, .returns, .sends: graph.nodes[index].findings += findings[node.qualifiedName] ?? []
            case .incoming: graph.nodes[index].findings += unreachable[node.qualifiedName] ?? []
            default: break
            }
        }
    }

    // MARK: Nodes

    @discardableResult
    private mutating func add(_ node: Graph.Node, id: String? = nil) -> Int {
        let id = id ?? "\(node.kind.rawValue):\(node.qualifiedName)"
        if let place = places[id] { return place }
        var added = node
        added.id = id
        places[id] = graph.nodes.count
        graph.nodes.append(added)
        return graph.nodes.count - 1
    }

    private mutating func add(_ kind: Graph.Node.Kind, _ feature: String, _ route: RouteDeclaration) {
        var node = Graph.Node(kind: kind, feature: feature, name: route.name)
        (node.arguments, node.summary, node.method) = (route.arguments, route.summary, route.method)
        node.parents = route.parents.map(\.description)
        add(node)
    }

    /// Returns the node with a name. Adds a missing one: a main screen, a route of `system`, an unknown name.
    private mutating func node(_ feature: String, _ name: String, _ shared: SharedNameKind? = nil) -> Int {
        let qualified = name.isEmpty ? feature : "\(feature)/\(name)"
        let kinds: [Graph.Node.Kind] =
            switch shared {
            case .checkpoint: [.returns, .checkpoint]
            case .value: [.sends, .receives]
            case nil: [.incoming, .outgoing]
            }
        for kind in kinds {
            if let place = places["\(kind.rawValue):\(qualified)"] { return place }
        }
        let manifest = catalog.feature(feature)?.manifest
        let route = shared == nil ? try? catalog.route(name, of: feature) : nil
        let isThere = route != nil
        // The name may be an older one.
        if let route, route.name != name { return node(feature, route.name) }
        if isThere, name.isEmpty, let main = manifest?.main, let place = places["incoming:\(feature)/\(main)"] {
            return place
        }
        addFeature(feature, manifest ?? (feature == Manifest.systemID ? SystemRoutes.manifest : nil))
        let kind: Graph.Node.Kind = isThere ? (name.isEmpty ? .main : .incoming) : .missing
        return add(Graph.Node(kind: kind, feature: feature, name: name))
    }
}
