import FeatureContract
import JSONText

extension RenderedScreen {
    /// The screen as JSON: its title, state and nodes. Empty members and default values are left out.
    package var json: JSON {
        var object: JSONObject = ["title": .string(title)]
        if isLoading { object.append(key: "loading", value: true) }
        if let lock { object.append(key: "lock", value: .string(lock)) }
        if !checkpoints.isEmpty {
            object.append(key: "checkpoints", value: .array(checkpoints.map { .string($0.name) }))
        }
        object.append(key: "nodes", value: .array(nodes.map(\.json)))
        return .object(object)
    }
}

extension ViewNode {
    /// The node as JSON, with its children. A secure field has the number of characters instead of the text.
    var json: JSON {
        var object: JSONObject = ["kind": .string(kindName)]
        func append(_ key: String, _ text: String) {
            if !text.isEmpty { object.append(key: key, value: .string(text)) }
        }
        append("text", text)
        append("detail", detail)
        append("key", key)
        append("symbol", symbol)
        append("badge", badge)
        append("accessibilityLabel", accessibilityLabel)
        append("url", url)
        append("shortcut", shortcut)
        append("role", role == .primary ? "" : role.name)
        if flags.contains(.secure), case .string(let secret) = value {
            if !secret.isEmpty { object.append(key: "length", value: .integer(Int64(secret.count))) }
        } else if value != .null {
            object.append(key: "value", value: value.json)
        }
        if let destination { append("destination", destination.text) }
        if action != 0 { object.append(key: "action", value: .integer(Int64(clamping: action))) }
        for (flag, name) in Self.flagNames where flags.contains(flag) { object.append(key: name, value: true) }
        if elementCount > 0 {
            object.append(key: "elementCount", value: .integer(Int64(clamping: elementCount)))
            object.append(key: "elementOffset", value: .integer(Int64(clamping: elementOffset)))
        }
        if reveal != 0 { object.append(key: "reveal", value: .integer(Int64(clamping: reveal))) }
        if !children.isEmpty { object.append(key: "children", value: .array(children.map(\.json))) }
        return .object(object)
    }

    package static let flagNames: [(Flags, String)] = [
        (.disabled, "disabled"), (.destructive, "destructive"), (.cancel, "cancel"), (.header, "header"),
        (.secure, "secure"), (.multiline, "multiline"), (.date, "date"), (.time, "time"),
        (.submits, "submits"), (.focus, "focus"), (.focused, "focused"), (.atEnd, "atEnd"),
    ]
}

extension ViewNode.Role {
    fileprivate var name: String { String(describing: self) }
}
