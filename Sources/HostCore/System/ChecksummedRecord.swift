/// A piece of a file to which pieces are only added, so that one that was not written whole is found out:
///
/// ```
/// 4 size of the payload   8 XXH64 of the payload   the payload
/// ```
package enum ChecksummedRecord {
    /// The size of what precedes each payload, in bytes.
    package static let headerSize = 12

    package static func bytes(of payload: [UInt8]) -> [UInt8] {
        var writer = BinaryWriter(capacity: headerSize + payload.count)
        writer.append(count: payload.count)
        writer.append(payload.withUnsafeBytes { XXHash64.hash($0) })
        return writer.bytes + payload
    }

    /// The place of the payload of the record at an offset. Nil if the record is partial or damaged.
    ///
    /// - Parameter limit: The maximum size of a payload, in bytes.
    package static func payload(in bytes: [UInt8], at offset: Int, limit: Int) -> Range<Int>? {
        var header = BinaryReader(bytes[offset...])
        guard let size = try? Int(header.uint32()), let checksum = try? header.uint64(), size <= limit,
            size <= header.remaining
        else { return nil }
        let payload = offset + headerSize..<offset + headerSize + size
        let hash = bytes.withUnsafeBytes { XXHash64.hash(UnsafeRawBufferPointer(rebasing: $0[payload])) }
        return hash == checksum ? payload : nil
    }
}
