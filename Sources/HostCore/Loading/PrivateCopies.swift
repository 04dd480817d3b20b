import Glibc

/// The host's own copies of the libraries that it loads.
///
/// A library is never loaded from where it was dropped: overwriting or truncating that file would pull the code from
/// under a running host. Each version of a file gets a folder of its own, named after its identity, which holds the copy
/// and copies of those libraries beside the original that it needs, so that `$ORIGIN` in its run path still finds them.
struct PrivateCopies {
    /// A library beside the original that it needs.
    struct Companion {
        let name: String
        let identity: FileIdentity
        let bytes: [UInt8]
    }

    /// An absolute path. Made when it is missing, for this user alone.
    let directory: String

    /// The path of the copy of an open library. One that was made before is used again.
    ///
    /// - Parameter companions: The libraries that come along: a new version of one is a new version of the whole.
    func copy(
        _ bytes: UnsafeRawBufferPointer, named name: String, identity: FileIdentity, companions: [Companion]
    ) throws(SystemError) -> String {
        let version = Self.version(identity, companions)
        let folder = Path.join(directory, version)
        let path = Path.join(folder, name)
        if access(path, R_OK) == 0 { return path }
        try makeDirectories(directory)
        // Built under another name and moved into place, so that a second host sees all of it or nothing.
        let unfinished = Path.join(directory, ".\(version).\(getpid())")
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

    private static func version(_ identity: FileIdentity, _ companions: [Companion]) -> String {
        guard !companions.isEmpty else { return identity.name }
        // FNV-1a: their identities together would be too long for the name of a file.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for companion in companions.sorted(by: { $0.name < $1.name }) {
            for byte in "\(companion.name)/\(companion.identity.name)/".utf8 {
                hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
            }
        }
        return "\(identity.name)-\(String(hash, radix: 16))"
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
