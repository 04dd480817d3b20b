/// Writes a sequence of values into a buffer, for messages to and from workers and for entries of the registry.
///
/// Numbers are little-endian and of fixed width; text and lists begin with their count in 32 bits. There are no names
/// and no alignment: the reader knows the order.
///
/// ```swift
/// var writer = BinaryWriter()
/// writer.append("détail")
/// writer.append(UInt64(42))
/// var reader = BinaryReader(writer.bytes)
/// try reader.text()   // "détail"
/// try reader.uint64() // 42
/// ```
package struct BinaryWriter: Sendable {
    package private(set) var bytes: [UInt8] = []
    /// The secrets to replace in each text and in all data. Nil to write everything unchanged.
    private let redaction: Redaction?
    /// The most bytes of a text; a longer one is cut.
    var textLimit = Int.max

    package init(capacity: Int = 0, redaction: Redaction? = nil) {
        self.redaction = redaction
        bytes.reserveCapacity(capacity)
    }

    /// Returns the bytes that `body` writes.
    package static func bytes(redaction: Redaction? = nil, _ body: (inout BinaryWriter) -> Void) -> [UInt8] {
        var writer = BinaryWriter(redaction: redaction)
        body(&writer)
        return writer.bytes
    }

    package mutating func append(_ value: UInt8) { bytes.append(value) }
    package mutating func append(_ value: Bool) { bytes.append(value ? 1 : 0) }
    package mutating func append(_ value: UInt32) { appendInteger(value) }
    package mutating func append(_ value: Int32) { appendInteger(value) }
    package mutating func append(_ value: UInt64) { appendInteger(value) }
    package mutating func append(_ value: Int64) { appendInteger(value) }
    /// Writes the bits, so that every value comes back unchanged, NaN included.
    package mutating func append(_ value: Double) { appendInteger(value.bitPattern) }

    /// Writes a count of elements or bytes, which must fit into 32 bits.
    package mutating func append(count: Int) { appendInteger(UInt32(count)) }

    package mutating func append(_ text: String) {
        var text = redaction?.redacted(text) ?? text
        if textLimit < .max { text = text.cut(toBytes: textLimit) }
        append(count: text.utf8.count)
        text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    /// Writes the name of a case or a word, without redaction.
    package mutating func append(name: String) {
        append(count: name.utf8.count)
        bytes.append(contentsOf: name.utf8)
    }

    package mutating func append(_ data: [UInt8]) {
        let data = redaction?.redacted(data) ?? data
        append(count: data.count)
        bytes.append(contentsOf: data)
    }

    package mutating func append<Wrapped>(
        optional value: Wrapped?, _ write: (inout BinaryWriter, Wrapped) -> Void
    ) {
        append(value != nil)
        if let value { write(&self, value) }
    }

    package mutating func append<Element>(
        list: some Collection<Element>, _ write: (inout BinaryWriter, Element) -> Void
    ) {
        append(count: list.count)
        for element in list { write(&self, element) }
    }

    private mutating func appendInteger(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
}
