import Glibc

/// What the loader asks of directories.
package enum FileSystem {
    /// The names in a directory, sorted, without `.` and `..`.
    package static func names(in path: String) throws(SystemError) -> [String] {
        guard let directory = opendir(path) else { throw SystemError(code: errno, operation: "opendir") }
        defer { closedir(directory) }
        return names(directory).names
    }

    /// The names in a directory that is open, sorted, and those that are not UTF-8: a path is text here, so that none
    /// leads to such a file. What is not UTF-8 in these stands as in `\xFF`.
    static func names(_ directory: OpaquePointer) -> (names: [String], notUTF8: [String]) {
        var names: [String] = []
        var notUTF8: [String] = []
        forEachName(in: directory) { bytes in
            guard let name = String(validatingCString: bytes) else { return notUTF8.append(escaped(bytes)) }
            if name != ".", name != ".." { names.append(name) }
        }
        return (names.sorted(), notUTF8.sorted())
    }

    /// Calls `body` with each name in a directory that is open, in the order that the system has: a pointer that is
    /// good until `body` returns.
    static func forEachName(in directory: OpaquePointer, _ body: (UnsafePointer<CChar>) -> Void) {
        while let entry = readdir(directory) {
            // Read in place: its type has 256 bytes, and the buffer that it is in may end with the name.
            withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                body(UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
            }
        }
    }

    /// A name of a file as a shell takes it in `$'…'`: what is not ASCII to be seen, a quote and a backslash are
    /// escapes.
    private static func escaped(_ name: UnsafePointer<CChar>) -> String {
        UnsafeBufferPointer(start: name, count: strlen(name)).map { byte in
            let byte = UInt8(bitPattern: byte)
            let isPlain = (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "'") && byte != UInt8(ascii: "\\")
            if isPlain { return String(Unicode.Scalar(byte)) }
            return (byte < 0x10 ? "\\x0" : "\\x") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    /// A directory that is this user's alone; one that is there stays as it is.
    static func makeDirectory(_ path: String) throws(SystemError) {
        guard mkdir(path, 0o700) != 0, errno != EEXIST else { return }
        throw SystemError(code: errno, operation: "mkdir")
    }

    /// The same with those above it.
    package static func makeDirectories(_ path: String) throws(SystemError) {
        guard access(path, F_OK) != 0 else { return }
        if let parent = Path.parent(path) { try makeDirectories(parent) }
        try makeDirectory(path)
    }

    /// Which file it is that is there, links followed; nil where there is none.
    static func identity(_ path: String) -> FileIdentity? {
        var status = stat()
        return stat(path, &status) == 0 ? FileIdentity(status) : nil
    }

    /// When it was modified, in nanoseconds since 1970; nil where there is no such file.
    static func modified(_ path: String) -> Int64? {
        var status = stat()
        return lstat(path, &status) == 0 ? FileIdentity(status).modified : nil
    }

    /// Why a regular file cannot be read, as a message goes on behind its name; nil where it can.
    package static func problem(readingFile path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0, access(path, R_OK) == 0 else {
            return "cannot be read (\(SystemError(code: errno, operation: "open")))"
        }
        let kind = FileKind(status)
        return kind == .regularFile ? nil : "is \(kind)"
    }
}
