import Glibc

/// Identifies a file and the version of its content. It changes whenever the content does.
package struct FileIdentity: Hashable, Sendable {
    package let device: UInt64
    package let inode: UInt64
    package let size: Int64
    /// Nanoseconds since 1970.
    package let modified: Int64
    /// The time of the last change of content or metadata, in nanoseconds since 1970. Unlike ``modified``, no program
    /// can set it.
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

    /// Nanoseconds since 1970, which wrap around for a file dated after 2262. An identity only compares them, so that
    /// is harmless.
    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }

    /// A name for this version, of hexadecimal digits and dashes.
    package var name: String {
        let parts = [
            device, inode, UInt64(bitPattern: size), UInt64(bitPattern: modified), UInt64(bitPattern: changed),
        ]
        return parts.map { String($0, radix: 16) }.joined(separator: "-")
    }
}
