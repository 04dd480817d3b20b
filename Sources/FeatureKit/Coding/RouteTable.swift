internal import FeatureContract
internal import Synchronization

/// The routes of one navigation type, derived from its samples.
struct RouteTable<N: Navigation>: Sendable {
    private let declarations: [RouteDeclaration]

    /// The table, made once for each type; the error of a broken sample is kept too.
    static var shared: Result<RouteTable, RouteCodingError> { RouteTables.table(of: N.self) }

    init() throws {
        var declarations: [RouteDeclaration] = []
        for sample in N.samples {
            let declaration: RouteDeclaration
            do { declaration = try Self.declaration(of: sample) } catch {
                throw RouteCodingError("\(N.self).samples: \(sample): \(error)")
            }
            if !declarations.contains(where: { $0.name == declaration.name }) { declarations.append(declaration) }
        }
        self.declarations = declarations
    }

    /// Returns the declarations for a feature's manifest.
    func declarations(of feature: String) -> [RouteDeclaration] {
        declarations.map { declaration in
            RouteDeclaration(
                name: declaration.name, arguments: declaration.arguments, summary: declaration.summary,
                method: declaration.method,
                parents: declaration.parents.map {
                    DestinationTemplate(feature: feature, route: $0.route, items: $0.items)
                })
        }
    }

    func declaration(named name: String, of feature: String) throws -> RouteDeclaration {
        guard let found = declarations(of: feature).first(where: { $0.name == name }) else {
            throw RouteCodingError("'\(name)' is not among \(N.self).samples; add a sample of that case")
        }
        return found
    }

    func contains(_ route: String) -> Bool { declarations.contains { $0.name == route } }

    private static func declaration(of sample: N) throws -> RouteDeclaration {
        let encoded = try RouteEncoder.encode(sample)
        guard Identifier.isName(encoded.route) else {
            throw RouteCodingError(
                "'\(encoded.route)' cannot be a route's name: ASCII letters, digits and '_', at most 64")
        }
        var arguments: [RouteDeclaration.Argument] = []
        for name in encoded.names {
            guard Identifier.isName(name) else { throw RouteCodingError("'\(name)' cannot be an argument's name") }
            guard let type = encoded.types[name] else {
                let lacking = encoded.arguments.contains { $0.name == name } ? "item" : "value"
                throw RouteCodingError(
                    "the argument '\(name)' has no \(lacking) in the sample that shows its type; give it one")
            }
            arguments.append(.init(name: name, type: type, isOptional: encoded.optionals.contains(name)))
        }
        return RouteDeclaration(
            name: encoded.route, arguments: arguments, summary: sample.summary,
            method: sample.method,
            parents: try ParentFinder(sample: sample, encoded: encoded).parents())
    }
}

/// The tables by navigation type. Swift has no static stored properties in generic types.
private enum RouteTables {
    private static let tables = Mutex<[ObjectIdentifier: any Sendable]>([:])

    static func table<N: Navigation>(of type: N.Type) -> Result<RouteTable<N>, RouteCodingError> {
        typealias Entry = Result<RouteTable<N>, RouteCodingError>
        let key = ObjectIdentifier(type)
        if let known = tables.withLock({ $0[key] }) as? Entry { return known }
        let entry: Entry
        do {
            entry = .success(try RouteTable<N>())
        } catch {
            entry = .failure(error as? RouteCodingError ?? RouteCodingError("\(error)"))
        }
        tables.withLock { $0[key] = entry }
        return entry
    }
}

/// The reason why a case of a navigation type cannot be a route, or a route cannot be a case.
package struct RouteCodingError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }

    static func unsupported(_ type: Any.Type, argument: String) -> RouteCodingError {
        RouteCodingError(
            "the argument '\(argument)' is of the type \(type): an argument is a Bool, an integer, a Double, a String, "
                + "an enum with such a raw value, or an optional or array of these; pass an object's id, not the object"
        )
    }
}
