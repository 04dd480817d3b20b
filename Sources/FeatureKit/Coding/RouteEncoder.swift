package import FeatureContract

/// Turns a case of a navigation enum into its route and arguments, by way of the `Encodable` that the compiler writes.
///
/// The compiler's code writes `{"detail": {"identifier": 42}}`: one key, the case's name, and below it a key for every
/// associated value (SE-0295).
struct RouteEncoder {
    struct Encoded {
        var route = ""
        /// The arguments that are not nil, in declared order.
        var arguments: [Destination.Argument] = []
        /// The names of all arguments, in declared order.
        var names: [String] = []
        /// The Swift types of all arguments, without `Optional`.
        var swiftTypes: [String: Any.Type] = [:]
        var optionals: Set<String> = []
    }

    static func encode<N: Navigation>(_ navigation: N) throws -> Encoded {
        switch try ValueEncoder.encode(navigation, at: .route).content {
        case .single(.string(let name)):
            guard Identifier.isName(name) else {
                throw CodingFailure("'\(name)' cannot be a route's name: letters, digits and '_', at most 64")
            }
            return Encoded(route: name)
        case .single(let raw) where !raw.isNull:
            throw CodingFailure("a navigation type with raw values needs strings, which name its routes")
        case .record(let cases) where cases.count == 1:
            guard case .record(let arguments) = cases[0].value.content else {
                throw CodingFailure(
                    "'\(cases[0].name)' is encoded as a value and not as a case; leave Codable to the compiler")
            }
            var encoded = Encoded(route: cases[0].name)
            for (name, argument) in arguments {
                encoded.names.append(name)
                encoded.swiftTypes[name] = argument.type
                if argument.isOptional { encoded.optionals.insert(name) }
                let value = try linkable(argument, name)
                if !value.isNull { encoded.arguments.append(.init(name, value)) }
            }
            return encoded
        default:
            throw CodingFailure("\(N.self) encodes no case; leave its Codable to the compiler")
        }
    }

    /// Returns the type of arguments of a Swift type: in a link, bytes are a list of integers.
    static func argumentType<T: Decodable>(of type: T.Type) throws -> ValueType {
        let type = try ValueType.declared(by: type)
        return type == .bytes ? .list(.int) : type
    }

    /// Returns the value of an argument, which can stand in a link.
    private static func linkable(_ argument: EncodedValue, _ name: String) throws -> Value {
        switch argument.content {
        case .single(.bytes(let bytes)): return .list(bytes.map { .integer(Int64($0)) })
        case .single(let value): return value
        case .list(let items):
            return .list(
                try items.map { item in
                    switch item.content {
                    case .single(.bytes), .list: throw unsupported(argument.type, name)
                    case .single(let value): return value
                    case .record: throw unsupported(item.type, name)
                    }
                })
        case .record: throw unsupported(argument.type, name)
        }
    }

    private static func unsupported(_ type: Any.Type, _ argument: String) -> CodingFailure {
        CodingFailure(
            "the argument '\(argument)' is of the type \(type): an argument is a Bool, an integer, a Double, a String, "
                + "an enum with such a raw value, or an optional or array of these; pass an object's id, not the object"
        )
    }
}

extension Navigation {
    /// Returns the destination of this case in a feature.
    package func destination(of feature: String) throws(NavigationError) -> Destination {
        do {
            let encoded = try RouteEncoder.encode(self)
            return Destination(feature: feature, route: encoded.route, arguments: encoded.arguments)
        } catch {
            throw NavigationError(.invalidArgument, reason: "\(Self.self).\(self): \(error)")
        }
    }
}

extension Navigation {
    /// Returns the error for a route that is missing from the samples, which the host therefore does not know; nil if
    /// the samples have it.
    func missingSample(of route: String) -> NavigationError? {
        guard let table = try? RouteTable<Self>.shared.get(), !table.contains(route) else { return nil }
        return NavigationError(
            .unknownRoute, reason: "'\(route)' is not among \(Self.self).samples; add a sample of that case")
    }
}
