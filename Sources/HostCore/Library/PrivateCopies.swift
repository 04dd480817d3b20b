import Glibc
import HostSystem

/// The host's private copies of the libraries that it runs.
///
/// A feature never runs from the plugins directory: overwriting or truncating that file would pull the code from under
/// a running host. Each version of a file gets its own folder, named after the file's path and identity. It contains
/// copies of the file and of the sibling libraries that it needs, so that `$ORIGIN` in its run path still finds them. A
/// new version of a sibling makes a new version of the file.
///
/// A sibling library of several features exists once on the disk and in memory: the copies link to one file with its
/// content.
///
/// A copy is found by its commit marker, which has a hash of the content. The host does not wait for the disk: it
/// compares the hash at the first use after a start of the system, since a power loss may have damaged the copy.
///
/// A host holds the lock of each copy that it uses (flock(2) on the folder), and no host removes a locked copy.
struct PrivateCopies {
    /// The absolute path of the directory. Created if missing, for this user alone.
    let directory: String

    /// A file of a copy: the library, or one of its sibling libraries.
    struct File {
        /// The path relative to the library's folder: `libtone.so.1`, `../lib/libtone.so.1`.
        let name: String
        let identity: FileIdentity
        let bytes: [UInt8]
    }

    /// A copy in use by this process. No host removes it while this value exists.
    struct Copy: ~Copyable {
        let path: String
        fileprivate let lock: FileDescriptor
    }

    /// Finds the copy of a version of the file at `original`, made with the current sibling libraries. Returns its
    /// path, and the names of the sibling libraries that the file would use if they existed. Nil if there is no such
    /// copy.
    func existing(_ original: String, _ identity: FileIdentity) -> (path: String, wanted: [String])? {
        guard let marker = marker(of: original), marker.identity == identity else { return nil }
        let files = files(of: marker, original)
        let home = home(of: marker)
        guard isWhole(home, files), isVerified(marker, home, files.map(\.name), of: original) else { return nil }
        return (Path.join(home, Path.name(original)), marker.wanted)
    }

    /// Finds the copy of a version as ``existing(_:_:)`` does, and locks it.
    func use(_ original: String, _ identity: FileIdentity) -> Copy? {
        guard let found = existing(original, identity), let marker = marker(of: original) else { return nil }
        return Self.locked(folder(of: marker), found.path)
    }

    /// Copies a version of the file at `original`, and locks the copy.
    ///
    /// - Parameters:
    ///   - files: The existing sibling libraries, sorted by name, and then the file.
    ///   - wanted: The paths of all sibling libraries that the file would use.
    func make(_ original: String, _ files: [File], wanted: [String]) throws(SystemError) -> Copy {
        guard let identity = files.last?.identity else { throw SystemError(code: EINVAL, operation: "copy") }
        let folder = folder(original, identity, files.dropLast().map { ($0.name, $0.identity) })
        try FileSystem.makeDirectories(directory)
        try requireUsableDirectory()
        removeOtherVersions(of: original, than: folder)
        // Built under another name and moved into place, so that other hosts see all or nothing of it.
        let temporary = "\(folder).\(getpid())"
        let hash = Self.hash(files.map(\.bytes))
        do {
            Self.removeFolder(temporary)
            try FileSystem.makeDirectory(temporary)
            // From here on, the lock keeps other hosts from removing it, though it has no marker yet.
            let copy = Copy(
                path: Path.join(Self.home(in: folder, wanted), Path.name(original)),
                lock: try FileDescriptor(opening: temporary, O_RDONLY | O_DIRECTORY | O_NOFOLLOW))
            let lock = copy.lock.number
            try systemCall("flock") { flock(lock, LOCK_SH) }
            for (index, file) in files.enumerated() {
                let path = Path.join(Self.home(in: temporary, wanted), file.name)
                try FileSystem.makeDirectories(Path.parent(path) ?? temporary)
                if index < files.count - 1 { try share(file, at: path) } else { try write(file.bytes, to: path) }
            }
            let isMoved = try move(temporary, to: folder) {
                Self.hash(of: Self.home(in: folder, wanted), files.map(\.name)) == hash
            }
            try write(
                Marker(
                    original: Self.absolute(original), identity: identity, wanted: wanted, hash: hash, boot: Self.boot),
                of: original)
            if isMoved { return copy }
        } catch {
            Self.removeFolder(temporary)
            throw error
        }
        guard let copy = use(original, identity) else { throw SystemError(code: EAGAIN, operation: "rename") }
        return copy
    }

    /// Discards a damaged copy, so that it is made again.
    ///
    /// - Parameter copy: The path of the copy. It cannot be judged if a later version has been copied since.
    /// - Returns: Whether the copy was damaged.
    func forgetIfDamaged(_ copy: String, of original: String) -> Bool {
        guard let marker = marker(of: original) else { return false }
        let home = home(of: marker)
        guard Path.parent(copy) == home, Self.hash(of: home, files(of: marker, original).map(\.name)) != marker.hash
        else { return false }
        unlink(markerFile(of: original))
        return true
    }

    // MARK: The folders of copies

    /// The folder for the copy of a version.
    ///
    /// - Parameter siblings: The sibling libraries, sorted by name.
    private func folder(
        _ original: String, _ identity: FileIdentity, _ siblings: some Sequence<(name: String, identity: FileIdentity)>
    ) -> String {
        let beside = siblings.map { "\($0.name)/\($0.identity.name)/" }.joined()
        let version = beside.isEmpty ? identity.name : "\(identity.name)-\(Self.hash(beside))"
        return Path.join(directory, "\(Self.prefix(of: original))-\(version)")
    }

    func folder(of marker: Marker) -> String {
        folder(marker.original, marker.identity, files(of: marker, marker.original).dropLast())
    }

    /// The library's folder in the folder of a copy, deep enough that no run path leads out of the copy.
    private static func home(in folder: String, _ wanted: [String]) -> String {
        let depth = wanted.map { name in
            var (depth, deepest) = (0, 0)
            for part in name.split(separator: "/") {
                depth += part == ".." ? 1 : -1
                deepest = max(deepest, depth)
            }
            return deepest
        }.max()
        return folder + String(repeating: "/in", count: depth ?? 0)
    }

    private func home(of marker: Marker) -> String { Self.home(in: folder(of: marker), marker.wanted) }

    /// The files of a copy made now: the existing sibling libraries, and the file.
    private func files(of marker: Marker, _ original: String) -> [(name: String, identity: FileIdentity)] {
        let beside = marker.wanted.compactMap { name in
            FileSystem.identity(Path.join(Path.parent(original) ?? ".", name)).map { (name, $0) }
        }
        return beside + [(Path.name(original), marker.identity)]
    }

    /// Whether a folder has copies of these files in full size. A truncated copy, as from a full disk, would kill the
    /// process that loads it.
    private func isWhole(_ folder: String, _ files: [(name: String, identity: FileIdentity)]) -> Bool {
        (try? requireUsableDirectory()) != nil
            && files.allSatisfy { FileSystem.identity(Path.join(folder, $0.name))?.size == $0.identity.size }
    }

    /// Whether a copy had the hash of its marker after the last start of the system.
    private func isVerified(_ marker: Marker, _ folder: String, _ names: [String], of original: String) -> Bool {
        guard marker.boot != Self.boot else { return true }
        guard Self.hash(of: folder, names) == marker.hash else { return false }
        var verified = marker
        verified.boot = Self.boot
        try? write(verified, of: original)
        return true
    }

    /// - Returns: False if another host has made the same copy; `temporary` is then removed.
    private func move(_ temporary: String, to folder: String, unless isSame: () -> Bool) throws(SystemError) -> Bool {
        if rename(temporary, folder) == 0 { return true }
        if isSame() {
            Self.removeFolder(temporary)
            return false
        }
        // A damaged or uncommitted copy is in the way.
        Self.removeFolder(folder)
        try systemCall("rename") { rename(temporary, folder) }
        return true
    }

    /// Locks a copy. Nil if a host is removing it.
    private static func locked(_ folder: String, _ path: String) -> Copy? {
        guard let lock = try? FileDescriptor(opening: folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW),
            flock(lock.number, LOCK_SH | LOCK_NB) == 0,
            let status = try? lock.status(), let there = FileSystem.identity(folder),
            there.inode == UInt64(status.st_ino)
        else { return nil }
        return Copy(path: path, lock: lock)
    }

    /// Removes a folder of copies, unless a host uses it.
    ///
    /// - Returns: The size of the removed files, in bytes; nil if none was removed.
    static func removeUnused(_ folder: String) -> Int64? {
        guard let lock = try? FileDescriptor(opening: folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW),
            flock(lock.number, LOCK_EX | LOCK_NB) == 0
        else { return nil }
        let size = removeFolder(folder)
        flock(lock.number, LOCK_UN)
        return size
    }

    /// Removes the unused other versions of a file.
    private func removeOtherVersions(of original: String, than folder: String) {
        let prefix = Self.prefix(of: original) + "-"
        for name in (try? FileSystem.names(in: directory)) ?? [] where name.hasPrefix(prefix) && !name.contains(".") {
            let path = Path.join(directory, name)
            if path != folder { _ = Self.removeUnused(path) }
        }
    }

    /// Throws unless the directory is this user's own and code may be loaded from it.
    private func requireUsableDirectory() throws(SystemError) {
        try requireOwnDirectory()
        if FileSystem.isNoExec(directory) { throw SystemError(.noExec) }
    }

    /// Throws EPERM unless only this user can write to the directory, since the host runs its files.
    func requireOwnDirectory() throws(SystemError) {
        var status = stat()
        try systemCall("lstat") { lstat(directory, &status) }
        guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
            throw SystemError(code: EPERM, operation: "lstat")
        }
    }

    /// The name of the folder with the sibling libraries of all copies, each named by its content's hash.
    static let siblings = "siblings"

    /// Links a sibling library into a copy, after writing the linked file if it is missing.
    private func share(_ sibling: File, at path: String) throws(SystemError) {
        let folder = Path.join(directory, Self.siblings)
        let shared = Path.join(folder, String(sibling.bytes.withUnsafeBytes { XXHash64.hash($0) }, radix: 16))
        let same = try? FileDescriptor(opening: shared, O_RDONLY | O_NOFOLLOW).readAll(limit: sibling.bytes.count + 1)
        if same == sibling.bytes, link(shared, path) == 0 { return }
        try write(sibling.bytes, to: path)
        // If this fails, the next copy is written in full.
        try? FileSystem.makeDirectories(folder)
        unlink(shared)
        link(path, shared)
    }

    private func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
        // A file left by a killed host is not writable.
        unlink(path)
        let file = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o500)
        try bytes.withBytes { (bytes) throws(SystemError) in try file.writeAll(bytes) }
    }

    /// Removes a folder with everything in it.
    ///
    /// - Returns: The size of the removed files, in bytes.
    @discardableResult
    static func removeFolder(_ path: String) -> Int64 {
        var size: Int64 = 0
        for name in (try? FileSystem.names(in: path)) ?? [] {
            let path = Path.join(path, name)
            let bytes = FileSystem.identity(path)?.size ?? 0
            // unlink(2) removes a link, but not a folder.
            size += unlink(path) == 0 ? bytes : removeFolder(path)
        }
        rmdir(path)
        return size
    }
}

// MARK: Commit markers

extension PrivateCopies {
    /// The commit marker of the last copied version of a file.
    @BinaryCoded
    struct Marker {
        let original: String
        let identity: FileIdentity
        /// The sibling libraries that the version would use if they existed.
        let wanted: [String]
        /// The hash of the copied files.
        let hash: UInt64
        /// The start of the system after which the copy last had that hash.
        var boot: String
    }

    static let markerSuffix = ".marker"
    /// The largest marker, in bytes.
    private static let maximumMarker = 1 << 20

    private func markerFile(of original: String) -> String {
        Path.join(directory, Self.prefix(of: original) + Self.markerSuffix)
    }

    private func marker(of original: String) -> Marker? { Self.marker(at: markerFile(of: original)) }

    /// Nil if the marker is missing or damaged, since the host does not wait until it is on the disk.
    static func marker(at path: String) -> Marker? {
        guard let bytes = try? FileDescriptor(opening: path, O_RDONLY).readAll(limit: maximumMarker) else { return nil }
        do throws(BinaryError) {
            var reader = BinaryReader(bytes)
            let payload = try reader.data()
            guard try reader.uint64() == payload.withUnsafeBytes({ XXHash64.hash($0) }) else { return nil }
            try reader.requireEnd()
            var content = BinaryReader(payload)
            let marker = try content.decode(Marker.self)
            try content.requireEnd()
            return marker
        } catch {
            return nil
        }
    }

    func write(_ marker: Marker, of original: String) throws(SystemError) {
        var content = BinaryWriter()
        content.append(coded: marker)
        var writer = BinaryWriter()
        writer.append(content.bytes)
        writer.append(content.bytes.withUnsafeBytes { XXHash64.hash($0) })
        let file = markerFile(of: original)
        let temporary = "\(file).\(getpid())"
        try write(writer.bytes, to: temporary)
        try systemCall("rename") { rename(temporary, file) }
    }

    /// The id of this start of the system: random(4).
    private static let boot: String = {
        let path = "/proc/sys/kernel/random/boot_id"
        let bytes = try? FileDescriptor(opening: path, O_RDONLY).readAll(limit: 64)
        // Without an id, each use counts as the first after a start.
        return bytes.map { String(decoding: $0, as: UTF8.self) } ?? "\(UInt64.random(in: .min ... .max))"
    }()

    /// The prefix for a file, by the real path of its folder. A link and its target count as two files with separate
    /// copies, since a copy has the name of its file.
    private static func prefix(of original: String) -> String { hash(absolute(original)) }

    private static func absolute(_ original: String) -> String {
        let folder = Path.parent(original) ?? "."
        return Path.join(Path.resolved(folder) ?? folder, Path.name(original))
    }

    private static func hash(_ text: String) -> String {
        String(Array(text.utf8).withUnsafeBytes { XXHash64.hash($0) }, radix: 16)
    }

    private static func hash(_ files: [[UInt8]]) -> UInt64 {
        files.map { $0.withUnsafeBytes { XXHash64.hash($0) } }.withUnsafeBytes { XXHash64.hash($0) }
    }

    /// The hash of files, by their paths relative to a folder. Nil if one is not readable.
    private static func hash(of folder: String, _ names: [String]) -> UInt64? {
        let files = names.map { name in
            try? FileDescriptor(opening: Path.join(folder, name), O_RDONLY | O_NOFOLLOW)
                .readAll(limit: LibraryFile.maximumSize)
        }
        return files.contains(nil) ? nil : hash(files.compactMap(\.self))
    }
}
