import Glibc

/// The host's own copies of the libraries that it loads.
///
/// A library is never loaded from where it was dropped: overwriting or truncating that file would pull the code from
/// under a running host. Each version of a file gets a folder of its own, named after its identity, which holds the copy
/// and copies of those libraries beside the original that it needs, so that `$ORIGIN` in its run path still finds them.
struct PrivateCopies {
    /// An absolute path. Made when it is missing, for this user alone.
    let directory: String

    /// The path of the copy of an open library. One that was made before is used again.
    ///
    /// - Parameter companions: The libraries beside the original that come along, by their names.
    func copy(
        _ bytes: UnsafeRawBufferPointer, named name: String, identity: FileIdentity,
        companions: [(name: String, bytes: [UInt8])]
    ) throws(SystemError) -> String {
        let folder = Path.join(directory, identity.name)
        let path = Path.join(folder, name)
        if access(path, R_OK) == 0 { return path }
        try makeDirectories(directory)
        // Built under another name and moved into place, so that a second host sees all of it or nothing.
        let unfinished = Path.join(directory, ".\(identity.name).\(getpid())")
        try makeDirectory(unfinished)
        for companion in companions {
            try companion.bytes.withBytes { (bytes) throws(SystemError) in
                try write(bytes, to: Path.join(unfinished, companion.name))
            }
        }
        try write(bytes, to: Path.join(unfinished, name))
        if rename(unfinished, folder) != 0 {
            let error = SystemError(code: errno, operation: "rename")
            removeFolder(unfinished, files: companions.map(\.name) + [name])
            // Another host was faster: its copy is as good.
            guard access(path, R_OK) == 0 else { throw error }
        }
        return path
    }

    private func write(_ bytes: UnsafeRawBufferPointer, to path: String) throws(SystemError) {
        // What a host that was killed here has left is not writable.
        unlink(path)
        let file = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o500)
        try file.writeAll(bytes)
    }

    private func makeDirectory(_ path: String) throws(SystemError) {
        guard mkdir(path, 0o700) != 0, errno != EEXIST else { return }
        throw SystemError(code: errno, operation: "mkdir")
    }

    private func makeDirectories(_ path: String) throws(SystemError) {
        var made = ""
        for part in path.split(separator: "/") {
            made += "/" + part
            if access(made, F_OK) != 0 { try makeDirectory(made) }
        }
    }

    private func removeFolder(_ path: String, files: [String]) {
        for file in files { unlink(Path.join(path, file)) }
        rmdir(path)
    }
}
