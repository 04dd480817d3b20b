import Glibc

/// A new content of a file under another name, whole and on the disk, before it takes the file's place. Removes itself
/// where it does not.
struct AtomicFile: ~Copyable {
    /// What is done on the way, in order.
    enum Step: String, CaseIterable, Sendable {
        case open, write, fsync, rename, fsyncDirectory
    }

    /// Called before each step: a test lets one fail.
    typealias Hook = (Step) throws(SystemError) -> Void

    private let path: String
    private let file: FileDescriptor
    private let hook: Hook
    private var isInPlace = false

    /// Removes what is in the place of an unfinished file, as what a host that was killed has left: it may be a link,
    /// or not writable.
    static func removeLeftOver(_ path: String) throws(SystemError) {
        do throws(SystemError) {
            try systemCall("unlink") { unlink(path) }
        } catch {
            guard error.code == ENOENT else { throw error }
        }
    }

    /// - Parameters:
    ///   - path: In the same directory. Nothing is there.
    ///   - mode: Who may read it: by default nobody else.
    init(_ path: String, mode: mode_t = 0o600, before hook: @escaping Hook) throws(SystemError) {
        try hook(.open)
        file = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode)
        self.path = path
        self.hook = hook
    }

    /// Writes the content, up to the disk.
    func write(_ bytes: [UInt8]) throws(SystemError) {
        try hook(.write)
        try bytes.withBytes { (bytes) throws(SystemError) in try file.writeAll(bytes) }
        // Before it gets the name that it is found by: else a power cut may leave an empty file there (rename(2) says
        // nothing of the content).
        try hook(.fsync)
        let number = file.number
        try systemCall("fsync") { fsync(number) }
    }

    deinit {
        if !isInPlace { unlink(path) }
    }

    /// Replaces the file at `target` as a whole.
    ///
    /// - Returns: What identifies it from now on.
    consuming func move(to target: String) throws(SystemError) -> FileIdentity {
        try hook(.rename)
        try systemCall("rename") { rename(path, target) }
        isInPlace = true
        try hook(.fsyncDirectory)
        try Self.syncDirectory(Path.parent(target) ?? "/")
        return FileIdentity(try file.status())
    }

    /// Makes a rename last.
    private static func syncDirectory(_ path: String) throws(SystemError) {
        do throws(SystemError) {
            let number = try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY)
            try systemCall("fsync") { fsync(number.number) }
        } catch {
            // A directory that is not readable cannot be opened, and some file systems have no fsync for directories.
            guard [EACCES, EINVAL, ENOTSUP].contains(error.code) else { throw error }
        }
    }
}
