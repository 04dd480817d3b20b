import FeatureContract
import HostCore
import HostSystem
import JSONText

/// The comparison of two versions of a feature by their manifests.
///
/// ```swift
/// ContractComparison(of: old, with: new).changes.filter(\.breaks)
/// ```
package struct ContractComparison: Sendable {
    package let old: Manifest
    package let new: Manifest
    /// The changes: of the feature itself, its routes, links, shared names, settings, permissions and requirements.
    /// Texts for users, such as summaries, are not part of the contract.
    package private(set) var changes: [ContractChange]

    package init(of old: Manifest, with new: Manifest) {
        self.old = old
        self.new = new
        changes = []
        compareIdentities()
        compareRoutes()
        changes += LinkChanges(old, new).changes
        for kind in SharedNameKind.allCases { compareNames(kind) }
        compareSettings(old.settings, new.settings, in: "")
        comparePermissions()
        compareRequirements()
        if old.sharesData != new.sharesData {
            changes.add(
                .requirement, .changed, "sharesData",
                new.sharesData
                    ? "several hosts may run the feature at a time, with one data directory"
                    : "one host at a time may run the feature, and several could: 'sharesData' is gone",
                fix: new.sharesData ? nil : "go on sharing the data directory, and keep 'sharesData'")
        }
    }

    /// Adds changes found by running both versions.
    package mutating func add(_ more: [ContractChange]) { changes += more }

    package var breaks: Bool { changes.contains(where: \.breaks) }

    // MARK: The feature

    private mutating func compareIdentities() {
        if old.id != new.id {
            changes.add(
                .id, .changed, old.id,
                "the feature's id is '\(new.id)': the wiring and saved screens name it '\(old.id)'",
                fix: "keep the id '\(old.id)'")
        }
        if old.version != new.version {
            changes.add(.version, .changed, old.id, "the version is '\(new.version)', and was '\(old.version)'")
        }
        if old.main != new.main {
            func text(_ main: String?) -> String { main.map { "the route '\($0)'" } ?? "a screen without a route" }
            changes.add(.main, .changed, old.id, "the main screen is \(text(new.main)), and was \(text(old.main))")
        }
    }

    // MARK: Routes

    private mutating func compareRoutes() {
        for route in old.incoming { compare(incoming: route) }
        for route in old.outgoing { compare(outgoing: route) }
        for (routes, part) in [(new.incoming, ContractChange.Part.incoming), (new.outgoing, .outgoing)] {
            for route in routes where !([route.name] + route.was).contains(where: { old.route(named: $0) != nil }) {
                added(route, part)
            }
        }
        for route in old.incoming + old.outgoing { compareOlderNames(route) }
    }

    private mutating func compare(incoming route: RouteDeclaration) {
        let name = "\(old.id)/\(route.name)"
        let found = new.route(leadingOnFrom: route.name)
        if let found, found.isIncoming {
            compareManners(route, found.route, .incoming, name)
            return compareArguments(route, found.route, name, isIncoming: true)
        }
        if found != nil {
            changes.add(
                .incoming, .changed, name,
                "it was an incoming route and is an outgoing one: what leads to it leads nowhere",
                fix: "keep the incoming route, and give the outgoing one another name")
        } else {
            changes.add(
                .incoming, .removed, name,
                "the incoming route is gone: redirects, links and saved screens that lead to it lead nowhere",
                fix: keeping(route, among: new.incoming))
        }
    }

    private mutating func compare(outgoing route: RouteDeclaration) {
        let name = "\(old.id)/\(route.name)"
        if let found = new.route(leadingOnFrom: route.name) {
            guard found.isIncoming else {
                compareManners(route, found.route, .outgoing, name)
                return compareArguments(route, found.route, name, isIncoming: false)
            }
            // A redirect may lead on from an incoming route too.
            changes.add(
                .outgoing, .changed, name,
                "it was an outgoing route and is an incoming one: where the wiring leads on from it, it still does")
            return compareArguments(route, found.route, name, isIncoming: false)
        }
        changes.add(
            .outgoing, .removed, name, "the outgoing route is gone: a redirect from it leads on from nothing",
            fix: keeping(route, among: new.outgoing))
    }

    /// The advice for a removed route. It names the probable replacement: the new route with equal arguments, or else
    /// with a similar name.
    private func keeping(_ route: RouteDeclaration, among routes: [RouteDeclaration]) -> String {
        let added = routes.filter { route in
            !([route.name] + route.was).contains { old.route(named: $0) != nil }
        }
        let alike = added.filter { $0.arguments.map(\.name) == route.arguments.map(\.name) }
        let nearest = Spelling.nearest(to: route.name, in: added.map(\.name))
        guard let name = alike.count == 1 ? alike[0].name : nearest else {
            return "keep it; or let another route take its place, with \"was\": [\"\(route.name)\"]"
        }
        return "keep it; or, where '\(name)' takes its place, declare \"was\": [\"\(route.name)\"] on that"
    }

    private mutating func added(_ route: RouteDeclaration, _ part: ContractChange.Part) {
        let name = "\(new.id)/\(route.name)"
        // A redirect between two names that are also routes connects the routes: WiringCheck.sharedKind(of:).
        if let kind = SharedNameKind.allCases.first(where: { old.sharedName($0, named: route.name) != nil }) {
            changes.add(
                part, .added, name,
                "the new route has the name of a \(kind), and a redirect that connects the \(kind) may connect the "
                    + "route instead",
                fix: "give the route another name")
        } else if part == .incoming {
            changes.add(part, .added, name, "the incoming route is new")
        } else {
            changes.add(
                part, .added, name, "the outgoing route is new: it leads nowhere until the wiring leads on from it")
        }
    }

    /// Compares the properties of a route's presentation that no wiring can override.
    private mutating func compareManners(
        _ route: RouteDeclaration, _ newRoute: RouteDeclaration, _ part: ContractChange.Part, _ name: String
    ) {
        if route.name != newRoute.name {
            changes.add(
                part, .changed, name, "the route is '\(new.id)/\(newRoute.name)', and the older name leads there")
        }
        if route.deprecated != newRoute.deprecated {
            changes.add(
                part, .changed, name,
                newRoute.deprecated.map { "the route is deprecated: \($0)" } ?? "the route is not deprecated any more")
        }
        if route.method != newRoute.method {
            changes.add(
                part, .changed, name,
                "it is shown by '\(newRoute.method.rawValue)' where nothing else is said, and was by "
                    + "'\(route.method.rawValue)'")
        }
        func texts(_ route: RouteDeclaration) -> [String] {
            route.parents.map { String($0.description.dropFirst($0.feature.count + 1)) }
        }
        if texts(route) != texts(newRoute) {
            func text(_ route: RouteDeclaration) -> String {
                route.parents.isEmpty ? "nothing" : texts(route).joined(separator: ", ")
            }
            changes.add(
                part, .changed, name, "a link puts \(text(newRoute)) below it, and put \(text(route)) there")
        }
    }

    /// Finds the older names of a route that lead elsewhere now.
    private mutating func compareOlderNames(_ route: RouteDeclaration) {
        let part: ContractChange.Part = old.incomingRoute(named: route.name) == nil ? .outgoing : .incoming
        guard let end = new.route(leadingOnFrom: route.name)?.route else { return }
        for name in route.was where new.route(leadingOnFrom: name)?.route.name != end.name {
            changes.add(
                part, .removed, "\(old.id)/\(name)", "the older name of '\(route.name)' does not lead there any more",
                fix: "keep \"\(name)\" in \"was\" of '\(end.name)'")
        }
    }

    /// Compares the arguments of one route. An incoming route may accept more than before; an outgoing one may pass
    /// less.
    private mutating func compareArguments(
        _ route: RouteDeclaration, _ newRoute: RouteDeclaration, _ name: String, isIncoming: Bool
    ) {
        for argument in route.arguments {
            guard let newArgument = newRoute.argument(named: argument.name) else {
                changes.add(
                    .argument, .removed, name,
                    "the argument '\(argument.name)' is gone: "
                        + (isIncoming
                            ? "a redirect, a link or a saved screen that gives it is refused"
                            : "a redirect that passes it on is wrong"),
                    fix: isIncoming ? "keep it, and take no notice of it" : "keep it")
                continue
            }
            compare(argument, newArgument, name, isIncoming: isIncoming)
        }
        for argument in newRoute.arguments where route.argument(named: argument.name) == nil {
            let breaks = isIncoming && argument.isRequired
            changes.add(
                .argument, .added, name,
                "the argument '\(argument.name)' (\(argument.type)) is new"
                    + (breaks ? " and required: no redirect and no saved screen gives it" : ""),
                fix: breaks ? "let it be optional, or give it a default" : nil)
        }
    }

    private mutating func compare(
        _ argument: RouteDeclaration.Argument, _ newArgument: RouteDeclaration.Argument, _ name: String,
        isIncoming: Bool
    ) {
        func change(_ message: String, fix: String? = nil) {
            changes.add(.argument, .changed, name, "the argument '\(argument.name)' \(message)", fix: fix)
        }
        if argument.type != newArgument.type {
            return change(
                "is of type \(newArgument.type), and was of type \(argument.type)",
                fix: isIncoming
                    ? "keep the type, and add an optional argument of the new one"
                    : "keep the type, and add an argument")
        }
        if isIncoming, argument.isRequired != newArgument.isRequired {
            if argument.isRequired { return change("may be left out, and was required") }
            return change("is required, and could be left out", fix: "let it be optional, or give it a default")
        }
        // A missing list is empty, so it satisfies a required argument.
        if !isIncoming, argument.isOptional != newArgument.isOptional, !argument.type.isList {
            if argument.isOptional { return change("is always given, and could be missing") }
            return change(
                "may be missing, and a redirect that passes it on to a required argument is wrong",
                fix: "give it always, or add another argument that is optional")
        }
        guard argument.defaultValue != newArgument.defaultValue || argument.isOptional != newArgument.isOptional else {
            return
        }
        func missing(_ argument: RouteDeclaration.Argument) -> String {
            argument.defaultValue.map { "is \($0.json.text()) where it is left out" }
                ?? (argument.isRequired ? "is required" : "is empty where it is left out")
        }
        if missing(argument) != missing(newArgument) {
            change("\(missing(newArgument)); before, it \(missing(argument))")
        }
    }

    // MARK: Checkpoints and values

    private mutating func compareNames(_ kind: SharedNameKind) {
        let part: ContractChange.Part = kind == .checkpoint ? .checkpoint : .value
        let (provided, wanted) = (new.providedNames(kind), new.wantedNames(kind))
        for (names, isProvided) in [(old.providedNames(kind), true), (old.wantedNames(kind), false)] {
            for name in names {
                compareName(name, part, provided: provided, wanted: wanted, isProvided: isProvided)
            }
        }
        for name in provided + wanted
        where !([name.name] + name.was).contains(where: { old.sharedName(kind, named: $0) != nil }) {
            let isWanted = wanted.contains(name)
            changes.add(
                part, .added, "\(new.id)/\(name.name)",
                "the \(kind) is new" + (isWanted ? ": it leads nowhere until the wiring leads on from it" : ""))
        }
    }

    /// - Parameters:
    ///   - provided: The names that the new version itself establishes or receives.
    ///   - wanted: The names that the new version leaves to the wiring.
    ///   - isProvided: Whether the old version itself provides the name.
    private mutating func compareName(
        _ name: Manifest.TypedName, _ part: ContractChange.Part, provided: [Manifest.TypedName],
        wanted: [Manifest.TypedName], isProvided: Bool
    ) {
        let subject = "\(old.id)/\(name.name)"
        let (same, other) = isProvided ? (provided, wanted) : (wanted, provided)
        guard let newName = same.first(where: { $0.isNamed(name.name) }) else {
            let isTurned = other.contains { $0.isNamed(name.name) }
            let lists = part == .checkpoint ? ["\"checkpoints\"", "\"returns\""] : ["\"receives\"", "\"sends\""]
            let (before, after) = isProvided ? (lists[0], lists[1]) : (lists[1], lists[0])
            let end = isProvided ? "a redirect to it leads nowhere" : "a redirect from it leads on from nothing"
            changes.add(
                part, isTurned ? .changed : .removed, subject,
                isTurned
                    ? "the \(part.rawValue) was in \(before) and is in \(after): \(end)"
                    : "the \(part.rawValue) is gone: \(end)",
                fix: isTurned
                    ? "keep it there, and give the other one another name"
                    : "keep it; or let another \(part.rawValue) take its place, with \"was\": [\"\(name.name)\"]")
            return
        }
        if name.name != newName.name {
            changes.add(
                part, .changed, subject,
                "the \(part.rawValue) is '\(new.id)/\(newName.name)', and the older name leads there")
        }
        for older in name.was where !newName.isNamed(older) {
            changes.add(
                part, .removed, "\(old.id)/\(older)", "the older name of '\(name.name)' does not lead there any more",
                fix: "keep \"\(older)\" in \"was\" of '\(newName.name)'")
        }
        guard name.type != newName.type else { return }
        func text(_ type: ValueType?) -> String { type.map { "of type \($0)" } ?? "without a value" }
        // A provided name may accept more than before; a wanted one may pass less.
        let fits = isProvided ? name.fits(newName) : newName.fits(name)
        let fix =
            isProvided
            ? "let it take all values that it took, as by a field that may be missing; or add another name"
            : "let it give all fields that it gave; or add another name"
        changes.add(
            part, .changed, subject, "the \(part.rawValue) is \(text(newName.type)), and was \(text(name.type))",
            fix: fits ? nil : fix)
    }

    // MARK: Settings and permissions

    /// - Parameter path: The names of the enclosing sections, each with a full stop.
    private mutating func compareSettings(
        _ settings: [Manifest.Setting], _ newSettings: [Manifest.Setting], in path: String
    ) {
        for setting in settings {
            let name = path + setting.name
            guard let newSetting = newSettings.first(where: { $0.name == setting.name }) else {
                changes.add(
                    .setting, .removed, name, "the setting is gone: what the wiring says in it has no effect",
                    fix: "keep it")
                continue
            }
            switch (setting.kind, newSetting.kind) {
            case (.section(let members), .section(let newMembers)):
                compareSettings(members, newMembers, in: "\(name).")
            case (let kind, let newKind) where kind != newKind:
                changes.add(
                    .setting, .changed, name, "the setting is \(newKind.text), and was \(kind.text)",
                    fix: newKind.acceptsAll(of: kind) ? nil : "keep the type, and add another setting")
            default: break
            }
        }
        for setting in newSettings where !settings.contains(where: { $0.name == setting.name }) {
            changes.add(.setting, .added, path + setting.name, "the setting is new")
        }
    }

    private mutating func comparePermissions() {
        // Paths are compared only with each other, so any home will do.
        let environment = HostEnvironment(["HOME": "/home/user", "XDG_RUNTIME_DIR": "/run/user"])
        func lacking(_ requests: [PermissionRequest], allowed: [PermissionRequest]) -> [PermissionRequest] {
            requests.filter { request in
                func effective(_ allowed: Permissions) -> Permissions {
                    .effective(asked: request.permissions, allowed: allowed, denied: .none, in: environment)
                }
                return effective(allowed.union) != effective(request.permissions)
            }
        }
        for request in lacking(new.permissions, allowed: old.permissions) {
            changes.add(
                .permission, .added, request.permissions.lines.joined(separator: ", "),
                "the feature asks for it (\(request.reason)), and does not have all of it until the wiring allows it",
                fix: "go on without it where it is not allowed")
        }
        for request in lacking(old.permissions, allowed: new.permissions) {
            changes.add(
                .permission, .removed, request.permissions.lines.joined(separator: ", "),
                "the feature does not ask for all of it any more")
        }
    }

    private mutating func compareRequirements() {
        let (required, newlyRequired) = (old.requirements, new.requirements)
        if required.host != newlyRequired.host {
            func text(_ host: HostVersion?) -> String { host.map { "\($0.text) or later" } ?? "any version" }
            let message =
                "the feature requires \(text(newlyRequired.host)) of the host, and required \(text(required.host))"
            // All hosts that met the old version meet the new one.
            let isMet = newlyRequired.host.map { lowest in required.host.map(lowest.isMet) ?? false } ?? true
            changes.add(
                .requirement, .changed, "host", isMet ? message : "\(message): an earlier host does not use it",
                fix: isMet ? nil : "require no later host, and go on without what an earlier one does not have")
        }
        let kept = Set(required.extensions).intersection(newlyRequired.extensions)
        for id in newlyRequired.extensions where !kept.contains(id) {
            changes.add(
                .requirement, .added, id, "the feature requires the extension: a host without it does not use it",
                fix: "do not require it, and go on without it where the host answers null")
        }
        for id in required.extensions where !kept.contains(id) {
            changes.add(.requirement, .removed, id, "the feature does not require the extension any more")
        }
    }
}

extension Manifest {
    fileprivate func route(named name: String) -> RouteDeclaration? {
        incomingRoute(named: name) ?? outgoingRoute(named: name)
    }

    /// The route with this present or earlier name.
    func route(leadingOnFrom name: String) -> (route: RouteDeclaration, isIncoming: Bool)? {
        func has(_ route: RouteDeclaration) -> Bool { route.name == name || route.was.contains(name) }
        if let route = incoming.first(where: has) { return (route, true) }
        return outgoing.first(where: has).map { ($0, false) }
    }
}

extension Manifest.TypedName {
    /// Whether this is a present or earlier name of the route.
    fileprivate func isNamed(_ name: String) -> Bool { self.name == name || was.contains(name) }
}

extension Manifest.Setting.Kind {
    fileprivate var text: String {
        switch self {
        case .any: "of any type"
        case .value(let type): "of type \(type)"
        case .section: "a section"
        }
    }

    /// Whether every valid value of the other kind is valid here.
    fileprivate func acceptsAll(of other: Manifest.Setting.Kind) -> Bool {
        switch (self, other) {
        case (.any, _): true
        case (.value(let type), .value(let otherType)): type.acceptsJSON(of: otherType)
        default: false
        }
    }
}

extension ValueType {
    /// Whether all JSON of the other type is also of this one: an integer is a number, and base64 a string.
    fileprivate func acceptsJSON(of other: ValueType) -> Bool {
        switch (self, other) {
        case (.double, .int), (.string, .bytes): true
        case (.list(let element), .list(let otherElement)): element.acceptsJSON(of: otherElement)
        case (.record(let fields), .record(let otherFields)):
            fields.allSatisfy { field in
                guard let other = otherFields.first(where: { $0.name == field.name }) else { return field.isOptional }
                return field.type.acceptsJSON(of: other.type) && (field.isOptional || !other.isOptional)
            }
        default: self == other
        }
    }
}
