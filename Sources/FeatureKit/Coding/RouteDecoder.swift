package import FeatureContract

/// Turns a route and its arguments back into a case, by way of the `Decodable` that the compiler writes.
struct RouteDecoder {
    static func decode<N: Navigation>(_ type: N.Type, from destination: Destination) throws -> N {
        try N(from: CaseDecoder(destination: destination))
    }
}

extension Navigation {
    /// Decodes a destination of this type's feature as a case.
    package init(_ destination: Destination) throws {
        self = try RouteDecoder.decode(Self.self, from: destination)
    }
}

private struct CaseDecoder: Decoder {
    let destination: Destination
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(CaseKeys(destination: destination))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw RouteCodingError("a route is not a list")
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        ValueDecoder(argument: "", value: .string(destination.route))
    }
}

/// The container of a case. Its only key is the route's name.
private struct CaseKeys<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let destination: Destination
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { Key(stringValue: destination.route).map { [$0] } ?? [] }

    func contains(_ key: Key) -> Bool { key.stringValue == destination.route }
    func decodeNil(forKey key: Key) throws -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        throw RouteCodingError("'\(key.stringValue)' is decoded as a value and not as a case")
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        KeyedDecodingContainer(Arguments(destination: destination))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw RouteCodingError("a route is not a list")
    }

    func superDecoder() throws -> any Decoder { CaseDecoder(destination: destination) }
    func superDecoder(forKey key: Key) throws -> any Decoder { CaseDecoder(destination: destination) }
}

private struct Arguments<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let destination: Destination
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { destination.arguments.compactMap { Key(stringValue: $0.name) } }

    func contains(_ key: Key) -> Bool { destination[key.stringValue] != nil }
    func decodeNil(forKey key: Key) throws -> Bool { !contains(key) }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        guard let value = destination[key.stringValue] else {
            throw RouteCodingError("the argument '\(key.stringValue)' is missing")
        }
        return try T(from: ValueDecoder(argument: key.stringValue, value: value))
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        throw RouteCodingError.unsupported(NestedKey.self, argument: key.stringValue)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw RouteCodingError.unsupported([Any].self, argument: key.stringValue)
    }

    func superDecoder() throws -> any Decoder { CaseDecoder(destination: destination) }
    func superDecoder(forKey key: Key) throws -> any Decoder { CaseDecoder(destination: destination) }
}

/// Decodes one argument's value as the type of the associated value.
private struct ValueDecoder: Decoder, SingleValueDecodingContainer {
    let argument: String
    let value: Value
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw RouteCodingError.unsupported(Key.self, argument: argument)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .list(let items) = value else { throw wrong("a list") }
        return ListDecoder(argument: argument, items: items)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { value == .null }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard case .bool(let bool) = value else { throw wrong("a bool") }
        return bool
    }

    func decode(_ type: String.Type) throws -> String {
        guard case .string(let string) = value else { throw wrong("a string") }
        return string
    }

    func decode(_ type: Double.Type) throws -> Double {
        guard case .double(let double) = value else { throw wrong("a double") }
        return double
    }

    func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
    func decode(_ type: Int.Type) throws -> Int { try integer() }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
    func decode(_ type: UInt.Type) throws -> UInt { try integer() }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try T(from: self) }

    private func integer<I: FixedWidthInteger>() throws -> I {
        guard case .integer(let integer) = value else { throw wrong("an int") }
        guard let fitting = I(exactly: integer) else { throw wrong("within the range of \(I.self)") }
        return fitting
    }

    private func wrong(_ expected: String) -> RouteCodingError {
        RouteCodingError("the argument '\(argument)' is not \(expected)")
    }
}

private struct ListDecoder: UnkeyedDecodingContainer {
    let argument: String
    let items: [Value]
    private(set) var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var count: Int? { items.count }
    var isAtEnd: Bool { currentIndex >= items.count }

    init(argument: String, items: [Value]) {
        self.argument = argument
        self.items = items
    }

    mutating func decodeNil() throws -> Bool { false }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        guard !isAtEnd else { throw RouteCodingError("the list '\(argument)' has no more items") }
        defer { currentIndex += 1 }
        return try T(from: ValueDecoder(argument: argument, value: items[currentIndex]))
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        throw RouteCodingError.unsupported(NestedKey.self, argument: argument)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw RouteCodingError.unsupported([Any].self, argument: argument)
    }

    mutating func superDecoder() throws -> any Decoder {
        throw RouteCodingError.unsupported(Any.self, argument: argument)
    }
}
