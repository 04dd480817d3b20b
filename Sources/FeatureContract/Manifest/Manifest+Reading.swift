package import JSONText

extension JSONError {
    /// The message for a text that is not a manifest.
    package var messageOfManifest: String {
        isSyntax ? "its manifest is not JSON: \(self)" : "its manifest breaks a rule: \(self)"
    }
}

extension Manifest {
    /// Reads a manifest and checks every rule that concerns it alone.
    package init(parsing bytes: [UInt8]) throws(JSONError) {
        self = try Self.read(JSONField(Self.document(bytes)))
    }

    /// Returns the id that a manifest's text names, whatever else is wrong with it, or nil if it names no valid id.
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

    // Unknown members are skipped: a later minor version may have added them.
    private static func read(_ root: JSONField) throws(JSONError) -> Manifest {
        guard let format = root["manifest"] else {
            _ = try root.object()
            throw root.mismatch(
                "expected the member 'manifest', and it is missing; write \"manifest\": \(formatVersion)")
        }
        guard try format.integer() == formatVersion else {
            throw format.mismatch("expected the format \(formatVersion), found \(try format.integer())")
        }
        let identity = try Identity(root)
        let feature = identity.id
        let incoming = try routes(root["incoming"], of: feature)
        let manifest = Manifest(
            identity: identity,
            stamps: try Stamps(root),
            main: try main(root["main"], of: incoming),
            incoming: incoming,
            outgoing: try routes(root["outgoing"], of: feature),
            links: try links(root["links"], to: incoming, of: feature),
            customLinks: try claims(root["customLinks"]),
            checkpoints: try typedNames(root["checkpoints"]),
            returns: try typedNames(root["returns"]),
            receives: try typedNames(root["receives"]),
            sends: try typedNames(root["sends"]),
            settings: try Setting.all(root["settings"]))
        try manifest.checkNames(root)
        return manifest
    }

    /// The id of the host's built-in feature.
    package static let systemID = "system"

    private static func main(_ field: JSONField?, of incoming: [RouteDeclaration]) throws(JSONError) -> String? {
        guard let field else { return nil }
        let name = try field.string()
        guard let route = incoming.first(where: { $0.name == name }) else {
            throw field.mismatch("'\(name)' is not one of the feature's incoming routes")
        }
        guard !route.arguments.contains(where: \.isRequired) else {
            throw field.mismatch("'\(name)' needs arguments, and the main screen is shown without any")
        }
        return name
    }

    static func elements(_ field: JSONField?) throws(JSONError) -> [JSONField] {
        try field?.elements() ?? []
    }

    private static func routes(_ field: JSONField?, of feature: String) throws(JSONError) -> [RouteDeclaration] {
        var routes: [RouteDeclaration] = []
        var names: Set<String> = []
        for route in try elements(field) {
            let name = try self.name(route.required("name"))
            guard names.insert(name).inserted else {
                throw route.mismatch("the route '\(name)' stands twice")
            }
            var arguments: [RouteDeclaration.Argument] = []
            var argumentNames: Set<String> = []
            for argument in try elements(route["arguments"]) {
                let read = try self.argument(argument)
                guard argumentNames.insert(read.name).inserted else {
                    throw argument.mismatch("the argument '\(read.name)' stands twice")
                }
                arguments.append(read)
            }
            routes.append(
                RouteDeclaration(
                    name: name, arguments: arguments, summary: try route["summary"]?.string() ?? "",
                    method: try route["method"]?.word(NavigationMethod.self) ?? .push,
                    parents: try parents(route["parents"], of: feature, arguments: argumentNames)))
        }
        return routes
    }

    static func name(_ field: JSONField) throws(JSONError) -> String {
        let name = try field.string()
        guard Identifier.isName(name) else {
            throw field.mismatch("'\(name)' is not a name: letters, digits, '_' and '-', not beginning with a digit")
        }
        return name
    }

    static func type(_ field: JSONField) throws(JSONError) -> ValueType {
        guard let type = ValueType(try field.string()) else {
            throw field.mismatch(
                "'\(try field.string())' is not a type: bool, int, double, string, bytes, a list such as [int], or a "
                    + "record such as {id: int, name: string?}")
        }
        return type
    }

    private static func argument(_ field: JSONField) throws(JSONError) -> RouteDeclaration.Argument {
        let type = try type(field.required("type"))
        guard type.isLinkable else {
            throw try field.required("type").mismatch(
                "'\(type)' cannot stand in a link; an argument is a bool, int, double, string, or a list of one of these"
            )
        }
        var defaultValue: Value?
        if let field = field["default"] {
            guard let value = Value(field.value, as: type) else {
                throw field.mismatch("the default is not of the type \(type)")
            }
            defaultValue = value
        }
        return RouteDeclaration.Argument(
            name: try name(field.required("name")), type: type, isOptional: try field["optional"]?.bool() ?? false,
            defaultValue: defaultValue, summary: try field["summary"]?.string() ?? "")
    }

    private static func parents(
        _ field: JSONField?, of feature: String, arguments: Set<String>
    ) throws(JSONError) -> [DestinationTemplate] {
        var parents: [DestinationTemplate] = []
        for parent in try elements(field) {
            let text = try parent.string()
            let template: DestinationTemplate
            do {
                template = try DestinationTemplate("\(feature)/\(text)")
            } catch {
                throw parent.mismatch("\(error)")
            }
            for name in template.argumentNames where !arguments.contains(name) {
                throw parent.mismatch("'{\(name)}' is not an argument of the route")
            }
            parents.append(template)
        }
        return parents
    }

    private static func links(
        _ field: JSONField?, to routes: [RouteDeclaration], of feature: String
    ) throws(JSONError) -> [RouteLink] {
        var links: [RouteLink] = []
        let index = NameIndex(routes.map(\.name))
        for link in try elements(field) {
            let routeField = try link.required("route")
            let name = try routeField.string()
            guard let route = index.first(named: name, of: routes, \.name) else {
                throw routeField.mismatch("'\(name)' is not one of the feature's incoming routes")
            }
            var fixed: [Destination.Argument] = []
            for (name, field) in try link["arguments"]?.members() ?? [] {
                guard let type = route.argument(named: name)?.type, let value = Value(field.value, as: type) else {
                    throw field.mismatch("'\(name)' is not an argument of '\(route.name)', or not of its type")
                }
                fixed.append(.init(name, value))
            }
            let (scheme, host) = (try link.required("scheme").string(), try link.required("host").string())
            let path = try link.required("pattern").string()
            do {
                let pattern = try LinkPattern(scheme: scheme, host: host, path)
                links.append(try RouteLink(pattern, to: route, of: feature, fixedArguments: fixed))
            } catch {
                throw link.mismatch("\(error)")
            }
        }
        return links
    }

    private static func claims(_ field: JSONField?) throws(JSONError) -> [LinkClaim] {
        var claims: [LinkClaim] = []
        for claim in try elements(field) {
            let scheme = try claim.required("scheme")
            guard LinkURL.isScheme(try scheme.string()) else {
                throw scheme.mismatch("'\(try scheme.string())' is not a scheme")
            }
            let host = try claim.required("host")
            guard LinkPattern.isHost(try host.string()) else {
                throw host.mismatch("\(LinkError.hostIsNotLiteral(try host.string()))")
            }
            claims.append(LinkClaim(scheme: try scheme.string(), host: try host.string()))
        }
        return claims
    }

    private static func typedNames(_ field: JSONField?) throws(JSONError) -> [TypedName] {
        var names: [TypedName] = []
        var seen: Set<String> = []
        for field in try elements(field) {
            let name = try name(field.required("name"))
            guard seen.insert(name).inserted else { throw field.mismatch("'\(name)' stands twice") }
            var valueType: ValueType?
            if let typeField = field["type"] { valueType = try type(typeField) }
            names.append(TypedName(name: name, type: valueType))
        }
        return names
    }

    /// Checks the rules that concern several parts of the manifest.
    private func checkNames(_ root: JSONField) throws(JSONError) {
        let checkpointNames = Set(checkpoints.map(\.name))
        for name in returns.map(\.name) where checkpointNames.contains(name) {
            throw root.mismatch(
                "the checkpoint '\(name)' is both in 'checkpoints' and in 'returns'; give one another name")
        }
        let receivedNames = Set(receives.map(\.name))
        for name in sends.map(\.name) where receivedNames.contains(name) {
            throw root.mismatch("the type '\(name)' is both in 'receives' and in 'sends'; give one another name")
        }
        // If an incoming and an outgoing route had one name, a destination's text would be ambiguous.
        for (route, field) in zip(outgoing, try Self.elements(root["outgoing"]))
        where incomingRoute(named: route.name) != nil {
            throw field.mismatch("the route '\(route.name)' is both incoming and outgoing; give one another name")
        }
        for (route, field) in zip(incoming, try Self.elements(root["incoming"])) {
            for (parent, field) in zip(route.parents, try Self.elements(field["parents"])) {
                try check(parent, of: route, field)
            }
        }
    }

    private func check(
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

    /// The JSON form of this value; bytes are a string in base64 (RFC 4648).
    package var json: JSON {
        switch self {
        case .null: .null
        case .bool(let bool): .bool(bool)
        case .integer(let integer): .integer(integer)
        case .double(let double): .double(double)
        case .string(let string): .string(string)
        case .bytes(let bytes): .string(Base64.text(of: bytes))
        case .list(let items): .array(items.map(\.json))
        case .record(let values):
            .object(JSONObject(values.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }))
        }
    }
}
