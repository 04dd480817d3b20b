package import JSONText

extension JSONError {
    package var messageOfManifest: String {
        isSyntax ? "its manifest is not JSON: \(self)" : "its manifest breaks a rule: \(self)"
    }
}

extension Manifest {
    /// Reads a manifest and checks every rule that concerns it alone. Leaves out parts that this version of the ABI
    /// does not know: ``read(_:)``.
    package init(parsing bytes: [UInt8]) throws(JSONError) {
        self = try Self.read(bytes).manifest
    }

    /// A method, type, member or permission of a manifest that this version of the ABI does not know: of a later one,
    /// or mistyped.
    package struct Unknown: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            case method, type, member, permission
        }

        package let kind: Kind
        /// The place, and the host's replacement: `line 1, column 70: incoming[0].method: 'drawer' is no method in ABI
        /// 1.0, and counts as 'push'`.
        package let mismatch: JSONError
        /// The nearest known word; nil if none is near.
        package let nearest: String?

        /// A question about the nearest word after a semicolon; empty if there is none.
        package var hint: String { nearest.map { "; did you mean '\($0)'?" } ?? "" }
    }

    /// Reads a manifest, and the first 100 parts of it that this version of the ABI does not know, in the order of the
    /// text.
    package static func read(_ bytes: [UInt8]) throws(JSONError) -> (manifest: Manifest, unknowns: [Unknown]) {
        var reader = ManifestReader()
        let manifest = try reader.manifest(JSONField(document(bytes)))
        guard !reader.unknowns.isEmpty else { return (manifest, []) }
        return (
            manifest,
            reader.unknowns.sorted { ($0.mismatch.location?.offset ?? 0) < ($1.mismatch.location?.offset ?? 0) }
        )
    }

    /// Returns the id in a manifest's text, even if the rest is invalid; nil if there is no valid id.
    package static func id(in bytes: [UInt8]) -> String? {
        guard let document = try? document(bytes), let id = try? JSONField(document).required("id").string(),
            Identifier.isFeature(id), id != systemID
        else { return nil }
        return id
    }

    private static func document(_ bytes: [UInt8]) throws(JSONError) -> JSONDocument {
        var options = JSONOptions.strict
        options.maximumSize = maximumSize
        options.maximumDepth = 16
        return try JSONDocument.parse(bytes, options: options)
    }

    package static let systemID = "system"
}

extension Manifest {
    /// Checks a parent of a route against its own route.
    func check(
        _ parent: DestinationTemplate, of route: RouteDeclaration, _ field: JSONField
    ) throws(JSONError) {
        let name = parent.route
        guard let declaration = incomingRoute(named: name) else {
            throw field.mismatch("'\(name)', a parent of '\(route.name)', is not an incoming route")
        }
        let isItself = parent.items.allSatisfy { $0.term == .argument($0.name) }
        guard name != route.name || !isItself || parent.items.count < route.arguments.count else {
            throw field.mismatch("'\(parent)' is the route itself, and not a parent of it")
        }
        for item in parent.items {
            guard let type = declaration.argument(named: item.name)?.type else {
                throw field.mismatch("'\(item.name)' is not an argument of '\(name)', a parent of '\(route.name)'")
            }
            switch item.term {
            case .literal(let text):
                guard type.element.value(fromText: text) == nil else { continue }
                throw field.mismatch(
                    "the argument '\(item.name)' of '\(name)' is of type \(type), and '\(text)' is not")
            case .argument(let given):
                guard let source = route.argument(named: given) else { continue }
                guard source.type == type else {
                    throw field.mismatch(
                        "the argument '\(item.name)' of '\(name)' is of type \(type), and '{\(given)}' is a \(source.type)"
                    )
                }
                guard !source.isOptional || declaration.argument(named: item.name)?.isRequired == false else {
                    throw field.mismatch("'{\(given)}' may be missing, and '\(item.name)' of '\(name)' is required")
                }
            }
        }
        let given = Set(parent.items.map(\.name))
        for argument in declaration.requiredArguments where !given.contains(argument.name) {
            throw field.mismatch("'\(name)' needs the argument '\(argument.name)', and '\(parent)' does not give it")
        }
    }
}

extension Value {
    /// Converts a JSON value to a declared type; nil if it is of another type.
    package init?(_ json: JSON, as type: ValueType) {
        switch (type, json) {
        case (.bool, .bool(let bool)): self = .bool(bool)
        case (.int, .integer), (.int, .double):
            guard let integer = json.integer else { return nil }
            self = .integer(integer)
        case (.double, .integer), (.double, .double):
            guard let number = json.number else { return nil }
            self = .double(number)
        case (.string, .string(let string)): self = .string(string)
        case (.bytes, .string(let string)):
            guard let bytes = Base64.bytes(of: string) else { return nil }
            self = .bytes(bytes)
        case (.list(let element), .array(let array)):
            let items = array.compactMap { Value($0, as: element) }
            guard items.count == array.count else { return nil }
            self = .list(items)
        case (.record(let fields), .object(let object)):
            var values: [String: Value] = [:]
            for field in fields {
                if let json = object[field.name], json != .null {
                    guard let value = Value(json, as: field.type) else { return nil }
                    values[field.name] = value
                } else if !field.isOptional {
                    return nil
                }
            }
            self = .record(values)
        default: return nil
        }
    }

    /// The only member of the JSON form of bytes.
    package static let bytesMember = "$base64"

    /// The JSON form of this value. Bytes are an object, `{"$base64": "aGk="}` (RFC 4648), to distinguish them from
    /// text; no field of a record has that name.
    package var json: JSON {
        switch self {
        case .null: .null
        case .bool(let bool): .bool(bool)
        case .integer(let integer): .integer(integer)
        case .double(let double): .double(double)
        case .string(let string): .string(string)
        case .bytes(let bytes): [Self.bytesMember: .string(Base64.text(of: bytes))]
        case .list(let items): .array(items.map(\.json))
        case .record(let values):
            .object(JSONObject(values.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }))
        }
    }
}
