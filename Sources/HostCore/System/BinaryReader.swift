/// Reads bytes that a ``BinaryWriter`` wrote, or claim to be such. Any bytes are possible input: none makes the reader
/// read beyond their end, or use memory without limit.
package struct BinaryReader: Sendable {
    private let bytes: ArraySlice<UInt8>
    package var offset: Int
    /// The number of list elements that may still come. One byte of input may become an element of many bytes.
    private var elementsLeft = Self.maximumElements
    var textLimit = Int.max
    private var depth = 0

    /// The most elements of all lists together in one message or registry entry.
    package static let maximumElements = 2_000_000

    package init(_ bytes: [UInt8]) {
        self.init(bytes[...])
    }

    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        offset = bytes.startIndex
    }

    package var remaining: Int { bytes.endIndex - offset }

    package func requireEnd() throws(BinaryError) {
        guard remaining == 0 else { throw BinaryError("\(remaining) bytes are left over") }
    }

    package mutating func uint8() throws(BinaryError) -> UInt8 { try integer() }
    package mutating func uint32() throws(BinaryError) -> UInt32 { try integer() }
    package mutating func int32() throws(BinaryError) -> Int32 { try integer() }
    package mutating func uint64() throws(BinaryError) -> UInt64 { try integer() }
    package mutating func int64() throws(BinaryError) -> Int64 { try integer() }
    package mutating func double() throws(BinaryError) -> Double { Double(bitPattern: try integer()) }

    package mutating func bool() throws(BinaryError) -> Bool {
        let byte = try uint8()
        guard byte <= 1 else { throw BinaryError("\(byte) stands where 0 or 1 is expected") }
        return byte == 1
    }

    /// Text; invalid UTF-8 becomes U+FFFD.
    package mutating func text() throws(BinaryError) -> String { try text(limit: textLimit) }

    /// Reads a text of at most `limit` bytes of UTF-8.
    package mutating func text(limit: Int) throws(BinaryError) -> String {
        let text = String(decoding: try slice(), as: UTF8.self)
        guard text.utf8.count <= limit else {
            throw BinaryError("a text of \(text.utf8.count) bytes; at most \(limit) are taken")
        }
        return text
    }

    package mutating func data() throws(BinaryError) -> [UInt8] { Array(try slice()) }

    package mutating func optional<Wrapped>(
        _ read: (inout BinaryReader) throws(BinaryError) -> Wrapped
    ) throws(BinaryError) -> Wrapped? {
        try bool() ? try read(&self) : nil
    }

    /// Starts a nested value. Damaged bytes may nest values without end.
    package mutating func descend() throws(BinaryError) {
        guard depth < 32 else { throw BinaryError("values are nested more than 32 deep") }
        depth += 1
    }

    package mutating func ascend() { depth -= 1 }

    /// Reads a list of at most `limit` elements.
    package mutating func list<Element>(
        limit: Int, _ read: (inout BinaryReader) throws(BinaryError) -> Element
    ) throws(BinaryError) -> [Element] {
        let count = try count(limit: limit)
        var elements: [Element] = []
        // The count alone reserves little memory: each of several nested lists may announce as many elements as there
        // are bytes.
        elements.reserveCapacity(min(count, remaining, 1024))
        for _ in 0..<count { elements.append(try read(&self)) }
        return elements
    }

    package mutating func count(limit: Int) throws(BinaryError) -> Int {
        let count = Int(try uint32())
        guard count <= limit else { throw BinaryError("a list of \(count); at most \(limit) are taken") }
        elementsLeft -= count
        guard elementsLeft >= 0 else { throw BinaryError("lists of more than \(Self.maximumElements) elements in all") }
        return count
    }

    private mutating func slice() throws(BinaryError) -> ArraySlice<UInt8> { try slice(Int(uint32())) }

    private mutating func slice(_ count: Int) throws(BinaryError) -> ArraySlice<UInt8> {
        guard count <= remaining else { throw BinaryError("\(count) bytes are announced, and \(remaining) are there") }
        defer { offset += count }
        return bytes[offset..<offset + count]
    }

    private mutating func integer<Number: FixedWidthInteger>() throws(BinaryError) -> Number {
        let size = MemoryLayout<Number>.size
        guard size <= remaining else { throw BinaryError("\(size) bytes are expected, and \(remaining) are there") }
        let start = offset - bytes.startIndex
        offset += size
        return bytes.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: start, as: Number.self)) }
    }
}

/// Bytes that no ``BinaryWriter`` wrote, or wrote for another reader.
package struct BinaryError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// - Parameter description: The fault. It may quote text from the bytes.
    package init(_ description: String) {
        self.description = DisplayText.safe(description)
    }
}
