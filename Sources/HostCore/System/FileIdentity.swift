import Glibc

/// Which file, and which version of it: what changes whenever its content does.
package struct FileIdentity: Hashable, Sendable {
    package let device: UInt64
    package let inode: UInt64
    package let size: Int64
    /// Nanoseconds since 1970.
    package let modified: Int64
    /// When content or metadata changed last, in nanoseconds since 1970. Unlike ``modified`` nobody can set it.
    package let changed: Int64

    package init(device: UInt64, inode: UInt64, size: Int64, modified: Int64, changed: Int64) {
        self.device = device
        self.inode = inode
        self.size = size
        self.modified = modified
        self.changed = changed
    }

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        modified = Self.nanoseconds(status.st_mtim)
        changed = Self.nanoseconds(status.st_ctim)
    }

    /// A file may be dated after 2262, where they go round: they are compared, and nothing is counted by them.
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
