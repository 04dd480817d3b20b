import Glibc

/// The kind of a file: `S_IFMT` of inode(7).
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
    /// The kind with its article, for a message.
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
