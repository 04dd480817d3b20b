import Glibc

/// A folder that is open, so that what is looked at and what is opened in it is in the same one.
struct Folder: ~Copyable {
    /// As it was named.
    let path: String
    let descriptor: FileDescriptor
    /// When it was opened.
    let status: stat
    /// Who else may have written it.
    let insecurity: InsecureFile?
    /// Whether a group may write to it.
    let isGroupWritable: Bool

    init(opening path: String) throws(SystemError) {
        let descriptor = try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY)
        let status = try descriptor.status()
        self.path = path
        self.descriptor = descriptor
        self.status = status
        insecurity = InsecureFile(status)
        isGroupWritable = status.st_mode & S_IWGRP != 0
    }

    /// The names in it, sorted, without `.` and `..`, and those that are not UTF-8, made fit to be shown.
    func names() throws(SystemError) -> (names: [String], notUTF8: [String]) {
        try reading(FileSystem.names)
    }

    /// Calls `body` with each name in it, in the order that the system has: a pointer that is good until it returns.
    func forEachName(_ body: (UnsafePointer<CChar>) -> Void) throws(SystemError) {
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

    /// Which file of that name there is, links followed; nil where there is none.
    func status(_ name: String) -> stat? { Self.status(name, in: descriptor.number) }

    /// The same in a folder of which there is the descriptor.
    static func status(_ name: UnsafePointer<CChar>, in folder: Int32) -> stat? {
        var status = stat()
        return fstatat(folder, name, &status, 0) == 0 ? status : nil
    }

    /// Opens a regular file of that name to read it, links followed.
    func open(_ name: String) throws(InputFileError) -> FileDescriptor {
        try InputFile.open(name, in: descriptor.number)
    }

    func identity(_ name: String) -> FileIdentity? { status(name).map(FileIdentity.init) }
}
