internal import FeatureContract

/// A value as its `Encodable` describes it, with the Swift types that the value alone does not show.
final class EncodedValue {
    enum Content {
        case single(Value)
        case list([EncodedValue])
        /// The fields in the order in which they were encoded.
        case record([(name: String, value: EncodedValue)])
    }

    /// The Swift type, without `Optional`.
    let type: Any.Type
    let isOptional: Bool
    var content = Content.single(.null)

    init(_ type: Any.Type, isOptional: Bool = false) {
        self.type = type
        self.isOptional = isOptional
    }

    var value: Value {
        switch content {
        case .single(let value): value
        case .list(let items): .list(items.map(\.value))
        case .record(let fields):
            .record(
                Dictionary(fields.map { ($0.name, $0.value.value) }, uniquingKeysWith: { $1 }).filter {
                    !$0.value.isNull
                })
        }
    }

    fileprivate func append(_ name: String, _ type: Any.Type, isOptional: Bool = false) -> EncodedValue {
        let field = EncodedValue(type, isOptional: isOptional)
        guard case .record(let fields) = content else {
            content = .record([(name, field)])
            return field
        }
        content = .record(fields + [(name, field)])
        return field
    }

    fileprivate func append(_ type: Any.Type) -> (item: EncodedValue, index: Int) {
        let item = EncodedValue(type)
        guard case .list(let items) = content else {
            content = .list([item])
            return (item, 0)
        }
        content = .list(items + [item])
        return (item, items.count)
    }
}

/// Turns a Swift value into one that crosses to the host, by way of its `Encodable`.
///
/// A collection of `UInt8`, such as `[UInt8]` and Foundation's `Data`, is bytes.
struct ValueEncoder: Encoder {
    private let target: EncodedValue
    private let place: CodingPlace
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    static func encode<T: Encodable>(_ value: T, at place: CodingPlace) throws -> EncodedValue {
        let target = EncodedValue(T.self)
        try ValueEncoder(target: target, place: place).fill(with: value)
        return target
    }

    fileprivate init(target: EncodedValue, place: CodingPlace) {
        self.target = target
        self.place = place
    }

    fileprivate func fill<T: Encodable>(with value: T) throws {
        if let single = try single(value) {
            target.content = .single(single)
        } else {
            try value.encode(to: self)
        }
    }

    private func single(_ value: any Encodable) throws -> Value? {
        switch value {
        case let bool as Bool: return .bool(bool)
        case let string as String: return .string(string)
        case let double as Double: return try finite(double)
        case let float as Float: return try finite(Double(float))
        case let integer as any BinaryInteger:
            guard let fitting = Int64(exactly: integer) else {
                throw CodingFailure("\(integer) is not within the 64 bits of an int")
            }
            return .integer(fitting)
        case let bytes as any Collection<UInt8>: return .bytes(Array(bytes))
        default: return nil
        }
    }

    private func finite(_ double: Double) throws -> Value {
        guard double.isFinite else { throw CodingFailure("\(double) is not a finite number") }
        return .double(double)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if case .record = target.content {} else { target.content = .record([]) }
        return KeyedEncodingContainer(Fields(target: target, place: place))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if case .list = target.content {} else { target.content = .list([]) }
        return Items(target: target, place: place)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

    private struct Single: SingleValueEncodingContainer {
        let encoder: ValueEncoder
        var codingPath: [any CodingKey] { [] }

        func encodeNil() throws { encoder.target.content = .single(.null) }
        func encode<T: Encodable>(_ value: T) throws { try encoder.fill(with: value) }
    }

    private struct Items: UnkeyedEncodingContainer {
        let target: EncodedValue
        let place: CodingPlace
        var codingPath: [any CodingKey] { [] }
        var count: Int { if case .list(let items) = target.content { items.count } else { 0 } }

        private func next(_ type: Any.Type) -> ValueEncoder {
            let (item, index) = target.append(type)
            return ValueEncoder(target: item, place: place.item(index))
        }

        func encodeNil() throws {
            throw CodingFailure("\(place) has an item without a value, which a list cannot hold")
        }

        func encode<T: Encodable>(_ value: T) throws {
            let encoder = next(T.self)
            try encoder.fill(with: value)
            if case .single(.null) = encoder.target.content { try encodeNil() }
        }

        func nestedContainer<NestedKey: CodingKey>(
            keyedBy keyType: NestedKey.Type
        ) -> KeyedEncodingContainer<NestedKey> {
            next([String: Any].self).container(keyedBy: keyType)
        }

        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next([Any].self).unkeyedContainer() }
        func superEncoder() -> any Encoder { next(Any.self) }
    }

    private struct Fields<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let target: EncodedValue
        let place: CodingPlace
        var codingPath: [any CodingKey] { [] }

        private func field(_ key: String, _ type: Any.Type, isOptional: Bool = false) -> ValueEncoder {
            ValueEncoder(target: target.append(key, type, isOptional: isOptional), place: place.key(key))
        }

        func encodeNil(forKey key: Key) throws { _ = field(key.stringValue, Any.self, isOptional: true) }

        func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
            try field(key.stringValue, T.self).fill(with: value)
        }

        /// Encodes an optional field, nil or not: only this call shows its type.
        private func optional<T: Encodable>(_ value: T?, _ key: Key) throws {
            let encoder = field(key.stringValue, T.self, isOptional: true)
            if let value { try encoder.fill(with: value) }
        }

        // The protocol asks for one method for each type, and its defaults lose the fact that the value is optional.
        func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws { try optional(value, key) }
        func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try optional(value, key) }
        func encodeIfPresent(_ value: String?, forKey key: Key) throws { try optional(value, key) }
        func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try optional(value, key) }
        func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try optional(value, key) }
        func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try optional(value, key) }
        func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try optional(value, key) }
        func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try optional(value, key) }
        func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try optional(value, key) }
        func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try optional(value, key) }
        func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try optional(value, key) }
        func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try optional(value, key) }
        func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try optional(value, key) }
        func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try optional(value, key) }
        func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try optional(value, key) }

        func nestedContainer<NestedKey: CodingKey>(
            keyedBy keyType: NestedKey.Type, forKey key: Key
        ) -> KeyedEncodingContainer<NestedKey> {
            field(key.stringValue, [String: Any].self).container(keyedBy: keyType)
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            field(key.stringValue, [Any].self).unkeyedContainer()
        }

        func superEncoder() -> any Encoder { field("super", Any.self) }
        func superEncoder(forKey key: Key) -> any Encoder { field(key.stringValue, Any.self) }
    }
}
