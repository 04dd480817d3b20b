import HostSystem
import JSONText

/// The content of a registry's file: a header, then a ``ChecksummedRecord`` for each entry. The last one of each path
/// counts.
///
/// Any bytes are possible input. Records are read up to the first incomplete or damaged one, which a killed host may
/// have left. Only the path and identity of a record are decoded until its entry is needed.
package struct RegistryLog: Sendable {
    /// The largest file, in bytes.
    static let maximumSize = 256 << 20
    /// The largest entry, in bytes.
    static let maximumPayload = 16 << 20
    /// The size up to which a file is not compacted, in bytes.
    private static let worthCompacting = 64 << 10

    /// The header and the complete records.
    package private(set) var bytes: [UInt8]
    private var records: [ExactText: Record] = [:]
    /// The size of the records that count, in bytes.
    private var liveSize = 0

    private struct Record: Sendable {
        let identity: FileIdentity
        let payload: Range<Int>
        /// The size of the record, in bytes.
        var size: Int { ChecksummedRecord.headerSize + payload.count }
    }

    package init() {
        bytes = RegistryHeader().bytes
    }

    /// - Parameter file: The whole file. ``bytes`` leaves out a damaged end.
    package init(reading file: [UInt8]) throws(RegistryDamage) {
        _ = try RegistryHeader(reading: file)
        bytes = file
        readRecords(from: RegistryHeader.size)
    }

    /// Reads bytes added to the file, and returns whether all of them are complete records.
    package mutating func read(_ added: [UInt8]) -> Bool {
        let end = bytes.count
        bytes += added
        readRecords(from: end)
        return bytes.count == end + added.count
    }

    package static func record(_ payload: [UInt8]) -> [UInt8] {
        ChecksummedRecord.bytes(of: payload)
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

    /// The record at an offset, with its path; nil if it is incomplete or damaged.
    private static func record(in bytes: [UInt8], at offset: Int) -> (path: ExactText, record: Record)? {
        guard let payload = ChecksummedRecord.payload(in: bytes, at: offset, limit: maximumPayload) else { return nil }
        var reader = BinaryReader(bytes[payload])
        guard let path = try? reader.text(), let identity = try? FileIdentity(binary: &reader) else { return nil }
        return (ExactText(path), Record(identity: identity, payload: payload))
    }
}

// MARK: Content

extension RegistryLog {
    var count: Int { records.count }

    func knows(_ path: ExactText) -> Bool { records[path] != nil }

    /// The known paths, each with the version of its file.
    var identities: [ExactText: FileIdentity] { records.mapValues(\.identity) }

    /// The entry of a path for any version; nil if there is none, or its record is unreadable.
    func entry(_ path: ExactText) -> RegistryEntry? { records[path].flatMap(entry) }

    package var entries: [RegistryEntry] { records.values.compactMap(entry) }

    private func entry(_ record: Record) -> RegistryEntry? {
        var reader = BinaryReader(bytes[record.payload])
        guard let entry = try? reader.decode(RegistryEntry.self, textLimit: RegistryEntry.maximumText),
            reader.remaining == 0
        else { return nil }
        return entry
    }

    func holds(_ payload: [UInt8], for path: ExactText) -> Bool {
        records[path].map { bytes[$0.payload].elementsEqual(payload) } ?? false
    }

    /// Whether to compact the file: superseded records take more than half of it.
    var isMostlySuperseded: Bool {
        bytes.count > Self.worthCompacting && bytes.count - RegistryHeader.size - liveSize > bytes.count / 2
    }

    /// Returns a log of only the records that count, in order. Leaves out a path if `gone` has its version.
    func compacted(without gone: [ExactText: FileIdentity] = [:]) -> RegistryLog {
        let kept = records.filter { path, record in gone[path] != record.identity }
        var log = RegistryLog()
        log.bytes.reserveCapacity(RegistryHeader.size + liveSize)
        for record in kept.values.sorted(by: { $0.payload.lowerBound < $1.payload.lowerBound }) {
            log.bytes += bytes[(record.payload.lowerBound - ChecksummedRecord.headerSize)..<record.payload.upperBound]
        }
        log.readRecords(from: RegistryHeader.size)
        return log
    }
}

/// Registry entries waiting to be written. Several are written at once, since each write waits for the disk. None waits
/// long, since the files of unwritten entries are scanned again if the host is killed.
struct RecordBatch {
    private let registry: Registry
    private var entries: [RegistryEntry] = []
    /// The time at which the oldest entry was added.
    private var start = ContinuousClock.now

    /// The age at which ``writeWhatIsDue()`` writes an entry.
    static let patience = Duration.milliseconds(100)

    init(_ registry: Registry) {
        self.registry = registry
    }

    mutating func add(_ entry: RegistryEntry) {
        if entries.isEmpty { start = .now }
        entries.append(entry)
    }

    /// Writes the entries if the oldest has waited long enough.
    mutating func writeWhatIsDue() throws(SystemError) {
        if !entries.isEmpty, start.duration(to: .now) >= Self.patience { try write() }
    }

    mutating func write() throws(SystemError) {
        guard !entries.isEmpty else { return }
        defer { entries = [] }
        try registry.record(entries)
    }
}
