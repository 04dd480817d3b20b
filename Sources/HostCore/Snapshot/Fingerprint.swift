import Glibc
import HostSystem

/// The properties that determine an app, as far as they are visible without opening a library: the identity of each
/// plugins directory, its libraries by name, version, owner and mode, the content of the wiring file, and the targets
/// of `LD_LIBRARY_PATH`.
///
/// If the fingerprint matches, the last discovery is reused. It consists of bytes, so taking it costs one system call
/// for each library, and comparing it one memcmp(3).
struct Fingerprint: Equatable {
    private(set) var bytes: [UInt8] = []

    /// The properties of a file or folder that count; all zero if it is missing.
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

    /// Takes the fingerprint of the directories; nil if one of them cannot be read.
    ///
    /// - Parameter wiring: The content of the wiring file; nil if there is none.
    static func take(of directories: [PluginsDirectory], wiring: Wiring.Text?) -> Fingerprint? {
        var fingerprint = Fingerprint(bytes: [])
        fingerprint.append(wiring)
        fingerprint.append(HostLibraries.variable)
        do {
            for directory in directories { try fingerprint.add(directory) }
        } catch {
            return nil
        }
        return fingerprint
    }

    /// Compares by memcmp(3), in a tenth of the time for comparing the arrays.
    static func == (left: Fingerprint, right: Fingerprint) -> Bool {
        left.bytes.withUnsafeBytes { left in
            right.bytes.withUnsafeBytes { right in
                guard left.count == right.count else { return false }
                guard let first = left.baseAddress, let second = right.baseAddress else { return true }
                return memcmp(first, second, left.count) == 0
            }
        }
    }

    private mutating func add(_ directory: PluginsDirectory) throws(SystemError) {
        append(directory.path)
        append(directory.isBesideExecutable ? "beside the executable" : directory.isNamed ? "named" : "usual")
        do {
            try add(Folder(opening: directory.path))
        } catch {
            guard error.code == ENOENT else { throw error }
            append(Traits())
        }
    }

    private mutating func add(_ folder: consuming Folder) throws(SystemError) {
        append(Traits(folder: folder.status))
        let number = folder.descriptor.number
        try folder.forEachName { name in
            let text = UnsafeRawBufferPointer(start: name, count: strlen(name))
            guard PluginsDirectory.isLibrary(text) else { return }
            bytes.append(contentsOf: text)
            bytes.append(0)
            append(Folder.status(name, in: number).map { Traits($0) } ?? Traits())
        }
        // Ends the list, since no name is empty.
        append("")
    }

    private mutating func append(_ wiring: Wiring.Text?) {
        append(wiring?.path ?? "")
        let hash = wiring.map { text in text.bytes.withUnsafeBytes { XXHash64.hash($0) } }
        withUnsafeBytes(of: (hash ?? 0).littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Appends the text and a zero byte, which is in no path.
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

    /// Leaves out a folder's times: they change with its entries, which the fingerprint has itself.
    fileprivate init(folder status: stat) {
        self.init(
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino), owner: status.st_uid, mode: status.st_mode)
    }
}
