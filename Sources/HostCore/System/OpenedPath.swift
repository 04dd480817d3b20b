import Glibc

/// A file or directory opened by its path alone (`O_PATH`, open(2)), with the kernel's path for it.
///
/// Its checks hold for the opened file itself: no name is looked up again, so a replacement at its path has no effect.
package struct OpenedPath: ~Copyable {
    package let descriptor: FileDescriptor
    /// The absolute path of the opened file, without symbolic links: the descriptor's link in proc_pid_fd(5).
    package let real: String

    /// O_PATH, which Glibc's module does not have.
    static let flags: Int32 = 0o10000000
    /// The most links that the kernel follows: path_resolution(7).
    private static let maximumLinks = 40

    /// Opens the target of a path, after following links.
    package init(_ path: String) throws(SystemError) {
        try self.init(taking: FileDescriptor(opening: path, Self.flags))
    }

    /// Opens a name in a folder. A symbolic link itself is opened.
    package init(_ name: String, in folder: borrowing OpenedPath) throws(SystemError) {
        try self.init(taking: FileDescriptor(opening: name, in: folder.descriptor.number, Self.flags | O_NOFOLLOW))
    }

    /// Opens a path relative to an open folder, given as bytes with a final 0.
    package init(_ path: [CChar], in folder: borrowing OpenedPath, followsLinks: Bool) throws(SystemError) {
        let (folder, flags) = (folder.descriptor.number, Self.flags | O_CLOEXEC | (followsLinks ? 0 : O_NOFOLLOW))
        try self.init(taking: FileDescriptor(taking: systemCall("openat") { openat(folder, path, flags) }))
    }

    private init(taking descriptor: consuming FileDescriptor) throws(SystemError) {
        real = try Self.real(of: descriptor)
        self.descriptor = descriptor
    }

    /// Opens an absolute path name by name, and follows a symbolic link only if it lies in none of these folders, given
    /// by their real paths.
    ///
    /// - Throws: ELOOP at a link in one of them.
    package init(_ path: String, followingNoLinkIn folders: [String]) throws(SystemError) {
        try self.init(path) { _, folder in !folders.contains { Path.isIn($0, folder) } }
    }

    /// Opens an absolute path name by name.
    ///
    /// - Parameter isFollowed: Whether to follow a symbolic link, by its status and the real path of its folder.
    /// - Throws: ELOOP at a link that is not followed.
    package init(_ path: String, following isFollowed: (stat, String) -> Bool) throws(SystemError) {
        var opened = try OpenedPath("/")
        var rest = Self.names(path)
        var links = 0
        while let name = rest.popLast() {
            let next = try OpenedPath(name, in: opened)
            let status = try next.descriptor.status()
            guard FileKind(status) == .symbolicLink else {
                opened = next
                continue
            }
            links += 1
            guard links <= Self.maximumLinks, isFollowed(status, opened.real) else {
                throw SystemError(code: ELOOP, operation: "openat")
            }
            let target = try Self.target(of: "", in: next.descriptor.number)
            if target.hasPrefix("/") { opened = try OpenedPath("/") }
            rest += Self.names(target)
        }
        self = opened
    }

    /// The kernel's path for an open file. For a pipe without a name, a text without a slash at its beginning.
    package static func real(of file: borrowing FileDescriptor) throws(SystemError) -> String {
        try target(of: "/proc/self/fd/\(file.number)", in: AT_FDCWD)
    }

    /// The names of a path, in reverse.
    private static func names(_ path: String) -> [String] {
        path.split(separator: "/").reversed().map(String.init)
    }

    /// The target of a symbolic link: readlinkat(2). A path that is not UTF-8 is refused, since as text it could equal
    /// another path.
    private static func target(of link: String, in folder: Int32) throws(SystemError) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = try systemCall("readlinkat") { readlinkat(folder, link, &buffer, buffer.count) }
        guard count < buffer.count else { throw SystemError(code: ENAMETOOLONG, operation: "readlinkat") }
        guard let text = String(validating: buffer[..<count], as: UTF8.self) else {
            throw SystemError(code: EILSEQ, operation: "readlinkat")
        }
        return text
    }
}
