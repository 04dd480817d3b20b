import Glibc
import HostSystem
import Synchronization

/// Makes the private copies that are loaded instead of the files in the plugins directories.
package struct LibraryCopies: Sendable {
    private let copies: PrivateCopies
    /// Whether a run makes temporary copies if no permanent ones can be written.
    private let isTemporaryAllowed: Bool

    /// Makes copies in a directory.
    ///
    /// - Parameters:
    ///   - directory: The directory of the copies.
    ///   - isTemporaryAllowed: Whether to use a temporary folder if that directory cannot be written.
    package init(directory: String, isTemporaryAllowed: Bool = false) {
        copies = PrivateCopies(directory: directory)
        self.isTemporaryAllowed = isTemporaryAllowed
    }

    /// A copy, and the libraries that it depends on: sibling libraries in the file's folder, and libraries that the
    /// loader takes from elsewhere by an absolute name or a run path.
    struct Copy {
        let path: String
        let siblings: [SiblingLibrary]
    }

    /// Returns the copy of an open file. It is made now if this version has none.
    func copy(
        of file: borrowing LibraryFile, in folder: borrowing Folder, allowingInsecure: Bool
    ) throws(LibraryError) -> Copy {
        var batch = CopyBatch()
        let copy = try copy(of: file, in: folder, allowingInsecure: allowingInsecure, &batch)
        do {
            try copies.settle(batch)
        } catch {
            throw .notCopied(error, to: copies.directory)
        }
        return copy
    }

    /// Commits the copies of a batch, so that they are found from now on. If the disk fails, a copy is made anew when
    /// it is needed, and the error is reported then.
    func settle(_ batch: CopyBatch) { try? copies.settle(batch) }

    /// Returns the copy of an open file as part of a batch. Other hosts find it once the batch is settled.
    func copy(
        of file: borrowing LibraryFile, in folder: borrowing Folder, allowingInsecure: Bool, _ batch: inout CopyBatch
    ) throws(LibraryError) -> Copy {
        let name = Path.name(file.path)
        let (bytes, elf) = try file.inspect()
        var needed = try NeededLibraries(
            of: elf, in: folder, copies: copies.directory, allowingInsecure: allowingInsecure)
        let path: String
        // The bytes are compared, since the file would be blamed for the failure of a damaged copy.
        if let existing = copies.existing(file.path, file.identity)?.path, let copy = Path.parent(existing),
            copies.holds(copy, needed.siblings + [.init(name: name, identity: file.identity, bytes: bytes)])
        {
            path = existing
        } else {
            do {
                path = try copies.make(
                    file.path, file.identity, bytes, wanted: needed.wanted, siblings: needed.siblings, in: &batch)
            } catch {
                let reason = LibraryError.notCopied(error, to: copies.directory)
                guard isTemporaryAllowed, let temporary = TemporaryCopies.make() else { throw reason }
                batch.notKept = error
                // `$ORIGIN` is another folder there.
                needed = try NeededLibraries(
                    of: elf, in: folder, copies: temporary.directory, allowingInsecure: allowingInsecure)
                path = try Self.make(in: temporary, file.path, file.identity, bytes, needed, else: reason)
            }
        }
        let present = Dictionary(needed.siblings.map { ($0.name, $0.identity) }) { first, _ in first }
        let beside = needed.wanted.filter { $0 != name }.map {
            SiblingLibrary(name: $0, identity: present[$0])
        }
        return Copy(path: path, siblings: beside + needed.outside)
    }

    private static func make(
        in temporary: PrivateCopies, _ path: String, _ identity: FileIdentity, _ bytes: [UInt8],
        _ needed: NeededLibraries, else reason: LibraryError
    ) throws(LibraryError) -> String {
        do {
            return try temporary.make(path, identity, bytes, wanted: needed.wanted, siblings: needed.siblings)
        } catch {
            throw reason
        }
    }

    /// The directory of the copies.
    var directory: String { copies.directory }

    /// The path of the copy of a version of the file at `path`. Nil if there is none.
    func existing(_ path: String, _ identity: FileIdentity) -> String? {
        copies.existing(path, identity)?.path ?? TemporaryCopies.made?.existing(path, identity)?.path
    }

    /// Discards a copy whose content differs from its file.
    ///
    /// - Returns: Whether it was damaged. If so, the next request makes it anew.
    func forgetIfDamaged(_ copy: String, of path: String, _ identity: FileIdentity) -> Bool {
        copies.forgetIfDamaged(copy, of: path, identity)
    }

    /// Returns the copy of a version that an earlier scan found. The file may have changed since.
    func copy(of path: String, _ identity: FileIdentity, allowingInsecure: Bool) throws(LibraryError) -> String {
        if let path = existing(path, identity) { return path }
        let folder: Folder
        do {
            folder = try Folder(opening: Path.parent(path) ?? ".")
        } catch {
            throw .notReadable(error)
        }
        let file = try LibraryFile(opening: Path.name(path), in: folder)
        guard file.identity == identity else { throw .changed }
        return try copy(of: file, in: folder, allowingInsecure: allowingInsecure).path
    }

    /// Marks the copy of a running version as recently used, so that it is kept after its file has changed.
    func keep(_ file: FeatureFile) { copies.touch(file.path, file.identity) }
}

/// The private copy from which a feature runs. Once the feature has run, it runs again from the same copy whatever
/// happens to its file, unless the copy is found damaged after a failure.
@MainActor
final class RunningCopy {
    private let file: FeatureFile
    private let copies: LibraryCopies
    private let allowsInsecure: Bool
    private var known: String?
    private var isDamaged = false

    init(of file: FeatureFile, _ copies: LibraryCopies, allowingInsecure: Bool) {
        self.file = file
        self.copies = copies
        allowsInsecure = allowingInsecure
    }

    /// Returns the path of the copy, which is made if there is none.
    func path() throws(LibraryError) -> String {
        if let known, access(known, R_OK) == 0 { return known }
        let path = try copies.copy(of: file.path, file.identity, allowingInsecure: allowsInsecure)
        known = path
        isDamaged = false
        return path
    }

    /// Compares the copy with the file after a failure, and discards it if it is damaged.
    func forgetIfDamaged() {
        guard let known, copies.forgetIfDamaged(known, of: file.path, file.identity) else { return }
        self.known = nil
        isDamaged = true
    }

    /// Whether the copy was found damaged after a failure, so that another attempt gets a new one.
    func isFoundDamaged() -> Bool {
        forgetIfDamaged()
        return isDamaged
    }
}

/// A batch of copies, as when a host first sees a thousand files: the folder of all copies is read once, and the disk
/// is waited for once.
struct CopyBatch {
    /// The commit marker of a copy. The copy is found once this is written, which happens when the copy is on the disk.
    struct Note {
        /// The path of the marker's file.
        let file: String
        let text: String
        /// The paths of the copies that must be on the disk first.
        let copies: [String]
    }

    var notes: [Note] = []
    /// The reason why copies were made for this run only. Nil if all are kept.
    var notKept: SystemError?
    /// The folders that existed before the batch, by the prefix of their names. Nil until they are read.
    private var versions: [Substring: [String]]?

    /// The names of the folders that hold versions of one file, as they were before this batch.
    ///
    /// - Parameter prefix: The prefix that stands for the file.
    mutating func versions(of prefix: String, in directory: String) -> [String] {
        let known = versions ?? Self.versions(in: directory)
        versions = known
        return known[prefix[...]] ?? []
    }

    private static func versions(in directory: String) -> [Substring: [String]] {
        // A folder with a dot and a process id is being made by another host. Commit markers have a dot too.
        let folders = ((try? FileSystem.names(in: directory)) ?? []).filter { !$0.utf8.contains(UInt8(ascii: ".")) }
        return Dictionary(grouping: folders) { $0.prefix { $0 != "-" } }
    }
}

/// Private copies for this run only, in a temporary folder, for a host that cannot write to its cache. The folder is
/// removed when the process exits; the folder of a killed host is removed by the next host that makes one. A host holds
/// the lock of its folder (flock(2)) as long as it lives.
enum TemporaryCopies {
    private static let folder = Mutex<String?>(nil)

    /// The copies of this run. Nil if there are none yet.
    static var made: PrivateCopies? { folder.withLock(\.self).map { PrivateCopies(directory: $0) } }

    /// Returns the copies of this run, and creates their folder if needed. Nil if that fails.
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
        if let path { remove(path) }
    }

    /// Removes the folders of dead hosts, whose locks the kernel has released.
    private static func removeLeftOver() {
        let parent = HostEnvironment.current.temporary("")
        for name in (try? FileSystem.names(in: parent)) ?? [] where name.hasPrefix(prefix) {
            let path = Path.join(parent, name)
            // A folder made within the last minute may belong to a host that has not locked it yet.
            guard let made = FileSystem.modified(path), time(nil) - Int(made / 1_000_000_000) > 60,
                let file = try? FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW),
                let status = try? file.status(), status.st_uid == geteuid(), flock(file.number, LOCK_EX | LOCK_NB) == 0
            else { continue }
            remove(path)
        }
    }

    private static func remove(_ path: String) {
        for name in (try? FileSystem.names(in: path)) ?? [] {
            let folder = Path.join(path, name)
            for file in (try? FileSystem.names(in: folder)) ?? [] { unlink(Path.join(folder, file)) }
            if rmdir(folder) != 0 { unlink(folder) }
        }
        rmdir(path)
    }
}
