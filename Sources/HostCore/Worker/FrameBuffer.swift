import HostSystem

/// Splits the bytes of a socket, which come in pieces of any size, into frames.
package struct FrameBuffer {
    /// The maximum content of a frame, in bytes: more than the limits of the ABI allow.
    package static let maximumSize = 96 << 20

    /// The phrase about a size: `97 MiB, and at most 96 MiB are sent`.
    static func limitText(_ size: Int, _ limit: Int = maximumSize) -> String {
        "\((size + (1 << 20) - 1) >> 20) MiB, and at most \(limit >> 20) MiB are sent"
    }

    private var bytes: [UInt8] = []
    private var start = 0

    package init() {}

    /// Encodes a frame.
    ///
    /// - Parameter number: The number of a call, which its reply repeats; 0 in every other frame.
    package static func frame(_ kind: FrameKind, number: UInt32 = 0, _ content: [UInt8]) -> [UInt8] {
        var writer = BinaryWriter(capacity: 4 + headSize + content.count)
        writer.append(count: headSize + content.count)
        writer.append(kind.rawValue)
        writer.append(number)
        return writer.bytes + content
    }

    /// The bytes between the count and the content: the kind and the number.
    private static let headSize = 5

    /// The number of bytes not taken yet.
    var count: Int { bytes.count - start }

    package mutating func append(_ piece: UnsafeRawBufferPointer) {
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 20)
            start = 0
        } else if start > 1 << 16, start > bytes.count / 2 {
            bytes.removeFirst(start)
            start = 0
        }
        bytes.append(contentsOf: piece)
    }

    /// Returns the next frame; nil if it is incomplete. Throws for a frame larger than its kind allows before its
    /// content has arrived.
    package mutating func next() throws(BinaryError) -> (kind: FrameKind, number: UInt32, content: [UInt8])? {
        guard bytes.count - start >= 5 else { return nil }
        let size = Int(integer(at: start))
        guard let kind = FrameKind(rawValue: bytes[start + 4]) else {
            throw BinaryError("a message of the unknown kind \(bytes[start + 4])")
        }
        guard (Self.headSize...Self.headSize + kind.maximumSize).contains(size) else {
            throw BinaryError("\(kind == .answer ? "an" : "a") \(kind) of \(size) bytes")
        }
        guard bytes.count - start - 4 >= size else { return nil }
        defer { start += 4 + size }
        return (kind, integer(at: start + 5), Array(bytes[start + 4 + Self.headSize..<start + 4 + size]))
    }

    /// Whether the next frame is complete or invalid.
    var hasWholeFrame: Bool {
        guard bytes.count - start >= 5 else { return false }
        let size = Int(integer(at: start))
        let isRight = FrameKind(rawValue: bytes[start + 4]).map { size <= Self.headSize + $0.maximumSize } ?? false
        return !isRight || bytes.count - start - 4 >= size
    }

    private func integer(at index: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(bytes[index + $1]) << (8 * UInt32($1)) }
    }
}
