import Glibc
import HostSystem
import Synchronization

/// Private copies for this run only, in a temporary folder, for a host that cannot write to its cache. The folder is
/// removed when the process exits; the folder of a killed host is removed by the next host that makes one. A host holds
/// the lock of its folder (flock(2)) as long as it lives.
enum TemporaryCopies {
    private static let folder = Mutex<String?>(nil)

    /// The copies of this run. Nil if there are none yet.
    static var made: PrivateCopies? { folder.withLock(\.self).map { PrivateCopies(directory: $0) } }

    /// Returns the copies of this run, and creates their folder if needed. Nil if that fails.
    static func make() -> PrivateCopies? {
        let path = folder.withLock { folder in
            if folder == nil {
                removeLeftOver()
                var name = Array((HostEnvironment.current.temporary(prefix) + "XXXXXX").utf8CString)
                guard mkdtemp(&name) != nil else { return nil as String? }
                let path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
                folder = path
                // Never closed, so that the lock lasts as long as the process.
                flock(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), LOCK_EX | LOCK_NB)
                atexit { TemporaryCopies.remove() }
            }
            return folder
        }
        return path.map { PrivateCopies(directory: $0) }
    }

    private static let prefix = "\(HostName.name)-run-"

    private static func remove() {
        let path = folder.withLock { folder in
            defer { folder = nil }
            return folder
        }
        if let path { remove(path) }
    }

    /// Removes the folders of dead hosts, whose locks the kernel has released.
    private static func removeLeftOver() {
        let parent = HostEnvironment.current.temporary("")
        for name in (try? FileSystem.names(in: parent)) ?? [] where name.hasPrefix(prefix) {
            let path = Path.join(parent, name)
            // A folder made within the last minute may belong to a host that has not locked it yet.
            guard let made = FileSystem.modified(path), time(nil) - Int(made / 1_000_000_000) > 60,
                let file = try? FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW),
                let status = try? file.status(), status.st_uid == geteuid(), flock(file.number, LOCK_EX | LOCK_NB) == 0
            else { continue }
            remove(path)
        }
    }

    private static func remove(_ path: String) {
        for name in (try? FileSystem.names(in: path)) ?? [] {
            let folder = Path.join(path, name)
            for file in (try? FileSystem.names(in: folder)) ?? [] { unlink(Path.join(folder, file)) }
            if rmdir(folder) != 0 { unlink(folder) }
        }
        rmdir(path)
    }
}
