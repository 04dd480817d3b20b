/// Keeps the overview that was made last of an app, with what was found.
struct OverviewFile {
    private let file: KeptFile

    struct Content {
        let source: KeptFile.Source
        /// That of the wiring.
        let deadline: Double?
        /// Nil where every host has to look for itself.
        let found: FoundBefore?
        let overview: Overview
    }

    /// - Parameter host: The executable.
    init(_ folder: KeptFolder, host: FileIdentity? = KeptFile.host) {
        file = KeptFile(in: folder, name: "overview", magic: 0x0A1A_0A0D_564F_5953, host: host)
    }

    func read() -> Content? {
        file.read { (source, reader) throws(BinaryError) in
            let deadline = try reader.optional { (reader) throws(BinaryError) in try reader.seconds() }
            let found = try reader.optional(FoundBefore.init(binary:))
            return Content(source: source, deadline: deadline, found: found, overview: try Overview(binary: &reader))
        }
    }

    /// Without what is there, a host looks for itself.
    var path: String { file.path }

    func write(_ content: Content) {
        file.write(content.source) { writer in
            writer.append(optional: content.deadline) { writer, deadline in writer.append(deadline) }
            writer.append(optional: content.found) { writer, found in found.write(binary: &writer) }
            content.overview.write(binary: &writer)
        }
    }
}
