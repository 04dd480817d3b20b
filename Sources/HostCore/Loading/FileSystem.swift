import Glibc

/// What the loader asks of directories.
enum FileSystem {
    /// The names in a directory, sorted, without `.` and `..`.
    static func names(in path: String) throws(SystemError) -> [String] {
        guard let directory = opendir(path) else { throw SystemError(code: errno, operation: "opendir") }
        defer { closedir(directory) }
        return names(directory)
    }

    /// The names in a directory that is open.
    static func names(_ directory: OpaquePointer) -> [String] {
        var names: [String] = []
        while let entry = readdir(directory) {
            // Read in place: its type has 256 bytes, and the buffer that it is in may end with the name.
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
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
}
