/// Takes what a socket gives, in whatever pieces, and gives back frames.
package struct FrameBuffer {
    /// The largest content of a frame, in bytes: larger than anything that the limits of the ABI let through.
    package static let maximumSize = 96 << 20

    /// For a person: `97 MiB, and at most 96 MiB are sent`.
    static func limitText(_ size: Int) -> String {
        "\((size + (1 << 20) - 1) >> 20) MiB, and at most \(maximumSize >> 20) MiB are sent"
    }

    private var bytes: [UInt8] = []
    private var start = 0

    package init() {}

    /// A frame as it crosses.
    package static func frame(_ kind: FrameKind, _ content: [UInt8]) -> [UInt8] {
        var writer = FlatWriter(capacity: content.count + 5)
        writer.append(count: content.count + 1)
        writer.append(kind.rawValue)
        return writer.bytes + content
    }

    /// How many bytes have come that have not been given back.
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

    /// The next frame that is whole; nil where more must come.
    package mutating func next() throws(FlatError) -> (kind: FrameKind, content: [UInt8])? {
        guard bytes.count - start >= 5 else { return nil }
        let size = (0..<4).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * $1) }
        guard (1...Self.maximumSize + 1).contains(size) else { throw FlatError("a message of \(size) bytes") }
        guard let kind = FrameKind(rawValue: bytes[start + 4]) else {
            throw FlatError("a message of the unknown kind \(bytes[start + 4])")
        }
        guard bytes.count - start - 4 >= size else { return nil }
        defer { start += 4 + size }
        return (kind, Array(bytes[start + 5..<start + 4 + size]))
    }
}
