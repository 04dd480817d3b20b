import Glibc

/// A file that is read as a whole: the wiring, a script, a library.
///
/// What stands under a name is looked at before it is opened, since opening a device may do something, and again when
/// it is open, since another may stand there by then. Nothing is opened that would make the host wait for somebody
/// else.
package enum InputFile {
    /// How long a pipe that somebody has named may be without anybody who writes to it.
    static let patience: Duration = .seconds(5)

    /// Reads what somebody has named: a file, a pipe as `<(…)` and `/dev/stdin` are, or a terminal.
    ///
    /// - Parameter limit: The most that is taken, in bytes; more is EFBIG.
    package static func read(named path: String, limit: Int) throws(InputFileError) -> [UInt8] {
        try read(named: path, limit: limit, patience: patience)
    }

    static func read(named path: String, limit: Int, patience: Duration) throws(InputFileError) -> [UInt8] {
        let file = try open(path, [.regularFile, .pipe, .characterDevice])
        let hasInput = try InputFileError.failing { () throws(SystemError) in
            if try FileKind(file.status()) != .pipe { return true }
            return try file.hasInput(within: patience)
        }
        guard hasInput else { throw .nobodyWrites }
        return try InputFileError.failing { () throws(SystemError) in try file.readAll(limit: limit) }
    }

    /// Reads what stands in one of the usual places: a file, and nothing else.
    static func read(found path: String, limit: Int) throws(InputFileError) -> [UInt8] {
        let file = try open(path)
        return try InputFileError.failing { () throws(SystemError) in try file.readAll(limit: limit) }
    }

    /// Opens a file to read it, links followed.
    ///
    /// - Parameters:
    ///   - folder: Where a relative path begins: a descriptor, or the working directory.
    ///   - kinds: What is opened beside regular files.
    static func open(
        _ path: String, in folder: Int32 = AT_FDCWD, _ kinds: [FileKind] = [.regularFile]
    ) throws(InputFileError) -> FileDescriptor {
        func require(_ status: stat) throws(InputFileError) {
            let kind = FileKind(status)
            guard kinds.contains(kind) else { throw .kind(kind) }
        }
        let status = try InputFileError.failing { () throws(SystemError) in
            var status = stat()
            try systemCall("fstatat") { fstatat(folder, path, &status, 0) }
            return status
        }
        try require(status)
        let file = try InputFileError.failing { () throws(SystemError) in
            try FileDescriptor(opening: path, in: folder, O_RDONLY | O_NONBLOCK | O_NOCTTY)
        }
        try require(try InputFileError.failing { () throws(SystemError) in try file.status() })
        return file
    }
}

/// Why a file is not read.
package enum InputFileError: Error, Hashable, Sendable, CustomStringConvertible {
    case failed(SystemError)
    /// What stands there is none that is read.
    case kind(FileKind)
    /// It is a pipe, and nobody came to write to it.
    case nobodyWrites

    package var description: String {
        switch self {
        case .failed(let error): error.description
        case .kind(let kind): "it is \(kind), and no file"
        case .nobodyWrites: "it is a pipe, and nobody writes to it"
        }
    }

    static func failing<Result: ~Copyable>(
        _ body: () throws(SystemError) -> Result
    ) throws(InputFileError) -> Result {
        do throws(SystemError) {
            return try body()
        } catch {
            throw .failed(error)
        }
    }
}

extension FileDescriptor {
    /// Whether there is something to read, or its end, before the time is over: poll(2).
    func hasInput(within patience: Duration) throws(SystemError) -> Bool {
        var descriptor = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        let milliseconds = Int32(clamping: patience.components.seconds * 1000)
        return try systemCall("poll") { poll(&descriptor, 1, milliseconds) } > 0
    }

    /// Waits until there is something to read, or its end.
    func waitForInput() throws(SystemError) {
        var descriptor = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        try systemCall("poll") { poll(&descriptor, 1, -1) }
    }
}
