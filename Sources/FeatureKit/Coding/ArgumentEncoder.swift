internal import FeatureContract

/// Turns an associated value into an argument's value.
enum ArgumentEncoder {
    static func encode<T: Encodable>(_ value: T, argument: String) throws -> Value {
        if let scalar = try scalar(value) { return scalar }
        var result: Value?
        try value.encode(to: ValueEncoder(argument: argument, type: T.self) { result = $0 })
        guard let result else { throw RouteCodingError.unsupported(T.self, argument: argument) }
        return result
    }

    /// Returns the declared type of a Swift type; nil if the Swift type alone does not show it, as for enums with raw
    /// values and arrays of them.
    static func staticType(of type: Any.Type) -> ValueType? {
        switch type {
        case is Bool.Type: .bool
        case is String.Type: .string
        case is Double.Type, is Float.Type: .double
        case is Int.Type, is Int8.Type, is Int16.Type, is Int32.Type, is Int64.Type: .int
        case is UInt.Type, is UInt8.Type, is UInt16.Type, is UInt32.Type, is UInt64.Type: .int
        case is [Bool].Type: .list(.bool)
        case is [String].Type: .list(.string)
        case is [Double].Type, is [Float].Type: .list(.double)
        case is [Int].Type, is [Int8].Type, is [Int16].Type, is [Int32].Type, is [Int64].Type:
            .list(.int)
        case is [UInt].Type, is [UInt8].Type, is [UInt16].Type, is [UInt32].Type, is [UInt64].Type:
            .list(.int)
        default: nil
        }
    }

    static func scalar(_ value: any Encodable) throws -> Value? {
        switch value {
        case let bool as Bool: return .bool(bool)
        case let string as String: return .string(string)
        case let double as Double: return try finite(double)
        case let float as Float: return try finite(Double(float))
        case let integer as any BinaryInteger:
            guard let fitting = Int64(exactly: integer) else {
                throw RouteCodingError("\(integer) is not within the 64 bits of an int")
            }
            return .integer(fitting)
        default: return nil
        }
    }

    private static func finite(_ double: Double) throws -> Value {
        guard double.isFinite else { throw RouteCodingError("\(double) is not a finite number") }
        return .double(double)
    }
}

/// Captures the value that an enum with a raw value, or an array, encodes itself as.
private struct ValueEncoder: Encoder {
    let argument: String
    let type: Any.Type
    let take: (Value) -> Void
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(argument: String, type: Any.Type, take: @escaping (Value) -> Void) {
        self.argument = argument
        self.type = type
        self.take = take
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(RefusingContainer(error: .unsupported(self.type, argument: argument)))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        take(.list([]))
        return ScalarListContainer(argument: argument, take: take)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        ScalarContainer(argument: argument) { take($0) }
    }
}

struct ScalarContainer: SingleValueEncodingContainer {
    let argument: String
    let take: (Value) throws -> Void
    var codingPath: [any CodingKey] { [] }

    func encodeNil() throws { try take(.null) }

    func encode<T: Encodable>(_ value: T) throws {
        try take(try ArgumentEncoder.encode(value, argument: argument))
    }
}

struct ScalarListContainer: UnkeyedEncodingContainer {
    let argument: String
    let take: (Value) -> Void
    private var items: [Value] = []
    var codingPath: [any CodingKey] { [] }
    var count: Int { items.count }

    init(argument: String, take: @escaping (Value) -> Void) {
        self.argument = argument
        self.take = take
    }

    mutating func encodeNil() throws {
        throw RouteCodingError("the argument '\(argument)' has an item without a value, which a list cannot hold")
    }

    mutating func encode<T: Encodable>(_ value: T) throws {
        let item = try ArgumentEncoder.encode(value, argument: argument)
        if case .list = item { throw RouteCodingError.unsupported([T].self, argument: argument) }
        items.append(item)
        take(.list(items))
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        KeyedEncodingContainer(RefusingContainer(error: .unsupported([Any].self, argument: argument)))
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
    mutating func superEncoder() -> any Encoder { ValueEncoder(argument: argument, type: [Any].self, take: take) }
}

/// The container of a struct, which refuses everything: an argument cannot be a struct.
private struct RefusingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let error: RouteCodingError
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) throws { throw error }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws { throw error }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        KeyedEncodingContainer(RefusingContainer<NestedKey>(error: error))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        ScalarListContainer(argument: key.stringValue) { _ in }
    }

    func superEncoder() -> any Encoder { ValueEncoder(argument: "super", type: Any.self) { _ in } }
    func superEncoder(forKey key: Key) -> any Encoder { superEncoder() }
}
