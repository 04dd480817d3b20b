import Glibc

/// The directory of a registry: its file, the lock beside it, and who may write there.
struct RegistryFolder {
    /// An absolute path.
    let path: String

    var file: String { Path.join(path, "registry") }
    private var lockFile: String { "\(file).lock" }
    private var newFile: String { "\(file).new" }

    /// What is done to the disk, in order.
    enum Step: Hashable, Sendable {
        case lock, truncate, append, sync
        case replace(AtomicFile.Step)
    }

    /// Called before each step: a test lets one fail.
    var beforeStep: (Step) throws(SystemError) -> Void = { _ in }

    init(_ path: String) {
        self.path = path
    }

    /// Makes the directory where it is missing, for this user alone, and refuses one that others may write to: EPERM.
    func prepare() throws(SystemError) {
        try FileSystem.makeDirectories(path)
        guard try isOwn() else { throw SystemError(code: EPERM, operation: "lstat") }
    }

    /// Runs `body` while no other host writes.
    ///
    /// - Parameter isMade: Whether the lock's file is made where there is none.
    func locked<Result>(
        isMade: Bool, patience: Duration, _ body: () throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        try beforeStep(.lock)
        let lock = try FileLock(lockFile, isMade: isMade, patience: patience)
        defer { lock.release() }
        return try body()
    }

    /// Adds records behind the first `end` bytes of the file. What is there already is no whole record, and is cut off.
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
            // What of it is there, on a disk that is full, would be taken for damage.
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

    /// Whether the directory belongs to this user, and nobody else may write to it: what lies here says which files are
    /// good.
    func isOwn() throws(SystemError) -> Bool {
        var status = stat()
        try systemCall("lstat") { lstat(path, &status) }
        return FileKind(status) == .directory && Self.isOwn(status)
    }

    /// The same of what was found by any name.
    static func isOwn(_ status: stat) -> Bool {
        status.st_uid == geteuid() && status.st_mode & 0o022 == 0
    }
}
