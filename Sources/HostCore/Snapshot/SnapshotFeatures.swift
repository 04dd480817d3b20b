import FeatureContract
import HostSystem
import Synchronization

/// The features of a snapshot. A manifest is read from the file and parsed at the first request for its feature.
///
/// The file stays open, so that it stays readable after another host has replaced it. Its manifests were intact when it
/// was opened; if one is damaged since, its feature counts as a refused file in this run.
final class SnapshotFeatures: FeatureSource {
    /// Sorted by id. Of files with the same id, the one in use comes first.
    private let records: [SnapshotRecord]
    private let keys: LinkKeys
    private let knownRefusals: [FileRefusal]
    private let file: FileDescriptor
    private let path: String
    /// The offset in the file at which the manifests begin.
    private let start: Int
    private let memory = Mutex(Memory())

    private struct Memory {
        /// By the number of the record.
        var entries: [Int: Catalog.Entry] = [:]
        var unreadable: [Int: FileRefusal] = [:]
        /// By the numbers of the features with the links.
        var links: [[Int]: LinkIndex] = [:]
        var all: LinkIndex?
    }

    /// The number of groups of features whose links are remembered.
    private static let maximumGroups = 64
    /// The most features whose manifests are read one by one for a link; for more, reading all takes no longer.
    private static let maximumFew = 64

    /// - Parameters:
    ///   - refusals: The files that are not used.
    ///   - path: The path of the snapshot, for messages.
    init(
        _ records: [SnapshotRecord], _ keys: LinkKeys, refusals: [FileRefusal], file: consuming FileDescriptor,
        path: String, start: Int
    ) {
        self.records = records
        self.keys = keys
        knownRefusals = refusals
        self.file = file
        self.path = path
        self.start = start
    }

    var summaries: [FeatureSummary] { records.filter(\.isUsed).map(\.summary) }

    var countOfRead: Int { memory.withLock { $0.entries.count } }

    // MARK: FeatureSource

    var ids: [String] { records.filter(\.isUsed).map(\.summary.id) }

    var refusals: [FileRefusal] {
        knownRefusals + memory.withLock { $0.unreadable.sorted { $0.key < $1.key }.map(\.value) }
    }

    func feature(_ id: String) -> Catalog.Entry? {
        number(of: id).flatMap { number in memory.withLock { entry(number, &$0) } }
    }

    func features() -> [Catalog.Entry] {
        memory.withLock { memory in
            records.indices.filter { records[$0].isUsed }.compactMap { entry($0, &memory) }
        }
    }

    func files() -> [FeatureFile] {
        memory.withLock { memory in
            records.indices.sorted { records[$0].order < records[$1].order }.compactMap { entry($0, &memory)?.file }
        }
    }

    func links(for url: LinkURL) -> LinkIndex { links(of: keys.features(for: url)) }

    func links(atSiteOf url: LinkURL) -> LinkIndex { links(of: keys.features(atSiteOf: url)) }

    private func links(of numbers: [Int]) -> LinkIndex {
        guard numbers.count <= Self.maximumFew else { return links() }
        return memory.withLock { memory in
            if let known = memory.all ?? memory.links[numbers] { return known }
            let links = LinkIndex(numbers.compactMap { entry($0, &memory) })
            if memory.links.count == Self.maximumGroups { memory.links = [:] }
            memory.links[numbers] = links
            return links
        }
    }

    func links() -> LinkIndex {
        if let all = memory.withLock({ $0.all }) { return all }
        let all = LinkIndex(features())
        memory.withLock { $0.all = all }
        return all
    }

    // MARK: Reading

    /// The number of the record of the feature with an id.
    private func number(of id: String) -> Int? {
        var (low, high) = (0, records.count)
        while low < high {
            let middle = (low + high) / 2
            if records[middle].summary.id < id { low = middle + 1 } else { high = middle }
        }
        return low < records.count && records[low].summary.id == id ? low : nil
    }

    private func entry(_ number: Int, _ memory: inout Memory) -> Catalog.Entry? {
        if let known = memory.entries[number] { return known }
        guard memory.unreadable[number] == nil else { return nil }
        let record = records[number]
        do throws(LibraryError) {
            let file = try FeatureFile(
                path: record.summary.path, identity: record.identity, content: record.content,
                parsing: manifest(record.manifest))
            guard file.manifest.id == record.summary.id else { throw .snapshotDamaged(path) }
            let entry = Catalog.Entry(file)
            memory.entries[number] = entry
            return entry
        } catch {
            memory.unreadable[number] = FileRefusal(
                path: record.summary.path, reason: .library(error), featureID: record.summary.id)
            return nil
        }
    }

    private func manifest(_ place: SnapshotRecord.ManifestPlace) throws(LibraryError) -> [UInt8] {
        let from = start + Int(place.offset)
        guard let text = try? file.bytes(from: from, to: from + Int(place.count)),
            text.withUnsafeBytes({ XXHash64.hash($0) }) == place.checksum
        else { throw .snapshotDamaged(path) }
        return text
    }
}

/// A usable file in a snapshot, without its manifest.
struct SnapshotRecord: Sendable {
    let summary: FeatureSummary
    let identity: FileIdentity
    /// The hash of the file's content.
    var content: UInt64 = 0
    /// Whether it is the file in use, of those with its id.
    let isUsed: Bool
    /// The position of the file in the order of discovery.
    let order: Int
    let manifest: ManifestPlace

    /// The place of a manifest among the manifests, in bytes, and its XXH64.
    struct ManifestPlace: Hashable, Sendable {
        let offset: UInt64
        let count: UInt32
        let checksum: UInt64
    }
}

// By hand, since a snapshot has one for each feature.
extension SnapshotRecord: BinaryCoded {
    init(binary reader: inout BinaryReader) throws(BinaryError) {
        self.init(
            summary: FeatureSummary(
                id: try reader.text(), version: try reader.text(), path: try reader.text(),
                incoming: Int(try reader.uint32()), outgoing: Int(try reader.uint32()),
                unconnected: Int(try reader.uint32())),
            identity: try FileIdentity(binary: &reader), content: try reader.uint64(), isUsed: try reader.bool(),
            order: Int(try reader.uint32()),
            manifest: ManifestPlace(
                offset: try reader.uint64(), count: try reader.uint32(), checksum: try reader.uint64()))
        guard manifest.offset <= UInt64(Snapshot.maximumSize), manifest.count <= Manifest.maximumSize else {
            throw BinaryError("a manifest of \(manifest.count) bytes at \(manifest.offset)")
        }
    }

    func write(binary writer: inout BinaryWriter) {
        for text in [summary.id, summary.version, summary.path] { writer.append(text) }
        for count in [summary.incoming, summary.outgoing, summary.unconnected] { writer.append(count: count) }
        identity.write(binary: &writer)
        writer.append(content)
        writer.append(isUsed)
        writer.append(count: order)
        writer.append(manifest.offset)
        writer.append(manifest.count)
        writer.append(manifest.checksum)
    }
}

/// The line of a feature in `list`.
package struct FeatureSummary: Hashable, Sendable {
    package let id: String
    package let version: String
    /// The path of its file.
    package let path: String
    package let incoming: Int
    package let outgoing: Int
    /// The number of its outgoing routes that the wiring leads nowhere.
    package let unconnected: Int
}

extension FeatureSummary {
    init(_ entry: Catalog.Entry, _ check: WiringCheck) {
        let manifest = entry.manifest
        self.init(
            id: manifest.id, version: manifest.version, path: entry.path ?? "", incoming: manifest.incoming.count,
            outgoing: manifest.outgoing.count, unconnected: check.unconnected(of: manifest).count)
    }

    /// The summary of a shadowed file, to which the wiring does not apply.
    init(shadowed file: FeatureFile) {
        let manifest = file.manifest
        self.init(
            id: manifest.id, version: manifest.version, path: file.path, incoming: manifest.incoming.count,
            outgoing: manifest.outgoing.count, unconnected: 0)
    }
}
