import Glibc

/// Reads whole files: the wiring, a script, a library.
///
/// The kind of a file is checked before it is opened, since opening a device may have effects; and again on the open
/// descriptor, since the file may have been replaced in between. The host never opens a file that would make it wait
/// for another process.
package enum InputFile {
    /// The longest wait for the first input from a pipe named by the user.
    package static let patience: Duration = .seconds(5)

    /// Reads a file named by the user: a regular file, a pipe such as `<(…)` or `/dev/stdin`, or a terminal.
    ///
    /// - Parameter limit: The maximum size in bytes. A larger file throws EFBIG.
    package static func read(
        named path: String, limit: Int, patience: Duration = patience
    ) throws(SystemError) -> [UInt8] {
        try content(named: path, limit: limit, patience: patience).bytes
    }

    /// The content of a file, and the reason why another user may have written it.
    package typealias Content = (bytes: [UInt8], insecurity: InsecureFile?)

    /// Reads a file named by the user, as ``read(named:limit:)`` does.
    package static func content(
        named path: String, limit: Int, patience: Duration = patience
    ) throws(SystemError) -> Content {
        let file = try open(path, [.regularFile, .pipe, .characterDevice])
        if try FileKind(file.status()) == .pipe, try !file.hasInput(within: patience) {
            throw SystemError(.nobodyWrites)
        }
        return (try file.readAll(limit: limit), .problem(with: file, at: path))
    }

    /// Reads a file in a usual place, whoever owns it.
    package static func read(found path: String, limit: Int) throws(SystemError) -> [UInt8] {
        try content(found: path, limit: limit).bytes
    }

    /// Reads a file in a usual place. It must be a regular file.
    package static func content(found path: String, limit: Int) throws(SystemError) -> Content {
        let file = try open(path)
        return (try file.readAll(limit: limit), .problem(with: file, at: path))
    }

    /// Opens a file for reading, after following links.
    ///
    /// - Parameters:
    ///   - folder: The descriptor of the directory for a relative path, or the working directory.
    ///   - kinds: The accepted kinds of files.
    package static func open(
        _ path: String, in folder: Int32 = AT_FDCWD, _ kinds: [FileKind] = [.regularFile]
    ) throws(SystemError) -> FileDescriptor {
        func require(_ status: stat) throws(SystemError) {
            let kind = FileKind(status)
            guard kinds.contains(kind) else { throw SystemError(.kind(kind)) }
        }
        var status = stat()
        try systemCall("fstatat") { fstatat(folder, path, &status, 0) }
        try require(status)
        let file = try FileDescriptor(opening: path, in: folder, O_RDONLY | O_NONBLOCK | O_NOCTTY)
        try require(file.status())
        return file
    }
}

extension FileDescriptor {
    /// Whether input, or its end, comes in time: poll(2).
    package func hasInput(within patience: Duration) throws(SystemError) -> Bool {
        var descriptor = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        let milliseconds = Int32(clamping: patience.components.seconds * 1000)
        return try systemCall("poll") { poll(&descriptor, 1, milliseconds) } > 0
    }

    /// Waits for input or its end.
    package func waitForInput() throws(SystemError) {
        var descriptor = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        try systemCall("poll") { poll(&descriptor, 1, -1) }
    }
}
