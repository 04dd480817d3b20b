import FeatureContract

/// Writes what is `Codable` by a ``BinaryWriter``, and reads it back: what crosses to another process or lies in a file,
/// but for nodes and values, which are many.
///
/// Members stand one after the other as the type declares them, without their names; an enum's case has its name, so that
/// cases may be added and moved. An optional begins with a byte that says whether it is there. A type that changes its
/// members needs another format number of the file or protocol that it stands in.
///
/// ```swift
/// writer.append(coded: entry)
/// let entry = try reader.decode(RegistryEntry.self)
/// ```
extension BinaryWriter {
    /// Writes a value. Its `encode(to:)` must be the compiler's own, or encode in the order in which `init(from:)` decodes.
    ///
    /// - Parameter textLimit: The most bytes of each text. A longer one is cut.
    package mutating func append(coded value: some Encodable, textLimit: Int = .max) {
        let output = BinaryOutput(self, textLimit: textLimit)
        // The output has the only reference to the bytes, so that they are not copied.
        self = BinaryWriter()
        do { try output.write(value) } catch { preconditionFailure("\(type(of: value)) cannot be written: \(error)") }
        self = output.writer
    }
}

extension BinaryReader {
    /// Reads a value.
    ///
    /// - Parameter textLimit: The most bytes that a text may have.
    package mutating func decode<Value: Decodable>(
        _ type: Value.Type, textLimit: Int = .max
    ) throws(BinaryError) -> Value {
        let input = BinaryInput(self, textLimit: textLimit)
        defer { self = input.reader }
        do { return try input.read(type) } catch let error as BinaryError { throw error } catch {
            throw input.fault ?? BinaryError("no \(type): \(error)")
        }
    }
}

/// What is written and read by hand, since it is hot or has limits of its own. It may be a part of what is `Codable`.
package protocol BinaryCoded: Codable {
    func write(binary writer: inout BinaryWriter)
    init(binary reader: inout BinaryReader) throws(BinaryError)
}

extension BinaryCoded {
    public func encode(to encoder: any Encoder) throws {
        guard let output = encoder as? BinaryOutput else { throw BinaryError("\(Self.self) has a binary form only") }
        write(binary: &output.writer)
    }

    public init(from decoder: any Decoder) throws {
        guard let input = decoder as? BinaryInput else { throw BinaryError("\(Self.self) has a binary form only") }
        try self.init(binary: &input.reader)
    }
}

// MARK: Writing

private final class BinaryOutput: Encoder, SingleValueEncodingContainer {
    var writer: BinaryWriter
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    fileprivate let textLimit: Int

    init(_ writer: BinaryWriter, textLimit: Int) {
        self.writer = writer
        self.textLimit = textLimit
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Members<Key>(output: self))
    }
    func unkeyedContainer() -> any UnkeyedEncodingContainer { fatalError("lists are written with their counts") }
    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() { writer.append(false) }
    func encode(_ value: Bool) { writer.append(value) }
    func encode(_ value: String) { writer.append(value.cut(toBytes: textLimit)) }
    func encode(_ value: Double) { writer.append(value) }
    func encode(_ value: Float) { writer.append(Double(value)) }
    func encode(_ value: Int) { writer.append(Int64(value)) }
    func encode(_ value: Int8) { writer.append(UInt8(bitPattern: value)) }
    func encode(_ value: Int16) { writer.append(Int32(value)) }
    func encode(_ value: Int32) { writer.append(value) }
    func encode(_ value: Int64) { writer.append(value) }
    func encode(_ value: UInt) { writer.append(UInt64(value)) }
    func encode(_ value: UInt8) { writer.append(value) }
    func encode(_ value: UInt16) { writer.append(UInt32(value)) }
    func encode(_ value: UInt32) { writer.append(value) }
    func encode(_ value: UInt64) { writer.append(value) }
    func encode(_ value: some Encodable) throws { try write(value) }

    func write<Value: Encodable>(_ value: Value) throws {
        if let list = value as? any BinaryListed { try list.write(to: self) } else { try value.encode(to: self) }
    }

    struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let output: BinaryOutput
        var codingPath: [any CodingKey] { [] }
        func encodeNil(forKey key: Key) { output.encodeNil() }
        func encode(_ value: Bool, forKey key: Key) { output.encode(value) }
        func encode(_ value: String, forKey key: Key) { output.encode(value) }
        func encode(_ value: Double, forKey key: Key) { output.encode(value) }
        func encode(_ value: Int, forKey key: Key) { output.encode(value) }
        func encode(_ value: Int32, forKey key: Key) { output.encode(value) }
        func encode(_ value: Int64, forKey key: Key) { output.encode(value) }
        func encode(_ value: UInt8, forKey key: Key) { output.encode(value) }
        func encode(_ value: UInt32, forKey key: Key) { output.encode(value) }
        func encode(_ value: UInt64, forKey key: Key) { output.encode(value) }
        func encode(_ value: some Encodable, forKey key: Key) throws { try output.write(value) }
        func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws { try optional(value) }
        func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try optional(value) }
        func encodeIfPresent(_ value: String?, forKey key: Key) throws { try optional(value) }
        func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try optional(value) }
        func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try optional(value) }
        func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try optional(value) }
        func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try optional(value) }
        func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try optional(value) }
        func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try optional(value) }
        func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try optional(value) }
        private func optional(_ value: (some Encodable)?) throws {
            output.writer.append(value != nil)
            if let value { try output.write(value) }
        }
        /// The members of an enum's case.
        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            output.writer.append(name: key.stringValue)
            return output.container(keyedBy: type)
        }
        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { output.unkeyedContainer() }
        func superEncoder() -> any Encoder { output }
        func superEncoder(forKey key: Key) -> any Encoder { output }
    }
}

// MARK: Reading

private final class BinaryInput: Decoder, SingleValueDecodingContainer {
    var reader: BinaryReader
    var depth = 0
    /// Why the case of an enum could not be read. The compiler's code does not pass it on.
    var fault: BinaryError?
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    private let textLimit: Int

    init(_ reader: BinaryReader, textLimit: Int) {
        self.reader = reader
        self.textLimit = textLimit
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Members<Key>(input: self))
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw BinaryError("lists are read with their counts")
    }
    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { (try? reader.bool()) != true }
    func decode(_ type: Bool.Type) throws -> Bool { try reader.bool() }
    func decode(_ type: String.Type) throws -> String { try reader.text(limit: textLimit) }
    /// A coded number with a fraction is a time in seconds.
    func decode(_ type: Double.Type) throws -> Double {
        let seconds = try reader.double()
        guard seconds == 0 || Duration.isUsable(seconds: seconds.magnitude) else {
            throw BinaryError("a time of \(seconds) seconds")
        }
        return seconds
    }
    func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
    /// A coded `Int` is a count or a number of something.
    func decode(_ type: Int.Type) throws -> Int {
        let number = try reader.int64()
        guard number >= 0 else { throw BinaryError("the number \(number), where a count is expected") }
        return Int(number)
    }
    func decode(_ type: Int8.Type) throws -> Int8 { Int8(bitPattern: try reader.uint8()) }
    func decode(_ type: Int16.Type) throws -> Int16 { try exactly(reader.int32()) }
    func decode(_ type: Int32.Type) throws -> Int32 { try reader.int32() }
    func decode(_ type: Int64.Type) throws -> Int64 { try reader.int64() }
    func decode(_ type: UInt.Type) throws -> UInt { UInt(try reader.uint64()) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try reader.uint8() }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try exactly(reader.uint32()) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try reader.uint32() }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try reader.uint64() }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try read(type) }

    private func exactly<Number: FixedWidthInteger>(_ number: some FixedWidthInteger) throws -> Number {
        guard let exact = Number(exactly: number) else { throw BinaryError("\(number) is too large") }
        return exact
    }

    func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard depth < 32 else { throw BinaryError("values are nested more than 32 deep") }
        depth += 1
        defer { depth -= 1 }
        guard let list = type as? any BinaryListed.Type else { return try type.init(from: self) }
        guard let value = try list.read(from: self) as? Value else { throw BinaryError("no \(type)") }
        return value
    }

    struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let input: BinaryInput
        var codingPath: [any CodingKey] { [] }
        /// The case of an enum. The compiler's code asks for it once.
        var allKeys: [Key] {
            do throws(BinaryError) {
                let name = try input.reader.text()
                guard let key = Key(stringValue: name) else { throw BinaryError("the unknown case '\(name)'") }
                return [key]
            } catch {
                input.fault = error
                return []
            }
        }
        func contains(_ key: Key) -> Bool { true }
        func decodeNil(forKey key: Key) -> Bool { input.decodeNil() }
        func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try input.decode(type) }
        func decode(_ type: String.Type, forKey key: Key) throws -> String { try input.decode(type) }
        func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try input.decode(type) }
        func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try input.decode(type) }
        func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try input.decode(type) }
        func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try input.decode(type) }
        func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try input.decode(type) }
        func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try input.decode(type) }
        func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try input.decode(type) }
        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try input.read(type) }
        func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
            try input.reader.bool() ? try input.read(type) : nil
        }
        func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try optional(type) }
        func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try optional(type) }
        func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try optional(type) }
        func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try optional(type) }
        func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try optional(type) }
        func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try optional(type) }
        func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try optional(type) }
        func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try optional(type) }
        func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try optional(type) }
        private func optional<Value: Decodable>(_ type: Value.Type) throws -> Value? {
            try input.reader.bool() ? try input.read(type) : nil
        }
        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) -> KeyedDecodingContainer<Nested> { input.container(keyedBy: type) }
        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            try input.unkeyedContainer()
        }
        func superDecoder() -> any Decoder { input }
        func superDecoder(forKey key: Key) -> any Decoder { input }
    }
}

// MARK: Lists

/// What begins with its count.
private protocol BinaryListed {
    func write(to output: BinaryOutput) throws
    static func read(from input: BinaryInput) throws -> Self
}

extension Array: BinaryListed where Element: Codable {
    fileprivate func write(to output: BinaryOutput) throws {
        if let bytes = self as? [UInt8] { return output.writer.append(bytes) }
        output.writer.append(count: count)
        for element in self { try output.write(element) }
    }
    fileprivate static func read(from input: BinaryInput) throws -> Self {
        if Element.self == UInt8.self, let bytes = try input.reader.data() as? Self { return bytes }
        return try input.elements { try input.read(Element.self) }
    }
}

extension Optional: BinaryListed where Wrapped: Codable {
    fileprivate func write(to output: BinaryOutput) throws {
        output.writer.append(self != nil)
        if let self { try output.write(self) }
    }
    fileprivate static func read(from input: BinaryInput) throws -> Self {
        try input.reader.bool() ? try input.read(Wrapped.self) : nil
    }
}

// The same content of a set or a dictionary has the same bytes: the elements stand in the order of theirs.

extension Set: BinaryListed where Element: Codable {
    fileprivate func write(to output: BinaryOutput) throws {
        try output.write(elements: map { [$0] })
    }
    fileprivate static func read(from input: BinaryInput) throws -> Self {
        Set(try input.elements { try input.read(Element.self) })
    }
}

extension Dictionary: BinaryListed where Key: Codable, Value: Codable {
    fileprivate func write(to output: BinaryOutput) throws {
        try output.write(elements: map { [$0, $1] })
    }
    fileprivate static func read(from input: BinaryInput) throws -> Self {
        let pairs = try input.elements { (try input.read(Key.self), try input.read(Value.self)) }
        return Dictionary(pairs) { first, _ in first }
    }
}

extension BinaryOutput {
    /// Writes elements in the order of their bytes, each of some parts.
    fileprivate func write(elements: [[any Encodable]]) throws {
        let written = try elements.map { parts in
            let output = BinaryOutput(writer.empty, textLimit: textLimit)
            for part in parts { try output.write(part) }
            return output.writer.bytes
        }
        writer.append(count: written.count)
        for bytes in written.sorted(by: { $0.lexicographicallyPrecedes($1) }) { writer.append(raw: bytes) }
    }
}

extension BinaryInput {
    fileprivate func elements<Element>(_ read: () throws -> Element) throws -> [Element] {
        let count = try reader.count(limit: BinaryReader.maximumElements)
        var elements: [Element] = []
        elements.reserveCapacity(min(count, reader.remaining, 1024))
        for _ in 0..<count { elements.append(try read()) }
        return elements
    }
}
