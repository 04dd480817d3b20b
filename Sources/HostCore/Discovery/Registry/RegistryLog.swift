import JSONText

/// The content of a registry's file: a header, and records one behind the other, of which the last of a path counts.
///
/// ```
/// 4 size of the payload   8 XXH64 of the payload   the payload: an entry
/// ```
///
/// Any bytes are possible input. Records are taken up to the first that is not whole, as what a host that was killed
/// has left. Of each one no more than the path and the identity is read before it is asked for.
package struct RegistryLog: Sendable {
    /// The largest file, in bytes.
    static let maximumSize = 256 << 20
    /// The largest entry, in bytes.
    static let maximumPayload = 16 << 20
    /// A smaller file is not worth making anew.
    private static let worthCompacting = 64 << 10
    /// Before each payload.
    private static let recordHeaderSize = 12

    /// The header and the whole records.
    package private(set) var bytes: [UInt8]
    private var records: [ExactText: Record] = [:]
    /// How many bytes the records take that count.
    private var liveSize = 0

    private struct Record: Sendable {
        let identity: FileIdentity
        let payload: Range<Int>
        /// How many bytes it takes.
        var size: Int { RegistryLog.recordHeaderSize + payload.count }
    }

    /// Without entries.
    package init() {
        bytes = RegistryHeader().bytes
    }

    /// - Parameter file: The whole file. ``bytes`` are fewer where its end is damaged.
    package init(reading file: [UInt8]) throws(RegistryDamage) {
        _ = try RegistryHeader(reading: file)
        bytes = file
        readRecords(from: RegistryHeader.size)
    }

    /// Takes what has been added to the file since.
    ///
    /// - Returns: False where its end is damaged.
    package mutating func read(_ added: [UInt8]) -> Bool {
        let end = bytes.count
        bytes += added
        readRecords(from: end)
        return bytes.count == end + added.count
    }

    /// The bytes of a record.
    package static func record(_ payload: [UInt8]) -> [UInt8] {
        var writer = BinaryWriter(capacity: recordHeaderSize + payload.count)
        writer.append(count: payload.count)
        writer.append(payload.withUnsafeBytes { XXHash64.hash($0) })
        return writer.bytes + payload
    }

    private mutating func readRecords(from start: Int) {
        var offset = start
        while let (path, record) = Self.record(in: bytes, at: offset) {
            if let old = records.updateValue(record, forKey: path) { liveSize -= old.size }
            liveSize += record.size
            offset = record.payload.upperBound
        }
        if offset < bytes.count { bytes.removeSubrange(offset...) }
    }

    /// The record that begins there; nil where it is not whole.
    private static func record(in bytes: [UInt8], at offset: Int) -> (path: ExactText, record: Record)? {
        var header = BinaryReader(bytes[offset...])
        guard let size = try? Int(header.uint32()), let checksum = try? header.uint64(),
            size <= maximumPayload, size <= header.remaining
        else { return nil }
        let start = offset + recordHeaderSize
        let payload = start..<start + size
        guard bytes[payload].withUnsafeBytes({ XXHash64.hash($0) }) == checksum else { return nil }
        var reader = BinaryReader(bytes[payload])
        guard let path = try? reader.text(), let identity = try? FileIdentity(binary: &reader) else { return nil }
        return (ExactText(path), Record(identity: identity, payload: payload))
    }
}

// MARK: What it says

extension RegistryLog {
    var count: Int { records.count }

    func knows(_ path: ExactText) -> Bool { records[path] != nil }

    /// The paths that it knows, each with the version that it knows.
    var identities: [ExactText: FileIdentity] { records.mapValues(\.identity) }

    /// The entry for this version; nil where it is not known, or is none that can be read.
    func entry(_ path: ExactText, _ identity: FileIdentity) -> RegistryEntry? {
        guard let record = records[path], record.identity == identity else { return nil }
        return entry(record)
    }

    /// The entry of a path, of whichever version.
    func entry(_ path: ExactText) -> RegistryEntry? { records[path].flatMap(entry) }

    package var entries: [RegistryEntry] { records.values.compactMap(entry) }

    private func entry(_ record: Record) -> RegistryEntry? {
        var reader = BinaryReader(bytes[record.payload])
        guard let entry = try? RegistryEntry(binary: &reader), reader.remaining == 0 else { return nil }
        return entry
    }

    /// Whether this is what is known of the path.
    func holds(_ payload: [UInt8], for path: ExactText) -> Bool {
        records[path].map { bytes[$0.payload].elementsEqual(payload) } ?? false
    }

    /// Whether more than half of it is records that count no longer, and it is worth making anew.
    var isMostlySuperseded: Bool {
        bytes.count > Self.worthCompacting && bytes.count - RegistryHeader.size - liveSize > bytes.count / 2
    }

    /// A new file with the records that count, in their order, but without those of certain paths where these are still
    /// of that version.
    func compacted(without gone: [ExactText: FileIdentity] = [:]) -> RegistryLog {
        let kept = records.filter { path, record in gone[path] != record.identity }
        var log = RegistryLog()
        log.bytes.reserveCapacity(RegistryHeader.size + liveSize)
        for record in kept.values.sorted(by: { $0.payload.lowerBound < $1.payload.lowerBound }) {
            log.bytes += bytes[(record.payload.lowerBound - Self.recordHeaderSize)..<record.payload.upperBound]
        }
        log.readRecords(from: RegistryHeader.size)
        return log
    }
}
