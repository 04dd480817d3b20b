import FeatureContract
import HostCore

/// The features against which the fuzzed files are read: two that are wired to each other, with an argument of each
/// type, checkpoints and values.
enum SampleCatalog {
    static let catalog: Catalog = {
        let manifests = [home, notes].map { text in
            do {
                return try Manifest(parsing: Array(text.utf8))
            } catch {
                preconditionFailure("a sample is no manifest: \(error)")
            }
        }
        return Catalog(found: manifests.map { .init(manifest: $0, path: "/plugins/\($0.id).so") })
    }()

    /// Places of a route, with values that a wiring may name.
    static func samples(of route: RouteDeclaration, feature: String) -> [Place] {
        [0, 1].compactMap { number in
            let arguments = route.arguments.map { Destination.Argument($0.name, sample(of: $0.type, number)) }
            return try? catalog.place(of: Destination(feature: feature, route: route.name, arguments: arguments))
        }
    }

    private static func sample(of type: ValueType, _ number: Int) -> Value {
        let single: Value =
            switch type.scalar {
            case .bool: .bool(number == 1)
            case .int: .integer(Int64(number))
            case .double: .double(Double(number))
            case .string, nil: .string(number == 1 ? "a" : "")
            }
        return type.isList ? .list([single]) : single
    }

    private static let home = """
        {
            "manifest": 1, "id": "home", "incoming": [{ "name": "about" }],
            "outgoing": [
                { "name": "all" }, { "name": "one", "arguments": [{ "name": "n", "type": "int" }] },
                { "name": "find", "arguments": [{ "name": "s", "type": "string", "optional": true }] }
            ],
            "returns": [{ "name": "picked", "type": "string" }], "sends": [{ "name": "mark" }],
            "checkpoints": [{ "name": "start" }]
        }
        """

    private static let notes = """
        {
            "manifest": 1, "id": "notes", "main": "list",
            "incoming": [
                { "name": "list", "arguments": [{ "name": "s", "type": "string", "optional": true }] },
                {
                    "name": "note", "method": "sheet", "parents": ["list"],
                    "arguments": [{ "name": "n", "type": "int" }, { "name": "d", "type": "double", "default": 0.5 }]
                },
                {
                    "name": "many",
                    "arguments": [
                        { "name": "b", "type": "bool", "optional": true }, { "name": "l", "type": "[string]" },
                        { "name": "i", "type": "[int]", "optional": true }
                    ]
                }
            ],
            "outgoing": [{ "name": "back", "arguments": [{ "name": "n", "type": "int" }] }],
            "links": [{ "scheme": "a", "host": "notes", "pattern": "/{n}?d={d}", "route": "note" }],
            "checkpoints": [{ "name": "pick", "type": "string" }], "receives": [{ "name": "mark" }]
        }
        """
}
