import Glibc

/// A file beside the registry with what follows from an app, and with what it was made of.
///
/// It is a cache: where it is missing, damaged, another one's, or about anything else, what is in it is made anew.
struct KeptFile {
    private let folder: KeptFolder
    private let name: String
    private let magic: UInt64
    /// Nil where no host can be told from another one.
    private let host: FileIdentity?

    /// What all of it follows from.
    struct Source: Hashable {
        /// The path and the content of the wiring file.
        let wiring: UInt64
        /// The libraries that were found, with what they gave: ``FoundLibraries/digest``.
        let libraries: UInt64
    }

    /// The largest file, in bytes.
    private static let maximumSize = 64 << 20
    private static let headerSize = 16

    /// This program.
    static var host: FileIdentity? { FileSystem.identity("/proc/self/exe") }

    /// - Parameters:
    ///   - magic: What the file begins with.
    ///   - host: The executable: another build of it may say something else of the same app.
    init(in folder: KeptFolder, name: String, magic: UInt64, host: FileIdentity? = Self.host) {
        self.folder = folder
        self.name = name
        self.magic = magic
        self.host = host
    }

    /// What is kept; nil where that is nothing that this host can use.
    func read<Content>(
        _ content: (Source, inout BinaryReader) throws(BinaryError) -> Content
    ) -> Content? {
        guard let host, (try? folder.registry.isOwn()) == true,
            let file = try? FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
            let status = try? file.status(), FileKind(status) == .regularFile, RegistryFolder.isOwn(status),
            status.st_size <= Self.maximumSize, let bytes = try? file.bytes(from: 0, to: Int(status.st_size))
        else { return nil }
        do throws(BinaryError) {
            var reader = BinaryReader(bytes)
            guard try reader.uint64() == magic, try reader.uint64() == Self.checksum(bytes[Self.headerSize...]),
                try FileIdentity(binary: &reader) == host
            else { return nil }
            let source = Source(wiring: try reader.uint64(), libraries: try reader.uint64())
            let content = try content(source, &reader)
            try reader.requireEnd()
            return content
        } catch {
            return nil
        }
    }

    var path: String { folder.path(name) }

    /// Keeps something else. What cannot be written is made again next time, which takes longer and says the same.
    func write(_ source: Source, _ content: (inout BinaryWriter) -> Void) {
        guard let host else { return }
        var writer = BinaryWriter()
        host.write(binary: &writer)
        writer.append(source.wiring)
        writer.append(source.libraries)
        content(&writer)
        var header = BinaryWriter(capacity: Self.headerSize)
        header.append(magic)
        header.append(Self.checksum(writer.bytes[...]))
        do throws(SystemError) {
            try folder.registry.prepare()
            let new = "\(path).\(getpid())"
            try AtomicFile.removeLeftOver(new)
            let file = try AtomicFile(new) { _ in }
            try file.write(header.bytes + writer.bytes)
            _ = try file.move(to: path)
            folder.prune(name)
        } catch {
            return
        }
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.withUnsafeBytes { XXHash64.hash($0) }
    }
}

extension Wiring.Text? {
    /// The same for the same content under the same name.
    var digest: UInt64 {
        var writer = BinaryWriter()
        writer.append(optional: self) { writer, text in
            writer.append(text.path)
            writer.append(text.bytes.withUnsafeBytes { XXHash64.hash($0) })
        }
        return writer.bytes.withUnsafeBytes { XXHash64.hash($0) }
    }
}
