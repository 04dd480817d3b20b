import Glibc

/// Keeps the overview that was made last, beside the registry, with what it was made of.
///
/// It is a cache: where it is missing, damaged, or about anything else, the overview is made anew.
struct OverviewFile {
    private let folder: RegistryFolder
    /// Nil where no host can be told from another one.
    private let host: FileIdentity?

    /// What an overview follows from.
    struct Source: Hashable {
        /// The path and the content of the wiring file.
        let wiring: UInt64
        /// The libraries that were found, with what they gave: ``FoundLibraries/digest``.
        let libraries: UInt64
    }

    struct Content {
        let source: Source
        /// That of the wiring.
        let deadline: Double?
        /// Nil where every host has to look for itself.
        let found: FoundBefore?
        let overview: Overview
    }

    /// The largest file, in bytes.
    private static let maximumSize = 64 << 20
    private static let magic: UInt64 = 0x0A1A_0A0D_564F_5953
    private static let headerSize = 16

    /// - Parameters:
    ///   - directory: That of the registry.
    ///   - host: The executable: another build of it may say something else of the same app.
    init(directory: String, host: FileIdentity? = FileSystem.identity("/proc/self/exe")) {
        folder = RegistryFolder(directory)
        self.host = host
    }

    private var path: String { Path.join(folder.path, "overview") }

    /// What is kept; nil where that is nothing that this host can use.
    func read() -> Content? {
        guard let host, (try? folder.isOwn()) == true,
            let file = try? FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
            let status = try? file.status(), FileKind(status) == .regularFile, RegistryFolder.isOwn(status),
            status.st_size <= Self.maximumSize, let bytes = try? file.bytes(from: 0, to: Int(status.st_size))
        else { return nil }
        return try? Self.content(bytes, of: host)
    }

    private static func content(_ bytes: [UInt8], of host: FileIdentity) throws(FlatError) -> Content? {
        var reader = FlatReader(bytes)
        guard try reader.uint64() == magic, try reader.uint64() == checksum(bytes[headerSize...]),
            try FileIdentity(flat: &reader) == host
        else { return nil }
        let source = Source(wiring: try reader.uint64(), libraries: try reader.uint64())
        let deadline = try reader.optional { (reader) throws(FlatError) in try reader.double() }
        let found = try reader.optional(FoundBefore.init(flat:))
        let content = Content(
            source: source, deadline: deadline, found: found, overview: try Overview(flat: &reader))
        try reader.requireEnd()
        return content
    }

    /// Keeps another one. What cannot be written is made again next time: nobody needs to be told, since the registry
    /// lies in the same folder and says so.
    func write(_ content: Content) {
        guard let host else { return }
        var writer = FlatWriter()
        host.write(flat: &writer)
        writer.append(content.source.wiring)
        writer.append(content.source.libraries)
        writer.append(optional: content.deadline) { writer, deadline in writer.append(deadline) }
        writer.append(optional: content.found) { writer, found in found.write(flat: &writer) }
        content.overview.write(flat: &writer)
        var header = FlatWriter(capacity: Self.headerSize)
        header.append(Self.magic)
        header.append(Self.checksum(writer.bytes[...]))
        do throws(SystemError) {
            try folder.prepare()
            let new = "\(path).\(getpid())"
            try UnfinishedFile.removeLeftOver(new)
            let file = try UnfinishedFile(new) { _ in }
            try file.write(header.bytes + writer.bytes)
            _ = try file.move(to: path)
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
        var writer = FlatWriter()
        writer.append(optional: self) { writer, text in
            writer.append(text.path)
            writer.append(text.bytes.withUnsafeBytes { XXHash64.hash($0) })
        }
        return writer.bytes.withUnsafeBytes { XXHash64.hash($0) }
    }
}
