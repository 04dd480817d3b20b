import Glibc
import HostSystem

/// The directory of registries, with the file of one, the lock beside it, and the check of its write permissions.
struct RegistryFolder {
    /// An absolute path.
    let path: String
    /// The name of the registry's file, with which the names of the files beside it begin.
    let name: String

    var file: String { Path.join(path, name) }
    private var lockFile: String { "\(file).lock" }
    private var newFile: String { "\(file).new" }

    enum Step: Hashable, Sendable {
        case lock, truncate, append, sync
        case replace(AtomicFile.Step)
    }

    /// Called before each step, so that a test can make it fail.
    var beforeStep: (Step) throws(SystemError) -> Void = { _ in }

    init(_ path: String, name: String = "registry") {
        self.path = path
        self.name = name
    }

    /// Creates a missing directory, for this user alone. Throws EPERM if other users may write to it.
    func prepare() throws(SystemError) {
        try FileSystem.makeDirectories(path)
        guard try isOwn() else { throw SystemError(code: EPERM, operation: "lstat") }
    }

    /// Runs `body` while no other host writes.
    ///
    /// - Parameter isMade: Whether to create a missing lock file.
    func locked<Result>(
        isMade: Bool, patience: Duration, _ body: () throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        try beforeStep(.lock)
        let lock = try FileLock(lockFile, isMade: isMade, patience: patience)
        defer { lock.release() }
        return try body()
    }

    /// Writes records after the first `end` bytes of the file. Bytes after that are not a complete record, and are cut
    /// off.
    func append(_ records: [UInt8], at end: Int) throws(SystemError) {
        let file = try FileDescriptor(opening: self.file, O_WRONLY | O_NOFOLLOW | O_NONBLOCK)
        let number = file.number
        try beforeStep(.truncate)
        try systemCall("ftruncate") { ftruncate(number, end) }
        do {
            try beforeStep(.append)
            try systemCall("lseek") { lseek(number, end, SEEK_SET) }
            try records.withBytes { (bytes) throws(SystemError) in try file.writeAll(bytes) }
            try beforeStep(.sync)
            try systemCall("fdatasync") { fdatasync(number) }
        } catch {
            // On a full disk, the written part would look like damage.
            ftruncate(number, end)
            throw error
        }
    }

    func replace(_ bytes: [UInt8]) throws(SystemError) {
        try AtomicFile.removeLeftOver(newFile)
        let new = try AtomicFile(newFile) { (step) throws(SystemError) in try beforeStep(.replace(step)) }
        try new.write(bytes)
        _ = try new.move(to: file)
    }

    /// Removes the file, and the lock of this process with it.
    func remove() {
        unlink(file)
        unlink(lockFile)
    }

    /// Whether only this user may write to the directory, and owns it, since its files decide which libraries are
    /// trusted.
    func isOwn() throws(SystemError) -> Bool {
        var status = stat()
        try systemCall("lstat") { lstat(path, &status) }
        return FileKind(status) == .directory && Self.isOwn(status)
    }

    static func isOwn(_ status: stat) -> Bool {
        status.st_uid == geteuid() && status.st_mode & 0o022 == 0
    }
}

struct RegistryReading {
    /// The content of the file; nil if there is no usable one.
    var log: RegistryLog?
    /// The size of the file, in bytes.
    var size = 0
    /// The damage of the file; nil if it is missing or intact.
    var damage: RegistryDamage?
}

extension RegistryFolder {
    /// Reads the file, or only the part added since an earlier reading, which stays if the file cannot be read now.
    ///
    /// The content is copied into memory: mapping it would let another process end this one by truncating the file.
    func read(into reading: inout RegistryReading) {
        do throws(RegistryDamage) {
            let file = try open()
            let status = try RegistryDamage.reading { () throws(SystemError) in try file.status() }
            reading.size = Int(status.st_size)
            guard FileKind(status) == .regularFile else { throw .notRegularFile(FileKind(status)) }
            guard Self.isOwn(status) else { throw .othersMayWrite }
            guard reading.size <= RegistryLog.maximumSize else { throw .tooLarge(limit: RegistryLog.maximumSize) }
            let end = try Self.read(file, size: reading.size, into: &reading.log)
            reading.damage = end < reading.size ? .tail(reading.size - end) : nil
        } catch {
            switch error {
            case .notReadable(let error) where error.code == ENOENT: reading = RegistryReading()
            case .notReadable: reading.damage = error
            default: reading = RegistryReading(log: nil, size: reading.size, damage: error)
            }
        }
    }

    func open() throws(RegistryDamage) -> FileDescriptor {
        guard try RegistryDamage.reading(isOwn) else { throw .directory }
        return try RegistryDamage.reading { () throws(SystemError) in
            try FileDescriptor(opening: self.file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        }
    }

    /// - Returns: The offset after the last complete record.
    private static func read(
        _ file: borrowing FileDescriptor, size: Int, into log: inout RegistryLog?
    ) throws(RegistryDamage) -> Int {
        if let end = log?.bytes.count, end <= size {
            let header = try file.bytes(from: 0, to: RegistryHeader.size)
            let isSame = log?.bytes.starts(with: header) ?? false
            if isSame, log?.read(try file.bytes(from: end, to: size)) == true { return size }
        }
        let new = try RegistryLog(reading: try file.bytes(from: 0, to: size))
        log = new
        return new.bytes.count
    }
}

extension RegistryDamage {
    fileprivate static func reading<Result: ~Copyable>(
        _ body: () throws(SystemError) -> Result
    ) throws(RegistryDamage) -> Result {
        do {
            return try body()
        } catch {
            // With O_NOFOLLOW, a symbolic link gives ELOOP: open(2).
            throw error.code == ELOOP ? .notRegularFile(.symbolicLink) : .notReadable(error)
        }
    }
}

extension FileDescriptor {
    /// The bytes from `start` to `end` or the end of the file: pread(2).
    func bytes(from start: Int, to end: Int) throws(RegistryDamage) -> [UInt8] {
        try RegistryDamage.reading { () throws(SystemError) in
            try [UInt8](unsafeUninitializedCapacity: end - start) { (buffer, filled) throws(SystemError) in
                while filled < end - start {
                    let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                    let offset = start + filled
                    let count = try systemCall("pread") { pread(number, rest.baseAddress, rest.count, offset) }
                    if count == 0 { return }
                    filled += count
                }
            }
        }
    }
}
