package import JSONText

extension Manifest {
    /// The manifest as the JSON object that ``init(parsing:)`` reads.
    package var json: JSON {
        var object: JSONObject = ["manifest": .integer(Self.formatVersion)]
        for (key, value) in identity.members + stamps.members { object.append(key: key, value: value) }
        if let main { object.append(key: "main", value: .string(main)) }
        object.append(key: "incoming", value: .array(incoming.map(\.json)))
        object.append(key: "outgoing", value: .array(outgoing.map(\.json)))
        object.append(key: "links", value: .array(links.map(\.json)))
        object.append(
            key: "customLinks",
            value: .array(customLinks.map { .object(["scheme": .string($0.scheme), "host": .string($0.host)]) }))
        object.append(key: "checkpoints", value: .array(checkpoints.map(\.json)))
        object.append(key: "receives", value: .array(receives.map(\.json)))
        if !returns.isEmpty { object.append(key: "returns", value: .array(returns.map(\.json))) }
        if !sends.isEmpty { object.append(key: "sends", value: .array(sends.map(\.json))) }
        if !settings.isEmpty { object.append(key: "settings", value: .array(settings.map(\.json))) }
        if !permissions.isEmpty {
            object.append(key: "permissions", value: .array(permissions.map(\.json)))
        }
        if requirements != .none { object.append(key: "requires", value: requirements.json) }
        if sharesData { object.append(key: "sharesData", value: true) }
        return .object(object)
    }
}

extension RouteDeclaration {
    /// The JSON form of the declaration in a manifest.
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
    /// The JSON form of the declaration in a manifest.
    package var json: JSON {
        var object: JSONObject = ["name": .string(name), "type": .string(type.description)]
        object.append(key: "optional", value: .bool(isOptional))
        if let defaultValue { object.append(key: "default", value: defaultValue.json) }
        if !summary.isEmpty { object.append(key: "summary", value: .string(summary)) }
        return .object(object)
    }
}

extension RouteLink {
    fileprivate var json: JSON {
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
    fileprivate var json: JSON {
        var object: JSONObject = ["name": .string(name)]
        if let type { object.append(key: "type", value: .string(type.description)) }
        if !was.isEmpty { object.append(key: "was", value: .array(was.map { .string($0) })) }
        return .object(object)
    }
}
