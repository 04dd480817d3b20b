import Glibc

/// The right to write a session file: flock(2) on a file beside it. Ends with this value, and with the process.
///
/// The lock's file is removed when the lock ends. What a process that was killed has left is not locked, and is taken
/// over.
struct SessionLock: ~Copyable {
    private let path: String
    private let file: FileDescriptor

    /// Takes the lock, or says at once who has it.
    init(_ path: String) throws(SessionError.Problem) {
        self.path = path
        // Each turn more means that somebody has let go in between.
        for _ in 0..<100 {
            let file = try Self.open(path)
            let isLocked = try Self.lock(file, path)
            // Whoever held it may have removed the file after it was opened here: that lock is worth nothing.
            guard Self.isFile(file, at: path) else { continue }
            guard isLocked else { throw .inUse(Self.holder(file)) }
            Self.note(getpid(), in: file)
            self.file = file
            return
        }
        throw .inUse(nil)
    }

    deinit {
        // While it is held: whoever has opened the file before sees that it is gone, and makes a new one.
        if isInPlace { unlink(path) }
    }

    /// False where somebody has removed the lock's file, so that another process may hold a lock too.
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

    /// False where another holds it.
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

    /// Says who holds the lock, for others' messages only: a full disk is no reason to do without the lock.
    private static func note(_ process: pid_t, in file: borrowing FileDescriptor) {
        guard ftruncate(file.number, 0) == 0 else { return }
        try? Array("\(process)\n".utf8).withBytes { (bytes) throws(SystemError) in try file.writeAll(bytes) }
    }

    private static func holder(_ file: borrowing FileDescriptor) -> pid_t? {
        guard let bytes = try? file.readAll(limit: 64), bytes.last == UInt8(ascii: "\n") else { return nil }
        return pid_t(String(decoding: bytes.dropLast(), as: UTF8.self)).flatMap { $0 > 0 ? $0 : nil }
    }
}
