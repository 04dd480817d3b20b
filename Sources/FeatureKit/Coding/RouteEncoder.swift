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
        /// The types of the arguments whose static type or value shows it.
        var types: [String: ValueType] = [:]
        var optionals: Set<String> = []
    }

    static func encode(_ navigation: some Navigation) throws -> Encoded {
        let target = RouteTarget()
        try navigation.encode(to: CaseEncoder(target: target))
        guard !target.encoded.route.isEmpty else {
            throw RouteCodingError("\(type(of: navigation)) encodes no case; leave its Codable to the compiler")
        }
        return target.encoded
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

/// Collects the values of all nested containers of one encoding.
final class RouteTarget {
    var encoded = RouteEncoder.Encoded()

    func setRoute(_ name: String) throws {
        guard Identifier.isName(name) else {
            throw RouteCodingError("'\(name)' cannot be a route's name: letters, digits and '_', at most 64")
        }
        encoded.route = name
    }

    func declare(_ name: String, type: ValueType?, isOptional: Bool = false) {
        encoded.names.append(name)
        encoded.types[name] = type
        if isOptional { encoded.optionals.insert(name) }
    }

    func append(_ name: String, _ value: Value) {
        encoded.arguments.append(.init(name, value))
        if encoded.types[name] == nil, let type = value.linkableType { encoded.types[name] = type }
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

private struct CaseEncoder: Encoder {
    let target: RouteTarget
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(CaseContainer(target: target))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        ScalarListContainer(argument: "") { _ in }
    }

    /// Takes the raw string that an enum with raw values encodes itself as.
    func singleValueContainer() -> any SingleValueEncodingContainer {
        ScalarContainer(argument: "") { value in
            guard case .string(let name) = value else {
                throw RouteCodingError("a navigation type with raw values needs strings, which name its routes")
            }
            try target.setRoute(name)
        }
    }
}

/// Takes the case's name.
private struct CaseContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let target: RouteTarget
    var codingPath: [any CodingKey] { [] }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        // The protocol does not let this throw; `RouteTable` reports an invalid name when it declares the route.
        target.encoded.route = key.stringValue
        return KeyedEncodingContainer(ArgumentContainer(target: target))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        ScalarListContainer(argument: key.stringValue) { _ in }
    }

    func superEncoder() -> any Encoder { CaseEncoder(target: target) }
    func superEncoder(forKey key: Key) -> any Encoder { CaseEncoder(target: target) }
    func encodeNil(forKey key: Key) throws { throw notACase(key) }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws { throw notACase(key) }

    private func notACase(_ key: Key) -> RouteCodingError {
        RouteCodingError("'\(key.stringValue)' is encoded as a value and not as a case; leave Codable to the compiler")
    }
}

/// Takes the associated values.
private struct ArgumentContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let target: RouteTarget
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) throws {
        target.declare(key.stringValue, type: nil, isOptional: true)
    }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        target.declare(key.stringValue, type: ArgumentEncoder.staticType(of: T.self))
        target.append(key.stringValue, try ArgumentEncoder.encode(value, argument: key.stringValue))
    }

    /// Encodes an optional associated value, nil or not: only this call shows its type.
    private func encodeOptional<T: Encodable>(_ value: T?, _ key: Key) throws {
        target.declare(key.stringValue, type: ArgumentEncoder.staticType(of: T.self), isOptional: true)
        if let value { target.append(key.stringValue, try ArgumentEncoder.encode(value, argument: key.stringValue)) }
    }

    // The protocol asks for one method for each type, and its defaults lose the fact that the value is optional.
    func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodeOptional(value, key) }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        KeyedEncodingContainer(ArgumentContainer<NestedKey>(target: target))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        ScalarListContainer(argument: key.stringValue) { target.append(key.stringValue, $0) }
    }

    func superEncoder() -> any Encoder { CaseEncoder(target: target) }
    func superEncoder(forKey key: Key) -> any Encoder { CaseEncoder(target: target) }
}
