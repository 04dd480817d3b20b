import Glibc

/// Writes a file for the user as a whole: the previous content stays until all of the new content is on the disk.
package enum OutputFile {
    /// Writes `text` to the file at `path`. The file may be missing, its directory may not. A symbolic link is
    /// followed.
    package static func write(_ text: String, to path: String) throws(OutputError) {
        guard !path.isEmpty, !path.hasSuffix("/"), !path.utf8.contains(0) else { throw .noName(path, kind: "file") }
        var status = stat()
        if stat(path, &status) == 0, FileKind(status) != .regularFile {
            throw .notRegularFile(path, FileKind(status))
        }
        let target = Path.resolved(path) ?? path
        // The process id keeps other processes off this name, and the dot hides it from file lists.
        let new = Path.join(Path.parent(target) ?? ".", ".\(Path.name(target)).\(getpid()).new")
        do throws(SystemError) {
            let file = try AtomicFile(new, mode: 0o666, before: { _ in })
            try file.write(Array(text.utf8))
            _ = try file.move(to: target)
        } catch {
            throw .notWritten(path, error)
        }
    }
}

/// The reason why a file or a folder is not written for the user.
package enum OutputError: Error, Hashable, Sendable, CustomStringConvertible {
    /// - Parameter kind: `file` or `folder`.
    case noName(String, kind: String)
    case notRegularFile(String, FileKind)
    case occupied(String, FileKind)
    case notWritten(String, SystemError)
    case notMade(String, SystemError)

    package var description: String {
        switch self {
        case .noName(let path, "file"): "'\(path)' is not the name of a file; name one to write to"
        case .noName(let path, let kind): "'\(path)' is not the name of a \(kind); name one to make"
        case .notRegularFile(let path, let kind): "'\(path)' is \(kind), and stays as it is; name a file to write to"
        case .occupied(let path, let kind):
            "'\(path)' is there already, \(kind), and stays as it is; name another folder"
        case .notWritten(let path, let error) where error.code == ENOENT:
            "'\(path)' cannot be written: there is no directory '\(Path.parent(path) ?? ".")'; make it first"
        case .notWritten(let path, let error): "'\(path)' cannot be written: \(error)"
        case .notMade(let path, let error) where error.code == ENOENT:
            "'\(path)' cannot be made: there is no directory '\(Path.parent(path) ?? ".")'; make it first"
        case .notMade(let path, let error): "'\(path)' cannot be made: \(error)"
        }
    }
}
