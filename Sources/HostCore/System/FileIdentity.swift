import Glibc

/// Identifies a file and the version of its content. It changes whenever the content does.
package struct FileIdentity: Hashable, Sendable {
    package let device: UInt64
    package let inode: UInt64
    package let size: Int64
    /// Nanoseconds since 1970.
    package let modified: Int64
    /// The last change of content or metadata, in nanoseconds since 1970. Unlike ``modified``, no program can set it.
    package let changed: Int64

    package init(device: UInt64, inode: UInt64, size: Int64, modified: Int64, changed: Int64) {
        self.device = device
        self.inode = inode
        self.size = size
        self.modified = modified
        self.changed = changed
    }

    package init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        modified = Self.nanoseconds(status.st_mtim)
        changed = Self.nanoseconds(status.st_ctim)
    }

    /// Nanoseconds since 1970. They wrap around for a file dated after 2262, which is harmless in a comparison.
    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }

    /// Whether the file and the size are equal. Then only the times may differ, as after touch(1) and chmod(1), and the
    /// content decides.
    package func mayDifferInTimesOnly(from other: FileIdentity) -> Bool {
        device == other.device && inode == other.inode && size == other.size
    }

    /// A name for this version, of hexadecimal digits and dashes.
    package var name: String {
        let parts = [
            device, inode, UInt64(bitPattern: size), UInt64(bitPattern: modified), UInt64(bitPattern: changed),
        ]
        return parts.map { String($0, radix: 16) }.joined(separator: "-")
    }
}

// By hand, since each entry of the registry and of a snapshot has one.
extension FileIdentity: BinaryCoded {
    package init(binary reader: inout BinaryReader) throws(BinaryError) {
        self.init(
            device: try reader.uint64(), inode: try reader.uint64(), size: try reader.int64(),
            modified: try reader.int64(), changed: try reader.int64())
    }

    package func write(binary writer: inout BinaryWriter) {
        writer.append(device)
        writer.append(inode)
        writer.append(size)
        writer.append(modified)
        writer.append(changed)
    }
}

/// The kind of a file: `S_IFMT` of inode(7).
@BinaryCoded
package enum FileKind: Hashable, Sendable {
    case regularFile, directory, symbolicLink, pipe, socket, characterDevice, blockDevice, other

    package init(_ status: stat) {
        self =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regularFile
            case S_IFDIR: .directory
            case S_IFLNK: .symbolicLink
            case S_IFIFO: .pipe
            case S_IFSOCK: .socket
            case S_IFCHR: .characterDevice
            case S_IFBLK: .blockDevice
            default: .other
            }
    }
}

extension FileKind: CustomStringConvertible {
    package var description: String {
        switch self {
        case .regularFile: "a file"
        case .directory: "a directory"
        case .symbolicLink: "a symbolic link"
        case .pipe: "a named pipe"
        case .socket: "a socket"
        case .characterDevice, .blockDevice: "a device"
        case .other: "no regular file"
        }
    }
}
