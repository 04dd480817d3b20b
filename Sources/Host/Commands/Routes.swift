import FeatureContract
import HostCore
import JSONText

extension Command {
    static let routes = Command(
        name: "routes", summary: "List the routes of all features, their links, and where outgoing ones lead.",
        operands: "[FEATURE…]",
        discussion: """
            Incoming routes are shown with the links that lead to them, outgoing ones with the destination that the
            wiring gives them. With feature ids, only theirs. In JSON each argument has its name and type.
            """,
        options: []
    ) { arguments in
        try await RoutesCommand.run(arguments)
    }
}

@MainActor
private enum RoutesCommand {
    static func run(_ arguments: Arguments) throws -> ExitCode {
        let application = try HostApplication.open(arguments)
        let catalog = application.catalog
        let ids = catalog.features.map(\.manifest.id)
        for id in arguments.operands where catalog.feature(id) == nil {
            Console.error(CatalogError.noFeature(id, nearest: Spelling.nearest(to: id, in: ids)).description)
            return .no
        }
        let shown = catalog.features.map(\.manifest).filter {
            arguments.operands.isEmpty || arguments.operands.contains($0.id)
        }
        let check = application.check
        if arguments.has(.json) {
            Console.print(["routes": .array(shown.flatMap { json($0, check) })])
        } else {
            Console.print(shown.map { text($0, check) }.joined(separator: "\n"))
        }
        return .ok
    }

    private static func text(_ manifest: Manifest, _ check: WiringCheck) -> String {
        let summary = manifest.summary.isEmpty ? "" : "  \(manifest.summary)"
        var text = DisplayText.safe(manifest.id + summary) + "\n"
        for route in manifest.incoming {
            text += "  in   \(shape(route, of: manifest.id))\n"
            for link in manifest.links where link.route.name == route.name {
                text += "         link  \(DisplayText.safe(link.pattern.description))\n"
            }
            // The wiring may put another screen in its place.
            text += lines(of: check.rules(from: "\(manifest.id)/\(route.name)"), check)
        }
        for route in manifest.outgoing {
            text += "  out  \(shape(route, of: manifest.id))\n"
            switch check.connection(of: "\(manifest.id)/\(route.name)") {
            case .connected(let rules): text += lines(of: rules, check)
            case .unconnected(let reason):
                text += "         not connected: \(DisplayText.safe(reason))\n"
            }
        }
        return text
    }

    private static func lines(of rules: [Wiring.Redirect], _ check: WiringCheck) -> String {
        rules.map { rule in
            let from = rule.from.items.isEmpty ? "" : "\(rule.from) "
            let method = rule.method.map { " (\($0.rawValue))" } ?? ""
            return "         \(from)-> \(check.chain(of: rule).dropFirst().joined(separator: " -> "))\(method)\n"
        }.joined()
    }

    /// `character/detail?identifier={int}`; what may be left out has a `?` behind its type.
    private static func shape(_ route: RouteDeclaration, of feature: String) -> String {
        let arguments = route.arguments.map { argument in
            "\(argument.name)={\(argument.type)\(argument.isRequired ? "" : "?")}"
        }
        return "\(feature)/\(route.name)" + (arguments.isEmpty ? "" : "?" + arguments.joined(separator: "&"))
    }

    private static func json(_ manifest: Manifest, _ check: WiringCheck) -> [JSON] {
        let incoming = manifest.incoming.map { route -> JSON in
            let links = manifest.links.filter { $0.route.name == route.name }
            var object = common(route, manifest, direction: "incoming")
            object.append(key: "links", value: .array(links.map { .string($0.pattern.description) }))
            let rules = check.rules(from: "\(manifest.id)/\(route.name)")
            object.append(key: "redirects", value: .array(rules.map { json($0, check) }))
            object.append(key: "parents", value: .array(route.parents.map { .string($0.description) }))
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
        [
            "feature": .string(manifest.id),
            "route": .string(route.name),
            "destination": .string("\(manifest.id)/\(route.name)"),
            "direction": .string(direction),
            "summary": .string(route.summary),
            "method": .string(route.method.rawValue),
            "arguments": .array(route.arguments.map(\.json)),
        ]
    }
}
