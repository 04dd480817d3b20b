import Glibc

/// Makes the private copies that are loaded instead of the files in the plugins directories.
package struct LibraryCopies: Sendable {
    private let copies: PrivateCopies

    /// - Parameter directory: Where the copies are kept.
    package init(directory: String) {
        copies = PrivateCopies(directory: directory)
    }

    /// A copy, and the libraries in the file's folder that it depends on.
    struct Copy {
        let path: String
        let companions: [RegistryEntry.Companion]
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
        if let (path, wanted) = copies.existing(file.path, file.identity) {
            return Copy(path: path, companions: Self.companions(wanted, in: folder))
        }
        let (bytes, elf) = try file.look()
        let (wanted, companions) = try companions(of: elf, in: folder, allowingInsecure: allowingInsecure)
        do throws(SystemError) {
            let path = try copies.make(
                file.path, file.identity, bytes, wanted: wanted, companions: companions, in: &batch)
            let present = Dictionary(companions.map { ($0.name, $0.identity) }) { first, _ in first }
            return Copy(
                path: path,
                companions: wanted.filter { $0 != name }.map {
                    RegistryEntry.Companion(name: $0, identity: present[$0])
                })
        } catch {
            throw .notCopied(error, to: copies.directory)
        }
    }

    /// The copy of a version of the file at `path`, where there is one.
    func existing(_ path: String, _ identity: FileIdentity) -> String? { copies.existing(path, identity)?.path }

    /// The copy of a version that was found earlier, of a file that may be another one now.
    func copy(of path: String, _ identity: FileIdentity, allowingInsecure: Bool) throws(LibraryError) -> String {
        if let (path, _) = copies.existing(path, identity) { return path }
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

    private static func companions(_ names: [String], in folder: borrowing Folder) -> [RegistryEntry.Companion] {
        var companions: [RegistryEntry.Companion] = []
        for name in names { companions.append(.init(name: name, identity: folder.identity(name))) }
        return companions
    }

    /// The libraries that it needs, with those that they need in turn, and of these the ones that lie beside it; both
    /// in the order of their names.
    private func companions(
        of elf: ELFFile, in folder: borrowing Folder, allowingInsecure: Bool
    ) throws(LibraryError) -> (wanted: [String], companions: [PrivateCopies.Companion]) {
        var wanted: Set<String> = []
        var companions: [PrivateCopies.Companion] = []
        var rest = elf.neededLibraries
        while let name = rest.popLast() {
            guard !name.contains("/"), wanted.insert(name).inserted, folder.status(name) != nil else { continue }
            guard
                let companion = try Self.companion(name, in: folder, allowingInsecure: allowingInsecure)
            else { continue }
            companions.append(companion)
            rest += companion.bytes.withUnsafeBytes { (try? ELFFile($0))?.neededLibraries ?? [] }
        }
        return (wanted.sorted(), companions.sorted { $0.name < $1.name })
    }

    /// Nil where it cannot be read: the loader looks for another one elsewhere, or says that it is missing.
    private static func companion(
        _ name: String, in folder: borrowing Folder, allowingInsecure: Bool
    ) throws(LibraryError) -> PrivateCopies.Companion? {
        let identity: FileIdentity
        let insecurity: InsecureFile?
        let bytes: [UInt8]
        let isAtRest: Bool
        do {
            let file = try folder.open(name)
            let status = try file.statusAtRest()
            identity = FileIdentity(status)
            insecurity = InsecureFile(status)
            bytes = try file.readAll(limit: LibraryFile.maximumSize)
            isAtRest = FileIdentity(try file.status()) == identity
        } catch {
            return nil
        }
        if let insecurity, !allowingInsecure { throw .insecureCompanion(name, insecurity) }
        guard isAtRest else { throw .beingWritten }
        return PrivateCopies.Companion(name: name, identity: identity, bytes: bytes)
    }
}
