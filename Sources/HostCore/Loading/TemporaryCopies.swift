import Glibc
import Synchronization

/// Private copies of this run alone, in a temporary folder, for a host that cannot write its cache. The folder is removed
/// when the process exits; a host that is killed leaves it.
enum TemporaryCopies {
    private static let folder = Mutex<String?>(nil)

    /// Those of this run; nil where none has been made.
    static var made: PrivateCopies? { folder.withLock(\.self).map { PrivateCopies(directory: $0) } }

    /// Those of this run; nil where no temporary folder can be made.
    static func make() -> PrivateCopies? {
        let path = folder.withLock { folder in
            if folder == nil {
                var name = Array(Path.join(parent, "switchyard-run-XXXXXX").utf8CString)
                guard mkdtemp(&name) != nil else { return nil as String? }
                folder = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
                atexit { TemporaryCopies.remove() }
            }
            return folder
        }
        return path.map { PrivateCopies(directory: $0) }
    }

    private static var parent: String {
        HostEnvironment.current["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    }

    private static func remove() {
        let path = folder.withLock { folder in
            defer { folder = nil }
            return folder
        }
        guard let path else { return }
        for name in (try? FileSystem.names(in: path)) ?? [] {
            let folder = Path.join(path, name)
            for file in (try? FileSystem.names(in: folder)) ?? [] { unlink(Path.join(folder, file)) }
            if rmdir(folder) != 0 { unlink(folder) }
        }
        rmdir(path)
    }
}
