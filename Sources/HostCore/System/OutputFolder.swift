import Glibc

/// Writes a folder of files for the user as a whole: either it exists with all of them, or not at all.
package enum OutputFolder {
    /// A file of the folder.
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
    package static func make(_ path: String, of files: [File]) throws(OutputError) {
        let target = path.hasSuffix("/") && path != "/" ? String(path.dropLast()) : path
        guard !target.isEmpty, !target.utf8.contains(0) else { throw .noName(path, kind: "folder") }
        var status = stat()
        if lstat(target, &status) == 0 { throw .occupied(target, FileKind(status)) }
        // The process id keeps other processes off this name.
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

/// A folder under a temporary name. It is removed with this value, unless it is moved into place.
private struct UnfinishedFolder: ~Copyable {
    private let path: String
    /// The files and folders in it, in the order in which they were created.
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

    /// Moves the folder into place. A file that has appeared there in the meantime is not replaced, nor is a folder
    /// unless it is empty: rename(2).
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
