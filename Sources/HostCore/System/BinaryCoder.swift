/// A value with a binary form, for another process or a file.
///
/// `@BinaryCoded` before a struct or an enum generates the form: the stored properties in the order of their
/// declaration, without names. The case of an enum has its name, so that cases may be added and moved. A list begins
/// with its count, and an optional with a byte for its presence. When a type's properties change, its file or protocol
/// needs a new format number.
///
/// ```swift
/// @BinaryCoded
/// package enum HostReply { case done, failure(CallFailure), bool(Bool) }
///
/// writer.append(coded: reply)
/// let reply = try reader.decode(HostReply.self)
/// ```
package protocol BinaryCoded {
    func write(binary writer: inout BinaryWriter)
    init(binary reader: inout BinaryReader) throws(BinaryError)
    /// The most elements in a list of this type.
    static var listLimit: Int { get }
}

extension BinaryCoded {
    package static var listLimit: Int { BinaryReader.maximumElements }
}

/// Generates the binary form of a struct or an enum: its stored properties, or its case's name and values.
@attached(extension, conformances: BinaryCoded, names: named(write), named(init))
package macro BinaryCoded() = #externalMacro(module: "FeatureMacros", type: "BinaryCodedMacro")

extension BinaryWriter {
    /// Writes a value, each text cut to `textLimit` bytes.
    package mutating func append(coded value: some BinaryCoded, textLimit: Int = .max) {
        let outer = self.textLimit
        self.textLimit = textLimit
        value.write(binary: &self)
        self.textLimit = outer
    }
}

extension BinaryReader {
    /// Reads a value, each text of at most `textLimit` bytes.
    package mutating func decode<Value: BinaryCoded>(
        _ type: Value.Type = Value.self, textLimit: Int = .max
    ) throws(BinaryError) -> Value {
        let outer = self.textLimit
        self.textLimit = textLimit
        defer { self.textLimit = outer }
        return try Value(binary: &self)
    }

    package mutating func read<Value: BinaryCoded>() throws(BinaryError) -> Value { try Value(binary: &self) }
}

extension BinaryError {
    package init(unknownCase name: String) { self.init("the unknown case '\(name)'") }
}

// MARK: Numbers and texts

extension Bool: BinaryCoded {
    package func write(binary writer: inout BinaryWriter) { writer.append(self) }
    package init(binary reader: inout BinaryReader) throws(BinaryError) { self = try reader.bool() }
}

extension UInt8: BinaryCoded {
    package func write(binary writer: inout BinaryWriter) { writer.append(self) }
    package init(binary reader: inout BinaryReader) throws(BinaryError) { self = try reader.uint8() }
}

extension UInt16: BinaryCoded {
    package func write(binary writer: inout BinaryWriter) { writer.append(UInt32(self)) }
    package init(binary reader: inout BinaryReader) throws(BinaryError) {
        let number = try reader.uint32()
        guard let exact = UInt16(exactly: number) else { throw BinaryError("\(number) is too large") }
        self = exact
    }
}

extension UInt32: BinaryCoded {
    package func write(binary writer: inout BinaryWriter) { writer.append(self) }
    package init(binary reader: inout BinaryReader) throws(BinaryError) { self = try reader.uint32() }
}

extension Int32: BinaryCoded {
    package func write(binary writer: inout BinaryWriter) { writer.append(self) }
    package init(binary reader: inout BinaryReader) throws(BinaryError) { self = try reader.int32() }
}

extension UInt64: BinaryCoded {
    package func write(binary writer: inout BinaryWriter) { writer.append(self) }
    package init(binary reader: inout BinaryReader) throws(BinaryError) { self = try reader.uint64() }
}

/// A count, at least 0.
extension Int: BinaryCoded {
    package func write(binary writer: inout BinaryWriter) { writer.append(Int64(self)) }
    package init(binary reader: inout BinaryReader) throws(BinaryError) {
        let number = try reader.int64()
        guard number >= 0 else { throw BinaryError("the number \(number), where a count is expected") }
        self = Int(number)
    }
}

/// A time in seconds: 0, or one that ``Duration/isUsable(seconds:)`` accepts.
extension Double: BinaryCoded {
    package func write(binary writer: inout BinaryWriter) { writer.append(self) }
    package init(binary reader: inout BinaryReader) throws(BinaryError) {
        let seconds = try reader.double()
        guard seconds == 0 || Duration.isUsable(seconds: seconds.magnitude) else {
            throw BinaryError("a time of \(seconds) seconds")
        }
        self = seconds
    }
}

extension String: BinaryCoded {
    package func write(binary writer: inout BinaryWriter) { writer.append(self) }
    package init(binary reader: inout BinaryReader) throws(BinaryError) { self = try reader.text() }
}

extension BinaryCoded where Self: RawRepresentable, RawValue: BinaryCoded {
    package func write(binary writer: inout BinaryWriter) { rawValue.write(binary: &writer) }
    package init(binary reader: inout BinaryReader) throws(BinaryError) {
        let raw = try RawValue(binary: &reader)
        guard let value = Self(rawValue: raw) else { throw BinaryError("'\(raw)' is none of the known values") }
        self = value
    }
}

/// A word, which is written without redaction.
extension BinaryCoded where Self: RawRepresentable<String> {
    package func write(binary writer: inout BinaryWriter) { writer.append(name: rawValue) }
}

// MARK: Lists

extension Optional: BinaryCoded where Wrapped: BinaryCoded {
    package func write(binary writer: inout BinaryWriter) {
        writer.append(self != nil)
        if let self { self.write(binary: &writer) }
    }
    package init(binary reader: inout BinaryReader) throws(BinaryError) {
        self = try reader.bool() ? .some(try reader.read()) : nil
    }
}

extension Array: BinaryCoded where Element: BinaryCoded {
    package func write(binary writer: inout BinaryWriter) {
        // As a whole, not byte by byte.
        if Element.self == UInt8.self { return writer.append(withUnsafeBytes { [UInt8]($0) }) }
        writer.append(list: self) { $1.write(binary: &$0) }
    }
    package init(binary reader: inout BinaryReader) throws(BinaryError) {
        guard Element.self == UInt8.self else {
            self = try reader.list(limit: Element.listLimit, Element.init(binary:))
            return
        }
        let bytes = try reader.data()
        self.init(unsafeUninitializedCapacity: bytes.count) { elements, count in
            UnsafeMutableRawBufferPointer(elements).copyBytes(from: bytes)
            count = bytes.count
        }
    }
}

// Sorted, so that equal sets or dictionaries have equal bytes.

extension Set: BinaryCoded where Element: BinaryCoded & Comparable {
    package func write(binary writer: inout BinaryWriter) { sorted().write(binary: &writer) }
    package init(binary reader: inout BinaryReader) throws(BinaryError) { self = Set(try reader.read() as [Element]) }
}

extension Dictionary: BinaryCoded where Key: BinaryCoded & Comparable, Value: BinaryCoded {
    package func write(binary writer: inout BinaryWriter) {
        writer.append(list: sorted { $0.key < $1.key }) { writer, entry in
            entry.key.write(binary: &writer)
            entry.value.write(binary: &writer)
        }
    }
    package init(binary reader: inout BinaryReader) throws(BinaryError) {
        let entries = try reader.list(limit: BinaryReader.maximumElements) { (reader) throws(BinaryError) in
            (try reader.read() as Key, try reader.read() as Value)
        }
        self = Dictionary(entries) { first, _ in first }
    }
}
