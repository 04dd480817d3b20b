import FeatureContract
import HostCore
import JSONText

extension Graph {
    /// The graph as JSON. Edges name their nodes by `id`.
    package var json: JSON {
        [
            "counts": .object(JSONObject(counts.members)),
            "features": .array(features.map(\.json)),
            "nodes": .array(nodes.map(\.json)),
            "edges": .array(edges.map { json($0) }),
        ]
    }

    private func json(_ edge: Edge) -> JSON {
        var object: JSONObject = [
            "kind": .string(edge.kind.rawValue),
            "from": .string(nodes[edge.source].id),
            "to": .string(nodes[edge.target].id),
        ]
        if !edge.text.isEmpty { object.append(key: "text", value: .string(edge.text)) }
        if let method = edge.method { object.append(key: "method", value: .string(method.rawValue)) }
        if let condition = edge.condition { object.append(key: "condition", value: .string(condition)) }
        object.append(key: "status", value: .string(edge.status.rawValue))
        object.append(key: "findings", value: .array(edge.findings.map(\.graphJSON)))
        return .object(object)
    }
}

extension Graph.Feature {
    fileprivate var json: JSON {
        [
            "id": .string(id), "name": .string(name), "version": .string(version), "summary": .string(summary),
            "installed": .bool(isInstalled),
        ]
    }
}

extension Graph.Node {
    fileprivate var json: JSON {
        var object: JSONObject = [
            "id": .string(id), "kind": .string(kind.rawValue),
            "feature": feature.map { .string($0) } ?? .null, "name": .string(name),
        ]
        switch kind {
        case .incoming, .outgoing, .main:
            object.append(key: "destination", value: .string(qualifiedName))
            object.append(key: "summary", value: .string(summary))
            if let method { object.append(key: "method", value: .string(method.rawValue)) }
            object.append(key: "arguments", value: .array(arguments.map(\.json)))
            object.append(key: "parents", value: .array(parents.map { .string($0) }))
        case .checkpoint, .returns, .receives, .sends:
            object.append(key: "type", value: type.map { .string($0.description) } ?? .null)
        case .tab: object.append(key: "title", value: .string(summary.isEmpty ? name : summary))
        case .link, .missing: break
        }
        object.append(key: "status", value: .string(status.rawValue))
        object.append(key: "findings", value: .array(findings.map(\.graphJSON)))
        return .object(object)
    }
}

extension Finding {
    /// The finding without its subject, which is the node or edge around it.
    fileprivate var graphJSON: JSON {
        [
            "severity": .string(severity.rawValue), "code": .string(code.rawValue), "message": .string(message),
            "fix": .string(fix),
        ]
    }
}
