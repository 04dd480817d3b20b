package import FeatureContract

/// Turns a case of a navigation enum into its route and arguments, by way of the `Encodable` that the compiler writes.
///
/// That writes `{"detail": {"identifier": 42}}`: one key, the case's name, and below it a key for every associated value
/// (SE-0295).
struct RouteEncoder {
    struct Encoded {
        var route = ""
        var arguments: [Destination.Argument] = []
        /// What the static types say, also of optionals that are nil.
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
    /// The destination that this case is of that feature.
    package func destination(of feature: String) throws(NavigationError) -> Destination {
        do {
            let encoded = try RouteEncoder.encode(self)
            return Destination(feature: feature, route: encoded.route, arguments: encoded.arguments)
        } catch {
            throw NavigationError(.invalidArgument, reason: "\(Self.self).\(self): \(error)")
        }
    }
}

/// Where the nested containers of one encoding leave what they are given.
final class RouteTarget {
    var encoded = RouteEncoder.Encoded()

    func setRoute(_ name: String) throws {
        guard Identifier.isName(name) else {
            throw RouteCodingError("'\(name)' cannot be a route's name: letters, digits and '_', at most 64")
        }
        encoded.route = name
    }

    func append(_ name: String, _ value: Value, type: ValueType?) {
        encoded.arguments.append(.init(name, value))
        encoded.types[name] = type ?? value.type
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

    /// An enum with raw strings encodes just that.
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
        // The protocol lets this not throw; a name that is none is reported for the route's declaration.
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
        target.encoded.optionals.insert(key.stringValue)
    }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        let encoded = try ArgumentEncoder.encode(value, argument: key.stringValue)
        target.append(key.stringValue, encoded, type: ArgumentEncoder.staticType(of: T.self))
    }

    // Called for optional associated values, nil or not: the one place where their type is seen.
    func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
        target.encoded.optionals.insert(key.stringValue)
        target.encoded.types[key.stringValue] = ArgumentEncoder.staticType(of: T.self)
        if let value { try encode(value, forKey: key) }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        KeyedEncodingContainer(ArgumentContainer<NestedKey>(target: target))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        ScalarListContainer(argument: key.stringValue) { target.append(key.stringValue, $0, type: nil) }
    }

    func superEncoder() -> any Encoder { CaseEncoder(target: target) }
    func superEncoder(forKey key: Key) -> any Encoder { CaseEncoder(target: target) }
}
