import Glibc

/// An advisory lock: flock(2) on a file that stays. It is released with this value, and when the process exits.
package struct FileLock: ~Copyable {
    private let path: String
    package let file: FileDescriptor

    /// The longest wait for another host's lock: far longer than writing a record takes, and not longer than a user
    /// waits for a host that was stopped while it held the lock.
    package static let patience: Duration = .seconds(5)

    /// Takes the lock, and waits for it if needed.
    ///
    /// - Parameters:
    ///   - isMade: Whether to create the lock file if there is none.
    /// - Throws: EWOULDBLOCK if another process holds the lock for all of `patience`.
    package init(_ path: String, isMade: Bool, patience: Duration) throws(SystemError) {
        let flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | (isMade ? O_CREAT : 0)
        let start = ContinuousClock.now
        while true {
            let file = try FileDescriptor(opening: path, flags, mode: 0o600)
            let kind = FileKind(try file.status())
            guard kind == .regularFile else { throw SystemError(.kind(kind)) }
            while !(try Self.take(file)) {
                guard start.duration(to: .now) < patience else {
                    throw SystemError(code: EWOULDBLOCK, operation: "flock")
                }
                // Polls, since a wait in the kernel has no timeout.
                usleep(500)
            }
            // If the file was removed in the meantime, this lock excludes no other process: try again.
            if try Self.isFile(file, at: path) {
                self.path = path
                self.file = file
                return
            }
        }
    }

    /// Releases the lock. Without this call the lock is released with this value; a call also keeps the value alive
    /// until here.
    package borrowing func release() {
        flock(file.number, LOCK_UN)
    }

    /// False where the lock's file has been removed, so that another process may hold a lock of that path too.
    package var isInPlace: Bool { (try? Self.isFile(file, at: path)) == true }

    /// Writes down who holds the lock, for others' messages only: a full disk is no reason to do without the lock.
    package borrowing func note(_ process: pid_t) {
        guard ftruncate(file.number, 0) == 0 else { return }
        try? Array("\(process)\n".utf8).withBytes { (bytes) throws(SystemError) in try file.writeAll(bytes) }
    }

    /// The process that has noted that it holds the lock of a file. Nil if none has.
    package static func holder(of path: String) -> pid_t? {
        guard let file = try? FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
            let status = try? file.status(), FileKind(status) == .regularFile, let bytes = try? file.readAll(limit: 64),
            bytes.last == UInt8(ascii: "\n")
        else { return nil }
        return pid_t(String(decoding: bytes.dropLast(), as: UTF8.self)).flatMap { $0 > 0 ? $0 : nil }
    }

    /// False where another has it.
    private static func take(_ file: borrowing FileDescriptor) throws(SystemError) -> Bool {
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
