import Glibc

/// The host's own copies of the libraries that it loads.
///
/// A library is never loaded from where it was dropped: overwriting or truncating that file would pull the code from
/// under a running host. Each version of a file gets a folder of its own, named after the file's path and identity,
/// which holds the copy and copies of those libraries beside the original that it needs, so that `$ORIGIN` in its run
/// path still finds them. A version of one of those makes another version of the file. Of the older versions the last
/// few are kept.
struct PrivateCopies {
    /// An absolute path. Made when it is missing, for this user alone.
    let directory: String

    /// A library beside the original that comes along.
    struct Companion {
        let name: String
        let identity: FileIdentity
        let bytes: [UInt8]
    }

    /// How many versions of one file are kept: a host that has looked at one may be about to load it.
    private static let keptVersions = 3

    /// The path of the copy of a version of the file at `original`, where there is one, made with the libraries that
    /// lie beside the original now; and the names of those that would come along if they lay there.
    func existing(_ original: String, _ identity: FileIdentity) -> (path: String, wanted: [String])? {
        guard let wanted = wanted(by: original, identity) else { return nil }
        let beside = wanted.compactMap { name in
            FileSystem.identity(Path.join(Path.parent(original) ?? ".", name)).map { (name, $0) }
        }
        let folder = folder(original, identity, beside)
        guard isWhole(folder, beside + [(Path.name(original), identity)]) else { return nil }
        return (Path.join(folder, Path.name(original)), wanted)
    }

    /// Makes the copy of a version count as new, so that it is kept.
    func touch(_ original: String, _ identity: FileIdentity) {
        guard let path = existing(original, identity)?.path, let folder = Path.parent(path) else { return }
        utimes(folder, nil)
    }

    /// Whether a folder holds the copies of these files. What was cut off, as by a disk that was full, would end the
    /// process when it is loaded.
    private func isWhole(_ folder: String, _ files: [(name: String, identity: FileIdentity)]) -> Bool {
        (try? requireOwnDirectory()) != nil
            && files.allSatisfy { FileSystem.identity(Path.join(folder, $0.name))?.size == $0.identity.size }
    }

    /// Makes the copy of a version of the file at `original`, and gives its path.
    ///
    /// - Parameter wanted: The libraries that would come along if they lay beside the original; `companions` do.
    func make(
        _ original: String, _ identity: FileIdentity, _ bytes: [UInt8], wanted: [String], companions: [Companion]
    ) throws(SystemError) -> String {
        let name = Path.name(original)
        let folder = folder(original, identity, companions.map { ($0.name, $0.identity) })
        try FileSystem.makeDirectories(directory)
        try requireOwnDirectory()
        removeOldVersions(of: original)
        let files = companions + [Companion(name: name, identity: identity, bytes: bytes)]
        // Built under another name and moved into place, so that a second host sees all of it or nothing.
        let unfinished = "\(folder).\(getpid())"
        do throws(SystemError) {
            try FileSystem.makeDirectory(unfinished)
            for file in files { try write(file.bytes, to: Path.join(unfinished, file.name)) }
            try move(unfinished, to: folder, files.map { ($0.name, $0.identity) })
        } catch {
            removeFolder(unfinished)
            throw error
        }
        try note(wanted, by: original, identity)
        return Path.join(folder, name)
    }

    private func move(
        _ unfinished: String, to folder: String, _ files: [(name: String, identity: FileIdentity)]
    ) throws(SystemError) {
        if rename(unfinished, folder) == 0 { return }
        // Another host was faster, and its copy is as good; or what stands there was damaged.
        if isWhole(folder, files) { return removeFolder(unfinished) }
        removeFolder(folder)
        try systemCall("rename") { rename(unfinished, folder) }
    }

    /// - Parameter companions: In the order of their names.
    private func folder(
        _ original: String, _ identity: FileIdentity, _ companions: [(name: String, identity: FileIdentity)]
    ) -> String {
        let beside = companions.map { "\($0.name)/\($0.identity.name)/" }.joined()
        let version = beside.isEmpty ? identity.name : "\(identity.name)-\(Self.hash(beside))"
        return Path.join(directory, "\(Self.prefix(of: original))-\(version)")
    }

    // MARK: What the version that was looked at last wants

    /// The libraries that a version would take along; nil where that version has not been looked at.
    private func wanted(by original: String, _ identity: FileIdentity) -> [String]? {
        let bytes = try? FileDescriptor(opening: noteFile(of: original), O_RDONLY).readAll(limit: 1 << 20)
        let lines = String(decoding: bytes ?? [], as: UTF8.self).split(separator: "/").map(String.init)
        return lines.first == identity.name ? Array(lines.dropFirst()) : nil
    }

    private func note(_ wanted: [String], by original: String, _ identity: FileIdentity) throws(SystemError) {
        let file = noteFile(of: original)
        // No name of a file has a slash.
        let text = ([identity.name] + wanted).joined(separator: "/")
        try write(Array(text.utf8), to: "\(file).\(getpid())")
        try systemCall("rename") { rename("\(file).\(getpid())", file) }
    }

    private func noteFile(of original: String) -> String {
        Path.join(directory, "\(Self.prefix(of: original)).wants")
    }

    /// Names a path. Two paths of one name share the kept versions and nothing else.
    private static func prefix(of original: String) -> String { hash(Path.resolved(original) ?? original) }

    /// FNV-1a, 64 bits.
    private static func hash(_ text: String) -> String {
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
        }
        return String(hash, radix: 16)
    }

    /// Leaves room for one version more among those that are kept. What cannot be removed stays.
    private func removeOldVersions(of original: String) {
        let prefix = Self.prefix(of: original) + "-"
        let versions = (try? FileSystem.names(in: directory)) ?? []
        // One with a process number behind a dot is being made by another host.
        let folders = versions.filter { $0.hasPrefix(prefix) && !$0.contains(".") }.map { Path.join(directory, $0) }
        let byAge = folders.sorted { (FileSystem.modified($0) ?? 0) > (FileSystem.modified($1) ?? 0) }
        for folder in byAge.dropFirst(Self.keptVersions - 1) {
            removeFolder(folder)
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
        // Before it gets the name that it is found by.
        try systemCall("fdatasync") { fdatasync(file.number) }
    }

    private func removeFolder(_ path: String) {
        for file in (try? FileSystem.names(in: path)) ?? [] { unlink(Path.join(path, file)) }
        rmdir(path)
    }
}
