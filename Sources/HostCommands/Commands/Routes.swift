import FeatureContract
import HostCore
import HostSystem
import JSONText

extension Command {
    static let routes = Command(
        name: "routes", summary: "List the routes of all features, their links, and where outgoing ones lead.",
        operands: .any(.feature),
        discussion: """
            Incoming routes are shown with the links that lead to them and whose scheme the wiring takes, the one first
            (url) that a destination is printed by; outgoing ones with the destination that the wiring gives them.
            Checkpoints and values that features share come after the routes. With feature ids, only theirs. In JSON each
            argument has its name and type.
            """,
        options: []
    ) { arguments in
        try RoutesCommand.run(arguments)
    }
}

@MainActor
enum RoutesCommand {
    /// Returns the JSON about the routes of features, and about the checkpoints and values that they share.
    static func json(_ features: [Manifest], _ application: HostApplication) -> JSON {
        let check = application.check()
        return [
            "routes": .array(features.flatMap { json($0, application.wiring, check) }),
            "checkpoints": .array(features.flatMap { json(.checkpoint, $0, check) }),
            "values": .array(features.flatMap { json(.value, $0, check) }),
        ]
    }

    fileprivate static func run(_ arguments: Arguments) throws -> ExitCode {
        let application = try HostApplication.open(arguments)
        let catalog = application.catalog
        for id in arguments.operands where catalog.feature(id) == nil {
            Console.error(catalog.absence(of: id).description)
            application.noteUnusedFiles(for: id)
            return .no
        }
        let named = Set(arguments.operands).sorted().compactMap(catalog.feature)
        let shown = (named.isEmpty ? catalog.features() : named).map(\.manifest)
        if arguments.has(.json) {
            Console.print(json(shown, application))
        } else {
            let check = application.check()
            Console.printReport(shown.map { text($0, application.wiring, check) }.joined(separator: "\n"))
            application.noteIfEmpty()
        }
        return .ok
    }

    private static func text(_ manifest: Manifest, _ wiring: Wiring, _ check: WiringCheck) -> String {
        let summary = manifest.summary.isEmpty ? "" : "  \(manifest.summary)"
        var text = DisplayText.safe(manifest.id + summary) + "\n"
        let links = links(manifest, wiring)
        for route in manifest.incoming {
            text += "  in   \(route.shape(of: manifest.id))\n"
            for (index, link) in (links[route.name] ?? []).enumerated() {
                text += "         \(index == 0 ? "url " : "link")  \(DisplayText.safe(link.pattern.description))\n"
            }
            text += notes(on: route)
            text += requires(route, of: manifest, check).map { "         requires '\($0)'\n" }.joined()
            // The wiring may redirect an incoming destination too.
            text += lines(of: check.rules(from: "\(manifest.id)/\(route.name)"), check)
        }
        for route in manifest.outgoing {
            text += "  out  \(route.shape(of: manifest.id))\n" + notes(on: route)
            switch check.connection(of: "\(manifest.id)/\(route.name)") {
            case .connected(let rules): text += lines(of: rules, check)
            case .unconnected(let reason):
                text += "         not connected: \(DisplayText.safe(reason))\n"
            }
        }
        return text + sharedNames(manifest, check)
    }

    /// Returns the names of the conditions that a route requires, in the order of checking.
    private static func requires(_ route: RouteDeclaration, of manifest: Manifest, _ check: WiringCheck) -> [String] {
        var names: [String] = []
        for name in check.wiring.requirementRules(of: manifest.id, route: route.name, in: check.catalog).flatMap(
            \.conditions)
        where !names.contains(name) {
            names.append(name)
        }
        return names
    }

    /// Returns the lines about a route's older names and its deprecation.
    private static func notes(on route: RouteDeclaration) -> String {
        (route.was.isEmpty ? "" : "         was   \(route.was.joined(separator: ", "))\n")
            + (route.deprecated.map { "         deprecated: \(DisplayText.safe($0))\n" } ?? "")
    }

    /// Returns the links with accepted schemes, by the names of their routes. The first link of each route is the one
    /// for printing the route's destinations.
    private static func links(_ manifest: Manifest, _ wiring: Wiring) -> [String: [RouteLink]] {
        Dictionary(grouping: manifest.links.filter { wiring.accepts(scheme: $0.pattern.scheme) }, by: \.route.name)
            .mapValues(Catalog.canonicalOrder)
    }

    /// Describes the checkpoints and values: the feature's own, and those that it leaves to the wiring.
    private static func sharedNames(_ manifest: Manifest, _ check: WiringCheck) -> String {
        SharedNameKind.allCases.map { kind in
            func shape(_ name: Manifest.TypedName) -> String {
                "\(manifest.id)/\(name.name)" + (name.type.map { " (\($0))" } ?? "") + "\n"
                    + (name.was.isEmpty ? "" : "         was   \(name.was.joined(separator: ", "))\n")
            }
            let provided = manifest.providedNames(kind).map {
                "  \(kind == .checkpoint ? "checkpoint" : "receives") \(shape($0))"
            }
            let wanted = manifest.wantedNames(kind).map { name in
                let line = "  \(kind == .checkpoint ? "returns" : "sends") \(shape(name))"
                let targets = check.targets(of: kind, name.name, feature: manifest.id)
                let ends = targets.ends.map { "         -> \($0.chain.dropFirst().joined(separator: " -> "))\n" }
                let failures = targets.failures.map {
                    "         not connected: \(DisplayText.safe($0.description))\n"
                }
                let conditions = check.conditionsSet(by: kind, name.name, feature: manifest.id).map {
                    "         sets the condition '\($0.name)'\n"
                }
                return line + (conditions + ends + failures).joined()
            }
            return (provided + wanted).joined()
        }.joined()
    }

    private static func lines(of rules: [Wiring.Redirect], _ check: WiringCheck) -> String {
        rules.map { rule in
            let from = rule.from.items.isEmpty ? "" : "\(rule.from) "
            let method = rule.method.map { " (\($0.rawValue))" } ?? ""
            return "         \(from)-> \(check.chain(of: rule).dropFirst().joined(separator: " -> "))\(method)\n"
        }.joined()
    }

    private static func json(_ manifest: Manifest, _ wiring: Wiring, _ check: WiringCheck) -> [JSON] {
        let allLinks = links(manifest, wiring)
        let incoming = manifest.incoming.map { route -> JSON in
            let links = allLinks[route.name] ?? []
            var object = common(route, manifest, direction: "incoming")
            if let link = links.first { object.append(key: "url", value: .string(link.pattern.description)) }
            object.append(key: "links", value: .array(links.map { .string($0.pattern.description) }))
            let rules = check.rules(from: "\(manifest.id)/\(route.name)")
            object.append(key: "redirects", value: .array(rules.map { json($0, check) }))
            object.append(key: "parents", value: .array(route.parents.map { .string($0.description) }))
            let requires = requires(route, of: manifest, check)
            if !requires.isEmpty { object.append(key: "requires", value: .array(requires.map { .string($0) })) }
            return .object(object)
        }
        let outgoing = manifest.outgoing.map { route -> JSON in
            var object = common(route, manifest, direction: "outgoing")
            object.append(key: "links", value: .array([]))
            switch check.connection(of: "\(manifest.id)/\(route.name)") {
            case .connected(let rules):
                object.append(key: "connected", value: true)
                object.append(key: "redirects", value: .array(rules.map { json($0, check) }))
            case .unconnected(let reason):
                object.append(key: "connected", value: false)
                object.append(key: "reason", value: .string(reason))
                object.append(key: "redirects", value: .array([]))
            }
            return .object(object)
        }
        return incoming + outgoing
    }

    private static func json(_ kind: SharedNameKind, _ manifest: Manifest, _ check: WiringCheck) -> [JSON] {
        func object(_ name: Manifest.TypedName, direction: String) -> JSONObject {
            var object: JSONObject = [
                "feature": .string(manifest.id), "name": .string(name.name),
                "type": name.type.map { .string($0.description) } ?? .null, "direction": .string(direction),
            ]
            if !name.was.isEmpty { object.append(key: "was", value: .array(name.was.map { .string($0) })) }
            return object
        }
        let provided = manifest.providedNames(kind).map { JSON.object(object($0, direction: "incoming")) }
        let wanted = manifest.wantedNames(kind).map { name -> JSON in
            var object = object(name, direction: "outgoing")
            let targets = check.targets(of: kind, name.name, feature: manifest.id)
            object.append(key: "connected", value: .bool(!targets.ends.isEmpty))
            object.append(
                key: "chains", value: .array(targets.ends.map { .array($0.chain.map { .string($0) }) }))
            let conditions = check.conditionsSet(by: kind, name.name, feature: manifest.id)
            if !conditions.isEmpty {
                object.append(key: "conditions", value: .array(conditions.map { .string($0.name) }))
            }
            if let failure = targets.failures.first {
                object.append(key: "reason", value: .string(failure.description))
            }
            return .object(object)
        }
        return provided + wanted
    }

    private static func json(_ rule: Wiring.Redirect, _ check: WiringCheck) -> JSON {
        var object: JSONObject = [
            "from": .string(rule.from.description),
            "to": .string(rule.to.description),
            "chain": .array(check.chain(of: rule).map { .string($0) }),
        ]
        if let method = rule.method { object.append(key: "method", value: .string(method.rawValue)) }
        return .object(object)
    }

    private static func common(_ route: RouteDeclaration, _ manifest: Manifest, direction: String) -> JSONObject {
        var object: JSONObject = [
            "feature": .string(manifest.id),
            "route": .string(route.name),
            "destination": .string("\(manifest.id)/\(route.name)"),
            "direction": .string(direction),
            "summary": .string(route.summary),
            "method": .string(route.method.rawValue),
            "arguments": .array(route.arguments.map(\.json)),
        ]
        if !route.was.isEmpty { object.append(key: "was", value: .array(route.was.map { .string($0) })) }
        if let deprecated = route.deprecated { object.append(key: "deprecated", value: .string(deprecated)) }
        return object
    }
}
