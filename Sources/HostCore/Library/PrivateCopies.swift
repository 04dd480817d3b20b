import Glibc
import HostSystem

/// The host's private copies of the libraries that it loads.
///
/// A library is never loaded from the plugins directory: overwriting or truncating that file would pull the code from
/// under a running host. Each version of a file gets a folder of its own, named after the file's path and identity. The
/// folder holds the copy of the file, and copies of the sibling libraries that it needs, so that `$ORIGIN` in its run
/// path still finds them. A new version of a sibling makes a new version of the file. Of the older versions, the last
/// few are kept.
///
/// The host never loads a partial copy, even after a power loss: a copy is found by its commit marker, which is written
/// only when the copy is on the disk.
struct PrivateCopies {
    /// The absolute path of the directory. It is created if missing, for this user alone.
    let directory: String

    /// A sibling library that is copied along.
    struct Sibling {
        let name: String
        let identity: FileIdentity
        let bytes: [UInt8]
    }

    /// The number of versions kept of one file: another host may have scanned an older one and be about to load it.
    private static let keptVersions = 3

    /// Finds the copy of a version of the file at `original`, made with the current sibling libraries. Returns its
    /// path, and the names of the sibling libraries that the file would use if they existed. Nil if there is no such
    /// copy.
    func existing(_ original: String, _ identity: FileIdentity) -> (path: String, wanted: [String])? {
        guard let place = place(of: original, identity), isWhole(place.folder, place.files) else { return nil }
        return (Path.join(place.folder, Path.name(original)), place.wanted)
    }

    /// The folder for the copy of a version, made with the current sibling libraries, and the files in it. Nil if that
    /// version has no commit marker.
    private func place(
        of original: String, _ identity: FileIdentity
    ) -> (folder: String, files: [(name: String, identity: FileIdentity)], wanted: [String])? {
        guard let wanted = wanted(by: original, identity) else { return nil }
        let beside = wanted.compactMap { name in
            FileSystem.identity(Path.join(Path.parent(original) ?? ".", name)).map { (name, $0) }
        }
        return (folder(original, identity, beside), beside + [(Path.name(original), identity)], wanted)
    }

    /// Marks the copy of a version as recently used, so that it is kept.
    func touch(_ original: String, _ identity: FileIdentity) {
        guard let path = existing(original, identity)?.path, let folder = Path.parent(path) else { return }
        utimes(folder, nil)
    }

    /// Whether a folder holds copies of these files in full size. A truncated copy, as from a full disk, would kill the
    /// process that loads it.
    private func isWhole(_ folder: String, _ files: [(name: String, identity: FileIdentity)]) -> Bool {
        (try? requireOwnDirectory()) != nil
            && files.allSatisfy { FileSystem.identity(Path.join(folder, $0.name))?.size == $0.identity.size }
    }

    /// Copies a version of the file at `original`, and returns the path of the copy. That can be loaded at once; other
    /// hosts find it when the batch is settled.
    ///
    /// - Parameter wanted: The names of all sibling libraries that the file would use; `siblings` are the existing
    ///   ones.
    func make(
        _ original: String, _ identity: FileIdentity, _ bytes: [UInt8], wanted: [String], siblings: [Sibling],
        in batch: inout CopyBatch
    ) throws(SystemError) -> String {
        let name = Path.name(original)
        let folder = folder(original, identity, siblings.map { ($0.name, $0.identity) })
        try FileSystem.makeDirectories(directory)
        try requireOwnDirectory()
        removeOldVersions(of: original, &batch)
        let files = siblings + [Sibling(name: name, identity: identity, bytes: bytes)]
        // Built under another name and moved into place, so that another host sees all of it or nothing.
        let temporary = "\(folder).\(getpid())"
        do {
            try FileSystem.makeDirectory(temporary)
            for file in files { try write(file.bytes, to: Path.join(temporary, file.name)) }
            try move(temporary, to: folder, files)
        } catch {
            removeFolder(temporary)
            throw error
        }
        batch.notes.append(
            CopyBatch.Note(
                file: noteFile(of: original), text: Self.note(wanted, by: identity),
                copies: files.map { Path.join(folder, $0.name) }))
        return Path.join(folder, name)
    }

    /// Copies a version of a file, and settles it at once.
    func make(
        _ original: String, _ identity: FileIdentity, _ bytes: [UInt8], wanted: [String], siblings: [Sibling]
    ) throws(SystemError) -> String {
        var batch = CopyBatch()
        let path = try make(original, identity, bytes, wanted: wanted, siblings: siblings, in: &batch)
        try settle(batch)
        return path
    }

    /// Waits until the copies of a batch are on the disk, and then writes their commit markers.
    ///
    /// - Throws: The error of the disk. The copies are then made anew when they are next needed.
    func settle(_ batch: CopyBatch) throws(SystemError) {
        let copies = batch.notes.flatMap(\.copies)
        // For a few files this is faster: syncing the file system also waits for the writes of other programs.
        if copies.count < Self.worthSyncingAll {
            for path in copies { try FileDescriptor(opening: path, O_RDONLY).sync() }
        } else {
            try FileDescriptor(opening: directory, O_RDONLY | O_DIRECTORY).syncFileSystem()
        }
        for note in batch.notes {
            let temporary = "\(note.file).\(getpid())"
            try write(Array(note.text.utf8), to: temporary)
            try systemCall("rename") { rename(temporary, note.file) }
        }
    }

    /// The number of files from which it is faster to sync the whole file system: for 1,000 files, one by one takes 0.7
    /// to 4 s, all at once 0.1 s.
    private static let worthSyncingAll = 32

    private func move(_ temporary: String, to folder: String, _ files: [Sibling]) throws(SystemError) {
        if rename(temporary, folder) == 0 { return }
        // Another host has made the same copy, or a damaged or uncommitted one is in the way.
        if holds(folder, files) { return removeFolder(temporary) }
        removeFolder(folder)
        try systemCall("rename") { rename(temporary, folder) }
    }

    /// Discards a copy whose content differs from the files that it was made of, so that it is made anew.
    ///
    /// - Parameter copy: The path of a copy of that version. If one of the files has changed since, the copy cannot be
    ///   judged.
    /// - Returns: Whether the copy was damaged.
    func forgetIfDamaged(_ copy: String, of original: String, _ identity: FileIdentity) -> Bool {
        guard let place = place(of: original, identity), copy == Path.join(place.folder, Path.name(original)) else {
            return false
        }
        var files: [Sibling] = []
        for (name, identity) in place.files {
            let path = Path.join(Path.parent(original) ?? ".", name)
            guard let bytes = try? FileDescriptor(opening: path, O_RDONLY).readAll(limit: LibraryFile.maximumSize),
                FileSystem.identity(path) == identity
            else { return false }
            files.append(Sibling(name: name, identity: identity, bytes: bytes))
        }
        guard !holds(place.folder, files) else { return false }
        unlink(noteFile(of: original))
        return true
    }

    /// Whether a folder holds exactly these bytes. Sizes do not suffice for a copy that may not be on the disk.
    func holds(_ folder: String, _ files: [Sibling]) -> Bool {
        files.allSatisfy { file in
            let path = Path.join(folder, file.name)
            let copy = try? FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW).readAll(limit: file.bytes.count)
            return copy == file.bytes
        }
    }

    /// The folder for the copy of a version.
    ///
    /// - Parameter siblings: The sibling libraries, sorted by name.
    private func folder(
        _ original: String, _ identity: FileIdentity, _ siblings: [(name: String, identity: FileIdentity)]
    ) -> String {
        let beside = siblings.map { "\($0.name)/\($0.identity.name)/" }.joined()
        let version = beside.isEmpty ? identity.name : "\(identity.name)-\(Self.hash(beside))"
        return Path.join(directory, "\(Self.prefix(of: original))-\(version)")
    }

    // MARK: Commit markers

    /// The names of the sibling libraries that a version would use. Nil if that version was never copied, or its commit
    /// marker is damaged.
    private func wanted(by original: String, _ identity: FileIdentity) -> [String]? {
        let bytes = try? FileDescriptor(opening: noteFile(of: original), O_RDONLY).readAll(limit: 1 << 20)
        let text = String(decoding: bytes ?? [], as: UTF8.self)
        let names = text.split(separator: "/").map(String.init)
        guard names.first == identity.name else { return nil }
        let wanted = Array(names.dropFirst().dropLast())
        return text == Self.note(wanted, by: identity) ? wanted : nil
    }

    /// The text of a commit marker: the version, the names of the sibling libraries that it uses, and a checksum, since
    /// the host does not wait until the marker is on the disk.
    private static func note(_ wanted: [String], by identity: FileIdentity) -> String {
        // A file name contains no slash.
        let text = ([identity.name] + wanted).joined(separator: "/")
        return "\(text)/\(hash(text))"
    }

    private func noteFile(of original: String) -> String {
        Path.join(directory, "\(Self.prefix(of: original)).wants")
    }

    /// The prefix that stands for a file, whichever path leads to its folder. A link and its target count as two files
    /// with copies of their own, since a copy has the name of its file.
    private static func prefix(of original: String) -> String {
        let folder = Path.parent(original) ?? "."
        return hash(Path.join(Path.resolved(folder) ?? folder, Path.name(original)))
    }

    /// The FNV-1a hash of a text, in 64 bits.
    private static func hash(_ text: String) -> String {
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
        }
        return String(hash, radix: 16)
    }

    /// Removes the oldest versions of a file, to make room for a new one. A version that cannot be removed stays.
    private func removeOldVersions(of original: String, _ batch: inout CopyBatch) {
        let folders = batch.versions(of: Self.prefix(of: original), in: directory).map { Path.join(directory, $0) }
        guard folders.count >= Self.keptVersions else { return }
        let byAge = folders.sorted { (FileSystem.modified($0) ?? 0) > (FileSystem.modified($1) ?? 0) }
        for folder in byAge.dropFirst(Self.keptVersions - 1) {
            removeFolder(folder)
        }
    }

    /// Throws EPERM unless only this user can write to the directory, since the host runs what is in it.
    private func requireOwnDirectory() throws(SystemError) {
        var status = stat()
        try systemCall("lstat") { lstat(directory, &status) }
        guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
            throw SystemError(code: EPERM, operation: "lstat")
        }
    }

    private func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
        // A file left here by a killed host is not writable.
        unlink(path)
        let file = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o500)
        try bytes.withBytes { (bytes) throws(SystemError) in try file.writeAll(bytes) }
    }

    private func removeFolder(_ path: String) {
        for file in (try? FileSystem.names(in: path)) ?? [] { unlink(Path.join(path, file)) }
        rmdir(path)
    }
}
