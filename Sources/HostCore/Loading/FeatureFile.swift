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

    /// The largest library that is taken, in bytes.
    package static let maximumSize = 1 << 30

    package init(copiesDirectory: String) {
        copies = PrivateCopies(directory: copiesDirectory)
    }

    /// Loads the library at `path`.
    package func load(_ path: String) throws(LibraryError) -> FeatureFile {
        let (copy, identity, needed) = try privateCopy(of: path)
        let library = try sharedLibrary(copy, needing: needed).entry()
        try requireFunctions(of: library)
        let text = try manifestText(of: library)
        do {
            let manifest = try Manifest(parsing: text)
            return FeatureFile(path: path, identity: identity, manifest: manifest, library: library)
        } catch {
            throw .manifest(error.description)
        }
    }

    private func sharedLibrary(_ path: String, needing needed: [String]) throws(LibraryError) -> SharedLibrary {
        do {
            return try SharedLibrary(loading: path)
        } catch {
            // ld.so says "libnoise.so.1: cannot open shared object file: No such file or directory".
            guard case .notLoadable(let reason) = error,
                let missing = needed.first(where: { reason.hasPrefix("\($0): cannot open") })
            else { throw error }
            throw .missingLibrary(missing)
        }
    }

    /// Looks at the file without running it, and copies what was looked at.
    private func privateCopy(
        of path: String
    ) throws(LibraryError) -> (path: String, identity: FileIdentity, needed: [String]) {
        let status: stat
        let bytes: [UInt8]
        do throws(SystemError) {
            let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
            status = try file.status()
            bytes = status.st_mode & S_IFMT == S_IFREG ? try file.readAll(limit: Self.maximumSize) : []
        } catch {
            throw error.code == EFBIG ? .tooLarge(limit: Self.maximumSize) : .notReadable(error)
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegularFile }
        let elf: ELFFile
        do throws(ELFError) {
            elf = try bytes.withBytes { (bytes) throws(ELFError) in
                try ELFFile(bytes, lookingFor: [SY_ENTRY_SYMBOL])
            }
        } catch {
            throw .elf(error)
        }
        guard elf.definedSymbols.contains(SY_ENTRY_SYMBOL) else { throw .noEntry }
        let identity = FileIdentity(status)
        do throws(SystemError) {
            let companions = try companions(of: elf, beside: path)
            let copy = try bytes.withBytes { (bytes) throws(SystemError) in
                try copies.copy(bytes, named: Path.name(path), identity: identity, companions: companions)
            }
            return (copy, identity, elf.neededLibraries + companions.map(\.name))
        } catch {
            throw .notCopied(error, to: copies.directory)
        }
    }

    /// The libraries that it needs and that lie beside it, and those that they need in turn.
    private func companions(
        of elf: ELFFile, beside path: String
    ) throws(SystemError) -> [PrivateCopies.Companion] {
        let folder = Path.parent(path) ?? "."
        var companions: [PrivateCopies.Companion] = []
        var wanted = elf.neededLibraries
        while let name = wanted.popLast() {
            let path = Path.join(folder, name)
            guard !name.contains("/"), !companions.contains(where: { $0.name == name }), access(path, R_OK) == 0 else {
                continue
            }
            let file = try FileDescriptor(opening: path, O_RDONLY)
            let identity = FileIdentity(try file.status())
            let bytes = try file.readAll(limit: Self.maximumSize)
            companions.append(PrivateCopies.Companion(name: name, identity: identity, bytes: bytes))
            wanted += bytes.withUnsafeBytes { (try? ELFFile($0))?.neededLibraries ?? [] }
        }
        return companions
    }

    private func requireFunctions(of library: UnsafePointer<sy_library>) throws(LibraryError) {
        // Imported as non-optional: read the words themselves.
        let raw = UnsafeRawPointer(library)
        let required = [
            ("manifest", MemoryLayout<sy_library>.offset(of: \.manifest)),
            ("activate", MemoryLayout<sy_library>.offset(of: \.activate)),
        ]
        for case (let name, let offset?) in required where raw.load(fromByteOffset: offset, as: UInt.self) == 0 {
            throw .nullFunction(name)
        }
    }

    private func manifestText(of library: UnsafePointer<sy_library>) throws(LibraryError) -> [UInt8] {
        var text = TextBuffer()
        do throws(CallFailure) {
            let isThere = try withUnsafeMutablePointer(to: &text) { (text) throws(CallFailure) in
                var sink = sy_text_sink.sized
                sink.instance = UnsafeMutableRawPointer(text)
                sink.text = { sink, piece in
                    guard let text = sink?.pointee.instance?.assumingMemoryBound(to: TextBuffer.self) else { return }
                    text.pointee.append(piece)
                }
                return try callABI { library.pointee.manifest(library, &sink, $0) }
            }
            guard isThere else { throw CallFailure(.other, "it answered 'not mine'") }
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

    mutating func append(_ piece: sy_string) {
        guard let data = piece.data, piece.count > 0, !isTooLong else { return }
        guard piece.count <= Manifest.maximumSize, bytes.count + piece.count <= Manifest.maximumSize else {
            isTooLong = true
            return
        }
        bytes += UnsafeRawBufferPointer(start: data, count: piece.count)
    }
}
