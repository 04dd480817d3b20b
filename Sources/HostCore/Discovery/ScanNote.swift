import Glibc
import HostSystem

/// A file beside the registry in which a host writes which libraries it scans, before any of their code runs: a library
/// that kills the host leaves no other trace. Where the registry's directory cannot be written, the file is in a
/// directory of this user for temporary files.
///
/// The host holds the file's lock (flock(2)) and removes the file when it is done. The kernel lets go of the lock when
/// the host ends, however it ends, so a note whose lock is free was left by a host that died in a scan. The content is
/// a registry's: one record for each library, which says that it is quarantined, and which a later host adds to the
/// registry where two notes name the library. One alone may be of a host that its user has ended.
final class ScanNote {
    private let path: String
    private let lock: FileLock
    private let file: FileDescriptor
    /// The temporary directory, which is removed with the last note in it. Nil if the note is beside the registry.
    private let temporary: String?

    /// The prefix of a note's file name. A random number follows.
    private static let prefix = "scanning-"
    /// The largest note that is read, in bytes: far more than the records of a few libraries.
    private static let maximumSize = 16 << 20

    /// Makes a note in the registry's directory, or else in the temporary one. Nil if neither can be written.
    static func make(in folder: RegistryFolder) -> ScanNote? {
        (try? ScanNote(in: folder))
            ?? (try? ScanNote(in: RegistryFolder(temporaryFolder), temporary: temporaryFolder))
    }

    private static var temporaryFolder: String {
        HostEnvironment.current.temporary("\(HostName.name)-\(geteuid())")
    }

    /// - Throws: If the directory cannot be written, or other users may write to it.
    init(in folder: RegistryFolder, temporary: String? = nil) throws(SystemError) {
        try folder.prepare()
        self.temporary = temporary
        path = Path.join(folder.path, Self.prefix + String(UInt64.random(in: .min ... .max), radix: 16))
        // The file is locked before it has content: another host has no use for an empty note.
        lock = try FileLock(path, isMade: true, patience: .zero)
        file = try FileDescriptor(opening: path, O_WRONLY | O_NOFOLLOW)
    }

    deinit {
        unlink(path)
        lock.release()
        if let temporary { rmdir(temporary) }
    }

    /// Replaces the content of the note. If that fails, as on a full disk, the libraries are scanned anyway.
    func write(_ entries: [RegistryEntry]) {
        var bytes = RegistryLog().bytes
        for payload in entries.compactMap(\.payload) { bytes += RegistryLog.record(payload) }
        let number = file.number
        _ = bytes.withUnsafeBytes { pwrite(number, $0.baseAddress, $0.count, 0) }
        ftruncate(number, bytes.count)
    }

    /// Returns the notes of dead hosts from the registry's directory and from the temporary one. Without a home
    /// directory, the two are one directory. A damaged note is removed.
    static func ofDeadHosts(in folder: RegistryFolder) -> [Left] {
        left(in: folder) + (folder.path == temporaryFolder ? [] : left(in: RegistryFolder(temporaryFolder)))
    }

    private static func left(in folder: RegistryFolder) -> [Left] {
        guard (try? folder.isOwn()) == true else { return [] }
        let names = ((try? FileSystem.names(in: folder.path)) ?? []).filter { $0.hasPrefix(prefix) }
        return names.compactMap { left(at: Path.join(folder.path, $0)) }
    }

    /// Reads the note of a dead host. Nil if the host is alive. A note without a whole record is removed.
    private static func left(at path: String) -> Left? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            unlink(path)
            return nil
        }
        guard let lock = try? FileLock(path, isMade: false, patience: .zero) else { return nil }
        defer { lock.release() }
        let bytes = try? FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW).readAll(limit: maximumSize)
        let entries = bytes.flatMap { try? RegistryLog(reading: $0) }?.entries ?? []
        guard !entries.isEmpty else {
            unlink(path)
            return nil
        }
        return Left(path: path, entries: entries)
    }

    /// A note of a host that died in a scan.
    struct Left {
        fileprivate let path: String
        /// A record for each library that was being scanned, which says that it is quarantined.
        let entries: [RegistryEntry]

        func remove() { unlink(path) }
    }
}
