import Glibc

/// The host's own copies of the libraries that it loads.
///
/// A library is never loaded from where it was dropped: overwriting or truncating that file would pull the code from
/// under a running host. Each version of a file gets a folder of its own, named after the file's path and identity, which
/// holds the copy and copies of those libraries beside the original that it needs, so that `$ORIGIN` in its run path still
/// finds them. Of the older versions of a file the last few are kept.
struct PrivateCopies {
    /// An absolute path. Made when it is missing, for this user alone.
    let directory: String

    /// A library beside the original that comes along.
    struct Companion {
        let name: String
        let bytes: [UInt8]
    }

    /// How many versions of one file are kept: a host that has looked at one may be about to load it.
    private static let keptVersions = 3

    /// The path of the copy of a version of the file at `original`, where there is one.
    func existing(_ original: String, _ identity: FileIdentity) -> String? {
        let path = Path.join(folder(original, identity), Path.name(original))
        return access(path, R_OK) == 0 && (try? requireOwnDirectory()) != nil ? path : nil
    }

    /// Makes the copy of a version of the file at `original`, and gives its path.
    func make(
        _ original: String, _ identity: FileIdentity, _ bytes: [UInt8], companions: [Companion]
    ) throws(SystemError) -> String {
        let name = Path.name(original)
        let folder = folder(original, identity)
        try makeDirectories(directory)
        try requireOwnDirectory()
        removeOldVersions(of: original)
        // Built under another name and moved into place, so that a second host sees all of it or nothing.
        let unfinished = "\(folder).\(getpid())"
        try makeDirectory(unfinished)
        for file in companions + [Companion(name: name, bytes: bytes)] {
            try write(file.bytes, to: Path.join(unfinished, file.name))
        }
        if rename(unfinished, folder) != 0 {
            let error = SystemError(code: errno, operation: "rename")
            removeFolder(unfinished, files: companions.map(\.name) + [name])
            // Another host was faster: its copy is as good.
            guard existing(original, identity) != nil else { throw error }
        }
        return Path.join(folder, name)
    }

    private func folder(_ original: String, _ identity: FileIdentity) -> String {
        Path.join(directory, "\(Self.prefix(of: original))-\(identity.name)")
    }

    /// Names a path: FNV-1a, 64 bits. Two paths of one name share the kept versions and nothing else.
    private static func prefix(of original: String) -> String {
        let hash = (Path.resolved(original) ?? original).utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
        }
        return String(hash, radix: 16)
    }

    /// Leaves room for one version more among those that are kept. What cannot be removed stays.
    private func removeOldVersions(of original: String) {
        let prefix = Self.prefix(of: original) + "-"
        let versions = (try? FileSystem.names(in: directory)) ?? []
        let folders = versions.filter { $0.hasPrefix(prefix) }.map { Path.join(directory, $0) }
        let byAge = folders.sorted { (FileSystem.modified($0) ?? 0) > (FileSystem.modified($1) ?? 0) }
        for folder in byAge.dropFirst(Self.keptVersions - 1) {
            removeFolder(folder, files: (try? FileSystem.names(in: folder)) ?? [])
        }
    }

    /// What lies here is run: nobody else may be able to write it.
    private func requireOwnDirectory() throws(SystemError) {
        var status = stat()
        try systemCall("lstat") { lstat(directory, &status) }
        guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
            throw SystemError(code: EPERM, operation: "lstat")
        }
    }

    private func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
        // What a host that was killed here has left is not writable.
        unlink(path)
        let file = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o500)
        try bytes.withBytes { (bytes) throws(SystemError) in try file.writeAll(bytes) }
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
