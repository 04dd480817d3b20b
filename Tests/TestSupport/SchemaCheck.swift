package import JSONText

/// A check of JSON by a JSON Schema, with the keywords that the schemas of this project use.
package struct SchemaCheck {
    private static let keywords: Set<String> = [
        "$schema", "$ref", "$defs", "title", "description", "type", "const", "enum", "pattern", "minimum", "maximum",
        "items", "minItems", "anyOf", "allOf", "not", "if", "then", "required", "properties", "additionalProperties",
        "propertyNames", "minProperties", "maxProperties",
    ]

    /// Returns the keywords of a schema that this check does not know.
    package static func unknownKeywords(in schema: JSON) -> [String] {
        let members = schema.object?.members ?? []
        let own = members.map(\.key).filter { !keywords.contains($0) }
        return own
            + members.flatMap { key, value -> [String] in
                switch key {
                case "properties", "$defs": (value.object?.members ?? []).flatMap { unknownKeywords(in: $0.value) }
                case "anyOf", "allOf": (value.array ?? []).flatMap(unknownKeywords)
                case "items", "additionalProperties", "propertyNames", "not", "if", "then": unknownKeywords(in: value)
                default: []
                }
            }
    }

    package static func takes(_ value: JSON, _ schema: JSON) throws -> Bool {
        try SchemaCheck(root: schema).takes(value, schema)
    }

    /// The whole schema, which references lead into.
    private let root: JSON

    private func takes(_ value: JSON, _ schema: JSON) throws -> Bool {
        if schema == true { return true }
        for (keyword, rule) in schema.object?.members ?? [] where try !takes(value, keyword, rule, schema) {
            return false
        }
        return schema != false
    }

    private func takes(_ value: JSON, _ keyword: String, _ rule: JSON, _ schema: JSON) throws -> Bool {
        let members = value.object?.members ?? []
        switch keyword {
        case "$ref":
            let definition = rule.string?.split(separator: "/").last.flatMap { root["$defs"]?[String($0)] }
            return try takes(value, definition ?? false)
        case "type":
            return (rule.array ?? [rule]).contains { $0.string.map { Self.isOfType(value, $0) } ?? false }
        case "const": return Self.isEqual(value, rule)
        case "enum": return rule.array?.contains { Self.isEqual(value, $0) } ?? false
        case "pattern":
            guard let text = value.string else { return true }
            return try text.contains(Regex(rule.string ?? "").matchingSemantics(.unicodeScalar))
        case "minimum": return (value.number ?? .infinity) >= (rule.number ?? 0)
        case "maximum": return (value.number ?? -.infinity) <= (rule.number ?? 0)
        case "items": return try (value.array ?? []).allSatisfy { try takes($0, rule) }
        case "minItems": return (value.array?.count ?? .max) >= Int(rule.integer ?? 0)
        case "anyOf": return try (rule.array ?? []).contains { try takes(value, $0) }
        case "allOf": return try (rule.array ?? []).allSatisfy { try takes(value, $0) }
        case "not": return try !takes(value, rule)
        case "if": return try !takes(value, rule) || takes(value, schema["then"] ?? true)
        case "required":
            return value.object == nil || (rule.array ?? []).allSatisfy { value[$0.string ?? ""] != nil }
        case "minProperties": return value.object == nil || members.count >= Int(rule.integer ?? 0)
        case "maxProperties": return value.object == nil || members.count <= Int(rule.integer ?? 0)
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

    /// Whether two values are equal by JSON Schema, for which `1` and `1.0` are (core, 4.2.2).
    private static func isEqual(_ left: JSON, _ right: JSON) -> Bool {
        left == right || (left.number != nil && left.number == right.number)
    }

    private static func isOfType(_ value: JSON, _ type: String) -> Bool {
        switch type {
        case "object": value.object != nil
        case "array": value.array != nil
        case "string": value.string != nil
        case "boolean": value.bool != nil
        case "number": value.number != nil
        case "integer": value.number.map { $0.rounded(.towardZero) == $0 } ?? false
        default: false
        }
    }
}
