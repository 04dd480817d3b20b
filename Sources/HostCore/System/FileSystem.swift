import Glibc

/// Reads directories and the status of files.
package enum FileSystem {
    /// The names in a directory, sorted, without `.` and `..`.
    package static func names(in path: String) throws(SystemError) -> [String] {
        guard let directory = opendir(path) else { throw SystemError(code: errno, operation: "opendir") }
        defer { closedir(directory) }
        return names(directory).names
    }

    /// The names in an open directory, sorted. Paths are text in the host, so a file name that is not UTF-8 cannot be
    /// opened: it is returned separately for messages, with bytes escaped as in `\xFF`.
    package static func names(_ directory: OpaquePointer) -> (names: [String], notUTF8: [String]) {
        var names: [String] = []
        var notUTF8: [String] = []
        forEachName(in: directory) { bytes in
            guard let name = String(validatingCString: bytes) else { return notUTF8.append(escaped(bytes)) }
            if name != ".", name != ".." { names.append(name) }
        }
        return (names.sorted(), notUTF8.sorted())
    }

    /// Calls `body` with each name in an open directory, in the system's order. The pointer is valid until `body`
    /// returns.
    package static func forEachName(in directory: OpaquePointer, _ body: (UnsafePointer<CChar>) -> Void) {
        while let entry = readdir(directory) {
            // The name is read in place: its type has 256 bytes, but the buffer may end with the name.
            withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                body(UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
            }
        }
    }

    /// A file name for a shell's `$'…'`: quotes, backslashes and all but printable ASCII are escaped.
    private static func escaped(_ name: UnsafePointer<CChar>) -> String {
        UnsafeBufferPointer(start: name, count: strlen(name)).map { byte in
            let byte = UInt8(bitPattern: byte)
            let isPlain = (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "'") && byte != UInt8(ascii: "\\")
            if isPlain { return String(Unicode.Scalar(byte)) }
            return (byte < 0x10 ? "\\x0" : "\\x") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    /// Creates a directory for this user alone. An existing one stays as it is.
    package static func makeDirectory(_ path: String) throws(SystemError) {
        guard mkdir(path, 0o700) != 0, errno != EEXIST else { return }
        throw SystemError(code: errno, operation: "mkdir")
    }

    /// Creates a directory and all missing ones above it, as ``makeDirectory(_:)`` does.
    package static func makeDirectories(_ path: String) throws(SystemError) {
        guard access(path, F_OK) != 0 else { return }
        if let parent = Path.parent(path) { try makeDirectories(parent) }
        try makeDirectory(path)
    }

    /// The identity of the file at a path, after following links. Nil if there is no file.
    package static func identity(_ path: String) -> FileIdentity? {
        var status = stat()
        return stat(path, &status) == 0 ? FileIdentity(status) : nil
    }

    /// The kind of the file at a path, after following links. Nil if there is no file.
    package static func kind(_ path: String) -> FileKind? {
        var status = stat()
        return stat(path, &status) == 0 ? FileKind(status) : nil
    }

    /// The time of modification, in nanoseconds since 1970, without following links. Nil if there is no file.
    package static func modified(_ path: String) -> Int64? {
        var status = stat()
        return lstat(path, &status) == 0 ? FileIdentity(status).modified : nil
    }

    /// Whether a file or directory was last modified more than this many seconds ago. False if it is missing.
    package static func isOlder(_ path: String, than seconds: Int) -> Bool {
        modified(path).map { time(nil) - Int($0 / 1_000_000_000) > seconds } ?? false
    }

    /// Whether no file is at a path. False if unknown, as in a directory that this user may not enter.
    package static func isGone(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR)
    }

    /// The path itself if there is a file, or the nearest directory above that exists.
    package static func nearest(_ path: String) -> String? {
        access(path, F_OK) == 0 ? path : Path.parent(path).flatMap { $0 == path ? nil : nearest($0) }
    }

    /// Whether a file lies on a file system from which no code may be loaded: `ST_NOEXEC` of statvfs(3). False if it is
    /// missing.
    package static func isNoExec(_ path: String) -> Bool {
        var status = statvfs()
        return statvfs(path, &status) == 0 && status.f_flag & 8 != 0
    }

    /// The reason why a regular file cannot be read, as a phrase after its name; nil if it can.
    package static func problem(readingFile path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0, access(path, R_OK) == 0 else {
            return "cannot be read (\(SystemError(code: errno, operation: "open")))"
        }
        let kind = FileKind(status)
        return kind == .regularFile ? nil : "is \(kind)"
    }
}
