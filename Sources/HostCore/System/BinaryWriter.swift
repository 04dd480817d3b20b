/// Writes values one after the other into one buffer: what crosses a process, and what the registry keeps.
///
/// Numbers are little-endian and of fixed width; text and lists begin with their count in 32 bits. Nothing is named and
/// nothing is aligned: the reader knows what comes.
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

    package init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    package mutating func append(_ value: UInt8) { bytes.append(value) }
    package mutating func append(_ value: Bool) { bytes.append(value ? 1 : 0) }
    package mutating func append(_ value: UInt32) { appendInteger(value) }
    package mutating func append(_ value: Int32) { appendInteger(value) }
    package mutating func append(_ value: UInt64) { appendInteger(value) }
    package mutating func append(_ value: Int64) { appendInteger(value) }
    /// By its bits: every value comes back as it was, also one that is not a number.
    package mutating func append(_ value: Double) { appendInteger(value.bitPattern) }

    /// A count of elements or bytes, which may not be larger than 32 bits can say.
    package mutating func append(count: Int) { appendInteger(UInt32(count)) }

    package mutating func append(_ text: String) {
        append(count: text.utf8.count)
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    package mutating func append(_ data: [UInt8]) {
        append(count: data.count)
        bytes.append(contentsOf: data)
    }

    /// A value that may be missing.
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
