import Glibc

extension FileDescriptor {
    /// Opens a file to append to, after emptying it: a new file, or one of the user's that begins as the new one will.
    /// Afterwards only the user may read it. A file with other content, such as a wiring file named by mistake, stays
    /// as it is.
    ///
    /// - Throws: ``SystemError/Fault/otherContent`` for other content, ``SystemError/Fault/otherOwner`` for another
    ///   user's file.
    package init(emptying path: String, ifItBegins beginning: String) throws(SystemError) {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw SystemError(.noName) }
        guard InsecureFile.foreignLink(on: path) == nil else { throw SystemError(.otherOwner) }
        var status = stat()
        if stat(path, &status) == 0, FileKind(status) != .regularFile { throw SystemError(.kind(FileKind(status))) }
        if let present = try? InputFile.open(path).readBeginning(beginning.utf8.count),
            !beginning.utf8.starts(with: present)
        {
            throw SystemError(.otherContent)
        }
        let file = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_APPEND, mode: 0o600)
        guard try file.status().st_uid == geteuid() else { throw SystemError(.otherOwner) }
        try systemCall("fchmod") { fchmod(file.number, 0o600) }
        try systemCall("ftruncate") { ftruncate(file.number, 0) }
        self = file
    }
}

/// Writes a file for the user as a whole: the old content stays until all new content is on the disk.
package enum OutputFile {
    /// Writes `text` to the file at `path`, whose directory must exist. Follows a symbolic link.
    package static func write(_ text: String, to path: String) throws(SystemError) {
        guard !path.isEmpty, !path.hasSuffix("/"), !path.utf8.contains(0) else { throw SystemError(.noName) }
        guard InsecureFile.foreignLink(on: path) == nil else { throw SystemError(.otherOwner) }
        var status = stat()
        if stat(path, &status) == 0, FileKind(status) != .regularFile {
            throw SystemError(.kind(FileKind(status)))
        }
        let target = Path.resolved(path) ?? path
        // The process id keeps other processes off this name, and the dot hides it from file lists.
        let new = Path.join(Path.parent(target) ?? ".", ".\(Path.name(target)).\(getpid()).new")
        let file = try AtomicFile(new, mode: 0o666, before: { _ in })
        try file.write(Array(text.utf8))
        _ = try file.move(to: target)
    }
}

extension SystemError {
    /// The message when ``OutputFile`` fails.
    package func message(writing path: String) -> String {
        switch fault {
        case .noName: "'\(path)' is not the name of a file; name one to write to"
        case .kind(let kind): "'\(path)' is \(kind), and stays as it is; name a file to write to"
        case .otherContent: "'\(path)' has other content, and stays as it is; name another file, or remove it"
        case .otherOwner: "'\(path)' belongs to another user, and stays as it is; name a file of yours"
        case nil where code == ENOENT:
            "'\(path)' cannot be written: there is no directory '\(Path.parent(path) ?? ".")'; make it first"
        default: "'\(path)' cannot be written: \(self)"
        }
    }

    /// The message when ``OutputFolder`` fails.
    package func message(making path: String) -> String {
        switch fault {
        case .noName: "'\(path)' is not the name of a folder; name one to make"
        case .kind(let kind):
            "'\(path)' is there already, \(kind), and stays as it is; name another folder"
        case nil where code == ENOENT && FileSystem.identity(Path.parent(path) ?? ".") != nil:
            "'\(path)' cannot be made: its file system takes no new folder; name another folder"
        case nil where code == ENOENT:
            "'\(path)' cannot be made: there is no directory '\(Path.parent(path) ?? ".")'; make it first"
        default: "'\(path)' cannot be made: \(self)"
        }
    }
}

/// Writes a folder of files for the user as a whole: with all of them, or not at all.
package enum OutputFolder {
    package struct File: Hashable, Sendable {
        /// The path within the folder. Missing folders on the way are created.
        package let path: String
        package let text: String

        package init(_ path: String, _ text: String) {
            self.path = path
            self.text = text
        }
    }

    /// Creates the folder at `path`. Nothing may be there yet, and the folder above must exist.
    package static func make(_ path: String, of files: [File]) throws(SystemError) {
        let target = path.hasSuffix("/") && path != "/" ? String(path.dropLast()) : path
        guard !target.isEmpty, !target.utf8.contains(0) else { throw SystemError(.noName) }
        var status = stat()
        if lstat(target, &status) == 0 { throw SystemError(.kind(FileKind(status))) }
        let new = Path.join(Path.parent(target) ?? ".", ".\(Path.name(target)).\(getpid()).new")
        var folder = try UnfinishedFolder(new)
        for file in files { try folder.write(file) }
        try folder.move(to: target)
    }
}

/// A folder under a temporary name, removed with this value unless moved into place.
private struct UnfinishedFolder: ~Copyable {
    private let path: String
    /// The files and folders in it, in the order of their creation.
    private var content: [String] = []
    private var isInPlace = false

    init(_ path: String) throws(SystemError) {
        try systemCall("mkdir") { mkdir(path, 0o777) }
        self.path = path
    }

    mutating func write(_ file: OutputFolder.File) throws(SystemError) {
        var folder = path
        for name in file.path.split(separator: "/").dropLast() {
            folder = Path.join(folder, String(name))
            guard !content.contains(folder) else { continue }
            try systemCall("mkdir") { mkdir(folder, 0o777) }
            content.append(folder)
        }
        let place = Path.join(path, file.path)
        let descriptor = try FileDescriptor(opening: place, O_WRONLY | O_CREAT | O_EXCL, mode: 0o666)
        content.append(place)
        try Array(file.text.utf8).withBytes { (bytes) throws(SystemError) in try descriptor.writeAll(bytes) }
    }

    /// Moves the folder into place. Replaces neither a file that has appeared there in the meantime, nor a folder that
    /// is not empty: rename(2).
    consuming func move(to target: String) throws(SystemError) {
        try systemCall("rename") { rename(path, target) }
        isInPlace = true
    }

    deinit {
        guard !isInPlace else { return }
        for place in content.reversed() { remove(place) }
        rmdir(path)
    }
}
