/// Reads what a ``BinaryWriter`` has written, or what says that it is that: any bytes are possible input, and none makes
/// it read beyond their end or take more memory than they have themselves.
package struct BinaryReader: Sendable {
    private let bytes: ArraySlice<UInt8>
    var offset: Int
    /// How many elements of lists may still come: one may take a byte here, and many times that once it is read.
    private var elementsLeft = Self.maximumElements

    /// The elements of all lists in one message, or one entry of the registry.
    static let maximumElements = 2_000_000

    package init(_ bytes: [UInt8]) {
        self.init(bytes[...])
    }

    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        offset = bytes.startIndex
    }

    /// How many bytes are left.
    package var remaining: Int { bytes.endIndex - offset }

    /// Refuses bytes that are left over.
    package func requireEnd() throws(BinaryError) {
        guard remaining == 0 else { throw BinaryError("\(remaining) bytes are left over") }
    }

    package mutating func uint8() throws(BinaryError) -> UInt8 { try integer() }
    package mutating func uint32() throws(BinaryError) -> UInt32 { try integer() }
    package mutating func int32() throws(BinaryError) -> Int32 { try integer() }
    package mutating func uint64() throws(BinaryError) -> UInt64 { try integer() }
    package mutating func int64() throws(BinaryError) -> Int64 { try integer() }
    package mutating func double() throws(BinaryError) -> Double { Double(bitPattern: try integer()) }

    /// A time that something may take.
    package mutating func seconds() throws(BinaryError) -> Double {
        let seconds = try double()
        guard Duration.isUsable(seconds: seconds) else { throw BinaryError("a time of \(seconds) seconds") }
        return seconds
    }

    package mutating func bool() throws(BinaryError) -> Bool {
        let byte = try uint8()
        guard byte <= 1 else { throw BinaryError("\(byte) stands where 0 or 1 is expected") }
        return byte == 1
    }

    /// Text; invalid UTF-8 becomes U+FFFD.
    package mutating func text() throws(BinaryError) -> String { String(decoding: try slice(), as: UTF8.self) }

    /// - Parameter limit: How many bytes of UTF-8 are taken.
    package mutating func text(limit: Int) throws(BinaryError) -> String {
        let text = try text()
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

    /// - Parameter limit: How many elements are taken.
    package mutating func list<Element>(
        limit: Int, _ read: (inout BinaryReader) throws(BinaryError) -> Element
    ) throws(BinaryError) -> [Element] {
        let count = Int(try uint32())
        guard count <= limit else { throw BinaryError("a list of \(count); at most \(limit) are taken") }
        elementsLeft -= count
        guard elementsLeft >= 0 else { throw BinaryError("lists of more than \(Self.maximumElements) elements in all") }
        var elements: [Element] = []
        // A count alone makes little memory: of lists in lists, each may announce as many as there are bytes.
        elements.reserveCapacity(min(count, remaining, 1024))
        for _ in 0..<count { elements.append(try read(&self)) }
        return elements
    }

    /// What reads the next bytes and none behind them; this one goes on behind them.
    mutating func section(_ count: Int) throws(BinaryError) -> BinaryReader { BinaryReader(try slice(count)) }

    /// What reads the same further on.
    func skipping(_ count: Int) throws(BinaryError) -> BinaryReader {
        var reader = self
        _ = try reader.slice(count)
        return reader
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

/// Bytes that no ``BinaryWriter`` has written, or not for this reader.
package struct BinaryError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
