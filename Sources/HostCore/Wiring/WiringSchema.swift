import JSONText

/// The JSON Schema of the wiring file (draft 2020-12), made from the table of its keys.
package enum WiringSchema {
    package static var json: JSON {
        var schema: JSONObject = [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "Switchyard wiring file",
            "description": "What switchyard.jsonc may say, as switchyard.jsonc(5) describes it.",
        ]
        for (key, value) in members(of: .file) { schema.append(key: key, value: value) }
        return .object(schema)
    }

    private static func members(of object: WiringObject) -> [(String, JSON)] {
        let required = object.keys.filter(\.isRequired).map { JSON.string($0.name) }
        return [("type", "object"), ("additionalProperties", false)]
            + (required.isEmpty ? [] : [("required", .array(required))])
            + [("properties", .object(JSONObject(object.keys.map { ($0.name, schema(of: $0)) })))]
    }

    private static func schema(of key: WiringKey) -> JSON {
        .object(JSONObject([("description", .string(key.meaning))] + members(of: key.value)))
    }

    private static func schema(of value: WiringValue) -> JSON { .object(JSONObject(members(of: value))) }

    private static func members(of value: WiringValue) -> [(String, JSON)] {
        switch value {
        case .text: [("type", "string")]
        case .scheme: text("^[A-Za-z][A-Za-z0-9+.-]*$")
        case .label: text("^[^\\s\(controls)]([^\(controls)]{0,62}[^\\s\(controls)])?$")
        case .destination: text(destination)
        case .bool: [("type", "boolean")]
        case .duration: text("^(?=[0-9.]*[1-9])[0-9][0-9.eE+-]*m?s$")
        case .memory: text("^\\+?[0-9]+(KiB|MiB|GiB)$")
        case .integer(let range):
            [
                ("type", "integer"), ("minimum", .integer(Int64(range.lowerBound))),
                ("maximum", .integer(Int64(range.upperBound))),
            ]
        case .word(let words): [("enum", .array(words.map { .string($0) }))]
        case .address: text(address)
        case .path: text(path)
        case .variable: text("^[A-Za-z_][A-Za-z0-9_]*$")
        case .condition: text("^\(name)$")
        case .anyObject: [("type", "object")]
        case .object(let object): members(of: object)
        case .list(let element, let isEmptyTaken):
            [("type", "array"), ("items", schema(of: element))] + (isEmptyTaken ? [] : [("minItems", 1)])
        case .map(let key, let value):
            [
                ("type", "object"), ("propertyNames", .object(JSONObject(text(pattern(of: key))))),
                ("additionalProperties", schema(of: value)),
            ]
        case .either(let values): [("anyOf", .array(values.map { schema(of: $0) }))]
        }
    }

    private static func text(_ pattern: String) -> [(String, JSON)] {
        [("type", "string"), ("pattern", .string(pattern))]
    }

    private static func pattern(of key: WiringMapKey) -> String {
        switch key {
        case .featureID: "^\(featureID)$"
        case .destination: destination
        case .condition: "^\(name)$"
        case .pattern: "^\(featureID)(/(\\*|\(name)))?$"
        }
    }

    /// The characters that ``DisplayText`` replaces, for a pattern's character class.
    private static let controls =
        #"\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"#
    private static let address =
        #"^(tcp|localhost|(?=[^:]{1,253}:)[A-Za-z0-9_-]{1,63}(\.[A-Za-z0-9_-]{1,63})+|\[[0-9A-Fa-f]{0,4}:[0-9A-Fa-f:.]{1,40}\])"#
        + ":\(port)$|\(origin)"
    private static let port =
        "([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])"
    private static let origin =
        #"^[Hh][Tt][Tt][Pp][Ss]?://(\#(number)(\.\#(number)){3}|\[[0-9A-Fa-f]{0,4}:[0-9A-Fa-f:.]{1,40}\]"#
        + #"|(\*\.(?=[^:]*\.))?(?=[^:]{1,253}(:|$))(?!([^:]*\.)?([0-9]+|0[Xx][^.:]*)(:|$))\#(label)(\.\#(label))*)"#
        + "(:\(port))?$"
    private static let number = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
    private static let label = "[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?"
    private static let path =
        #"^(?!(.*/)?\.\.(/|$))(~|\$HOME|\$XDG_(DATA|CONFIG|CACHE|STATE)_HOME|\$XDG_RUNTIME_DIR|(?=/))"#
        + #"(/[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*)?$"#
    private static let name = "[A-Za-z_][A-Za-z0-9_-]{0,63}"
    private static let featureID = "[a-z][a-z0-9-]{0,63}"
    private static let destination = "^\(featureID)([/?].*)?$"
}
