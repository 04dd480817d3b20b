import Glibc

/// The host's own copies of the libraries that it loads.
///
/// A library is never loaded from where it was dropped: overwriting or truncating that file would pull the code from
/// under a running host. Each version of a file gets a folder of its own, named after the file's path and identity,
/// which holds the copy and copies of those libraries beside the original that it needs, so that `$ORIGIN` in its run
/// path still finds them. A version of one of those makes another version of the file. Of the older versions the last
/// few are kept.
///
/// Whatever stands there after a power loss, what is loaded is whole: a copy is found by a note, which is written when
/// the copy is on the disk and not before.
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
        guard let place = place(of: original, identity), isWhole(place.folder, place.files) else { return nil }
        return (Path.join(place.folder, Path.name(original)), place.wanted)
    }

    /// Where the copy of a version lies that is made with the libraries which lie beside the original now, and the files
    /// in it; nil where that version has no note.
    private func place(
        of original: String, _ identity: FileIdentity
    ) -> (folder: String, files: [(name: String, identity: FileIdentity)], wanted: [String])? {
        guard let wanted = wanted(by: original, identity) else { return nil }
        let beside = wanted.compactMap { name in
            FileSystem.identity(Path.join(Path.parent(original) ?? ".", name)).map { (name, $0) }
        }
        return (folder(original, identity, beside), beside + [(Path.name(original), identity)], wanted)
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

    /// Makes the copy of a version of the file at `original`, and gives its path. It can be loaded at once, and is found
    /// by others when the batch has been settled.
    ///
    /// - Parameter wanted: The libraries that would come along if they lay beside the original; `companions` do.
    func make(
        _ original: String, _ identity: FileIdentity, _ bytes: [UInt8], wanted: [String], companions: [Companion],
        in batch: inout CopyBatch
    ) throws(SystemError) -> String {
        let name = Path.name(original)
        let folder = folder(original, identity, companions.map { ($0.name, $0.identity) })
        try FileSystem.makeDirectories(directory)
        try requireOwnDirectory()
        removeOldVersions(of: original, &batch)
        let files = companions + [Companion(name: name, identity: identity, bytes: bytes)]
        // Built under another name and moved into place, so that a second host sees all of it or nothing.
        let unfinished = "\(folder).\(getpid())"
        do throws(SystemError) {
            try FileSystem.makeDirectory(unfinished)
            for file in files { try write(file.bytes, to: Path.join(unfinished, file.name)) }
            try move(unfinished, to: folder, files)
        } catch {
            removeFolder(unfinished)
            throw error
        }
        batch.notes.append(
            CopyBatch.Note(
                file: noteFile(of: original), text: Self.note(wanted, by: identity),
                copies: files.map { Path.join(folder, $0.name) }))
        return Path.join(folder, name)
    }

    /// The same for one that is settled at once.
    func make(
        _ original: String, _ identity: FileIdentity, _ bytes: [UInt8], wanted: [String], companions: [Companion]
    ) throws(SystemError) -> String {
        var batch = CopyBatch()
        let path = try make(original, identity, bytes, wanted: wanted, companions: companions, in: &batch)
        try settle(batch)
        return path
    }

    /// Waits until the copies of a batch are on the disk, and lets them be found from then on.
    ///
    /// - Throws: Where the disk does not take them. They are made anew when they are asked for the next time.
    func settle(_ batch: CopyBatch) throws(SystemError) {
        let copies = batch.notes.flatMap(\.copies)
        // The whole file system at once waits for what others have written to it too: for a few files that is longer.
        if copies.count < Self.worthSyncingAll {
            for path in copies { try FileDescriptor(opening: path, O_RDONLY).sync() }
        } else {
            try FileDescriptor(opening: directory, O_RDONLY | O_DIRECTORY).syncFileSystem()
        }
        for note in batch.notes {
            let unfinished = "\(note.file).\(getpid())"
            try write(Array(note.text.utf8), to: unfinished)
            try systemCall("rename") { rename(unfinished, note.file) }
        }
    }

    /// How many files make it quicker to wait for the whole file system: 1,000 one by one take 0.7 to 4 s, together
    /// 0.1 s.
    private static let worthSyncingAll = 32

    private func move(_ unfinished: String, to folder: String, _ files: [Companion]) throws(SystemError) {
        if rename(unfinished, folder) == 0 { return }
        // Another host was faster, and its copy is as good; or what stands there was damaged, or never settled.
        if holds(folder, files) { return removeFolder(unfinished) }
        removeFolder(folder)
        try systemCall("rename") { rename(unfinished, folder) }
    }

    /// Forgets a copy whose content is not that of the files that it was made of, so that it is made anew.
    ///
    /// - Parameter copy: The path of a copy of that version. Where one of the files is another version by now, nothing is
    ///   known of the copy.
    /// - Returns: Whether the copy was damaged.
    func forgetIfDamaged(_ copy: String, of original: String, _ identity: FileIdentity) -> Bool {
        guard let place = place(of: original, identity), copy == Path.join(place.folder, Path.name(original)) else {
            return false
        }
        var files: [Companion] = []
        for (name, identity) in place.files {
            let path = Path.join(Path.parent(original) ?? ".", name)
            guard let bytes = try? FileDescriptor(opening: path, O_RDONLY).readAll(limit: LibraryFile.maximumSize),
                FileSystem.identity(path) == identity
            else { return false }
            files.append(Companion(name: name, identity: identity, bytes: bytes))
        }
        guard !holds(place.folder, files) else { return false }
        unlink(noteFile(of: original))
        return true
    }

    /// Whether a folder holds just these bytes: the sizes say nothing of a copy that the disk may not have.
    func holds(_ folder: String, _ files: [Companion]) -> Bool {
        files.allSatisfy { file in
            let path = Path.join(folder, file.name)
            let copy = try? FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW).readAll(limit: file.bytes.count)
            return copy == file.bytes
        }
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

    /// The libraries that a version would take along; nil where that version has not been looked at, or its note is not
    /// whole.
    private func wanted(by original: String, _ identity: FileIdentity) -> [String]? {
        let bytes = try? FileDescriptor(opening: noteFile(of: original), O_RDONLY).readAll(limit: 1 << 20)
        let text = String(decoding: bytes ?? [], as: UTF8.self)
        let names = text.split(separator: "/").map(String.init)
        guard names.first == identity.name else { return nil }
        let wanted = Array(names.dropFirst().dropLast())
        return text == Self.note(wanted, by: identity) ? wanted : nil
    }

    /// The version, the names of what it wants, and a check of both: a note is not waited for to be on the disk.
    private static func note(_ wanted: [String], by identity: FileIdentity) -> String {
        // No name of a file has a slash.
        let text = ([identity.name] + wanted).joined(separator: "/")
        return "\(text)/\(hash(text))"
    }

    private func noteFile(of original: String) -> String {
        Path.join(directory, "\(Self.prefix(of: original)).wants")
    }

    /// Names a file in a folder, by whatever names that folder is reached. A link and the file that it leads to are two
    /// files with copies of their own, as a copy has the name of its file.
    private static func prefix(of original: String) -> String {
        let folder = Path.parent(original) ?? "."
        return hash(Path.join(Path.resolved(folder) ?? folder, Path.name(original)))
    }

    /// FNV-1a, 64 bits.
    private static func hash(_ text: String) -> String {
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
        }
        return String(hash, radix: 16)
    }

    /// Leaves room for one version more among those that are kept. What cannot be removed stays.
    private func removeOldVersions(of original: String, _ batch: inout CopyBatch) {
        let folders = batch.versions(of: Self.prefix(of: original), in: directory).map { Path.join(directory, $0) }
        guard folders.count >= Self.keptVersions else { return }
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
    }

    private func removeFolder(_ path: String) {
        for file in (try? FileSystem.names(in: path)) ?? [] { unlink(Path.join(path, file)) }
        rmdir(path)
    }
}
