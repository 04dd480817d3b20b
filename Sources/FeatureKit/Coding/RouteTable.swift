internal import FeatureContract
internal import Synchronization

/// The routes of one navigation type, derived from its samples.
struct RouteTable<N: Navigation>: Sendable {
    private let declarations: [RouteDeclaration]

    /// The table, made once for each type; the error of a broken sample is kept too.
    static var shared: Result<RouteTable, CodingFailure> { RouteTables.table(of: N.self) }

    init() throws {
        var declarations: [RouteDeclaration] = []
        for sample in N.samples {
            let declaration: RouteDeclaration
            do { declaration = try Self.declaration(of: sample) } catch {
                throw CodingFailure("\(N.self).samples: \(sample): \(error)")
            }
            if !declarations.contains(where: { $0.name == declaration.name }) { declarations.append(declaration) }
        }
        self.declarations = declarations
        if let missing = EnumCases.missing(from: N.samples).first {
            throw CodingFailure("\(N.self).samples has no value of the case '\(missing)'; add one, with any arguments")
        }
    }

    /// Returns the declarations for a feature's manifest.
    func declarations(of feature: String) -> [RouteDeclaration] {
        declarations.map { declaration in
            RouteDeclaration(
                name: declaration.name, arguments: declaration.arguments, summary: declaration.summary,
                method: declaration.method,
                parents: declaration.parents.map {
                    DestinationTemplate(feature: feature, route: $0.route, items: $0.items)
                }, was: declaration.was, deprecated: declaration.deprecated)
        }
    }

    func declaration(named name: String, of feature: String) throws -> RouteDeclaration {
        guard let found = declarations(of: feature).first(where: { $0.name == name }) else {
            throw CodingFailure("'\(name)' is not among \(N.self).samples; add a sample of that case")
        }
        return found
    }

    func contains(_ route: String) -> Bool { declarations.contains { $0.name == route } }

    private static func declaration(of sample: N) throws -> RouteDeclaration {
        let encoded = try RouteEncoder.encode(sample)
        guard Identifier.isName(encoded.route) else {
            throw CodingFailure(
                "'\(encoded.route)' cannot be a route's name: ASCII letters, digits and '_', at most 64")
        }
        var arguments: [RouteDeclaration.Argument] = []
        for name in encoded.names {
            guard Identifier.isName(name) else { throw CodingFailure("'\(name)' cannot be an argument's name") }
            let type = try type(of: name, in: encoded)
            arguments.append(.init(name: name, type: type, isOptional: encoded.optionals.contains(name)))
        }
        return RouteDeclaration(
            name: encoded.route, arguments: arguments, summary: sample.summary,
            method: sample.method,
            parents: try ParentFinder(sample: sample, encoded: encoded).parents(), was: sample.was,
            deprecated: sample.deprecated)
    }

    /// Returns the type of an argument: that of its Swift type or, where that does not show it, of the sample's value.
    private static func type(of name: String, in encoded: RouteEncoder.Encoded) throws -> ValueType {
        if let swiftType = encoded.swiftTypes[name] as? any Decodable.Type,
            let type = try? RouteEncoder.argumentType(of: swiftType)
        {
            return type
        }
        guard let value = encoded.arguments.first(where: { $0.name == name })?.value else {
            throw CodingFailure("the argument '\(name)' has no value in the sample that shows its type; give it one")
        }
        guard let type = value.linkableType else {
            throw CodingFailure("the argument '\(name)' has no item in the sample that shows its type; give it one")
        }
        return type
    }
}

/// The tables by navigation type. Swift has no static stored properties in generic types.
private enum RouteTables {
    private static let tables = Mutex<[ObjectIdentifier: any Sendable]>([:])

    static func table<N: Navigation>(of type: N.Type) -> Result<RouteTable<N>, CodingFailure> {
        typealias Entry = Result<RouteTable<N>, CodingFailure>
        let key = ObjectIdentifier(type)
        if let known = tables.withLock({ $0[key] }) as? Entry { return known }
        let entry: Entry
        do {
            entry = .success(try RouteTable<N>())
        } catch {
            entry = .failure(error as? CodingFailure ?? CodingFailure("\(error)"))
        }
        tables.withLock { $0[key] = entry }
        return entry
    }
}

extension Value {
    /// The type of a value that can stand in a link. Nil for other values, and for an empty list, which does not show the
    /// type of its items.
    fileprivate var linkableType: ValueType? {
        switch self {
        case .bool: .bool
        case .integer: .int
        case .double: .double
        case .string: .string
        case .list(let items): items.first?.linkableType.map { .list($0) }
        case .null, .bytes, .record: nil
        }
    }
}
