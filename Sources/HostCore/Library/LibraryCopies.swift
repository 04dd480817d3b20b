import Glibc

/// Makes the private copies that are loaded instead of the files in the plugins directories.
package struct LibraryCopies: Sendable {
    private let copies: PrivateCopies
    /// Whether copies are made for this run alone where they cannot be kept.
    private let isTemporaryAllowed: Bool

    /// - Parameters:
    ///   - directory: Where the copies are kept.
    ///   - isTemporaryAllowed: Whether a temporary folder takes them where that one cannot be written.
    package init(directory: String, isTemporaryAllowed: Bool = false) {
        copies = PrivateCopies(directory: directory)
        self.isTemporaryAllowed = isTemporaryAllowed
    }

    /// A copy, and the libraries that it depends on: those in the file's folder, and those that the loader takes from
    /// elsewhere by an absolute name or a run path.
    struct Copy {
        let path: String
        let companions: [LibraryCompanion]
    }

    /// The copy of a file that is open, made now if this version is seen for the first time.
    func copy(
        of file: borrowing LibraryFile, in folder: borrowing Folder, allowingInsecure: Bool
    ) throws(LibraryError) -> Copy {
        var batch = CopyBatch()
        let copy = try copy(of: file, in: folder, allowingInsecure: allowingInsecure, &batch)
        do throws(SystemError) {
            try copies.settle(batch)
        } catch {
            throw .notCopied(error, to: copies.directory)
        }
        return copy
    }

    /// Lets the copies of a batch be found from now on. What the disk does not take is copied anew when it is needed,
    /// and whoever needs it is told then.
    func settle(_ batch: CopyBatch) { try? copies.settle(batch) }

    /// The same as one of many, which others find when the batch has been settled.
    func copy(
        of file: borrowing LibraryFile, in folder: borrowing Folder, allowingInsecure: Bool, _ batch: inout CopyBatch
    ) throws(LibraryError) -> Copy {
        let name = Path.name(file.path)
        let (bytes, elf) = try file.look()
        var needed = try NeededLibraries(
            of: elf, in: folder, copies: copies.directory, allowingInsecure: allowingInsecure)
        let path: String
        // Compared, as a copy that was damaged would be held against the file.
        if let existing = copies.existing(file.path, file.identity)?.path, let copy = Path.parent(existing),
            copies.holds(copy, needed.companions + [.init(name: name, identity: file.identity, bytes: bytes)])
        {
            path = existing
        } else {
            do throws(SystemError) {
                path = try copies.make(
                    file.path, file.identity, bytes, wanted: needed.wanted, companions: needed.companions, in: &batch)
            } catch {
                let reason = LibraryError.notCopied(error, to: copies.directory)
                guard isTemporaryAllowed, let temporary = TemporaryCopies.make() else { throw reason }
                batch.notKept = error
                // $ORIGIN is another folder there.
                needed = try NeededLibraries(
                    of: elf, in: folder, copies: temporary.directory, allowingInsecure: allowingInsecure)
                path = try Self.make(in: temporary, file.path, file.identity, bytes, needed, else: reason)
            }
        }
        let present = Dictionary(needed.companions.map { ($0.name, $0.identity) }) { first, _ in first }
        let beside = needed.wanted.filter { $0 != name }.map {
            LibraryCompanion(name: $0, identity: present[$0])
        }
        return Copy(path: path, companions: beside + needed.outside)
    }

    private static func make(
        in temporary: PrivateCopies, _ path: String, _ identity: FileIdentity, _ bytes: [UInt8],
        _ needed: NeededLibraries, else reason: LibraryError
    ) throws(LibraryError) -> String {
        do throws(SystemError) {
            return try temporary.make(path, identity, bytes, wanted: needed.wanted, companions: needed.companions)
        } catch {
            throw reason
        }
    }

    /// Where the copies are kept.
    var directory: String { copies.directory }

    /// The copy of a version of the file at `path`, where there is one.
    func existing(_ path: String, _ identity: FileIdentity) -> String? {
        copies.existing(path, identity)?.path ?? TemporaryCopies.made?.existing(path, identity)?.path
    }

    /// Forgets a copy whose content is not that of its file any more.
    ///
    /// - Returns: Whether it was damaged, and is made anew when it is asked for.
    func forgetIfDamaged(_ copy: String, of path: String, _ identity: FileIdentity) -> Bool {
        copies.forgetIfDamaged(copy, of: path, identity)
    }

    /// The copy of a version that was found earlier, of a file that may be another one now.
    func copy(of path: String, _ identity: FileIdentity, allowingInsecure: Bool) throws(LibraryError) -> String {
        if let path = existing(path, identity) { return path }
        let folder: Folder
        do throws(SystemError) {
            folder = try Folder(opening: Path.parent(path) ?? ".")
        } catch {
            throw .notReadable(error)
        }
        let file = try LibraryFile(opening: Path.name(path), in: folder)
        guard file.identity == identity else { throw .changed }
        return try copy(of: file, in: folder, allowingInsecure: allowingInsecure).path
    }

    /// Keeps the copy of a version that runs though its file is another now.
    func keep(_ file: FeatureFile) { copies.touch(file.path, file.identity) }
}
