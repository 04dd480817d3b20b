import Glibc

/// An open directory. Files are inspected and opened in the same directory, even if its path changes in the meantime.
package struct Folder: ~Copyable {
    /// The path by which it was opened.
    package let path: String
    package let descriptor: FileDescriptor
    /// Its status when it was opened.
    package let status: stat
    /// The reason why another user may have written to it; nil if none may.
    package let insecurity: InsecureFile?

    package init(opening path: String) throws(SystemError) {
        let descriptor = try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY)
        let status = try descriptor.status()
        self.path = path
        self.descriptor = descriptor
        self.status = status
        insecurity = InsecureFile(status)
    }

    /// The names in it, sorted, without `.` and `..`; and those that are not UTF-8, escaped for display.
    package func names() throws(SystemError) -> (names: [String], notUTF8: [String]) {
        try reading(FileSystem.names)
    }

    /// Calls `body` with each name in it, in the system's order. The pointer is valid until `body` returns.
    package func forEachName(_ body: (UnsafePointer<CChar>) -> Void) throws(SystemError) {
        try reading { FileSystem.forEachName(in: $0, body) }
    }

    private func reading<Result>(_ body: (OpaquePointer) -> Result) throws(SystemError) -> Result {
        let copy = try systemCall("fcntl") { fcntl(descriptor.number, F_DUPFD_CLOEXEC, 0) }
        guard let directory = fdopendir(copy) else {
            let code = errno
            close(copy)
            throw SystemError(code: code, operation: "fdopendir")
        }
        defer { closedir(directory) }
        return body(directory)
    }

    /// The status of a file in it, after following links. Nil if there is no such file.
    package func status(_ name: String) -> stat? { Self.status(name, in: descriptor.number) }

    /// The status of a file in the directory of a descriptor, after following links. Nil if there is no such file.
    package static func status(_ name: UnsafePointer<CChar>, in folder: Int32) -> stat? {
        var status = stat()
        return fstatat(folder, name, &status, 0) == 0 ? status : nil
    }

    /// Opens a regular file in it for reading, after following links.
    package func open(_ name: String) throws(SystemError) -> FileDescriptor {
        try InputFile.open(name, in: descriptor.number)
    }

    package func identity(_ name: String) -> FileIdentity? { status(name).map(FileIdentity.init) }
}
