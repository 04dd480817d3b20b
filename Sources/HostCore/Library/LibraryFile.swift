import FeatureABI
import Glibc
import HostSystem

/// A shared library in a plugins directory, opened once, so that the inspected bytes are the copied ones.
struct LibraryFile: ~Copyable {
    let path: String
    let identity: FileIdentity
    /// The reason why another user may have written it, if there is one.
    let insecurity: InsecureFile?
    private let file: FileDescriptor

    /// The maximum size of a library, in bytes.
    static let maximumSize = 1 << 30

    /// Opens a library.
    ///
    /// - Parameters:
    ///   - name: The name of the file in its folder.
    ///   - folder: The folder, opened and checked.
    init(opening name: String, in folder: borrowing Folder) throws(LibraryError) {
        let file = try Self.open(name, in: folder)
        let status: stat
        do {
            status = try file.statusAtRest()
        } catch {
            throw .notReadable(error)
        }
        path = Path.join(folder.path, name)
        self.file = file
        identity = FileIdentity(status)
        insecurity = InsecureFile(status)
    }

    private static func open(_ name: String, in folder: borrowing Folder) throws(LibraryError) -> FileDescriptor {
        do {
            return try folder.open(name)
        } catch {
            throw error.fault == nil ? .notReadable(error) : .notRegularFile
        }
    }

    /// Reads the content and inspects it as ELF. Throws unless it is the library of a feature.
    func inspect() throws(LibraryError) -> (bytes: [UInt8], elf: ELFFile) {
        let bytes: [UInt8]
        let after: FileIdentity
        do {
            bytes = try file.readAll(limit: Self.maximumSize)
            after = FileIdentity(try file.status())
        } catch {
            throw error.code == EFBIG ? .tooLarge(limit: Self.maximumSize) : .notReadable(error)
        }
        guard after == identity else { throw .beingWritten }
        let elf: ELFFile
        do {
            elf = try bytes.withBytes { (bytes) throws(ELFError) in
                try ELFFile(bytes, lookingFor: [SY_ENTRY_SYMBOL])
            }
        } catch {
            throw .elf(error)
        }
        guard elf.definedSymbols.contains(SY_ENTRY_SYMBOL) else { throw .noEntry }
        return (bytes, elf)
    }
}
