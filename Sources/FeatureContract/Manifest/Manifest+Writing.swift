package import JSONText

extension RouteDeclaration {
    package var json: JSON {
        var object: JSONObject = ["name": .string(name)]
        if !summary.isEmpty { object.append(key: "summary", value: .string(summary)) }
        if method != .push { object.append(key: "method", value: .string(method.rawValue)) }
        object.append(key: "arguments", value: .array(arguments.map(\.json)))
        if !parents.isEmpty {
            // A parent is a route of the same feature, so the feature's id is left out.
            let texts = parents.map { String($0.description.dropFirst($0.feature.count + 1)) }
            object.append(key: "parents", value: .array(texts.map { .string($0) }))
        }
        if !was.isEmpty { object.append(key: "was", value: .array(was.map { .string($0) })) }
        if let deprecated { object.append(key: "deprecated", value: .string(deprecated)) }
        return .object(object)
    }
}

extension RouteDeclaration.Argument {
    package var json: JSON {
        var object: JSONObject = ["name": .string(name), "type": .string(type.description)]
        object.append(key: "optional", value: .bool(isOptional))
        if let defaultValue { object.append(key: "default", value: defaultValue.json) }
        if !summary.isEmpty { object.append(key: "summary", value: .string(summary)) }
        return .object(object)
    }
}

extension RouteLink {
    var json: JSON {
        var object: JSONObject = [
            "scheme": .string(pattern.scheme),
            "host": .string(pattern.host),
            "pattern": .string(pattern.text),
            "route": .string(route.name),
        ]
        if !fixedArguments.isEmpty {
            let members = fixedArguments.map { ($0.name, $0.value.json) }
            object.append(key: "arguments", value: .object(JSONObject(members)))
        }
        return .object(object)
    }
}

extension Manifest.TypedName {
    var json: JSON {
        var object: JSONObject = ["name": .string(name)]
        if let type { object.append(key: "type", value: .string(type.description)) }
        if !was.isEmpty { object.append(key: "was", value: .array(was.map { .string($0) })) }
        return .object(object)
    }
}
