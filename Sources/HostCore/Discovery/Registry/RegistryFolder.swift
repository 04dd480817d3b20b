import Glibc
import HostSystem

/// The directory of a registry, with its file, the lock beside it, and the check of who may write there.
struct RegistryFolder {
    /// An absolute path.
    let path: String

    var file: String { Path.join(path, "registry") }
    private var lockFile: String { "\(file).lock" }
    private var newFile: String { "\(file).new" }

    /// A step on the disk. Tests make steps fail.
    enum Step: Hashable, Sendable {
        case lock, truncate, append, sync
        case replace(AtomicFile.Step)
    }

    /// A function called before each step. A test makes a step fail with it.
    var beforeStep: (Step) throws(SystemError) -> Void = { _ in }

    init(_ path: String) {
        self.path = path
    }

    /// Creates the directory if it is missing, for this user alone. Throws EPERM if other users may write to it.
    func prepare() throws(SystemError) {
        try FileSystem.makeDirectories(path)
        guard try isOwn() else { throw SystemError(code: EPERM, operation: "lstat") }
    }

    /// Runs `body` while no other host writes.
    ///
    /// - Parameter isMade: Whether the lock's file is created if it is missing.
    func locked<Result>(
        isMade: Bool, patience: Duration, _ body: () throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        try beforeStep(.lock)
        let lock = try FileLock(lockFile, isMade: isMade, patience: patience)
        defer { lock.release() }
        return try body()
    }

    /// Writes records after the first `end` bytes of the file. Bytes there now are no whole record, and are cut off.
    func append(_ records: [UInt8], at end: Int) throws(SystemError) {
        let file = try FileDescriptor(opening: self.file, O_WRONLY | O_NOFOLLOW | O_NONBLOCK)
        let number = file.number
        try beforeStep(.truncate)
        try systemCall("ftruncate") { ftruncate(number, end) }
        do throws(SystemError) {
            try beforeStep(.append)
            try systemCall("lseek") { lseek(number, end, SEEK_SET) }
            try records.withBytes { (bytes) throws(SystemError) in try file.writeAll(bytes) }
            try beforeStep(.sync)
            try systemCall("fdatasync") { fdatasync(number) }
        } catch {
            // On a full disk, the part that was written would be taken for damage.
            ftruncate(number, end)
            throw error
        }
    }

    /// Replaces the file as a whole.
    func replace(_ bytes: [UInt8]) throws(SystemError) {
        try AtomicFile.removeLeftOver(newFile)
        let new = try AtomicFile(newFile) { (step) throws(SystemError) in try beforeStep(.replace(step)) }
        try new.write(bytes)
        _ = try new.move(to: file)
    }

    /// Whether the directory belongs to this user and only this user may write to it, since its files decide which
    /// libraries are trusted.
    func isOwn() throws(SystemError) -> Bool {
        var status = stat()
        try systemCall("lstat") { lstat(path, &status) }
        return FileKind(status) == .directory && Self.isOwn(status)
    }

    /// Whether a file or directory belongs to this user and only this user may write to it.
    static func isOwn(_ status: stat) -> Bool {
        status.st_uid == geteuid() && status.st_mode & 0o022 == 0
    }
}
