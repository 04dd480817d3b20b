import Glibc
import HostSystem

/// The file with an app's snapshot, beside the registry. Each app has one, so that apps used in turn do not replace
/// each other's.
///
/// ```
/// 8 magic   8 size of the head   8 XXH64 of the head   the head: build of the host, fingerprint, sibling libraries,
/// refused files, features, link keys, wiring, warnings   the manifests
/// ```
///
/// It is a cache. A file that is missing, damaged, of another build of the host, or of an app that has changed is made
/// again. The head is read as a whole; each manifest has its own checksum and is read on demand.
struct SnapshotFile {
    private let folder: RegistryFolder
    private let id: String
    /// The executable of this host, since another build may find something else in the same app. Nil if it cannot be
    /// identified.
    private let host: FileIdentity?

    private static let prefix = "snapshot-"
    private static let magic: UInt64 = 0x0A1A_0A0D_5031_4E53
    private static let headerSize = 24
    /// The number of apps whose snapshots are kept.
    static let maximumApps = 16

    /// - Parameters:
    ///   - id: The app's ``AppID``.
    ///   - host: The identity of the executable.
    init(in folder: RegistryFolder, of id: String, host: FileIdentity?) {
        self.folder = folder
        self.id = id
        self.host = host
    }

    static func thisHost() -> FileIdentity? { FileSystem.identity("/proc/self/exe") }

    var path: String { Path.join(folder.path, Self.prefix + id) }

    // MARK: Reading

    /// Reads the snapshot; nil if there is none, or it is out of date.
    ///
    /// - Parameter wiring: The wiring file in the fingerprint.
    /// - Throws: If the checksum matches but the bytes cannot be decoded, which is a defect of the host.
    func read(_ fingerprint: Fingerprint, wiring: Wiring.Text?) throws(BinaryError) -> Snapshot? {
        guard let host, (try? folder.isOwn()) == true,
            let file = try? FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
            let status = try? file.status(), FileKind(status) == .regularFile, RegistryFolder.isOwn(status),
            status.st_size <= Snapshot.maximumSize, let head = Self.head(of: file, size: Int(status.st_size))
        else { return nil }
        var reader = BinaryReader(head)
        guard try FileIdentity(binary: &reader) == host, try Fingerprint(bytes: reader.data()) == fingerprint,
            try Self.areSiblingsUnchanged(&reader)
        else { return nil }
        let content = try SnapshotContent(reading: &reader)
        let start = Self.headerSize + head.count
        guard Self.areWhole(content.records, in: file, from: start, to: Int(status.st_size)) else { return nil }
        let features = SnapshotFeatures(
            content.records, content.keys, refusals: content.refusals.map(\.refusal), file: file, path: path,
            start: start)
        return Snapshot(
            features: features, wiring: Wiring(content.wiring, text: wiring), warnings: content.warnings)
    }

    /// Whether every manifest matches its checksum. They are read as a whole for that, without parsing.
    private static func areWhole(
        _ records: [SnapshotRecord], in file: borrowing FileDescriptor, from start: Int, to end: Int
    ) -> Bool {
        guard let manifests = try? file.bytes(from: start, to: end), manifests.count == end - start else {
            return false
        }
        return records.allSatisfy { record in
            let place = record.manifest
            let (from, count) = (Int(place.offset), Int(place.count))
            return from + count <= manifests.count
                && manifests[from..<from + count].withUnsafeBytes { XXHash64.hash($0) } == place.checksum
        }
    }

    /// The head of a file; nil if it is damaged.
    private static func head(of file: borrowing FileDescriptor, size: Int) -> [UInt8]? {
        guard size >= headerSize, let header = try? file.bytes(from: 0, to: headerSize) else { return nil }
        var reader = BinaryReader(header)
        guard let magic = try? reader.uint64(), magic == Self.magic, let count = try? reader.uint64(),
            let checksum = try? reader.uint64(), count <= UInt64(size - headerSize),
            let head = try? file.bytes(from: headerSize, to: headerSize + Int(count)), head.count == Int(count),
            head.withUnsafeBytes({ XXHash64.hash($0) }) == checksum
        else { return nil }
        return head
    }

    private static func areSiblingsUnchanged(_ reader: inout BinaryReader) throws(BinaryError) -> Bool {
        try reader.list(limit: BinaryReader.maximumElements) { (reader) throws(BinaryError) in
            let path = try reader.text()
            let identity = try reader.optional(FileIdentity.init(binary:))
            return FileSystem.identity(path) == identity
        }.allSatisfy(\.self)
    }

    // MARK: Writing

    /// Replaces the snapshot. If it cannot be written, the next host discovers the features again.
    func write(_ snapshot: NewSnapshot) {
        guard let host else { return }
        var head = BinaryWriter()
        host.write(binary: &head)
        head.append(snapshot.fingerprint.bytes)
        head.append(list: snapshot.siblings.sorted { $0.key < $1.key }) { writer, sibling in
            writer.append(sibling.key)
            writer.append(optional: sibling.value) { writer, identity in identity.write(binary: &writer) }
        }
        let start = head.bytes.count
        head.append(coded: snapshot.content)
        // An app beyond the limits of the reader gets no snapshot.
        var reader = BinaryReader(head.bytes[start...])
        guard (try? SnapshotContent(reading: &reader)) != nil,
            Self.headerSize + head.bytes.count + snapshot.manifests.count <= Snapshot.maximumSize
        else { return }
        var header = BinaryWriter(capacity: Self.headerSize)
        header.append(Self.magic)
        header.append(UInt64(head.bytes.count))
        header.append(head.bytes.withUnsafeBytes { XXHash64.hash($0) })
        do {
            try folder.prepare()
            let new = "\(path).\(getpid())"
            try AtomicFile.removeLeftOver(new)
            let file = try AtomicFile(new) { _ in }
            try file.write(header.bytes + head.bytes + snapshot.manifests)
            _ = try file.move(to: path)
            prune()
        } catch {
            return
        }
    }

    /// Removes the oldest snapshots beyond the limit of apps, and unfinished files of killed hosts.
    private func prune() {
        Self.removeUnfinished(in: folder)
        let finished = Self.finished(in: folder).filter { $0 != path }
        guard finished.count >= Self.maximumApps else { return }
        let oldest = finished.map { (path: $0, time: FileSystem.modified($0) ?? 0) }.sorted { $0.time < $1.time }
        for file in oldest.dropLast(Self.maximumApps - 1) { unlink(file.path) }
    }

    private static func finished(in folder: RegistryFolder) -> [String] {
        let names = (try? FileSystem.names(in: folder.path)) ?? []
        return names.filter { $0.hasPrefix(prefix) && !$0.contains(".") }.map { Path.join(folder.path, $0) }
    }

    /// Removes the snapshots of all apps, which are made again.
    static func removeAll(in folder: RegistryFolder) {
        for path in finished(in: folder) { unlink(path) }
    }

    /// Removes unfinished files without a write in the last hour.
    private static func removeUnfinished(in folder: RegistryFolder) {
        for name in (try? FileSystem.names(in: folder.path)) ?? [] where name.hasPrefix(prefix) && name.contains(".") {
            let path = Path.join(folder.path, name)
            if FileSystem.isOlder(path, than: 3600) { unlink(path) }
        }
    }

    /// Removes the snapshots that this host would not read: those of another build, damaged ones, and those of apps
    /// without any remaining file.
    static func removeUnreferenced(in folder: RegistryFolder) -> RemovedFiles {
        var removed = RemovedFiles()
        guard (try? folder.isOwn()) == true, let host = thisHost() else { return removed }
        removeUnfinished(in: folder)
        for path in finished(in: folder) where !isReferenced(path, by: host) {
            let size = FileSystem.identity(path)?.size ?? 0
            if unlink(path) == 0 { removed.add(size) }
        }
        return removed
    }

    private static func isReferenced(_ path: String, by host: FileIdentity) -> Bool {
        guard let file = try? FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
            let status = try? file.status(), FileKind(status) == .regularFile,
            let head = head(of: file, size: Int(status.st_size))
        else { return false }
        var reader = BinaryReader(head)
        do throws(BinaryError) {
            guard try FileIdentity(binary: &reader) == host else { return false }
            _ = try reader.data()
            _ = try areSiblingsUnchanged(&reader)
            let content = try SnapshotContent(reading: &reader)
            return content.records.contains { !FileSystem.isGone($0.summary.path) }
        } catch {
            return false
        }
    }
}
