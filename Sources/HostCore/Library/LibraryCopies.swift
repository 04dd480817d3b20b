import Glibc
import HostSystem
import Synchronization

/// Makes the private copies, which are loaded instead of the files in the plugins directories.
package struct LibraryCopies: Sendable {
    private let copies: PrivateCopies
    private let isTemporaryAllowed: Bool

    /// - Parameters:
    ///   - directory: The directory of the copies.
    ///   - isTemporaryAllowed: Whether to use a temporary folder if that directory is not writable.
    init(directory: String, isTemporaryAllowed: Bool = false) {
        copies = PrivateCopies(directory: directory)
        self.isTemporaryAllowed = isTemporaryAllowed
    }

    /// Returns the copy of an open file. Makes it if this version has none.
    func copy(
        of file: borrowing LibraryFile, in folder: borrowing Folder, allowingInsecure: Bool
    ) throws(LibraryError) -> PrivateCopies.Copy {
        if let copy = use(file.path, file.identity) { return copy }
        do {
            return try Self.make(in: copies, file, folder, allowingInsecure: allowingInsecure)
        } catch {
            guard case .notCopied = error, isTemporaryAllowed, let temporary = TemporaryCopies.make() else {
                throw error
            }
            do {
                return try Self.make(in: temporary, file, folder, allowingInsecure: allowingInsecure)
            } catch let second {
                if case .notCopied = second { throw error }
                throw second
            }
        }
    }

    private static func make(
        in copies: PrivateCopies, _ file: borrowing LibraryFile, _ folder: borrowing Folder, allowingInsecure: Bool
    ) throws(LibraryError) -> PrivateCopies.Copy {
        let needed = try NeededLibraries(of: try file.inspect(), in: folder, allowingInsecure: allowingInsecure)
        var files: [PrivateCopies.File] = []
        for (name, sibling) in needed.siblings.sorted(by: { $0.key < $1.key }) {
            let library = try LibraryFile(opening: name, in: folder)
            guard library.identity.mayDifferInTimesOnly(from: sibling.identity), library.content == sibling.content
            else {
                throw .beingWritten
            }
            files.append(.init(name: name, identity: library.identity, bytes: try library.bytes()))
        }
        files.append(.init(name: Path.name(file.path), identity: file.identity, bytes: try file.bytes()))
        do {
            return try copies.make(file.path, files, wanted: needed.wanted.sorted())
        } catch {
            throw .notCopied(error, to: copies.directory)
        }
    }

    /// Returns the copy of a version from an earlier scan. Makes it if there is none, unless the file has changed
    /// since.
    func copy(of found: FeatureFile, allowingInsecure: Bool) throws(LibraryError) -> PrivateCopies.Copy {
        let (path, identity) = (found.path, found.identity)
        if let copy = use(path, identity) { return copy }
        let folder: Folder
        do {
            folder = try Folder(opening: Path.parent(path) ?? ".")
        } catch {
            throw .notReadable(error)
        }
        let file = try LibraryFile(opening: Path.name(path), in: folder)
        guard
            file.identity == identity
                || file.identity.mayDifferInTimesOnly(from: identity) && file.content == found.content
        else { throw .changed }
        return try copy(of: file, in: folder, allowingInsecure: allowingInsecure)
    }

    package var directory: String { copies.directory }

    /// The reason why no copy can be kept in a writable directory; nil if there is none.
    package var problem: LibraryError? {
        guard let folder = FileSystem.nearest(directory), FileSystem.isNoExec(folder) else { return nil }
        return .notCopied(SystemError(.noExec), to: directory)
    }

    /// The folder for copies of this run; nil if it is not usable either.
    package var temporaryFolder: String? {
        let folder = HostEnvironment.current.temporary("")
        return isTemporaryAllowed && !FileSystem.isNoExec(folder) ? folder : nil
    }

    /// The path of the copy of a version of the file at `path`; nil if there is none.
    package func existing(_ path: String, _ identity: FileIdentity) -> String? {
        copies.existing(path, identity)?.path ?? TemporaryCopies.made?.existing(path, identity)?.path
    }

    /// Removes the copies that no host finds any more, except those in use.
    func removeUnreferenced() -> RemovedFiles { copies.removeUnreferenced() }

    private func use(_ path: String, _ identity: FileIdentity) -> PrivateCopies.Copy? {
        if let copy = copies.use(path, identity) { return copy }
        return TemporaryCopies.made?.use(path, identity)
    }

    /// Discards a damaged copy, so that the next request makes it again.
    ///
    /// - Returns: Whether it was damaged.
    func forgetIfDamaged(_ copy: String, of path: String) -> Bool {
        copies.forgetIfDamaged(copy, of: path)
    }
}

/// The private copy from which a feature runs. After its first run, a feature keeps the same copy, even if its file
/// changes, unless the copy is found damaged after a failure.
@MainActor
final class RunningCopy {
    private let file: FeatureFile
    private let copies: LibraryCopies
    private let allowsInsecure: Bool
    private var known: PrivateCopies.Copy?
    private var isDamaged = false

    init(of file: FeatureFile, _ copies: LibraryCopies, allowingInsecure: Bool) {
        self.file = file
        self.copies = copies
        allowsInsecure = allowingInsecure
    }

    /// Returns the path of the copy, and makes it if there is none.
    func path() throws(LibraryError) -> String {
        if let path = known?.path, access(path, R_OK) == 0 { return path }
        let copy = try copies.copy(of: file, allowingInsecure: allowsInsecure)
        let path = copy.path
        known = consume copy
        isDamaged = false
        return path
    }

    /// Compares the copy with its hash after a failure, and discards it if it is damaged.
    func forgetIfDamaged() {
        guard let path = known?.path, copies.forgetIfDamaged(path, of: file.path) else { return }
        known = nil
        isDamaged = true
    }

    /// Whether the copy was found damaged after a failure, so that the next attempt gets a new one.
    func isFoundDamaged() -> Bool {
        forgetIfDamaged()
        return isDamaged
    }
}

/// Private copies for this run, in a temporary folder, for a host that cannot write to its cache. The folder is removed
/// when the process exits, or for a killed host by the next host that makes one. A host holds the lock of its folder
/// (flock(2)) as long as it lives.
enum TemporaryCopies {
    private static let folder = Mutex<String?>(nil)

    /// The copies of this run; nil if there are none yet.
    static var made: PrivateCopies? { folder.withLock(\.self).map { PrivateCopies(directory: $0) } }

    /// Returns the copies of this run, and creates their folder if needed; nil if that fails.
    static func make() -> PrivateCopies? {
        let path = folder.withLock { folder in
            if folder == nil {
                removeLeftOver()
                var name = Array((HostEnvironment.current.temporary(prefix) + "XXXXXX").utf8CString)
                guard mkdtemp(&name) != nil else { return nil as String? }
                let path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
                folder = path
                // Never closed, so that the lock lasts as long as the process.
                flock(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), LOCK_EX | LOCK_NB)
                atexit { TemporaryCopies.remove() }
            }
            return folder
        }
        return path.map { PrivateCopies(directory: $0) }
    }

    private static let prefix = "\(HostName.name)-run-"

    private static func remove() {
        let path = folder.withLock { folder in
            defer { folder = nil }
            return folder
        }
        if let path { PrivateCopies.removeFolder(path) }
    }

    /// Removes the folders of dead hosts, whose locks the kernel has released.
    @discardableResult
    static func removeLeftOver() -> RemovedFiles {
        var removed = RemovedFiles()
        let parent = HostEnvironment.current.temporary("")
        for name in (try? FileSystem.names(in: parent)) ?? [] where name.hasPrefix(prefix) {
            let path = Path.join(parent, name)
            // A folder of the last minute may belong to a host that has not locked it yet.
            guard FileSystem.isOlder(path, than: 60),
                let file = try? FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW),
                let status = try? file.status(), status.st_uid == geteuid(), flock(file.number, LOCK_EX | LOCK_NB) == 0
            else { continue }
            removed.add(PrivateCopies.removeFolder(path))
        }
        return removed
    }
}
