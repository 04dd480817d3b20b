import Glibc

/// An advisory lock: flock(2) on a file that stays. Released with this value, and at the exit of the process.
package struct FileLock: ~Copyable {
    private let path: String
    package let file: FileDescriptor

    /// The longest wait for another host's lock: far longer than a write takes, and no longer than a user waits for a
    /// host that was stopped while holding the lock.
    package static let patience: Duration = .seconds(5)

    /// Acquires the lock, and waits for it if needed.
    ///
    /// - Parameter isMade: Whether to create a missing lock file.
    /// - Throws: EWOULDBLOCK if another process holds the lock for all of `patience`.
    package init(_ path: String, isMade: Bool, patience: Duration) throws(SystemError) {
        let flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | (isMade ? O_CREAT : 0)
        let start = ContinuousClock.now
        while true {
            let file = try FileDescriptor(opening: path, flags, mode: 0o600)
            let kind = FileKind(try file.status())
            guard kind == .regularFile else { throw SystemError(.kind(kind)) }
            while !(try Self.acquire(file)) {
                guard start.duration(to: .now) < patience else {
                    throw SystemError(code: EWOULDBLOCK, operation: "flock")
                }
                // Polls, since a wait in the kernel has no timeout.
                usleep(500)
            }
            // If the file was removed in the meantime, this lock excludes no other process.
            if try Self.isFile(file, at: path) {
                self.path = path
                self.file = file
                return
            }
        }
    }

    /// Releases the lock. Without this call it is released with this value; the call also keeps the value alive until
    /// here.
    package borrowing func release() {
        flock(file.number, LOCK_UN)
    }

    /// Whether the lock's file is still at its path. If not, another process may hold a lock of that path too.
    package var isInPlace: Bool { (try? Self.isFile(file, at: path)) == true }

    /// Records the holder, for other processes' messages only: a full disk does not prevent the lock.
    package borrowing func note(_ process: pid_t) {
        guard ftruncate(file.number, 0) == 0 else { return }
        try? Array("\(process)\n".utf8).withBytes { (bytes) throws(SystemError) in try file.writeAll(bytes) }
    }

    /// The recorded holder of a lock file; nil if there is none.
    package static func holder(of path: String) -> pid_t? {
        guard let file = try? FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
            let status = try? file.status(), FileKind(status) == .regularFile, let bytes = try? file.readAll(limit: 64),
            bytes.last == UInt8(ascii: "\n")
        else { return nil }
        return pid_t(String(decoding: bytes.dropLast(), as: UTF8.self)).flatMap { $0 > 0 ? $0 : nil }
    }

    /// False if another process holds the lock.
    private static func acquire(_ file: borrowing FileDescriptor) throws(SystemError) -> Bool {
        let number = file.number
        do {
            try systemCall("flock") { flock(number, LOCK_EX | LOCK_NB) }
            return true
        } catch {
            if error.code == EWOULDBLOCK { return false }
            throw error
        }
    }

    private static func isFile(_ file: borrowing FileDescriptor, at path: String) throws(SystemError) -> Bool {
        let here = FileIdentity(try file.status())
        guard let there = FileSystem.identity(path) else { return false }
        return here.device == there.device && here.inode == there.inode
    }
}
