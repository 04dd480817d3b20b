package import JSONText

extension JSON {
    /// A JSON Patch that cannot be carried out.
    package struct WrongPatch: Error {
        let operation: JSON
    }

    /// Carries out the operations of a JSON Patch (RFC 6902), of which the host sends `add`, `remove` and `replace`.
    package func patched(by operations: [JSON]) throws -> JSON {
        try operations.reduce(self) { json, operation in
            let way = Self.way(operation["path"])
            guard operation["op"] == "move" else { return try json.changed(at: way[...], by: operation) }
            let from = Self.way(operation["from"])
            let moved = from.reduce(json as JSON?) { found, part in found?[part] ?? Int(part).flatMap { found?[$0] } }
            guard let moved else { throw WrongPatch(operation: operation) }
            return try json.changed(at: from[...], by: ["op": "remove"])
                .changed(at: way[...], by: ["op": "add", "value": moved])
        }
    }

    private static func way(_ pointer: JSON?) -> [String] {
        // By scalars: what combines with a slash makes another character of it.
        (pointer?.string ?? "").unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
            unescaped($0)
        }
    }

    private static func unescaped(_ part: Substring.UnicodeScalarView) -> String {
        var (text, isEscaped) = (String.UnicodeScalarView(), false)
        for scalar in part {
            text.append(isEscaped ? (scalar == "1" ? "/" : "~") : scalar)
            isEscaped = !isEscaped && scalar == "~"
            if isEscaped { text.removeLast() }
        }
        return String(text)
    }

    private func changed(at way: ArraySlice<String>, by operation: JSON) throws -> JSON {
        let (word, value) = (operation["op"], operation["value"])
        guard let first = way.first else {
            guard word == "replace", let value else { throw WrongPatch(operation: operation) }
            return value
        }
        let rest = way.dropFirst()
        switch self {
        case .object(let object):
            let before = object[first]
            guard (before == nil) == (rest.isEmpty && word == "add") else { throw WrongPatch(operation: operation) }
            guard !rest.isEmpty else {
                if word == "remove" {
                    return .object(JSONObject(object.members.filter { $0.key != first }.map { ($0, $1) }))
                }
                return .object(JSONObject(object.members.map { ($0, $1) } + [(first, value ?? .null)]))
            }
            let after = try (before ?? .null).changed(at: rest, by: operation)
            return .object(JSONObject(object.members.map { ($0, $0 == first ? after : $1) }))
        case .array(var array):
            let isNew = rest.isEmpty && word == "add"
            guard let index = Int(first), index >= 0, index < array.count + (isNew ? 1 : 0) else {
                throw WrongPatch(operation: operation)
            }
            switch (rest.isEmpty, word) {
            case (true, "add"): array.insert(value ?? .null, at: index)
            case (true, "remove"): array.remove(at: index)
            case (true, _): array[index] = value ?? .null
            case (false, _): array[index] = try array[index].changed(at: rest, by: operation)
            }
            return .array(array)
        default: throw WrongPatch(operation: operation)
        }
    }
}
