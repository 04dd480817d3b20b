internal import FeatureContract
internal import JSONText

/// Turns a value that crossed from the host into one of a Swift type, by way of its `Decodable`.
///
/// Fields that the type does not ask for are ignored, and an optional field may be missing. In settings and what is saved, which are JSON,
/// a whole number may stand for a double, and a text in base64 for bytes.
struct ValueDecoder: Decoder, SingleValueDecodingContainer {
    private let value: Value
    private let place: CodingPlace
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ value: Value, at place: CodingPlace) {
        self.value = value
        self.place = place
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .record(let fields) = value else { throw wrong(isJSON ? "an object" : "a record") }
        return KeyedDecodingContainer(Fields(fields: fields, place: place))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        switch value {
        case .list(let items): return Items(items: items, place: place)
        case .bytes(let bytes): return Items(items: bytes.map { .integer(Int64($0)) }, place: place)
        default: throw wrong("a list")
        }
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { value.isNull }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard case .bool(let bool) = value else { throw wrong("a bool") }
        return bool
    }

    func decode(_ type: String.Type) throws -> String {
        guard case .string(let string) = value else { throw wrong("a string") }
        return string
    }

    func decode(_ type: Double.Type) throws -> Double {
        switch value {
        case .double(let double): return double
        case .integer(let integer) where isJSON: return Double(integer)
        default: throw wrong("a double")
        }
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

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        do {
            if isJSON, type is any Collection<UInt8>.Type, type != String.self, let text = base64 {
                guard let bytes = Base64.bytes(of: text) else { throw wrong("bytes in base64") }
                return try T(from: ValueDecoder(.bytes(bytes), at: place))
            }
            return try T(from: self)
        } catch is DecodingError {
            // Thrown by the standard library for a raw value that no case of an enum has.
            throw wrong("a value of \(T.self)")
        }
    }

    /// The text of bytes in JSON, which may stand alone in what a person has written.
    private var base64: String? {
        switch value {
        case .string(let text): return text
        case .record(let fields):
            guard fields.count == 1, case .string(let text) = fields[Value.bytesMember] else { return nil }
            return text
        default: return nil
        }
    }

    /// Whether the value was JSON, whose numbers and texts do not show their type.
    private var isJSON: Bool {
        switch place {
        case .setting, .saved, .json: true
        case .route, .argument, .field: false
        }
    }

    private func integer<I: FixedWidthInteger>() throws -> I {
        guard case .integer(let integer) = value else { throw wrong("an int") }
        guard let fitting = I(exactly: integer) else { throw wrong("a value of \(I.self)") }
        return fitting
    }

    private func wrong(_ expected: String) -> CodingFailure {
        CodingFailure("\(place) is \(value.named); expected \(expected)")
    }

    private struct Items: UnkeyedDecodingContainer {
        let items: [Value]
        let place: CodingPlace
        private(set) var currentIndex = 0
        var codingPath: [any CodingKey] { [] }
        var count: Int? { items.count }
        var isAtEnd: Bool { currentIndex >= items.count }

        init(items: [Value], place: CodingPlace) {
            self.items = items
            self.place = place
        }

        private mutating func next() throws -> ValueDecoder {
            guard !isAtEnd else { throw CodingFailure("\(place) has \(items.count) items; expected more") }
            defer { currentIndex += 1 }
            return ValueDecoder(items[currentIndex], at: place.item(currentIndex))
        }

        mutating func decodeNil() throws -> Bool {
            guard !isAtEnd, items[currentIndex].isNull else { return false }
            currentIndex += 1
            return true
        }

        mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next().decode(type) }

        mutating func nestedContainer<NestedKey: CodingKey>(
            keyedBy type: NestedKey.Type
        ) throws -> KeyedDecodingContainer<NestedKey> {
            try next().container(keyedBy: type)
        }

        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
        mutating func superDecoder() throws -> any Decoder { try next() }
    }

    private struct Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let fields: [String: Value]
        let place: CodingPlace
        var codingPath: [any CodingKey] { [] }
        var allKeys: [Key] { fields.keys.compactMap { Key(stringValue: $0) } }

        private func field(_ key: String) throws -> ValueDecoder {
            guard let value = fields[key] else { throw CodingFailure("\(place.key(key)) is missing") }
            return ValueDecoder(value, at: place.key(key))
        }

        func contains(_ key: Key) -> Bool { fields[key.stringValue] != nil }
        func decodeNil(forKey key: Key) throws -> Bool { fields[key.stringValue]?.isNull ?? true }
        func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
            try field(key.stringValue).decode(type)
        }

        func nestedContainer<NestedKey: CodingKey>(
            keyedBy type: NestedKey.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<NestedKey> {
            try field(key.stringValue).container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            try field(key.stringValue).unkeyedContainer()
        }

        func superDecoder() throws -> any Decoder { try field("super") }
        func superDecoder(forKey key: Key) throws -> any Decoder { try field(key.stringValue) }
    }
}

extension Value {
    /// The value with its type, for a message.
    fileprivate var named: String {
        switch self {
        case .bool(let bool): "the bool \(bool)"
        case .integer(let integer): "the int \(integer)"
        case .double(let double): "the double \(double)"
        case .string(let string): "the string '\(string)'"
        default: shortText
        }
    }
}

extension ValueDecoder {
    /// Decodes what was saved as a value of a type that may have more fields by now: what the saved value lacks is as in
    /// `initial`, down to the fields of fields.
    static func decode<Content: Codable>(
        _ type: Content.Type, from value: Value, addingTo initial: Content?, at place: CodingPlace
    ) throws -> Content {
        do { return try ValueDecoder(value, at: place).decode(type) } catch {
            guard let initial, let fresh = try? ValueEncoder.encode(initial, at: place).value,
                let content = try? ValueDecoder(value.filled(from: fresh), at: place).decode(type)
            else { throw error }
            return content
        }
    }
}

extension Value {
    /// The record with those fields of another one that it lacks; any other value as it is.
    fileprivate func filled(from other: Value) -> Value {
        guard case .record(let fields) = self, case .record(let others) = other else { return self }
        return .record(fields.merging(others) { $0.filled(from: $1) })
    }
}

extension Value {
    /// Returns what a screen has saved as a value of a type; nil if it is none, or the type cannot be decoded.
    func saved<Item>(as type: Item.Type) -> Item? {
        func decode<Content: Codable>(_ type: Content.Type) -> Any? {
            try? ValueDecoder(self, at: .saved("")).decode(type)
        }
        return (type as? any Codable.Type).flatMap { decode($0) } as? Item
    }
}
