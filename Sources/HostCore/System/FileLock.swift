import Glibc

/// Advisory lock: flock(2) on a file that stays. Ends with this value, and with the process.
struct FileLock: ~Copyable {
    private let path: String
    let file: FileDescriptor

    /// How long another host is waited for: far longer than a record takes, and no longer than a person waits for one
    /// that was stopped while it had the lock.
    static let patience: Duration = .seconds(5)

    /// - Parameters:
    ///   - isMade: Whether the lock's file is made where there is none.
    /// - Throws: EWOULDBLOCK where another has it all the time.
    init(_ path: String, isMade: Bool, patience: Duration) throws(SystemError) {
        let flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | (isMade ? O_CREAT : 0)
        let start = ContinuousClock.now
        while true {
            let file = try FileDescriptor(opening: path, flags, mode: 0o600)
            while !(try Self.take(file)) {
                guard start.duration(to: .now) < patience else {
                    throw SystemError(code: EWOULDBLOCK, operation: "flock")
                }
                // A lock that is waited for by the kernel cannot be given up on.
                usleep(500)
            }
            // Somebody may have removed the file meanwhile: that lock is worth nothing.
            if try Self.isFile(file, at: path) {
                self.path = path
                self.file = file
                return
            }
        }
    }

    /// Lets others have it. They do in any case when this value is gone; it is not gone before this is called.
    borrowing func release() {
        flock(file.number, LOCK_UN)
    }

    /// False where the lock's file has been removed, so that another process may hold a lock of that path too.
    var isInPlace: Bool { (try? Self.isFile(file, at: path)) == true }

    /// False where another has it.
    private static func take(_ file: borrowing FileDescriptor) throws(SystemError) -> Bool {
        let number = file.number
        do throws(SystemError) {
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
