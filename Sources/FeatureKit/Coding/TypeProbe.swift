internal import FeatureContract
internal import Synchronization

extension ValueType {
    /// Returns the type of the values that a Swift type encodes itself as, which its `Decodable` shows: what
    /// `init(from:)` asks for. Found out once for each type.
    ///
    /// - Throws: ``CodingFailure`` that names the Swift type and what to write.
    static func declared<T: Decodable>(by type: T.Type) throws(CodingFailure) -> ValueType {
        let key = ObjectIdentifier(type)
        if let known = declaredTypes.withLock({ $0[key] }) { return try known.get() }
        let declared: Result<ValueType, CodingFailure>
        do {
            let target = ProbedType()
            _ = try TypeProbe(target: target, name: "\(type)", types: []).probe(type)
            declared = .success(try target.type(named: "\(type)"))
        } catch {
            declared = .failure(error as? CodingFailure ?? CodingFailure("\(type): \(error)"))
        }
        declaredTypes.withLock { $0[key] = declared }
        return try declared.get()
    }
}

private let declaredTypes = Mutex<[ObjectIdentifier: Result<ValueType, CodingFailure>]>([:])

/// The type of a value as far as its `Decodable` has shown it.
private final class ProbedType {
    enum Content {
        case single(ValueType)
        case list(ProbedType)
        case record([(name: String, type: ProbedType)])
    }

    var content: Content?
    var isOptional = false
    /// Why the type cannot be found out.
    var problem: String?

    func type(named name: String) throws -> ValueType {
        if let problem { throw CodingFailure(problem) }
        switch content {
        case .single(let type): return type
        case .list(let item):
            if item.isOptional {
                throw CodingFailure("\(name) is a list of optionals; a list cannot hold an item without a value")
            }
            return .list(try item.type(named: "\(name)[]"))
        case .record(let fields):
            var types: [ValueType.Field] = []
            for (field, type) in fields {
                guard Identifier.isName(field) else {
                    throw CodingFailure(
                        "\(name): '\(field)' cannot be a field's name: ASCII letters, digits, '_' and '-', at most 64; "
                            + "give it another by CodingKeys")
                }
                types.append(.init(field, try type.type(named: "\(name).\(field)"), isOptional: type.isOptional))
            }
            return .record(types.sorted { $0.name < $1.name })
        case nil: throw CodingFailure("\(name) decodes nothing, so it has no type; leave its Codable to the compiler")
        }
    }

    func field(_ name: String, isOptional: Bool) -> ProbedType {
        var fields: [(name: String, type: ProbedType)] = []
        if case .record(let known) = content { fields = known }
        // A hand-written init(from:) may ask whether a field is null before it decodes it.
        let field = fields.first { $0.name == name }?.type ?? ProbedType()
        field.isOptional = field.isOptional || isOptional
        if !fields.contains(where: { $0.name == name }) { content = .record(fields + [(name, field)]) }
        return field
    }
}

/// A decoder that records the fields that an `init(from:)` asks for, with their types, and answers with the simplest
/// values.
private struct TypeProbe: Decoder, SingleValueDecodingContainer {
    let target: ProbedType
    /// The path to the value, from the name of the outermost type.
    let name: String
    /// The types that hold the value, outermost first.
    let types: [ObjectIdentifier]
    /// The answer for a string.
    var text = ""
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Strings that are tried in turn: Foundation's `UUID` takes the second.
    private static let texts = ["", "00000000-0000-0000-0000-000000000000"]

    /// Makes a value of a type, and leaves its type in the target.
    func probe<T: Decodable>(_ type: T.Type) throws -> T {
        guard !types.contains(ObjectIdentifier(type)) else {
            throw CodingFailure("\(name): \(type) contains itself, which a record cannot; pass an id instead")
        }
        guard types.count <= ValueType.maximumDepth else {
            throw CodingFailure("\(name) is nested more than \(ValueType.maximumDepth) deep")
        }
        if type is any Collection<UInt8>.Type {
            target.content = .single(.bytes)
            return try T(from: ValueDecoder(.bytes([]), at: .field(name)))
        }
        var refusal: any Error = CodingFailure("")
        for text in Self.texts {
            target.content = nil
            do {
                return try T(
                    from: TypeProbe(
                        target: target, name: name, types: types + [ObjectIdentifier(type)], text: text))
            } catch let failure as CodingFailure {
                throw failure
            } catch {
                refusal = error
            }
            guard case .single(.string) = target.content else { break }
        }
        if case .single = target.content, target.problem == nil, let first = firstCase(of: type) { return first }
        if let problem = target.problem { throw CodingFailure(problem) }
        throw CodingFailure(
            "\(name): the type of \(type) cannot be found out, since its init(from:) refuses a value of it (\(refusal)); "
                + "leave its Codable to the compiler, and check its values where they are used")
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        if case .record = target.content {} else { target.content = .record([]) }
        return KeyedDecodingContainer(Fields(probe: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let item = ProbedType()
        target.content = .list(item)
        return Items(probe: TypeProbe(target: item, name: "\(name)[]", types: types))
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool {
        target.isOptional = true
        return false
    }

    private func single<T>(_ type: ValueType, _ value: T) -> T {
        target.content = .single(type)
        return value
    }

    func decode(_ type: Bool.Type) throws -> Bool { single(.bool, false) }
    func decode(_ type: String.Type) throws -> String { single(.string, text) }
    func decode(_ type: Double.Type) throws -> Double { single(.double, 0) }
    func decode(_ type: Float.Type) throws -> Float { single(.double, 0) }
    func decode(_ type: Int.Type) throws -> Int { single(.int, 0) }
    func decode(_ type: Int8.Type) throws -> Int8 { single(.int, 0) }
    func decode(_ type: Int16.Type) throws -> Int16 { single(.int, 0) }
    func decode(_ type: Int32.Type) throws -> Int32 { single(.int, 0) }
    func decode(_ type: Int64.Type) throws -> Int64 { single(.int, 0) }
    func decode(_ type: UInt.Type) throws -> UInt { single(.int, 0) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { single(.int, 0) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { single(.int, 0) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { single(.int, 0) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { single(.int, 0) }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try probe(type) }

    /// The first case of an enum without associated values; nil for another type.
    ///
    /// `init(from:)` of an enum with raw values takes only its own ones, which nothing lists. Its first case has the
    /// number 0, by the layout that the ABI of Swift promises for an enum without payloads (TypeLayout.rst). The kind of
    /// a type is the first word of its metadata, 0x201 for an enum (MetadataKind.def).
    private func firstCase<T>(of type: T.Type) -> T? {
        let kind = unsafeBitCast(type as Any.Type, to: UnsafePointer<UInt>.self).pointee
        guard kind == 0x201, type is any RawRepresentable.Type, _isPOD(type), MemoryLayout<T>.size <= 2 else {
            return nil
        }
        return withUnsafeTemporaryAllocation(byteCount: max(MemoryLayout<T>.stride, 1), alignment: 8) { memory in
            memory.initializeMemory(as: UInt8.self, repeating: 0)
            return memory.load(as: T.self)
        }
    }

    private struct Items: UnkeyedDecodingContainer {
        let probe: TypeProbe
        private(set) var currentIndex = 0
        var codingPath: [any CodingKey] { [] }
        // One item shows the type of all.
        var count: Int? { 1 }
        var isAtEnd: Bool { currentIndex > 0 }

        init(probe: TypeProbe) {
            self.probe = probe
        }

        private mutating func next() -> TypeProbe {
            currentIndex += 1
            return probe
        }

        mutating func decodeNil() throws -> Bool { probe.decodeNil() }
        mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next().probe(type) }

        mutating func nestedContainer<NestedKey: CodingKey>(
            keyedBy type: NestedKey.Type
        ) throws -> KeyedDecodingContainer<NestedKey> {
            try next().container(keyedBy: type)
        }

        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
        mutating func superDecoder() throws -> any Decoder { next() }
    }

    private struct Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let probe: TypeProbe
        var codingPath: [any CodingKey] { [] }

        /// No keys, with a problem: the type decodes whatever keys there are.
        var allKeys: [Key] {
            probe.target.problem =
                "\(probe.name) has no fixed fields, as an enum with associated values and a dictionary have none; write a "
                + "struct with a field for each value, optional where it may be missing"
            return []
        }

        private func field(_ key: Key, isOptional: Bool = false) -> TypeProbe {
            let name = key.stringValue
            return TypeProbe(
                target: probe.target.field(name, isOptional: isOptional), name: "\(probe.name).\(name)",
                types: probe.types)
        }

        func contains(_ key: Key) -> Bool { true }

        func decodeNil(forKey key: Key) throws -> Bool {
            _ = field(key, isOptional: true)
            return false
        }

        func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try field(key).probe(type) }

        private func optional<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T? {
            try field(key, isOptional: true).probe(type)
        }

        // The protocol asks for one method for each type, and its defaults lose the fact that the value is optional.
        func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? { try optional(type, key) }
        func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try optional(type, key) }
        func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try optional(type, key) }
        func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try optional(type, key) }
        func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try optional(type, key) }
        func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try optional(type, key) }
        func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try optional(type, key) }
        func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try optional(type, key) }
        func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try optional(type, key) }
        func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try optional(type, key) }
        func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try optional(type, key) }
        func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try optional(type, key) }
        func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try optional(type, key) }
        func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try optional(type, key) }
        func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try optional(type, key) }

        func nestedContainer<NestedKey: CodingKey>(
            keyedBy type: NestedKey.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<NestedKey> {
            try field(key).container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            try field(key).unkeyedContainer()
        }

        func superDecoder() throws -> any Decoder {
            throw CodingFailure("\(probe.name) has a superclass, which a record cannot; write a struct")
        }

        func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder() }
    }
}
