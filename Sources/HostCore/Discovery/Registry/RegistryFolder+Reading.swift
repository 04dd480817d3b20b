import Glibc

/// What was found where a registry's file is looked for.
struct RegistryReading {
    /// What the file holds; nil where there is none, or none of it can be used.
    var log: RegistryLog?
    /// Of the file, in bytes.
    var size = 0
    /// Nil where there is no file, or all of it is good.
    var damage: RegistryDamage?
}

extension RegistryFolder {
    /// Reads the file; of one that was read before what has been added. What was read before stays where the file
    /// cannot be read now.
    ///
    /// The content is taken into memory: a file that is mapped would end the process when somebody cuts it off.
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

    /// - Returns: Where the whole records end.
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
        do throws(SystemError) {
            return try body()
        } catch {
            // What O_NOFOLLOW makes of a link: open(2).
            throw error.code == ELOOP ? .notRegularFile(.symbolicLink) : .notReadable(error)
        }
    }
}

extension FileDescriptor {
    /// The bytes from `start` on, up to `end` or to where the file ends: pread(2).
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
