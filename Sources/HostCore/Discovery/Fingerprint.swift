import Glibc

/// What is seen of plugins directories without opening a file: which directories they are, what libraries lie there,
/// which version each one is of, and who may write to it.
///
/// It is made to be compared: where the same is seen again, what was found holds. A library costs one call to the
/// system, and nothing is made of its name.
struct Fingerprint: Equatable {
    private(set) var bytes: [UInt8] = []

    /// What counts of a file or folder: of one that is not there nothing.
    fileprivate struct Traits {
        var device: UInt64 = 0
        var inode: UInt64 = 0
        var size: Int64 = 0
        var modified: Int64 = 0
        var changed: Int64 = 0
        var owner: UInt32 = 0
        var mode: UInt32 = 0
    }

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Nil where one of them cannot be read.
    init?(of directories: [PluginsDirectory]) {
        do throws(SystemError) {
            for directory in directories { try look(into: directory) }
        } catch {
            return nil
        }
    }

    /// By memcmp(3), which takes a tenth of the time.
    static func == (left: Fingerprint, right: Fingerprint) -> Bool {
        left.bytes.withUnsafeBytes { left in
            right.bytes.withUnsafeBytes { right in
                guard left.count == right.count else { return false }
                guard let first = left.baseAddress, let second = right.baseAddress else { return true }
                return memcmp(first, second, left.count) == 0
            }
        }
    }

    private mutating func look(into directory: PluginsDirectory) throws(SystemError) {
        append(directory.path)
        append(directory.isBesideExecutable ? "beside the executable" : directory.isNamed ? "named" : "usual")
        do throws(SystemError) {
            try look(into: Folder(opening: directory.path))
        } catch {
            guard error.code == ENOENT else { throw error }
            append(Traits())
        }
    }

    private mutating func look(into folder: consuming Folder) throws(SystemError) {
        append(Traits(folder: folder.status))
        let number = folder.descriptor.number
        try folder.forEachName { name in
            let text = UnsafeRawBufferPointer(start: name, count: strlen(name))
            guard PluginsDirectory.isLibrary(text) else { return }
            bytes.append(contentsOf: text)
            bytes.append(0)
            append(Folder.status(name, in: number).map { Traits($0) } ?? Traits())
        }
        // No name is empty.
        append("")
    }

    /// With its end, which is in no path.
    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
        bytes.append(0)
    }

    private mutating func append(_ traits: Traits) {
        withUnsafeBytes(of: traits) { bytes.append(contentsOf: $0) }
    }
}

extension Fingerprint.Traits {
    fileprivate init(_ status: stat) {
        let identity = FileIdentity(status)
        self.init(
            device: identity.device, inode: identity.inode, size: identity.size, modified: identity.modified,
            changed: identity.changed, owner: status.st_uid, mode: status.st_mode)
    }

    /// Its times say only that something in it is another, which is seen by itself.
    fileprivate init(folder status: stat) {
        self.init(
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino), owner: status.st_uid, mode: status.st_mode)
    }
}
