internal import FeatureABI
internal import JSONText

/// Reads one manifest. An unknown part, which a later minor version may have added, removes as little as possible: an
/// unknown member only itself; a method counts as push; an unknown type removes its route, checkpoint or value; an
/// unknown kind of permission removes its request.
struct ManifestReader {
    private typealias Argument = RouteDeclaration.Argument

    /// A name that the manifest declares, at its place. The declaration is nil if it is left out.
    private struct Named<Declared> {
        let name: String
        let field: JSONField
        let declared: Declared?
        var was: [(name: String, field: JSONField)] = []
    }

    /// A route without its parents, which can be read only when all routes are known.
    private struct Route {
        let name: String
        let field: JSONField
        /// Nil if the type of one is unknown.
        let arguments: [Argument]?
        let summary: String
        let method: NavigationMethod
        let parents: [(template: DestinationTemplate, field: JSONField)]
        let was: [(name: String, field: JSONField)]
        let deprecated: String?
    }

    private static let version = "ABI \(SY_ABI_MAJOR).\(SY_ABI_MINOR)"
    private static let maximumUnknowns = 100

    /// The parts of the manifest that this version does not know.
    private(set) var unknowns: [Manifest.Unknown] = []
    /// The names of the incoming routes that are left out.
    private var routesLeftOut: Set<String> = []

    mutating func manifest(_ root: JSONField) throws(JSONError) -> Manifest {
        guard let format = root["manifest"] else {
            _ = try root.object()
            throw root.mismatch(
                "expected the member 'manifest', and it is missing; write \"manifest\": \(Manifest.formatVersion)")
        }
        guard try format.integer() == Manifest.formatVersion else {
            throw format.mismatch("expected the format \(Manifest.formatVersion), found \(try format.integer())")
        }
        try passOverMembers(
            of: root,
            besides: [
                "manifest", "id", "name", "version", "summary", "abi", "sdk", "toolchain", "main", "incoming",
                "outgoing", "links", "customLinks", "checkpoints", "returns", "receives", "sends", "settings",
                "permissions", "requires", "sharesData",
            ])
        let identity = try Manifest.Identity(root)
        let stamps = try Manifest.Stamps(root)
        let feature = identity.id
        let incomingRoutes = try routes(root["incoming"], of: feature)
        routesLeftOut = Set(incomingRoutes.filter { $0.arguments == nil }.map(\.name))
        let incoming = incomingRoutes.compactMap(declaration)
        let main = try main(root["main"], of: incoming)
        let outgoingRoutes = try routes(root["outgoing"], of: feature)
        let links = try links(root["links"], to: incoming, of: feature)
        let claims = try claims(root["customLinks"])
        let checkpoints = try typedNames(root["checkpoints"], "checkpoint")
        let returns = try typedNames(root["returns"], "checkpoint")
        let receives = try typedNames(root["receives"], "value")
        let sends = try typedNames(root["sends"], "value")
        let manifest = Manifest(
            identity: identity, stamps: stamps, main: main, incoming: incoming,
            outgoing: outgoingRoutes.compactMap(declaration), links: links, customLinks: claims,
            checkpoints: checkpoints.compactMap(\.declared), returns: returns.compactMap(\.declared),
            receives: receives.compactMap(\.declared), sends: sends.compactMap(\.declared),
            settings: try settings(root["settings"]), permissions: try permissions(root["permissions"]),
            requirements: try requirements(root["requires"]), sharesData: try root["sharesData"]?.bool() ?? false)

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
        for route in outgoingRoutes
        where manifest.incomingRoute(named: route.name) != nil || routesLeftOut.contains(route.name) {
            throw route.field.mismatch("the route '\(route.name)' is both incoming and outgoing; give one another name")
        }
        let names = [checkpoints, returns, receives, sends]
        try check(
            older: incomingRoutes.flatMap(\.was) + outgoingRoutes.flatMap(\.was) + names.flatMap { $0.flatMap(\.was) },
            taken: incomingRoutes.map(\.name) + outgoingRoutes.map(\.name) + names.flatMap { $0.map(\.name) })
        for route in incomingRoutes {
            guard let declaration = manifest.incomingRoute(named: route.name) else { continue }
            for parent in route.parents where !routesLeftOut.contains(parent.template.route) {
                try manifest.check(parent.template, of: declaration, parent.field)
            }
        }
        return manifest
    }

    /// Checks older names against those of this version: a redirect from or to such a name would be ambiguous.
    private func check(
        older: [(name: String, field: JSONField)], taken: @autoclosure () -> [String]
    ) throws(JSONError) {
        guard !older.isEmpty else { return }
        let taken = Set(taken())
        var seen: Set<String> = []
        for (name, field) in older {
            guard !taken.contains(name) else {
                throw field.mismatch(
                    "the older name '\(name)' is that of a route, a checkpoint or a value of this version; leave it out"
                )
            }
            guard seen.insert(name).inserted else {
                throw field.mismatch("the older name '\(name)' stands twice")
            }
        }
    }

    // MARK: Unknown parts

    private mutating func note(_ kind: Manifest.Unknown.Kind, _ mismatch: JSONError, nearest: String?) {
        guard unknowns.count < Self.maximumUnknowns else { return }
        unknowns.append(.init(kind: kind, mismatch: mismatch, nearest: nearest))
    }

    private mutating func passOverMembers(of field: JSONField, besides known: [String]) throws(JSONError) {
        for member in try field.members(besides: known).prefix(Self.maximumUnknowns - unknowns.count) {
            guard case .key(let key)? = member.path.elements.last else { continue }
            note(
                .member,
                member.keyMismatch("\(quoted: key) is no member of this object in \(Self.version), and is passed over"),
                nearest: Spelling.nearest(to: key, in: known))
        }
    }

    private mutating func method(_ field: JSONField) throws(JSONError) -> NavigationMethod {
        let text = try field.string()
        if let method = NavigationMethod(rawValue: text) { return method }
        note(
            .method, field.mismatch("\(quoted: text) is no method in \(Self.version), and counts as 'push'"),
            nearest: Spelling.nearest(to: text, in: NavigationMethod.allCases.map(\.rawValue)))
        return .push
    }

    /// Reads a type; nil if it is unknown.
    ///
    /// - Parameters:
    ///   - consequence: The host's answer to an unknown type, for the note.
    ///   - isOfArgument: Whether a type counts as unknown if its values cannot occur in a link.
    private mutating func type(
        _ field: JSONField, or consequence: String, isOfArgument: Bool = false
    ) throws(JSONError) -> ValueType? {
        let text = try field.string()
        if let type = ValueType(text), type.isLinkable || !isOfArgument { return type }
        let scalars = ["bool", "int", "double", "string"]
        let words = (isOfArgument ? scalars : scalars + ["bytes"]).flatMap { [$0, "[\($0)]"] }
        let what = isOfArgument ? "a type of arguments" : "a type"
        note(
            .type, field.mismatch("\(quoted: text) is not \(what) in \(Self.version), so \(consequence)"),
            nearest: Spelling.nearest(to: text, in: words))
        return nil
    }

    // MARK: Routes

    private func elements(_ field: JSONField?) throws(JSONError) -> [JSONField] {
        try field?.elements() ?? []
    }

    private mutating func routes(_ field: JSONField?, of feature: String) throws(JSONError) -> [Route] {
        var routes: [Route] = []
        var names = NameIndex()
        for route in try elements(field) {
            let name = try name(route.required("name"))
            guard names.insert(name, behind: routes, \.name) else {
                throw route.mismatch("the route '\(name)' stands twice")
            }
            try passOverMembers(
                of: route, besides: ["name", "summary", "method", "arguments", "parents", "was", "deprecated"])
            let arguments = try arguments(route["arguments"], of: name)
            let isWhole = arguments.allSatisfy { $0.declared != nil }
            routes.append(
                Route(
                    name: name, field: route, arguments: isWhole ? arguments.compactMap(\.declared) : nil,
                    summary: try route["summary"]?.string() ?? "",
                    method: try route["method"].map { (field) throws(JSONError) in try method(field) } ?? .push,
                    parents: try parents(route["parents"], of: feature, arguments: arguments),
                    was: try was(route),
                    deprecated: try route["deprecated"].map { (field) throws(JSONError) in
                        try Permissions.reason(field, for: "what to use instead of the route")
                    }))
        }
        return routes
    }

    /// The route with its remaining parents; nil if it is left out itself.
    private func declaration(_ route: Route) -> RouteDeclaration? {
        route.arguments.map { arguments in
            RouteDeclaration(
                name: route.name, arguments: arguments, summary: route.summary, method: route.method,
                parents: route.parents.map(\.template).filter { !routesLeftOut.contains($0.route) },
                was: route.was.map(\.name), deprecated: route.deprecated)
        }
    }

    /// The older names of a route, a checkpoint or a value.
    private func was(_ field: JSONField) throws(JSONError) -> [(name: String, field: JSONField)] {
        try elements(field["was"]).map { (field) throws(JSONError) in (try name(field), field) }
    }

    private func name(_ field: JSONField) throws(JSONError) -> String {
        let name = try field.string()
        guard Identifier.isName(name) else {
            throw field.mismatch("'\(name)' is not a name: letters, digits, '_' and '-', not beginning with a digit")
        }
        return name
    }

    private mutating func arguments(_ field: JSONField?, of route: String) throws(JSONError) -> [Named<Argument>] {
        var arguments: [Named<Argument>] = []
        var names = NameIndex()
        for field in try elements(field) {
            let argument = try argument(field, of: route)
            guard names.insert(argument.name, behind: arguments, \.name) else {
                throw field.mismatch("the argument '\(argument.name)' stands twice")
            }
            arguments.append(argument)
        }
        return arguments
    }

    private mutating func argument(_ field: JSONField, of route: String) throws(JSONError) -> Named<Argument> {
        let type = try type(
            field.required("type"), or: "the route '\(route)' is left out, with its links and wherever it is a parent",
            isOfArgument: true)
        try passOverMembers(of: field, besides: ["name", "type", "optional", "default", "summary"])
        let name = try name(field.required("name"))
        let isOptional = try field["optional"]?.bool() ?? false
        let summary = try field["summary"]?.string() ?? ""
        guard let type else { return Named(name: name, field: field, declared: nil) }
        var defaultValue: Value?
        if let field = field["default"] {
            guard let value = Value(field.value, as: type) else {
                throw field.mismatch("the default is not of the type \(type)")
            }
            defaultValue = value
        }
        let argument = Argument(
            name: name, type: type, isOptional: isOptional, defaultValue: defaultValue, summary: summary)
        return Named(name: name, field: field, declared: argument)
    }

    private func parents(
        _ field: JSONField?, of feature: String, arguments: [Named<Argument>]
    ) throws(JSONError) -> [(template: DestinationTemplate, field: JSONField)] {
        let index = NameIndex(arguments.lazy.map(\.name))
        var parents: [(template: DestinationTemplate, field: JSONField)] = []
        for parent in try elements(field) {
            let text = try parent.string()
            let template: DestinationTemplate
            do {
                template = try DestinationTemplate(feature + "/" + text)
            } catch {
                throw parent.mismatch("\(error)")
            }
            for name in template.argumentNames where index.position(of: name, in: arguments, \.name) == nil {
                throw parent.mismatch("'{\(name)}' is not an argument of the route")
            }
            parents.append((template, parent))
        }
        return parents
    }

    private func main(_ field: JSONField?, of incoming: [RouteDeclaration]) throws(JSONError) -> String? {
        guard let field else { return nil }
        let name = try field.string()
        if routesLeftOut.contains(name) { return nil }
        guard let route = incoming.first(where: { $0.name == name }) else {
            throw field.mismatch("'\(name)' is not one of the feature's incoming routes")
        }
        guard !route.arguments.contains(where: \.isRequired) else {
            throw field.mismatch("'\(name)' needs arguments, and the main screen is shown without any")
        }
        return name
    }

    // MARK: Links

    private mutating func links(
        _ field: JSONField?, to routes: [RouteDeclaration], of feature: String
    ) throws(JSONError) -> [RouteLink] {
        var links: [RouteLink] = []
        let index = NameIndex(routes.lazy.map(\.name))
        for link in try elements(field) {
            let routeField = try link.required("route")
            try passOverMembers(of: link, besides: ["scheme", "host", "pattern", "route", "arguments"])
            let name = try routeField.string()
            let route = index.first(named: name, of: routes, \.name)
            guard route != nil || routesLeftOut.contains(name) else {
                throw routeField.mismatch("'\(name)' is not one of the feature's incoming routes")
            }
            var fixed: [Destination.Argument] = []
            for (name, field) in try link["arguments"]?.members() ?? [] {
                guard let route else { continue }
                guard let type = route.argument(named: name)?.type, let value = Value(field.value, as: type) else {
                    throw field.mismatch("'\(name)' is not an argument of '\(route.name)', or not of its type")
                }
                fixed.append(.init(name, value))
            }
            let (scheme, host) = (try link.required("scheme").string(), try link.required("host").string())
            let path = try link.required("pattern").string()
            do {
                let pattern = try LinkPattern(scheme: scheme, host: host, path)
                if let route { links.append(try RouteLink(pattern, to: route, of: feature, fixedArguments: fixed)) }
            } catch {
                throw link.mismatch("\(error)")
            }
        }
        return links
    }

    private mutating func claims(_ field: JSONField?) throws(JSONError) -> [Manifest.LinkClaim] {
        var claims: [Manifest.LinkClaim] = []
        for claim in try elements(field) {
            let scheme = try claim.required("scheme")
            try passOverMembers(of: claim, besides: ["scheme", "host"])
            guard LinkURL.isScheme(try scheme.string()) else {
                throw scheme.mismatch("'\(try scheme.string())' is not a scheme")
            }
            let host = try claim.required("host")
            guard LinkPattern.isHost(try host.string()) else {
                throw host.mismatch("\(LinkError.hostIsNotLiteral(try host.string()))")
            }
            claims.append(Manifest.LinkClaim(scheme: try scheme.string(), host: try host.string()))
        }
        return claims
    }

    // MARK: Values

    /// - Parameter what: The word for the named thing in notes: "checkpoint".
    private mutating func typedNames(
        _ field: JSONField?, _ what: String
    ) throws(JSONError) -> [Named<Manifest.TypedName>] {
        var names: [Named<Manifest.TypedName>] = []
        var seen = NameIndex()
        for field in try elements(field) {
            let name = try name(field.required("name"))
            guard seen.insert(name, behind: names, \.name) else { throw field.mismatch("'\(name)' stands twice") }
            try passOverMembers(of: field, besides: ["name", "type", "was"])
            let was = try was(field)
            let older = was.map(\.name)
            var declared: Manifest.TypedName? = Manifest.TypedName(name: name, type: nil, was: older)
            if let typeField = field["type"] {
                declared = try type(typeField, or: "the \(what) '\(name)' is left out")
                    .map { Manifest.TypedName(name: name, type: $0, was: older) }
            }
            names.append(Named(name: name, field: field, declared: declared, was: was))
        }
        return names
    }

    private mutating func settings(_ field: JSONField?) throws(JSONError) -> [Manifest.Setting] {
        var settings: [Manifest.Setting] = []
        var names = NameIndex()
        for field in try elements(field) {
            let name = try name(field.required("name"))
            try passOverMembers(of: field, besides: ["name", "type", "settings"])
            let setting = Manifest.Setting(name: name, kind: try settingKind(field, name))
            guard names.insert(name, behind: settings, \.name) else {
                throw field.mismatch("the setting '\(name)' stands twice")
            }
            settings.append(setting)
        }
        return settings
    }

    private mutating func settingKind(_ field: JSONField, _ name: String) throws(JSONError) -> Manifest.Setting.Kind {
        switch (field["type"], field["settings"]) {
        case (nil, nil): .any
        case (let typeField?, nil):
            try type(typeField, or: "the setting '\(name)' may have any value").map { .value($0) } ?? .any
        case (nil, let members?): .section(try settings(members))
        case (.some, let members?):
            throw members.mismatch("the setting '\(name)' has a 'type' and 'settings'; keep one of the two")
        }
    }
    // MARK: Permissions

    private mutating func permissions(_ field: JSONField?) throws(JSONError) -> [PermissionRequest] {
        var requests: [PermissionRequest] = []
        for field in try elements(field) {
            let reason = try Permissions.reason(field.required("reason"))
            let kinds = Permissions.Kind.allCases.filter { field[$0.rawValue] != nil }
            let words = Permissions.Kind.allCases.map(\.rawValue)
            guard kinds.count <= 1 else {
                let found = kinds.map { "'\($0.rawValue)'" }.joined(separator: " and ")
                throw field.mismatch("a request has one kind of permission, and this one has \(found); write two")
            }
            guard let kind = kinds.first, let value = field[kind.rawValue] else {
                let unknown = try field.members(besides: ["reason"])
                guard !unknown.isEmpty else {
                    throw field.mismatch(
                        "expected one of the members \(words.map { "'\($0)'" }.joined(separator: ", ")) beside 'reason'"
                    )
                }
                for member in unknown { notePermission(member) }
                continue
            }
            try passOverMembers(of: field, besides: [kind.rawValue, "reason"])
            if let permissions = try permissions(value, kind) {
                requests.append(PermissionRequest(permissions, reason: reason))
            }
        }
        return requests
    }

    private mutating func notePermission(_ member: JSONField) {
        guard case .key(let key)? = member.path.elements.last else { return }
        note(
            .permission,
            member.keyMismatch("\(quoted: key) is no kind of permission in \(Self.version), and is passed over"),
            nearest: Spelling.nearest(to: key, in: Permissions.Kind.allCases.map(\.rawValue)))
    }

    /// Reads the permissions of a request; nil if none of them is known.
    private mutating func permissions(
        _ field: JSONField, _ kind: Permissions.Kind
    ) throws(JSONError) -> Permissions? {
        if kind == .run {
            guard try field.bool() else {
                throw field.mismatch("expected true; leave the request out where the feature starts no programs")
            }
            return Permissions(run: true)
        }
        let fields = try field.elements()
        guard !fields.isEmpty else { throw field.mismatch("the list is empty; leave the request out") }
        var permissions = Permissions.none
        for field in fields {
            switch kind {
            case .net:
                if let asked = try Permissions.net(field) {
                    permissions = permissions.union(asked)
                } else {
                    let text = try field.string()
                    note(
                        .permission,
                        field.mismatch("\(quoted: text) is of no protocol in \(Self.version), and is passed over"),
                        nearest: nil)
                }
            case .read: permissions.read.insert(try Permissions.path(field))
            case .write: permissions.write.insert(try Permissions.path(field))
            case .env: permissions.environment.insert(try Permissions.variable(field))
            case .run: break
            }
        }
        return permissions == .none ? nil : permissions
    }

    // MARK: Requirements

    private mutating func requirements(_ field: JSONField?) throws(JSONError) -> Manifest.Requirements {
        guard let field else { return .none }
        _ = try field.object()
        try passOverMembers(of: field, besides: ["host", "extensions"])
        let host = try field["host"].map { (field) throws(JSONError) in
            let text = try field.string()
            guard let version = HostVersion(text) else {
                throw field.mismatch(
                    "\(quoted: text) is not a version of a host: one to three numbers, such as '1.2' or '1.2.0'")
            }
            return version
        }
        var extensions: [String] = []
        var seen: Set<String> = []
        for field in try elements(field["extensions"]) {
            let id = try field.string()
            guard Manifest.Requirements.isExtension(id) else {
                throw field.mismatch(
                    "\(quoted: id) is not the id of an extension: printable ASCII characters such as "
                        + "'switchyard.files/1', at most 255")
            }
            guard seen.insert(id).inserted else { throw field.mismatch("the extension '\(id)' stands twice") }
            extensions.append(id)
        }
        return Manifest.Requirements(host: host, extensions: extensions)
    }
}
