import FeatureABI
import FeatureContract
import Glibc

/// A feature's library, loaded, with the manifest that it gave.
package struct FeatureFile: @unchecked Sendable {
    /// Where it was found.
    package let path: String
    package let identity: FileIdentity
    package let manifest: Manifest
    /// Constant for the life of the process.
    let library: UnsafePointer<sy_library>
}

/// Takes a library from a file in a plugins directory to a manifest: look, copy, load, entry, manifest.
@MainActor
package struct FeatureLoader {
    /// Where private copies are kept.
    private let copies: PrivateCopies

    package init(copiesDirectory: String) {
        copies = PrivateCopies(directory: copiesDirectory)
    }

    /// Loads the library at `path`.
    package func load(_ path: String) throws(LibraryError) -> FeatureFile {
        let file = try LibraryFile(opening: path)
        let library = try SharedLibrary(loading: try copy(of: file)).entry()
        return FeatureFile(
            path: path, identity: file.identity, manifest: try Self.manifest(of: library), library: library)
    }

    /// What a library that is loaded says of itself.
    package static func manifest(of library: UnsafePointer<sy_library>) throws(LibraryError) -> Manifest {
        do throws(ABIMalformed) {
            try library.pointee.requireFunctions()
        } catch {
            throw .malformed(error.description)
        }
        let text = try manifestText(of: library)
        do {
            return try Manifest(parsing: text)
        } catch {
            throw .manifest(error.description)
        }
    }

    /// The private copy of this version, made now if it is the first time that this version is seen.
    private func copy(of file: borrowing LibraryFile) throws(LibraryError) -> String {
        if let copy = copies.existing(file.path, file.identity) { return copy }
        let (bytes, elf) = try file.look()
        do throws(SystemError) {
            let (wanted, companions) = try companions(of: elf, beside: file.path)
            return try copies.make(file.path, file.identity, bytes, wanted: wanted, companions: companions)
        } catch {
            throw .notCopied(error, to: copies.directory)
        }
    }

    /// The libraries that it needs, with those that they need in turn, and of these the ones that lie beside it; both in
    /// the order of their names.
    private func companions(
        of elf: ELFFile, beside path: String
    ) throws(SystemError) -> (wanted: [String], companions: [PrivateCopies.Companion]) {
        let folder = Path.parent(path) ?? "."
        var wanted: Set<String> = []
        var companions: [PrivateCopies.Companion] = []
        var rest = elf.neededLibraries
        while let name = rest.popLast() {
            guard !name.contains("/"), wanted.insert(name).inserted else { continue }
            let path = Path.join(folder, name)
            guard access(path, R_OK) == 0 else { continue }
            let file = try FileDescriptor(opening: path, O_RDONLY)
            let identity = FileIdentity(try file.status())
            let bytes = try file.readAll(limit: LibraryFile.maximumSize)
            companions.append(PrivateCopies.Companion(name: name, identity: identity, bytes: bytes))
            rest += bytes.withUnsafeBytes { (try? ELFFile($0))?.neededLibraries ?? [] }
        }
        return (wanted.sorted(), companions.sorted { $0.name < $1.name })
    }

    private static func manifestText(of library: UnsafePointer<sy_library>) throws(LibraryError) -> [UInt8] {
        var text = TextBuffer()
        do throws(CallFailure) {
            let isThere = try withUnsafeMutablePointer(to: &text) { (text) throws(CallFailure) in
                var sink = sy_text_sink.sized
                sink.instance = UnsafeMutableRawPointer(text)
                sink.text = { sink, piece in
                    guard let text = sink?.pointee.instance?.assumingMemoryBound(to: TextBuffer.self) else { return 0 }
                    return text.pointee.append(piece) ? 1 : 0
                }
                return try callABI { library.pointee.manifest(library, &sink, $0) }
            }
            guard isThere else { throw CallFailure.notMine }
        } catch {
            throw .noManifest(error.reason)
        }
        if text.isTooLong { throw .noManifest("it is larger than \(Manifest.maximumSize >> 10) KiB") }
        return text.bytes
    }
}

/// Collects the pieces of a text, up to a limit.
private struct TextBuffer {
    private(set) var bytes: [UInt8] = []
    private(set) var isTooLong = false

    /// False when no more is taken.
    mutating func append(_ piece: sy_string) -> Bool {
        guard let data = piece.data, piece.count > 0 else { return !isTooLong }
        guard !isTooLong, piece.count <= Manifest.maximumSize - bytes.count else {
            isTooLong = true
            return false
        }
        bytes += UnsafeRawBufferPointer(start: data, count: piece.count)
        return true
    }
}
