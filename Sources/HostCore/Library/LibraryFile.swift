import FeatureABI
import Glibc
import HostSystem

/// A shared library in a plugins directory, opened once, so that inspection, copy and check use the same file.
package struct LibraryFile: ~Copyable {
    let path: String
    let identity: FileIdentity
    /// The hash of the content: ``FileDescriptor/contentHash(limit:)``. 0 if the file is too large for a library, or
    /// was opened without hashing.
    let content: UInt64
    /// The reason why another user may have written it; nil if none may.
    package let insecurity: InsecureFile?
    /// The user who owns the file.
    let owner: UInt32
    private let file: FileDescriptor

    /// The maximum size of a library, in bytes.
    static let maximumSize = 1 << 30

    /// - Parameters:
    ///   - name: The name of the file in its folder.
    ///   - folder: The folder, opened and checked.
    ///   - hashesContent: Whether to read the content for its hash.
    package init(
        opening name: String, in folder: borrowing Folder, hashesContent: Bool = true
    ) throws(LibraryError) {
        let file = try Self.open(name, in: folder)
        let status: stat
        do {
            status = try file.statusAtRest()
            let isHashed = hashesContent && Int(status.st_size) <= Self.maximumSize
            content = !isHashed ? 0 : try Self.content(of: file)
        } catch {
            throw .notReadable(error)
        }
        path = Path.join(folder.path, name)
        self.file = file
        identity = FileIdentity(status)
        insecurity = InsecureFile(status)
        owner = status.st_uid
    }

    private static func content(of file: borrowing FileDescriptor) throws(SystemError) -> UInt64 {
        try file.contentHash(limit: maximumSize)
    }

    /// Whether the file at a path is this version, or differs from it only in its times.
    ///
    /// - Parameter content: The hash of the version's content. With 0, for unknown, the times count.
    static func isUnchanged(_ path: String, since identity: FileIdentity, content: UInt64) -> Bool {
        guard let now = FileSystem.identity(path) else { return false }
        guard now != identity else { return true }
        guard content != 0, now.mayDifferInTimesOnly(from: identity), let file = try? InputFile.open(path) else {
            return false
        }
        return (try? Self.content(of: file)) == content
    }

    private static func open(_ name: String, in folder: borrowing Folder) throws(LibraryError) -> FileDescriptor {
        do {
            return try folder.open(name)
        } catch {
            throw error.fault == nil ? .notReadable(error) : .notRegularFile
        }
    }

    /// Inspects the needed parts of the file as ELF. Throws unless it is the library of a feature.
    package func inspect() throws(LibraryError) -> ELFFile {
        let elf = try elf(lookingFor: [SY_ENTRY_SYMBOL, LibraryError.earlierEntry])
        guard elf.definedFunctions.contains(SY_ENTRY_SYMBOL) else {
            throw elf.definedFunctions.contains(LibraryError.earlierEntry) ? .onlyEarlierEntry : .noEntry
        }
        return elf
    }

    /// Inspects the file as ELF.
    ///
    /// - Parameter symbols: The functions to look up.
    func elf(lookingFor symbols: Set<String> = []) throws(LibraryError) -> ELFFile {
        guard identity.size <= Self.maximumSize else { throw .tooLarge(limit: Self.maximumSize) }
        let pieces: FilePieces
        do {
            pieces = try FilePieces(file, size: Int(identity.size))
        } catch {
            throw .notReadable(error)
        }
        let elf = Result { () throws(ELFError) in try ELFFile(pieces, lookingFor: symbols) }
        if let error = pieces.error { throw .notReadable(error) }
        try requireUnchanged()
        switch elf {
        case .success(let elf): return elf
        case .failure(let error): throw .elf(error)
        }
    }

    func bytes() throws(LibraryError) -> [UInt8] {
        let bytes: [UInt8]
        do {
            // An earlier read may have moved the position.
            try systemCall("lseek") { lseek(file.number, 0, SEEK_SET) }
            bytes = try file.readAll(limit: Self.maximumSize)
        } catch {
            throw error.code == EFBIG ? .tooLarge(limit: Self.maximumSize) : .notReadable(error)
        }
        try requireUnchanged()
        return bytes
    }

    private func requireUnchanged() throws(LibraryError) {
        let status: stat
        do {
            status = try file.status()
        } catch {
            throw .notReadable(error)
        }
        let now = FileIdentity(status)
        guard now != identity else { return }
        guard now.mayDifferInTimesOnly(from: identity), (try? Self.content(of: file)) == content else {
            throw .beingWritten
        }
    }
}
