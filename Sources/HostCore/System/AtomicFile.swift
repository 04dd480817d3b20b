import Glibc

/// The new content of a file, written whole to the disk under another name before it replaces the target. Removes
/// itself unless it is moved into place.
package struct AtomicFile: ~Copyable {
    /// The steps of a write, in order.
    package enum Step: String, CaseIterable, Sendable {
        case open, write, fsync, rename, fsyncDirectory
    }

    /// Called before each step, so that a test can make it fail.
    package typealias Hook = (Step) throws(SystemError) -> Void

    private let path: String
    private let file: FileDescriptor
    private let hook: Hook
    private var isInPlace = false

    /// Removes a file left by a killed host. It is not overwritten, since it may be a link or not writable.
    package static func removeLeftOver(_ path: String) throws(SystemError) {
        do {
            try systemCall("unlink") { unlink(path) }
        } catch {
            guard error.code == ENOENT else { throw error }
        }
    }

    /// Creates the new file.
    ///
    /// - Parameters:
    ///   - path: The path of the new file, in the directory of the target. No file may be there yet.
    ///   - mode: The permissions; by default only the user may read it.
    package init(_ path: String, mode: mode_t = 0o600, before hook: @escaping Hook) throws(SystemError) {
        try hook(.open)
        file = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode)
        self.path = path
        self.hook = hook
    }

    /// Writes the content and waits until it is on the disk.
    package func write(_ bytes: [UInt8]) throws(SystemError) {
        try hook(.write)
        try bytes.withBytes { (bytes) throws(SystemError) in try file.writeAll(bytes) }
        // Before the rename: otherwise a power cut may leave an empty file under the target's name, since rename(2)
        // promises nothing about the content.
        try hook(.fsync)
        let number = file.number
        try systemCall("fsync") { fsync(number) }
    }

    deinit {
        if !isInPlace { unlink(path) }
    }

    /// Replaces the file at `target` as a whole, and returns the identity of the new file.
    package consuming func move(to target: String) throws(SystemError) -> FileIdentity {
        try hook(.rename)
        try systemCall("rename") { rename(path, target) }
        isInPlace = true
        try hook(.fsyncDirectory)
        try Self.syncDirectory(Path.parent(target) ?? "/")
        return FileIdentity(try file.status())
    }

    /// Writes the directory to the disk, so that a rename survives a power cut.
    private static func syncDirectory(_ path: String) throws(SystemError) {
        do {
            let number = try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY)
            try systemCall("fsync") { fsync(number.number) }
        } catch {
            // A directory that is not readable cannot be opened, and some file systems have no fsync for directories.
            guard [EACCES, EINVAL, ENOTSUP].contains(error.code) else { throw error }
        }
    }
}
