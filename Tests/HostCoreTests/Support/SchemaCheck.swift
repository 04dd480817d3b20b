import JSONText

/// A check of JSON by a JSON Schema, with the keywords that the schemas of this project use.
struct SchemaCheck {
    private static let keywords: Set<String> = [
        "$schema", "title", "description", "type", "enum", "pattern", "minimum", "maximum", "items", "minItems",
        "anyOf",
        "required", "properties", "additionalProperties", "propertyNames",
    ]

    /// Returns the keywords of a schema that this check does not know.
    static func unknownKeywords(in schema: JSON) -> [String] {
        let members = schema.object?.members ?? []
        let own = members.map(\.key).filter { !keywords.contains($0) }
        return own
            + members.flatMap { key, value -> [String] in
                switch key {
                case "properties": (value.object?.members ?? []).flatMap { unknownKeywords(in: $0.value) }
                case "anyOf": (value.array ?? []).flatMap(unknownKeywords)
                case "items", "additionalProperties", "propertyNames": unknownKeywords(in: value)
                default: []
                }
            }
    }

    static func takes(_ value: JSON, _ schema: JSON) throws -> Bool {
        for (keyword, rule) in schema.object?.members ?? [] where try !takes(value, keyword, rule, schema) {
            return false
        }
        return true
    }

    private static func takes(_ value: JSON, _ keyword: String, _ rule: JSON, _ schema: JSON) throws -> Bool {
        let members = value.object?.members ?? []
        switch keyword {
        case "type": return rule.string.map { isOfType(value, $0) } ?? false
        case "enum": return rule.array?.contains(value) ?? false
        case "pattern":
            guard let text = value.string else { return true }
            return try text.contains(Regex(rule.string ?? ""))
        case "minimum": return (value.number ?? .infinity) >= (rule.number ?? 0)
        case "maximum": return (value.number ?? -.infinity) <= (rule.number ?? 0)
        case "items": return try (value.array ?? []).allSatisfy { try takes($0, rule) }
        case "minItems": return (value.array?.count ?? .max) >= Int(rule.integer ?? 0)
        case "anyOf": return try (rule.array ?? []).contains { try takes(value, $0) }
        case "required": return (rule.array ?? []).allSatisfy { value[$0.string ?? ""] != nil }
        case "properties":
            return try members.allSatisfy { key, value in
                guard let rule = rule[key] else { return true }
                return try takes(value, rule)
            }
        case "additionalProperties":
            let others = members.filter { schema["properties"]?[$0.key] == nil }
            return rule == false ? others.isEmpty : try others.allSatisfy { try takes($0.value, rule) }
        case "propertyNames": return try members.allSatisfy { try takes(.string($0.key), rule) }
        default: return true
        }
    }

    private static func isOfType(_ value: JSON, _ type: String) -> Bool {
        switch type {
        case "object": value.object != nil
        case "array": value.array != nil
        case "string": value.string != nil
        case "boolean": value.bool != nil
        case "integer": value.integer != nil
        default: false
        }
    }
}
