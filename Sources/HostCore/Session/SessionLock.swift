import Glibc

/// The right to write a session file: flock(2) on a lock file beside it. It is released with this value, and when the
/// process exits.
///
/// The lock file is removed when the lock is released. The lock file of a killed process is not locked, and is taken
/// over.
struct SessionLock: ~Copyable {
    private let path: String
    private let file: FileDescriptor

    /// Takes the lock, or throws at once with its holder.
    init(_ path: String) throws(SessionError.Problem) {
        self.path = path
        // Each further attempt means that a holder released the lock in between.
        for _ in 0..<100 {
            let file = try Self.open(path)
            let isLocked = try Self.lock(file, path)
            // If its holder removed the file after it was opened here, a lock on it excludes no other process.
            guard Self.isFile(file, at: path) else { continue }
            guard isLocked else { throw .inUse(Self.holder(file)) }
            Self.note(getpid(), in: file)
            self.file = file
            return
        }
        throw .inUse(nil)
    }

    deinit {
        // Removed before the lock is released: a process that has opened the file by then sees that it is gone, and
        // creates a new one.
        if isInPlace { unlink(path) }
    }

    /// Whether the lock file is still there. Otherwise another process may hold a lock too.
    var isInPlace: Bool { Self.isFile(file, at: path) }

    private static func open(_ path: String) throws(SessionError.Problem) -> FileDescriptor {
        var status = stat()
        let isThere = lstat(path, &status) == 0
        if isThere, FileKind(status) != .regularFile {
            throw .lockNotRegularFile(path: path, FileKind(status))
        }
        do throws(SystemError) {
            return try FileDescriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: 0o600)
        } catch {
            guard isThere else { throw .notWritable(directory: Path.parent(path) ?? "/", error) }
            throw .lockNotUsable(path: path, error)
        }
    }

    /// Tries to lock the file. Returns false if another process holds the lock.
    private static func lock(
        _ file: borrowing FileDescriptor, _ path: String
    ) throws(SessionError.Problem) -> Bool {
        let number = file.number
        do throws(SystemError) {
            try systemCall("flock") { flock(number, LOCK_EX | LOCK_NB) }
            return true
        } catch {
            if error.code == EWOULDBLOCK { return false }
            throw .lockNotUsable(path: path, error)
        }
    }

    private static func isFile(_ file: borrowing FileDescriptor, at path: String) -> Bool {
        guard let status = try? file.status(), let there = FileSystem.identity(path) else { return false }
        let here = FileIdentity(status)
        return here.device == there.device && here.inode == there.inode
    }

    /// Writes the holder's process id, which others use in messages only. Failures are ignored, since a full disk is no
    /// reason to do without the lock.
    private static func note(_ process: pid_t, in file: borrowing FileDescriptor) {
        guard ftruncate(file.number, 0) == 0 else { return }
        try? Array("\(process)\n".utf8).withBytes { (bytes) throws(SystemError) in try file.writeAll(bytes) }
    }

    private static func holder(_ file: borrowing FileDescriptor) -> pid_t? {
        guard let bytes = try? file.readAll(limit: 64), bytes.last == UInt8(ascii: "\n") else { return nil }
        return pid_t(String(decoding: bytes.dropLast(), as: UTF8.self)).flatMap { $0 > 0 ? $0 : nil }
    }
}
