import Glibc

/// A folder of files that is written for a person, as a whole: it is there with all of them, or not at all.
package enum OutputFolder {
    /// A file of it.
    package struct File: Hashable, Sendable {
        /// From the folder on; the folders on the way are made.
        package let path: String
        package let text: String

        package init(_ path: String, _ text: String) {
            self.path = path
            self.text = text
        }
    }

    /// Makes the folder of that path. Nothing may be there yet, and the one that it stands in must be.
    package static func make(_ path: String, of files: [File]) throws(OutputFolderError) {
        let target = path.hasSuffix("/") && path != "/" ? String(path.dropLast()) : path
        guard !target.isEmpty, !target.utf8.contains(0) else { throw .noName(path) }
        var status = stat()
        if lstat(target, &status) == 0 { throw .occupied(target, FileKind(status)) }
        // Of a name that no other process takes.
        let new = Path.join(Path.parent(target) ?? ".", ".\(Path.name(target)).\(getpid()).new")
        do throws(SystemError) {
            var folder = try UnfinishedFolder(new)
            for file in files { try folder.write(file) }
            try folder.move(to: target)
        } catch {
            throw .notMade(target, error)
        }
    }
}

/// Why a folder is not made.
package enum OutputFolderError: Error, Hashable, Sendable, CustomStringConvertible {
    case noName(String)
    case occupied(String, FileKind)
    case notMade(String, SystemError)

    package var description: String {
        switch self {
        case .noName(let path): "'\(path)' is not the name of a folder; name one to make"
        case .occupied(let path, let kind):
            "'\(path)' is there already, \(kind), and stays as it is; name another folder"
        case .notMade(let path, let error) where error.code == ENOENT:
            "'\(path)' cannot be made: there is no directory '\(Path.parent(path) ?? ".")'; make it first"
        case .notMade(let path, let error): "'\(path)' cannot be made: \(error)"
        }
    }
}

/// A folder that has not its name yet. It goes with this value, unless it is moved to its place.
private struct UnfinishedFolder: ~Copyable {
    private let path: String
    /// What is in it, in the order in which it was made.
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

    /// What has come to be there meanwhile is not replaced, unless it is an empty folder: rename(2).
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
