import Glibc
import HostSystem

/// A host's list of the libraries that it scans, in a file beside the registry, written before any of their code runs:
/// a library that kills the host leaves no other trace. If the registry's directory is not writable, the file is in the
/// user's directory for temporary files.
///
/// The host holds the file's lock (flock(2)) and removes the file afterwards. The kernel releases the lock at any end
/// of the host, so a note with a free lock comes from a host that died in a scan. The content is a registry's: a record
/// for each library, which quarantines it. A later host adds that to the registry if two notes name the library; the
/// host of a single note may have been ended by its user.
final class ScanNote {
    private let path: String
    private let lock: FileLock
    private let file: FileDescriptor
    /// The temporary directory, which is removed with the last note in it; nil if the note is beside the registry.
    private let temporary: String?

    /// The beginning of a note's file name, before a random number.
    private static func prefix(_ folder: RegistryFolder) -> String { "\(folder.name).scanning-" }
    /// The largest note, in bytes: far more than the records of a few libraries.
    private static let maximumSize = 16 << 20

    /// Makes a note in the registry's directory, or else in the temporary one; nil if neither is writable.
    static func make(in folder: RegistryFolder) -> ScanNote? {
        (try? ScanNote(in: folder))
            ?? (try? ScanNote(in: temporary(folder), temporary: temporaryFolder))
    }

    private static func temporary(_ folder: RegistryFolder) -> RegistryFolder {
        RegistryFolder(temporaryFolder, name: folder.name)
    }

    private static var temporaryFolder: String {
        HostEnvironment.current.temporary("\(HostName.name)-\(geteuid())")
    }

    /// - Throws: If the directory is not writable, or other users may write to it.
    init(in folder: RegistryFolder, temporary: String? = nil) throws(SystemError) {
        try folder.prepare()
        self.temporary = temporary
        path = Path.join(folder.path, Self.prefix(folder) + String(UInt64.random(in: .min ... .max), radix: 16))
        // The file is locked before it has content: another host ignores an empty note.
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

    /// Returns the notes of dead hosts from the registry's directory and the temporary one, which are the same without
    /// a home directory. Removes damaged notes.
    static func ofDeadHosts(in folder: RegistryFolder) -> [Left] {
        left(in: folder) + (folder.path == temporaryFolder ? [] : left(in: temporary(folder)))
    }

    private static func left(in folder: RegistryFolder) -> [Left] {
        guard (try? folder.isOwn()) == true else { return [] }
        let names = ((try? FileSystem.names(in: folder.path)) ?? []).filter { $0.hasPrefix(prefix(folder)) }
        return names.compactMap { left(at: Path.join(folder.path, $0)) }
    }

    /// Reads the note of a dead host; nil if the host is alive. Removes a note without a complete record.
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
        /// A record for each library in the scan, which quarantines it.
        let entries: [RegistryEntry]

        func remove() { unlink(path) }
    }
}
