/// A record of an append-only file, whose checksum reveals an incomplete write:
///
/// ```
/// 4 size of the payload   8 XXH64 of the payload   the payload
/// ```
package enum ChecksummedRecord {
    /// The bytes before each payload.
    package static let headerSize = 12

    package static func bytes(of payload: [UInt8]) -> [UInt8] {
        var writer = BinaryWriter(capacity: headerSize + payload.count)
        writer.append(count: payload.count)
        writer.append(payload.withUnsafeBytes { XXHash64.hash($0) })
        return writer.bytes + payload
    }

    /// The range of the payload in the record at an offset. Nil if the record is incomplete or damaged, or its payload
    /// is longer than `limit` bytes.
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
