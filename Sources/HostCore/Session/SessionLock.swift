import Glibc
import HostSystem

/// The right to write a session file: the lock of a file beside it. Ends with this value, and with the process.
///
/// The lock's file is removed when the lock ends. The file of a process that was killed is not locked, and is taken over.
struct SessionLock: ~Copyable {
    private let path: String
    private let lock: FileLock

    /// Takes the lock, or says at once which process has it.
    init(_ path: String) throws(SessionError.Problem) {
        var status = stat()
        let isThere = lstat(path, &status) == 0
        if isThere, FileKind(status) != .regularFile { throw .lockNotRegularFile(path: path, FileKind(status)) }
        do throws(SystemError) {
            lock = try FileLock(path, isMade: true, patience: .zero)
        } catch {
            if error.code == EWOULDBLOCK { throw .inUse(Self.holder(of: path)) }
            guard isThere else { throw .notWritable(directory: Path.parent(path) ?? "/", error) }
            throw .lockNotUsable(path: path, error)
        }
        self.path = path
        note(getpid())
    }

    deinit {
        // While it is held: a process that has opened the file before sees that it is gone, and makes a new one.
        if isInPlace { unlink(path) }
    }

    /// False where the lock's file has been removed, so that another process may hold a lock too.
    var isInPlace: Bool { lock.isInPlace }

    /// Writes down who holds the lock, for others' messages only: a full disk is no reason to do without the lock.
    private borrowing func note(_ process: pid_t) {
        guard ftruncate(lock.file.number, 0) == 0 else { return }
        try? Array("\(process)\n".utf8).withBytes { (bytes) throws(SystemError) in try lock.file.writeAll(bytes) }
    }

    private static func holder(of path: String) -> pid_t? {
        guard let file = try? FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
            let bytes = try? file.readAll(limit: 64), bytes.last == UInt8(ascii: "\n")
        else { return nil }
        return pid_t(String(decoding: bytes.dropLast(), as: UTF8.self)).flatMap { $0 > 0 ? $0 : nil }
    }
}
